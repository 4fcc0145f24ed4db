//! Choices that follow from a seed alone: SplitMix64.

/// A source of choices.
pub(super) struct Dice(u64);

impl Dice {
    /// The choices of a seed.
    pub(super) fn of(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below the bound.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// True in so many of a hundred cases.
    pub(super) fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of the entries.
    pub(super) fn pick<'a, T>(&mut self, entries: &'a [T]) -> &'a T {
        &entries[self.below(entries.len() as u64) as usize]
    }

    /// One of the entries in so many of a hundred cases.
    pub(super) fn perhaps<'a, T>(&mut self, percent: u64, entries: &'a [T]) -> Option<&'a T> {
        let is_one = self.percent(percent);
        let entry = self.pick(entries);
        is_one.then_some(entry)
    }

    /// Each of the entries in so many of a hundred cases.
    pub(super) fn some<T: Clone>(&mut self, percent: u64, entries: &[T]) -> Vec<T> {
        entries.iter().filter(|_| self.percent(percent)).cloned().collect()
    }
}
