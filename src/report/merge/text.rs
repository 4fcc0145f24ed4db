//! Joined audits for a terminal.

use anstyle::Style;

use super::MergedReport;
use crate::diagnostic::Face;
use crate::report::audit::AuditReport;
use crate::report::audit::text::{body, mark, title};
use crate::report::phrase;
use crate::report::text::{Colour, Page};

/// All of them: one line for each, then what an audit says. Ends with a line
/// end.
#[must_use]
pub fn text(merged: &MergedReport, colour: Colour) -> String {
    let mut page = Page::new(colour, Face::CommandLine);
    page.line(0, Style::new().bold(), &format!("Audits: {}", merged.headline()));
    title(&mut page, "By report");
    let widest = merged.entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in &merged.entries {
        let (sign, style) = mark(entry.worst());
        let sign = page.painted(style, sign);
        page.push(4, &format!("{sign} {:widest$}  {}", entry.name, said(&entry.report)));
    }
    body(&mut page, &merged.overview(), merged.checks().as_ref(), &merged.evidence());
    page.into_text()
}

/// What is said of one report.
fn said(report: &AuditReport) -> String {
    match report.failure() {
        Some(failure) => {
            let detail = phrase::detail(failure.first()).map(|detail| format!(" ({detail})"));
            format!("no result: {}{}", failure.code().as_str(), detail.unwrap_or_default())
        }
        None => crate::report::audit::overview::Overview::of(report).headline(),
    }
}
