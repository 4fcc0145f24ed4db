//! What may be shown of a plan: the one place where a plan is redacted
//! (contract part 5, decision 92). Every rendering starts here.

use super::relations::{Relation, relations};
use crate::desired::{Desired, DisplayName, LogicalKey};
use crate::diagnostic::{Code, Diagnostic, Failure, Notice};
use crate::plan::{Observation, ObservationKind, Operation, OperationKind, Plan, PlanValue};
use crate::scope::{FieldKind, text};

/// What may be shown of one plan. Holds logical keys, reviewed display names,
/// declared values, codes and counts; no reference, fingerprint, precondition,
/// owner or repository. Numbers of related issues are for people alone and not
/// part of the public JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub(super) plan_id: String,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) agreements: Vec<Agreement>,
    pub(super) changes: Vec<Change>,
    pub(super) notices: Vec<Notice>,
    pub(super) relations: Vec<Relation>,
}

/// One agreement between declaration and observation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Agreement {
    pub(super) kind: ObservationKind,
    pub(super) key: String,
    pub(super) value: Shown,
}

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    pub(super) kind: OperationKind,
    pub(super) key: String,
    /// The reviewed name of what comes or goes, and its kind where it has one;
    /// for people, not part of the public JSON.
    pub(super) name: Option<(String, Option<FieldKind>)>,
    pub(super) old: Old,
    pub(super) desired: Option<Shown>,
    /// Whether the operation clears what it is about.
    pub(super) clears: bool,
    pub(super) reason: &'static str,
    pub(super) depends_on: Vec<String>,
}

/// What may be said of the value that an operation replaces. The value itself
/// is GitHub's text, so it is shown only where it equals a reviewed name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Old {
    /// The operation replaces nothing.
    Nothing,
    /// It is not set.
    Unset,
    /// It equals a name of the policy.
    Reviewed(String),
    /// Anything else.
    Another,
}

/// A value that may be shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shown {
    /// Not set.
    Null,
    /// A finite number.
    Number(f64),
    /// A declared value or a reviewed name of at most 512 scalars without
    /// control characters; escaped by each rendering.
    Text(String),
    /// A relationship that is as declared.
    Present,
}

impl Report {
    /// Redacts a plan. `desired` is what the plan was made from: its reviewed
    /// names decide what may be shown. `notices` are those of the reading; the
    /// plan's own follow them.
    ///
    /// # Errors
    ///
    /// `YKP-REPORT-001` for a value that can not be shown: not finite, longer
    /// than 512 scalars, or with control characters.
    pub fn new(plan: &Plan, desired: &Desired, notices: &[Notice]) -> Result<Self, Failure> {
        Ok(Self {
            plan_id: plan.id().to_owned(),
            diagnostics: plan.diagnostics().to_vec(),
            agreements: plan.observations().iter().map(agreement).collect::<Result<_, _>>()?,
            changes: plan
                .operations()
                .iter()
                .map(|operation| change(operation, desired))
                .collect::<Result<_, _>>()?,
            notices: notices.iter().chain(plan.notices()).cloned().collect(),
            relations: relations(plan),
        })
    }

    /// The plan's identity: 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn plan_id(&self) -> &str {
        &self.plan_id
    }

    /// Whether the plan has no finding.
    #[must_use]
    pub fn is_executable(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// How many operations there are.
    #[must_use]
    pub fn operations(&self) -> usize {
        self.changes.len()
    }

    /// The plan's findings, by code, then path.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The notices of reading and planning.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }
}

fn agreement(observation: &Observation) -> Result<Agreement, Failure> {
    let (key, value) = match observation.kind {
        ObservationKind::PreserveParent => ("parent".to_owned(), Shown::Present),
        ObservationKind::PreserveDependency => ("dependency".to_owned(), Shown::Present),
        ObservationKind::PreserveFieldValue => {
            (observation.logical_key.clone(), shown(&observation.display_value)?)
        }
    };
    Ok(Agreement { kind: observation.kind, key, value })
}

