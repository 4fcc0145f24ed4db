//! The predecessor's plans, `fixtures/vectors/planner.jsonl`: the references
//! and observations of a vector are injected, and an executable plan must come
//! out byte for byte, identity included.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use yukh::desired::{Desired, DisplayName, LogicalKey, Policy};
use yukh::diagnostic::Diagnostic;
use yukh::observed::ProviderRef;
use yukh::plan::{
    EffectiveSchema, Graph, ObservedItem, Plan, PlanInputs, PlanScope, RawValue, References, SchemaOperation,
    plan_on,
};
use yukh::scope::{FieldKind, IssueNumber};

use crate::support::vectors;

#[test]
fn every_planner_vector_is_answered_as_the_contract_or_a_ruling_says() {
    vectors::check_member("planner", "plan", |vector| written(&planned(&vector["input"])));
}

#[test]
fn executable_plans_have_the_canonical_text_and_the_id_of_their_vector() {
    let mut seen = 0;
    for vector in vectors::vectors("planner") {
        let Some(canonical) = vector["canonical"].as_str() else { continue };
        let plan = planned(&vector["input"]);
        assert_eq!(plan.canonical(), canonical, "{}", vector["id"]);
        assert_eq!(Some(plan.id()), vector["plan"]["planId"].as_str(), "{}", vector["id"]);
        seen += 1;
    }
    assert!(seen > 4, "the file lost its canonical texts");
}

#[test]
fn own_trap_05_an_area_named_like_a_prototype_member_is_an_unknown_option() {
    let mut input = vectors::vectors("planner")[0]["input"].clone();
    for name in ["constructor", "__proto__", "toString"] {
        input["contract"]["area"] = json!(name);
        let plan = planned(&input);
        let codes: Vec<&str> = plan.diagnostics().iter().map(|d| d.code().as_str()).collect();
        assert_eq!(codes, ["YKP-PLAN-005"], "{name}");
    }
}

pub(crate) fn planned(input: &Value) -> Plan {
    let inputs = PlanInputs::new(
        scope(&input["scope"]),
        schema(&input["schema"]),
        item(&input["observedItem"]),
        graph(&input["relationships"]),
    );
    match inputs {
        Ok(inputs) => plan_on(&desired(input), &inputs),
        Err(findings) => Plan::refused(findings),
    }
}

/// JSON is YAML: the vector's policy and contract go through the doors that
/// files and bodies go through.
pub(crate) fn desired(input: &Value) -> Desired {
    let policy = Policy::parse(input["policy"].to_string().as_bytes()).unwrap();
    let body = format!("<!-- yukh:issue:v1\n{}\n-->\n", input["contract"]);
    let issue = IssueNumber::new(input["scope"]["issueNumber"].as_u64().unwrap()).unwrap();
    policy.read(&body, issue).unwrap().desired.unwrap()
}

fn scope(scope: &Value) -> Result<PlanScope, Diagnostic> {
    let text = |member: &str| scope[member].as_str().unwrap();
    PlanScope::new(References {
        subject: text("subjectRef"),
        repository: text("repositoryRef"),
        project: text("projectRef"),
        issue: text("issueRef"),
        number: scope["issueNumber"].as_u64().unwrap(),
    })
}

fn schema(schema: &Value) -> EffectiveSchema {
    let operations = schema["operations"].as_array().unwrap().iter().map(schema_operation).collect();
    EffectiveSchema::from_parts(schema["executable"].as_bool().unwrap(), Vec::new(), Vec::new(), operations)
}

fn schema_operation(operation: &Value) -> SchemaOperation {
    let text = |member: &str| operation[member].as_str().unwrap();
    let key = |member: &str| LogicalKey::parse(text(member)).unwrap();
    let reference = |member: &str| ProviderRef::parse(text(member)).unwrap();
    let name = DisplayName::parse(text("name"), 128).unwrap();
    let field = key("fieldKey");
    let kind = || FieldKind::parse(text("kind")).unwrap();
    match text("type") {
        "create_field" => {
            SchemaOperation::CreateField { field, name, kind: kind(), options: BTreeMap::new() }
        }
        "preserve_field" => {
            let reference = reference("fieldProviderId");
            SchemaOperation::PreserveField { field, reference, name, kind: kind() }
        }
        "add_option" => SchemaOperation::AddOption {
            field,
            reference: reference("fieldProviderId"),
            option: key("optionKey"),
            name,
        },
        _ => SchemaOperation::PreserveOption {
            field,
            reference: reference("fieldProviderId"),
            option: key("optionKey"),
            option_reference: reference("optionProviderId"),
            name,
        },
    }
}

fn item(item: &Value) -> Result<ObservedItem, Vec<Diagnostic>> {
    let raw = |value: &Value| match value {
        Value::Null => RawValue::Null,
        Value::Number(number) => RawValue::Number(number.as_f64().unwrap()),
        Value::String(text) => RawValue::Text(text.clone()),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => RawValue::Other,
    };
    let values = item["values"].as_object().unwrap();
    let values = values.iter().map(|(key, value)| (key.clone(), raw(value))).collect();
    ObservedItem::new(values, item["fingerprint"].as_str().unwrap())
}

fn graph(relationships: &Value) -> Result<Graph, Vec<Diagnostic>> {
    let list = |member: &str| relationships[member].as_array().unwrap();
    let edges = |member: &str| -> Vec<(u64, u64)> {
        let end = |edge: &Value, end: &str| edge[end].as_u64().unwrap();
        list(member).iter().map(|edge| (end(edge, "from"), end(edge, "to"))).collect()
    };
    let nodes: Vec<u64> = list("nodes").iter().map(|node| node.as_u64().unwrap()).collect();
    Graph::new(&nodes, &edges("parent"), &edges("blocks"))
}

/// The plan as a vector writes it: without message texts, and without the
/// identity where these are a part of it.
fn written(plan: &Plan) -> Value {
    let mut form: Value = serde_json::from_str(&plan.canonical()).unwrap();
    for diagnostic in form["diagnostics"].as_array_mut().unwrap() {
        diagnostic.as_object_mut().unwrap().remove("message");
    }
    if !plan.is_executable() {
        form.as_object_mut().unwrap().remove("planId");
    }
    form
}
