//! The one door through which a result of `yukh plan` comes in: bounded, and
//! every word of it one that this program knows. Logical keys and declared
//! values are free texts; they are bounded as a plan's are, and escaped by each
//! rendering. What is not known is passed over, since a result may have
//! additions; what is known and wrong is refused.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::super::audit::KINDS;
use super::super::conclusion::Outcome;
use super::super::incoming::{self, FindingIn};
use super::super::model::Shown;
use super::side::{Aspect, Ended, Entry, Part, Side, finding, text};
use crate::diagnostic::{Code, Failure, FailureClass};
use crate::plan::{ObservationKind, OperationKind};
use crate::scope::{Object, text as words};

/// The most bytes of one result.
pub const COMPARED_BYTES: usize = 1 << 20;

/// The most scalars of a value, a logical key, a reason.
const MOST_SCALARS: usize = 512;

/// Why a result is not compared. Nothing of it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// It is no JSON, or not of the form of a result.
    Malformed,
    /// The `schema` of its report is not 1.
    Foreign,
}

/// Reads one result; inside, why it is none.
pub(super) fn side(content: &[u8]) -> Result<Result<Side, Failure>, Unread> {
    #[derive(Deserialize)]
    struct Versioned {
        #[serde(default)]
        report: Option<Object<Schema>>,
    }
    #[derive(Deserialize)]
    struct Schema {
        schema: u64,
    }
    let Object(Versioned { report }) = serde_json::from_slice(content).map_err(|_| Unread::Malformed)?;
    if report.is_some_and(|Object(Schema { schema })| schema != 1) {
        return Err(Unread::Foreign);
    }
    let Object(result): Object<ResultIn<'_>> =
        serde_json::from_slice(content).map_err(|_| Unread::Malformed)?;
    result.judged().ok_or(Unread::Malformed)
}

/// The result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ResultIn<'a> {
    status: &'a str,
    #[serde(default)]
    outcome: Option<&'a str>,
    #[serde(borrow, default)]
    report: Option<Object<ReportIn<'a>>>,
    #[serde(borrow, default)]
    notices: Option<Vec<Object<FindingIn<'a>>>>,
    #[serde(default)]
    failure_class: Option<&'a str>,
    #[serde(borrow, default)]
    diagnostics: Option<Vec<Object<FindingIn<'a>>>>,
}

/// The report of a plan.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportIn<'a> {
    plan_id: &'a str,
    executable: bool,
    counts: Object<CountsIn>,
    #[serde(borrow)]
    diagnostics: Vec<Object<FindingIn<'a>>>,
    observations: Vec<Object<ObservationIn>>,
    operations: Vec<Object<OperationIn>>,
}

