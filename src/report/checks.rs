//! The checks of pull requests, as they may be shown: counts, and words that
//! are this program's own.

use serde::{Serialize, Serializer};

use crate::observed::{Checks, RunCounts};

/// The title of the section for people.
pub(super) const TITLE: &str = "Checks of pull requests";

/// `{"pullRequests":{"read","notRead","notShown"?},"checkRuns":{…},"workflowRuns":{…}}`,
/// where the last two hold a count for each conclusion that occurs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChecksObject<'a> {
    pull_requests: PullRequests,
    check_runs: Counts<'a>,
    workflow_runs: Counts<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PullRequests {
    read: u32,
    not_read: u32,
    /// Left out where it is zero.
    #[serde(skip_serializing_if = "is_zero")]
    not_shown: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

struct Counts<'a>(&'a RunCounts);

impl<'a> ChecksObject<'a> {
    pub(super) fn of(checks: &'a Checks) -> Self {
        Self {
            pull_requests: PullRequests {
                read: checks.pull_requests_read,
                not_read: checks.pull_requests_not_read,
                not_shown: checks.pull_requests_not_shown,
            },
            check_runs: Counts(&checks.check_runs),
            workflow_runs: Counts(&checks.workflow_runs),
        }
    }
}

impl Serialize for Counts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(conclusion, count)| (conclusion.as_str(), count)))
    }
}

/// What is told of each, by its name: `("Check runs", "12 success, 1 timed
/// out")`.
pub(super) fn lines(checks: &Checks) -> [(&'static str, String); 3] {
    let (read, not_read) = (checks.pull_requests_read, checks.pull_requests_not_read);
    let pull_requests = match (read, not_read) {
        (0, 0) => "none on the Project".to_owned(),
        (read, 0) => format!("{read} read"),
        (read, not_read) => format!("{read} read, {not_read} not read{}", not_shown(checks)),
    };
    // Where nothing was read, nothing is known.
    let runs = |runs| if read == 0 && not_read > 0 { "not known".to_owned() } else { counts(runs) };
    [
        ("Pull requests", pull_requests),
        ("Check runs", runs(&checks.check_runs)),
        ("Workflow runs", runs(&checks.workflow_runs)),
    ]
}

/// ` (GitHub does not show the head commit of 1)`, where it is of some.
fn not_shown(checks: &Checks) -> String {
    match checks.pull_requests_not_shown {
        0 => String::new(),
        count => format!(" (GitHub does not show the head commit of {count})"),
    }
}

fn counts(counts: &RunCounts) -> String {
    let words: Vec<String> = counts
        .iter()
        .map(|(conclusion, count)| format!("{count} {}", conclusion.as_str().replace('_', " ")))
        .collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
