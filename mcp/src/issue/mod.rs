//! GitHub's things in the words of this server: repositories, issues,
//! comments, and the tokens that tell versions of an issue apart.

mod address;
mod comment;
mod place;
mod text;
mod version;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use address::{Address, Index};
pub use comment::Comment;
pub(crate) use place::Named;
pub use place::{IssuePlace, Repository};
pub use text::{Capped, escaped, preview, second};
pub use version::Version;

/// Whether an issue is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Open.
    Open,
    /// Closed.
    Closed,
}

/// Why an issue is in its state (decision 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateReason {
    /// Done.
    Completed,
    /// Not going to be done.
    NotPlanned,
    /// Opened again.
    Reopened,
    /// The same as another.
    Duplicate,
}

/// Why a conversation is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LockReason {
    /// Off topic.
    #[serde(rename = "off-topic")]
    OffTopic,
    /// Too heated.
    #[serde(rename = "too heated")]
    TooHeated,
    /// Resolved.
    #[serde(rename = "resolved")]
    Resolved,
    /// Spam.
    #[serde(rename = "spam")]
    Spam,
}

/// An issue, or a pull request where GitHub mingles the two.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// The number in the repository.
    pub number: u64,
    /// The title.
    pub title: String,
    /// Open or closed.
    pub state: State,
    /// Why.
    pub state_reason: Option<StateReason>,
    /// Whether it is a pull request.
    pub is_pull_request: bool,
    /// Whether the conversation is locked.
    pub locked: bool,
    /// Why, as GitHub words it.
    pub lock_reason: Option<String>,
    /// Who wrote it; `ghost` for an account that is gone.
    pub author: String,
    /// Names of its labels, in GitHub's order.
    pub labels: Vec<String>,
    /// Logins of its assignees, in GitHub's order.
    pub assignees: Vec<String>,
    /// How many comments it has.
    pub comment_count: u64,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Its text; empty for none.
    pub body: String,
    /// Where people read it.
    pub url: String,
}

impl Issue {
    /// What identifies its present content.
    #[must_use]
    pub fn version(&self) -> Version {
        Version::of(self)
    }
}
