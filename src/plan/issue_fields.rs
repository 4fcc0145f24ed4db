//! The organization's issue fields, in the legacy dialect (contract part 8.4).

use std::collections::BTreeMap;

use super::draft::{Draft, Step};
use super::fields::plan_value;
use super::inputs::{checked_value, raw_value};
use super::operation::{OperationKind, Precondition};
use crate::desired::{Desired, ValueDeclaration};
use crate::diagnostic::{Code, Path};
use crate::observed::{ObservedValue, ProviderText};

/// Plans one declared value that lives in an issue field. A field that GitHub
/// did not list is not set.
pub(super) fn plan(
    value: &ValueDeclaration,
    desired: &Desired,
    observed: &BTreeMap<ProviderText, Option<ObservedValue>>,
    draft: &mut Draft<'_>,
) {
    let key = value.key.as_str();
    let Some(declaration) = desired.issue_fields.get(&value.key) else { return };
    let listed = observed.get(&ProviderText::new(declaration.name.as_str()));
    let present = checked_value(raw_value(listed.and_then(Option::as_ref)));
    let Some(present) = present else {
        let path = Path::root().member("observedItem").member("issueFields").key(key);
        return draft.find(Code::Plan006, path);
    };
    let wanted = plan_value(&value.desired);
    if present == wanted {
        return;
    }
    draft.operate(
        OperationKind::SetIssueField,
        Step {
            key: format!("issue.field.{key}.set"),
            logical_key: key.to_owned(),
            provider_ref: None,
            reason: "legacy.issue_field.differs",
            preconditions: vec![Precondition::new("old_value", key, present)],
            depends_on: Vec::new(),
            desired: Some(wanted),
        },
    );
}
