//! The one door through which a report comes in: bounded, and every text of it
//! one that this program knows. What it does not know is passed over, since a
//! report may have additions; what is known and wrong is refused.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::Value as Json;

use super::AUDIT_BYTES;
use crate::diagnostic::Failure;
use crate::observed::{Checks, RunConclusion, RunCounts};
use crate::report::audit::{AuditReport, AuditedIssue, Evidence, IssueStatus, OperationCounts, kind_of};
use crate::report::incoming::{self, FindingIn};
use crate::scope::{IssueList, IssueNumber, Object};

/// The largest count of a report: what every reader of JSON keeps exactly, and
/// small enough that sums of all reports are right.
const MOST_COUNTED: u64 = (1 << 53) - 1;

/// Why a report is not joined. Nothing of it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// It is too large, no JSON, or not of the form of a report.
    Malformed,
    /// Its `schema` is not the number 1, or it has issues and no `schema`.
    Foreign,
}

/// Reads one report.
pub(super) fn report(content: &[u8]) -> Result<AuditReport, Unread> {
    /// Whose version is told, and whether it has issues as a report has.
    #[derive(Deserialize)]
    struct Versioned {
        #[serde(default)]
        schema: Option<Json>,
        #[serde(default)]
        issues: Option<IgnoredAny>,
    }
    if content.len() > AUDIT_BYTES {
        return Err(Unread::Malformed);
    }
    let Object(versioned): Object<Versioned> =
        serde_json::from_slice(content).map_err(|_| Unread::Malformed)?;
    match versioned {
        Versioned { schema: Some(schema), .. } if schema == 1 => {}
        // A plan or something else, of which a version would say nothing.
        Versioned { schema: None, issues: None } => return Err(Unread::Malformed),
        Versioned { .. } => return Err(Unread::Foreign),
    }
    let Object(report): Object<ReportIn<'_>> =
        serde_json::from_slice(content).map_err(|_| Unread::Malformed)?;
    report.judged().ok_or(Unread::Malformed)
}

/// The report.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportIn<'a> {
    #[serde(borrow)]
    diagnostics: Vec<Object<FindingIn<'a>>>,
    #[serde(borrow)]
    issues: Vec<Object<IssueIn<'a>>>,
    evidence: Object<EvidenceIn>,
    /// What reports before this one left out is not compared.
    #[serde(borrow, default)]
    status: Option<&'a str>,
    #[serde(default)]
    totals: Option<OperationCounts>,
    #[serde(default)]
    scope_id: Option<&'a str>,
    #[serde(default)]
    checks: Option<Object<ChecksIn>>,
}

/// One issue.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct IssueIn<'a> {
    issue_number: u64,
    status: &'a str,
    operation_counts: OperationCounts,
    #[serde(borrow)]
    diagnostics: Vec<Object<FindingIn<'a>>>,
    #[serde(default)]
    plan_id: Option<&'a str>,
    #[serde(borrow, default)]
    notices: Vec<Object<FindingIn<'a>>>,
}

/// What it cost; members that are not there are zero.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct EvidenceIn {
    rest_requests: u64,
    graphql_requests: u64,
    rest_cache_hits: u64,
    conditional_requests: u64,
    coalesced_requests: u64,
    scopes: u64,
    pages: u64,
    response_bytes: u64,
    items: Option<u64>,
    unreadable_items: Option<u64>,
}

/// The checks of pull requests.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ChecksIn {
    pull_requests: Object<PullRequestsIn>,
    check_runs: RunCountsIn,
    workflow_runs: RunCountsIn,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PullRequestsIn {
    read: u32,
    not_read: u32,
    #[serde(default)]
    not_shown: u32,
}

struct RunCountsIn(RunCounts);

