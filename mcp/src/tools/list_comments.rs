//! `github_list_comments`: a thread, page by page, oldest first.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::output::{self, CommentOutput};
use super::{Asked, Made, Service};
use crate::arguments::ListComments;
use crate::failure::Failure;
use crate::github::Page;
use crate::issue::Comment;

/// Where a walk through a thread stands.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Position {
    /// The next page.
    #[serde(rename = "p")]
    page: u32,
    /// The last comment that was given out.
    #[serde(rename = "l")]
    last: u64,
}

impl Position {
    /// Where the walk goes on after a page, where there is a further one.
    pub(super) fn after(page: &Page<Comment>, number: u32, last: u64) -> Option<Self> {
        let last = page.rows.last().map_or(last, |comment| comment.id);
        page.has_next.then(|| Self { page: number.saturating_add(1), last })
    }
}

#[derive(Serialize)]
struct Output {
    has_more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    comments: Vec<CommentOutput>,
}

impl Service {
    /// A page of comments.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn list_comments(&self, made: &Made<'_>, call: &ListComments) -> Result<Value, Failure> {
        let position = match &call.cursor {
            Some(cursor) => self.cursors().open(made.caller, made.tool, made.filled, made.given, cursor)?,
            None => Position { page: 1, last: 0 },
        };
        let mut page = match self.github().comments(&call.place, call.updated_after, position.page).await {
            Ok(page) => page,
            Err(refusal) => return Err(self.explain(&Asked::about_issue(made, &call.place), refusal).await),
        };
        page.rows.retain(|comment| comment.id > position.last);
        let next = Position::after(&page, position.page, position.last);
        let next_cursor =
            next.map(|next| self.cursors().seal(made.caller, made.tool, made.filled, &next)).transpose()?;
        let comments =
            page.rows.into_iter().map(|comment| CommentOutput::new(comment, call.detail)).collect();
        output::json(&Output { has_more: next_cursor.is_some(), next_cursor, comments })
    }
}
