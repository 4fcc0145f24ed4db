//! The rendering for a job summary or a comment on GitHub.
//!
//! Lists and no tables: a `|` of a name ends a table's cell even inside a code
//! span. Every name is a code span ([`MarkdownText`]).

use std::fmt::Write as _;

use super::conclusion::Conclusion;
use super::escape::MarkdownText;
use super::phrase::{self, Line, NOTHING_WRITTEN, Part, Sign};
use crate::diagnostic::{Code, Failure, Path, Position};
use crate::scope::IssueNumber;

/// One issue. Ends with a line end.
#[must_use]
pub fn conclusion(issue: IssueNumber, conclusion: &Conclusion) -> String {
    let mut page = format!("### Issue {}: {}\n", issue.get(), phrase::headline(conclusion));
    if let Some(report) = conclusion.report() {
        if !report.diagnostics().is_empty() {
            page.push_str("\n**Stands in the way**\n\n");
        }
        for diagnostic in report.diagnostics() {
            let detail = phrase::detail(diagnostic);
            finding(
                &mut page,
                diagnostic.code(),
                diagnostic.path(),
                diagnostic.position(),
                detail.as_deref(),
            );
        }
        let title = if report.is_executable() { "Would change" } else { "Would change otherwise" };
        lines(&mut page, title, &phrase::changes(report));
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
        finding(&mut page, notice.code(), notice.path(), notice.position(), None);
    }
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
pub fn failure(failure: &Failure) -> String {
    let mut page = format!("### No result: {}\n\n", failure.class().as_str());
    for diagnostic in failure.diagnostics() {
        let detail = phrase::detail(diagnostic);
        finding(&mut page, diagnostic.code(), diagnostic.path(), diagnostic.position(), detail.as_deref());
    }
    let _ = writeln!(page, "\n{NOTHING_WRITTEN}");
    page
}

fn lines(page: &mut String, title: &str, lines: &[Line]) {
    if !lines.is_empty() {
        let _ = write!(page, "\n**{title}**\n\n");
        list(page, lines);
    }
}

fn list(page: &mut String, lines: &[Line]) {
    for line in lines {
        let mark = match line.sign {
            Sign::Add => "➕ ",
            Sign::Change => "✏️ ",
            Sign::Remove => "➖ ",
            Sign::Agree => "",
        };
        let key = (!line.key.is_empty()).then(|| MarkdownText::new(&line.key).to_string());
        let what = (!line.what.is_empty()).then(|| line.what.to_owned());
        let subject: Vec<String> = what.into_iter().chain(key).collect();
        let _ = write!(page, "- {mark}{}", subject.join(" "));
        if !line.parts.is_empty() {
            let parts: Vec<String> = line.parts.iter().map(part).collect();
            let _ = write!(page, ": {}", parts.join(" "));
        }
        if line.times > 1 {
            let _ = write!(page, " (× {})", line.times);
        }
        page.push('\n');
    }
}

fn part(part: &Part) -> String {
    match part {
        Part::Words(words) => (*words).to_owned(),
        Part::Number(number) => MarkdownText::new(number).to_string(),
        Part::Name(name) => MarkdownText::new(name).to_string(),
    }
}

fn finding(page: &mut String, code: Code, path: &Path, position: Option<Position>, detail: Option<&str>) {
    let _ = write!(page, "- **{}**", code.as_str());
    if *path != Path::root() {
        let _ = write!(page, " at `{path}`");
    }
    if let Some(Position { line, column }) = position {
        let _ = write!(page, " (line {line}, column {column})");
    }
    if let Some(detail) = detail {
        let _ = write!(page, " (`{detail}`)");
    }
    let _ = writeln!(page, ": {} {}", code.message(), code.hint());
}
