//! An audit for a terminal.

use anstyle::{AnsiColor, Style};

use super::overview::{self, Group, Overview, Row};
use super::{AuditReport, AuditedIssue, Evidence, IssueStatus};
use crate::diagnostic::Face;
use crate::observed::Checks;
use crate::report::phrase::{self, NOTHING_WRITTEN};
use crate::report::text::{Colour, Page, red, yellow};
use crate::report::wrap;

/// The whole audit: what came of it, by status and by kind, what was found with
/// advice, the issues to look at, what it cost. Without a result, why there is
/// none. Ends with a line end.
#[must_use]
pub fn text(report: &AuditReport, colour: Colour, face: Face) -> String {
    if let Some(failure) = report.failure() {
        return crate::report::text::failure(failure, colour, face);
    }
    let mut page = Page::new(colour, face);
    let overview = Overview::of(report);
    page.line(0, Style::new().bold(), &format!("Audit: {}", overview.headline()));
    body(&mut page, &overview, report.checks(), report.evidence());
    page.into_text()
}

/// Everything below the headline.
pub(in crate::report) fn body(
    page: &mut Page,
    overview: &Overview<'_>,
    checks: Option<&Checks>,
    evidence: &Evidence,
) {
    statuses(page, overview);
    kinds(page, overview);
    groups(page, "What is wrong", red(), &overview.findings());
    groups(page, "Worth knowing", yellow(), &overview.notices());
    unplanned(page, &overview.unplanned());
    issues(page, &overview.open());
    page.checks(checks);
    page.empty();
    if let Some(unknown) = overview::unknown(evidence) {
        for line in wrap(2, "", &unknown).lines() {
            page.line(0, yellow(), line);
        }
    }
    page.line(2, Style::new().dimmed(), &overview::cost(evidence).join(" · "));
    page.line(2, Style::new().dimmed(), NOTHING_WRITTEN);
}

pub(in crate::report) fn title(page: &mut Page, title: &str) {
    page.empty();
    page.line(2, Style::new().bold(), title);
}

fn statuses(page: &mut Page, overview: &Overview<'_>) {
    let statuses = overview.statuses();
    if statuses.is_empty() {
        return;
    }
    title(page, "By status");
    for (status, count) in statuses {
        let (sign, style) = mark(status);
        let sign = page.painted(style, sign);
        let word = format!("{:11}", status.as_str());
        let meaning = page.painted(Style::new().dimmed(), overview::meaning(status));
        page.push(4, &format!("{sign} {word} {count:>5}  {meaning}"));
    }
}

fn kinds(page: &mut Page, overview: &Overview<'_>) {
    let kinds = overview.kinds();
    if kinds.is_empty() {
        return;
    }
    title(page, "By kind of change");
    for kind in kinds {
        let (sign, what) = phrase::operation(kind.kind, false);
        let sign = page.sign(sign);
        let issues = phrase::count(kind.issues, "issue", "issues");
        let issues = page.painted(Style::new().dimmed(), &format!("in {issues}"));
        page.push(4, &format!("{sign} {what:20} {:>5}  {issues}", kind.operations));
    }
}

fn groups(page: &mut Page, heading: &str, style: Style, groups: &[Group<'_>]) {
    if groups.is_empty() {
        return;
    }
    title(page, heading);
    for group in groups {
        let code = page.painted(style, group.code.as_str());
        let detail = group.detail.map(|detail| format!(" ({})", phrase::detail_words(detail)));
        let issues = phrase::count(group.rows.len(), "issue", "issues");
        let numbers = overview::numbers(&group.rows, "");
        page.push(4, &format!("{code}{} in {issues}: {numbers}", detail.unwrap_or_default()));
        page.advice(6, group.code);
    }
}

/// The issues that nothing is planned for.
fn unplanned(page: &mut Page, groups: &[(IssueStatus, Vec<Row<'_>>)]) {
    if groups.is_empty() {
        return;
    }
    title(page, "Nothing planned");
    for (status, rows) in groups {
        let (what, numbers) = (overview::meaning(*status), overview::all_numbers(rows, ""));
        page.wrapped(4, &format!("{}, {what}: {numbers}", status.as_str()));
    }
}

fn issues(page: &mut Page, open: &[Row<'_>]) {
    if open.is_empty() {
        return;
    }
    title(page, "Issues");
    let last = open.iter().map(|row| row.issue.number()).max();
    let widest = last.map_or(1, |number| number.get().to_string().len());
    let reports = open.iter().filter_map(|row| row.report).map(str::len).max();
    for Row { report, issue } in open {
        let (sign, style) = mark(issue.status());
        let sign = page.painted(style, sign);
        let report =
            report.zip(reports).map(|(report, width)| format!("{report:width$} ")).unwrap_or_default();
        let (number, status) = (issue.number().get(), issue.status().as_str());
        page.push(4, &format!("{sign} {report}{number:>widest$}  {status:8}  {}", said(issue)));
    }
}

/// What is said of one issue: its findings, then its changes.
fn said(issue: &AuditedIssue) -> String {
    let (findings, more) = overview::first_findings(issue);
    let findings = findings.iter().map(|finding| {
        let place = phrase::place(finding.path(), finding.position(), "");
        format!("{}{place}", finding.code().as_str())
    });
    let more = (more > 0).then(|| format!("{more} more"));
    let changes = Some(overview::changes(issue)).filter(|changes| !changes.is_empty());
    findings.chain(more).chain(changes).collect::<Vec<_>>().join("; ")
}

pub(in crate::report) fn mark(status: IssueStatus) -> (&'static str, Style) {
    match status {
        IssueStatus::Error => ("✗", red()),
        IssueStatus::Deferred => ("…", yellow()),
        IssueStatus::Drift => ("~", yellow()),
        IssueStatus::Absent | IssueStatus::NoContract | IssueStatus::Archived => ("·", Style::new().dimmed()),
        IssueStatus::Converged => ("=", AnsiColor::Green.on_default().bold()),
    }
}
