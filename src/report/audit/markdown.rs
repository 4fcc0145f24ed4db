//! An audit for a job summary.
//!
//! Every text of it is this program's own, a number, or a path of printable
//! member names inside a code span: nothing from GitHub or an issue can act.
//! Issue numbers stand without `#`, so that no reference is made of them.

use std::fmt::Write as _;

use super::overview::{self, Group, Overview, Row};
use super::{AuditReport, Evidence, IssueStatus};
use crate::diagnostic::Face;
use crate::observed::Checks;
use crate::report::markdown::counted_checks;
use crate::report::phrase::{self, NOTHING_WRITTEN};

/// The most bytes of a summary. GitHub drops one of more than 1 MiB as a whole
/// and says nothing.
pub const SUMMARY_BYTES: usize = 900 << 10;

/// The most issues that a summary lists.
const MOST_ISSUES: usize = 1_000;

/// Room for the line that says what is left out, but for where the rest is.
const END_BYTES: usize = 128;

/// Where a command's whole report is.
pub const PRINTED: &str = "the report that `--format json` prints";

/// The audit in at most [`SUMMARY_BYTES`] and [`MOST_ISSUES`]: what came of it, by
/// status and by kind, what was found with advice, the issues to look at, the
/// worst first, what it cost. Its last line says how many issues it leaves out,
/// where it does, and that they are in `whole`. Without a result, why there is
/// none. Ends with a line end.
#[must_use]
pub fn markdown(report: &AuditReport, face: Face, whole: &str) -> String {
    if let Some(failure) = report.failure() {
        return crate::report::markdown::failure(failure, face);
    }
    let overview = Overview::of(report);
    let mut page = format!("### Audit: {}\n", overview.headline());
    let told = Told { overview: &overview, checks: report.checks(), evidence: report.evidence() };
    body(&mut page, &told, face, whole);
    page
}

/// What is told below a headline.
pub(in crate::report) struct Told<'a> {
    pub(in crate::report) overview: &'a Overview<'a>,
    pub(in crate::report) checks: Option<&'a Checks>,
    pub(in crate::report) evidence: &'a Evidence,
}

/// Everything below the headline; `whole` has all issues.
pub(in crate::report) fn body(page: &mut String, told: &Told<'_>, face: Face, whole: &str) {
    let Told { overview, checks, evidence } = *told;
    statuses(page, overview);
    kinds(page, overview);
    groups(page, "What is wrong", face, &overview.findings());
    groups(page, "Worth knowing", face, &overview.notices());
    unplanned(page, &overview.unplanned());
    let mut end = String::new();
    counted_checks(&mut end, checks);
    if let Some(unknown) = overview::unknown(evidence) {
        let _ = writeln!(end, "\n**{unknown}**");
    }
    let _ = writeln!(end, "\nCost: {}. {NOTHING_WRITTEN}", overview::cost(evidence).join(", "));
    let left = issues(page, &overview.open(), SUMMARY_BYTES.saturating_sub(end.len() + whole.len()));
    page.push_str(&end);
    if left > 0 {
        let issues = phrase::count(left, "more issue is", "more issues are");
        let _ = writeln!(page, "\n**This summary ends here.** {issues} in {whole}.");
    }
}

fn statuses(page: &mut String, overview: &Overview<'_>) {
    let statuses = overview.statuses();
    if statuses.is_empty() {
        return;
    }
    page.push_str("\n| | Status | Issues | |\n| --- | --- | ---: | --- |\n");
    for (status, count) in &statuses {
        let meaning = overview::meaning(*status);
        let _ = writeln!(page, "| {} | `{}` | {count} | {meaning} |", mark(*status), status.as_str());
    }
    // One slice tells nothing that the row does not.
    if statuses.len() < 2 {
        return;
    }
    let colours = statuses.iter().zip(1..).map(|((status, _), slice)| {
        let colour = colour(*status);
        format!("\"pie{slice}\": \"{colour}\"")
    });
    let colours = colours.collect::<Vec<_>>().join(", ");
    let _ = write!(
        page,
        "\n```mermaid\n%%{{init: {{\"themeVariables\": {{{colours}}}}}}}%%\n\
         pie showData title Issues by status\n"
    );
    for (status, count) in &statuses {
        let _ = writeln!(page, "  \"{}\" : {count}", status.as_str());
    }
    page.push_str("```\n");
}

fn kinds(page: &mut String, overview: &Overview<'_>) {
    let kinds = overview.kinds();
    if kinds.is_empty() {
        return;
    }
    page.push_str("\n| Change | Operations | Issues |\n| --- | ---: | ---: |\n");
    for kind in kinds {
        let (_, what) = phrase::operation(kind.kind, false);
        let _ = writeln!(page, "| {what} | {} | {} |", kind.operations, kind.issues);
    }
}

