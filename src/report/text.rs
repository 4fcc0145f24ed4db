//! The rendering for a terminal.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::checks;
use super::conclusion::Conclusion;
use super::escape::TerminalText;
use super::model::Report;
use super::phrase::{self, Line, NOTHING_WRITTEN, Part, Sign};
use super::wrap::wrap;
use crate::diagnostic::{Code, Face, Failure, Path, Position};
use crate::observed::Checks;
use crate::scope::IssueNumber;

/// Whether colours may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Only plain text.
    Never,
    /// The sixteen colours of every terminal, so that a theme decides.
    Always,
}

/// One issue: what came of it, what would change, what agrees, what was found,
/// what was noticed, the plan's identity. Ends with a line end.
#[must_use]
pub fn conclusion(issue: IssueNumber, conclusion: &Conclusion, colour: Colour, face: Face) -> String {
    let mut page = Page::new(colour, face);
    page.line(0, Style::new().bold(), &format!("Issue {}: {}", issue.get(), phrase::headline(conclusion)));
    if let Some(report) = conclusion.report() {
        page.findings(report);
        let title = if report.is_executable() { "Would change" } else { "Would change otherwise" };
        page.lines(title, &phrase::changes(report));
        page.lines("Agrees already", &phrase::agreements(report));
    }
    page.notices(conclusion);
    page.checks(conclusion.checks());
    page.text.push('\n');
    if let Some(report) = conclusion.report() {
        let state = if report.is_executable() { "executable" } else { "not executable" };
        page.line(2, Style::new(), &format!("Plan {}, {state}", phrase::short_id(report)));
        page.line(2, Style::new().dimmed(), report.plan_id());
    }
    page.line(2, Style::new().dimmed(), NOTHING_WRITTEN);
    page.text
}

/// A failed run: each finding with its place, what is wrong and what to do.
/// Ends with a line end.
#[must_use]
pub fn failure(failure: &Failure, colour: Colour, face: Face) -> String {
    let mut page = Page::new(colour, face);
    for diagnostic in failure.diagnostics() {
        let detail = phrase::detail(diagnostic);
        page.finding(
            0,
            red(),
            diagnostic.code(),
            diagnostic.path(),
            diagnostic.position(),
            detail.as_deref(),
        );
    }
    page.text
}

/// One sentence on what to do about a failed command: the first finding's code,
/// what it is about, its hint. Without a line end.
#[must_use]
pub fn advice(failure: &Failure) -> String {
    let mut sentence = failure.code().as_str().to_owned();
    if let Some(detail) = failure.diagnostics().next().and_then(phrase::detail) {
        let _ = write!(sentence, " ({detail})");
    }
    let more = failure.diagnostics().count() - 1;
    if more > 0 {
        let _ = write!(sentence, " and {more} more");
    }
    format!("{sentence}: {}", failure.code().hint(Face::CommandLine))
}

pub(super) fn red() -> Style {
    AnsiColor::Red.on_default().bold()
}

pub(super) fn yellow() -> Style {
    AnsiColor::Yellow.on_default().bold()
}

/// Lines for a terminal.
pub(super) struct Page {
    text: String,
    colour: Colour,
    /// Where its advice is read.
    face: Face,
}

