//! The predecessor's answers for legacy policies and contracts,
//! `fixtures/vectors/legacy-policy.jsonl` and `legacy-contract.jsonl`. Where a
//! ruling decides otherwise, `overrides.json` names the vector, the ruling and
//! the right answer; an override that changes nothing fails the test.

mod documents;
mod properties;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use yukh::desired::legacy::{Field, ValueType};
use yukh::desired::{
    DependencyDeclaration, Desired, DisplayName, LogicalKey, ParentDeclaration, Policy, Scalar, Target,
};
use yukh::diagnostic::{Code, Failure};
use yukh::scope::IssueNumber;
use yukh::scope::canonical::canonical;

use crate::support::vectors;

/// A policy that takes every value of a contract as it is.
const POLICY: &str = "version: 1
contract: {marker: yukh}
fields:
  kind: {project_field: Kind}
  area: {project_field: Area}
  priority: {project_field: Priority}
  size: {project_field: Size}
  estimate: {project_field: Estimate, type: number}
  a: {project_field: A}
  b: {project_field: B}
milestones: {m1: m1}
";

/// The refusal as a vector writes it, with our code for the predecessor's
/// error. Every finding is of that code.
fn refusal(failure: &Failure) -> Value {
    assert!(failure.diagnostics().all(|diagnostic| diagnostic.code() == Code::Legacy001));
    json!({"threw": failure.code().as_str()})
}

/// The answer, in the predecessor's words where both refuse.
fn comparable(answer: Value, vector: &Value) -> Value {
    let both = answer.get("threw").is_some() && vector["output"].get("threw").is_some();
    if both { vector["output"].clone() } else { answer }
}

#[test]
fn legacy_contracts_are_read_as_the_predecessor_did_or_as_ruled() {
    let policy = Policy::parse(POLICY.as_bytes()).unwrap();
    vectors::check("legacy-contract", |vector| {
        let answer = match policy.read(vector["body"].as_str().unwrap(), IssueNumber::new(1).unwrap()) {
            Ok(reading) => reading.desired.as_ref().map_or(Value::Null, contract),
            Err(failure) => refusal(&failure),
        };
        comparable(answer, vector)
    });
}

/// The contract as a vector writes it, out of what it makes desired.
fn contract(desired: &Desired) -> Value {
    assert_eq!(desired.diagnostics, []);
    let (mut contract, mut extensions) = (Map::new(), Map::new());
    for value in &desired.values {
        let scalar = match &value.desired {
            Scalar::Text(text) => json!(text),
            Scalar::Number(number) => json!(number),
        };
        match value.path.as_str().strip_prefix("$.extensions.") {
            Some(name) => extensions.insert(name.to_owned(), scalar),
            None => contract.insert(value.key.as_str().to_owned(), scalar),
        };
    }
    contract.insert("extensions".to_owned(), Value::Object(extensions));
    if let Some(Some(title)) = &desired.milestone {
        contract.insert("milestone".to_owned(), json!(title.as_str()));
    }
    let ParentDeclaration::Exactly(parent) = desired.parent else { panic!("{:?}", desired.parent) };
    if let Some(parent) = parent {
        contract.insert("parent".to_owned(), json!(parent.get()));
    }
    let DependencyDeclaration::Exactly { blocks, blocked_by } = &desired.dependencies else {
        panic!("{:?}", desired.dependencies)
    };
    let numbers = |issues: &BTreeSet<IssueNumber>| issues.iter().map(|issue| issue.get()).collect::<Vec<_>>();
    contract.insert("blocks".to_owned(), json!(numbers(blocks)));
    contract.insert("dependsOn".to_owned(), json!(numbers(blocked_by)));
    Value::Object(contract)
}

#[test]
fn decision_86_legacy_policies_without_the_marker_are_refused() {
    vectors::check("legacy-policy", |vector| {
        let answer = match Policy::parse(vector["source"].as_str().unwrap().as_bytes()) {
            Ok(policy) => policy_of(&policy),
            Err(failure) => refusal(&failure),
        };
        comparable(answer, vector)
    });
}

#[test]
fn legacy_policies_with_the_marker_are_read_as_the_predecessor_did() {
    for vector in vectors::vectors("legacy-policy") {
        let source = vector["source"].as_str().unwrap();
        let marked = match source.contains("marker: other") {
            true => source.replace("marker: other", "marker: yukh"),
            false => format!("contract: {{marker: yukh}}\n{source}"),
        };
        let answer = match Policy::parse(marked.as_bytes()) {
            Ok(policy) => policy_of(&policy),
            Err(failure) => {
                let about_the_marker = |path: &str| path.starts_with("$.contract");
                assert!(!failure.diagnostics().any(|found| about_the_marker(found.path().as_str())));
                refusal(&failure)
            }
        };
        let (answer, expected) = (comparable(answer, &vector), &vector["output"]);
        match expected["fields"].as_u64() {
            Some(count) => assert_eq!(answer["fields"].as_object().unwrap().len() as u64, count),
            None => assert_eq!(canonical(&answer), canonical(expected), "{}", vector["id"]),
        }
    }
}

/// The policy as a vector writes it.
fn policy_of(policy: &Policy) -> Value {
    let Policy::Legacy(policy) = policy else { panic!("a legacy policy read as native") };
    let fields: Map<String, Value> =
        policy.fields().iter().map(|(key, declared)| (key.as_str().to_owned(), field(declared))).collect();
    json!({"fields": fields, "milestones": names(policy.milestones())})
}

fn field(field: &Field) -> Value {
    let target = match field.target() {
        Target::ProjectField => "project_field",
        Target::IssueType => "issue_type",
        Target::IssueField => "issue_field",
    };
    let value_type = match field.value_type() {
        ValueType::String => "string",
        ValueType::Number => "number",
        ValueType::Date => "date",
    };
    json!({
        "projectField": field.name().as_str(),
        "target": target,
        "required": field.is_required(),
        "type": value_type,
        "values": names(field.values()),
        "labels": names(field.labels()),
    })
}

fn names(names: &BTreeMap<LogicalKey, DisplayName>) -> BTreeMap<&str, &str> {
    names.iter().map(|(key, name)| (key.as_str(), name.as_str())).collect()
}
