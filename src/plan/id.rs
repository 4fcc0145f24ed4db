//! The canonical form of a plan and the digest that identifies it (contract
//! part 4.6, decisions 4 and 6).

use serde_json::{Map, Value, json};

use super::operation::{Observation, Operation, Plan, PlanValue};
use crate::diagnostic::Diagnostic;
use crate::scope::canonical::{canonical, digest};

/// The plan's identity: SHA-256 over its canonical form without the identity.
/// Notices and places in the text are outside of it (decision 12).
pub(super) fn of(plan: &Plan) -> String {
    digest(&Value::Object(form(plan)))
}

/// The canonical text, identity included.
pub(super) fn text(plan: &Plan) -> String {
    let mut form = form(plan);
    form.insert("planId".to_owned(), json!(plan.id));
    canonical(&Value::Object(form))
}

fn form(plan: &Plan) -> Map<String, Value> {
    let members = [
        ("schema", json!(1)),
        ("executable", json!(plan.is_executable())),
        ("diagnostics", plan.diagnostics.iter().map(diagnostic).collect()),
        ("observations", plan.observations.iter().map(observation).collect()),
        ("operations", plan.operations.iter().map(operation).collect()),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn diagnostic(diagnostic: &Diagnostic) -> Value {
    json!({
        "code": diagnostic.code().as_str(),
        "path": diagnostic.path().as_str(),
        "severity": "error",
        "message": diagnostic.code().message(),
    })
}

fn observation(observation: &Observation) -> Value {
    json!({
        "type": observation.kind.as_str(),
        "logicalKey": observation.logical_key,
        "displayValue": value(&observation.display_value),
    })
}

fn operation(operation: &Operation) -> Value {
    let mut resource = json!({
        "kind": operation.resource.kind,
        "logicalKey": operation.resource.logical_key,
        "scopeRef": operation.resource.scope_ref,
    });
    if let (Some(reference), Some(members)) = (&operation.resource.provider_ref, resource.as_object_mut()) {
        members.insert("providerRef".to_owned(), json!(reference));
    }
    let preconditions: Vec<Value> = operation
        .preconditions
        .iter()
        .map(|p| json!({"kind": p.kind, "logicalKey": p.logical_key, "expected": value(&p.expected)}))
        .collect();
    let mut form = json!({
        "operationKey": operation.key,
        "type": operation.kind.as_str(),
        "subject": { "ref": operation.subject_ref },
        "resource": resource,
        "action": operation.action,
        "environment": "dry-run",
        "reason": operation.reason,
        "preconditions": preconditions,
        "dependsOn": operation.depends_on,
    });
    if let (Some(desired), Some(members)) = (&operation.desired, form.as_object_mut()) {
        members.insert("desired".to_owned(), value(desired));
    }
    form
}

fn value(value: &PlanValue) -> Value {
    match value {
        PlanValue::Null => Value::Null,
        PlanValue::True => Value::Bool(true),
        PlanValue::Number(number) => json!(number),
        PlanValue::Text(text) => json!(text),
    }
}
