//! Parent and dependencies of one issue, and how much of them was seen.

use std::collections::BTreeSet;

use super::Known;
use crate::diagnostic::{Code, Diagnostic, Notice, Path};
use crate::scope::IssueNumber;

/// What is known of an issue's relationships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelationshipsState {
    /// Complete, as far as the credential can see.
    Complete(Relationships),
    /// Not read, because a budget or reserve did not allow it (decision 41);
    /// holds the finding to report, `YKP-RATE-001`.
    Deferred(Diagnostic),
}

/// Complete relationships of one issue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relationships {
    /// The parent.
    pub parent: Parent,
    /// The issues that block this one.
    pub blocked_by: Edges,
    /// The issues that this one blocks.
    pub blocking: Edges,
    /// Its sub-issues, which planning needs to find cycles alone; read with
    /// the relationship batch and unknown without it (decision 38).
    pub sub_issues: Known<Edges>,
}

/// The parent of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// It has none.
    None,
    /// An issue of the same repository.
    Local(IssueNumber),
    /// An issue of another repository, or one the credential can not see;
    /// never mapped to a number (decision 43).
    Elsewhere,
}

/// One direction of an issue's dependencies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    /// Issues of the same repository.
    pub local: BTreeSet<IssueNumber>,
    /// How many issues belong to other repositories.
    pub foreign: u32,
    /// How many issues the summary counts but the credential can not see
    /// (decision 39).
    pub hidden: u32,
}

impl Relationships {
    /// Whether something is preserved that this run does not see as an issue
    /// of the repository.
    #[must_use]
    pub fn has_unseen(&self) -> bool {
        let unseen = |edges: &Edges| edges.foreign > 0 || edges.hidden > 0;
        self.parent == Parent::Elsewhere || unseen(&self.blocked_by) || unseen(&self.blocking)
    }

    /// The notice for [`Self::has_unseen`].
    #[must_use]
    pub fn notice(&self) -> Option<Notice> {
        self.has_unseen().then(|| Notice::new(Code::Graph007, Path::root().member("relationships")))
    }
}
