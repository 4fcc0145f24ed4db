//! The result object of a run (decision 93, contract part 7.1).

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::checks::ChecksObject;
use super::json;
use super::model::Report;
use super::public::{Place, Remark};
use crate::diagnostic::{Detail, Diagnostic, Failure, Notice, Path, Stage};
use crate::observed::Checks;

/// How one issue ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a plan.
    Planned,
    /// The body has no contract (decision 10).
    NoContract,
    /// The issue has no item in the Project (decision 30).
    Absent,
    /// The item is archived (decision 34).
    Archived,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 4] = [Self::Planned, Self::NoContract, Self::Absent, Self::Archived];

    /// The word used in the result object.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::NoContract => "no_contract",
            Self::Absent => "absent",
            Self::Archived => "archived",
        }
    }
}

/// What may be shown of one issue. Serialises as the result object:
/// `{"status","outcome","report"?,"notices","checks"?}`, where `report` is there
/// when planned and then holds the same notices, and `checks` where they were
/// asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Conclusion {
    outcome: Outcome,
    report: Option<Report>,
    notices: Vec<Notice>,
    checks: Option<Checks>,
}

impl Conclusion {
    /// An issue with a plan.
    #[must_use]
    pub fn planned(report: Report) -> Self {
        let notices = report.notices().to_vec();
        Self { outcome: Outcome::Planned, report: Some(report), notices, checks: None }
    }

    /// An issue whose body has no contract.
    #[must_use]
    pub fn no_contract(notices: Vec<Notice>) -> Self {
        Self { outcome: Outcome::NoContract, report: None, notices, checks: None }
    }

    /// An issue without an item in the Project.
    #[must_use]
    pub fn absent(notices: Vec<Notice>) -> Self {
        Self { outcome: Outcome::Absent, report: None, notices, checks: None }
    }

    /// An issue whose item is archived.
    #[must_use]
    pub fn archived(notices: Vec<Notice>) -> Self {
        Self { outcome: Outcome::Archived, report: None, notices, checks: None }
    }

    /// The same issue, with the checks of the repository's pull requests.
    #[must_use]
    pub fn with_checks(self, checks: Option<Checks>) -> Self {
        Self { checks, ..self }
    }

    /// How the issue ended.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The report, when there is a plan.
    #[must_use]
    pub fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// The notices of the whole run.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The checks of the repository's pull requests, where they were asked for.
    #[must_use]
    pub fn checks(&self) -> Option<&Checks> {
        self.checks.as_ref()
    }

    /// The result object as one line without its end.
    #[must_use]
    pub fn object(&self) -> String {
        json::line(self)
    }
}

impl Serialize for Conclusion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Result", 5)?;
        object.serialize_field("status", "success")?;
        object.serialize_field("outcome", self.outcome.as_str())?;
        if let Some(report) = &self.report {
            object.serialize_field("report", report)?;
        }
        object.serialize_field("notices", &Remark::all(&self.notices))?;
        if let Some(checks) = &self.checks {
            object.serialize_field("checks", &ChecksObject::of(checks))?;
        }
        object.end()
    }
}

/// The most findings that a failed run prints (contract part 7.1).
pub(super) const MOST_FINDINGS: usize = 64;

/// The result object of a failed run as one line without its end:
/// `{"status":"error","failureClass","diagnostics":[…]}`, at most 64 findings.
#[must_use]
pub fn failure_object(failure: &Failure) -> String {
    json::line(&FailureObject {
        status: "error",
        failure_class: failure.class().as_str(),
        diagnostics: failure.diagnostics().take(MOST_FINDINGS).map(Finding::of).collect(),
    })
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct FailureObject<'a> {
    status: &'static str,
    failure_class: &'static str,
    diagnostics: Vec<Finding<'a>>,
}

/// `{code, message, path?, line?, column?, operation?, resource?, reset?,
/// option?, reason?}`: what is not known is left out.
#[derive(serde::Serialize)]
pub(super) struct Finding<'a> {
    code: &'static str,
    message: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(flatten)]
    place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

impl<'a> Finding<'a> {
    pub(super) fn of(diagnostic: &'a Diagnostic) -> Self {
        let (mut operation, mut resource, mut reset, mut option) = (None, None, None, None);
        match diagnostic.detail() {
            Some(Detail::Stage(stage)) => operation = Some(stage.as_str()),
            Some(Detail::Rate { resource: exhausted, reset: at }) => {
                resource = Some(exhausted.as_str());
                reset = at;
            }
            Some(Detail::Input(name) | Detail::Form { name, .. }) => option = Some(name),
            Some(Detail::PullRequest) => operation = Some(Stage::Items.as_str()),
            None => {}
        }
        // `$` says nothing where there is no document to point into.
        let points = *diagnostic.path() != Path::root() || diagnostic.position().is_some();
        Self {
            code: diagnostic.code().as_str(),
            message: diagnostic.code().message(),
            path: points.then(|| diagnostic.path().as_str()),
            place: Place::of(diagnostic.position()),
            operation,
            resource,
            reset,
            option,
            reason: diagnostic.detail().and_then(Detail::reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Position, RateResource};

    #[test]
    fn a_failed_run_prints_at_most_64_findings() {
        let entries = Path::root().member("blocks");
        let findings =
            (0..100).map(|index| Diagnostic::new(Code::Contract009, entries.index(index))).collect();
        let object = failure_object(&Failure::from_all(findings).unwrap());
        assert_eq!(object.matches("YKP-CONTRACT-009").count(), 64);
    }

    #[test]
    fn a_finding_says_what_is_known_and_nothing_else() {
        let object = |diagnostic: Diagnostic| {
            let object = failure_object(&Failure::from(diagnostic));
            let (_, finding) = object.split_once("\"message\":").unwrap();
            let (_, rest) = finding.split_once("\",").unwrap_or(("", "}]}"));
            rest.to_owned()
        };
        let plain = Diagnostic::new(Code::Rate001, Path::root());
        assert_eq!(object(plain.clone()), "}]}");
        let rate = |reset| Detail::Rate { resource: RateResource::Graphql, reset };
        assert_eq!(object(plain.clone().with(rate(None))), "\"resource\":\"graphql\"}]}");
        assert_eq!(object(plain.clone().with(rate(Some(120)))), "\"resource\":\"graphql\",\"reset\":120}]}");
        assert_eq!(object(plain.clone().with(Detail::Stage(Stage::Items))), "\"operation\":\"items\"}]}");
        let placed = plain.at(Position { line: 3, column: 5 });
        assert_eq!(object(placed), "\"path\":\"$\",\"line\":3,\"column\":5}]}");
    }
}
