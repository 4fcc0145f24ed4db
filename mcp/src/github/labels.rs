//! The label names of repositories, kept for a minute (decision 10): a create
//! with labels would cost a list of them each time.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use crate::issue::Repository;

/// How long names are good, in seconds.
const LIFETIME: i64 = 60;

/// The most repositories that are kept.
const ENTRIES: usize = 64;

/// The names of a repository's labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelList {
    /// The names, in GitHub's order.
    pub names: Vec<String>,
    /// Whether these are all there are.
    pub is_whole: bool,
}

/// Kept names.
#[derive(Debug, Default)]
pub(crate) struct LabelNames(Mutex<BTreeMap<String, Entry>>);

#[derive(Debug)]
struct Entry {
    read_at: Timestamp,
    labels: LabelList,
}

impl Entry {
    fn is_fresh(&self, now: Timestamp) -> bool {
        (0..LIFETIME).contains(&now.as_second().saturating_sub(self.read_at.as_second()))
    }
}

impl LabelNames {
    fn with<T>(&self, change: impl FnOnce(&mut BTreeMap<String, Entry>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The names that are kept for a repository.
    pub(crate) fn find(&self, repository: &Repository, now: Timestamp) -> Option<LabelList> {
        self.with(|kept| {
            let entry = kept.get(&repository.slug().to_ascii_lowercase())?;
            entry.is_fresh(now).then(|| entry.labels.clone())
        })
    }

    /// Keeps the names of a repository.
    pub(crate) fn keep(&self, repository: &Repository, labels: LabelList, now: Timestamp) {
        self.with(|kept| {
            kept.retain(|_, entry| entry.is_fresh(now));
            if kept.len() < ENTRIES {
                kept.insert(repository.slug().to_ascii_lowercase(), Entry { read_at: now, labels });
            }
        });
    }
}
