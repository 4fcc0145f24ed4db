//! `github_update_issue`: everything is checked first, then one PATCH, one
//! POST for additions, one DELETE for each removal (decision 11).

use serde_json::Value;

use super::known_labels::absent;
use super::output::{self, UpdatedOutput};
use super::{Asked, Made, Service};
use crate::arguments::UpdateIssue;
use crate::failure::{Code, Details, Failure, Known, Repair};
use crate::github::{Change, Refusal};
use crate::issue::{Issue, IssuePlace, Version, second};

/// One write of an edit, with the parameters that it carries out.
enum Step {
    Change(Change, Vec<&'static str>),
    Add(Vec<String>),
    Remove(String),
}

impl Step {
    fn parameters(&self) -> Vec<&'static str> {
        match self {
            Self::Change(_, parameters) => parameters.clone(),
            Self::Add(_) => vec!["add_labels"],
            Self::Remove(_) => vec!["remove_labels"],
        }
    }
}

impl Service {
    /// Edits an issue.
    ///
    /// # Errors
    ///
    /// A failure; after the first write it says what took place.
    pub(super) async fn update_issue(
        &self,
        made: &Made<'_>,
        mut call: UpdateIssue,
    ) -> Result<Value, Failure> {
        let place = call.place.clone();
        let expected = call.expected_version.as_deref().map(expected).transpose()?;
        let asked = Asked::about_issue(made, &place);
        let issue = self.issue_to_write(made, &place).await?;
        if let Some(expected) = expected.filter(|expected| *expected != issue.version()) {
            return Err(conflict(&place, expected, &issue));
        }
        if let Some(labels) = &call.labels {
            call.labels = Some(self.known_labels(&asked, "labels", labels).await?);
        }
        call.add_labels = self.known_labels(&asked, "add_labels", &call.add_labels).await?;
        let steps = steps(&call);
        let mut latest = None;
        for (index, step) in steps.iter().enumerate() {
            match self.take(&place, step).await {
                Ok(issue) => latest = issue,
                Err(refusal) => return Err(self.stopped(&asked, &place, &steps, index, refusal).await),
            }
        }
        let issue = match latest {
            Some(issue) => issue,
            None => match self.github().issue(&place).await {
                Ok(issue) => issue,
                Err(refusal) => return Err(self.stopped(&asked, &place, &steps, steps.len(), refusal).await),
            },
        };
        let dropped = |labels: &[String]| !absent(labels, &issue.labels).is_empty();
        if call.labels.as_deref().is_some_and(dropped) || dropped(&call.add_labels) {
            return Err(labels_dropped(&place, &call));
        }
        output::json(&UpdatedOutput::from(issue))
    }

    /// Takes a step. Returns the issue where the answer is the issue.
    async fn take(&self, place: &IssuePlace, step: &Step) -> Result<Option<Issue>, Refusal> {
        match step {
            Step::Change(change, _) => self.github().update_issue(place, change.clone()).await.map(Some),
            Step::Add(labels) => self.github().add_labels(place, labels.clone()).await.map(|()| None),
            Step::Remove(label) => self.github().remove_label(place, label.clone()).await.map(|()| None),
        }
    }

    /// The failure of an edit that stopped before the step of that index.
    async fn stopped(
        &self,
        asked: &Asked<'_>,
        place: &IssuePlace,
        steps: &[Step],
        index: usize,
        refusal: Refusal,
    ) -> Failure {
        let is_open = matches!(refusal, Refusal::Unavailable { may_have_applied: true, .. });
        let failure = self.explain(asked, refusal).await;
        if index == 0 {
            return if is_open { failure.with_repair(Repair::reread(place)) } else { failure };
        }
        let (taken, left) = steps.split_at(index.min(steps.len()));
        let of = |steps: &[Step]| {
            let mut parameters: Vec<&'static str> = steps.iter().flat_map(Step::parameters).collect();
            parameters.dedup();
            parameters
        };
        let details = Details::default()
            .because("The edit stopped after its first change; read the issue to see how it stands.")
            .applied(of(taken), of(left));
        failure.with_details(details).with_repair(Repair::reread(place))
    }
}

/// The token that a caller read.
fn expected(text: &str) -> Result<Version, Failure> {
    Version::parse(text).ok_or_else(|| {
        let reason = "It is no version token: pass the version of github_get_issue as it is.";
        Failure::invalid(Details::field("expected_version").because(reason))
    })
}

fn conflict(place: &IssuePlace, expected: Version, issue: &Issue) -> Failure {
    let reason = format!(
        "Current version is {}; the issue was updated at {}.",
        issue.version().as_str(),
        second(issue.updated_at)
    );
    let message = "The issue was modified after the version you read; the update was not applied.";
    Failure::new(Code::VersionConflict, message)
        .with_details(Details::field("expected_version").with_value(Known::Version(expected)).because(reason))
        .with_repair(Repair::reread_or_overwrite(place))
}

fn steps(call: &UpdateIssue) -> Vec<Step> {
    let mut steps = Vec::new();
    if call.is_plain_edit() {
        let change = Change {
            title: call.title.clone(),
            body: call.body.clone(),
            state: call.state,
            state_reason: call.state_reason,
            assignees: call.assignees.clone(),
            labels: call.labels.clone(),
        };
        let named = [
            ("title", call.title.is_some()),
            ("body", call.body.is_some()),
            ("state", call.state.is_some()),
            ("state_reason", call.state_reason.is_some()),
            ("assignees", call.assignees.is_some()),
            ("labels", call.labels.is_some()),
        ];
        let parameters = named.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name).collect();
        steps.push(Step::Change(change, parameters));
    }
    if !call.add_labels.is_empty() {
        steps.push(Step::Add(call.add_labels.clone()));
    }
    steps.extend(call.remove_labels.iter().cloned().map(Step::Remove));
    steps
}

fn labels_dropped(place: &IssuePlace, call: &UpdateIssue) -> Failure {
    let field = if call.labels.is_some() { "labels" } else { "add_labels" };
    let reason = "GitHub accepted the edit and dropped the labels; it does so without push access.";
    let details = Details::field(field).because(reason).requiring(&["issues:write"]);
    Failure::new(Code::InsufficientScope, "The labels were not applied.")
        .with_details(details)
        .with_repair(Repair::reread(place))
}
