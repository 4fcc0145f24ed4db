//! What one reader made of an issue, in the form in which two can be compared:
//! a list of entries, each with what tells it from the others and what it says.
//!
//! Everything of a plan takes part, its references and old values included;
//! they stay in this room and only tell *whether* something differs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::conclusion::Outcome;
use super::super::model::{Agreement, Change, Report, Shown};
use crate::desired::Desired;
use crate::diagnostic::{Detail, Diagnostic, Failure, FailureClass, Notice, Position};
use crate::plan::{Operation, Plan, PlanValue, Precondition};
use crate::scope::canonical::canonical;

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Operation,
    Observation,
    Diagnostic,
    Notice,
}

impl Part {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Operation => "operation",
            Self::Observation => "observation",
            Self::Diagnostic => "diagnostic",
            Self::Notice => "notice",
        }
    }
}

/// What can differ in an entry that both sides have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aspect {
    /// The desired value of an operation.
    Desired,
    /// The value that agrees.
    DisplayValue,
    /// Why an operation is planned.
    Reason,
    /// What must still hold.
    Preconditions,
    /// The subject, the scope or the thing that an operation is bound to.
    References,
    /// What comes first.
    DependsOn,
    /// Line and column of a finding, or the read or limit it names.
    Place,
    /// Where the entry stands among those that both sides have.
    Order,
}

impl Aspect {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Desired => "desired",
            Self::DisplayValue => "displayValue",
            Self::Reason => "reason",
            Self::Preconditions => "preconditions",
            Self::References => "references",
            Self::DependsOn => "dependsOn",
            Self::Place => "place",
            Self::Order => "order",
        }
    }
}

/// One operation, observation or finding of one side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) part: Part,
    /// The type, or the code of a finding.
    pub(super) kind: &'static str,
    /// The logical key, or the path of a finding.
    pub(super) key: String,
    /// What tells it from others of its part. Never shown.
    pub(super) identity: String,
    /// What may be shown of its value.
    pub(super) value: Option<Shown>,
    /// What it says, as text that is equal where it says the same. Never shown.
    pub(super) aspects: BTreeMap<Aspect, String>,
    /// Its preconditions by kind, in the same form.
    pub(super) conditions: BTreeMap<&'static str, String>,
}

/// How one side ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ended {
    /// With a plan, or without for a reason.
    Judged(Outcome),
    /// Without a result, for what is wrong with the issue or its Project.
    Failed(Failure),
}

/// What one side made of an issue.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    pub(super) ended: Ended,
    /// 64 hexadecimal digits, where there is a plan.
    pub(super) plan_id: Option<String>,
    /// The whole plan, or what stands for it, as text that is equal where the
    /// plan is. Never shown.
    pub(super) whole: String,
    pub(super) entries: Vec<Entry>,
}

impl Side {
    /// An issue with a plan. `notices` are those of the reading.
    ///
    /// # Errors
    ///
    /// `YKP-REPORT-001` for a value that can not be shown.
    pub fn planned(plan: &Plan, desired: &Desired, notices: &[Notice]) -> Result<Self, Failure> {
        let report = Report::new(plan, desired, notices)?;
        let operations = plan.operations().iter().zip(&report.changes);
        let observations = plan.observations().iter().zip(&report.agreements);
        let mut entries: Vec<Entry> = operations.map(|(whole, shown)| operation(whole, shown)).collect();
        entries.extend(observations.map(|(whole, shown)| {
            agreement(shown, format!("{}|{}", whole.kind.as_str(), whole.logical_key), &whole.display_value)
        }));
        entries.extend(plan.diagnostics().iter().map(|found| finding(Part::Diagnostic, found)));
        entries.extend(report.notices().iter().map(notice));
        Ok(Self {
            ended: Ended::Judged(Outcome::Planned),
            plan_id: Some(plan.id().to_owned()),
            whole: plan.canonical(),
            entries,
        })
    }

    /// An issue without plan.
    #[must_use]
    pub fn without_plan(outcome: Outcome, notices: &[Notice]) -> Self {
        Self {
            ended: Ended::Judged(outcome),
            plan_id: None,
            whole: String::new(),
            entries: notices.iter().map(notice).collect(),
        }
    }

