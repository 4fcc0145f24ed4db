//! Traps in the contracts themselves.

use serde_json::json;
use yukh::diagnostic::Stage;

use super::{changed, plan};
use crate::support::policies::{LEGACY, NATIVE, block};
use crate::support::program::{Plan, diagnostics};
use crate::support::server::Server;
use crate::support::world::World;

fn with_contract(yaml: &str) -> World {
    let mut world = World::organization();
    world.item(3).body(&block(yaml));
    world
}

#[test]
fn trap_own_01_invalid_policy_and_contract_are_input_errors() {
    let server = Server::of(World::organization());
    let outcome = Plan::against(&server).policy("schema: 1\n").run();
    assert_eq!(outcome.failure(2), "YKP-POLICY-001");
    assert_eq!(outcome.json()["failureClass"], "input");
    let outcome = plan(with_contract("schema: 1\narea: beds\n"));
    assert_eq!(outcome.failure(2), "YKP-CONTRACT-001");
    assert_eq!(outcome.json()["failureClass"], "input");
}

#[test]
fn trap_own_02_help_and_version_work_without_anything() {
    for option in ["--help", "--version"] {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
        let output = command.env_clear().arg(option).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{option}");
        assert!(!output.stdout.is_empty(), "{option}");
    }
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
    let output = command.env_clear().arg("--no-such-option").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.is_empty());
}

#[test]
fn trap_own_04_every_path_begins_with_the_root() {
    let worlds = [
        with_contract("schema: 1\nwork_type: bug\narea: beds\nrelationships:\n  blocks: [99]\n"),
        with_contract(
            "schema: 1\nwork_type: bug\narea: beds\nrelationships:\n  blocks: [2]\n  blocked_by: [2]\n",
        ),
        with_contract("schema: 1\nwork_type: bug\narea: beds\npriority: someday\n"),
    ];
    for world in worlds {
        let report = plan(world).planned();
        let paths = diagnostics(&report);
        assert!(!paths.is_empty());
        assert!(paths.iter().all(|line| line.split(' ').nth(1).unwrap().starts_with('$')), "{paths:?}");
    }
}

#[test]
fn trap_own_05_names_that_programs_know_are_ordinary_names() {
    for name in ["constructor", "__proto__", "toString", "hasOwnProperty"] {
        let report = plan(with_contract(&format!("schema: 1\nwork_type: task\narea: {name}\n"))).planned();
        assert_eq!(report["executable"], false, "{name}");
        assert_eq!(diagnostics(&report), ["YKP-PLAN-005 $.contract.area"], "{name}");
    }
}

#[test]
fn trap_own_06_unknown_members_are_named_only_where_they_can_not_carry_text() {
    let outcome = plan(with_contract("schema: 1\nwork_type: task\narea: beds\n\"my secret: plan\": 1\n"));
    assert_eq!(outcome.failure(2), "YKP-CONTRACT-006");
    assert!(!outcome.stdout.contains("secret") && !outcome.stderr.contains("secret"));
    assert_eq!(outcome.json()["diagnostics"][0]["path"], "$");
}

#[test]
fn trap_own_07_numbers_are_plain_decimal() {
    for number in ["+7", "07", "0x7", "0o7", "7.0", "1e2", "-1"] {
        let relations =
            format!("schema: 1\nwork_type: task\narea: beds\nrelationships:\n  parent: {number}\n");
        assert_eq!(plan(with_contract(&relations)).failure(2), "YKP-CONTRACT-008", "parent: {number}");
    }
    for schema in ["1.0", "0x1", "01", "+1"] {
        let contract = format!("schema: {schema}\nwork_type: task\narea: beds\n");
        assert_eq!(plan(with_contract(&contract)).failure(2), "YKP-CONTRACT-008", "schema: {schema}");
    }
    let quoted = "schema: 1\nwork_type: task\narea: beds\nrelationships:\n  parent: '7'\n";
    assert_eq!(plan(with_contract(quoted)).failure(2), "YKP-CONTRACT-007");
}

#[test]
fn trap_own_08_a_null_body_has_no_contract_and_an_absent_one_is_malformed() {
    let (_, outcome) = changed(Stage::Items, |items| items[2]["content"]["body"] = json!(null));
    assert_eq!(outcome.outcome(), "no_contract");
    let (_, outcome) = changed(Stage::Items, |items| {
        items[2]["content"].as_object_mut().unwrap().remove("body");
    });
    assert_eq!(outcome.failure(5), "YKP-REST-001");
}

#[test]
fn trap_own_09_a_version_1_policy_does_not_relax_the_scope() {
    let server = Server::of(World::organization());
    for (name, value) in [("--owner", "-x"), ("--issue-number", "1e0"), ("--issue-number", " 3")] {
        let outcome = Plan::against(&server).policy(LEGACY).argument(name, value).run();
        assert_eq!(outcome.code, 2, "{name} {value}: {outcome:?}");
    }
    assert_eq!(server.stages(), [""; 0]);
}

#[test]
fn trap_own_10_the_report_path_is_judged_before_any_request() {
    let server = Server::of(World::organization());
    let outcome = Plan::against(&server).argument("--report-file", "missing/report.json").run();
    assert_eq!(outcome.failure(2), "YKP-RUNTIME-007");
    assert_eq!(server.stages(), [""; 0]);

    let outcome = Plan::against(&server).argument("--report-file", "report.json").run();
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(outcome.stdout, "");
    let report: serde_json::Value = serde_json::from_str(&outcome.report.unwrap()).unwrap();
    assert_eq!(report, Plan::against(&server).run().json());
}

#[test]
fn trap_own_11_a_policy_that_is_not_utf_8_is_refused() {
    let server = Server::of(World::organization());
    let mut policy = NATIVE.as_bytes().to_vec();
    policy.extend_from_slice(b"# caf\xe9\n");
    assert_eq!(Plan::against(&server).policy(policy).run().failure(2), "YKP-POLICY-002");
    assert_eq!(server.stages(), [""; 0]);
}

#[test]
fn trap_own_12_neither_policy_nor_report_is_followed_through_a_link() {
    let server = Server::of(World::organization());
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("policy.yaml"), NATIVE).unwrap();
    let outcome = Plan::against(&server).link("linked.yaml", &outside.path().join("policy.yaml"));
    let outcome = outcome.argument("--policy-path", "linked.yaml").run();
    assert_eq!(outcome.failure(2), "YKP-RUNTIME-006");

    let target = outside.path().join("report.json");
    let outcome = Plan::against(&server).link("report.json", &target);
    let outcome = outcome.argument("--report-file", "report.json").run();
    assert_eq!(outcome.failure(2), "YKP-RUNTIME-007");
    assert!(!target.exists());
    assert_eq!(server.stages(), [""; 0]);
}
