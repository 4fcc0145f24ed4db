//! An audit as a page.

use super::overview::{self, Group, Overview, Row};
use super::{AuditReport, AuditedIssue, Evidence, IssueStatus};
use crate::diagnostic::Face;
use crate::observed::Checks;
use crate::report::html::{self, Board, Cell, Column, Edge, Html, Kind, Page, Tone};
use crate::report::phrase;

/// The most findings of one issue that are told in its row.
const TOLD: usize = 16;

/// The most issues that are named beside a code.
const NAMED: usize = 100;

/// The whole audit: what came of it, by status and by kind, what was found with
/// advice, every issue, relationships, what it cost. Without a result, why there
/// is none. Ends with a line end.
#[must_use]
pub fn html(report: &AuditReport, face: Face) -> String {
    if let Some(failure) = report.failure() {
        return html::failure(failure, None, face);
    }
    let overview = Overview::of(report);
    let mut page = Page::new(format!("Audit: {}", overview.headline()), tone(&overview));
    let told = Told { overview: &overview, checks: report.checks(), evidence: report.evidence(), face };
    body(&mut page, &told);
    page.finish()
}

/// What is told below a headline.
pub(in crate::report) struct Told<'a> {
    pub(in crate::report) overview: &'a Overview<'a>,
    pub(in crate::report) checks: Option<&'a Checks>,
    pub(in crate::report) evidence: &'a Evidence,
    pub(in crate::report) face: Face,
}

/// How a reader is to take the worst of the issues.
pub(in crate::report) fn tone(overview: &Overview<'_>) -> Tone {
    match overview.statuses().first() {
        Some((IssueStatus::Error, _)) => Tone::Bad,
        Some((IssueStatus::Deferred | IssueStatus::Drift, _)) => Tone::Attention,
        Some(_) => Tone::Good,
        None => Tone::Quiet,
    }
}

/// Everything below the headline.
pub(in crate::report) fn body(page: &mut Page, told: &Told<'_>) {
    let Told { overview, face, .. } = *told;
    if let Some(unknown) = overview::unknown(told.evidence) {
        page.lead().leaf("p", &[("class", "warning")], &unknown);
    }
    statuses(page.lead(), overview);
    page.section("kinds", "By kind of change", |html| kinds(html, overview));
    page.section("findings", "What is wrong", |html| groups(html, &overview.findings(), face));
    page.section("notices", "Worth knowing", |html| groups(html, &overview.notices(), face));
    page.section("issues", "Issues", |html| issues(html, told));
    page.section("relationships", "Relationships", |html| relationships(html, overview));
    page.section("checks", crate::report::checks::TITLE, |html| html::counted_checks(html, told.checks));
    page.section("cost", "Cost", |html| html::cost(html, told.evidence, None));
}

fn statuses(lead: &mut Html, overview: &Overview<'_>) {
    let statuses = overview.statuses();
    if statuses.is_empty() {
        return;
    }
    lead.element("ul", &[("class", "tiles")], |list| {
        for (status, count) in statuses {
            let class = html::tile(status);
            list.element("li", &[("class", class)], |tile| {
                tile.leaf("strong", &[], &count.to_string());
                tile.text(" ");
                tile.leaf("span", &[], status.as_str());
                tile.leaf("small", &[], overview::meaning(status));
            });
        }
    });
}

fn kinds(html: &mut Html, overview: &Overview<'_>) {
    let kinds = overview.kinds();
    if kinds.is_empty() {
        return;
    }
    html::table(html, "Operations of all issues", |table| {
        html::head(table, &[("Change", Kind::Text), ("Operations", Kind::Number), ("Issues", Kind::Number)]);
        table.element("tbody", &[], |rows| {
            for kind in kinds {
                let (_, what) = phrase::operation(kind.kind, false);
                rows.element("tr", &[], |row| {
                    row.leaf("th", &[("scope", "row")], what);
                    row.leaf("td", &[("class", "number")], &kind.operations.to_string());
                    row.leaf("td", &[("class", "number")], &kind.issues.to_string());
                });
            }
        });
    });
}

