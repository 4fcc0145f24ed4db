//! Joined audits as a page.

use super::{Entry, MergedReport};
use crate::diagnostic::Face;
use crate::report::audit::html::{Told, body};
use crate::report::audit::{AuditStatus, IssueStatus};
use crate::report::html::{self, Html, Kind, Page, Tone};
use crate::report::phrase;

/// All of them: one row for each report, the worst first, then what an audit
/// says. Ends with a line end.
#[must_use]
pub fn html(merged: &MergedReport) -> String {
    let (overview, checks, evidence) = (merged.overview(), merged.checks(), merged.evidence());
    let mut page = Page::new(format!("Audits: {}", merged.headline()), tone(merged));
    page.section("reports", "Reports", |html| reports(html, merged));
    let (checks, face) = (checks.as_ref(), Face::CommandLine);
    body(&mut page, &Told { overview: &overview, checks, evidence: &evidence, face });
    page.finish()
}

fn tone(merged: &MergedReport) -> Tone {
    match (merged.status(), merged.overview().count(IssueStatus::Drift)) {
        (AuditStatus::Error, _) => Tone::Bad,
        (AuditStatus::Deferred, _) | (AuditStatus::Success, 1..) => Tone::Attention,
        (AuditStatus::Success, 0) => Tone::Good,
    }
}

fn reports(html: &mut Html, merged: &MergedReport) {
    let mut entries: Vec<&Entry> = merged.entries.iter().collect();
    entries.sort_by_key(|entry| (entry.worst(), entry.report.failure().is_none()));
    html::table(html, "Each report, the worst first", |table| {
        let columns = [
            ("Report", Kind::Text),
            ("Issues", Kind::Number),
            ("Errors", Kind::Number),
            ("Deferred", Kind::Number),
            ("Drift", Kind::Number),
            ("Converged", Kind::Number),
        ];
        html::head(table, &columns);
        table.element("tbody", &[], |rows| {
            for entry in entries {
                rows.element("tr", &[], |columns| row(columns, entry));
            }
        });
    });
}

fn row(row: &mut Html, Entry { name, report, .. }: &Entry) {
    row.element("th", &[("scope", "row")], |cell| {
        cell.name(name);
        if let Some(failure) = report.failure() {
            let detail = phrase::detail(failure.first()).map(|detail| format!(" ({detail})"));
            cell.text(&format!(": no result, {}{}", failure.code().as_str(), detail.unwrap_or_default()));
        }
    });
    if report.failure().is_some() {
        row.element("td", &[("colspan", "5")], |_| {});
        return;
    }
    let count = |status| report.count(status);
    let counts = [
        report.issues().len(),
        count(IssueStatus::Error),
        count(IssueStatus::Deferred),
        count(IssueStatus::Drift),
        count(IssueStatus::Converged),
    ];
    for count in counts {
        row.leaf("td", &[("class", "number")], &count.to_string());
    }
}
