//! The account of a read for people: a line for each figure.

use std::fmt::Write as _;

use anstyle::Style;

use super::{LimitFigures, SnapshotAccount, SnapshotFigures};
use crate::diagnostic::Face;
use crate::report::Colour;
use crate::report::phrase::{self, NOTHING_WRITTEN};
use crate::report::wrap::wrap;

/// The account for a terminal. Ends with a line end.
#[must_use]
pub fn text(account: &SnapshotAccount, colour: Colour) -> String {
    let painted = |style: Style, text: &str| match colour {
        Colour::Never => text.to_owned(),
        Colour::Always => format!("{style}{text}{style:#}"),
    };
    let mut page = format!("{}\n\n", painted(Style::new().bold(), &headline(account)));
    for (name, value) in rows(account.figures()) {
        page.push_str(&wrap(2, &format!("{name:16}"), &value));
    }
    if let Some(finding) = account.deferral() {
        let detail = phrase::detail(finding).map(|detail| format!(" ({detail})")).unwrap_or_default();
        let _ = write!(page, "\n  {}{detail}\n", finding.code().as_str());
        page.push_str(&wrap(4, "", finding.code().message()));
        page.push_str(&wrap(4, "→ ", finding.code().hint(Face::CommandLine)));
    }
    let _ = write!(page, "\n  {}\n", painted(Style::new().dimmed(), NOTHING_WRITTEN));
    page
}

/// The account for a job summary or a comment on GitHub. Ends with a line end.
#[must_use]
pub fn markdown(account: &SnapshotAccount) -> String {
    let mut page = format!("### {}\n\n| | |\n| --- | --- |\n", headline(account));
    for (name, value) in rows(account.figures()) {
        let _ = writeln!(page, "| {name} | {value} |");
    }
    if let Some(finding) = account.deferral() {
        let detail = phrase::detail(finding).map(|detail| format!(" (`{detail}`)")).unwrap_or_default();
        let code = finding.code();
        let _ = writeln!(
            page,
            "\n**{}**{detail}: {} {}",
            code.as_str(),
            code.message(),
            code.hint(Face::CommandLine)
        );
    }
    let _ = writeln!(page, "\n{NOTHING_WRITTEN}");
    page
}

fn headline(account: &SnapshotAccount) -> String {
    let issues = account.figures().issues;
    let state = if account.deferral().is_some() { "deferred in part" } else { "complete" };
    format!("Snapshot {state}: {} present of {}", issues.present, counted(issues.requested, "issue"))
}

/// Every figure by its name; words of this program and numbers alone.
fn rows(figures: &SnapshotFigures) -> Vec<(&'static str, String)> {
    let SnapshotFigures { completeness, issues, items, requests, ledger, .. } = figures;
    let word = |word: &str| word.replace('_', " ");
    let sent: Vec<String> =
        requests.by_operation.iter().map(|(stage, count)| format!("{} {count}", stage.as_str())).collect();
    let sent = if sent.is_empty() { String::new() } else { format!(": {}", sent.join(", ")) };
    vec![
        ("Fingerprint", figures.fingerprint.clone()),
        ("Schema", word(completeness.schema)),
        ("Items", word(completeness.items)),
        ("Relationships", word(completeness.relationships)),
        ("Issue types", word(completeness.issue_types)),
        ("Checks", word(completeness.checks)),
        (
            "Issues",
            format!(
                "{} asked for: {} present, {} absent, {} archived; {} deferred",
                issues.requested, issues.present, issues.absent, issues.archived, issues.deferred
            ),
        ),
        (
            "On the Project",
            format!(
                "{}, {} of them unreadable, {}",
                counted(items.total, "item"),
                items.unreadable,
                counted(items.drafts, "draft")
            ),
        ),
        ("Requests", format!("{} REST, {} GraphQL{sent}", requests.rest, requests.graphql)),
        (
            "Spared",
            format!(
                "{}, {} conditional, {} coalesced",
                counted(figures.cache_hits, "cache hit"),
                requests.conditional,
                requests.coalesced
            ),
        ),
        ("Answers", format!("{}, {} bytes", counted(figures.pages, "page"), figures.response_bytes)),
        ("REST limit", limit(&ledger.rest)),
        (
            "GraphQL limit",
            format!(
                "{}; {} of {} points",
                limit(&ledger.graphql),
                ledger.graphql_points,
                ledger.graphql_points_limit
            ),
        ),
    ]
}

fn limit(figures: &LimitFigures) -> String {
    let LimitFigures { used, limit, reserve, remaining_known, reset } = figures;
    let remaining = if *remaining_known { "known" } else { "unknown" };
    let reset =
        reset.map(phrase::moment).map_or_else(|| "reset unknown".to_owned(), |at| format!("reset at {at}"));
    format!("{used} of {limit} requests; reserve {reserve}, remaining {remaining}, {reset}")
}

fn counted(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
