//! The outputs of the Action: what may be said, and how it is handed over.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::artifact::ArtifactName;
use crate::diagnostic::{Detail, Diagnostic, Failure, FailureClass};
use crate::scope::text;

/// An output of the Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Output {
    /// How the run ended.
    Status,
    /// Whether there is a plan that can be carried out.
    Executable,
    /// The identity of the plan.
    PlanId,
    /// How many operations were planned.
    OperationCount,
    /// The result as JSON.
    ReportPath,
    /// The result as Markdown.
    SummaryPath,
    /// How many issues differ from what they declare.
    DriftCount,
    /// Whether a budget or reserve ended the run.
    Deferred,
    /// Which limit that was.
    Resource,
    /// When it is reset.
    ResetMinute,
    /// The folder that the artifact is made of.
    ArtifactPath,
    /// The name of the artifact.
    ArtifactName,
}

impl Output {
    /// All outputs, in the order of the documents.
    pub const ALL: [Self; 12] = [
        Self::Status,
        Self::Executable,
        Self::PlanId,
        Self::OperationCount,
        Self::ReportPath,
        Self::SummaryPath,
        Self::DriftCount,
        Self::Deferred,
        Self::Resource,
        Self::ResetMinute,
        Self::ArtifactPath,
        Self::ArtifactName,
    ];

    /// The name, as in `steps.ID.outputs`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Executable => "executable",
            Self::PlanId => "plan-id",
            Self::OperationCount => "operation-count",
            Self::ReportPath => "report-path",
            Self::SummaryPath => "summary-path",
            Self::DriftCount => "drift-count",
            Self::Deferred => "deferred",
            Self::Resource => "resource",
            Self::ResetMinute => "reset-minute",
            Self::ArtifactPath => "artifact-path",
            Self::ArtifactName => "artifact-name",
        }
    }

    /// What it says, in one or two sentences.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Status => {
                "`success` for a complete result, `equal` or `different` for a comparison, `error`, `deferred`, or `skipped` where there was nothing to do or no token."
            }
            Self::Executable => "`true` for a plan of one issue that can be carried out, otherwise `false`.",
            Self::PlanId => "The identity of the plan of one issue: 64 hexadecimal digits.",
            Self::OperationCount => "How many operations were planned, over all issues.",
            Self::ReportPath => {
                "The result as JSON: absolute path of `plan.json`, `audit.json` or `comparison.json`."
            }
            Self::SummaryPath => "The result as Markdown: absolute path of `summary.md`.",
            Self::DriftCount => {
                "How many issues differ from what they declare, whether their plan can be carried out or not."
            }
            Self::Deferred => {
                "`true` where a rate reserve or budget would have been crossed, otherwise `false`."
            }
            Self::Resource => "Which limit that was: `rest`, `graphql` or `secondary`.",
            Self::ResetMinute => {
                "When it is reset: seconds since 1970, a multiple of 60; empty where GitHub did not tell."
            }
            Self::ArtifactPath => "The folder that the artifact is made of; empty without an artifact.",
            Self::ArtifactName => "The name of the artifact; empty without one.",
        }
    }
}

/// How a run ended, as the output `status` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// A complete result.
    Success,
    /// Both readers plan the same.
    Equal,
    /// They do not.
    Different,
    /// None.
    Error,
    /// A reserve or budget would have been crossed.
    Deferred,
    /// There was nothing to do, or no token.
    Skipped,
}

impl Status {
    fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Equal => "equal",
            Self::Different => "different",
            Self::Error => "error",
            Self::Deferred => "deferred",
            Self::Skipped => "skipped",
        }
    }
}

/// The values of a run's outputs. Each is of an alphabet of its own: words of
/// this program, digits, hexadecimal digits, paths of the runner. What is not
/// known is left out and reads as empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outputs(BTreeMap<Output, String>);

impl Outputs {
    /// Outputs that say how the run ended and nothing more.
    pub(super) fn of(status: Status) -> Self {
        let mut outputs = Self(BTreeMap::new());
        outputs.set(Output::Status, status.as_str());
        outputs.set(Output::Executable, "false");
        outputs.set(Output::Deferred, if status == Status::Deferred { "true" } else { "false" });
        outputs
    }

    /// The outputs of a run without a result.
    pub(super) fn of_failure(failure: &Failure) -> Self {
        match failure.class() {
            FailureClass::Deferred => Self::of(Status::Deferred).limited_by(failure.first()),
            _ => Self::of(Status::Error),
        }
    }

    /// The same outputs with what a finding says of a limit: that one was
    /// reached, which, and when it is reset, as far as it says so.
    pub(super) fn limited_by(mut self, finding: &Diagnostic) -> Self {
        if finding.code().class() == FailureClass::Deferred {
            self.set(Output::Deferred, "true");
        }
        if let Some(Detail::Rate { resource, reset }) = finding.detail() {
            self.set(Output::Resource, resource.as_str());
            if let Some(reset) = reset {
                self.set(Output::ResetMinute, &reset.to_string());
            }
        }
        self
    }

