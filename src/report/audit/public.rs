//! The report as JSON: contract part 8.5, members in the order printed there,
//! additions behind them.

use serde::ser::{Serialize, SerializeMap as _, SerializeStruct as _, Serializer};

use super::{AuditReport, AuditedIssue, Evidence, IssueStatus};
use crate::report::compatibility::CAPABILITIES;
use crate::report::conclusion::{Finding, MOST_FINDINGS};
use crate::report::public::Remark;

impl Serialize for AuditReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let findings = self.failure.iter().flat_map(|failure| failure.diagnostics());
        let findings: Vec<Finding<'_>> = findings.take(MOST_FINDINGS).map(Finding::of).collect();
        let mut report = serializer.serialize_struct("Audit", 10)?;
        report.serialize_field("schema", &1)?;
        report.serialize_field("status", self.status().as_str())?;
        if let Some(class) = self.failure_class() {
            report.serialize_field("failureClass", class.as_str())?;
        }
        report.serialize_field("diagnostics", &findings)?;
        report.serialize_field("issues", &self.issues)?;
        report.serialize_field("totals", &self.totals())?;
        report.serialize_field("capabilities", &CAPABILITIES)?;
        report.serialize_field("evidence", &self.evidence)?;
        report.serialize_field("statuses", &Statuses(self))?;
        if let Some(scope_id) = &self.scope_id {
            report.serialize_field("scopeId", scope_id)?;
        }
        report.end()
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
            ("items", self.items),
        ];
        let mut evidence = serializer.serialize_map(Some(members.len()))?;
        for (name, value) in members {
            evidence.serialize_entry(name, &value)?;
        }
        evidence.end()
    }
}

/// How many issues have each status, the worst first; one that no issue has is
/// left out.
struct Statuses<'a>(&'a AuditReport);

impl Serialize for Statuses<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = IssueStatus::ALL.map(|status| (status, self.0.count(status)));
        let mut statuses = serializer.serialize_map(None)?;
        for (status, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            statuses.serialize_entry(status.as_str(), &count)?;
        }
        statuses.end()
    }
}
