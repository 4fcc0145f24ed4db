//! The rendering for a job summary or a comment on GitHub.
//!
//! Every name is a code span ([`MarkdownText`]), in which nothing works; what
//! would change is a table, whose cells need one escape more.

use std::fmt::Write as _;

use super::checks;
use super::conclusion::Conclusion;
use super::drawing::drawing;
use super::escape::MarkdownText;
use super::phrase::{self, Line, NOTHING_WRITTEN, Part, Sign};
use crate::diagnostic::{Code, Face, Failure, Path, Position};
use crate::observed::Checks;
use crate::scope::IssueNumber;

/// One issue. Ends with a line end.
#[must_use]
pub fn conclusion(issue: IssueNumber, conclusion: &Conclusion, face: Face) -> String {
    let mut page = format!("### Issue {}: {}\n", issue.get(), phrase::headline(conclusion));
    if let Some(report) = conclusion.report() {
        if !report.diagnostics().is_empty() {
            page.push_str("\n**Stands in the way**\n\n");
        }
        for diagnostic in report.diagnostics() {
            let detail = phrase::detail(diagnostic);
            let (path, position) = (diagnostic.path(), diagnostic.position());
            finding(&mut page, face, diagnostic.code(), path, position, detail.as_deref());
        }
        let title = if report.is_executable() { "Would change" } else { "Would change otherwise" };
        table(&mut page, title, &phrase::changes(report));
        page.push_str(&drawing(issue, &report.relations));
        let agreements = phrase::agreements(report);
        if !agreements.is_empty() {
            let _ =
                write!(page, "\n<details><summary>Agrees already ({})</summary>\n", report.agreements.len());
            page.push('\n');
            list(&mut page, &agreements);
            page.push_str("\n</details>\n");
        }
    }
    if !conclusion.notices().is_empty() {
        page.push_str("\n**Worth knowing**\n\n");
    }
    for notice in conclusion.notices() {
        finding(&mut page, face, notice.code(), notice.path(), notice.position(), None);
    }
    counted_checks(&mut page, conclusion.checks());
    page.push('\n');
    if let Some(report) = conclusion.report() {
        let state = if report.is_executable() { "executable" } else { "not executable" };
        let _ = writeln!(page, "Plan `{}`, {state}. {NOTHING_WRITTEN}", report.plan_id());
    } else {
        let _ = writeln!(page, "{NOTHING_WRITTEN}");
    }
    page
}

/// A failed run. Ends with a line end.
#[must_use]
pub fn failure(failure: &Failure, face: Face) -> String {
    let mut page = format!("### No result: {}\n\n", failure.class().as_str());
    for diagnostic in failure.diagnostics() {
        let detail = phrase::detail(diagnostic);
        let (path, position) = (diagnostic.path(), diagnostic.position());
        finding(&mut page, face, diagnostic.code(), path, position, detail.as_deref());
    }
    let _ = writeln!(page, "\n{NOTHING_WRITTEN}");
    page
}

/// The checks of pull requests, where they were asked for.
pub(super) fn counted_checks(page: &mut String, checks: Option<&Checks>) {
    let Some(checks) = checks else { return };
    let _ = write!(page, "\n**{}**\n\n", checks::TITLE);
    for (name, told) in checks::lines(checks) {
        let _ = writeln!(page, "- {name}: {told}");
    }
}

/// What would change: what is done, to which key, from what, to what.
fn table(page: &mut String, title: &str, lines: &[Line]) {
    if lines.is_empty() {
        return;
    }
    let _ = write!(page, "\n**{title}**\n\n| Change | Key | Now | Planned |\n| --- | --- | --- | --- |\n");
    for line in lines {
        let mark = match line.sign {
            Sign::Add => "➕ ",
            Sign::Change => "✏️ ",
            Sign::Remove => "➖ ",
            Sign::Agree => "",
        };
        let key = if line.key.is_empty() { String::new() } else { cell(&line.key) };
        let old = line.old.as_ref().map_or_else(String::new, |old| part(old, cell));
        let new = parts(&line.new, cell);
        let times = if line.times > 1 { format!(" (× {})", line.times) } else { String::new() };
        let _ = writeln!(page, "| {mark}{} | {key} | {old} | {new}{times} |", line.what);
    }
}

/// What agrees already.
fn list(page: &mut String, lines: &[Line]) {
    for line in lines {
        let _ = write!(page, "- {}: {}", span(&line.key), parts(&line.new, span));
        if line.times > 1 {
            let _ = write!(page, " (× {})", line.times);
        }
        page.push('\n');
    }
}

fn cell(name: &str) -> String {
    MarkdownText::in_cell(name).to_string()
}

fn span(name: &str) -> String {
    MarkdownText::new(name).to_string()
}

fn parts(parts: &[Part], quote: fn(&str) -> String) -> String {
    let parts: Vec<String> = parts.iter().map(|piece| part(piece, quote)).collect();
    parts.join(" ")
}

fn part(part: &Part, quote: fn(&str) -> String) -> String {
    match part {
        Part::Words(words) => (*words).to_owned(),
        Part::Number(text) | Part::Name(text) => quote(text),
    }
}

fn finding(
    page: &mut String,
    face: Face,
    code: Code,
    path: &Path,
    position: Option<Position>,
    detail: Option<&str>,
) {
    let _ = write!(page, "- **{}**{}", code.as_str(), phrase::place(path, position, "`"));
    if let Some(detail) = detail {
        let _ = write!(page, " (`{detail}`)");
    }
    let _ = writeln!(page, ": {} {}", code.message(), code.hint(face));
}
