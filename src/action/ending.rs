//! What a run leaves behind, before it is handed to the runner.

use super::outputs::{Outputs, Status};
use crate::diagnostic::{Code, Diagnostic, ExitClass, Face, Failure, Notice};
use crate::report::{
    self, AuditReport, AuditStatus, AuditedIssue, Colour, Comparison, ComparisonStatus, Conclusion, Evidence,
    FailOn,
};
use crate::run::Blame;
use crate::scope::{Budgets, IssueNumber};

/// The files of the folder that keeps a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Documents {
    /// `plan.json`, `audit.json` or `comparison.json`.
    pub(super) name: &'static str,
    pub(super) result: String,
    /// Markdown: of one issue all of it, of an audit what one summary may have.
    pub(super) summary: String,
    /// The same for a browser, with all issues.
    pub(super) page: String,
    pub(super) evidence: String,
}

/// How a run ended, in the words of the runner's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub(super) outputs: Outputs,
    pub(super) exit: ExitClass,
    /// What a reader of the log is told.
    pub(super) log: String,
    /// The codes of the one error annotation.
    pub(super) errors: Vec<Code>,
    /// The codes of the one notice annotation.
    pub(super) notices: Vec<Code>,
    /// None where there was nothing to do.
    pub(super) documents: Option<Documents>,
}

impl Ending {
    /// There was nothing to do, for this reason.
    #[must_use]
    pub fn skipped(reason: Code) -> Self {
        Self {
            outputs: Outputs::of(Status::Skipped),
            exit: ExitClass::Complete,
            log: format!("{}: {}\n", reason.as_str(), reason.message()),
            errors: Vec::new(),
            notices: vec![reason],
            documents: None,
        }
    }

    /// The inputs are not valid, so that nothing was done.
    pub(super) fn refused(failure: &Failure) -> Self {
        Self {
            outputs: Outputs::of_failure(failure),
            exit: failure.class().exit(),
            log: report::failure_text(failure, Colour::Never, Face::Action),
            errors: failure.diagnostics().map(Diagnostic::code).collect(),
            notices: Vec::new(),
            documents: None,
        }
    }

    /// One issue was judged. A plan that can not be carried out is a result
    /// and an error annotation (decision 81).
    pub(super) fn planned(
        issue: IssueNumber,
        conclusion: &Conclusion,
        spent: Spent,
        fail_on: FailOn,
    ) -> Self {
        let mut outputs = Outputs::of(Status::Success);
        let mut errors = Vec::new();
        let operations = conclusion.report().map_or(0, report::Report::operations);
        outputs = outputs.counted(operations, usize::from(operations > 0));
        if let Some(report) = conclusion.report() {
            outputs = outputs.planned(report.plan_id(), report.is_executable());
            errors = report.diagnostics().iter().map(Diagnostic::code).collect();
        }
        Self {
            outputs,
            exit: fail_on.exit_of_plan(conclusion),
            log: report::text(issue, conclusion, Colour::Never, Face::Action),
            errors,
            notices: conclusion.notices().iter().map(Notice::code).collect(),
            documents: Some(Documents {
                name: "plan.json",
                result: format!("{}\n", conclusion.object()),
                summary: format!("{}{}", report::markdown(issue, conclusion, Face::Action), spent.markdown()),
                page: report::html(issue, conclusion, Some((&spent.evidence, &spent.budgets)), Face::Action),
                evidence: spent.json(),
            }),
        }
    }

    /// One issue could not be judged.
    pub(super) fn failed(failure: &Failure, blame: Blame, spent: Spent, fail_on: FailOn) -> Self {
        Self {
            exit: fail_on.exit_without_plan(failure, blame == Blame::Issue),
            documents: Some(Documents {
                name: "plan.json",
                result: format!("{}\n", report::failure_object(failure)),
                summary: format!("{}{}", report::failure_markdown(failure, Face::Action), spent.markdown()),
                page: spent.page(failure),
                evidence: spent.json(),
            }),
            ..Self::refused(failure)
        }
    }

    /// A backlog could not be audited. The report has no evidence then (contract
    /// part 8.5), the file beside it tells what was sent.
    pub(super) fn unaudited(failure: &Failure, evidence: Evidence) -> Self {
        let (page, cost) =
            (report::failure_markdown(failure, Face::Action), report::spent_in_vain(&evidence));
        Self {
            documents: Some(Documents {
                name: "audit.json",
                result: format!("{}\n", AuditReport::failed(failure.clone()).object()),
                summary: format!("{page}\n{cost}\n"),
                page: report::failure_html(failure, Some((&evidence, None)), Face::Action),
                evidence: format!("{}\n", report::object(&evidence)),
            }),
            ..Self::refused(failure)
        }
    }

