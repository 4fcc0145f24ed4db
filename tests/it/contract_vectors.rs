//! The predecessor's answers for native issue contracts, `fixtures/vectors/contract.jsonl`.

use serde_json::{Map, Value, json};
use yukh::desired::native::{Contract, read_contract};
use yukh::scope::IssueNumber;

use crate::support::vectors;

#[test]
fn every_contract_vector_is_answered_as_the_contract_or_a_ruling_says() {
    vectors::check("contract", |vector| {
        let issue = vector["issueNumber"].as_u64().map(|number| IssueNumber::new(number).unwrap());
        match read_contract(&body(vector), issue) {
            Ok(reading) => json!({"contract": reading.contract.as_ref().map(written), "diagnostics": []}),
            Err(failure) => json!({"contract": null, "diagnostics": vectors::diagnostics(&failure)}),
        }
    });
}

#[test]
fn every_diagnostic_about_a_block_has_a_place_in_the_body() {
    for vector in vectors::vectors("contract") {
        let body = body(&vector);
        let Err(failure) = read_contract(&body, None) else { continue };
        for diagnostic in failure.diagnostics() {
            let Some(position) = diagnostic.position() else {
                assert!(body.len() > 256 << 10, "{}: no place", vector["id"]);
                continue;
            };
            let line = body.split('\n').nth(position.line as usize - 1);
            let columns = line.map(|line| line.chars().count() + 1).unwrap_or_default();
            assert!((1..=columns).contains(&(position.column as usize)), "{}: {position:?}", vector["id"]);
        }
    }
}

/// The body, or the one that the recipe describes.
fn body(vector: &Value) -> String {
    match vector["bodyRecipe"]["length"].as_u64() {
        Some(length) => "x".repeat(usize::try_from(length).unwrap()),
        None => vector["body"].as_str().unwrap().to_owned(),
    }
}

/// The contract as a vector writes it: members that are absent are left out.
fn written(contract: &Contract) -> Value {
    let project = contract.project.as_ref().map(|project| {
        members([
            ("status", project.status.clone().map(Value::from)),
            ("start_date", project.start_date.clone().map(Value::from)),
            ("target_date", project.target_date.clone().map(Value::from)),
        ])
    });
    let list = |numbers: &Vec<IssueNumber>| numbers.iter().map(|number| number.get()).collect::<Value>();
    let relationships = contract.relationships.as_ref().map(|relationships| {
        members([
            ("parent", relationships.parent.map(|parent| parent.get().into())),
            ("blocks", relationships.blocks.as_ref().map(list)),
            ("blocked_by", relationships.blocked_by.as_ref().map(list)),
        ])
    });
    members([
        ("schema", Some(1.into())),
        ("work_type", Some(contract.work_type.as_str().into())),
        ("area", Some(contract.area.clone().into())),
        ("priority", contract.priority.clone().map(Value::from)),
        ("size", contract.size.clone().map(Value::from)),
        ("estimate", contract.estimate.map(Value::from)),
        ("iteration", contract.iteration.clone().map(Value::from)),
        ("project", project),
        ("relationships", relationships),
    ])
}

fn members<const COUNT: usize>(members: [(&str, Option<Value>); COUNT]) -> Value {
    let present = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(present.collect::<Map<_, _>>())
}
