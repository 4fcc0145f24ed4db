//! `github_create_issue`: one POST, once for each key.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value};

use super::known_labels::absent;
use super::output::{self, CreatedOutput};
use super::{Asked, Made, Service};
use crate::arguments::{CreateIssue, StateFilter};
use crate::failure::{Code, Details, Failure, Repair};
use crate::github::{Draft, Filter, Refusal};
use crate::idempotency::{Hold, Turn};
use crate::issue::{Issue, Repository};

/// How far clocks may differ when a write is looked for, in seconds.
const CLOCKS: i64 = 60;

/// What a lost write is looked for among, in pages of 100.
const PAGES: u32 = 3;

impl Service {
    /// Creates an issue.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn create_issue(&self, made: &Made<'_>, call: CreateIssue) -> Result<Value, Failure> {
        let scope = call.repository.slug();
        let Some(key) = call.idempotency_key.clone() else {
            return self.create(made, call, None).await;
        };
        match self.keys().turn(made.tool, &scope, &key, &keyless(made.filled)).await {
            Turn::Replay(outcome) => outcome,
            Turn::OtherArguments => Err(key_of_another_call()),
            Turn::Write(mut hold) => self.create(made, call, Some(&mut hold)).await,
            Turn::Reconcile(mut hold, since) => match self.lost_issue(made, &call, since).await? {
                Some(issue) => {
                    let outcome = created(&call.repository, &call.labels, issue);
                    hold.done(outcome.clone());
                    outcome
                }
                None => {
                    hold.nothing_happened();
                    self.create(made, call, Some(&mut hold)).await
                }
            },
        }
    }

    async fn create(
        &self,
        made: &Made<'_>,
        call: CreateIssue,
        mut hold: Option<&mut Hold>,
    ) -> Result<Value, Failure> {
        let CreateIssue { repository, title, body, labels, assignees, .. } = call;
        let asked = Asked::about(made, &repository);
        let labels = self.known_labels(&asked, "labels", &labels).await?;
        let draft = Draft { title, body, labels: labels.clone(), assignees };
        if let Some(hold) = &mut hold {
            hold.sending();
        }
        let sent = self.github().create_issue(&repository, draft).await;
        let sent = sent.map(|issue| created(&repository, &labels, issue));
        self.settle(&asked, hold, sent, || repair(made, &repository)).await
    }

    /// What came of a write, after the hold of its key has heard of it. Where
    /// it may have been applied although no answer came, the key stays open and
    /// `repair` says how to find out.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn settle(
        &self,
        asked: &Asked<'_>,
        hold: Option<&mut Hold>,
        sent: Result<Result<Value, Failure>, Refusal>,
        repair: impl FnOnce() -> Repair,
    ) -> Result<Value, Failure> {
        match sent {
            Ok(outcome) => {
                if let Some(hold) = hold {
                    hold.done(outcome.clone());
                }
                outcome
            }
            Err(refusal) => {
                let is_open = matches!(refusal, Refusal::Unavailable { may_have_applied: true, .. });
                if let Some(hold) = hold.filter(|_| !is_open) {
                    hold.nothing_happened();
                }
                let failure = self.explain(asked, refusal).await;
                Err(if is_open { failure.with_repair(repair()) } else { failure })
            }
        }
    }

    /// The issue that an earlier call with the same key created, where it did
    /// and nobody heard of it.
    async fn lost_issue(
        &self,
        made: &Made<'_>,
        call: &CreateIssue,
        since: Timestamp,
    ) -> Result<Option<Issue>, Failure> {
        let since = earlier(since);
        let filter = Filter {
            state: StateFilter::All,
            labels: Vec::new(),
            assignee: None,
            creator: None,
            since: Some(since),
        };
        for page in 1..=PAGES {
            let rows = match self.github().issues(&call.repository, &filter, page).await {
                Ok(rows) => rows,
                Err(refusal) => {
                    return Err(self.explain(&Asked::about(made, &call.repository), refusal).await);
                }
            };
            let has_next = rows.has_next;
            let is_it = |row: &Issue| {
                !row.is_pull_request
                    && row.created_at >= since
                    && row.title == call.title
                    && row.body == call.body
            };
            if let Some(issue) = rows.rows.into_iter().find(is_it) {
                return Ok(Some(issue));
            }
            if !has_next {
                break;
            }
        }
        Ok(None)
    }
}

/// What a create came to: labels that GitHub dropped are a failure, since it
/// says nothing (decision 10).
fn created(repository: &Repository, labels: &[String], issue: Issue) -> Result<Value, Failure> {
    if absent(labels, &issue.labels).is_empty() {
        return output::json(&CreatedOutput::from(issue));
    }
    let place = repository.issue(issue.number);
    let message = format!("Issue {} was created without the labels.", place.reference());
    let reason = "GitHub drops labels of a token that lacks push access. Do not create the issue again.";
    let details = Details::field("labels")
        .because(reason)
        .requiring(&["issues:write"])
        .applied(vec!["title", "body"], vec!["labels"]);
    Err(Failure::new(Code::InsufficientScope, message)
        .with_details(details)
        .with_repair(Repair::reread(&place)))
}

/// How to find out what became of a create.
fn repair(made: &Made<'_>, repository: &Repository) -> Repair {
    match made.given.members().contains_key("idempotency_key") {
        true => Repair::same_key(made.tool, made.given),
        false => Repair::look_for_issue(repository),
    }
}

/// The arguments without the key.
pub(super) fn keyless(arguments: &Map<String, Value>) -> Map<String, Value> {
    let others = arguments.iter().filter(|(name, _)| name.as_str() != "idempotency_key");
    others.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The refusal of a key that was used before.
pub(super) fn key_of_another_call() -> Failure {
    let reason = "The key was used within 24 hours with other arguments; give a new one.";
    Failure::invalid(Details::field("idempotency_key").because(reason))
}

/// The moment from which a lost write is looked for.
pub(super) fn earlier(since: Timestamp) -> Timestamp {
    since.saturating_sub(SignedDuration::from_secs(CLOCKS)).unwrap_or(since)
}
