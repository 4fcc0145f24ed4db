//! The content of results, in the order of the published schemas: what says
//! that there is more stands before the list (decision 4).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::arguments::Detail;
use crate::failure::{Code, Failure};
use crate::issue::{Capped, Comment, Issue, State, StateReason, preview, second};

/// An issue in a list.
#[derive(Serialize)]
pub(crate) struct RowOutput {
    issue_number: u64,
    title: String,
    state: State,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_pull_request: bool,
    labels: Vec<String>,
    assignees: Vec<String>,
    updated_at: String,
    #[serde(flatten)]
    rest: Option<RowRest>,
}

/// What full detail adds to it.
#[derive(Serialize)]
struct RowRest {
    author: String,
    body_preview: String,
    comment_count: u64,
    created_at: String,
    url: String,
    version: String,
}

/// An issue by itself.
#[derive(Serialize)]
pub(crate) struct IssueOutput {
    issue_number: u64,
    title: String,
    state: State,
    #[serde(skip_serializing_if = "Option::is_none")]
    state_reason: Option<StateReason>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_pull_request: bool,
    locked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    lock_reason: Option<String>,
    author: String,
    labels: Vec<String>,
    assignees: Vec<String>,
    created_at: String,
    updated_at: String,
    body: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    body_truncated: bool,
    version: String,
    url: String,
}

/// A comment.
#[derive(Serialize)]
pub(crate) struct CommentOutput {
    comment_id: u64,
    author: String,
    created_at: String,
    updated_at: String,
    body: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    body_truncated: bool,
}

/// The result of `github_create_issue`; also what an idempotency key remembers.
#[derive(Serialize, Deserialize)]
pub(crate) struct CreatedOutput {
    issue_number: u64,
    url: String,
    version: String,
    labels: Vec<String>,
    assignees: Vec<String>,
}

/// The result of `github_update_issue`.
#[derive(Serialize)]
pub(crate) struct UpdatedOutput {
    issue_number: u64,
    state: State,
    labels: Vec<String>,
    assignees: Vec<String>,
    version: String,
    url: String,
}

impl RowOutput {
    pub(crate) fn new(issue: Issue, detail: Detail) -> Self {
        let rest = (detail == Detail::Full).then(|| RowRest {
            author: issue.author.clone(),
            body_preview: preview(&issue.body),
            comment_count: issue.comment_count,
            created_at: second(issue.created_at),
            url: issue.url.clone(),
            version: issue.version().as_str().to_owned(),
        });
        Self {
            issue_number: issue.number,
            title: issue.title,
            state: issue.state,
            is_pull_request: issue.is_pull_request,
            labels: issue.labels,
            assignees: issue.assignees,
            updated_at: second(issue.updated_at),
            rest,
        }
    }
}

impl IssueOutput {
    /// An issue, its body whole or cut off.
    pub(crate) fn new(issue: &Issue, detail: Detail) -> Self {
        let body = Capped::new(&issue.body, detail == Detail::Full);
        let issue = issue.clone();
        Self {
            issue_number: issue.number,
            version: issue.version().as_str().to_owned(),
            title: issue.title,
            state: issue.state,
            state_reason: issue.state_reason,
            is_pull_request: issue.is_pull_request,
            locked: issue.locked,
            lock_reason: issue.lock_reason,
            author: issue.author,
            labels: issue.labels,
            assignees: issue.assignees,
            created_at: second(issue.created_at),
            updated_at: second(issue.updated_at),
            body: body.text,
            body_truncated: body.is_truncated,
            url: issue.url,
        }
    }
}

impl CommentOutput {
    pub(crate) fn new(comment: Comment, detail: Detail) -> Self {
        let body = Capped::new(&comment.body, detail == Detail::Full);
        Self {
            comment_id: comment.id,
            author: comment.author,
            created_at: second(comment.created_at),
            updated_at: second(comment.updated_at),
            body: body.text,
            body_truncated: body.is_truncated,
        }
    }
}

impl CreatedOutput {
    pub(crate) fn issue_number(&self) -> u64 {
        self.issue_number
    }

    pub(crate) fn labels(&self) -> &[String] {
        &self.labels
    }
}

impl From<Issue> for CreatedOutput {
    fn from(issue: Issue) -> Self {
        Self {
            issue_number: issue.number,
            version: issue.version().as_str().to_owned(),
            url: issue.url,
            labels: issue.labels,
            assignees: issue.assignees,
        }
    }
}

impl From<Issue> for UpdatedOutput {
    fn from(issue: Issue) -> Self {
        Self {
            issue_number: issue.number,
            state: issue.state,
            version: issue.version().as_str().to_owned(),
            labels: issue.labels,
            assignees: issue.assignees,
            url: issue.url,
        }
    }
}

/// The JSON of a result.
///
/// # Errors
///
/// None in practice: texts, numbers, lists and named members always serialise.
pub(crate) fn json(output: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(output)
        .map_err(|_| Failure::new(Code::UpstreamUnavailable, "The result can not be written.").after(0))
}