#[derive(Deserialize, PartialEq)]
struct CountsIn {
    diagnostics: usize,
    observations: usize,
    operations: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ObservationIn {
    #[serde(rename = "type")]
    kind: String,
    logical_key: String,
    display_value: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OperationIn {
    #[serde(rename = "type")]
    kind: String,
    logical_key: String,
    // Null stands for "not set", and a member that is not there for no value.
    #[serde(default, deserialize_with = "there")]
    desired: Option<Value>,
    reason: String,
    depends_on: Vec<String>,
}

fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl ResultIn<'_> {
    /// What it says, if every part of it is one: a plan, an issue without, or
    /// why there is neither.
    fn judged(self) -> Option<Result<Side, Failure>> {
        let notices = self.notices.as_deref().map(incoming::notices);
        match (self.status, self.outcome, self.report, notices, self.diagnostics) {
            ("success", Some("planned"), Some(Object(report)), Some(Some(notices)), None) => {
                Some(Ok(report.judged(Side::without_plan(Outcome::Planned, &notices).entries)?))
            }
            ("success", Some(word), None, Some(Some(notices)), None) => {
                let outcomes = [Outcome::NoContract, Outcome::Absent, Outcome::Archived];
                let outcome = outcomes.into_iter().find(|outcome| outcome.as_str() == word)?;
                Some(Ok(Side::without_plan(outcome, &notices)))
            }
            ("error", None, None, None, Some(findings)) => {
                let failure = Failure::from_all(incoming::findings(&findings)?)?;
                let is_told = self.failure_class == Some(failure.class().as_str());
                let is_of_issue = is_of_issue(failure.code());
                is_told.then(|| if is_of_issue { Ok(Side::failed(&failure)) } else { Err(failure) })
            }
            _ => None,
        }
    }
}

/// Whether a code says what is wrong with an issue, its policy or its Project's
/// fields, and not that something could not be read. A limit says neither, and
/// is told of the issue.
fn is_of_issue(code: Code) -> bool {
    let families = ["CONTRACT", "LEGACY", "WORKTYPE", "SCHEMA", "PLAN", "GRAPH"];
    let is_of =
        |family: &str| code.as_str().strip_prefix("YKP-").is_some_and(|rest| rest.starts_with(family));
    families.into_iter().any(is_of)
        || matches!(code, Code::Runtime001 | Code::GithubRead006 | Code::GithubRead011)
        || code.class() == FailureClass::Deferred
}

impl ReportIn<'_> {
    fn judged(self, notices: Vec<Entry>) -> Option<Side> {
        let counts = CountsIn {
            diagnostics: self.diagnostics.len(),
            observations: self.observations.len(),
            operations: self.operations.len(),
        };
        let is_consistent = counts == self.counts.0 && self.executable == self.diagnostics.is_empty();
        if !is_consistent || !incoming::is_digest(self.plan_id) {
            return None;
        }
        let operations = self.operations.into_iter().map(|Object(operation)| operation.judged());
        let observations = self.observations.into_iter().map(|Object(observation)| observation.judged());
        let mut entries: Vec<Entry> = operations.chain(observations).collect::<Option<_>>()?;
        let findings = incoming::findings(&self.diagnostics)?;
        entries.extend(findings.iter().map(|found| finding(Part::Diagnostic, found)));
        entries.extend(notices);
        Some(Side {
            ended: Ended::Judged(Outcome::Planned),
            plan_id: Some(self.plan_id.to_owned()),
            whole: String::new(),
            entries,
        })
    }
}

impl OperationIn {
    fn judged(self) -> Option<Entry> {
        let kind = KINDS.map(OperationKind::as_str).into_iter().find(|kind| *kind == self.kind)?;
        let value = match &self.desired {
            Some(desired) => Some(shown(desired)?),
            None => None,
        };
        let is_bounded = is_shown(&self.reason) && self.depends_on.iter().all(|key| is_shown(key));
        (is_shown(&self.logical_key) && is_bounded).then(|| Entry {
            part: Part::Operation,
            kind,
            identity: text(&json!([kind, self.logical_key])),
            key: self.logical_key,
            value,
            aspects: BTreeMap::from([
                (Aspect::Desired, self.desired.as_ref().map_or_else(String::new, text)),
                (Aspect::Reason, self.reason),
                (Aspect::DependsOn, text(&json!(self.depends_on))),
            ]),
            conditions: BTreeMap::new(),
        })
    }
}

impl ObservationIn {
    fn judged(self) -> Option<Entry> {
        use ObservationKind::{PreserveDependency, PreserveFieldValue, PreserveParent};
        let kinds = [PreserveDependency, PreserveFieldValue, PreserveParent].map(ObservationKind::as_str);
        let kind = kinds.into_iter().find(|kind| *kind == self.kind)?;
        let value = shown(&self.display_value)?;
        is_shown(&self.logical_key).then(|| Entry {
            part: Part::Observation,
            kind,
            identity: text(&json!([kind, self.logical_key])),
            key: self.logical_key,
            value: Some(value),
            aspects: BTreeMap::from([(Aspect::DisplayValue, text(&self.display_value))]),
            conditions: BTreeMap::new(),
        })
    }
}

/// The value, if it is one that a report shows.
fn shown(value: &Value) -> Option<Shown> {
    match value {
        Value::Null => Some(Shown::Null),
        Value::Number(number) => number.as_f64().filter(|number| number.is_finite()).map(Shown::Number),
        Value::String(text) => is_shown(text).then(|| Shown::Text(text.clone())),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

fn is_shown(text: &str) -> bool {
    words::scalars(text) <= MOST_SCALARS && !words::has_control(text)
}