/// Each code with what to do, and the issues that have it.
fn groups(html: &mut Html, groups: &[Group<'_>], face: Face) {
    if groups.is_empty() {
        return;
    }
    html.element("ul", &[("class", "findings")], |list| {
        for group in groups {
            list.element("li", &[("id", group.code.as_str())], |item| {
                item.element("p", &[], |line| {
                    line.leaf("b", &[("class", "code")], group.code.as_str());
                    if let Some(detail) = group.detail {
                        line.text(&format!(" ({})", phrase::detail_words(detail)));
                    }
                    line.text(&format!(" in {}: ", phrase::count(group.rows.len(), "issue", "issues")));
                    named(line, &group.rows);
                });
                html::advice(item, group.code, face);
            });
        }
    });
    html.element("p", &[("class", "quiet")], |line| line.prose(html::EXPLAINED));
}

/// The issues as links to their rows.
fn named(line: &mut Html, rows: &[Row<'_>]) {
    for (index, row) in rows.iter().take(NAMED).enumerate() {
        if index > 0 {
            line.text(", ");
        }
        if let Some(report) = row.report {
            line.name(report);
            line.text(" ");
        }
        let target = format!("#{}", id(row));
        line.leaf("a", &[("href", &target)], &row.issue.number().get().to_string());
    }
    if let more @ 1.. = rows.len().saturating_sub(NAMED) {
        line.text(&format!(" and {more} more"));
    }
}

/// What links to an issue lead to. A name of a report has no tilde.
fn id(row: &Row<'_>) -> String {
    let number = row.issue.number().get();
    match row.report {
        Some(report) => format!("issue-{}-{number}", report.replace(' ', "~")),
        None => format!("issue-{number}"),
    }
}

const COLUMNS: [Column; 6] = {
    const fn column(title: &'static str, kind: Kind, is_sorted: bool) -> Column {
        Column { title, kind, is_sorted }
    }
    [
        column("Report", Kind::Text, false),
        column("Issue", Kind::Number, false),
        column("Status", Kind::Text, true),
        column("Findings", Kind::Number, false),
        column("Changes", Kind::Number, false),
        column("What", Kind::Text, false),
    ]
};

/// A row for each issue, the worst first.
fn issues(html: &mut Html, told: &Told<'_>) {
    let rows = told.overview.worst_first();
    let Some(first) = rows.first() else { return };
    let columns = COLUMNS.get(usize::from(first.report.is_none())..).unwrap_or_default();
    let board = Board {
        caption: "Every issue, the worst first",
        called: ("issue", "issues"),
        columns,
        choices: choices(told.overview),
        hint: "A number, a code, a path or a kind of change; several words narrow the search.",
        whole: html::whole(told.face, "`audit.json` beside this page"),
    };
    board.write(html, rows.len(), rows.iter().map(row));
    let more = match told.face {
        Face::CommandLine => {
            "`yukh plan` with the same options and an issue's number shows old and new values."
        }
        Face::Action => "A run of the Action with `issue-number` shows old and new values of an issue.",
    };
    html.element("p", &[("class", "quiet")], |line| line.prose(more));
}

fn choices(overview: &Overview<'_>) -> Vec<html::Choice> {
    let open = [IssueStatus::Error, IssueStatus::Deferred, IssueStatus::Drift];
    let count: usize = open.into_iter().map(|status| overview.count(status)).sum();
    let open = (format!("to look at ({count})"), open.map(IssueStatus::as_str).join(" "));
    let each = overview.statuses().into_iter();
    let each =
        each.map(|(status, count)| (format!("{} ({count})", status.as_str()), status.as_str().to_owned()));
    [open].into_iter().chain(each).collect()
}

fn row(row: &Row<'_>) -> html::Row {
    let issue = row.issue;
    let status = issue.status();
    let cell = |key: Option<usize>, write: &dyn Fn(&mut Html)| {
        let mut inside = Html::default();
        write(&mut inside);
        Cell { inside, key: key.and_then(|key| u64::try_from(key).ok()) }
    };
    let operations = issue.counts().total();
    let (class, sign) = html::look(status);
    let report = row.report.map(|report| cell(None, &|cell| cell.name(report)));
    let cells = [
        cell(None, &|cell| cell.text(&issue.number().get().to_string())),
        cell(Some(status as usize), &|cell| html::status(cell, class, sign, status.as_str())),
        cell(None, &|cell| cell.text(&issue.diagnostics().len().to_string())),
        cell(None, &|cell| cell.text(&operations.to_string())),
    ];
    html::Row {
        id: id(row),
        status: status.as_str(),
        cells: report.into_iter().chain(cells).collect(),
        short: short(issue),
        folded: folded(issue),
    }
}

/// What is said of an issue in one line.
fn short(issue: &AuditedIssue) -> String {
    let mut codes: Vec<&str> = Vec::new();
    for found in issue.diagnostics() {
        if !codes.contains(&found.code().as_str()) {
            codes.push(found.code().as_str());
        }
    }
    let changes = Some(overview::changes(issue)).filter(|changes| !changes.is_empty());
    let mut said: Vec<String> = codes.into_iter().map(str::to_owned).chain(changes).collect();
    if said.is_empty() {
        said.push(overview::meaning(issue.status()).to_owned());
    }
    said.join("; ")
}

/// Everything that is known of an issue beyond that.
fn folded(issue: &AuditedIssue) -> Html {
    let mut html = Html::default();
    let notices = issue.notices();
    if !issue.diagnostics().is_empty() || !notices.is_empty() {
        html.element("ul", &[], |list| {
            for found in issue.diagnostics().iter().take(TOLD) {
                let detail = phrase::detail(found);
                list.element("li", &[], |item| {
                    html::place(item, found.code(), found.path(), found.position(), detail.as_deref());
                    item.text(": ");
                    item.prose(found.code().message());
                });
            }
            for notice in notices.iter().take(TOLD) {
                list.element("li", &[], |item| {
                    html::place(item, notice.code(), notice.path(), notice.position(), None);
                    item.text(": ");
                    item.prose(notice.code().message());
                });
            }
            let more = issue.diagnostics().len().saturating_sub(TOLD) + notices.len().saturating_sub(TOLD);
            if more > 0 {
                list.leaf("li", &[], &format!("{more} more"));
            }
        });
    }
    if let Some(plan_id) = issue.plan_id() {
        html.element("p", &[("class", "identity")], |line| {
            line.text("Plan ");
            line.code(plan_id);
        });
    }
    html
}

/// The relationships that the plans of all issues speak of.
fn relationships(html: &mut Html, overview: &Overview<'_>) {
    let rows = overview.rows();
    let edges: Vec<Edge> = rows
        .iter()
        .flat_map(|row| row.issue.relations.iter().map(|relation| Edge::of(*relation, row.issue.number())))
        .collect();
    html::graph(html, &edges, |number| {
        let row = rows.iter().find(|row| row.issue.number() == number)?;
        Some(html::box_of(row.issue.status()))
    });
}
