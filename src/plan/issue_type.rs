//! Where a legacy value with `target: issue_type` lives, and its difference
//! (contract part 8.6): the issue's type where an organization owns the
//! repository, else the Project field that stands in for it.

use super::draft::{Draft, Step};
use super::operation::{OperationKind, PlanValue, Precondition};
use super::schema::field_path;
use crate::desired::{Desired, Scalar, ValueDeclaration};
use crate::diagnostic::Code;
use crate::observed::{IssueType, ProjectField, ProviderText};
use crate::scope::{FieldKind, text};

/// The longest name of an issue type, in scalars.
const MAX_NAME: usize = 128;

/// The name that the value asks for, if it can name an issue type.
pub(super) fn name(value: &ValueDeclaration) -> Option<&str> {
    match &value.desired {
        Scalar::Text(name) if (1..=MAX_NAME).contains(&text::scalars(name)) && !text::has_control(name) => {
            Some(name)
        }
        _ => None,
    }
}

/// Whether the Project field can stand in for the issue type: it does not
/// exist, or is a single-select field with exactly one such option.
pub(super) fn can_stand_in(
    name: &str,
    value: &ValueDeclaration,
    desired: &Desired,
    fields: &[ProjectField],
) -> bool {
    let Some(declaration) = desired.fields.get(&value.key) else { return false };
    let existing = fields.iter().find(|field| field.name.expose() == declaration.name.as_str());
    existing.is_none_or(|field| {
        let matches = field.options.iter().filter(|option| option.name.expose() == name).count();
        field.kind == Some(FieldKind::SingleSelect) && matches == 1
    })
}

/// What was observed of an issue's type in an organization's repository.
#[derive(Clone, Copy)]
pub(super) struct ObservedType<'a> {
    /// The issue's type.
    pub(super) native: Option<&'a ProviderText>,
    /// The types that the repository offers.
    pub(super) catalogue: &'a [IssueType],
}

/// Plans the issue's type. `mirror` is the value of the Project field of that
/// name, which must agree where both are set.
pub(super) fn plan(
    name: &str,
    value: &ValueDeclaration,
    observed: ObservedType<'_>,
    mirror: &PlanValue,
    draft: &mut Draft<'_>,
) {
    let key = value.key.as_str();
    let native = observed.native.map(ProviderText::expose);
    let disagrees = |native: &str| match mirror {
        PlanValue::Null => false,
        PlanValue::Text(mirror) => mirror != native,
        PlanValue::True | PlanValue::Number(_) => true,
    };
    if native.is_some_and(disagrees) {
        return draft.find(Code::WorkType003, field_path(&value.key));
    }
    let mut offered = observed.catalogue.iter().filter(|offer| offer.name.expose() == name);
    let (Some(offer), None) = (offered.next(), offered.next()) else {
        return draft.find(Code::WorkType002, field_path(&value.key));
    };
    if native == Some(name) {
        return;
    }
    let old = native.map_or(PlanValue::Null, |native| PlanValue::Text(native.to_owned()));
    draft.operate(
        OperationKind::SetIssueType,
        Step {
            key: "issue.type.set".to_owned(),
            logical_key: key.to_owned(),
            provider_ref: Some(offer.reference.expose().to_owned()),
            reason: "legacy.issue_type.differs",
            preconditions: vec![Precondition::new("old_value", key, old)],
            depends_on: Vec::new(),
            desired: Some(PlanValue::Text(name.to_owned())),
        },
    );
}
