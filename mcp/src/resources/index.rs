//! The index of a repository's issues: entries that name and size the issues,
//! and no bodies.

use serde::Serialize;
use serde_json::Value;

use crate::arguments::{Detail, StateFilter};
use crate::failure::Failure;
use crate::github::Filter;
use crate::issue::{Address, Index, Issue, State, preview, second};
use crate::tools::{Asked, IssueOutput, Service, Source, walk};

#[derive(Serialize)]
struct Output {
    /// Whether there are more than are listed; `github_find_issues` pages.
    has_more: bool,
    resources: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    uri: String,
    name: String,
    title: String,
    description: String,
    #[serde(rename = "mimeType")]
    mime_type: &'static str,
    size: usize,
    annotations: Annotations,
}

#[derive(Serialize)]
struct Annotations {
    #[serde(rename = "lastModified")]
    last_modified: String,
}

/// The index.
///
/// # Errors
///
/// A failure.
pub(super) async fn read(service: &Service, index: &Index) -> Result<Value, Failure> {
    let filter = Filter {
        state: match index.state {
            Some(State::Open) => StateFilter::Open,
            Some(State::Closed) => StateFilter::Closed,
            None => StateFilter::All,
        },
        labels: index.labels.clone(),
        assignee: None,
        creator: None,
        since: index.updated_after,
    };
    let sources = [Source::List(filter, false)];
    let walked = match walk(service.github(), &index.repository, &sources, None).await {
        Ok(walked) => walked,
        Err(refusal) => {
            let asked = Asked { repository: &index.repository, number: None, made: None };
            return Err(service.explain(&asked, refusal).await);
        }
    };
    let entry = |issue: &Issue| entry(&Address::Issue(index.repository.issue(issue.number)), issue);
    let resources = walked.rows.iter().map(entry).collect::<Result<_, _>>()?;
    crate::tools::json(&Output { has_more: walked.next.is_some(), resources })
}

fn entry(address: &Address, issue: &Issue) -> Result<Entry, Failure> {
    let content = crate::tools::json(&IssueOutput::new(issue, Detail::Full))?;
    let line: Vec<String> = preview(&issue.body).split_whitespace().map(str::to_owned).collect();
    Ok(Entry {
        uri: address.uri(),
        name: format!("#{}", issue.number),
        title: issue.title.clone(),
        description: line.join(" "),
        mime_type: "application/json",
        size: content.to_string().len(),
        annotations: Annotations { last_modified: second(issue.updated_at) },
    })
}