fn change(operation: &Operation, desired: &Desired) -> Result<Change, Failure> {
    use OperationKind as Kind;
    let key = match operation.kind {
        Kind::CreateField
        | Kind::AddOption
        | Kind::SetIssueType
        | Kind::SetFieldValue
        | Kind::SetIssueField
        | Kind::AddLabel
        | Kind::RemoveLabel => operation.resource.logical_key.clone(),
        Kind::SetMilestone => "milestone".to_owned(),
        Kind::SetParent => "parent".to_owned(),
        Kind::AddDependency | Kind::RemoveDependency | Kind::AddBlocking | Kind::RemoveBlocking => {
            "dependency".to_owned()
        }
    };
    let value =
        if relates(operation.kind) { None } else { operation.desired.as_ref().map(shown).transpose()? };
    Ok(Change {
        kind: operation.kind,
        name: reviewed_name(operation, desired),
        old: old(operation, desired),
        clears: operation.desired == Some(PlanValue::Null),
        desired: value,
        reason: operation.reason,
        // Keys of operations on fields and options are made of logical keys;
        // those on relationships hold issue numbers and are left out.
        depends_on: operation
            .depends_on
            .iter()
            .filter(|key| !key.starts_with("relationship."))
            .cloned()
            .collect(),
        key,
    })
}

fn relates(kind: OperationKind) -> bool {
    use OperationKind as Kind;
    matches!(
        kind,
        Kind::SetParent
            | Kind::AddDependency
            | Kind::RemoveDependency
            | Kind::AddBlocking
            | Kind::RemoveBlocking
    )
}

/// The reviewed name of the field that is created, the option that is added,
/// or the label that comes or goes.
fn reviewed_name(operation: &Operation, desired: &Desired) -> Option<(String, Option<FieldKind>)> {
    let key = operation.resource.logical_key.as_str();
    match operation.kind {
        OperationKind::CreateField => {
            let field = desired.fields.get(&LogicalKey::verbatim(key))?;
            Some((field.name.as_str().to_owned(), Some(field.kind)))
        }
        OperationKind::AddOption => {
            let (field, option) = key.rsplit_once('.')?;
            let field = desired.fields.get(&LogicalKey::verbatim(field))?;
            let name = field.options.get(&LogicalKey::verbatim(option))?;
            Some((name.as_str().to_owned(), None))
        }
        OperationKind::AddLabel => label_name(operation.desired.as_ref()),
        OperationKind::RemoveLabel => {
            let mut conditions = operation.preconditions.iter();
            label_name(conditions.find(|found| found.kind == "label_present").map(|found| &found.expected))
        }
        _ => None,
    }
}

/// The label that an operation adds or removes.
fn label_name(label: Option<&PlanValue>) -> Option<(String, Option<FieldKind>)> {
    match label? {
        PlanValue::Text(name) => Some((name.clone(), None)),
        PlanValue::Null | PlanValue::True | PlanValue::Number(_) => None,
    }
}

fn old(operation: &Operation, desired: &Desired) -> Old {
    let expected = |kind: &str| {
        operation.preconditions.iter().find(|condition| condition.kind == kind).map(|found| &found.expected)
    };
    match expected("old_value") {
        Some(PlanValue::Null) => Old::Unset,
        Some(PlanValue::Text(value)) if is_reviewed(operation, value, desired) => {
            Old::Reviewed(value.clone())
        }
        Some(_) => Old::Another,
        None if expected("parent_absent").is_some() => Old::Unset,
        None => Old::Nothing,
    }
}

/// Whether an old value is a name that the policy gives to this very field.
fn is_reviewed(operation: &Operation, value: &str, desired: &Desired) -> bool {
    let key = LogicalKey::verbatim(&operation.resource.logical_key);
    desired
        .fields
        .get(&key)
        .is_some_and(|field| field.options.values().map(DisplayName::as_str).any(|name| name == value))
}

/// The value, if it may be shown.
fn shown(value: &PlanValue) -> Result<Shown, Failure> {
    match value {
        PlanValue::Null => Ok(Shown::Null),
        PlanValue::Number(number) if number.is_finite() => Ok(Shown::Number(*number)),
        PlanValue::Text(name) if text::scalars(name) <= 512 && !text::has_control(name) => {
            Ok(Shown::Text(name.clone()))
        }
        PlanValue::True | PlanValue::Number(_) | PlanValue::Text(_) => Err(Failure::of(Code::Report001)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_can_not_be_shown_is_refused() {
        for bad in [
            PlanValue::True,
            PlanValue::Number(f64::NAN),
            PlanValue::Number(f64::INFINITY),
            PlanValue::Text("a\u{1b}".to_owned()),
            PlanValue::Text("é".repeat(513)),
        ] {
            assert_eq!(shown(&bad).unwrap_err().code(), Code::Report001, "{bad:?}");
        }
        for good in [PlanValue::Null, PlanValue::Number(0.5), PlanValue::Text("é".repeat(512))] {
            assert!(shown(&good).is_ok(), "{good:?}");
        }
    }
}
