//! The outputs of the Action.

use std::fmt::Write as _;

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
                "`success` for a complete result, `error`, `deferred`, or `skipped` where there was nothing to do or no token."
            }
            Self::Executable => "`true` for a plan of one issue that can be carried out, otherwise `false`.",
            Self::PlanId => "The identity of the plan of one issue: 64 hexadecimal digits.",
            Self::OperationCount => "How many operations were planned, over all issues.",
            Self::ReportPath => "The result as JSON: absolute path of `plan.json` or `audit.json`.",
            Self::SummaryPath => "The result as Markdown, without a bound: absolute path of `summary.md`.",
            Self::DriftCount => "How many issues differ from what they declare.",
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

/// The outputs as a Markdown table, as the documents print it.
#[must_use]
pub fn outputs_table() -> String {
    let mut table = String::from("| Output | What it says |\n| --- | --- |\n");
    for output in Output::ALL {
        let _ = writeln!(table, "| `{}` | {} |", output.name(), output.description());
    }
    table
}
