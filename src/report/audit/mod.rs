//! The report of an audit: what came of each issue, and of all of them together
//! (contract parts 8.4 and 8.5). Holds numbers, counts, codes and paths; no
//! value, name, owner or repository (decision 92).

mod counts;
pub(super) mod html;
mod issue;
pub(super) mod markdown;
pub(super) mod overview;
pub(super) mod public;
pub(super) mod text;

pub(super) use counts::{KINDS, kind_of};
pub use counts::{OperationCounts, counted_as};
pub use html::html;
pub use issue::{AuditedIssue, IssueStatus};
pub use markdown::{PRINTED, SUMMARY_BYTES, markdown};
pub use text::text;

use super::{Conclusion, Report, json};
use crate::diagnostic::{ExitClass, Failure, FailureClass};
use crate::observed::Checks;
use overview::Overview;

/// How an audit ended as a whole (decision 97).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditStatus {
    /// Each issue was judged, and none has an error.
    Success,
    /// No issue has an error, and one at least was deferred.
    Deferred,
    /// An issue has an error, or nothing could be read.
    Error,
}

impl AuditStatus {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Success, Self::Deferred, Self::Error];

    /// The word used in the report.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Deferred => "deferred",
            Self::Error => "error",
        }
    }
}

/// What lets a plan or an audit end with an exit code other than 0 (decision 82).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailOn {
    /// An issue with an error, or one that was deferred.
    #[default]
    Error,
    /// These, or an issue that differs from what it declares.
    Drift,
    /// No issue at all. A run without a result fails all the same.
    Never,
}

impl FailOn {
    /// All.
    pub const ALL: [Self; 3] = [Self::Error, Self::Drift, Self::Never];

    /// The word used for the option.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Drift => "drift",
            Self::Never => "never",
        }
    }

    /// How a run of one issue ends that has a result: only drift, a plan that
    /// can not be carried out included, is ever more than a result.
    #[must_use]
    pub fn exit_of_plan(self, conclusion: &Conclusion) -> ExitClass {
        let differs = |report: &Report| report.operations() > 0 || !report.is_executable();
        match conclusion.report() {
            Some(report) if self == Self::Drift && differs(report) => ExitClass::Difference,
            _ => ExitClass::Complete,
        }
    }

    /// How a run of one issue ends that has none: as its failure does, unless
    /// it is the issue's and nobody wants to be failed by one.
    #[must_use]
    pub fn exit_without_plan(self, failure: &Failure, is_of_issue: bool) -> ExitClass {
        if self == Self::Never && is_of_issue { ExitClass::Complete } else { failure.class().exit() }
    }

    /// The choice of this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fail_on| fail_on.as_str() == word)
    }
}

/// What an audit cost and came across.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// REST requests sent.
    pub rest_requests: u64,
    /// GraphQL requests sent.
    pub graphql_requests: u64,
    /// REST answers that a further scope took from the first one's read.
    pub rest_cache_hits: u64,
    /// REST requests that asked whether an answer changed.
    pub conditional_requests: u64,
    /// Answers that another reader's requests brought at the same time.
    pub coalesced_requests: u64,
    /// Scopes of at most 100 issues.
    pub scopes: u64,
    /// Pages of all lists.
    pub pages: u64,
    /// Decoded bytes of all answers.
    pub response_bytes: u64,
    /// Items of the Project, of any kind and any repository; `None` where they
    /// were not all read.
    pub items: Option<u64>,
    /// Those of the items that the credential can not read: issues among them
    /// have no entry. `None` where the items were not all read.
    pub unreadable_items: Option<u64>,
}

impl Evidence {
    /// Adds what another audit cost.
    pub(super) fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.rest_requests, other.rest_requests),
            (&mut self.graphql_requests, other.graphql_requests),
            (&mut self.rest_cache_hits, other.rest_cache_hits),
            (&mut self.conditional_requests, other.conditional_requests),
            (&mut self.coalesced_requests, other.coalesced_requests),
            (&mut self.scopes, other.scopes),
            (&mut self.pages, other.pages),
            (&mut self.response_bytes, other.response_bytes),
        ];
        for (own, more) in pairs {
            *own = own.saturating_add(more);
        }
        let known = [(&mut self.items, other.items), (&mut self.unreadable_items, other.unreadable_items)];
        for (own, more) in known {
            *own = own.map_or(more, |own| Some(own.saturating_add(more.unwrap_or(0))));
        }
    }
}

