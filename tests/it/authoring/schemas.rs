//! The files below `schema/`: as the program makes them, true of everything it
//! accepts and prints, and false of what a schema can tell to be wrong. To write
//! them anew: `YUKH_WRITE_FIXTURES=1 cargo test --test it -- authoring::schemas`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use jsonschema::Validator;
use proptest::prelude::*;
use serde::Deserialize as _;
use serde_json::Value;
use yukh::authoring::{Schema, schema_page};
use yukh::desired::native::read_contract;
use yukh::desired::{DisplayName, LogicalKey, Policy};
use yukh::diagnostic::Failure;
use yukh::scope::IssueNumber;

use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;
use crate::support::{policies, vectors};

/// Codes that tell what a schema can tell too.
const TOLD: [&str; 9] = [
    "YKP-POLICY-001",
    "YKP-POLICY-004",
    "YKP-POLICY-005",
    "YKP-POLICY-006",
    "YKP-CONTRACT-001",
    "YKP-CONTRACT-006",
    "YKP-CONTRACT-007",
    "YKP-CONTRACT-008",
    "YKP-CONTRACT-009",
];

/// Vectors that are refused for what no schema sees, and why.
const BEYOND: [(&str, &str); 14] = [
    ("schema-float", "a spelling of 1"),
    ("schema-hex", "a spelling of 1"),
    ("schema-plus", "a spelling of 1"),
    ("schema-exp", "a spelling of 1"),
    ("schema-zero-padded", "a spelling of 1"),
    ("parent-float", "a spelling of 7"),
    ("parent-plus", "a spelling of 7"),
    ("parent-exp", "a spelling of 100"),
    ("estimate-binary", "a number to other readers of YAML"),
    ("estimate-underscore", "a number to other readers of YAML"),
    ("body-lf-cr", "a carriage return that other readers take for a line end"),
    ("anchor", "a feature of YAML"),
    ("anchors", "a feature of YAML"),
    ("tag", "a feature of YAML"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn validator(schema: Schema) -> Validator {
    jsonschema::draft202012::new(&schema.document()).unwrap()
}

fn faults(validator: &Validator, document: &Value) -> Vec<String> {
    validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// A YAML text as JSON; `None` for what no JSON is.
fn json(yaml: &str) -> Option<Value> {
    let options = serde_yaml::options! { strict_booleans: true };
    serde_yaml::with_deserializer_from_str_with_options(yaml, options, |reader| Value::deserialize(reader))
        .ok()
}

/// The YAML of the block in a body.
fn block(body: &str, opening: &str) -> Option<String> {
    let (_, rest) = body.split_once(opening)?;
    rest.split_once("-->").map(|(block, _)| block.to_owned())
}

#[test]
fn the_files_are_those_that_the_program_prints() {
    let folder = root().join("schema");
    let write = std::env::var_os("YUKH_WRITE_FIXTURES").is_some();
    for schema in Schema::ALL {
        let name = schema.as_str();
        assert_eq!(Schema::parse(name), Some(schema));
        let path = folder.join(format!("{name}.json"));
        let expected = schema_page(&schema.document());
        if write {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &expected).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "{name} is stale; write it anew with YUKH_WRITE_FIXTURES=1");
        let printed = Command::new(env!("CARGO_BIN_EXE_yukh")).args(["schema", name]).output().unwrap();
        assert_eq!(String::from_utf8(printed.stdout).unwrap(), expected);
        jsonschema::meta::validate(&schema.document()).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let names: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names, Schema::ALL.map(|schema| format!("{}.json", schema.as_str())).into());
}

/// Judges texts: what the program accepts is valid, what it refuses for a reason
/// that a schema can tell is not.
fn compare(
    schema: Schema,
    texts: impl IntoIterator<Item = (String, String, Result<(), Failure>)>,
    can_tell: impl Fn(&Failure) -> bool,
) {
    let validator = validator(schema);
    let (mut valid, mut invalid, mut wrong) = (0, 0, Vec::new());
    for (id, yaml, answer) in texts {
        let Some(document) = json(&yaml) else { continue };
        let faults = faults(&validator, &document);
        match answer {
            Ok(()) if faults.is_empty() => valid += 1,
            Ok(()) => wrong.push(format!("{id}: accepted, but {faults:?}")),
            Err(failure) if can_tell(&failure) && !BEYOND.iter().any(|(known, _)| *known == id) => {
                if faults.is_empty() {
                    wrong.push(format!(
                        "{id}: refused, but valid: {:?}\n{yaml}",
                        vectors::diagnostics(&failure)
                    ));
                }
                invalid += 1;
            }
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}: {} faults\n{}", schema.as_str(), wrong.len(), wrong.join("\n"));
    assert!(BEYOND.iter().all(|(_, reason)| !reason.is_empty()));
    assert!(valid > 4 && invalid > 4, "{}: {valid} valid, {invalid} invalid", schema.as_str());
}

fn tells_one(failure: &Failure) -> bool {
    failure.diagnostics().any(|found| TOLD.contains(&found.code().as_str()))
}

/// Of the one code of the older dialect only what is about a member.
fn tells_a_member(failure: &Failure) -> bool {
    failure.diagnostics().any(|found| found.path().as_str() != "$")
}

fn id(vector: &Value) -> String {
    vector["id"].as_str().unwrap().to_owned()
}

#[test]
fn the_native_policy_schema_agrees_with_every_vector() {
    let vectors = vectors::vectors("policy").into_iter().filter_map(|vector| {
        let source = vector["source"].as_str()?.to_owned();
        let answer = Policy::parse(source.as_bytes()).map(drop);
        Some((id(&vector), source, answer))
    });
    compare(Schema::PolicyNative, vectors, tells_one);
}

#[test]
fn the_legacy_policy_schema_agrees_with_every_vector() {
    let marked = vectors::vectors("legacy-policy").into_iter().map(|vector| {
        let source = vector["source"].as_str().unwrap();
        let marked = format!("contract: {{marker: yukh}}\n{source}");
        let answer = Policy::parse(marked.as_bytes()).map(drop);
        (id(&vector), marked, answer)
    });
    compare(Schema::PolicyLegacy, marked, tells_a_member);
}

#[test]
fn the_native_contract_schema_agrees_with_every_vector() {
    let vectors = vectors::vectors("contract").into_iter().filter_map(|vector| {
        let body = vector["body"].as_str()?;
        let issue = vector["issueNumber"].as_u64().and_then(IssueNumber::new);
        let answer = read_contract(body, issue).map(drop);
        Some((id(&vector), block(body, "<!-- yukh:issue:v1\n")?, answer))
    });
    compare(Schema::ContractNative, vectors, tells_one);
}

#[test]
fn the_legacy_contract_schema_agrees_with_every_vector() {
    let policy = Policy::parse(policies::LEGACY.as_bytes()).unwrap();
    let vectors = vectors::vectors("legacy-contract").into_iter().filter_map(|vector| {
        let body = vector["body"].as_str()?;
        let answer = match policy.read_draft(body) {
            Ok(reading) if reading.desired.is_none() => return None,
            answer => answer.map(drop),
        };
        Some((id(&vector), block(body, "<!-- yukh")?, answer))
    });
    compare(Schema::ContractLegacy, vectors, tells_a_member);
}

#[test]
fn every_policy_and_every_block_of_this_repository_is_valid() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let native = validator(Schema::PolicyNative);
    let mut own = vec![policies::NATIVE.to_owned()];
    own.extend(
        [".yukh/project.yaml", "fixtures/demo/policy.yaml", "fixtures/demo/proposed-policy.yaml"].map(read),
    );
    for policy in own {
        assert_eq!(faults(&native, &json(&policy).unwrap()), [""; 0], "{policy}");
    }
    assert_eq!(faults(&validator(Schema::PolicyLegacy), &json(policies::LEGACY).unwrap()), [""; 0]);
    let contract = validator(Schema::ContractNative);
    for name in ["bug", "feature", "task"] {
        let template = read(&format!(".github/ISSUE_TEMPLATE/{name}.md"));
        let block = block(&template, "<!-- yukh:issue:v1\n").unwrap();
        assert_eq!(faults(&contract, &json(&block).unwrap()), [""; 0], "{name}");
    }
}

#[test]
fn what_the_real_program_prints_is_valid() {
    let (plan, audit, lint) = (validator(Schema::Plan), validator(Schema::Audit), validator(Schema::Lint));
    let server = Server::of(World::organization());
    for policy in [policies::NATIVE, policies::LEGACY] {
        for issue in [1, 2, 3, 4, 5, 99] {
            let outcome = Plan::against(&server).policy(policy).issue(issue).run();
            assert_eq!(faults(&plan, &outcome.json()), [""; 0], "{outcome:?}");
        }
        for flag in ["--require-contract", "--include-checks"] {
            let outcome = Plan::audit(&server).policy(policy).flag(flag).run();
            assert_eq!(faults(&audit, &outcome.json()), [""; 0], "{outcome:?}");
        }
        let checked = Plan::against(&server).policy(policy).flag("--include-checks").run();
        assert_eq!(faults(&plan, &checked.json()), [""; 0], "{checked:?}");
    }
    for (token, policy) in
        [("x", policies::NATIVE), (crate::support::program::TOKEN, "schema: 1\nfield: 2\n")]
    {
        let refused = Plan::against(&server).token(token).policy(policy).run();
        assert_eq!(faults(&plan, &refused.json()), [""; 0], "{refused:?}");
        let refused = Plan::audit(&server).token(token).policy(policy).run();
        assert_eq!(faults(&audit, &refused.json()), [""; 0], "{refused:?}");
    }
    let deferred = Plan::audit(&server).argument("--graphql-requests", "0").run();
    assert_eq!(faults(&audit, &deferred.json()), [""; 0], "{deferred:?}");
    let files = ["lint", "--format", "json", "README.md", "docs/dialects.md", "action.yml", "missing"];
    let linted = Command::new(env!("CARGO_BIN_EXE_yukh")).current_dir(root()).args(files).output().unwrap();
    let linted: Value = serde_json::from_slice(&linted.stdout).unwrap();
    assert_eq!(faults(&lint, &linted), [""; 0]);
    assert!(linted["totals"]["errors"].as_u64() > Some(2), "{linted}");
}

/// A schema that takes anything would pass as well.
#[test]
fn a_report_with_a_member_of_another_version_is_not_valid() {
    let server = Server::of(World::organization());
    let mut report = Plan::against(&server).run().json();
    assert!(validator(Schema::Plan).is_valid(&report));
    report["report"]["operations"][0]["owner"] = "x".into();
    assert!(!validator(Schema::Plan).is_valid(&report));
    let mut audit = Plan::audit(&server).run().json();
    audit["issues"][0]["title"] = "x".into();
    assert!(!validator(Schema::Audit).is_valid(&audit));
}

proptest! {
    #[test]
    fn the_pattern_of_a_key_is_the_grammar_of_a_key(key in "[a-z_A-Z0-9é-]{0,66}") {
        let pattern = serde_json::json!({ "pattern": LogicalKey::PATTERN });
        prop_assert_eq!(jsonschema::is_valid(&pattern, &key.as_str().into()), LogicalKey::parse(&key).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_schema_takes_the_names_that_a_policy_takes(
        names in proptest::collection::vec(
            prop_oneof![
                any::<String>(),
                "[ \\u{85}\\u{a0}\\u{200b}\\u{2028}\\u{feff}\\t\\u{7f}aé]{0,6}",
                "[ \\u{feff}]{0,3}[aé ]{120,132}[ ]{0,3}",
            ],
            16,
        ),
    ) {
        let policy = Schema::PolicyNative.document();
        let schema = &policy["properties"]["fields"]["additionalProperties"]["properties"]["name"];
        let validator = jsonschema::draft202012::new(schema).unwrap();
        for name in names {
            let is_name = DisplayName::parse(&name, 128).is_some();
            prop_assert_eq!(validator.is_valid(&name.as_str().into()), is_name, "{:?}", name);
        }
    }
}

#[test]
fn only_what_is_there_is_schema() {
    let printed = Command::new(env!("CARGO_BIN_EXE_yukh")).arg("schema").output().unwrap();
    let names = Schema::ALL.map(|schema| format!("{}\n", schema.as_str())).concat();
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), names);
}
