//! Numbers that name things (contract parts 1.3 and 7.2).

use std::collections::BTreeSet;

/// The number of an issue: 1 to 2^53 - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IssueNumber(u64);

impl IssueNumber {
    /// The largest number that JSON carries without loss.
    pub const MAX: u64 = (1 << 53) - 1;

    /// The number, if it names an issue.
    #[must_use]
    pub fn new(number: u64) -> Option<Self> {
        (1..=Self::MAX).contains(&number).then_some(Self(number))
    }

    /// A number as a caller types it: `[1-9][0-9]{0,9}`, at most 2147483647.
    #[must_use]
    pub fn parse_argument(text: &str) -> Option<Self> {
        parse_argument(text).map(|number| Self(u64::from(number)))
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

/// The number of a Project below its owner: 1 to 2147483647.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectNumber(u32);

impl ProjectNumber {
    /// A number as a caller types it: `[1-9][0-9]{0,9}`, at most 2147483647.
    #[must_use]
    pub fn parse_argument(text: &str) -> Option<Self> {
        parse_argument(text).map(Self)
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

fn parse_argument(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = (1..=10).contains(&text.len()) && digits && !text.starts_with('0');
    let number: u32 = fits.then(|| text.parse().ok()).flatten()?;
    (number <= 2_147_483_647).then_some(number)
}

/// The issues of one scope: 1 to 100, sorted, unique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueSet(BTreeSet<IssueNumber>);

impl IssueSet {
    /// The most issues in one scope.
    pub const MAX: usize = 100;

    /// The set, unless it is empty, too large or names an issue twice.
    #[must_use]
    pub fn new(numbers: impl IntoIterator<Item = IssueNumber>) -> Option<Self> {
        let mut set = BTreeSet::new();
        for number in numbers {
            if set.len() == Self::MAX || !set.insert(number) {
                return None;
            }
        }
        (!set.is_empty()).then_some(Self(set))
    }

    /// Sets of at most [`Self::MAX`] that hold these numbers, in their order.
    #[must_use]
    pub fn split(numbers: impl IntoIterator<Item = IssueNumber>) -> Vec<Self> {
        let numbers: Vec<IssueNumber> = numbers.into_iter().collect();
        numbers.chunks(Self::MAX).map(|chunk| Self(chunk.iter().copied().collect())).collect()
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = IssueNumber> {
        self.0.iter().copied()
    }

    /// Whether the issue is in the set.
    #[must_use]
    pub fn contains(&self, number: IssueNumber) -> bool {
        self.0.contains(&number)
    }
}

/// The issues of one audit that a caller names: 1 to 2,000, sorted, unique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueList(BTreeSet<IssueNumber>);

impl IssueList {
    /// The most issues in one audit: as many as the items that one read of a
    /// Project can show.
    pub const MAX: usize = 2_000;

    /// The numbers as a caller types them: `3,7,12`, each as
    /// [`IssueNumber::parse_argument`] takes it; `None` for an empty list, for
    /// one that is too long and for a number that stands there twice.
    #[must_use]
    pub fn parse_argument(text: &str) -> Option<Self> {
        let mut set = BTreeSet::new();
        for number in text.split(',') {
            if set.len() == Self::MAX || !set.insert(IssueNumber::parse_argument(number)?) {
                return None;
            }
        }
        Some(Self(set))
    }

    /// The numbers, ascending.
    #[must_use]
    pub fn numbers(&self) -> &BTreeSet<IssueNumber> {
        &self.0
    }
}

impl From<IssueNumber> for IssueSet {
    fn from(number: IssueNumber) -> Self {
        Self(BTreeSet::from([number]))
    }
}

#[cfg(test)]
mod tests {
    use super::{IssueList, IssueNumber, IssueSet, ProjectNumber};

    #[test]
    fn arguments_are_plain_decimal() {
        for bad in ["", "0", "01", "+1", "-1", "1.0", "1e2", "0x7", " 1", "2147483648", "99999999999"] {
            assert!(IssueNumber::parse_argument(bad).is_none(), "{bad}");
            assert!(ProjectNumber::parse_argument(bad).is_none(), "{bad}");
        }
        assert_eq!(IssueNumber::parse_argument("2147483647").map(IssueNumber::get), Some(2_147_483_647));
    }

    #[test]
    fn a_set_is_bounded_and_unique() {
        let number = |n| IssueNumber::new(n).unwrap();
        assert!(IssueSet::new([]).is_none());
        assert!(IssueSet::new([number(2), number(2)]).is_none());
        assert!(IssueSet::new((1..=101).map(number)).is_none());
        let set = IssueSet::new([number(3), number(1)]).unwrap();
        assert_eq!(set.iter().map(IssueNumber::get).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn a_list_is_bounded_and_unique_and_splits_into_sets() {
        for bad in ["", ",", "1,", ",1", "1,,2", "1, 2", "1,1", "1,0", "1e0", "0x2", "1;2"] {
            assert!(IssueList::parse_argument(bad).is_none(), "{bad}");
        }
        let list = |most: u64| {
            let numbers: Vec<String> = (1..=most).rev().map(|number| number.to_string()).collect();
            IssueList::parse_argument(&numbers.join(","))
        };
        assert!(list(2_001).is_none());
        let list = list(201).unwrap();
        let sets = IssueSet::split(list.numbers().iter().copied());
        assert_eq!(sets.iter().map(|set| set.iter().len()).collect::<Vec<_>>(), [100, 100, 1]);
        assert_eq!(sets[2].iter().map(IssueNumber::get).collect::<Vec<_>>(), [201]);
    }
}
