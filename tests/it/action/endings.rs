//! How a step ends, and what it says then.

use yukh::diagnostic::Stage;

use super::{about, job, on, run};
use crate::support::policies::block;
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

/// Issue 3 with this contract.
fn with_contract(contract: &str) -> Server {
    let mut world = World::organization();
    world.item(3).body(&block(contract));
    Server::of(world)
}

/// The exit code for each value of `fail-on`: error, drift, never.
fn exits(server: &Server, number: u64) -> [i32; 3] {
    ["error", "drift", "never"].map(|word| {
        let outcome = run(on(job(server), "issues", about(number)).input("fail-on", word));
        outcome.exits["run"]
    })
}

#[test]
fn fail_on_decides_what_lets_the_step_fail() {
    let server = Server::of(World::organization());
    assert_eq!(exits(&server, 2), [0, 0, 0], "converged");
    assert_eq!(exits(&server, 3), [0, 1, 0], "drift");
    assert_eq!(exits(&server, 4), [0, 0, 0], "no contract");
    let refused = with_contract("schema: 1\nwork_type: bug\narea: nowhere\n");
    assert_eq!(exits(&refused, 3), [0, 1, 0], "a plan that can not be carried out");
    let broken = with_contract("schema: 1\nwork_type: bug\n");
    assert_eq!(exits(&broken, 3), [2, 2, 0], "no valid contract");
    let denied = Builder::of(World::organization()).replace(Stage::Items, Reply::error(403, "no")).start();
    assert_eq!(exits(&denied, 3), [3, 3, 3], "no result");
}

#[test]
fn fail_on_counts_for_an_audit_too() {
    let server = Server::of(World::organization());
    let exits = ["error", "drift", "never"]
        .map(|word| on(job(&server), "schedule", "{}").input("fail-on", word).run().exits["run"]);
    assert_eq!(exits, [0, 1, 0]);
}

#[test]
fn trap_own_03_a_plan_that_can_not_be_carried_out_is_not_executable() {
    let server = with_contract("schema: 1\nwork_type: bug\narea: nowhere\npriority: never\n");
    let outcome = run(on(job(&server), "issues", about(3)));
    assert_eq!(outcome.end(), (0, "success", "false", "false"), "{outcome:?}");
    assert_eq!(outcome.output("plan-id").len(), 64);
    let [error] = outcome.annotations("error")[..] else { panic!("one error: {outcome:?}") };
    assert!(error.starts_with("YKP-PLAN-005: "), "a code that occurs twice is told once: {error}");
    assert!(outcome.summary.contains("can not be carried out, 2 findings"), "{}", outcome.summary);
}

#[test]
fn the_count_of_drift_means_the_same_for_a_plan_and_for_an_audit() {
    let world = |contract: &str| {
        let mut world = World::organization();
        world.project.items.retain(|item| item.issue().is_some_and(|issue| issue.at.number == 3));
        world.item(3).body(&block(contract));
        Server::of(world)
    };
    for (contract, drift) in [
        ("schema: 1\nwork_type: bug\narea: climate\n", "1"),
        // It can not be carried out, and differs all the same.
        ("schema: 1\nwork_type: bug\narea: nowhere\n", "1"),
        ("schema: 1\nwork_type: task\narea: nowhere\n", "0"),
    ] {
        let server = world(contract);
        let counts = [("issues", about(3)), ("schedule", "{}".to_owned())].map(|(event, payload)| {
            let outcome = run(on(job(&server), event, payload));
            (outcome.output("drift-count").to_owned(), outcome.output("operation-count").to_owned())
        });
        assert_eq!(counts[0], counts[1], "{contract}");
        assert_eq!(counts[0].0, drift, "{contract}");
    }
}

#[test]
fn a_deferred_run_tells_resource_and_minute() {
    let reply = Reply::error(403, "no")
        .header("x-ratelimit-remaining", 0)
        .header("x-ratelimit-resource", "core")
        .header("x-ratelimit-reset", 1_900_000_059_u64);
    let server = Builder::of(World::organization()).replace(Stage::Items, reply).start();
    for (event, payload) in [("issues", about(3)), ("schedule", "{}".to_owned())] {
        let outcome = run(on(job(&server), event, payload));
        assert_eq!(outcome.end(), (6, "deferred", "false", "true"), "{outcome:?}");
        assert_eq!((outcome.output("resource"), outcome.output("reset-minute")), ("rest", "1900000020"));
        assert_eq!(outcome.output("operation-count"), "", "not known is not zero");
        assert!(outcome.error().contains("YKP-RATE-001"), "{outcome:?}");
        assert!(outcome.summary.contains("YKP-RATE-001"), "{}", outcome.summary);
    }
}

