//! What one read of a board shows before scopes are made of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use super::groups::Items;
use super::relations::need_batch;
use super::source::Source;
use super::{Shared, issue_types};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::cache::{Cache, Kept};
use crate::github::{Exchange, Operation};
use crate::scope::canonical::digest;
use crate::scope::{Board, IssueNumber, ItemsFilter, Selection};

/// What one read of a board showed of the issues that were kept.
pub struct Survey {
    items: Arc<Items>,
    filter: ItemsFilter,
    identity: String,
}

/// Reads everything that scopes of the board share, into the cache: all but the
/// relationships.
///
/// # Errors
///
/// As [`super::acquire`].
pub async fn survey<E: Exchange>(
    exchange: &E,
    board: &Board,
    selection: &Selection,
    cache: &Cache,
    kept: &Kept,
) -> Result<Survey, Failure> {
    let source = Source::new(exchange, Some(cache), board);
    let Shared { binding, items, .. } = Shared::read(&source, board, selection, kept).await?;
    issue_types(&source, &binding, selection).await?;
    let identity = digest(&json!({
        "schema": 1,
        "repository": binding.identities.repository.expose(),
        "project": binding.identities.project.expose(),
    }));
    Ok(Survey { items, filter: board.items, identity })
}

/// Asks what is left of the limits, once and before several scopes are read
/// (decision 68). What the answer tells is the exchange's to keep.
///
/// # Errors
///
/// Those of the exchange.
pub async fn probe(exchange: &impl Exchange) -> Result<(), Failure> {
    exchange.send(&Operation::RateLimit).await.map(drop)
}

impl Survey {
    /// The issues of the repository that were kept and have an item, live or
    /// archived.
    #[must_use]
    pub fn issues(&self) -> BTreeSet<IssueNumber> {
        self.items.live.keys().chain(&self.items.archived).copied().collect()
    }

    /// Whether the number is a pull request's (decision 33).
    #[must_use]
    pub fn is_pull_request(&self, number: IssueNumber) -> bool {
        self.items.pull_requests.contains(&number)
    }

    /// Passes if it is known of each of the issues whether it has an item
    /// (decisions 31 and 47).
    ///
    /// # Errors
    ///
    /// `YKP-SNAPSHOT-001`.
    pub fn require(&self, issues: &BTreeSet<IssueNumber>) -> Result<(), Failure> {
        let is_told =
            self.items.tells_absence(self.filter) || issues.iter().all(|number| self.items.has(*number));
        if is_told { Ok(()) } else { Err(Failure::read(Code::Snapshot001, Stage::Items)) }
    }

    /// Those of the issues whose relationships the items do not tell: a scope
    /// with one of them takes a batch (decision 38).
    ///
    /// # Errors
    ///
    /// `YKP-REST-001` for an issue that is its own parent.
    pub fn in_need(&self, issues: &BTreeSet<IssueNumber>) -> Result<BTreeSet<IssueNumber>, Failure> {
        let mut in_need = BTreeSet::new();
        for number in issues {
            if let Some(draft) = self.items.live.get(number)
                && need_batch(*number, draft)?
            {
                in_need.insert(*number);
            }
        }
        Ok(in_need)
    }

    /// How many items the Project has, of any kind and any repository.
    #[must_use]
    pub fn items(&self) -> u64 {
        u64::from(self.items.counts.items)
    }

    /// How many of them the credential can not read: any of them may be an issue
    /// of the repository.
    #[must_use]
    pub fn unreadable_items(&self) -> u64 {
        u64::from(self.items.counts.unreadable)
    }

    /// Which repository and Project were read, as 64 hexadecimal digits that
    /// tell neither: the same for every token and at all times.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }
}