fn groups(page: &mut String, title: &str, face: Face, groups: &[Group<'_>]) {
    if groups.is_empty() {
        return;
    }
    let _ = write!(page, "\n**{title}**\n\n");
    for group in groups {
        let code = group.code;
        let detail = group.detail.map(|detail| format!(" (`{}`)", phrase::detail_words(detail)));
        let _ = writeln!(
            page,
            "- **{}**{} in {} ({}): {} {}",
            code.as_str(),
            detail.unwrap_or_default(),
            phrase::count(group.rows.len(), "issue", "issues"),
            overview::numbers(&group.rows, "`"),
            code.message(),
            code.hint(face),
        );
    }
}

/// The issues that nothing is planned for.
fn unplanned(page: &mut String, groups: &[(IssueStatus, Vec<Row<'_>>)]) {
    if groups.is_empty() {
        return;
    }
    page.push_str("\n**Nothing planned**\n\n");
    for (status, rows) in groups {
        let (what, numbers) = (overview::meaning(*status), overview::all_numbers(rows, "`"));
        let _ = writeln!(page, "- `{}`, {what}: {numbers}", status.as_str());
    }
}

/// A row for each issue, as many as a page of so many bytes has room for; how
/// many it has not.
fn issues(page: &mut String, open: &[Row<'_>], bytes: usize) -> usize {
    let Some(first) = open.first() else { return 0 };
    let report = if first.report.is_some() { ["| Report ", "| --- "] } else { ["", ""] };
    let [report_title, report_rule] = report;
    let _ = write!(
        page,
        "\n{report_title}| | Issue | Status | Findings | Changes |\n\
         {report_rule}| --- | ---: | --- | --- | --- |\n"
    );
    let mut listed = 0;
    for row in open.iter().take(MOST_ISSUES).map(row) {
        if page.len() + row.len() + END_BYTES > bytes {
            break;
        }
        page.push_str(&row);
        listed += 1;
    }
    open.len() - listed
}

fn row(row: &Row<'_>) -> String {
    let (findings, more) = overview::first_findings(row.issue);
    let findings = findings.iter().map(|finding| {
        let place = phrase::place(finding.path(), finding.position(), "`");
        format!("{}{place}", finding.code().as_str())
    });
    let more = (more > 0).then(|| format!("{more} more"));
    let findings = findings.chain(more).collect::<Vec<_>>().join("<br>");
    let status = row.issue.status();
    format!(
        "{}| {} | {} | `{}` | {findings} | {} |\n",
        row.report.map(|report| format!("| `{report}` ")).unwrap_or_default(),
        mark(status),
        row.issue.number().get(),
        status.as_str(),
        overview::changes(row.issue)
    )
}

/// The colour of a slice, readable on light and on dark.
fn colour(status: IssueStatus) -> &'static str {
    match status {
        IssueStatus::Error => "#cf222e",
        IssueStatus::Deferred => "#bf8700",
        IssueStatus::Drift => "#0969da",
        IssueStatus::Absent => "#8250df",
        IssueStatus::NoContract => "#8c959f",
        IssueStatus::Archived => "#afb8c1",
        IssueStatus::Converged => "#1a7f37",
    }
}

pub(in crate::report) fn mark(status: IssueStatus) -> &'static str {
    match status {
        IssueStatus::Error => "❌",
        IssueStatus::Deferred => "⏳",
        IssueStatus::Drift => "✏️",
        IssueStatus::Absent | IssueStatus::NoContract | IssueStatus::Archived => "⚪",
        IssueStatus::Converged => "✅",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Diagnostic, Failure, Path};
    use crate::report::AuditedIssue;
    use crate::scope::IssueNumber;

    /// An audit of so many issues, whose rows have two kilobytes each.
    fn report(issues: u64) -> AuditReport {
        let long = (0..10).fold(Path::root(), |path, _| path.key(&"k".repeat(64)));
        let codes = [Code::Contract006, Code::Contract007, Code::Contract008];
        let findings = codes.map(|code| Diagnostic::new(code, long.clone())).to_vec();
        let failure = Failure::from_all(findings).unwrap();
        let issue = |number| AuditedIssue::failed(IssueNumber::new(number).unwrap(), &failure);
        AuditReport::new((1..=issues).map(issue).collect(), &"0".repeat(64), Evidence::default())
    }

    #[test]
    fn b65_rows_that_do_not_fit_are_counted_in_the_last_line() {
        let page = markdown(&report(600), Face::CommandLine, PRINTED);
        assert!((SUMMARY_BYTES - 4_096..=SUMMARY_BYTES).contains(&page.len()), "{}", page.len());
        let rows = page.lines().filter(|line| line.starts_with("| ❌ | ") && line.contains("$.k")).count();
        let last = page.lines().last().unwrap();
        assert!(last.contains(&format!("{} more issues are", 600 - rows)), "{rows} {last}");
        assert!(page.contains("\nCost: 0 REST requests"), "what it cost stands behind the table");
        let whole = markdown(&report(10), Face::CommandLine, PRINTED);
        let table_ends = whole.find("| ❌ | 10 | ").unwrap();
        assert!(whole.rfind("Cost: ").unwrap() > table_ends && !whole.contains("ends here"), "{whole}");
    }

    #[test]
    fn an_audit_without_a_result_says_why_and_names_no_backlog() {
        let failed = AuditReport::failed(Failure::of(Code::GithubRead002));
        let face = Face::CommandLine;
        let text = crate::report::audit_text(&failed, crate::report::Colour::Never, face);
        let shown = [markdown(&failed, face, PRINTED), text];
        for page in shown {
            assert!(page.contains("YKP-GH-READ-002") && !page.contains("no issue"), "{page}");
        }
    }
}
