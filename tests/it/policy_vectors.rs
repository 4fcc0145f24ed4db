//! The predecessor's answers for native policies, `fixtures/vectors/policy.jsonl`.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use yukh::desired::native::Policy;
use yukh::desired::{FieldDeclaration, Mode};

use crate::support::vectors;

#[test]
fn every_policy_vector_is_answered_as_the_contract_or_a_ruling_says() {
    vectors::check("policy", |vector| match Policy::parse(source(vector).as_bytes()) {
        Ok(policy) => json!({"policy": written(&policy), "diagnostics": []}),
        Err(failure) => json!({"policy": null, "diagnostics": vectors::diagnostics(&failure)}),
    });
}

#[test]
fn every_diagnostic_about_a_policy_has_a_place_in_the_file() {
    for vector in vectors::vectors("policy") {
        let source = source(&vector);
        let Err(failure) = Policy::parse(source.as_bytes()) else { continue };
        let places = failure.diagnostics().map(yukh::diagnostic::Diagnostic::position);
        let found = places.filter(Option::is_none).count();
        assert_eq!(found > 0, source.len() > 64 << 10, "{}", vector["id"]);
    }
}

/// The source, or the one that the id and the answer describe.
fn source(vector: &Value) -> String {
    let small = "schema: 1\nfields:\n  a:\n    name: A\n    kind: text\n    mode: managed\n";
    let padded = |length: usize| format!("{small}#{}", "x".repeat(length - small.len() - 1));
    match (vector["source"].as_str(), vector["id"].as_str().unwrap()) {
        (Some(source), _) => source.to_owned(),
        (None, "bytes-limit") => padded(64 << 10),
        (None, "bytes-over") => padded((64 << 10) + 1),
        (None, "scalars-over") => selects(17, 120),
        (None, id) => panic!("{id}: no source"),
    }
}

/// A policy of this many fields with this many options each.
fn selects(fields: usize, options: usize) -> String {
    let mut source = "schema: 1\nfields:\n".to_owned();
    for field in 0..fields {
        let options: Vec<_> = (0..options).map(|option| format!("o{option}: O{option}")).collect();
        let options = options.join(", ");
        writeln!(
            source,
            "  f{field}: {{name: F{field}, kind: single_select, mode: managed, options: {{{options}}}}}"
        )
        .unwrap();
    }
    source
}

fn written(policy: &Policy) -> Value {
    let fields = policy.fields().map(|(key, field)| (key.as_str().to_owned(), field_written(field)));
    json!({"schema": 1, "fields": fields.collect::<Map<_, _>>()})
}

/// A field as a vector writes it; options only where a field takes them.
fn field_written(field: &FieldDeclaration) -> Value {
    let mode = match field.mode {
        Mode::Managed => "managed",
        Mode::Observed => "observed",
    };
    let mut written = json!({"name": field.name.as_str(), "kind": field.kind.as_str(), "mode": mode});
    if !field.options.is_empty() {
        let options = field.options.iter().map(|(key, name)| (key.as_str().to_owned(), name.as_str().into()));
        written["options"] = Value::Object(options.collect());
    }
    written
}