    /// The same outputs of a run that could not deliver all of its result:
    /// nothing may be carried out on them.
    pub(super) fn unreliable(mut self) -> Self {
        self.set(Output::Status, Status::Error.as_str());
        self.set(Output::Executable, "false");
        self
    }

    /// The same outputs with how many operations were planned and how many
    /// issues have any.
    pub(super) fn counted(mut self, operations: usize, drifting: usize) -> Self {
        self.set(Output::OperationCount, &operations.to_string());
        self.set(Output::DriftCount, &drifting.to_string());
        self
    }

    /// The same outputs with a plan. What is no identity of one is left out.
    pub(super) fn planned(mut self, plan_id: &str, is_executable: bool) -> Self {
        let is_digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
        if plan_id.len() == 64 && plan_id.bytes().all(is_digit) {
            self.set(Output::PlanId, plan_id);
            self.set(Output::Executable, if is_executable { "true" } else { "false" });
        }
        self
    }

    /// The same outputs with a path. One that is not absolute, not UTF-8 or
    /// has control characters is left out.
    pub(super) fn located(mut self, output: Output, path: &Path) -> Self {
        let text = path.to_str().filter(|text| path.is_absolute() && !text::has_control(text));
        if let Some(text) = text {
            self.set(output, text);
        }
        self
    }

    /// The same outputs with the name of the artifact.
    pub(super) fn named(mut self, name: &ArtifactName) -> Self {
        self.set(Output::ArtifactName, name.as_str());
        self
    }

    fn set(&mut self, output: Output, value: &str) {
        self.0.insert(output, value.to_owned());
    }

    /// The text for the runner's file: each value between two lines that hold a
    /// delimiter, which nobody can foresee and no value contains.
    pub(super) fn text(&self, delimiter: &str) -> String {
        let mut text = String::new();
        for (output, value) in &self.0 {
            let _ = writeln!(text, "{}<<{delimiter}\n{value}\n{delimiter}", output.name());
        }
        text
    }
}

/// The outputs as a Markdown table, as the documents print it.
#[must_use]
pub fn outputs_table() -> String {
    let mut table = String::from("| Output | What it says |\n| --- | --- |\n");
    for output in Output::ALL {
        let _ = writeln!(table, "| `{}` | {} |", output.name(), output.description());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Path as Place, RateResource};

    fn pairs(outputs: &Outputs) -> Vec<(&'static str, &str)> {
        outputs.0.iter().map(|(output, value)| (output.name(), value.as_str())).collect()
    }

    #[test]
    fn existing_consumers_keep_their_outputs() {
        let names = Output::ALL.map(Output::name);
        for name in ["status", "executable", "plan-id", "operation-count", "report-path"] {
            assert!(names.contains(&name), "{name}");
        }
    }

    #[test]
    fn trap_own_03_executable_is_true_only_for_a_plan_that_can_be_carried_out() {
        let executable = |outputs: &Outputs| outputs.0[&Output::Executable] == "true";
        let success = Outputs::of(Status::Success);
        assert!(!executable(&success), "success alone is no plan");
        let id = "0123456789abcdef".repeat(4);
        assert!(executable(&success.clone().planned(&id, true)));
        assert!(!executable(&success.clone().planned(&id, false)));
        for bad in ["", "x", &"A".repeat(64), &"a".repeat(63), &format!("{}\n", "a".repeat(63))] {
            assert_eq!(success.clone().planned(bad, true), success, "{bad:?}");
        }
    }

    #[test]
    fn a_deferred_run_names_the_limit_and_the_minute_if_it_is_known() {
        let deferred = |reset| {
            let detail = Detail::Rate { resource: RateResource::Graphql, reset };
            Outputs::of_failure(&Failure::from(Diagnostic::new(Code::Rate001, Place::root()).with(detail)))
        };
        let common = [("status", "deferred"), ("executable", "false"), ("deferred", "true")];
        let with = |more: &[(&'static str, &'static str)]| [common.as_slice(), more].concat();
        assert_eq!(pairs(&deferred(None)), with(&[("resource", "graphql")]));
        let minute = [("resource", "graphql"), ("reset-minute", "1900000020")];
        assert_eq!(pairs(&deferred(Some(1_900_000_020))), with(&minute));
        assert_eq!(pairs(&Outputs::of_failure(&Failure::of(Code::Rate001))), with(&[]));
        let error = Outputs::of_failure(&Failure::of(Code::Policy001));
        assert_eq!(pairs(&error), [("status", "error"), ("executable", "false"), ("deferred", "false")]);
    }

    #[test]
    fn b67_a_value_can_not_become_another_output() {
        let hostile = Path::new("/a\nexecutable<<x\ntrue\nx");
        let success = Outputs::of(Status::Success);
        assert_eq!(success.clone().located(Output::ReportPath, hostile), success);
        assert_eq!(success.clone().located(Output::ReportPath, Path::new("relative")), success);
        let text = success.located(Output::ReportPath, Path::new("/a b/plan.json")).text("END");
        assert_eq!(
            text,
            "status<<END\nsuccess\nEND\nexecutable<<END\nfalse\nEND\nreport-path<<END\n/a b/plan.json\nEND\n\
             deferred<<END\nfalse\nEND\n"
        );
    }
}
