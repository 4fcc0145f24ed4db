//! What people are told of audited issues, in words that do not depend on the
//! medium.

use std::collections::{BTreeMap, BTreeSet};

use super::{AuditReport, AuditedIssue, Evidence, IssueStatus, OperationCounts};
use crate::diagnostic::{Code, Detail, Diagnostic, Notice};
use crate::plan::OperationKind;
use crate::report::phrase;

/// An issue, and the name of its report where there are several.
#[derive(Clone, Copy)]
pub(in crate::report) struct Row<'a> {
    pub(in crate::report) report: Option<&'a str>,
    pub(in crate::report) issue: &'a AuditedIssue,
}

/// The issues of one report, or of several.
pub(in crate::report) struct Overview<'a>(Vec<Row<'a>>);

/// One code and the issues that it was found in.
pub(in crate::report) struct Group<'a> {
    pub(in crate::report) code: Code,
    /// What else is said, where all of them say the same.
    pub(in crate::report) detail: Option<Detail>,
    /// In their order; each once.
    pub(in crate::report) rows: Vec<Row<'a>>,
}

/// One kind of operation.
pub(in crate::report) struct Kind {
    pub(in crate::report) kind: OperationKind,
    pub(in crate::report) operations: u64,
    pub(in crate::report) issues: usize,
}

impl<'a> Overview<'a> {
    pub(in crate::report) fn of(report: &'a AuditReport) -> Self {
        Self::new(report.issues().iter().map(|issue| Row { report: None, issue }))
    }

    pub(in crate::report) fn new(rows: impl Iterator<Item = Row<'a>>) -> Self {
        Self(rows.collect())
    }

    /// How many issues have this status.
    pub(in crate::report) fn count(&self, status: IssueStatus) -> usize {
        self.0.iter().filter(|row| row.issue.status() == status).count()
    }

    /// What came of it, in one sentence without its end.
    pub(in crate::report) fn headline(&self) -> String {
        if self.0.is_empty() {
            return "no issue of the repository is on the Project".to_owned();
        }
        let parts = [
            (IssueStatus::Error, "has an error", "have errors"),
            (IssueStatus::Deferred, "is deferred", "are deferred"),
            (IssueStatus::Drift, "differs", "differ"),
        ];
        let said: Vec<String> = parts
            .into_iter()
            .map(|(status, one, many)| (self.count(status), one, many))
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, many)| phrase::count(count, one, many))
            .collect();
        let of = phrase::count(self.0.len(), "issue", "issues");
        match said.split_last() {
            None => format!("nothing to change in {of}"),
            Some((last, [])) => format!("of {of}, {last}"),
            Some((last, rest)) => format!("of {of}, {} and {last}", rest.join(", ")),
        }
    }

    /// Whether there is no issue.
    pub(in crate::report) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each status that issues have, the worst first.
    pub(in crate::report) fn statuses(&self) -> Vec<(IssueStatus, usize)> {
        let counts = IssueStatus::ALL.map(|status| (status, self.count(status)));
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// The operations of all issues by kind.
    pub(in crate::report) fn totals(&self) -> OperationCounts {
        let mut totals = OperationCounts::default();
        self.0.iter().for_each(|row| totals.add_all(row.issue.counts()));
        totals
    }

    /// Each kind of operation, the most frequent first.
    pub(in crate::report) fn kinds(&self) -> Vec<Kind> {
        let issues = |kind| {
            let has = |row: &&Row<'_>| row.issue.counts().iter().any(|(counted, _)| counted == kind);
            self.0.iter().filter(has).count()
        };
        let totals = self.totals();
        let kind = |(kind, operations)| Kind { kind, operations, issues: issues(kind) };
        let mut kinds: Vec<Kind> = totals.iter().map(kind).collect();
        kinds.sort_by_key(|kind| (std::cmp::Reverse(kind.operations), kind.kind));
        kinds
    }

    /// What was found, by code.
    pub(in crate::report) fn findings(&self) -> Vec<Group<'a>> {
        self.grouped(|issue| issue.diagnostics().iter().map(|found| (found.code(), found.detail())).collect())
    }

    /// What was noticed, by code, except for what the status says already.
    pub(in crate::report) fn notices(&self) -> Vec<Group<'a>> {
        let is_status = |code| matches!(code, Code::Runtime001 | Code::Runtime002 | Code::Runtime010);
        self.grouped(|issue| {
            let codes = issue.notices().iter().map(Notice::code);
            codes.filter(|code| !is_status(*code)).map(|code| (code, None)).collect()
        })
    }

    /// The most frequent first, then by code; what passes by waiting comes
    /// last.
    fn grouped(&self, codes: impl Fn(&AuditedIssue) -> Vec<(Code, Option<Detail>)>) -> Vec<Group<'a>> {
        let mut groups: BTreeMap<&str, Group<'_>> = BTreeMap::new();
        for row in &self.0 {
            let mut met = BTreeSet::new();
            for (code, detail) in codes(row.issue) {
                let group = groups.entry(code.as_str()).or_insert(Group { code, detail, rows: Vec::new() });
                if group.detail != detail {
                    group.detail = None;
                }
                if met.insert(code.as_str()) {
                    group.rows.push(*row);
                }
            }
        }
        let mut groups: Vec<Group<'_>> = groups.into_values().collect();
        groups.sort_by_key(|group| (group.code == Code::Rate001, std::cmp::Reverse(group.rows.len())));
        groups
    }

    /// The issues that nothing is planned for, by the reason.
    pub(in crate::report) fn unplanned(&self) -> Vec<(IssueStatus, Vec<Row<'a>>)> {
        let reasons = [IssueStatus::Absent, IssueStatus::NoContract, IssueStatus::Archived];
        let with = |status| self.0.iter().filter(|row| row.issue.status() == status).copied().collect();
        reasons
            .map(|status| (status, with(status)))
            .into_iter()
            .filter(|(_, rows): &(_, Vec<_>)| !rows.is_empty())
            .collect()
    }

    /// All issues, in their order.
    pub(in crate::report) fn rows(&self) -> &[Row<'a>] {
        &self.0
    }

    /// All issues, the worst first, then in their order.
    pub(in crate::report) fn worst_first(&self) -> Vec<Row<'a>> {
        let mut rows = self.0.clone();
        rows.sort_by_key(|row| row.issue.status());
        rows
    }

    /// The issues that somebody has to look at, the worst first, then in their
    /// order.
    pub(in crate::report) fn open(&self) -> Vec<Row<'a>> {
        let is_open = |row: &&Row<'_>| row.issue.status() <= IssueStatus::Drift;
        let mut open: Vec<Row<'_>> = self.0.iter().filter(is_open).copied().collect();
        open.sort_by_key(|row| row.issue.status());
        open
    }
}

