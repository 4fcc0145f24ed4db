//! A comparison for a terminal.

use anstyle::{AnsiColor, Style};

use super::super::escape::TerminalText;
use super::super::phrase::NOTHING_WRITTEN;
use super::super::text::{Colour, Page, red, yellow};
use super::super::wrap::wrap;
use super::words::{self, Piece, Room};
use super::{Comparison, ComparisonStatus, Pair};
use crate::diagnostic::{Code, Face, Failure};

/// The whole comparison: the verdict, what was compared, each issue with its
/// differences, why a side is missing, what to do, what it cost. Of several
/// worlds those that are equal are counted. Ends with a line end.
#[must_use]
pub fn text(comparison: &Comparison, colour: Colour, face: Face) -> String {
    let mut page = Page::new(colour, face);
    let (sign, style) = mark(comparison.status());
    let sign = page.painted(style, sign);
    let headline = page.painted(Style::new().bold(), &format!("Comparison: {}", words::headline(comparison)));
    page.push(0, &format!("{sign} {headline}"));
    for line in wrap(2, "", words::subject(comparison.sides)).lines() {
        page.line(0, Style::new().dimmed(), line);
    }
    if let Some(worlds) = words::worlds(comparison) {
        page.empty();
        page.line(2, Style::new(), &worlds);
    }
    let (mut room, mut left) = (Room::WHOLE, 0);
    for pair in words::open(comparison) {
        left += told(&mut page, comparison, pair, &mut room);
    }
    if let Some(line) = words::left_out(left, "issue", "issues") {
        page.line(2, Style::new().dimmed(), &format!("… {line}"));
    }
    let mut codes: Vec<Code> = comparison.failures().map(Failure::code).collect();
    codes.sort_unstable_by_key(|code| code.as_str());
    codes.dedup();
    for code in codes {
        page.empty();
        page.line(2, red(), code.as_str());
        page.advice(4, code);
    }
    for advice in words::advice(comparison) {
        page.empty();
        for line in wrap(2, "→ ", advice).lines() {
            page.line(0, Style::new(), line);
        }
    }
    page.empty();
    for (name, cost) in comparison.sides.names().iter().zip(comparison.costs()) {
        if let Some(cost) = cost {
            page.line(2, Style::new().dimmed(), &format!("{name}: {}", words::cost(&cost)));
        }
    }
    page.line(2, Style::new().dimmed(), NOTHING_WRITTEN);
    page.into_text()
}

/// One pair: its name where it has one, its issues, its missing sides. Gives
/// how many issues are left out.
fn told(page: &mut Page, comparison: &Comparison, pair: &Pair, room: &mut Room) -> usize {
    page.empty();
    if let Some(name) = &pair.name {
        page.line(2, Style::new().bold(), name);
    }
    for (name, failure) in comparison.sides.names().into_iter().zip(&pair.unread) {
        if let Some(failure) = failure {
            let sign = page.painted(red(), "✗");
            page.push(4, &format!("{sign} {}", words::unread(name, failure)));
        }
    }
    let (issues, left) = room.issues(pair);
    for issue in issues {
        let (sign, style) = mark(issue.status);
        let sign = page.painted(style, sign);
        let (name, said) = words::issue(issue, comparison.sides);
        page.push(4, &format!("{sign} {name}: {said}"));
        let (differences, more) = words::differences(issue);
        for difference in differences {
            let pieces = words::difference(difference, issue, comparison.sides);
            page.push(6, &format!("- {}", line(&pieces)));
        }
        if let Some(more) = more {
            page.line(6, Style::new().dimmed(), &format!("… {more}"));
        }
    }
    left
}

fn line(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Words(words) | Piece::Number(words) => words.clone(),
        Piece::Term(word) => (*word).to_owned(),
        Piece::Name(name) => format!("“{}”", TerminalText::new(name)),
    };
    pieces.iter().map(piece).collect()
}

fn mark(status: ComparisonStatus) -> (&'static str, Style) {
    match status {
        ComparisonStatus::Error => ("✗", red()),
        ComparisonStatus::Deferred => ("…", yellow()),
        ComparisonStatus::Different => ("≠", red()),
        ComparisonStatus::Equal => ("=", AnsiColor::Green.on_default().bold()),
    }
}
