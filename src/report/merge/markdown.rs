//! Joined audits for a job summary.

use std::fmt::Write as _;

use super::{Entry, MergedReport};
use crate::diagnostic::Face;
use crate::report::audit::IssueStatus;
use crate::report::audit::markdown::{PRINTED, Told, body, mark};
use crate::report::phrase;

/// All of them in at most [`crate::report::SUMMARY_BYTES`]: one row for each,
/// the worst first, then what an audit says. Ends with a line end.
#[must_use]
pub fn markdown(merged: &MergedReport) -> String {
    let mut page = format!("### Audits: {}\n", merged.headline());
    page.push_str(
        "\n| | Report | Issues | Errors | Deferred | Drift | Converged |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let mut entries: Vec<&Entry> = merged.entries.iter().collect();
    entries.sort_by_key(|entry| (entry.worst(), entry.report.failure().is_none()));
    for entry in entries {
        row(&mut page, entry);
    }
    let (overview, checks, evidence) = (merged.overview(), merged.checks(), merged.evidence());
    let told = Told { overview: &overview, checks: checks.as_ref(), evidence: &evidence };
    body(&mut page, &told, Face::CommandLine, PRINTED);
    page
}

fn row(page: &mut String, entry: &Entry) {
    let Entry { name, report, .. } = entry;
    let sign = mark(entry.worst());
    if let Some(failure) = report.failure() {
        let detail = phrase::detail(failure.first()).map(|detail| format!(" (`{detail}`)"));
        let code = failure.code().as_str();
        let _ = writeln!(
            page,
            "| {sign} | `{name}`: no result, {code}{} | | | | | |",
            detail.unwrap_or_default()
        );
        return;
    }
    let count = |status| report.count(status);
    let _ = writeln!(
        page,
        "| {sign} | `{name}` | {} | {} | {} | {} | {} |",
        report.issues().len(),
        count(IssueStatus::Error),
        count(IssueStatus::Deferred),
        count(IssueStatus::Drift),
        count(IssueStatus::Converged),
    );
}
