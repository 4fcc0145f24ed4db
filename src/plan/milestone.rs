//! The milestone of the legacy dialect (contract part 8.4, decision 84).

use super::draft::{Draft, Step};
use super::operation::{OperationKind, PlanValue, Precondition};
use crate::desired::DisplayName;
use crate::observed::ProviderText;

/// Plans the milestone if its title differs from the observed one; none is
/// desired where the contract is silent.
pub(super) fn plan(desired: Option<&DisplayName>, observed: Option<&ProviderText>, draft: &mut Draft<'_>) {
    let wanted = desired.map(DisplayName::as_str);
    let present = observed.map(ProviderText::expose);
    if wanted == present {
        return;
    }
    let value = |title: Option<&str>| title.map_or(PlanValue::Null, |text| PlanValue::Text(text.to_owned()));
    draft.operate(
        OperationKind::SetMilestone,
        Step {
            key: "issue.milestone.set".to_owned(),
            logical_key: "milestone".to_owned(),
            provider_ref: None,
            reason: "legacy.milestone.differs",
            preconditions: vec![Precondition::new("old_value", "milestone", value(present))],
            depends_on: Vec::new(),
            desired: Some(value(wanted)),
        },
    );
}
