//! The page of one issue, and that of a failed run.

use super::super::Evidence;
use super::super::conclusion::{Conclusion, Outcome};
use super::super::model::Report;
use super::super::phrase::{self, Line, Part, Sign};
use super::document::{Page, Tone};
use super::graph::{Edge, graph};
use super::markup::Html;
use super::parts::{self, Kind};
use crate::diagnostic::{Face, Failure, FailureClass};
use crate::scope::{Budgets, IssueNumber};

/// One issue: what came of it, what stands in the way, what would change and
/// from what, its relationships, what agrees, what was noticed, what it cost
/// where that is known. Ends with a line end.
#[must_use]
pub fn conclusion(
    issue: IssueNumber,
    conclusion: &Conclusion,
    spent: Option<(&Evidence, &Budgets)>,
    face: Face,
) -> String {
    let headline = format!("Issue {}: {}", issue.get(), phrase::headline(conclusion));
    let mut page = Page::new(headline, tone(conclusion));
    if let Some(report) = conclusion.report() {
        identity(page.lead(), report);
        tiles(page.lead(), conclusion, report);
        planned(&mut page, issue, report, face);
    }
    page.section("notices", "Worth knowing", |html| parts::notices(html, conclusion.notices(), face));
    page.section("checks", super::super::checks::TITLE, |html| {
        parts::counted_checks(html, conclusion.checks())
    });
    if let Some((evidence, budgets)) = spent {
        page.section("cost", "Cost", |html| parts::cost(html, evidence, Some(budgets)));
    }
    page.finish()
}

/// A failed run: each finding with what to do. Ends with a line end.
#[must_use]
pub fn failure(failure: &Failure, spent: Option<(&Evidence, Option<&Budgets>)>, face: Face) -> String {
    let tone = if failure.class() == FailureClass::Deferred { Tone::Attention } else { Tone::Bad };
    let mut page = Page::new(format!("No result: {}", failure.class().as_str()), tone);
    page.section("findings", "What is wrong", |html| parts::failure(html, failure, face));
    if let Some((evidence, budgets)) = spent {
        page.section("cost", "Cost", |html| parts::cost(html, evidence, budgets));
    }
    page.finish()
}

fn tone(conclusion: &Conclusion) -> Tone {
    match (conclusion.outcome(), conclusion.report()) {
        (Outcome::Planned, Some(report)) if !report.is_executable() => Tone::Bad,
        (Outcome::Planned, Some(report)) if report.changes.is_empty() => Tone::Good,
        (Outcome::Planned, Some(_)) => Tone::Attention,
        _ => Tone::Quiet,
    }
}

fn identity(lead: &mut Html, report: &Report) {
    lead.element("p", &[("class", "identity")], |line| {
        line.text(if report.is_executable() {
            "The plan can be carried out: "
        } else {
            "The plan can not be carried out: "
        });
        line.code(report.plan_id());
    });
}

/// How many there are of each.
fn tiles(lead: &mut Html, conclusion: &Conclusion, report: &Report) {
    let tiles = [
        (report.changes.len(), "change", "changes", "tile drift"),
        (report.agreements.len(), "agrees already", "agree already", "tile converged"),
        (report.diagnostics.len(), "stands in the way", "stand in the way", "tile error"),
        (conclusion.notices().len(), "notice", "notices", "tile deferred"),
    ];
    lead.element("ul", &[("class", "tiles")], |list| {
        for (count, one, many, class) in tiles {
            let class = if count == 0 { "tile none" } else { class };
            list.element("li", &[("class", class)], |tile| {
                tile.leaf("strong", &[], &count.to_string());
                tile.text(" ");
                tile.leaf("span", &[], if count == 1 { one } else { many });
            });
        }
    });
}

fn planned(page: &mut Page, issue: IssueNumber, report: &Report, face: Face) {
    page.section("findings", "Stands in the way", |html| {
        parts::findings(html, report.diagnostics.iter(), face)
    });
    let title = if report.is_executable() { "Would change" } else { "Would change otherwise" };
    page.section("changes", title, |html| changes(html, &phrase::changes(report)));
    let edges: Vec<Edge> = report.relations.iter().map(|relation| Edge::of(*relation, issue)).collect();
    page.section("relationships", "Relationships", |html| {
        graph(html, &edges, |number| (number == issue).then_some("own"))
    });
    let agreements = phrase::agreements(report);
    page.section("agreements", format!("Agrees already ({})", report.agreements.len()), |html| {
        agreed(html, &agreements);
    });
}

/// What would change: what is done, to which key, from what, to what.
fn changes(html: &mut Html, lines: &[Line]) {
    if lines.is_empty() {
        return;
    }
    parts::table(html, "In the order in which it would be done", |table| {
        parts::head(
            table,
            &[("Change", Kind::Text), ("Key", Kind::Text), ("Now", Kind::Text), ("Planned", Kind::Text)],
        );
        table.element("tbody", &[], |rows| {
            for line in lines {
                rows.element("tr", &[], |row| change(row, line));
            }
        });
    });
}

fn change(row: &mut Html, line: &Line) {
    let (sign, class) = match line.sign {
        Sign::Add => ("+", "sign add"),
        Sign::Change => ("~", "sign change"),
        Sign::Remove => ("−", "sign remove"),
        Sign::Agree => ("=", "sign agree"),
    };
    row.element("td", &[], |cell| {
        cell.leaf("span", &[("class", class), ("aria-hidden", "true")], sign);
        cell.text(" ");
        cell.text(line.what);
    });
    row.element("td", &[], |cell| {
        if !line.key.is_empty() {
            cell.name(&line.key);
        }
    });
    row.element("td", &[], |cell| line.old.iter().for_each(|old| part(cell, old)));
    row.element("td", &[], |cell| told(cell, line));
}

fn told(cell: &mut Html, line: &Line) {
    for (index, piece) in line.new.iter().enumerate() {
        if index > 0 {
            cell.text(" ");
        }
        part(cell, piece);
    }
    if line.times > 1 {
        cell.text(&format!(" × {}", line.times));
    }
}

fn part(cell: &mut Html, part: &Part) {
    match part {
        Part::Words(words) => cell.leaf("i", &[], words),
        Part::Number(number) => cell.name(number),
        Part::Name(name) => cell.name(name),
    }
}

/// What agrees already.
fn agreed(html: &mut Html, lines: &[Line]) {
    if lines.is_empty() {
        return;
    }
    parts::table(html, "As declared", |table| {
        parts::head(table, &[("Key", Kind::Text), ("Value", Kind::Text)]);
        table.element("tbody", &[], |rows| {
            for line in lines {
                rows.element("tr", &[], |row| {
                    row.element("td", &[], |cell| cell.name(&line.key));
                    row.element("td", &[], |cell| told(cell, line));
                });
            }
        });
    });
}
