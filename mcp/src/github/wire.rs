//! GitHub's JSON, as far as it is read. Members that are not read are not
//! looked at.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Operation, Refusal, Reply, judge};
use crate::issue::{Comment, Issue, Repository, State, StateReason};

/// Who wrote something that an account that is gone wrote (decision 5).
const GHOST: &str = "ghost";

#[derive(Deserialize)]
pub(crate) struct User {
    pub(crate) login: String,
}

/// A label: GitHub writes a text or an object, and may leave out its name.
#[derive(Deserialize)]
#[serde(untagged)]
enum Label {
    Text(String),
    Object { name: Option<String> },
}

#[derive(Deserialize)]
pub(crate) struct IssueWire {
    number: u64,
    title: String,
    state: State,
    state_reason: Option<String>,
    pull_request: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    locked: bool,
    active_lock_reason: Option<String>,
    user: Option<User>,
    labels: Vec<Label>,
    assignees: Option<Vec<User>>,
    comments: u64,
    created_at: Timestamp,
    updated_at: Timestamp,
    body: Option<String>,
    html_url: String,
    repository_url: String,
}

#[derive(Deserialize)]
pub(crate) struct CommentWire {
    id: u64,
    user: Option<User>,
    created_at: Timestamp,
    updated_at: Timestamp,
    body: Option<String>,
    html_url: String,
}

#[derive(Deserialize)]
pub(crate) struct RepositoryWire {
    name: String,
    owner: User,
}

#[derive(Deserialize)]
pub(crate) struct LabelWire {
    pub(crate) name: String,
}

#[derive(Deserialize)]
pub(crate) struct SearchWire {
    pub(crate) total_count: u64,
    pub(crate) incomplete_results: bool,
    pub(crate) items: Vec<IssueWire>,
}

#[derive(Deserialize)]
pub(crate) struct InstallationWire {
    pub(crate) repositories: Vec<RepositoryWire>,
}

/// Reads the body of an answer.
///
/// # Errors
///
/// [`Refusal::Unavailable`] where it is not of its form.
pub(crate) fn read<T: DeserializeOwned>(operation: &Operation, reply: &Reply) -> Result<T, Refusal> {
    serde_json::from_slice(&reply.body).map_err(|_| judge::unreadable(operation))
}

impl IssueWire {
    /// Whether the issue is of a repository.
    pub(crate) fn is_of(&self, repository: &Repository) -> bool {
        let mut parts = self.repository_url.rsplit('/');
        let (name, owner) = (parts.next(), parts.next());
        matches!((owner, name), (Some(owner), Some(name)) if repository.is(owner, name))
    }
}

impl From<Label> for Option<String> {
    fn from(label: Label) -> Self {
        match label {
            Label::Text(name) => Some(name),
            Label::Object { name } => name,
        }
    }
}

impl From<IssueWire> for Issue {
    fn from(wire: IssueWire) -> Self {
        let state_reason = match wire.state_reason.as_deref() {
            Some("completed") => Some(StateReason::Completed),
            Some("not_planned") => Some(StateReason::NotPlanned),
            Some("reopened") => Some(StateReason::Reopened),
            Some("duplicate") => Some(StateReason::Duplicate),
            // A reason that the catalog does not publish is not told.
            Some(_) | None => None,
        };
        Self {
            number: wire.number,
            title: wire.title,
            state: wire.state,
            state_reason,
            is_pull_request: wire.pull_request.is_some(),
            locked: wire.locked,
            lock_reason: wire.active_lock_reason.filter(|_| wire.locked),
            author: author(wire.user),
            labels: wire.labels.into_iter().filter_map(Option::from).collect(),
            assignees: wire.assignees.unwrap_or_default().into_iter().map(|user| user.login).collect(),
            comment_count: wire.comments,
            created_at: wire.created_at,
            updated_at: wire.updated_at,
            body: wire.body.unwrap_or_default(),
            url: wire.html_url,
        }
    }
}

impl From<CommentWire> for Comment {
    fn from(wire: CommentWire) -> Self {
        Self {
            id: wire.id,
            author: author(wire.user),
            created_at: wire.created_at,
            updated_at: wire.updated_at,
            body: wire.body.unwrap_or_default(),
            url: wire.html_url,
        }
    }
}

impl RepositoryWire {
    /// The repository, where its name is one.
    pub(crate) fn repository(&self) -> Option<Repository> {
        Repository::new(&self.owner.login, &self.name)
    }
}

fn author(user: Option<User>) -> String {
    user.map_or_else(|| GHOST.to_owned(), |user| user.login)
}
