//! The snapshot: content, completeness, accounting, fingerprint
//! (specification, *Runtime model*).

use std::collections::{BTreeMap, BTreeSet};

use super::{Checks, IssueObservation, IssueType, ProjectField, ProviderRef, RelationshipsState};
use crate::diagnostic::Stage;
use crate::scope::{IssueNumber, OwnerKind, RunScope};

/// The provider identities that every part of a snapshot belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    /// What owns the repository.
    pub repository_owner_kind: OwnerKind,
    /// What owns the Project.
    pub project_owner_kind: OwnerKind,
    /// The repository.
    pub repository: ProviderRef,
    /// The Project.
    pub project: ProviderRef,
}

/// How much of one capability a snapshot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// All of it.
    Complete,
    /// The run did not need it.
    NotRequested,
    /// A budget or reserve did not allow it for at least one issue or pull
    /// request.
    Deferred,
    /// GitHub does not show it of at least one pull request, and no budget or
    /// reserve was in the way of another one.
    NotShown,
}

impl Coverage {
    /// The word used in digests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::NotRequested => "not_requested",
            Self::Deferred => "deferred",
            Self::NotShown => "not_shown",
        }
    }
}

/// The completeness declaration: one entry for every capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completeness {
    /// Project metadata, fields and options.
    pub schema: Coverage,
    /// Items, their values and issue content.
    pub items: Coverage,
    /// Parent and dependencies of the requested issues.
    pub relationships: Coverage,
    /// The repository's issue types.
    pub issue_types: Coverage,
    /// Check runs and workflow runs of the pull requests. Nothing is planned
    /// from them, so that this entry is no part of the fingerprint.
    pub checks: Coverage,
}

/// What the acquisition cost and came across. Never part of the fingerprint.
/// An exchange counts what it sent and leaves the items at zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accounting {
    /// Requests sent, by read; a read that was not made is left out.
    pub requests: BTreeMap<Stage, u32>,
    /// REST requests sent.
    pub rest_requests: u32,
    /// GraphQL requests sent.
    pub graphql_requests: u32,
    /// REST requests among them that asked whether an answer changed.
    pub conditional_requests: u32,
    /// Answers that were taken from the cache, fresh, without a request.
    pub cache_hits: u32,
    /// Answers that another reader's requests brought at the same time.
    pub coalesced_requests: u32,
    /// Pages read over all connections.
    pub pages: u32,
    /// Decoded bytes of all answers.
    pub bytes: u64,
    /// Project items seen, of any kind and any repository.
    pub items: u32,
    /// Drafts among them (decision 32).
    pub drafts: u32,
    /// Items whose content the credential can not read (decision 31).
    pub unreadable: u32,
}

/// Everything a [`Snapshot`] is published from.
#[derive(Clone, Debug)]
pub struct SnapshotParts {
    /// The scope asked for.
    pub scope: RunScope,
    /// The identities it was bound to.
    pub bindings: Bindings,
    /// All fields of the Project.
    pub fields: Vec<ProjectField>,
    /// One observation for each issue of the scope.
    pub issues: BTreeMap<IssueNumber, IssueObservation>,
    /// Every issue of the repository that the items showed, requested or not
    /// (decision 42).
    pub seen: BTreeSet<IssueNumber>,
    /// The repository's issue types, where they were asked for.
    pub issue_types: Option<Vec<IssueType>>,
    /// The checks of the pull requests, where they were asked for. Never part
    /// of the fingerprint.
    pub checks: Option<Checks>,
    /// What was complete.
    pub completeness: Completeness,
    /// What it cost.
    pub accounting: Accounting,
}

/// One complete observation of a scope. Immutable.
#[derive(Clone, Debug)]
pub struct Snapshot {
    parts: SnapshotParts,
    fingerprint: String,
}

impl Snapshot {
    /// Publishes a complete candidate: puts every list into the order of its
    /// references and computes the fingerprint. `None` unless there is exactly
    /// one observation for each issue of the scope.
    #[must_use]
    pub fn publish(mut parts: SnapshotParts) -> Option<Self> {
        if !parts.issues.keys().copied().eq(parts.scope.issues.iter()) {
            return None;
        }
        parts.fields.sort_by(|a, b| a.reference.cmp(&b.reference));
        for field in &mut parts.fields {
            field.options.sort_by(|a, b| a.reference.cmp(&b.reference));
        }
        if let Some(types) = &mut parts.issue_types {
            types.sort_by(|a, b| a.reference.cmp(&b.reference));
        }
        let fingerprint = super::fingerprint::of_snapshot(&parts);
        Some(Self { parts, fingerprint })
    }

    /// The scope.
    #[must_use]
    pub fn scope(&self) -> &RunScope {
        &self.parts.scope
    }

    /// The identities.
    #[must_use]
    pub fn bindings(&self) -> &Bindings {
        &self.parts.bindings
    }

    /// The Project's fields, by reference.
    #[must_use]
    pub fn fields(&self) -> &[ProjectField] {
        &self.parts.fields
    }

    /// What was seen of a requested issue; `None` outside the scope.
    #[must_use]
    pub fn issue(&self, number: IssueNumber) -> Option<&IssueObservation> {
        self.parts.issues.get(&number)
    }

    /// The observations, by issue.
    pub fn issues(&self) -> impl Iterator<Item = (IssueNumber, &IssueObservation)> {
        self.parts.issues.iter().map(|(number, observation)| (*number, observation))
    }

    /// The complete relationships of the requested issues, by issue.
    pub fn relationships(&self) -> impl Iterator<Item = (IssueNumber, &super::Relationships)> {
        self.issues().filter_map(|(number, observation)| match observation {
            IssueObservation::Present(item) => match &item.parts().relationships {
                RelationshipsState::Complete(relationships) => Some((number, relationships)),
                RelationshipsState::Deferred(_) => None,
            },
            IssueObservation::Missing(_) => None,
        })
    }

    /// Whether the items showed this number as an issue of the repository.
    #[must_use]
    pub fn has_seen(&self, number: IssueNumber) -> bool {
        self.parts.seen.contains(&number)
    }

    /// The repository's issue types, where they were asked for.
    #[must_use]
    pub fn issue_types(&self) -> Option<&[IssueType]> {
        self.parts.issue_types.as_deref()
    }

    /// The checks of the pull requests, where they were asked for.
    #[must_use]
    pub fn checks(&self) -> Option<&Checks> {
        self.parts.checks.as_ref()
    }

    /// What was complete.
    #[must_use]
    pub fn completeness(&self) -> Completeness {
        self.parts.completeness
    }

    /// What it cost.
    #[must_use]
    pub fn accounting(&self) -> Accounting {
        self.parts.accounting.clone()
    }

    /// SHA-256 over the normalised planning inputs (decision 7): 64
    /// hexadecimal digits.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}
