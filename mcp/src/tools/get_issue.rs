//! `github_get_issue`: an issue and the first comments in one call.

use serde::Serialize;
use serde_json::{Map, Value};

use super::list_comments::Position;
use super::output::{self, CommentOutput, IssueOutput};
use super::{Asked, Made, Service};
use crate::arguments::GetIssue;
use crate::catalog::ToolName;
use crate::failure::Failure;

#[derive(Serialize)]
struct Output {
    #[serde(flatten)]
    more: Option<More>,
    issue: IssueOutput,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<Vec<CommentOutput>>,
}

#[derive(Serialize)]
struct More {
    comments_has_more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments_cursor: Option<String>,
}

impl Service {
    /// An issue.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn get_issue(&self, made: &Made<'_>, call: &GetIssue) -> Result<Value, Failure> {
        let asked = Asked::about_issue(made, &call.place);
        let issue = match self.github().issue(&call.place).await {
            Ok(issue) => issue,
            Err(refusal) => return Err(self.explain(&asked, refusal).await),
        };
        let issue = IssueOutput::new(&issue, call.detail);
        if !call.include_comments {
            return output::json(&Output { more: None, issue, comments: None });
        }
        let page = match self.github().comments(&call.place, None, 1).await {
            Ok(page) => page,
            Err(refusal) => return Err(self.explain(&asked, refusal).await),
        };
        let position = Position::after(&page, 1, 0);
        // The cursor is for the other tool, and good for a call of it with the
        // same issue.
        let names = ["owner", "repo", "issue_number"];
        let arguments: Map<String, Value> = made
            .filled
            .iter()
            .filter(|(name, _)| names.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let seal = |position| self.cursors().seal(made.caller, ToolName::ListComments, &arguments, &position);
        let comments_cursor = position.map(seal).transpose()?;
        let more = More { comments_has_more: comments_cursor.is_some(), comments_cursor };
        let comments =
            page.rows.into_iter().map(|comment| CommentOutput::new(comment, call.detail)).collect();
        output::json(&Output { more: Some(more), issue, comments: Some(comments) })
    }
}
