//! The report for a terminal, in the form that editors and problem matchers
//! know: `file:line:column: severity code`.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::report::{Checked, Finding, LintReport, Severity};
use crate::diagnostic::{Face, Position};
use crate::report::{Colour, TerminalText, wrap};

/// Each finding with what is wrong and what to do, then the counts. Ends with a
/// line end.
#[must_use]
pub fn text(report: &LintReport, colour: Colour) -> String {
    let mut page = String::new();
    for file in &report.files {
        for finding in &file.findings {
            let _ = writeln!(page, "{}", head(file, finding, colour));
            page.push_str(&wrap(2, "", finding.code.message()));
            page.push_str(&wrap(2, "→ ", finding.code.hint(Face::CommandLine)));
        }
    }
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let _ = writeln!(
        page,
        "{} checked: {}, {}",
        count(report.checked(), "file"),
        count(report.count(Severity::Error), "error"),
        count(report.count(Severity::Notice), "notice"),
    );
    page
}

fn head(file: &Checked, finding: &Finding, colour: Colour) -> String {
    let mut head = TerminalText::new(&file.name).to_string();
    if let Some(Position { line, column }) = finding.position {
        let _ = write!(head, ":{line}:{column}");
    }
    let style = match finding.severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Notice => AnsiColor::Yellow.on_default().bold(),
    };
    let style = if colour == Colour::Always { style } else { Style::new() };
    let _ = write!(head, ": {style}{} {}{style:#}", finding.severity.as_str(), finding.code.as_str());
    if finding.path.as_str() != "$" {
        let _ = write!(head, " at {}", finding.path);
    }
    head
}
