//! What of the older tool's capabilities this program has (specification,
//! *Legacy consumer compatibility profile*; contract part 8.5, decision 91).
//! Static: nothing of a consumer is in it.

use super::json;

/// How a capability of the older tool is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CapabilityState {
    /// As it was.
    Supported,
    /// Otherwise than it was; the note says how.
    Changed,
    /// Not at all.
    Missing,
}

/// One capability of the older tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct CompatibilityEntry {
    /// The capability.
    pub capability: &'static str,
    /// How it is met.
    pub state: CapabilityState,
    /// What that means.
    pub note: &'static str,
}

const fn entry(capability: &'static str, state: CapabilityState, note: &'static str) -> CompatibilityEntry {
    CompatibilityEntry { capability, state, note }
}

/// The report, in the order of the contract.
pub const CAPABILITIES: [CompatibilityEntry; 11] = {
    use CapabilityState::{Changed, Missing, Supported};
    [
        entry("version-1 policy", Supported, "Policies with contract.marker yukh are read as they are."),
        entry("hidden issue contract", Supported, "Blocks and their extensions are read as they are."),
        entry(
            "issue type and managed labels",
            Supported,
            "Compared with the issue; in a user's repository a Project field stands in for the issue type.",
        ),
        entry("milestone", Supported, "Compared by title; silence of the contract is compared too."),
        entry("Project fields", Supported, "Text, single-select, iteration, number and date values."),
        entry(
            "Project-owned Status",
            Supported,
            "A field that the policy leaves out or marks derived or external is preserved.",
        ),
        entry("native parent", Supported, "Compared by number within the repository."),
        entry(
            "native dependencies",
            Changed,
            "Compared once all of them are known; an issue whose dependencies could not be read is deferred, \
             also where its contract is silent.",
        ),
        entry("one-issue shadow dry-run", Supported, "One plan with every kind of operation."),
        entry(
            "whole backlog audit",
            Supported,
            "One read of the Project, shared by scopes of at most 100 issues.",
        ),
        entry(
            "controlled apply with zero-operation second apply",
            Missing,
            "Nothing is ever written: shadow-dry-run compatible, not apply compatible.",
        ),
    ]
};

/// The report as one line of JSON without its end:
/// `{"schema":1,"capabilities":[{"capability","state","note"}…]}`.
#[must_use]
pub fn compatibility_object() -> String {
    #[derive(serde::Serialize)]
    struct Compatibility {
        schema: u8,
        capabilities: [CompatibilityEntry; 11],
    }
    json::line(&Compatibility { schema: 1, capabilities: CAPABILITIES })
}
