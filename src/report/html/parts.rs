//! What several pages show: findings with advice, figures, tables.

use super::super::audit::{Evidence, IssueStatus, PRINTED};
use super::super::checks;
use super::super::conclusion::MOST_FINDINGS;
use super::super::cost::size;
use super::super::phrase;
use super::markup::Html;
use crate::diagnostic::{Code, Diagnostic, Face, Failure, Notice, Path, Position};
use crate::observed::Checks;
use crate::scope::{Budgets, Limit};

/// Where a code is explained.
pub(in crate::report) const EXPLAINED: &str =
    "`yukh explain CODE` tells the cause and consequence of a code, as docs/troubleshooting.md does.";

/// Where everything is that a page has no room for: beside it, where an Action
/// wrote both.
pub(in crate::report) fn whole(face: Face, beside: &'static str) -> &'static str {
    match face {
        Face::CommandLine => PRINTED,
        Face::Action => beside,
    }
}

/// A status, as a word with a sign: colour alone tells nobody anything.
pub(in crate::report) fn status(page: &mut Html, class: &'static str, sign: &str, word: &str) {
    page.element("span", &[("class", class)], |chip| {
        chip.leaf("span", &[("aria-hidden", "true")], sign);
        chip.text(" ");
        chip.text(word);
    });
}

/// The class of the chip and the sign of a status.
pub(in crate::report) fn look(status: IssueStatus) -> (&'static str, &'static str) {
    match status {
        IssueStatus::Error => ("chip error", "✗"),
        IssueStatus::Deferred => ("chip deferred", "…"),
        IssueStatus::Drift => ("chip drift", "~"),
        IssueStatus::Absent => ("chip absent", "·"),
        IssueStatus::NoContract => ("chip none", "·"),
        IssueStatus::Archived => ("chip archived", "·"),
        IssueStatus::Converged => ("chip converged", "="),
    }
}

/// The class of the tile that counts a status.
pub(in crate::report) fn tile(status: IssueStatus) -> &'static str {
    match status {
        IssueStatus::Error => "tile error",
        IssueStatus::Deferred => "tile deferred",
        IssueStatus::Drift => "tile drift",
        IssueStatus::Absent => "tile absent",
        IssueStatus::NoContract => "tile none",
        IssueStatus::Archived => "tile archived",
        IssueStatus::Converged => "tile converged",
    }
}

/// The class of an issue's box in a drawing.
pub(in crate::report) fn box_of(status: IssueStatus) -> &'static str {
    tile(status).strip_prefix("tile ").unwrap_or_default()
}

