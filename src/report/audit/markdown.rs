//! An audit for a job summary.
//!
//! Every text of it is this program's own, a number, or a path of printable
//! member names inside a code span: nothing from GitHub or an issue can act.
//! Issue numbers stand without `#`, so that no reference is made of them.

use std::fmt::Write as _;

use super::overview::{self, Group};
use super::{AuditReport, AuditedIssue, IssueStatus};
use crate::report::phrase::{self, NOTHING_WRITTEN};

/// The most bytes of a summary. GitHub drops one of more than 1 MiB as a whole
/// and says nothing.
pub const SUMMARY_BYTES: usize = 900 << 10;

/// The most issues that a summary lists.
const MOST_ISSUES: usize = 1_000;

/// Room for the last lines.
const END_BYTES: usize = 512;

/// The whole audit in at most [`SUMMARY_BYTES`]: what came of it, by status and
/// by kind, what was found with advice, what it cost, the issues to look at, the
/// worst first. Says how many it leaves out. Ends with a line end.
#[must_use]
pub fn markdown(report: &AuditReport) -> String {
    let mut page = format!("### Audit: {}\n", overview::headline(report));
    statuses(&mut page, report);
    kinds(&mut page, report);
    groups(&mut page, "What is wrong", &overview::findings(report));
    groups(&mut page, "Worth knowing", &overview::notices(report));
    let _ = write!(page, "\nCost: {}. {NOTHING_WRITTEN}\n", overview::cost(report).join(", "));
    issues(&mut page, report);
    page
}

fn statuses(page: &mut String, report: &AuditReport) {
    let statuses = overview::statuses(report);
    if statuses.is_empty() {
        return;
    }
    page.push_str("\n| | Status | Issues | |\n| --- | --- | ---: | --- |\n");
    for (status, count) in &statuses {
        let meaning = overview::meaning(*status);
        let _ = writeln!(page, "| {} | `{}` | {count} | {meaning} |", mark(*status), status.as_str());
    }
    page.push_str("\n```mermaid\npie showData title Issues by status\n");
    for (status, count) in &statuses {
        let _ = writeln!(page, "  \"{}\" : {count}", status.as_str());
    }
    page.push_str("```\n");
}

fn kinds(page: &mut String, report: &AuditReport) {
    let kinds = overview::kinds(report);
    if kinds.is_empty() {
        return;
    }
    page.push_str("\n| Change | Operations | Issues |\n| --- | ---: | ---: |\n");
    for kind in kinds {
        let (_, what) = phrase::operation(kind.kind, false);
        let _ = writeln!(page, "| {what} | {} | {} |", kind.operations, kind.issues);
    }
}

fn groups(page: &mut String, title: &str, groups: &[Group]) {
    if groups.is_empty() {
        return;
    }
    let _ = write!(page, "\n**{title}**\n\n");
    for group in groups {
        let code = group.code;
        let detail = group.detail.map(|detail| format!(" (`{}`)", phrase::detail_words(detail)));
        let issues = phrase::count(group.issues.len(), "issue", "issues");
        let _ = writeln!(
            page,
            "- **{}**{} in {issues} ({}): {} {}",
            code.as_str(),
            detail.unwrap_or_default(),
            overview::numbers(&group.issues),
            code.message(),
            code.hint(),
        );
    }
}

fn issues(page: &mut String, report: &AuditReport) {
    let open = overview::open(report);
    if open.is_empty() {
        return;
    }
    page.push_str("\n| | Issue | Status | Findings | Changes |\n| --- | ---: | --- | --- | --- |\n");
    let mut listed = 0;
    for issue in open.iter().take(MOST_ISSUES) {
        let row = row(issue);
        if page.len() + row.len() + END_BYTES > SUMMARY_BYTES {
            break;
        }
        page.push_str(&row);
        listed += 1;
    }
    let left = open.len() - listed;
    if left > 0 {
        let issues = phrase::count(left, "more issue is", "more issues are");
        let _ = write!(
            page,
            "\n**This summary ends here.** {issues} in the report of this run: `audit.json` of the artifact.\n"
        );
    }
}

fn row(issue: &AuditedIssue) -> String {
    let (findings, more) = overview::first_findings(issue);
    let findings = findings.iter().map(|finding| {
        let place = phrase::place(finding.path(), finding.position(), "`");
        format!("{}{place}", finding.code().as_str())
    });
    let more = (more > 0).then(|| format!("{more} more"));
    let findings = findings.chain(more).collect::<Vec<_>>().join("<br>");
    let status = issue.status();
    format!(
        "| {} | {} | `{}` | {findings} | {} |\n",
        mark(status),
        issue.number().get(),
        status.as_str(),
        overview::changes(issue)
    )
}

fn mark(status: IssueStatus) -> &'static str {
    match status {
        IssueStatus::Error => "❌",
        IssueStatus::Deferred => "⏳",
        IssueStatus::Drift => "✏️",
        IssueStatus::Absent | IssueStatus::NoContract | IssueStatus::Archived => "⚪",
        IssueStatus::Converged => "✅",
    }
}
