//! How to go on: one call that can be made as it stands (design, *Failure
//! contract*). A repair is built from values that were checked, so that the
//! call it names is never refused for its arguments.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::catalog::ToolName;
use crate::issue::{IssuePlace, Repository};

/// Arguments that were accepted for a tool, as the client sent them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Arguments(Map<String, Value>);

/// A call, and what to do instead when it is not wanted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repair {
    next_step: &'static str,
    tool: &'static str,
    arguments: Arguments,
    #[serde(skip_serializing_if = "Option::is_none")]
    alternative: Option<&'static str>,
}

impl Arguments {
    /// Arguments that were checked against the published schema.
    #[must_use]
    pub fn checked(arguments: Map<String, Value>) -> Self {
        Self(arguments)
    }

    /// Without one of the optional ones.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let others = self.0.iter().filter(|(other, _)| other.as_str() != name);
        Self(others.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// At another place: a repository, and an issue where a number is given.
    #[must_use]
    pub fn at(&self, place: &Repository, number: Option<u64>) -> Self {
        let mut arguments = self.0.clone();
        arguments.extend(repository(place));
        arguments.extend(number.map(|number| ("issue_number".to_owned(), number.into())));
        Self(arguments)
    }

    /// The members.
    #[must_use]
    pub fn members(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// The parameters that name a repository.
fn repository(repository: &Repository) -> Map<String, Value> {
    [("owner", repository.owner()), ("repo", repository.name())]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect()
}

/// The parameters that name an issue.
fn issue(place: &IssuePlace) -> Map<String, Value> {
    let mut arguments = repository(&place.repository);
    arguments.insert("issue_number".to_owned(), place.number.into());
    arguments
}

impl Repair {
    fn new(next_step: &'static str, tool: ToolName, arguments: Map<String, Value>) -> Self {
        Self { next_step, tool: tool.as_str(), arguments: Arguments(arguments), alternative: None }
    }

    fn or(mut self, alternative: &'static str) -> Self {
        self.alternative = Some(alternative);
        self
    }

    /// Unlock, then make the call again.
    #[must_use]
    pub fn unlock(place: &IssuePlace) -> Self {
        let mut arguments = issue(place);
        arguments.insert("locked".to_owned(), false.into());
        Self::new("unlock_then_retry", ToolName::SetIssueLock, arguments)
            .or("If unlocking is not appropriate, report to the user that the thread is locked and ask how to proceed.")
    }

    /// Read the issue again, then apply the edit to what it is now.
    #[must_use]
    pub fn reread(place: &IssuePlace) -> Self {
        let mut arguments = issue(place);
        arguments.insert("include_comments".to_owned(), false.into());
        Self::new("reread_then_reapply", ToolName::GetIssue, arguments)
    }

    /// As [`reread`](Self::reread), where overwriting would do too.
    #[must_use]
    pub fn reread_or_overwrite(place: &IssuePlace) -> Self {
        Self::reread(place)
            .or("If overwriting concurrent edits is acceptable, re-call github_update_issue without expected_version.")
    }

    /// Look for the issue.
    #[must_use]
    pub fn search(place: &Repository) -> Self {
        let mut arguments = repository(place);
        arguments.insert("state".to_owned(), "all".into());
        Self::new("search_then_read", ToolName::FindIssues, arguments)
    }

    /// Make the same call at the place that the issue moved to.
    #[must_use]
    pub fn follow(tool: ToolName, arguments: &Arguments, place: &Repository, number: Option<u64>) -> Self {
        Self::new("call_at_new_place", tool, arguments.at(place, number).0)
            .or("If the move was not expected, ask the user before writing to the other repository.")
    }

    /// Start the walk again.
    #[must_use]
    pub fn restart(tool: ToolName, arguments: &Arguments) -> Self {
        Self::new("restart_without_cursor", tool, arguments.without("cursor").0)
    }

    /// Make the same call again: its key finds out what became of the first.
    #[must_use]
    pub fn same_key(tool: ToolName, arguments: &Arguments) -> Self {
        Self::new("resend_with_same_key", tool, arguments.0.clone())
    }

    /// Look whether the write took place, before it is made again.
    #[must_use]
    pub fn look_for_issue(place: &Repository) -> Self {
        let mut arguments = repository(place);
        arguments.insert("state".to_owned(), "open".into());
        Self::new("check_then_retry", ToolName::FindIssues, arguments)
            .or("Give an idempotency_key next time, so that the same call can be sent again.")
    }

    /// Look whether the comment was posted, before it is posted again.
    #[must_use]
    pub fn look_for_comment(place: &IssuePlace, since: jiff::Timestamp) -> Self {
        let mut arguments = issue(place);
        arguments.insert("updated_after".to_owned(), json!(crate::issue::second(since)));
        Self::new("check_then_retry", ToolName::ListComments, arguments)
            .or("Give an idempotency_key next time, so that the same call can be sent again.")
    }

    /// Read what this server can do and needs.
    #[must_use]
    pub fn read_capabilities() -> Self {
        Self::new("read_capabilities", ToolName::GetCapabilities, Map::new())
            .or("Report to the user that the operator of this server has to act.")
    }

    /// The tool to call.
    #[must_use]
    pub fn tool(&self) -> &'static str {
        self.tool
    }

    /// What to call it with.
    #[must_use]
    pub fn arguments(&self) -> &Arguments {
        &self.arguments
    }

    /// What to do when the call is not wanted.
    #[must_use]
    pub fn alternative(&self) -> Option<&'static str> {
        self.alternative
    }
}
