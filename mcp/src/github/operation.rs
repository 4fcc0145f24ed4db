//! The closed list of requests, with their methods and bodies.

use http::Method;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};

use crate::arguments::StateFilter;
use crate::issue::{LockReason, Repository, State, StateReason};

/// A repository, by name or by the id that a redirect names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Site {
    /// By name.
    Named(Repository),
    /// By GitHub's id.
    Numbered(u64),
}

/// Which issues a list holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    /// Of which state.
    pub state: StateFilter,
    /// Labels that all have; none of them with a comma.
    pub labels: Vec<String>,
    /// Who is assigned.
    pub assignee: Option<String>,
    /// Who wrote them.
    pub creator: Option<String>,
    /// Changed at or after.
    pub since: Option<Timestamp>,
}

/// What a search looks for: one of the two, GitHub wants to be told which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Issues.
    Issues,
    /// Pull requests.
    PullRequests,
}

/// A search in one repository.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// In which repository.
    pub repository: Repository,
    /// For what.
    pub sought: Sought,
    /// Words, made harmless by [`search_words`](super::search_words).
    pub words: String,
    /// Filters, as a list has them; labels may hold commas.
    pub filter: Filter,
}

/// A new issue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Draft {
    /// The title.
    pub title: String,
    /// The text.
    pub body: String,
    /// Labels to put on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Logins to assign.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assignees: Vec<String>,
}

/// An edit: what is `None` is not sent and stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Change {
    /// The new title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The new text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The new state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_reason: Option<StateReason>,
    /// The new assignees, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignees: Option<Vec<String>>,
    /// The new labels, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<String>>,
}

/// Which limit a request counts against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bucket {
    /// Everything but searches.
    Core,
    /// Searches.
    Search,
}

/// Every request that this server can make.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// `GET /repos/{owner}/{repo}`
    Repository(Site),
    /// `GET /repos/{owner}/{repo}/issues`, newest first, 100 a page.
    Issues {
        /// Of which repository.
        site: Site,
        /// Which ones.
        filter: Filter,
        /// From 1.
        page: u32,
    },
    /// `GET /search/issues`, newest first, 50 a page.
    Search {
        /// What for.
        search: Search,
        /// From 1.
        page: u32,
    },
    /// `GET /repos/{owner}/{repo}/issues/{number}`
    Issue {
        /// Of which repository.
        site: Site,
        /// Which one.
        number: u64,
    },
    /// `GET …/issues/{number}/comments`, oldest first, 20 a page.
    Comments {
        /// Of which repository.
        site: Site,
        /// Of which issue.
        number: u64,
        /// Changed at or after.
        since: Option<Timestamp>,
        /// From 1.
        page: u32,
    },
    /// `GET /repos/{owner}/{repo}/labels`, 100 a page.
    Labels {
        /// Of which repository.
        site: Site,
        /// From 1.
        page: u32,
    },
    /// `GET /repos/{owner}/{repo}/labels/{name}`
    Label {
        /// Of which repository.
        site: Site,
        /// Which one; GitHub ignores case.
        name: String,
    },
    /// `GET /user`
    Oneself,
    /// `GET /user/repos`, 100 a page.
    UserRepositories {
        /// From 1.
        page: u32,
    },
    /// `GET /installation/repositories`, 100 a page.
    InstallationRepositories {
        /// From 1.
        page: u32,
    },
    /// `POST /repos/{owner}/{repo}/issues`
    CreateIssue {
        /// Where.
        repository: Repository,
        /// What.
        draft: Draft,
    },
    /// `PATCH …/issues/{number}`
    UpdateIssue {
        /// Where.
        repository: Repository,
        /// Which one.
        number: u64,
        /// What.
        change: Change,
    },
    /// `POST …/issues/{number}/labels`
    AddLabels {
        /// Where.
        repository: Repository,
        /// On which issue.
        number: u64,
        /// Which.
        labels: Vec<String>,
    },
    /// `DELETE …/issues/{number}/labels/{name}`
    RemoveLabel {
        /// Where.
        repository: Repository,
        /// Of which issue.
        number: u64,
        /// Which.
        label: String,
    },
    /// `POST …/issues/{number}/comments`
    CreateComment {
        /// Where.
        repository: Repository,
        /// On which issue.
        number: u64,
        /// The text.
        body: String,
    },
    /// `PUT …/issues/{number}/lock`
    Lock {
        /// Where.
        repository: Repository,
        /// Which one.
        number: u64,
        /// Why.
        reason: Option<LockReason>,
    },
    /// `DELETE …/issues/{number}/lock`
    Unlock {
        /// Where.
        repository: Repository,
        /// Which one.
        number: u64,
    },
}

impl Operation {
    /// The method.
    #[must_use]
    pub fn method(&self) -> Method {
        match self {
            Self::Repository(_)
            | Self::Issues { .. }
            | Self::Search { .. }
            | Self::Issue { .. }
            | Self::Comments { .. }
            | Self::Labels { .. }
            | Self::Label { .. }
            | Self::Oneself
            | Self::UserRepositories { .. }
            | Self::InstallationRepositories { .. } => Method::GET,
            Self::CreateIssue { .. } | Self::AddLabels { .. } | Self::CreateComment { .. } => Method::POST,
            Self::UpdateIssue { .. } => Method::PATCH,
            Self::Lock { .. } => Method::PUT,
            Self::RemoveLabel { .. } | Self::Unlock { .. } => Method::DELETE,
        }
    }

    /// Whether the request changes nothing.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.method() == Method::GET
    }

    /// Which limit it counts against.
    #[must_use]
    pub fn bucket(&self) -> Bucket {
        match self {
            Self::Search { .. } => Bucket::Search,
            _ => Bucket::Core,
        }
    }

    /// The JSON body, where the request has one.
    #[must_use]
    pub fn body(&self) -> Option<Value> {
        match self {
            // Texts and lists of texts always serialise.
            Self::CreateIssue { draft, .. } => serde_json::to_value(draft).ok(),
            Self::UpdateIssue { change, .. } => serde_json::to_value(change).ok(),
            Self::AddLabels { labels, .. } => Some(json!({ "labels": labels })),
            Self::CreateComment { body, .. } => Some(json!({ "body": body })),
            Self::Lock { reason: Some(reason), .. } => Some(json!({ "lock_reason": reason })),
            _ => None,
        }
    }

    /// The same read at a repository's id.
    pub(crate) fn at(&self, id: u64, moved_to: Option<u64>) -> Option<Self> {
        let site = Site::Numbered(id);
        Some(match self {
            Self::Repository(_) => Self::Repository(site),
            Self::Issues { filter, page, .. } => Self::Issues { site, filter: filter.clone(), page: *page },
            Self::Issue { number, .. } => Self::Issue { site, number: moved_to.unwrap_or(*number) },
            Self::Comments { number, since, page, .. } => {
                Self::Comments { site, number: moved_to.unwrap_or(*number), since: *since, page: *page }
            }
            Self::Labels { page, .. } => Self::Labels { site, page: *page },
            Self::Label { name, .. } => Self::Label { site, name: name.clone() },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests;
