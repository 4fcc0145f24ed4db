//! Path and query of each request. Paths are made of fixed templates and
//! checked words alone; what people wrote goes into encoded query values.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{Filter, Operation, Search, Site, Sought};
use crate::arguments::StateFilter;
use crate::issue::{Repository, second};

/// What a path segment or query value may hold unescaped: RFC 3986's
/// unreserved characters.
const PART: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Rows on a page of [`Operation::Issues`].
const ISSUES_PER_PAGE: usize = 100;
/// Rows on a page of [`Operation::Search`].
const FOUND_PER_PAGE: usize = 50;
/// Rows on a page of [`Operation::Comments`].
const COMMENTS_PER_PAGE: usize = 20;
/// Rows on a page of the lists of labels and repositories.
const NAMES_PER_PAGE: usize = 100;

impl Operation {
    /// Path and query, encoded.
    #[must_use]
    pub fn target(&self) -> String {
        let named = |repository: &Repository| path(&Site::Named(repository.clone()));
        match self {
            Self::Repository(site) => path(site),
            Self::Issues { site, filter, page } => {
                query(&format!("{}/issues", path(site)), &issues(filter, *page))
            }
            Self::Search { search, page } => query("/search/issues", &found(search, *page)),
            Self::Issue { site, number } => format!("{}/issues/{number}", path(site)),
            Self::Comments { site, number, since, page } => {
                let mut pairs = paged(COMMENTS_PER_PAGE, *page);
                pairs.extend(since.map(|since| ("since", second(since))));
                query(&format!("{}/issues/{number}/comments", path(site)), &pairs)
            }
            Self::Labels { site, page } => {
                query(&format!("{}/labels", path(site)), &paged(NAMES_PER_PAGE, *page))
            }
            Self::Label { site, name } => {
                format!("{}/labels/{}", path(site), utf8_percent_encode(name, PART))
            }
            Self::Oneself => "/user".to_owned(),
            Self::UserRepositories { page } => {
                let mut pairs = paged(NAMES_PER_PAGE, *page);
                pairs.push(("sort", "full_name".to_owned()));
                query("/user/repos", &pairs)
            }
            Self::InstallationRepositories { page } => {
                query("/installation/repositories", &paged(NAMES_PER_PAGE, *page))
            }
            Self::CreateIssue { repository, .. } => format!("{}/issues", named(repository)),
            Self::UpdateIssue { repository, number, .. } => {
                format!("{}/issues/{number}", named(repository))
            }
            Self::AddLabels { repository, number, .. } => {
                format!("{}/issues/{number}/labels", named(repository))
            }
            Self::RemoveLabel { repository, number, label } => {
                let label = utf8_percent_encode(label, PART);
                format!("{}/issues/{number}/labels/{label}", named(repository))
            }
            Self::CreateComment { repository, number, .. } => {
                format!("{}/issues/{number}/comments", named(repository))
            }
            Self::Lock { repository, number, .. } | Self::Unlock { repository, number } => {
                format!("{}/issues/{number}/lock", named(repository))
            }
        }
    }
}

impl Search {
    /// The whole query: the words, then qualifiers that hold it to one
    /// repository and one kind whatever the words are (decision 13).
    #[must_use]
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        if !self.words.is_empty() {
            parts.push(self.words.clone());
        }
        parts.push(format!("repo:{}", self.repository.slug()));
        parts.push(match self.sought {
            Sought::Issues => "is:issue".to_owned(),
            Sought::PullRequests => "is:pull-request".to_owned(),
        });
        let Filter { state, labels, assignee, creator, since } = &self.filter;
        match state {
            StateFilter::Open => parts.push("state:open".to_owned()),
            StateFilter::Closed => parts.push("state:closed".to_owned()),
            StateFilter::All => {}
        }
        parts.extend(labels.iter().map(|label| format!("label:\"{label}\"")));
        parts.extend(assignee.iter().map(|login| format!("assignee:{login}")));
        parts.extend(creator.iter().map(|login| format!("author:{login}")));
        parts.extend(since.map(|since| format!("updated:>={}", second(since))));
        parts.join(" ")
    }
}

fn path(site: &Site) -> String {
    match site {
        Site::Named(repository) => format!("/repos/{}/{}", repository.owner(), repository.name()),
        Site::Numbered(id) => format!("/repositories/{id}"),
    }
}

fn paged(rows: usize, page: u32) -> Vec<(&'static str, String)> {
    vec![("per_page", rows.to_string()), ("page", page.to_string())]
}

fn newest(mut pairs: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    let word = |(name, value): (&'static str, &str)| (name, value.to_owned());
    pairs.extend([("sort", "created"), ("direction", "desc")].map(word));
    pairs
}

fn issues(filter: &Filter, page: u32) -> Vec<(&'static str, String)> {
    let mut pairs = newest(paged(ISSUES_PER_PAGE, page));
    let state = match filter.state {
        StateFilter::Open => "open",
        StateFilter::Closed => "closed",
        StateFilter::All => "all",
    };
    pairs.push(("state", state.to_owned()));
    if !filter.labels.is_empty() {
        pairs.push(("labels", filter.labels.join(",")));
    }
    pairs.extend(filter.assignee.iter().map(|login| ("assignee", login.clone())));
    pairs.extend(filter.creator.iter().map(|login| ("creator", login.clone())));
    pairs.extend(filter.since.map(|since| ("since", second(since))));
    pairs
}

fn found(search: &Search, page: u32) -> Vec<(&'static str, String)> {
    let mut pairs = vec![("q", search.text())];
    pairs.extend(paged(FOUND_PER_PAGE, page));
    pairs.extend([("sort", "created".to_owned()), ("order", "desc".to_owned())]);
    pairs
}

fn query(path: &str, pairs: &[(&'static str, String)]) -> String {
    let encoded: Vec<String> =
        pairs.iter().map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, PART))).collect();
    format!("{path}?{}", encoded.join("&"))
}