#[test]
fn a_failed_run_keeps_what_it_says_and_what_it_sent() {
    let server = Builder::of(World::organization()).replace(Stage::Items, Reply::error(503, "no")).start();
    let outcome = run(on(job(&server), "issues", about(3)));
    assert_eq!(outcome.end(), (4, "error", "false", "false"), "{outcome:?}");
    assert_eq!(outcome.report()["diagnostics"][0]["code"], "YKP-GH-READ-004");
    assert_eq!(outcome.report()["diagnostics"][0]["operation"], "items");
    assert!(outcome.summary.starts_with("### No result: provider\n"), "{}", outcome.summary);
    assert!(outcome.summary.contains("Cost: 4 of 32 REST requests"), "{}", outcome.summary);
    assert!(!outcome.used.is_empty(), "the artifact is uploaded all the same");
}

#[test]
fn an_audit_without_a_result_tells_what_it_sent_and_no_zero_for_what_it_does_not_know() {
    // 101 issues: two scopes, of which the second one's batch fails.
    let mut world = World::organization();
    for number in 1_000..1_101 {
        world.add_issue(number);
        world.add_dependency(1, number);
    }
    let whole = Server::of(world.clone());
    run(on(job(&whole), "schedule", "{}"));
    let sent = whole.stages();
    let failing = |stage, nth| {
        let fail = move |at, reply| if at == nth { Reply::error(503, "no") } else { reply };
        Builder::of(world.clone()).change_each(stage, fail).start()
    };
    for (stage, nth, items) in
        [(Stage::Repository, 0, None), (Stage::Items, 1, None), (Stage::Relationships, 1, Some(107))]
    {
        let server = failing(stage, nth);
        let outcome = run(on(job(&server), "schedule", "{}"));
        assert_eq!(outcome.end(), (4, "error", "false", "false"), "{outcome:?}");
        let folder = std::path::Path::new(outcome.output("artifact-path"));
        let evidence = std::fs::read_to_string(folder.join("evidence.json")).unwrap();
        let evidence: serde_json::Value = serde_json::from_str(&evidence).unwrap();
        let asked = server.stages();
        assert!(asked.len() <= sent.len());
        let batches = asked.iter().filter(|stage| **stage == "relationships").count();
        assert_eq!(evidence["graphqlRequests"], batches, "{evidence}");
        assert_eq!(evidence["restRequests"], asked.len() - batches, "{evidence}");
        assert_eq!(evidence.get("items").and_then(serde_json::Value::as_u64), items, "{evidence}");
        assert_eq!(evidence.get("unreadableItems").is_some(), items.is_some(), "{evidence}");
        assert!(outcome.summary.contains("\nCost: "), "{}", outcome.summary);
        assert_eq!(outcome.report()["evidence"]["restRequests"], 0, "contract 8.5");
    }
}

#[test]
fn a_near_miss_is_a_notice() {
    let mut world = World::organization();
    world.item(3).body("<!-- yukh:issue:v1 \nschema: 1\n-->\n");
    let server = Server::of(world);
    let outcome = run(on(job(&server), "issues", about(3)));
    assert_eq!(outcome.end(), (0, "success", "false", "false"), "{outcome:?}");
    let [notice] = outcome.annotations("notice")[..] else { panic!("one notice: {outcome:?}") };
    assert_eq!(notice, "YKP-CONTRACT-012, YKP-RUNTIME-001");
    assert!(outcome.annotations("error").is_empty(), "{outcome:?}");
}

#[test]
fn a_wrong_way_to_github_fails_as_any_run() {
    let server = Server::of(World::organization());
    for (variable, value, code) in [
        ("YUKH_LOOPBACK_API", "http://example.com:80", "YKP-RUNTIME-008"),
        ("YUKH_LOG", "loud", "YKP-RUNTIME-003"),
    ] {
        let outcome = run(on(job(&server), "issues", about(3)).variable(variable, value));
        assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
        assert!(outcome.error().contains(code), "{outcome:?}");
    }
    assert!(server.asked().is_empty());
}

#[test]
fn what_a_reader_of_the_log_and_of_the_summary_sees_is_pinned() {
    let mut world = World::organization();
    world.item(3).body(&block(
        "schema: 1\nwork_type: bug\narea: climate\npriority: urgent\nestimate: 5\n\
         relationships: {parent: 1, blocks: [2], blocked_by: [4]}\n",
    ));
    world.add_dependency(4, 3);
    let server = Server::of(world);
    let outcome = run(on(job(&server), "issues", about(3)));
    insta::assert_snapshot!("log", outcome.log);
    // What an answer weighs depends on the address of the server.
    let weighed = outcome.summary.split_once("GraphQL requests, ").unwrap().0;
    insta::assert_snapshot!("summary", weighed);
}