/// What a status means.
pub(in crate::report) fn meaning(status: IssueStatus) -> &'static str {
    match status {
        IssueStatus::Error => "something is wrong with the issue or with what it declares",
        IssueStatus::Deferred => "not judged: a budget or reserve did not allow it",
        IssueStatus::Drift => "differs from what it declares",
        IssueStatus::Absent => "no item in the Project",
        IssueStatus::NoContract => "no contract in the body",
        IssueStatus::Archived => "the item is archived",
        IssueStatus::Converged => "as declared",
    }
}

/// What would change in one issue: `set value × 2, set parent`.
pub(in crate::report) fn changes(issue: &AuditedIssue) -> String {
    let change = |(kind, count): (OperationKind, u64)| {
        let (_, what) = phrase::operation(kind, false);
        if count == 1 { what.to_owned() } else { format!("{what} × {count}") }
    };
    issue.counts().iter().map(change).collect::<Vec<_>>().join(", ")
}

/// The first findings of one issue, and how many more there are.
pub(in crate::report) fn first_findings(issue: &AuditedIssue) -> (&[Diagnostic], usize) {
    const SHOWN: usize = 3;
    let findings = issue.diagnostics();
    let shown = findings.get(..SHOWN).unwrap_or(findings);
    (shown, findings.len() - shown.len())
}

/// The first twelve: `4, 9, 12 and 31 more`; of several reports
/// `4 and 9 in report 1, 12 in report 2`, with their names between quotes.
pub(in crate::report) fn numbers(rows: &[Row<'_>], quote: &str) -> String {
    first_numbers(rows, quote, 12)
}

/// The same of the first hundred.
pub(in crate::report) fn all_numbers(rows: &[Row<'_>], quote: &str) -> String {
    first_numbers(rows, quote, 100)
}

fn first_numbers(rows: &[Row<'_>], quote: &str, most: usize) -> String {
    let shown = rows.get(..most).unwrap_or(rows);
    let more = rows.len() - shown.len();
    let of_report = |rows: &[Row<'_>]| {
        let numbers: Vec<String> = rows.iter().map(|row| row.issue.number().get().to_string()).collect();
        match rows.first().and_then(|row| row.report) {
            Some(report) => format!("{} in {quote}{report}{quote}", joined(&numbers)),
            None if more > 0 => numbers.join(", "),
            None => joined(&numbers),
        }
    };
    let listed: Vec<String> = shown.chunk_by(|a, b| a.report == b.report).map(of_report).collect();
    let listed = listed.join(", ");
    if more > 0 { format!("{listed} and {more} more") } else { listed }
}

/// `4, 9 and 12`.
fn joined(numbers: &[String]) -> String {
    match numbers {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        few => few.join(", "),
    }
}

/// What the audit does not know, where there is something.
pub(in crate::report) fn unknown(evidence: &Evidence) -> Option<String> {
    let items = match evidence.unreadable_items? {
        0 => return None,
        1 => "1 item of the Project".to_owned(),
        many => format!("{many} items of the Project"),
    };
    Some(format!("{items} can not be read with this token. Issues among them are not in this audit."))
}

/// What it cost, figure by figure; what is not known is left out.
pub(in crate::report) fn cost(evidence: &Evidence) -> Vec<String> {
    let of = |n: u64, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    let items = evidence.items.map(|items| of(items, "item", "items"));
    let figures = [
        of(evidence.rest_requests, "REST request", "REST requests"),
        of(evidence.graphql_requests, "GraphQL request", "GraphQL requests"),
        of(evidence.scopes, "scope", "scopes"),
        of(evidence.pages, "page", "pages"),
    ];
    let bytes = format!("{} KiB", evidence.response_bytes.div_ceil(1 << 10));
    figures.into_iter().chain(items).chain([bytes]).collect()
}
