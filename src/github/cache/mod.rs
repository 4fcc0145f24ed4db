//! What was read within the last ten minutes is not read again, and what was
//! read within the last hour is asked for on condition (specification,
//! *Conditional cache and single flight*).
//!
//! The unit is a *group*: the repository, the Project's owner, the Project, all
//! pages of its fields, all pages of its items, the issue types, one
//! relationship batch. A group is kept in normalised form, whole or not at all,
//! under a [`Key`] that holds everything two readers must have in common:
//! class and digest of the credential, names, selectors, versions, and a digest
//! of what the group was read under. For the items that is the Project with its
//! time of change and its fields; for a batch it is what the items said. So
//! groups of different states of a Project never meet in one snapshot.
//!
//! - Fresh for less than ten minutes: no request.
//! - Kept for less than an hour: one conditional request for each page. All 304
//!   confirms the entry. Where the first page changed, the group is read whole
//!   from there on. A later page that changed after an earlier one was
//!   confirmed is a *mixed validator state*: the candidate is dropped
//!   (`YKP-SNAPSHOT-001`) with the entry, so that the next run reads the group
//!   whole. It is not read again within the run: nothing here asks twice.
//! - A group without a validator for each of its pages, a batch among them, is
//!   read whole once it is no longer fresh.
//! - An entity tag speaks for a page and not for the link behind it: a page
//!   could follow a full last page without changing it, and a 304 need not have
//!   a link. A full last page is asked for without a condition: an answer with
//!   the same validator and without a next link confirms it.
//! - A failure is never kept. One that GitHub did not answer, and a refusal by
//!   budget, leave the entry to be asked about again; any other drops it. A
//!   credential that is refused loses all of its entries.
//! - Groups that turn out not to belong together, a fresh one among them, are
//!   all forgotten: while it is fresh, each run would end as this one did.
//!
//! Readers of one place at one time share one flight ([`store`]): the first
//! one reads, and each of them gets what it got, be it a failure. A cancelled
//! reader takes nobody along: the next one reads, and sends its own requests.
//! This is not a general cache crate: those tie a value's age to the value, and
//! know neither confirmation nor entries that a mutation takes out of a flight.
//!
//! Within one process alone; nothing is written anywhere.

mod clock;
mod entry;
mod key;
mod store;

pub use clock::Clock;
pub(in crate::github) use entry::{Loaded, Origin, Page, Served};
pub use key::Kept;
pub(in crate::github) use key::{Group, Key};

use std::fmt;

use super::Identity;
use super::acquire::groups;
use crate::diagnostic::{Code, Failure};
use clock::Monotonic;
pub(in crate::github) use store::Store;

/// What a successful mutation may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An issue, its item or a value of it.
    Item,
    /// A parent or a dependency.
    Relationships,
    /// A Project, a field or an option.
    Schema,
}

/// The groups that were read in this process, for any number of runs.
pub struct Cache {
    clock: Box<dyn Clock>,
    pub(super) repository: Store<groups::Repository>,
    pub(super) owner: Store<groups::Owner>,
    pub(super) project: Store<groups::Project>,
    pub(super) fields: Store<groups::Schema>,
    pub(super) items: Store<groups::Items>,
    pub(super) issue_types: Store<groups::IssueTypes>,
    pub(super) relationships: Store<groups::States>,
}

impl Cache {
    /// An empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self::with_clock(Monotonic::start())
    }

    /// An empty cache whose entries age by this clock.
    #[must_use]
    pub fn with_clock(clock: impl Clock + 'static) -> Self {
        Self {
            clock: Box::new(clock),
            repository: Store::default(),
            owner: Store::default(),
            project: Store::default(),
            fields: Store::default(),
            items: Store::default(),
            issue_types: Store::default(),
            relationships: Store::default(),
        }
    }

    /// Forgets what a successful mutation may have changed, before anything is
    /// verified: of every Project, since an issue can be on several, and for
    /// every credential. A reading that has begun is neither kept nor shared
    /// with those who come later. Items carry the totals of their
    /// relationships, so a changed relationship is a changed item as well.
    pub fn invalidate(&self, effect: Effect) {
        match effect {
            Effect::Item => self.items.forget(|_| true),
            Effect::Relationships => {
                self.items.forget(|_| true);
                self.relationships.forget(|_| true);
            }
            Effect::Schema => self.forget(|_| true),
        }
    }

    /// One group, from its store.
    ///
    /// # Errors
    ///
    /// The failure of the reading.
    pub(super) async fn read<T>(
        &self,
        store: fn(&Self) -> &Store<T>,
        key: &Key,
        load: impl AsyncFnOnce(Vec<Page>) -> Result<Loaded<T>, Failure>,
    ) -> Result<Served<T>, Failure> {
        let read = store(self).read(key, &*self.clock, load).await;
        if let Err(failure) = &read
            && matches!(failure.code(), Code::GithubRead002 | Code::GithubRead003 | Code::Capability001)
        {
            self.forget_credential(key.identity());
        }
        read
    }

    /// Forgets every group of one repository and Project: they do not belong
    /// together.
    pub(super) fn forget_board(&self, board: &Key) {
        self.forget(|key| key.is_of_board(board));
    }

    fn forget_credential(&self, identity: Option<Identity>) {
        self.forget(|key| key.is_of(identity));
    }

    fn forget(&self, is_named: impl Fn(&Key) -> bool) {
        self.repository.forget(&is_named);
        self.owner.forget(&is_named);
        self.project.forget(&is_named);
        self.fields.forget(&is_named);
        self.items.forget(&is_named);
        self.issue_types.forget(&is_named);
        self.relationships.forget(&is_named);
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Cache(…)")
    }
}

#[cfg(test)]
mod tests;
