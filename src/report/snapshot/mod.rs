//! The account of one read: what it holds as counts, what it cost, and what is
//! known of the limits. Never data: no title, name, login, id or number of an
//! issue is in it.

mod rendering;

use serde::{Serialize, Serializer};

use super::conclusion::Finding;
use super::json;
use crate::diagnostic::{Diagnostic, ExitClass, FailureClass, Stage};

pub use rendering::{markdown, text};

/// What may be shown of a snapshot. As JSON:
/// `{"status":"success","snapshot":{…}}`, or, where relationships were
/// deferred, `{"status":"deferred","failureClass":"deferred","diagnostics":[…],
/// "snapshot":{…}}` with the finding that says why. The members of `snapshot`
/// are those of [`SnapshotFigures`] in camel case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotAccount {
    figures: SnapshotFigures,
    deferral: Option<Diagnostic>,
}

/// The figures of one read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SnapshotFigures {
    /// SHA-256 of the normalised planning inputs: 64 hexadecimal digits.
    pub fingerprint: String,
    /// How much of each capability there is.
    pub completeness: CompletenessWords,
    /// The issues that were asked for.
    pub issues: IssueCounts,
    /// The items of the Project.
    pub items: ItemCounts,
    /// The requests that were sent.
    pub requests: RequestCounts,
    /// Answers that were taken from the cache, fresh, without a request.
    pub cache_hits: u32,
    /// Pages over all lists.
    pub pages: u32,
    /// Decoded bytes of all answers.
    pub response_bytes: u64,
    /// The limits.
    pub ledger: LedgerFigures,
}

/// `complete`, `not_requested`, `deferred` or `not_shown` for each capability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CompletenessWords {
    /// The Project, its fields and options.
    pub schema: &'static str,
    /// Items, values and issue content.
    pub items: &'static str,
    /// Parents and dependencies.
    pub relationships: &'static str,
    /// The repository's issue types.
    pub issue_types: &'static str,
    /// The checks of pull requests.
    pub checks: &'static str,
}

/// The issues that were asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IssueCounts {
    /// All of them.
    pub requested: u32,
    /// With a live item.
    pub present: u32,
    /// Without an item.
    pub absent: u32,
    /// With an archived item.
    pub archived: u32,
    /// Present ones whose relationships were deferred.
    pub deferred: u32,
}

/// The items of the Project, of any kind and any repository.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemCounts {
    /// All of them.
    pub total: u32,
    /// Drafts.
    pub drafts: u32,
    /// Items that the credential can not read.
    pub unreadable: u32,
}

/// The requests that were sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestCounts {
    /// REST requests.
    pub rest: u32,
    /// GraphQL requests.
    pub graphql: u32,
    /// REST requests among them that asked whether an answer changed.
    pub conditional: u32,
    /// Answers that another reader's requests brought at the same time.
    pub coalesced: u32,
    /// All of them by operation, in the order of the reads; one that was not
    /// sent is left out. `relationships` is the GraphQL one.
    #[serde(serialize_with = "by_operation")]
    pub by_operation: Vec<(Stage, u32)>,
}

/// What is known of the limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerFigures {
    /// REST requests.
    pub rest: LimitFigures,
    /// GraphQL requests.
    pub graphql: LimitFigures,
    /// GraphQL points that the run spent: reported, else estimated.
    pub graphql_points: u64,
    /// The most of them.
    pub graphql_points_limit: u64,
}

/// One limit of GitHub's, and the run's own beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitFigures {
    /// Requests that the run sent.
    pub used: u32,
    /// The most requests of the run.
    pub limit: u64,
    /// What has to remain of GitHub's limit.
    pub reserve: u64,
    /// Whether GitHub said how much remains.
    pub remaining_known: bool,
    /// When GitHub's limit is reset: Unix seconds floored to the minute; left
    /// out where GitHub did not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset: Option<u64>,
}

impl SnapshotAccount {
    /// The account of a read. `deferral` is the finding of the relationships
    /// that a budget or reserve did not allow.
    #[must_use]
    pub fn new(figures: SnapshotFigures, deferral: Option<Diagnostic>) -> Self {
        Self { figures, deferral }
    }

    /// The figures.
    #[must_use]
    pub fn figures(&self) -> &SnapshotFigures {
        &self.figures
    }

    /// Why relationships were deferred.
    #[must_use]
    pub fn deferral(&self) -> Option<&Diagnostic> {
        self.deferral.as_ref()
    }

    /// How the process ends: 6 where relationships were deferred.
    #[must_use]
    pub fn exit(&self) -> ExitClass {
        if self.deferral.is_some() { ExitClass::Deferred } else { ExitClass::Complete }
    }

    /// The account as one line of JSON without its end.
    #[must_use]
    pub fn object(&self) -> String {
        let is_deferred = self.deferral.is_some();
        json::line(&Object {
            status: if is_deferred { "deferred" } else { "success" },
            failure_class: is_deferred.then(|| FailureClass::Deferred.as_str()),
            diagnostics: self.deferral.iter().map(Finding::of).collect(),
            snapshot: &self.figures,
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Object<'a> {
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure_class: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<Finding<'a>>,
    snapshot: &'a SnapshotFigures,
}

#[expect(clippy::ptr_arg, reason = "the form that serde asks for")]
fn by_operation<S: Serializer>(counts: &Vec<(Stage, u32)>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(stage, count)| (stage.as_str(), count)))
}
