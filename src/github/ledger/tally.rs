//! What one reader among several has spent.

use std::sync::{Mutex, PoisonError};

use crate::observed::Accounting;

/// The account of one reader of a client. Several readers can share a client,
/// and its ledger counts for all of them together; each one's tally holds what
/// was sent for it, so that the tallies add up to the ledger.
#[derive(Debug, Default)]
pub struct Tally(Mutex<Accounting>);

impl Tally {
    /// Nothing was sent yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts what an exchange has sent or got.
    pub fn add(&self, change: impl FnOnce(&mut Accounting)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What was sent and got so far.
    #[must_use]
    pub fn accounting(&self) -> Accounting {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
