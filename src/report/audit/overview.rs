//! What people are told of an audit, in words that do not depend on the medium.

use std::collections::BTreeMap;

use super::{AuditReport, AuditedIssue, IssueStatus};
use crate::diagnostic::{Code, Detail, Diagnostic, Notice};
use crate::plan::OperationKind;
use crate::report::phrase;
use crate::scope::IssueNumber;

/// One code and the issues that it was found in.
pub(in crate::report) struct Group {
    pub(in crate::report) code: Code,
    /// What else is said, where all of them say the same.
    pub(in crate::report) detail: Option<Detail>,
    /// Ascending; each once.
    pub(in crate::report) issues: Vec<IssueNumber>,
}

/// One kind of operation.
pub(in crate::report) struct Kind {
    pub(in crate::report) kind: OperationKind,
    pub(in crate::report) operations: u64,
    pub(in crate::report) issues: usize,
}

/// What came of it, in one sentence without its end.
pub(in crate::report) fn headline(report: &AuditReport) -> String {
    let issues = |status| report.count(status);
    let total = report.issues().len();
    if total == 0 {
        return "no issue of the repository is on the Project".to_owned();
    }
    let parts = [
        (issues(IssueStatus::Error), "has an error", "have errors"),
        (issues(IssueStatus::Deferred), "is deferred", "are deferred"),
        (issues(IssueStatus::Drift), "differs", "differ"),
    ];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| phrase::count(count, one, many))
        .collect();
    let of = phrase::count(total, "issue", "issues");
    match said.split_last() {
        None => format!("nothing to change in {of}"),
        Some((last, [])) => format!("of {of}, {last}"),
        Some((last, rest)) => format!("of {of}, {} and {last}", rest.join(", ")),
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

/// Each status that issues have, the worst first.
pub(in crate::report) fn statuses(report: &AuditReport) -> Vec<(IssueStatus, usize)> {
    let counts = IssueStatus::ALL.map(|status| (status, report.count(status)));
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// Each kind of operation, the most frequent first.
pub(in crate::report) fn kinds(report: &AuditReport) -> Vec<Kind> {
    let issues = |kind| {
        let has = |issue: &&AuditedIssue| issue.counts().iter().any(|(counted, _)| counted == kind);
        report.issues().iter().filter(has).count()
    };
    let totals = report.totals();
    let mut kinds: Vec<Kind> =
        totals.iter().map(|(kind, operations)| Kind { kind, operations, issues: issues(kind) }).collect();
    kinds.sort_by_key(|kind| (std::cmp::Reverse(kind.operations), kind.kind));
    kinds
}

/// What was found, by code.
pub(in crate::report) fn findings(report: &AuditReport) -> Vec<Group> {
    grouped(report, |issue| issue.diagnostics().iter().map(|found| (found.code(), found.detail())).collect())
}

/// What was noticed, by code, except for what the status says already.
pub(in crate::report) fn notices(report: &AuditReport) -> Vec<Group> {
    let is_status = |code| matches!(code, Code::Runtime001 | Code::Runtime002 | Code::Runtime010);
    grouped(report, |issue| {
        let codes = issue.notices().iter().map(Notice::code);
        codes.filter(|code| !is_status(*code)).map(|code| (code, None)).collect()
    })
}

/// The most frequent first, then by code; what passes by waiting comes last.
fn grouped(report: &AuditReport, codes: impl Fn(&AuditedIssue) -> Vec<(Code, Option<Detail>)>) -> Vec<Group> {
    let mut groups: BTreeMap<&str, Group> = BTreeMap::new();
    for issue in report.issues() {
        for (code, detail) in codes(issue) {
            let group = groups.entry(code.as_str()).or_insert(Group { code, detail, issues: Vec::new() });
            if group.detail != detail {
                group.detail = None;
            }
            if group.issues.last() != Some(&issue.number()) {
                group.issues.push(issue.number());
            }
        }
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.sort_by_key(|group| (group.code == Code::Rate001, std::cmp::Reverse(group.issues.len())));
    groups
}

/// The issues that somebody has to look at, the worst first, then by number.
pub(in crate::report) fn open(report: &AuditReport) -> Vec<&AuditedIssue> {
    let mut open: Vec<&AuditedIssue> =
        report.issues().iter().filter(|issue| issue.status() <= IssueStatus::Drift).collect();
    open.sort_by_key(|issue| (issue.status(), issue.number()));
    open
}

/// What would change in one issue: `set value × 2, set parent`.
pub(in crate::report) fn changes(issue: &AuditedIssue) -> String {
    let change = |(kind, count): (OperationKind, u64)| {
        let (_, what) = phrase::operation(kind, false);
        if count == 1 { what.to_owned() } else { format!("{what} × {count}") }
    };
    issue.counts().iter().map(change).collect::<Vec<_>>().join(", ")
}

/// The first findings of one issue with their places, and how many more there
/// are.
pub(in crate::report) fn first_findings(issue: &AuditedIssue) -> (&[Diagnostic], usize) {
    const SHOWN: usize = 3;
    let findings = issue.diagnostics();
    let shown = findings.get(..SHOWN).unwrap_or(findings);
    (shown, findings.len() - shown.len())
}

/// `4, 9, 12 and 31 more`.
pub(in crate::report) fn numbers(issues: &[IssueNumber]) -> String {
    const SHOWN: usize = 12;
    let shown = issues.get(..SHOWN).unwrap_or(issues);
    let listed: Vec<String> = shown.iter().map(|number| number.get().to_string()).collect();
    match (issues.len() - shown.len(), listed.as_slice()) {
        (0, [rest @ .., last]) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        (0, listed) => listed.join(", "),
        (more, listed) => format!("{} and {more} more", listed.join(", ")),
    }
}

/// What it cost, one sentence for each figure, without ends.
pub(in crate::report) fn cost(report: &AuditReport) -> Vec<String> {
    let evidence = report.evidence();
    let of =
        |n: u64, one: &str, many: &str| phrase::count(usize::try_from(n).unwrap_or(usize::MAX), one, many);
    let kibibytes = evidence.response_bytes.div_ceil(1 << 10);
    vec![
        of(evidence.rest_requests, "REST request", "REST requests"),
        of(evidence.graphql_requests, "GraphQL request", "GraphQL requests"),
        of(evidence.scopes, "scope", "scopes"),
        of(evidence.pages, "page", "pages"),
        of(evidence.items, "item", "items"),
        format!("{kibibytes} KiB"),
    ]
}
