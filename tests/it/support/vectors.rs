//! The predecessor's answers as files: `fixtures/vectors/NAME.jsonl`, one
//! vector a line, and `overrides.json`, which names each vector that a ruling
//! decides otherwise, the ruling and the right answer.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use yukh::diagnostic::Failure;
use yukh::scope::canonical::canonical;

/// Every vector of a file, in order. A lone surrogate, which is no character
/// and can not occur in a Rust string, is read as the replacement character.
pub(crate) fn vectors(name: &str) -> Vec<Value> {
    let parse = |line: &str| serde_json::from_str(&line.replace("\\ud800\\n", "\\ufffd\\n")).unwrap();
    read(&format!("{name}.jsonl")).lines().map(parse).collect()
}

/// Every vector of a file as its line, for a reader to whom the order of members
/// matters.
pub(crate) fn lines(name: &str) -> Vec<String> {
    read(&format!("{name}.jsonl")).lines().map(str::to_owned).collect()
}

/// Compares each answer with the predecessor's `output`, or with the ruling's
/// where there is one. An override without a vector, without a ruling or
/// without effect is a fault.
pub(crate) fn check(name: &str, answer: impl Fn(&Value) -> Value) {
    check_member(name, "output", answer);
}

/// The same where the predecessor's answer has another name.
pub(crate) fn check_member(name: &str, member: &str, answer: impl Fn(&Value) -> Value) {
    let all: Value = serde_json::from_str(&read("overrides.json")).unwrap();
    let mut overrides: Map<String, Value> = all[name].as_object().unwrap().clone();
    let mut faults = Vec::new();
    for vector in vectors(name) {
        let id = vector["id"].as_str().unwrap();
        let mut expected = canonical(&vector[member]);
        if let Some(ruled) = overrides.remove(id) {
            let ruling = &ruled["ruling"];
            assert!(ruling.is_u64() || ruling.is_string(), "{id}: which ruling?");
            if expected == canonical(&ruled["expected"]) {
                faults.push(format!("{id}: the override changes nothing"));
            }
            expected = canonical(&ruled["expected"]);
        }
        let actual = canonical(&answer(&vector));
        if actual != expected {
            faults.push(format!("{id}:\n  expected {expected}\n  answered {actual}"));
        }
    }
    faults.extend(overrides.keys().map(|id| format!("{id}: overridden, but no vector")));
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// A failure's diagnostics as a vector writes them.
pub(crate) fn diagnostics(failure: &Failure) -> Value {
    let write = |diagnostic: &yukh::diagnostic::Diagnostic| json!({"code": diagnostic.code().as_str(), "path": diagnostic.path().as_str(), "severity": "error"});
    failure.diagnostics().map(write).collect()
}

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/vectors").join(file)).unwrap()
}
