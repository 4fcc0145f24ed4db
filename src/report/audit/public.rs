//! The report as JSON: contract part 8.5, members in the order printed there,
//! additions behind them.

use serde::ser::{Serialize, SerializeMap as _, SerializeStruct, Serializer};

use super::overview::Overview;
use super::{AuditReport, AuditedIssue, Evidence};
use crate::report::checks::ChecksObject;
use crate::report::compatibility::CAPABILITIES;
use crate::report::conclusion::{Finding, MOST_FINDINGS};
use crate::report::public::Remark;

impl Serialize for AuditReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("Audit", 11)?;
        report.serialize_field("schema", &1)?;
        before(self, &mut report)?;
        report.serialize_field("capabilities", &CAPABILITIES)?;
        after(self, &mut report)?;
        report.end()
    }
}

/// The members of a report among others: all but `schema` and `capabilities`.
pub(in crate::report) fn members<S: SerializeStruct>(
    report: &AuditReport,
    object: &mut S,
) -> Result<(), S::Error> {
    before(report, object)?;
    after(report, object)
}

fn before<S: SerializeStruct>(report: &AuditReport, object: &mut S) -> Result<(), S::Error> {
    let findings = report.failure.iter().flat_map(|failure| failure.diagnostics());
    let findings: Vec<Finding<'_>> = findings.take(MOST_FINDINGS).map(Finding::of).collect();
    object.serialize_field("status", report.status().as_str())?;
    if let Some(class) = report.failure_class() {
        object.serialize_field("failureClass", class.as_str())?;
    }
    object.serialize_field("diagnostics", &findings)?;
    object.serialize_field("issues", &report.issues)?;
    object.serialize_field("totals", &report.totals())
}

fn after<S: SerializeStruct>(report: &AuditReport, object: &mut S) -> Result<(), S::Error> {
    object.serialize_field("evidence", &report.evidence)?;
    object.serialize_field("statuses", &Statuses(&Overview::of(report)))?;
    if let Some(scope_id) = &report.scope_id {
        object.serialize_field("scopeId", scope_id)?;
    }
    match &report.checks {
        Some(checks) => object.serialize_field("checks", &ChecksObject::of(checks)),
        None => Ok(()),
    }
}

impl Serialize for AuditedIssue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let findings: Vec<Finding<'_>> =
            self.diagnostics.iter().take(MOST_FINDINGS).map(Finding::of).collect();
        let mut issue = serializer.serialize_struct("Issue", 6)?;
        issue.serialize_field("issueNumber", &self.number.get())?;
        issue.serialize_field("status", self.status.as_str())?;
        issue.serialize_field("operationCounts", &self.counts)?;
        issue.serialize_field("diagnostics", &findings)?;
        if let Some(plan_id) = &self.plan_id {
            issue.serialize_field("planId", plan_id)?;
        }
        issue.serialize_field("notices", &Remark::all(&self.notices))?;
        issue.end()
    }
}

impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = [
            ("restRequests", self.rest_requests),
            ("graphqlRequests", self.graphql_requests),
            ("restCacheHits", self.rest_cache_hits),
            ("conditionalRequests", self.conditional_requests),
            ("coalescedRequests", self.coalesced_requests),
            ("scopes", self.scopes),
            ("pages", self.pages),
            ("responseBytes", self.response_bytes),
        ];
        let known = [("items", self.items), ("unreadableItems", self.unreadable_items)];
        let known = known.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let mut evidence = serializer.serialize_map(None)?;
        for (name, value) in members.into_iter().chain(known) {
            evidence.serialize_entry(name, &value)?;
        }
        evidence.end()
    }
}

/// How many issues have each status, the worst first; one that no issue has is
/// left out.
pub(in crate::report) struct Statuses<'a>(pub(in crate::report) &'a Overview<'a>);

impl Serialize for Statuses<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut statuses = serializer.serialize_map(None)?;
        for (status, count) in self.0.statuses() {
            statuses.serialize_entry(status.as_str(), &count)?;
        }
        statuses.end()
    }
}
