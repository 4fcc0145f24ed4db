//! `github_create_issue`: one POST, once for each key.

use jiff::Timestamp;
use serde_json::Value;

use super::keyed::{earlier, inconclusive, is_same_text, sending};
use super::known_labels::absent;
use super::output::{self, CreatedOutput};
use super::{Asked, Made, Service};
use crate::arguments::{CreateIssue, StateFilter};
use crate::failure::{Code, Details, Failure, Repair};
use crate::github::{Draft, Filter};
use crate::idempotency::{Hold, Turn};
use crate::issue::{Issue, Repository};

/// What a lost issue is looked for among, in pages of 100.
const PAGES: u32 = 10;

impl Service {
    /// Creates an issue.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn create_issue(&self, made: &Made<'_>, call: CreateIssue) -> Result<Value, Failure> {
        let Some(key) = &call.idempotency_key else { return self.create(made, &call, None).await };
        let look = || Repair::look_for_issue(&call.repository);
        match self.turn(made, &call.repository.slug(), key, look).await? {
            Turn::Replay(output) => created(&call.repository, &call.labels, &output),
            Turn::Write(hold) => self.create(made, &call, Some(hold)).await,
            Turn::Reconcile(hold, since) => match self.lost_issue(made, &call, since).await? {
                Some(issue) => {
                    let output = CreatedOutput::from(issue);
                    hold.done(output::json(&output)?).await;
                    created(&call.repository, &call.labels, &output)
                }
                None => self.create(made, &call, Some(hold)).await,
            },
        }
    }

    async fn create(
        &self,
        made: &Made<'_>,
        call: &CreateIssue,
        hold: Option<Hold>,
    ) -> Result<Value, Failure> {
        let repository = &call.repository;
        let asked = Asked::about(made, repository);
        let labels = self.known_labels(&asked, "labels", &call.labels).await?;
        let draft = Draft {
            title: call.title.clone(),
            body: call.body.clone(),
            labels: labels.clone(),
            assignees: call.assignees.clone(),
        };
        let hold = sending(hold).await?;
        let sent = self.github().create_issue(repository, draft).await.map(CreatedOutput::from);
        let output = self.settle(&asked, hold, sent, || repair(made, repository)).await?;
        created(repository, &labels, &output)
    }

    /// The issue that an earlier call with the same key created, where it did
    /// and nobody heard of it.
    ///
    /// # Errors
    ///
    /// What a request meets with; where there are too many issues to tell.
    async fn lost_issue(
        &self,
        made: &Made<'_>,
        call: &CreateIssue,
        since: Timestamp,
    ) -> Result<Option<Issue>, Failure> {
        let asked = Asked::about(made, &call.repository);
        let since = earlier(since);
        let creator = self.own_login(&asked).await?;
        let filter = Filter {
            state: StateFilter::All,
            labels: Vec::new(),
            assignee: None,
            creator,
            since: Some(since),
        };
        let known = self.keys().made().await;
        for page in 1..=PAGES {
            let rows = match self.github().issues(&call.repository, &filter, page).await {
                Ok(rows) => rows,
                Err(refusal) => return Err(self.explain(&asked, refusal).await),
            };
            // The newest come first.
            let is_past = !rows.has_next || rows.rows.last().is_none_or(|row| row.created_at < since);
            let is_it = |row: &Issue| {
                !row.is_pull_request
                    && row.created_at >= since
                    && is_same_text(&row.title, &call.title)
                    && is_same_text(&row.body, &call.body)
                    && !known.contains(&row.url)
            };
            match rows.rows.into_iter().find(is_it) {
                Some(issue) => return Ok(Some(issue)),
                None if is_past => return Ok(None),
                None => {}
            }
        }
        Err(inconclusive(Repair::look_for_issue(&call.repository)))
    }
}

/// What a create came to: labels that GitHub dropped are a failure, since it
/// says nothing (decision 10).
fn created(repository: &Repository, labels: &[String], output: &CreatedOutput) -> Result<Value, Failure> {
    if absent(labels, output.labels()).is_empty() {
        return output::json(output);
    }
    let place = repository.issue(output.issue_number());
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
