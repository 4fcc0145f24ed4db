//! What an entry is about: the place of a group in the cache.

use std::collections::BTreeSet;

use crate::github::Identity;
use crate::scope::{
    API_VERSION, IssueNumber, IssueSet, ItemsFilter, OwnerKind, ProjectNumber, RunScope, SubjectClass,
};

/// The version of the normalised data; to be raised with every change of what
/// a group holds.
const REPRESENTATION: u16 = 2;

/// Everything that two readers must have in common to share a group: who asks,
/// for what, in which form. Made of validated words and closed types alone;
/// the credential takes part as its digest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::github) struct Key {
    subject: SubjectClass,
    identity: Option<Identity>,
    owner: String,
    repository: String,
    project_owner: String,
    project_owner_kind: Option<OwnerKind>,
    project: ProjectNumber,
    api: &'static str,
    representation: u16,
    group: Group,
    digest: String,
}

/// The groups of answers that are kept as one, with their fixed selectors.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::github) enum Group {
    /// The repository.
    Repository,
    /// The account that owns the Project.
    Owner,
    /// The Project.
    Project,
    /// All pages of its fields.
    Fields,
    /// All pages of its items.
    Items {
        /// The ids of the fields whose values are read.
        fields: Vec<u64>,
        /// Which items are asked for.
        filter: ItemsFilter,
        /// Whether issue fields are kept.
        issue_fields: bool,
        /// The word without which a body is kept as empty.
        word: &'static str,
        /// The issues whose content is kept.
        kept: Kept,
    },
    /// The repository's issue types.
    IssueTypes,
    /// The relationships of these issues.
    Relationships(BTreeSet<IssueNumber>),
}

/// Which issues' content one read of the items keeps. Readers that say the same
/// share the read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// Every issue of the repository.
    All,
    /// These alone.
    These(BTreeSet<IssueNumber>),
}

/// Nothing beyond the scope.
impl Default for Kept {
    fn default() -> Self {
        Self::These(BTreeSet::new())
    }
}

impl Kept {
    /// Whether the issue's content is kept.
    #[must_use]
    pub fn holds(&self, number: IssueNumber) -> bool {
        match self {
            Self::All => true,
            Self::These(numbers) => numbers.contains(&number),
        }
    }

    /// The same with these issues.
    #[must_use]
    pub fn and(&self, issues: &IssueSet) -> Self {
        match self {
            Self::All => Self::All,
            Self::These(numbers) => Self::These(numbers.iter().copied().chain(issues.iter()).collect()),
        }
    }
}

impl Key {
    /// The place of the groups that are read before the scope is bound.
    pub(in crate::github) fn new<Issues>(scope: &RunScope<Issues>, identity: Option<Identity>) -> Self {
        Self {
            subject: scope.subject,
            identity,
            owner: scope.owner.as_str().to_ascii_lowercase(),
            repository: scope.repository.as_str().to_ascii_lowercase(),
            project_owner: scope.project_owner.as_str().to_ascii_lowercase(),
            project_owner_kind: scope.project_owner_kind,
            project: scope.project,
            api: API_VERSION,
            representation: REPRESENTATION,
            group: Group::Repository,
            digest: String::new(),
        }
    }

    /// The place of one group. `digest` tells what it was read under: an entry
    /// of the same Project before it was made anew, or before its fields
    /// changed, is another one.
    pub(in crate::github) fn of(&self, group: Group, kind: Option<OwnerKind>, digest: String) -> Self {
        Self { group, project_owner_kind: kind.or(self.project_owner_kind), digest, ..self.clone() }
    }

    /// Whether it is the same group, read under something else.
    pub(super) fn is_other_state_of(&self, key: &Self) -> bool {
        self.digest != key.digest && *self == Self { digest: self.digest.clone(), ..key.clone() }
    }

    /// Whether it is a group of the same repository and Project, read by the
    /// same credential.
    pub(super) fn is_of_board(&self, key: &Self) -> bool {
        self.subject == key.subject
            && self.identity == key.identity
            && self.owner == key.owner
            && self.repository == key.repository
            && self.project_owner == key.project_owner
            && self.project == key.project
    }

    /// Whether it belongs to the credential.
    pub(super) fn is_of(&self, identity: Option<Identity>) -> bool {
        self.identity == identity
    }

    /// As whom the group is read.
    pub(super) fn identity(&self) -> Option<Identity> {
        self.identity
    }
}
