//! The predecessor's effective schemas, `fixtures/vectors/schema.jsonl`.

use serde_json::{Map, Value, json};
use yukh::desired::{Dialect, Policy};
use yukh::observed::{FieldOption, ProjectField, ProviderRef, ProviderText};
use yukh::plan::{EffectiveSchema, SchemaOperation};
use yukh::scope::FieldKind;

use crate::support::vectors;

#[test]
fn every_schema_vector_is_answered_as_the_contract_says() {
    vectors::check("schema", |vector| {
        let Policy::Native(policy) = Policy::parse(vector["policy"].to_string().as_bytes()).unwrap() else {
            panic!("the vectors are native");
        };
        let fields = policy.fields().map(|(key, field)| (key.clone(), field.clone())).collect();
        written(&EffectiveSchema::calculate(Dialect::Native, &fields, &observed(vector)))
    });
}

/// The observed fields; those of the three vectors about bounds are built
/// here, because the file names the bound alone.
fn observed(vector: &Value) -> Vec<ProjectField> {
    let field = |name: &str, kind: &str, options: usize| {
        let options: Vec<Value> = (0..options)
            .map(|number| json!({"providerId": format!("{name}-{number}"), "name": format!("O{number}")}))
            .collect();
        json!({"providerId": name, "name": name, "kind": kind, "options": options})
    };
    let fields = match vector["id"].as_str().unwrap() {
        "fields-257" => (0..257).map(|number| field(&format!("F{number}"), "text", 0)).collect(),
        "options-257" => vec![field("Due", "date", 0), field("Area", "single_select", 257)],
        "options-total" => (0..9).map(|number| field(&format!("F{number}"), "single_select", 256)).collect(),
        _ => vector["observed"]["fields"].as_array().unwrap().clone(),
    };
    fields.iter().map(parsed).collect()
}

fn parsed(field: &Value) -> ProjectField {
    let reference = |value: &Value| ProviderRef::parse(value["providerId"].as_str().unwrap()).unwrap();
    let name = |value: &Value| ProviderText::new(value["name"].as_str().unwrap());
    let option = |value: &Value| FieldOption { reference: reference(value), name: name(value) };
    ProjectField {
        reference: reference(field),
        name: name(field),
        kind: FieldKind::parse(field["kind"].as_str().unwrap()),
        options: field["options"].as_array().into_iter().flatten().map(option).collect(),
    }
}

/// The result as a vector writes it, without the texts of messages.
fn written(schema: &EffectiveSchema) -> Value {
    let diagnostics: Vec<Value> = schema
        .diagnostics()
        .iter()
        .map(|d| json!({"code": d.code().as_str(), "path": d.path().as_str(), "severity": "error"}))
        .collect();
    let observations: Vec<Value> = schema
        .unmanaged()
        .iter()
        .map(|name| json!({"type": "preserve_unmanaged_field", "name": name.expose()}))
        .collect();
    json!({
        "executable": schema.is_executable(),
        "diagnostics": diagnostics,
        "observations": observations,
        "operations": schema.operations().iter().map(operation).collect::<Vec<_>>(),
    })
}

fn operation(operation: &SchemaOperation) -> Value {
    let mut members = Map::new();
    let mut insert = |name: &str, value: Value| members.insert(name.to_owned(), value);
    insert("type", json!(operation.as_str()));
    match operation {
        SchemaOperation::CreateField { field, name, kind, options } => {
            insert("fieldKey", json!(field.as_str()));
            insert("name", json!(name.as_str()));
            insert("kind", json!(kind.as_str()));
            let option = |(key, name): (&yukh::desired::LogicalKey, &yukh::desired::DisplayName)| json!({"optionKey": key.as_str(), "name": name.as_str()});
            insert("options", options.iter().map(option).collect());
        }
        SchemaOperation::PreserveField { field, reference, name, kind } => {
            insert("fieldKey", json!(field.as_str()));
            insert("fieldProviderId", json!(reference.expose()));
            insert("name", json!(name.as_str()));
            insert("kind", json!(kind.as_str()));
        }
        SchemaOperation::AddOption { field, reference, option, name } => {
            insert("fieldKey", json!(field.as_str()));
            insert("fieldProviderId", json!(reference.expose()));
            insert("optionKey", json!(option.as_str()));
            insert("name", json!(name.as_str()));
        }
        SchemaOperation::PreserveOption { field, reference, option, option_reference, name } => {
            insert("fieldKey", json!(field.as_str()));
            insert("fieldProviderId", json!(reference.expose()));
            insert("optionKey", json!(option.as_str()));
            insert("optionProviderId", json!(option_reference.expose()));
            insert("name", json!(name.as_str()));
        }
    }
    Value::Object(members)
}
