//! Answers that GitHub need not send again (decision 28): a read is asked
//! with the validator of the answer that is kept, and a confirmation costs
//! nothing of the primary limit. One process, one credential.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::Reply;

/// The most answers that are kept.
const ENTRIES: usize = 64;

/// The most bytes of one answer that is kept.
const ENTRY_BYTES: usize = 256 << 10;

/// Kept answers, the newest last.
#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<VecDeque<(String, Reply)>>);

impl Cache {
    fn with<T>(&self, change: impl FnOnce(&mut VecDeque<(String, Reply)>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The answer that is kept for a target.
    pub(crate) fn find(&self, target: &str) -> Option<Reply> {
        self.with(|kept| kept.iter().find(|(other, _)| other == target).map(|(_, reply)| reply.clone()))
    }

    /// Keeps an answer that has a validator and is not too long, in the place
    /// of the one before.
    pub(crate) fn keep(&self, target: String, reply: &Reply) {
        self.with(|kept| {
            kept.retain(|(other, _)| *other != target);
            if reply.validator.is_some() && reply.body.len() <= ENTRY_BYTES {
                kept.push_back((target, reply.clone()));
            }
            if kept.len() > ENTRIES {
                kept.pop_front();
            }
        });
    }
}