impl Page {
    pub(super) fn new(colour: Colour, face: Face) -> Self {
        Self { text: String::new(), colour, face }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    pub(super) fn empty(&mut self) {
        self.text.push('\n');
    }

    /// The sign in its colour.
    pub(super) fn sign(&self, kind: Sign) -> String {
        let (sign, style) = sign(kind);
        self.painted(style, sign)
    }

    /// What a code says is wrong, and what to do.
    pub(super) fn advice(&mut self, indent: usize, code: Code) {
        self.text.push_str(&wrap(indent, "", code.message()));
        self.text.push_str(&wrap(indent, "→ ", code.hint(self.face)));
    }

    /// A paragraph, in lines of a terminal's width.
    pub(super) fn wrapped(&mut self, indent: usize, text: &str) {
        self.text.push_str(&wrap(indent, "", text));
    }

    pub(super) fn painted(&self, style: Style, text: &str) -> String {
        match self.colour {
            Colour::Never => text.to_owned(),
            Colour::Always => format!("{style}{text}{style:#}"),
        }
    }

    pub(super) fn line(&mut self, indent: usize, style: Style, text: &str) {
        let painted = self.painted(style, text);
        self.push(indent, &painted);
    }

    pub(super) fn push(&mut self, indent: usize, painted: &str) {
        // Writing into a `String` does not fail.
        let _ = writeln!(self.text, "{:indent$}{}", "", painted.trim_end_matches(' '));
    }

    fn lines(&mut self, title: &str, lines: &[Line]) {
        if lines.is_empty() {
            return;
        }
        self.text.push('\n');
        self.line(2, Style::new().bold(), title);
        let what = lines.iter().map(|line| line.what.len()).max().unwrap_or(0);
        let keys: Vec<TerminalText> = lines.iter().map(|line| TerminalText::new(&line.key)).collect();
        let widest = keys.iter().map(TerminalText::width).max().unwrap_or(0);
        // A column that is empty in every line takes no room.
        let gap = |width: usize| if width == 0 { 0 } else { 2 };
        for (line, key) in lines.iter().zip(&keys) {
            let painted = format!(
                "{} {:before$}{key}{:after$}{}",
                self.sign(line.sign),
                line.what,
                "",
                self.parts(line),
                before = what + gap(what),
                after = widest - key.width() + gap(widest),
            );
            self.push(4, &painted);
        }
    }

    fn parts(&self, line: &Line) -> String {
        let part = |part: &Part| match part {
            Part::Words(words) => self.painted(Style::new().dimmed(), words),
            Part::Number(number) => number.clone(),
            Part::Name(name) => format!("“{}”", TerminalText::new(name)),
        };
        let old = line.old.iter().flat_map(|old| [part(old), self.painted(Style::new().dimmed(), "→")]);
        let mut parts: Vec<String> = old.chain(line.new.iter().map(part)).collect();
        if line.times > 1 {
            parts.push(self.painted(Style::new().bold(), &format!("× {}", line.times)));
        }
        parts.join(" ")
    }

    fn findings(&mut self, report: &Report) {
        if report.diagnostics().is_empty() {
            return;
        }
        self.text.push('\n');
        self.line(2, Style::new().bold(), "Stands in the way");
        for diagnostic in report.diagnostics() {
            let detail = phrase::detail(diagnostic);
            self.finding(
                4,
                red(),
                diagnostic.code(),
                diagnostic.path(),
                diagnostic.position(),
                detail.as_deref(),
            );
        }
    }

    fn notices(&mut self, conclusion: &Conclusion) {
        if conclusion.notices().is_empty() {
            return;
        }
        self.text.push('\n');
        self.line(2, Style::new().bold(), "Worth knowing");
        for notice in conclusion.notices() {
            self.finding(4, yellow(), notice.code(), notice.path(), notice.position(), None);
        }
    }

    /// The checks of pull requests, where they were asked for.
    pub(super) fn checks(&mut self, checks: Option<&Checks>) {
        let Some(checks) = checks else { return };
        self.text.push('\n');
        self.line(2, Style::new().bold(), checks::TITLE);
        for (name, told) in checks::lines(checks) {
            self.text.push_str(&wrap(4, &format!("{name:<15}"), &told));
        }
    }

    fn finding(
        &mut self,
        indent: usize,
        style: Style,
        code: Code,
        path: &Path,
        position: Option<Position>,
        detail: Option<&str>,
    ) {
        let mut place = phrase::place(path, position, "");
        if let Some(detail) = detail {
            let _ = write!(place, " ({detail})");
        }
        let head = format!("{}{place}", self.painted(style, code.as_str()));
        self.push(indent, &head);
        self.advice(indent + 2, code);
    }
}

fn sign(sign: Sign) -> (&'static str, Style) {
    match sign {
        Sign::Add => ("+", AnsiColor::Green.on_default().bold()),
        Sign::Change => ("~", yellow()),
        Sign::Remove => ("-", red()),
        Sign::Agree => ("=", Style::new().dimmed()),
    }
}
