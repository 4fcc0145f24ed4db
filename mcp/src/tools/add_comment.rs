//! `github_add_comment`: one POST, once for each key.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::keyed::{earlier, inconclusive, is_same_text, sending};
use super::output;
use super::{Asked, Made, Service};
use crate::arguments::AddComment;
use crate::failure::{Code, Details, Failure, Known, Repair};
use crate::idempotency::{Hold, Turn};
use crate::issue::{Comment, Issue, IssuePlace, second};

/// What a lost comment is looked for among, in pages of 20.
const PAGES: u32 = 25;

/// The result; also what an idempotency key remembers.
#[derive(Serialize, Deserialize)]
struct Output {
    comment_id: u64,
    url: String,
    created_at: String,
}

impl Service {
    /// Posts a comment.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn add_comment(&self, made: &Made<'_>, call: AddComment) -> Result<Value, Failure> {
        let Some(key) = &call.idempotency_key else { return self.comment(made, &call, None).await };
        let scope = call.place.reference();
        let look = || Repair::look_for_comment(&call.place, earlier(self.github().clock().now()));
        match self.turn::<Output>(made, &scope, key, look).await? {
            Turn::Replay(output) => output::json(&output),
            Turn::Write(hold) => self.comment(made, &call, Some(hold)).await,
            Turn::Reconcile(hold, since) => match self.lost_comment(made, &call, since).await? {
                Some(comment) => {
                    let output = output::json(&Output::from(comment))?;
                    hold.done(output.clone()).await;
                    Ok(output)
                }
                None => self.comment(made, &call, Some(hold)).await,
            },
        }
    }

    /// The issue that a write is about: no pull request, and where it is said
    /// to be (decision 16).
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn issue_to_write(&self, made: &Made<'_>, place: &IssuePlace) -> Result<Issue, Failure> {
        let asked = Asked::about_issue(made, place);
        match self.github().issue_to_write(place).await {
            Ok(issue) if issue.is_pull_request => {
                Err(asked
                    .issue_not_found("The number is a pull request's, which this server does not write to."))
            }
            Ok(issue) => Ok(issue),
            Err(refusal) => Err(self.explain(&asked, refusal).await),
        }
    }

    async fn comment(
        &self,
        made: &Made<'_>,
        call: &AddComment,
        hold: Option<Hold>,
    ) -> Result<Value, Failure> {
        let issue = self.issue_to_write(made, &call.place).await?;
        if issue.locked {
            return Err(locked(&call.place, &issue));
        }
        let sent_at = self.github().clock().now();
        let hold = sending(hold).await?;
        let sent = self.github().create_comment(&call.place, call.body.clone()).await.map(Output::from);
        let asked = Asked::about_issue(made, &call.place);
        let output = self.settle(&asked, hold, sent, || repair(made, &call.place, sent_at)).await?;
        output::json(&output)
    }

    /// The comment that an earlier call with the same key posted, where it did
    /// and nobody heard of it.
    ///
    /// # Errors
    ///
    /// What a request meets with; where there are too many comments to tell.
    async fn lost_comment(
        &self,
        made: &Made<'_>,
        call: &AddComment,
        since: Timestamp,
    ) -> Result<Option<Comment>, Failure> {
        let asked = Asked::about_issue(made, &call.place);
        let since = earlier(since);
        let author = self.own_login(&asked).await?;
        let known = self.keys().made().await;
        for page in 1..=PAGES {
            let rows = match self.github().comments(&call.place, Some(since), page).await {
                Ok(rows) => rows,
                Err(refusal) => return Err(self.explain(&asked, refusal).await),
            };
            let is_it = |comment: &Comment| {
                comment.created_at >= since
                    && is_same_text(&comment.body, &call.body)
                    && author.as_ref().is_none_or(|author| comment.author.eq_ignore_ascii_case(author))
                    && !known.contains(&comment.url)
            };
            match rows.rows.into_iter().find(is_it) {
                Some(comment) => return Ok(Some(comment)),
                None if !rows.has_next => return Ok(None),
                None => {}
            }
        }
        Err(inconclusive(Repair::look_for_comment(&call.place, since)))
    }
}

impl From<Comment> for Output {
    fn from(comment: Comment) -> Self {
        Self { comment_id: comment.id, url: comment.url, created_at: second(comment.created_at) }
    }
}

fn locked(place: &IssuePlace, issue: &Issue) -> Failure {
    let reason = match issue.lock_reason.as_deref() {
        Some(reason @ ("off-topic" | "too heated" | "resolved" | "spam")) => {
            format!("The conversation is locked with reason \"{reason}\".")
        }
        _ => "The conversation is locked.".to_owned(),
    };
    let details = Details::field("issue_number").with_value(Known::Number(place.number)).because(reason);
    let message = format!("Cannot comment on {}: the issue's conversation is locked.", place.reference());
    Failure::new(Code::IssueLocked, message).with_details(details).with_repair(Repair::unlock(place))
}

/// How to find out what became of a comment.
fn repair(made: &Made<'_>, place: &IssuePlace, sent_at: Timestamp) -> Repair {
    match made.given.members().contains_key("idempotency_key") {
        true => Repair::same_key(made.tool, made.given),
        false => Repair::look_for_comment(place, earlier(sent_at)),
    }
}
