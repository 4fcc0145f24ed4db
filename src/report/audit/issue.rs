//! What came of one issue of an audit.

use super::counts::OperationCounts;
use crate::diagnostic::{Code, Diagnostic, Failure, Notice};
use crate::plan::Plan;
use crate::report::Outcome;
use crate::report::relations::{Relation, relations};
use crate::scope::IssueNumber;

/// How an audited issue ended. The worst comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IssueStatus {
    /// Something is wrong with the issue: its contract, or what it declares.
    Error,
    /// Something could not be afforded, and nothing else is wrong.
    Deferred,
    /// There is something to change.
    Drift,
    /// The issue has no item in the Project.
    Absent,
    /// The body has no contract.
    NoContract,
    /// The item is archived.
    Archived,
    /// Everything is as declared.
    Converged,
}

impl IssueStatus {
    /// All, the worst first.
    pub const ALL: [Self; 7] = [
        Self::Error,
        Self::Deferred,
        Self::Drift,
        Self::Absent,
        Self::NoContract,
        Self::Archived,
        Self::Converged,
    ];

    /// The word used in the report.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Deferred => "deferred",
            Self::Drift => "drift",
            Self::Absent => "absent",
            Self::NoContract => "no_contract",
            Self::Archived => "archived",
            Self::Converged => "converged",
        }
    }
}

/// One issue of an audit: its number, its status, counts and codes.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditedIssue {
    pub(in crate::report) number: IssueNumber,
    pub(in crate::report) status: IssueStatus,
    pub(in crate::report) counts: OperationCounts,
    pub(in crate::report) plan_id: Option<String>,
    pub(in crate::report) diagnostics: Vec<Diagnostic>,
    pub(in crate::report) notices: Vec<Notice>,
    /// For people, and not part of the JSON: unknown of a report that was read
    /// from a file.
    pub(in crate::report) relations: Vec<Relation>,
}

impl AuditedIssue {
    /// An issue with a plan. `notices` are those of the reading; the plan's own
    /// follow them.
    #[must_use]
    pub fn planned(number: IssueNumber, plan: &Plan, notices: &[Notice]) -> Self {
        let counts = OperationCounts::of(plan.operations());
        let diagnostics = plan.diagnostics().to_vec();
        Self {
            number,
            status: status_with_plan(&diagnostics, &counts),
            counts,
            plan_id: Some(plan.id().to_owned()),
            diagnostics,
            notices: notices.iter().chain(plan.notices()).cloned().collect(),
            relations: relations(plan),
        }
    }

    /// An issue that could not be planned, for this reason.
    #[must_use]
    pub fn failed(number: IssueNumber, failure: &Failure) -> Self {
        let diagnostics = Diagnostic::sorted(failure.diagnostics().cloned().collect());
        Self {
            number,
            status: status_of(&diagnostics).unwrap_or(IssueStatus::Error),
            counts: OperationCounts::default(),
            plan_id: None,
            diagnostics,
            notices: Vec::new(),
            relations: Vec::new(),
        }
    }

    /// An issue for which nothing is to be planned.
    #[must_use]
    pub fn without_plan(number: IssueNumber, outcome: Outcome, notices: Vec<Notice>) -> Self {
        let status = match outcome {
            Outcome::Planned => IssueStatus::Converged,
            Outcome::NoContract => IssueStatus::NoContract,
            Outcome::Absent => IssueStatus::Absent,
            Outcome::Archived => IssueStatus::Archived,
        };
        let counts = OperationCounts::default();
        Self {
            number,
            status,
            counts,
            plan_id: None,
            diagnostics: Vec::new(),
            notices,
            relations: Vec::new(),
        }
    }

    /// Whether status, counts, plan and findings can be those of one issue.
    pub(in crate::report) fn is_consistent(&self) -> bool {
        if self.plan_id.is_some() {
            return self.status == status_with_plan(&self.diagnostics, &self.counts);
        }
        let judged = status_of(&self.diagnostics);
        self.counts.total() == 0
            && match self.status {
                IssueStatus::Error | IssueStatus::Deferred => judged == Some(self.status),
                IssueStatus::Absent | IssueStatus::NoContract | IssueStatus::Archived => judged.is_none(),
                IssueStatus::Drift | IssueStatus::Converged => false,
            }
    }

    /// The number.
    #[must_use]
    pub fn number(&self) -> IssueNumber {
        self.number
    }

    /// How it ended.
    #[must_use]
    pub fn status(&self) -> IssueStatus {
        self.status
    }

    /// Its operations by kind.
    #[must_use]
    pub fn counts(&self) -> &OperationCounts {
        &self.counts
    }

    /// The identity of its plan, where there is one.
    #[must_use]
    pub fn plan_id(&self) -> Option<&str> {
        self.plan_id.as_deref()
    }

    /// Its findings, by code, then path.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Its notices.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }
}

/// What findings and operations make of an issue with a plan.
fn status_with_plan(diagnostics: &[Diagnostic], counts: &OperationCounts) -> IssueStatus {
    let agreed = if counts.total() == 0 { IssueStatus::Converged } else { IssueStatus::Drift };
    status_of(diagnostics).unwrap_or(agreed)
}

/// What findings make of an issue (contract part 8.4); `None` without any.
fn status_of(diagnostics: &[Diagnostic]) -> Option<IssueStatus> {
    if diagnostics.iter().any(|finding| finding.code() != Code::Rate001) {
        Some(IssueStatus::Error)
    } else {
        (!diagnostics.is_empty()).then_some(IssueStatus::Deferred)
    }
}
