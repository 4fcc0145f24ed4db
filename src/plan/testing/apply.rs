//! Doing to the model what a plan asks for, as GitHub would.

use std::collections::BTreeSet;

use super::{World, issue, key};
use crate::desired::{Desired, DisplayName, LogicalKey, Scalar};
use crate::observed::{Known, ObservedValue, Parent, ProviderText};
use crate::plan::{Operation, OperationKind, Plan, PlanValue};
use crate::scope::FieldKind;

impl World {
    /// Performs every operation, in order.
    pub(in crate::plan) fn apply(&mut self, desired: &Desired, plan: &Plan) {
        for operation in plan.operations() {
            self.perform(desired, operation);
        }
        self.item().item_updated_at = ProviderText::new("2026-03-02T00:00:00Z");
    }

    fn perform(&mut self, desired: &Desired, operation: &Operation) {
        let logical_key = operation.resource.logical_key.as_str();
        let wanted = match &operation.desired {
            Some(PlanValue::Text(text)) => Some(ObservedValue::Text(ProviderText::new(text.as_str()))),
            Some(PlanValue::Number(number)) => Some(ObservedValue::Number(*number)),
            Some(PlanValue::Null | PlanValue::True) | None => None,
        };
        let wanted_text = match &wanted {
            Some(ObservedValue::Text(text)) => Some(text.clone()),
            Some(ObservedValue::Number(_)) | None => None,
        };
        match operation.kind {
            OperationKind::CreateField => self.create_field(&key(logical_key), desired),
            OperationKind::AddOption => {
                let (field, option) = logical_key.split_once('.').unwrap();
                let declaration = &desired.fields[&key(field)];
                self.add_option(declaration.name.as_str(), declaration.options[&key(option)].as_str());
            }
            OperationKind::SetIssueType => self.item().issue_type = Known::Known(wanted_text),
            OperationKind::SetFieldValue => {
                let name = ProviderText::new(desired.fields[&key(logical_key)].name.as_str());
                self.item().values.insert(name, wanted);
            }
            OperationKind::SetIssueField => {
                let name = ProviderText::new(desired.issue_fields[&key(logical_key)].name.as_str());
                let Known::Known(fields) = &mut self.item().issue_fields else { panic!("unknown") };
                fields.insert(name, wanted);
            }
            OperationKind::AddLabel | OperationKind::RemoveLabel => self.perform_label(operation),
            OperationKind::SetMilestone => self.item().milestone = Known::Known(wanted_text),
            OperationKind::SetParent
            | OperationKind::AddDependency
            | OperationKind::RemoveDependency
            | OperationKind::AddBlocking
            | OperationKind::RemoveBlocking => self.perform_relationship(operation),
        }
    }

    fn create_field(&mut self, key: &LogicalKey, desired: &Desired) {
        let declaration = &desired.fields[key];
        let wanted = desired.values.iter().filter(|value| value.key == *key);
        let values = wanted.filter_map(|value| match &value.desired {
            Scalar::Text(text) => Some(text.as_str()),
            Scalar::Number(_) => None,
        });
        let declared = declaration.options.values().map(DisplayName::as_str);
        let options: BTreeSet<&str> = match declaration.kind {
            FieldKind::SingleSelect => declared.chain(values).collect(),
            _ => BTreeSet::new(),
        };
        let options: Vec<&str> = options.into_iter().collect();
        *self = self.clone().field(declaration.name.as_str(), declaration.kind, &options);
    }

    fn perform_label(&mut self, operation: &Operation) {
        let Known::Known(labels) = &mut self.item().labels else { panic!("unknown") };
        match (&operation.desired, operation.preconditions.first().map(|p| &p.expected)) {
            (Some(PlanValue::Text(label)), _) => assert!(labels.insert(ProviderText::new(label.as_str()))),
            (None, Some(PlanValue::Text(label))) => {
                assert!(labels.remove(&ProviderText::new(label.as_str())));
            }
            _ => panic!("a label operation names its label"),
        }
    }

    fn perform_relationship(&mut self, operation: &Operation) {
        if operation.kind == OperationKind::SetParent {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "issue numbers")]
            let parent = match &operation.desired {
                Some(PlanValue::Number(number)) => Parent::Local(issue(*number as u64)),
                _ => Parent::None,
            };
            self.relationships().parent = parent;
            return;
        }
        let (from, to) = operation.resource.logical_key.split_once("->").unwrap();
        let (from, to) = (issue(from.parse().unwrap()), issue(to.parse().unwrap()));
        let relationships = self.relationships();
        let (edges, other) = if from == issue(1) {
            (&mut relationships.blocking.local, to)
        } else {
            (&mut relationships.blocked_by.local, from)
        };
        match operation.kind {
            OperationKind::RemoveDependency | OperationKind::RemoveBlocking => assert!(edges.remove(&other)),
            _ => assert!(edges.insert(other)),
        }
    }
}
