//! Values of the Project item: the native rule (contract part 4.3) and the
//! legacy one (parts 8.4 and 8.6). Absent declarations never change anything.

use super::draft::{Draft, Step};
use super::inputs::PlanInputs;
use super::operation::{ObservationKind, OperationKind, PlanValue, Precondition};
use super::schema::{EffectiveSchema, OptionMatch, SchemaOperation, field_path, find_option};
use crate::desired::{Desired, LogicalKey, Scalar, ValueDeclaration};
use crate::diagnostic::Code;
use crate::observed::ProjectField;
use crate::scope::FieldKind;

/// The declared value as a plan holds it. 0 equals -0 and is written so.
pub(super) fn plan_value(scalar: &Scalar) -> PlanValue {
    match scalar {
        Scalar::Text(text) => PlanValue::Text(text.clone()),
        Scalar::Number(number) => PlanValue::Number(*number),
    }
}

/// Native: creates what the policy's schema lacks, then compares each declared
/// value.
pub(super) fn native(desired: &Desired, inputs: &PlanInputs, draft: &mut Draft<'_>) {
    for operation in inputs.schema.operations() {
        match operation {
            SchemaOperation::CreateField { field, .. } => create_field(field, Wording::NATIVE, None, draft),
            SchemaOperation::AddOption { field, reference, option, .. } => draft.operate(
                OperationKind::AddOption,
                Step {
                    key: option_key(field, option),
                    logical_key: format!("{field}.{option}"),
                    provider_ref: Some(reference.expose().to_owned()),
                    reason: "schema.option.missing",
                    preconditions: vec![Precondition::new("option_absent", option.as_str(), PlanValue::True)],
                    depends_on: Vec::new(),
                    desired: None,
                },
            ),
            SchemaOperation::PreserveField { .. } | SchemaOperation::PreserveOption { .. } => {}
        }
    }
    for value in &desired.values {
        let wanted = plan_value(&value.desired);
        if inputs.item.value(&value.key) == wanted {
            let key = value.key.as_str().to_owned();
            draft.observe(ObservationKind::PreserveFieldValue, key, wanted);
        } else {
            set_value(value, Wording::NATIVE, None, inputs, draft);
        }
    }
}

/// Legacy: one declared value that lives in a Project field. Creates the field
/// if it does not exist; never adds an option to one that does.
pub(super) fn legacy(
    value: &ValueDeclaration,
    desired: &Desired,
    observed: &[ProjectField],
    inputs: &PlanInputs,
    draft: &mut Draft<'_>,
) {
    let Some(declaration) = desired.fields.get(&value.key) else { return };
    let kind = inputs.schema.field_kind(&value.key);
    let holds_numbers = kind == Some(FieldKind::Number);
    if matches!(value.desired, Scalar::Number(_)) != holds_numbers {
        return draft.find(Code::Legacy003, field_path(&value.key));
    }
    let existing = observed.iter().find(|field| field.name.expose() == declaration.name.as_str());
    if let (Some(field), Scalar::Text(text)) = (existing, &value.desired)
        && kind == Some(FieldKind::SingleSelect)
    {
        match find_option(&field.options, text) {
            OptionMatch::Exact(_) => {}
            OptionMatch::Folded => draft.find(Code::Schema005, field_path(&value.key)),
            OptionMatch::None => draft.find(Code::Legacy003, field_path(&value.key)),
        }
    }
    if inputs.item.value(&value.key) == plan_value(&value.desired) {
        return;
    }
    if existing.is_none() {
        let name = PlanValue::Text(declaration.name.as_str().to_owned());
        create_field(&value.key, Wording::LEGACY, Some(name), draft);
    }
    let reference = inputs.schema.field_reference(&value.key).map(|r| r.expose().to_owned());
    set_value(value, Wording::LEGACY, reference, inputs, draft);
}

/// The reasons of one dialect.
#[derive(Clone, Copy)]
struct Wording {
    field_missing: &'static str,
    value_differs: &'static str,
}

impl Wording {
    const NATIVE: Self = Self { field_missing: "schema.field.missing", value_differs: "item.value.differs" };
    const LEGACY: Self =
        Self { field_missing: "legacy.project_field.missing", value_differs: "legacy.project_field.differs" };
}

fn field_key(field: &LogicalKey) -> String {
    format!("schema.field.{field}.create")
}

fn option_key(field: &LogicalKey, option: &LogicalKey) -> String {
    format!("schema.field.{field}.option.{option}.add")
}

fn create_field(key: &LogicalKey, wording: Wording, desired: Option<PlanValue>, draft: &mut Draft<'_>) {
    draft.operate(
        OperationKind::CreateField,
        Step {
            key: field_key(key),
            logical_key: key.as_str().to_owned(),
            provider_ref: None,
            reason: wording.field_missing,
            preconditions: vec![Precondition::new("field_absent", key.as_str(), PlanValue::True)],
            depends_on: Vec::new(),
            desired,
        },
    );
}

fn set_value(
    value: &ValueDeclaration,
    wording: Wording,
    provider_ref: Option<String>,
    inputs: &PlanInputs,
    draft: &mut Draft<'_>,
) {
    let key = value.key.as_str();
    let fingerprint = PlanValue::Text(inputs.item.fingerprint().to_owned());
    draft.operate(
        OperationKind::SetFieldValue,
        Step {
            key: format!("item.field.{key}.set"),
            logical_key: key.to_owned(),
            provider_ref,
            reason: wording.value_differs,
            preconditions: vec![
                Precondition::new("item_fingerprint", "item", fingerprint),
                Precondition::new("old_value", key, inputs.item.value(&value.key)),
            ],
            depends_on: prerequisites(value, &inputs.schema),
            desired: Some(plan_value(&value.desired)),
        },
    );
}

/// The creations in the same plan that a value needs.
fn prerequisites(value: &ValueDeclaration, schema: &EffectiveSchema) -> Vec<String> {
    let needed = schema.operations().iter().filter_map(|operation| match operation {
        SchemaOperation::CreateField { field, .. } if *field == value.key => Some(field_key(field)),
        SchemaOperation::AddOption { field, option, .. }
            if *field == value.key && Some(option) == value.option.as_ref() =>
        {
            Some(option_key(field, option))
        }
        _ => None,
    });
    needed.collect()
}
