//! A comparison for a job summary. Names are code spans, in which nothing
//! works; issue numbers stand without `#`, so that no reference is made of them.

use std::fmt::Write as _;

use super::super::escape::MarkdownText;
use super::super::phrase::NOTHING_WRITTEN;
use super::words::{self, Piece, Room};
use super::{Comparison, ComparisonStatus, Pair};
use crate::diagnostic::{Code, Face, Failure};

/// The whole comparison. Of several worlds those that are equal are counted.
/// Ends with a line end.
#[must_use]
pub fn markdown(comparison: &Comparison, face: Face) -> String {
    let status = comparison.status();
    let mut page = format!("### {} Comparison: {}\n\n", mark(status), words::headline(comparison));
    let _ = writeln!(page, "{}", words::subject(comparison.sides));
    if let Some(worlds) = words::worlds(comparison) {
        let _ = writeln!(page, "\n**{worlds}**");
    }
    let (mut room, mut left) = (Room::WHOLE, 0);
    for pair in words::open(comparison) {
        left += told(&mut page, comparison, pair, &mut room);
    }
    if let Some(line) = words::left_out(left, "issue", "issues") {
        let _ = writeln!(page, "\n… {line}");
    }
    let mut codes: Vec<Code> = comparison.failures().map(Failure::code).collect();
    codes.sort_unstable_by_key(|code| code.as_str());
    codes.dedup();
    if !codes.is_empty() {
        page.push('\n');
    }
    for code in codes {
        let _ = writeln!(page, "- **{}**: {} {}", code.as_str(), code.message(), code.hint(face));
    }
    for advice in words::advice(comparison) {
        let _ = writeln!(page, "\n{advice}");
    }
    costs(&mut page, comparison);
    let _ = writeln!(page, "\n{NOTHING_WRITTEN}");
    page
}

/// One pair. Gives how many issues are left out.
fn told(page: &mut String, comparison: &Comparison, pair: &Pair, room: &mut Room) -> usize {
    if let Some(name) = &pair.name {
        let _ = writeln!(page, "\n**{}**", MarkdownText::new(name));
    }
    page.push('\n');
    for (name, failure) in comparison.sides.names().into_iter().zip(&pair.unread) {
        if let Some(failure) = failure {
            let told = MarkdownText::new(&words::unread(name, failure));
            let _ = writeln!(page, "- ❌ {told}");
        }
    }
    let (issues, left) = room.issues(pair);
    for issue in issues {
        let (name, said) = words::issue(issue, comparison.sides);
        let _ = writeln!(page, "- {} {name}: {said}", mark(issue.status));
        let (differences, more) = words::differences(issue);
        for difference in differences {
            let pieces = words::difference(difference, issue, comparison.sides);
            let _ = writeln!(page, "  - {}", line(&pieces));
        }
        if let Some(more) = more {
            let _ = writeln!(page, "  - … {more}");
        }
    }
    left
}

/// What reading the sides took, side by side.
fn costs(page: &mut String, comparison: &Comparison) {
    let costs = comparison.costs();
    if costs.iter().all(Option::is_none) {
        return;
    }
    page.push_str(
        "\n| | REST requests | GraphQL requests | Points | Pages | KiB |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (name, cost) in comparison.sides.names().iter().zip(costs) {
        if let Some(cost) = cost {
            let _ = writeln!(
                page,
                "| {name} | {} | {} | {} | {} | {} |",
                cost.rest_requests,
                cost.graphql_requests,
                cost.graphql_points,
                cost.pages,
                cost.response_bytes.div_ceil(1 << 10),
            );
        }
    }
}

fn line(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Words(words) => words.clone(),
        Piece::Term(word) => MarkdownText::new(word).to_string(),
        Piece::Name(name) | Piece::Number(name) => MarkdownText::new(name).to_string(),
    };
    pieces.iter().map(piece).collect()
}

fn mark(status: ComparisonStatus) -> &'static str {
    match status {
        ComparisonStatus::Error => "❌",
        ComparisonStatus::Different => "❗",
        ComparisonStatus::Deferred => "⏸️",
        ComparisonStatus::Equal => "✅",
    }
}
