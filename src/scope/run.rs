//! What one reconciliation run is about.

use std::collections::BTreeSet;

use super::{Budgets, IssueSet, Login, OwnerKind, ProjectNumber, RepositoryName, SubjectClass};

/// Which items are asked for (decision 47).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemsFilter {
    /// Every item of the Project.
    #[default]
    All,
    /// Items of the repository alone; a missing issue is then unresolved,
    /// never absent.
    Repository,
}

impl ItemsFilter {
    /// The filter with this name: `all` or `repository`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "all" => Some(Self::All),
            "repository" => Some(Self::Repository),
            _ => None,
        }
    }
}

/// The scope of one run, complete and valid before any request is made
/// (specification, *Runtime model*). The owner's kind and canonical login are
/// bound by the first answer and live in the snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunScope<Issues = IssueSet> {
    /// The class of the credential, never the credential.
    pub subject: SubjectClass,
    /// The owner of the repository.
    pub owner: Login,
    /// The repository.
    pub repository: RepositoryName,
    /// The owner of the Project; usually the owner of the repository.
    pub project_owner: Login,
    /// The kind of the Project's owner, where the caller says so.
    pub project_owner_kind: Option<OwnerKind>,
    /// The Project below its owner.
    pub project: ProjectNumber,
    /// The issues asked for.
    pub issues: Issues,
    /// Which items are asked for.
    pub items: ItemsFilter,
    /// What the run may spend.
    pub budgets: Budgets,
}

/// A scope before its issues are chosen: what several scopes of one audit have
/// in common.
pub type Board = RunScope<()>;

impl<Issues> RunScope<Issues> {
    /// The same scope without its issues.
    #[must_use]
    pub fn board(&self) -> Board {
        self.with(())
    }

    /// The same scope with other issues.
    #[must_use]
    pub fn with<Others>(&self, issues: Others) -> RunScope<Others> {
        RunScope {
            subject: self.subject,
            owner: self.owner.clone(),
            repository: self.repository.clone(),
            project_owner: self.project_owner.clone(),
            project_owner_kind: self.project_owner_kind,
            project: self.project,
            issues,
            items: self.items,
            budgets: self.budgets,
        }
    }
}

/// What a snapshot must hold beyond the scope: what the policy compares, and
/// what the caller wants to see besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The display names of the Project fields whose values are compared.
    pub project_fields: BTreeSet<String>,
    /// Whether issue types are compared.
    pub issue_types: bool,
    /// Whether the organization's issue fields are compared.
    pub issue_fields: bool,
    /// Whether the checks of the repository's pull requests are observed; no
    /// policy asks for them.
    pub checks: bool,
    /// A word that each body with a contract holds, in whatever ASCII case: a
    /// body without it is kept as an empty one. The empty word keeps all.
    pub word: &'static str,
}
