//! `github_find_issues`: the list endpoint or the search endpoint, whichever
//! the filters need (decisions 13 to 15).

use serde::Serialize;
use serde_json::Value;

use super::output::{self, RowOutput};
use super::walk::{Position, Source, Walked, walk};
use super::{Asked, Made, Service};
use crate::arguments::FindIssues;
use crate::failure::Failure;
use crate::github::{Filter, Refusal, Search, Site, Sought, search_words};

#[derive(Serialize)]
struct Output {
    has_more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_total: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncation_hint: Option<&'static str>,
    issues: Vec<RowOutput>,
}

/// What to do about a walk that does not give out everything.
const HINT: &str = "More than 500 issues match, or GitHub gave up looking; narrow with state=, labels=, \
                    updated_after= or query=.";

impl Service {
    /// A page of issues.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn find_issues(&self, made: &Made<'_>, call: &FindIssues) -> Result<Value, Failure> {
        let position: Option<Position> = match &call.cursor {
            Some(cursor) => {
                Some(self.cursors().open(made.caller, made.tool, made.filled, made.given, cursor)?)
            }
            None => None,
        };
        let walked = walk(self.github(), &call.repository, &sources(call), position).await;
        let asked = Asked::about(made, &call.repository);
        let walked = match walked {
            Ok(walked) => walked,
            // GitHub does not search what it does not show, and says no more.
            Err(Refusal::Unprocessable) => {
                let site = Site::Named(call.repository.clone());
                let refusal = match self.github().repository(site).await {
                    Ok(_) => Refusal::Unprocessable,
                    Err(other) => other,
                };
                return Err(self.explain(&asked, refusal).await);
            }
            Err(refusal) => return Err(self.explain(&asked, refusal).await),
        };
        let Walked { rows, next, total, is_truncated } = walked;
        let next_cursor =
            next.map(|next| self.cursors().seal(made.caller, made.tool, made.filled, &next)).transpose()?;
        output::json(&Output {
            has_more: next_cursor.is_some(),
            next_cursor,
            estimated_total: total,
            truncated: is_truncated,
            truncation_hint: is_truncated.then_some(HINT),
            issues: rows.into_iter().map(|row| RowOutput::new(row, call.detail)).collect(),
        })
    }
}

/// Where the rows come from. The list takes labels in one value with commas,
/// so that a label with a comma needs the search.
fn sources(call: &FindIssues) -> Vec<Source> {
    let filter = Filter {
        state: call.state,
        labels: call.labels.clone(),
        assignee: call.assignee.clone(),
        creator: call.creator.clone(),
        since: call.updated_after,
    };
    if call.query.is_none() && !call.labels.iter().any(|label| label.contains(',')) {
        return vec![Source::List(filter, call.include_pull_requests)];
    }
    let search = |sought| {
        Source::Search(Box::new(Search {
            repository: call.repository.clone(),
            sought,
            words: call.query.as_deref().map(search_words).unwrap_or_default(),
            filter: filter.clone(),
        }))
    };
    let mut sources = vec![search(Sought::Issues)];
    if call.include_pull_requests {
        sources.push(search(Sought::PullRequests));
    }
    sources
}
