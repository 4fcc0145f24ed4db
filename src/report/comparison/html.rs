//! A comparison as a page.

use super::super::html::{self, Board, Cell, Column, Html, Kind, Page, Tone};
use super::words::{self, Piece};
use super::{ComparedIssue, Comparison, ComparisonStatus, Pair, ReadingCost};
use crate::diagnostic::{Code, Face, Failure};

/// The whole comparison: the verdict, what was compared, every issue of every
/// world with its differences, why a side is missing, what to do, what it cost.
/// Ends with a line end.
#[must_use]
pub fn html(comparison: &Comparison, face: Face) -> String {
    let tone = match comparison.status() {
        ComparisonStatus::Equal => Tone::Good,
        ComparisonStatus::Deferred => Tone::Attention,
        ComparisonStatus::Different | ComparisonStatus::Error => Tone::Bad,
    };
    let mut page = Page::new(format!("Comparison: {}", words::headline(comparison)), tone);
    let lead = page.lead();
    lead.element("p", &[], |line| line.prose(words::subject(comparison.sides)));
    if let Some(worlds) = words::worlds(comparison) {
        lead.leaf("p", &[], &worlds);
    }
    for advice in words::advice(comparison) {
        lead.element("p", &[("class", "warning")], |line| line.prose(advice));
    }
    let rows = rows(comparison);
    tiles(lead, &rows);
    page.section("findings", "What kept a side away", |html| html::codes(html, &codes(comparison), face));
    page.section("issues", "Issues", |html| board(html, comparison, &rows, face));
    page.section("cost", "Cost", |html| costs(html, comparison));
    page.finish()
}

/// The codes of all failures, each once.
fn codes(comparison: &Comparison) -> Vec<Code> {
    let mut codes: Vec<Code> = comparison.failures().map(Failure::code).collect();
    codes.sort_unstable_by_key(|code| code.as_str());
    codes.dedup();
    codes
}

/// An issue of a pair; without one, why the pair was not read.
struct Compared<'a> {
    pair: &'a Pair,
    issue: Option<&'a ComparedIssue>,
    status: ComparisonStatus,
}

/// One row for each issue, and for each pair without; the worst first.
fn rows(comparison: &Comparison) -> Vec<Compared<'_>> {
    let mut rows: Vec<Compared<'_>> = comparison.pairs.iter().flat_map(of_pair).collect();
    rows.sort_by_key(|row| row.status);
    rows
}

fn of_pair(pair: &Pair) -> impl Iterator<Item = Compared<'_>> {
    let unread = pair.issues.is_empty().then(|| Compared { pair, issue: None, status: pair.status() });
    let issue = move |issue| Compared { pair, issue: Some(issue), status: issue.status };
    pair.issues.iter().map(issue).chain(unread)
}