/// A table head; columns that hold numbers are given as such.
pub(in crate::report) fn head(table: &mut Html, columns: &[(&'static str, Kind)]) {
    table.element("thead", &[], |head| {
        head.element("tr", &[], |row| {
            for (title, kind) in columns {
                match kind {
                    Kind::Text => row.leaf("th", &[("scope", "col")], title),
                    Kind::Number => row.leaf("th", &[("scope", "col"), ("class", "number")], title),
                }
            }
        });
    });
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Kind {
    Text,
    Number,
}

/// A table below a caption.
pub(in crate::report) fn table(page: &mut Html, caption: &str, inside: impl FnOnce(&mut Html)) {
    page.element("table", &[], |table| {
        table.leaf("caption", &[], caption);
        inside(table);
    });
}

/// A code with its place: `YKP-CONTRACT-006 at $.area (line 3, column 5)`.
pub(in crate::report) fn place(
    page: &mut Html,
    code: Code,
    path: &Path,
    position: Option<Position>,
    detail: Option<&str>,
) {
    page.leaf("b", &[("class", "code")], code.as_str());
    page.prose(&phrase::place(path, position, "`"));
    if let Some(detail) = detail {
        page.text(" (");
        page.text(detail);
        page.text(")");
    }
}

/// What a code says is wrong, and what to do.
pub(in crate::report) fn advice(page: &mut Html, code: Code, face: Face) {
    page.element("p", &[], |line| line.prose(code.message()));
    page.element("p", &[("class", "advice")], |line| {
        line.leaf("span", &[("aria-hidden", "true")], "→ ");
        line.prose(code.hint(face));
    });
}

/// Findings with what to do about each.
pub(in crate::report) fn findings<'a>(
    page: &mut Html,
    findings: impl ExactSizeIterator<Item = &'a Diagnostic>,
    face: Face,
) {
    let all = findings.len();
    if all == 0 {
        return;
    }
    page.element("ul", &[("class", "findings")], |list| {
        for found in findings.take(MOST_FINDINGS) {
            let detail = phrase::detail(found);
            list.element("li", &[], |item| {
                let (path, position) = (found.path(), found.position());
                item.element("p", &[], |line| place(line, found.code(), path, position, detail.as_deref()));
                advice(item, found.code(), face);
            });
        }
    });
    if let more @ 1.. = all.saturating_sub(MOST_FINDINGS) {
        page.leaf("p", &[], &format!("{} not shown here.", phrase::count(more, "more is", "more are")));
    }
    page.element("p", &[("class", "quiet")], |line| line.prose(EXPLAINED));
}

/// The same of notices.
pub(in crate::report) fn notices(page: &mut Html, notices: &[Notice], face: Face) {
    let found: Vec<Diagnostic> = notices
        .iter()
        .map(|notice| {
            let found = Diagnostic::new(notice.code(), notice.path().clone());
            match notice.position() {
                Some(position) => found.at(position),
                None => found,
            }
        })
        .collect();
    findings(page, found.iter(), face);
}

/// The findings of a failure.
pub(in crate::report) fn failure(page: &mut Html, failure: &Failure, face: Face) {
    let found: Vec<&Diagnostic> = failure.diagnostics().collect();
    findings(page, found.into_iter(), face);
}

/// Codes with what to do, each once.
pub(in crate::report) fn codes(page: &mut Html, codes: &[Code], face: Face) {
    if codes.is_empty() {
        return;
    }
    page.element("ul", &[("class", "findings")], |list| {
        for code in codes {
            list.element("li", &[], |item| {
                item.element("p", &[], |line| line.leaf("b", &[("class", "code")], code.as_str()));
                advice(item, *code, face);
            });
        }
    });
    page.element("p", &[("class", "quiet")], |line| line.prose(EXPLAINED));
}

/// The checks of pull requests, where they were asked for.
pub(in crate::report) fn counted_checks(page: &mut Html, checks: Option<&Checks>) {
    let Some(checks) = checks else { return };
    page.element("dl", &[], |list| {
        for (name, told) in checks::lines(checks) {
            list.leaf("dt", &[], name);
            list.leaf("dd", &[], &told);
        }
    });
}

/// What a run cost, beside its budgets where they are known.
pub(in crate::report) fn cost(page: &mut Html, evidence: &Evidence, budgets: Option<&Budgets>) {
    let of = |limit| budgets.map(|budgets| budgets.get(limit));
    let plain = |count: u64| count.to_string();
    let count = |name, count: u64, limit: Option<u64>| (name, plain(count), limit.map(plain));
    let mut figures = vec![
        count("REST requests", evidence.rest_requests, of(Limit::RestRequests)),
        count("GraphQL requests", evidence.graphql_requests, of(Limit::GraphqlRequests)),
        count("Pages", evidence.pages, None),
        ("Bytes of answers", size(evidence.response_bytes), of(Limit::ResponseBytes).map(size)),
        count("REST answers of an earlier scope", evidence.rest_cache_hits, None),
        count("Scopes", evidence.scopes, None),
    ];
    figures.extend(evidence.items.map(|items| count("Items of the Project", items, None)));
    figures.extend(evidence.unreadable_items.map(|items| count("Items that can not be read", items, None)));
    table(page, "What the run cost", |table| {
        let all = [("Figure", Kind::Text), ("Spent", Kind::Number), ("Budget", Kind::Number)];
        head(table, if budgets.is_some() { &all } else { &all[..2] });
        table.element("tbody", &[], |rows| {
            for (name, spent, budget) in &figures {
                rows.element("tr", &[], |row| {
                    row.leaf("th", &[("scope", "row")], name);
                    row.leaf("td", &[("class", "number")], spent);
                    if budgets.is_some() {
                        row.leaf("td", &[("class", "number")], budget.as_deref().unwrap_or_default());
                    }
                });
            }
        });
    });
}
