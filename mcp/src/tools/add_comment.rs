//! `github_add_comment`: one POST, once for each key.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::create_issue::{earlier, key_of_another_call, keyless};
use super::output;
use super::{Asked, Made, Service};
use crate::arguments::AddComment;
use crate::failure::{Code, Details, Failure, Known, Repair};
use crate::idempotency::{Hold, Turn};
use crate::issue::{Comment, Issue, IssuePlace, second};

/// What a lost comment is looked for among, in pages of 20.
const PAGES: u32 = 5;

#[derive(Serialize)]
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
        let scope = call.place.reference();
        let Some(key) = call.idempotency_key.clone() else {
            return self.comment(made, &call, None).await;
        };
        match self.keys().turn(made.tool, &scope, &key, &keyless(made.filled)).await {
            Turn::Replay(outcome) => outcome,
            Turn::OtherArguments => Err(key_of_another_call()),
            Turn::Write(mut hold) => self.comment(made, &call, Some(&mut hold)).await,
            Turn::Reconcile(mut hold, since) => match self.lost_comment(made, &call, since).await? {
                Some(comment) => {
                    let outcome = posted(comment);
                    hold.done(outcome.clone());
                    outcome
                }
                None => {
                    hold.nothing_happened();
                    self.comment(made, &call, Some(&mut hold)).await
                }
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
        mut hold: Option<&mut Hold>,
    ) -> Result<Value, Failure> {
        let issue = self.issue_to_write(made, &call.place).await?;
        if issue.locked {
            return Err(locked(&call.place, &issue));
        }
        let sent_at = self.github().clock().now();
        if let Some(hold) = &mut hold {
            hold.sending();
        }
        let sent = self.github().create_comment(&call.place, call.body.clone()).await.map(posted);
        let asked = Asked::about_issue(made, &call.place);
        self.settle(&asked, hold, sent, || repair(made, &call.place, sent_at)).await
    }

    /// The comment that an earlier call with the same key posted, where it did
    /// and nobody heard of it.
    async fn lost_comment(
        &self,
        made: &Made<'_>,
        call: &AddComment,
        since: Timestamp,
    ) -> Result<Option<Comment>, Failure> {
        let since = earlier(since);
        for page in 1..=PAGES {
            let rows = match self.github().comments(&call.place, Some(since), page).await {
                Ok(rows) => rows,
                Err(refusal) => {
                    return Err(self.explain(&Asked::about_issue(made, &call.place), refusal).await);
                }
            };
            let has_next = rows.has_next;
            let is_it = |comment: &Comment| comment.created_at >= since && comment.body == call.body;
            if let Some(comment) = rows.rows.into_iter().find(is_it) {
                return Ok(Some(comment));
            }
            if !has_next {
                break;
            }
        }
        Ok(None)
    }
}

fn posted(comment: Comment) -> Result<Value, Failure> {
    let Comment { id, url, created_at, .. } = comment;
    output::json(&Output { comment_id: id, url, created_at: second(created_at) })
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