/// The report of one audit.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditReport {
    issues: Vec<AuditedIssue>,
    /// Which repository and Project, as a digest that tells neither.
    scope_id: Option<String>,
    evidence: Evidence,
    checks: Option<Checks>,
    failure: Option<Failure>,
}

impl AuditReport {
    /// The report of an audit that judged these issues. `scope_id` are 64
    /// hexadecimal digits that stand for repository and Project.
    #[must_use]
    pub fn new(mut issues: Vec<AuditedIssue>, scope_id: &str, evidence: Evidence) -> Self {
        issues.sort_by_key(AuditedIssue::number);
        Self { issues, scope_id: Some(scope_id.to_owned()), evidence, checks: None, failure: None }
    }

    /// The report of an audit that ended without a result: no issue, no
    /// evidence (contract part 8.5).
    #[must_use]
    pub fn failed(failure: Failure) -> Self {
        let evidence = Evidence::default();
        Self { issues: Vec::new(), scope_id: None, evidence, checks: None, failure: Some(failure) }
    }

    /// The same report, with the checks of the repository's pull requests.
    #[must_use]
    pub fn with_checks(self, checks: Option<Checks>) -> Self {
        Self { checks, ..self }
    }

    /// The checks of the repository's pull requests, where they were asked for.
    #[must_use]
    pub fn checks(&self) -> Option<&Checks> {
        self.checks.as_ref()
    }

    /// How it ended as a whole.
    #[must_use]
    pub fn status(&self) -> AuditStatus {
        let has = |status| self.issues.iter().any(|issue| issue.status == status);
        match &self.failure {
            Some(failure) if failure.class() == FailureClass::Deferred => AuditStatus::Deferred,
            Some(_) => AuditStatus::Error,
            None if has(IssueStatus::Error) => AuditStatus::Error,
            None if has(IssueStatus::Deferred) => AuditStatus::Deferred,
            None => AuditStatus::Success,
        }
    }

    /// The class of what went wrong, if anything did.
    #[must_use]
    pub fn failure_class(&self) -> Option<FailureClass> {
        match (&self.failure, self.status()) {
            (Some(failure), _) => Some(failure.class()),
            (None, AuditStatus::Error) => Some(FailureClass::Invariant),
            (None, AuditStatus::Deferred) => Some(FailureClass::Deferred),
            (None, AuditStatus::Success) => None,
        }
    }

    /// How a run ends with it (decisions 80, 82 and 97).
    #[must_use]
    pub fn exit(&self, fail_on: FailOn) -> ExitClass {
        match (self.failure_class(), fail_on) {
            (_, FailOn::Never) if self.failure.is_none() => ExitClass::Complete,
            (Some(class), _) => class.exit(),
            (None, FailOn::Drift) if self.count(IssueStatus::Drift) > 0 => ExitClass::Difference,
            (None, _) => ExitClass::Complete,
        }
    }

    /// Why there is no result.
    #[must_use]
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The issues, by number.
    #[must_use]
    pub fn issues(&self) -> &[AuditedIssue] {
        &self.issues
    }

    /// How many issues have this status.
    #[must_use]
    pub fn count(&self, status: IssueStatus) -> usize {
        self.issues.iter().filter(|issue| issue.status == status).count()
    }

    /// How many issues differ from what they declare: something would change in
    /// them, whatever else is said of them.
    #[must_use]
    pub fn differing(&self) -> usize {
        self.issues.iter().filter(|issue| issue.counts.total() > 0).count()
    }

    /// The operations of all issues by kind.
    #[must_use]
    pub fn totals(&self) -> OperationCounts {
        Overview::of(self).totals()
    }

    /// What it cost.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// 64 hexadecimal digits that stand for repository and Project, where they
    /// could be read: the same for every audit of the two.
    #[must_use]
    pub fn scope_id(&self) -> Option<&str> {
        self.scope_id.as_deref()
    }

    /// The report as one line of JSON without its end.
    #[must_use]
    pub fn object(&self) -> String {
        json::line(self)
    }
}