/// Each status that there is, with its count.
fn counts(rows: &[Compared<'_>]) -> Vec<(ComparisonStatus, usize)> {
    let count = |status| rows.iter().filter(|row| row.status == status).count();
    ComparisonStatus::ALL
        .map(|status| (status, count(status)))
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .collect()
}

fn tiles(lead: &mut Html, rows: &[Compared<'_>]) {
    lead.element("ul", &[("class", "tiles")], |list| {
        for (status, count) in counts(rows) {
            let (_, class, _) = look(status);
            list.element("li", &[("class", class)], |tile| {
                tile.leaf("strong", &[], &count.to_string());
                tile.text(" ");
                tile.leaf("span", &[], status.as_str());
            });
        }
    });
}

/// The classes of chip and tile, and the sign.
fn look(status: ComparisonStatus) -> (&'static str, &'static str, &'static str) {
    match status {
        ComparisonStatus::Error => ("chip error", "tile error", "✗"),
        ComparisonStatus::Different => ("chip error", "tile error", "≠"),
        ComparisonStatus::Deferred => ("chip deferred", "tile deferred", "…"),
        ComparisonStatus::Equal => ("chip converged", "tile converged", "="),
    }
}

const COLUMNS: [Column; 5] = [
    Column { title: "World", kind: Kind::Text, is_sorted: false },
    Column { title: "Issue", kind: Kind::Number, is_sorted: false },
    Column { title: "Status", kind: Kind::Text, is_sorted: true },
    Column { title: "Differences", kind: Kind::Number, is_sorted: false },
    Column { title: "What", kind: Kind::Text, is_sorted: false },
];

fn board(html: &mut Html, comparison: &Comparison, rows: &[Compared<'_>], face: Face) {
    let is_named = comparison.pairs.iter().any(|pair| pair.name.is_some());
    let choices = counts(rows).into_iter();
    let choices =
        choices.map(|(status, count)| (format!("{} ({count})", status.as_str()), status.as_str().to_owned()));
    let board = Board {
        caption: "Every issue, the worst first",
        called: ("issue", "issues"),
        columns: COLUMNS.get(usize::from(!is_named)..).unwrap_or_default(),
        choices: choices.collect(),
        hint: "A world, a number, or words of a difference; several words narrow the search.",
        whole: html::whole(face, "`comparison.json` beside this page"),
    };
    let row = |(index, compared)| row(comparison, index, compared, is_named);
    board.write(html, rows.len(), rows.iter().enumerate().map(row));
}

fn row(comparison: &Comparison, index: usize, compared: &Compared<'_>, is_named: bool) -> html::Row {
    let Compared { pair, issue, status } = compared;
    let cell = |write: &dyn Fn(&mut Html)| {
        let mut inside = Html::default();
        write(&mut inside);
        Cell { inside, key: None }
    };
    let name = is_named.then(|| cell(&|cell| pair.name.iter().for_each(|name| cell.name(name))));
    let number = issue.and_then(|issue| issue.number).map(|number| number.get().to_string());
    let (class, _, sign) = look(*status);
    let rank = ComparisonStatus::ALL.iter().position(|other| other == status);
    let chip = cell(&|cell| html::status(cell, class, sign, status.as_str()));
    let cells = [
        cell(&|cell| cell.text(number.as_deref().unwrap_or("–"))),
        Cell { key: rank.and_then(|rank| u64::try_from(rank).ok()), ..chip },
        cell(&|cell| cell.text(&issue.map_or(0, |issue| issue.differences.len()).to_string())),
    ];
    let said = issue.map(|issue| words::issue(issue, comparison.sides).1);
    html::Row {
        id: format!("issue-{}", index + 1),
        status: status.as_str(),
        cells: name.into_iter().chain(cells).collect(),
        short: said.unwrap_or_else(|| unread(comparison, pair)),
        folded: issue.map(|issue| differences(comparison, issue)).unwrap_or_default(),
    }
}

/// Why a pair was not read.
fn unread(comparison: &Comparison, pair: &Pair) -> String {
    let names = comparison.sides.names().into_iter();
    let told =
        names.zip(&pair.unread).filter_map(|(name, failure)| Some(words::unread(name, failure.as_ref()?)));
    told.collect::<Vec<_>>().join("; ")
}

fn differences(comparison: &Comparison, issue: &ComparedIssue) -> Html {
    let mut html = Html::default();
    if issue.differences.is_empty() {
        return html;
    }
    html.element("ul", &[], |list| {
        for difference in &issue.differences {
            list.element("li", &[], |item| {
                for piece in words::difference(difference, issue, comparison.sides) {
                    match piece {
                        Piece::Words(words) => item.text(&words),
                        Piece::Term(word) => item.code(word),
                        Piece::Number(name) | Piece::Name(name) => item.name(&name),
                    }
                }
            });
        }
    });
    html
}

/// What reading the sides took, side by side.
fn costs(html: &mut Html, comparison: &Comparison) {
    let costs: Vec<(&str, ReadingCost)> = comparison
        .sides
        .names()
        .into_iter()
        .zip(comparison.costs())
        .filter_map(|(name, cost)| Some((name, cost?)))
        .collect();
    if costs.is_empty() {
        return;
    }
    html::table(html, "What reading each side took", |table| {
        let columns = [
            ("Side", Kind::Text),
            ("REST requests", Kind::Number),
            ("GraphQL requests", Kind::Number),
            ("Points", Kind::Number),
            ("Pages", Kind::Number),
            ("KiB", Kind::Number),
        ];
        html::head(table, &columns);
        table.element("tbody", &[], |rows| {
            for (name, cost) in costs {
                rows.element("tr", &[], |row| {
                    row.leaf("th", &[("scope", "row")], name);
                    let figures = [
                        cost.rest_requests,
                        cost.graphql_requests,
                        cost.graphql_points,
                        cost.pages,
                        cost.response_bytes.div_ceil(1 << 10),
                    ];
                    for figure in figures {
                        row.leaf("td", &[("class", "number")], &figure.to_string());
                    }
                });
            }
        });
    });
}
