//! The runs of a commit: check runs, and workflow runs of Actions.

use serde::Deserialize;

use super::{Member, RepositoryReference, Str};

/// The answer of `GET …/check-runs`.
#[derive(Deserialize)]
pub(in crate::github) struct CheckRuns<'body> {
    /// How many there are on all pages.
    pub(in crate::github) total_count: u64,
    /// Those of this page.
    #[serde(borrow)]
    pub(in crate::github) check_runs: Vec<Run<'body>>,
}

/// The answer of `GET …/actions/runs`.
#[derive(Deserialize)]
pub(in crate::github) struct WorkflowRuns<'body> {
    /// How many there are on all pages.
    pub(in crate::github) total_count: u64,
    /// Those of this page.
    #[serde(borrow)]
    pub(in crate::github) workflow_runs: Vec<Run<'body>>,
}

/// A check run or a workflow run.
#[derive(Deserialize)]
pub(in crate::github) struct Run<'body> {
    /// The numeric id.
    pub(in crate::github) id: u64,
    /// The commit it ran for.
    #[serde(borrow)]
    pub(in crate::github) head_sha: Str<'body>,
    /// How it ended; null while it has not, never left out.
    #[serde(borrow, default)]
    pub(in crate::github) conclusion: Member<Str<'body>>,
    /// The repository of a workflow run; check runs have none.
    #[serde(borrow, default)]
    pub(in crate::github) repository: Member<RepositoryReference<'body>>,
}