    /// An issue that could not be judged.
    #[must_use]
    pub fn failed(failure: &Failure) -> Self {
        Self {
            ended: Ended::Failed(failure.clone()),
            plan_id: None,
            whole: String::new(),
            entries: failure.diagnostics().map(|found| finding(Part::Diagnostic, found)).collect(),
        }
    }

    /// What kept the result away, where that is a limit.
    pub(super) fn limit(&self) -> Option<&Failure> {
        match &self.ended {
            Ended::Failed(failure) if failure.class() == FailureClass::Deferred => Some(failure),
            Ended::Failed(_) | Ended::Judged(_) => None,
        }
    }

    /// How it ended, in one word: that of an outcome, `deferred` or `error`.
    pub(super) fn word(&self) -> &'static str {
        match &self.ended {
            Ended::Judged(outcome) => outcome.as_str(),
            Ended::Failed(_) if self.limit().is_some() => "deferred",
            Ended::Failed(_) => "error",
        }
    }
}

fn operation(operation: &Operation, change: &Change) -> Entry {
    let Operation { key, kind, subject_ref, resource, action, reason, preconditions, depends_on, desired } =
        operation;
    let references = [subject_ref.as_str(), &resource.scope_ref];
    Entry {
        part: Part::Operation,
        kind: kind.as_str(),
        key: change.key.clone(),
        identity: text(&json!([kind.as_str(), action, resource.kind, resource.logical_key, key])),
        value: change.desired.clone(),
        aspects: BTreeMap::from([
            (Aspect::Desired, desired.as_ref().map_or_else(String::new, |desired| text(&value(desired)))),
            (Aspect::Reason, (*reason).to_owned()),
            (Aspect::Preconditions, text(&preconditions.iter().map(condition).collect())),
            (Aspect::References, text(&json!([references, resource.provider_ref]))),
            (Aspect::DependsOn, text(&json!(depends_on))),
        ]),
        conditions: by_kind(preconditions),
    }
}

/// An agreement. `whole` is the value with what reports do not show of it.
fn agreement(shown: &Agreement, identity: String, whole: &PlanValue) -> Entry {
    Entry {
        part: Part::Observation,
        kind: shown.kind.as_str(),
        key: shown.key.clone(),
        identity,
        value: Some(shown.value.clone()),
        aspects: BTreeMap::from([(Aspect::DisplayValue, text(&value(whole)))]),
        conditions: BTreeMap::new(),
    }
}

/// A finding of a plan or failure.
pub(super) fn finding(part: Part, found: &Diagnostic) -> Entry {
    let detail = match found.detail() {
        None => Value::Null,
        Some(Detail::Stage(stage)) => json!(stage.as_str()),
        Some(Detail::Rate { resource, .. }) => json!(resource.as_str()),
        Some(Detail::Input(name) | Detail::Form { name, .. }) => json!(name),
        Some(Detail::PullRequest) => json!(Detail::PullRequest.reason()),
    };
    let place = found.position().map(|Position { line, column }| [line, column]);
    Entry {
        part,
        kind: found.code().as_str(),
        key: found.path().as_str().to_owned(),
        identity: format!("{} {}", found.code().as_str(), found.path()),
        value: None,
        aspects: BTreeMap::from([(Aspect::Place, text(&json!([place, detail])))]),
        conditions: BTreeMap::new(),
    }
}

fn notice(notice: &Notice) -> Entry {
    let mut found = Diagnostic::new(notice.code(), notice.path().clone());
    if let Some(position) = notice.position() {
        found = found.at(position);
    }
    finding(Part::Notice, &found)
}

/// The preconditions of each kind.
fn by_kind(preconditions: &[Precondition]) -> BTreeMap<&'static str, String> {
    let mut kinds: BTreeMap<&'static str, String> = BTreeMap::new();
    for found in preconditions {
        kinds.entry(found.kind).or_default().push_str(&text(&condition(found)));
    }
    kinds
}

fn condition(condition: &Precondition) -> Value {
    json!([condition.kind, condition.logical_key, value(&condition.expected)])
}

fn value(value: &PlanValue) -> Value {
    match value {
        PlanValue::Null => Value::Null,
        PlanValue::True => json!(true),
        PlanValue::Number(number) => json!(number),
        PlanValue::Text(text) => json!(text),
    }
}

pub(super) fn text(value: &Value) -> String {
    canonical(value)
}