impl ReportIn<'_> {
    /// The report, if every part of it is one. A report has issues or says why
    /// it has no result, and never both.
    fn judged(self) -> Option<AuditReport> {
        if !self.diagnostics.is_empty() {
            let findings = incoming::findings(&self.diagnostics)?;
            return Failure::from_all(findings).filter(|_| self.issues.is_empty()).map(AuditReport::failed);
        }
        if self.issues.len() > IssueList::MAX {
            return None;
        }
        let issues: Vec<AuditedIssue> =
            self.issues.into_iter().map(|Object(issue)| issue.judged()).collect::<Option<_>>()?;
        let is_ordered = issues.is_sorted_by(|a, b| a.number() < b.number());
        let scope_id = self.scope_id.filter(|id| incoming::is_digest(id))?;
        let checks = match self.checks {
            Some(Object(checks)) => Some(checks.judged()?),
            None => None,
        };
        let evidence = self.evidence.0.judged()?;
        let report = AuditReport::new(issues, scope_id, evidence).with_checks(checks);
        // A report that counts otherwise than its issues was changed on its way.
        let agrees = self.status.is_none_or(|status| status == report.status().as_str())
            && self.totals.is_none_or(|totals| totals.agrees_with(&report.totals()));
        (is_ordered && agrees).then_some(report)
    }
}

impl IssueIn<'_> {
    fn judged(self) -> Option<AuditedIssue> {
        let issue = AuditedIssue {
            number: IssueNumber::new(self.issue_number)?,
            status: IssueStatus::ALL.into_iter().find(|status| status.as_str() == self.status)?,
            counts: self.operation_counts,
            plan_id: match self.plan_id {
                Some(id) => Some(Some(id).filter(|id| incoming::is_digest(id))?.to_owned()),
                None => None,
            },
            diagnostics: incoming::findings(&self.diagnostics)?,
            notices: incoming::notices(&self.notices)?,
            relations: Vec::new(),
        };
        issue.is_consistent().then_some(issue)
    }
}

impl ChecksIn {
    fn judged(self) -> Option<Checks> {
        let PullRequestsIn { not_read, not_shown, .. } = self.pull_requests.0;
        (not_shown <= not_read).then_some(Checks {
            pull_requests_read: self.pull_requests.0.read,
            pull_requests_not_read: self.pull_requests.0.not_read,
            pull_requests_not_shown: self.pull_requests.0.not_shown,
            check_runs: self.check_runs.0,
            workflow_runs: self.workflow_runs.0,
        })
    }
}

impl EvidenceIn {
    fn judged(self) -> Option<Evidence> {
        let counts = [
            self.rest_requests,
            self.graphql_requests,
            self.rest_cache_hits,
            self.conditional_requests,
            self.coalesced_requests,
            self.scopes,
            self.pages,
            self.response_bytes,
            self.items.unwrap_or(0),
            self.unreadable_items.unwrap_or(0),
        ];
        counts.into_iter().all(|count| count <= MOST_COUNTED).then_some(Evidence {
            rest_requests: self.rest_requests,
            graphql_requests: self.graphql_requests,
            rest_cache_hits: self.rest_cache_hits,
            conditional_requests: self.conditional_requests,
            coalesced_requests: self.coalesced_requests,
            scopes: self.scopes,
            pages: self.pages,
            response_bytes: self.response_bytes,
            items: self.items,
            unreadable_items: self.unreadable_items,
        })
    }
}

impl<'de> Deserialize<'de> for OperationCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counts;
        impl<'de> Visitor<'de> for Counts {
            type Value = OperationCounts;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("counts by kind")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OperationCounts, A::Error> {
                let mut counts = OperationCounts::default();
                while let Some((name, count)) = map.next_entry::<&str, u64>()? {
                    let kind = kind_of(name).filter(|kind| counts.iter().all(|(met, _)| met != *kind));
                    let kind = kind.filter(|_| (1..=MOST_COUNTED).contains(&count));
                    counts.add(kind.ok_or_else(|| A::Error::custom("not a count"))?, count);
                }
                Ok(counts)
            }
        }
        deserializer.deserialize_map(Counts)
    }
}

impl<'de> Deserialize<'de> for RunCountsIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counts;
        impl<'de> Visitor<'de> for Counts {
            type Value = RunCountsIn;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("counts by conclusion")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RunCountsIn, A::Error> {
                let mut counts = RunCounts::default();
                while let Some((word, count)) = map.next_entry::<&str, u32>()? {
                    let known = RunConclusion::ALL.into_iter().find(|known| known.as_str() == word);
                    let new = known.filter(|known| count > 0 && counts.iter().all(|(met, _)| met != *known));
                    counts.add_some(new.ok_or_else(|| A::Error::custom("not a count"))?, count);
                }
                Ok(RunCountsIn(counts))
            }
        }
        deserializer.deserialize_map(Counts)
    }
}
