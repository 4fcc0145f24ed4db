//! The exit code of each class.

use super::{NOWHERE, complete, workspace, yukh};
use crate::support::policies::{NATIVE, block};
use crate::support::program::Plan;
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};
use yukh::diagnostic::Stage;

fn with_body(body: &str) -> Server {
    let mut world = World::organization();
    world.item(3).body(body);
    Server::of(world)
}

#[test]
fn each_class_has_its_exit_code() {
    let answered = |status, remaining: u64| {
        let reply = Reply::error(status, "refused").header("x-ratelimit-remaining", remaining);
        Plan::against(&Builder::of(World::organization()).replace(Stage::Repository, reply).start()).run()
    };
    assert_eq!(answered(401, 100).failure(3), "YKP-GH-READ-002");
    assert_eq!(answered(404, 100).failure(3), "YKP-GH-READ-003");
    assert_eq!(answered(503, 100).failure(4), "YKP-GH-READ-004");
    assert_eq!(answered(403, 0).failure(6), "YKP-RATE-001");
    assert_eq!(answered(301, 100).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn own_trap_01_an_invalid_policy_or_contract_is_the_callers_and_exits_with_2() {
    let server = with_body(&block("schema: 1\n"));
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert_eq!(outcome.json()["failureClass"], "input");
    let outcome = Plan::against(&server).policy("schema: 1\n").run();
    assert_eq!((outcome.code, outcome.json()["failureClass"].as_str()), (2, Some("input")));
}

#[test]
fn a_contract_finding_tells_line_and_column_of_the_body() {
    let outcome =
        Plan::against(&with_body(&block("schema: 1\nwork_type: task\narea: beds\nmore: 1\n"))).run();
    assert_eq!(outcome.failure(2), "YKP-CONTRACT-006");
    let finding = &outcome.json()["diagnostics"][0];
    assert_eq!((&finding["path"], &finding["line"]), (&"$.more".into(), &7.into()), "{outcome:?}");
    assert!(outcome.stderr.contains("YKP-CONTRACT-006"));
}

#[test]
fn a_body_without_contract_is_a_result_unless_one_is_required() {
    let server = with_body("Only prose.");
    let outcome = Plan::against(&server).run();
    assert_eq!((outcome.code, outcome.json()["outcome"].as_str()), (0, Some("no_contract")));
    let workspace = workspace();
    let address = server.address();
    let environment = [("YUKH_LOOPBACK_API", address.as_str()), NOWHERE[1]];
    let ended = yukh(workspace.path(), &complete("json", &["--require-contract"]), &environment);
    assert_eq!((ended.code, ended.refusal().0.as_str()), (2, "YKP-RUNTIME-001"));
}

#[test]
fn a_project_that_does_not_fit_the_policy_is_an_invariant() {
    let server = Server::of(World::organization());
    let outcome = Plan::against(&server).policy(NATIVE.replace("name: Area", "name: AREA")).run();
    assert_eq!(outcome.failure(5), "YKP-SCHEMA-005");
}

#[test]
fn a_deferred_run_tells_the_resource_and_the_minute_of_the_reset() {
    let reply = Reply::error(403, "no")
        .header("x-ratelimit-remaining", 0)
        .header("x-ratelimit-resource", "core")
        .header("x-ratelimit-reset", 1_900_000_059_u64);
    let server = Builder::of(World::organization()).replace(Stage::Items, reply).start();
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.failure(6), "YKP-RATE-001");
    let finding = &outcome.json()["diagnostics"][0];
    assert_eq!(finding["resource"], "rest");
    assert_eq!(finding["reset"].as_u64().unwrap() % 60, 0, "{finding}");
    assert!(outcome.stderr.contains("UTC"), "{outcome:?}");
}

#[test]
fn a_failed_read_names_its_operation() {
    let server = Builder::of(World::organization()).replace(Stage::Project, Reply::error(404, "no")).start();
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.failure(3), "YKP-GH-READ-003");
    assert_eq!(outcome.json()["diagnostics"][0]["operation"], "project");
    assert!(outcome.stderr.contains("project"), "{outcome:?}");
}

#[test]
fn own_trap_08_a_body_that_was_never_written_has_no_contract() {
    // REST says null for an empty body; only the older transport never did.
    let unwritten = |reply: Reply| {
        reply.edit(|page| {
            for item in page.as_array_mut().unwrap() {
                item["content"]["body"] = serde_json::Value::Null;
            }
        })
    };
    let outcome =
        Plan::against(&Builder::of(World::organization()).change(Stage::Items, unwritten).start()).run();
    assert_eq!((outcome.code, outcome.json()["outcome"].as_str()), (0, Some("no_contract")));
}
