//! One group of answers that was read whole.

use std::sync::Arc;
use std::time::Duration;

use crate::github::{Cursor, Validator};
use crate::observed::Coverage;

/// How long an entry is used without asking: less than ten minutes.
pub(super) const FRESH: Duration = Duration::from_secs(10 * 60);

/// How long an entry is kept to ask whether it changed: less than one hour.
pub(super) const KEPT: Duration = Duration::from_secs(60 * 60);

/// One page of a group: where it begins and what identifies its state.
#[derive(Clone)]
pub(in crate::github) struct Page {
    /// The cursor that asked for it; `None` for the first page.
    pub(in crate::github) after: Option<Cursor>,
    /// Its validator, where GitHub gave one.
    pub(in crate::github) validator: Option<Validator>,
    /// Whether it ends its list and is full: the list can go on behind it
    /// without a change to it.
    pub(in crate::github) is_full_end: bool,
}

/// What reading a group brought.
pub(in crate::github) enum Loaded<T> {
    /// Each page is still what it was.
    Unchanged,
    /// The whole group was read and is valid.
    Read {
        /// The group in normalised form.
        data: T,
        /// Its pages in order; none for a group that has no validators.
        pages: Vec<Page>,
        /// Whether it holds everything: what is not complete is not kept.
        coverage: Coverage,
    },
}

/// A group as its readers get it.
pub(in crate::github) struct Served<T> {
    /// The group in normalised form.
    pub(in crate::github) data: Arc<T>,
    /// How many answers it was made of.
    pub(in crate::github) answers: u32,
    /// Who asked for it.
    pub(in crate::github) origin: Origin,
}

/// Who asked for what a reader got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::github) enum Origin {
    /// The reader itself.
    Own,
    /// An earlier reader: the entry is fresh.
    Kept,
    /// Another reader at the same time.
    Shared,
}

/// A complete group that can be used again.
pub(super) struct Entry<T> {
    data: Arc<T>,
    pages: Vec<Page>,
    /// When its reading, or its last confirmation, began.
    acquired: Duration,
}

impl<T> Entry<T> {
    pub(super) fn new(data: Arc<T>, pages: Vec<Page>, acquired: Duration) -> Self {
        Self { data, pages, acquired }
    }

    /// The same group, confirmed by requests that began at `acquired`.
    pub(super) fn confirmed(&self, acquired: Duration) -> Self {
        Self { data: Arc::clone(&self.data), pages: self.pages.clone(), acquired }
    }

    pub(super) fn is_fresh(&self, now: Duration) -> bool {
        now.saturating_sub(self.acquired) < FRESH
    }

    pub(super) fn is_kept(&self, now: Duration) -> bool {
        now.saturating_sub(self.acquired) < KEPT
    }

    pub(super) fn acquired(&self) -> Duration {
        self.acquired
    }

    /// The pages to ask about; none unless each of them has a validator.
    pub(super) fn pages_to_confirm(&self) -> Vec<Page> {
        if self.pages.iter().all(|page| page.validator.is_some()) { self.pages.clone() } else { Vec::new() }
    }

    pub(super) fn served(&self, origin: Origin) -> Served<T> {
        Served::new(Arc::clone(&self.data), &self.pages, origin)
    }
}

impl<T> Served<T> {
    pub(super) fn new(data: Arc<T>, pages: &[Page], origin: Origin) -> Self {
        Self { data, answers: u32::try_from(pages.len()).unwrap_or(u32::MAX).max(1), origin }
    }

    pub(super) fn shared(&self) -> Self {
        Self { data: Arc::clone(&self.data), answers: self.answers, origin: Origin::Shared }
    }
}