    /// A backlog was audited. `whole` says where all issues are.
    pub(super) fn audited(audit: &AuditReport, whole: &str, fail_on: FailOn) -> Self {
        let ending = Self::judged(audit);
        Self {
            exit: audit.exit(fail_on),
            documents: Some(Documents {
                name: "audit.json",
                result: format!("{}\n", audit.object()),
                summary: report::audit_markdown(audit, Face::Action, whole),
                page: report::audit_html(audit, Face::Action),
                evidence: format!("{}\n", report::object(audit.evidence())),
            }),
            ..ending
        }
    }

    /// What both readers plan was compared, or a side of it could not be read.
    pub(super) fn compared(comparison: &Comparison, fail_on: FailOn) -> Self {
        let status = match comparison.status() {
            ComparisonStatus::Equal => Status::Equal,
            ComparisonStatus::Different => Status::Different,
            ComparisonStatus::Deferred => Status::Deferred,
            ComparisonStatus::Error => Status::Error,
        };
        let is_excused = fail_on == FailOn::Never && status == Status::Different;
        let findings = || comparison.failures().map(Failure::first);
        Self {
            outputs: findings().fold(Outputs::of(status), Outputs::limited_by),
            exit: if is_excused { ExitClass::Complete } else { comparison.exit() },
            log: report::comparison_text(comparison, Colour::Never, Face::Action),
            errors: findings().map(Diagnostic::code).collect(),
            notices: Vec::new(),
            documents: Some(Documents {
                name: "comparison.json",
                result: format!("{}\n", comparison.object()),
                summary: report::comparison_markdown(comparison, Face::Action),
                page: report::comparison_html(comparison, Face::Action),
                evidence: format!("{}\n", comparison.evidence_object()),
            }),
        }
    }

    /// There was nothing to compare: what is named can not be used.
    pub(super) fn uncompared(failure: &Failure) -> Self {
        Self {
            documents: Some(Documents {
                name: "comparison.json",
                result: format!("{}\n", report::failure_object(failure)),
                summary: report::failure_markdown(failure, Face::Action),
                page: report::failure_html(failure, None, Face::Action),
                evidence: "{}\n".to_owned(),
            }),
            ..Self::refused(failure)
        }
    }

    /// Every issue was judged or deferred.
    fn judged(audit: &AuditReport) -> Self {
        let status = match audit.status() {
            AuditStatus::Success => Status::Success,
            AuditStatus::Deferred => Status::Deferred,
            AuditStatus::Error => Status::Error,
        };
        let operations = usize::try_from(audit.totals().total()).unwrap_or(usize::MAX);
        let outputs = Outputs::of(status).counted(operations, audit.differing());
        let findings = || audit.issues().iter().flat_map(AuditedIssue::diagnostics);
        let notices = audit.issues().iter().flat_map(AuditedIssue::notices);
        Self {
            outputs: findings().fold(outputs, Outputs::limited_by),
            exit: ExitClass::Complete,
            log: report::audit_text(audit, Colour::Never, Face::Action),
            errors: findings().map(Diagnostic::code).collect(),
            notices: notices.map(Notice::code).collect(),
            documents: None,
        }
    }
}

/// What a run of one issue cost, and what it might have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    pub(super) evidence: Evidence,
    pub(super) budgets: Budgets,
}

impl Spent {
    fn json(&self) -> String {
        format!("{}\n", report::object(&self.evidence))
    }

    fn page(&self, failure: &Failure) -> String {
        report::failure_html(failure, Some((&self.evidence, Some(&self.budgets))), Face::Action)
    }

    fn markdown(&self) -> String {
        format!("\n{}\n", report::spent(&self.evidence, &self.budgets))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Detail, Path, RateResource};

    #[test]
    fn an_audit_with_errors_tells_that_something_was_deferred() {
        let issue =
            |number, failure: Failure| AuditedIssue::failed(IssueNumber::new(number).unwrap(), &failure);
        let detail = Detail::Rate { resource: RateResource::Graphql, reset: None };
        let deferral = || Failure::from(Diagnostic::new(Code::Rate001, Path::root()).with(detail));
        let issues = vec![issue(1, deferral()), issue(2, Failure::of(Code::Contract001))];
        let audit = AuditReport::new(issues, &"0".repeat(64), Evidence::default());
        let ending = Ending::audited(&audit, "the artifact", FailOn::Error);
        let expected = Outputs::of(Status::Error).counted(0, 0).limited_by(deferral().first());
        assert_eq!((ending.outputs, ending.exit), (expected, ExitClass::Invariant));
        assert_eq!(ending.errors, [Code::Rate001, Code::Contract001]);
        assert!(ending.documents.is_some_and(|documents| documents.name == "audit.json"));
    }
}
