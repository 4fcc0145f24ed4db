//! What each event leads to.

use yukh::diagnostic::Stage;

use super::{about, job, on, policy, run};
use crate::end_to_end::FOUR_READS;
use crate::support::policies::{LEGACY, block, legacy_block};
use crate::support::program::{Plan, operations};
use crate::support::server::Server;
use crate::support::world::World;

#[test]
fn an_event_about_an_issue_plans_it() {
    for event in ["issues", "issue_comment"] {
        let server = Server::of(World::organization());
        let outcome = run(on(job(&server), event, about(3)));
        assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");
        assert_eq!(server.stages(), FOUR_READS);
        assert_eq!((outcome.output("operation-count"), outcome.output("drift-count")), ("3", "1"));
        let report = Plan::against(&server).run();
        assert_eq!(outcome.report(), report.json(), "what `yukh plan` says");
        assert_eq!(outcome.output("plan-id"), report.planned()["planId"].as_str().unwrap());
        assert!(outcome.annotations("error").is_empty() && outcome.annotations("notice").is_empty());
    }
}

#[test]
fn a_dispatch_with_a_number_plans_that_issue() {
    let server = Server::of(World::organization());
    let outcome = run(on(job(&server), "workflow_dispatch", "{}").input("issue-number", "2"));
    assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");
    assert_eq!((outcome.output("operation-count"), outcome.output("drift-count")), ("0", "0"));
    assert!(outcome.summary.starts_with("### Issue 2: nothing to change\n"), "{}", outcome.summary);
}

#[test]
fn a_schedule_and_a_dispatch_without_number_audit_the_backlog() {
    for event in ["schedule", "workflow_dispatch"] {
        let server = Server::of(World::organization());
        let outcome = run(on(job(&server), event, "{}"));
        assert_eq!(outcome.end(), (0, "success", "false", "false"), "{outcome:?}");
        assert_eq!((outcome.output("operation-count"), outcome.output("drift-count")), ("3", "1"));
        assert_eq!(outcome.output("plan-id"), "");
        assert!(outcome.output("report-path").ends_with("/audit.json"));
        assert_eq!(outcome.report()["issues"].as_array().unwrap().len(), 4);
        assert!(outcome.summary.starts_with("### Audit: "), "{}", outcome.summary);
    }
    let server = Server::of(World::organization());
    let outcome = run(on(job(&server), "workflow_dispatch", "{}").input("issue-numbers", "3,2"));
    assert_eq!(outcome.report()["issues"].as_array().unwrap().len(), 2, "{outcome:?}");
}

#[test]
fn a_pull_request_needs_something_to_compare() {
    let server = Server::of(World::organization());
    let outcome = run(on(job(&server), "pull_request", r#"{"pull_request":{"number":5}}"#));
    assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
    assert!(outcome.error().contains("YKP-RUNTIME-014"), "{outcome:?}");
    assert!(server.asked().is_empty());
}

#[test]
fn an_event_that_says_nothing_needs_an_input() {
    for event in ["push", "repository_dispatch", "release"] {
        let server = Server::of(World::organization());
        let outcome = run(on(job(&server), event, "{}"));
        assert!(outcome.error().contains("YKP-RUNTIME-014"), "{outcome:?}");
        assert!(server.asked().is_empty());
        let outcome = run(on(job(&server), event, "{}").input("issue-number", "3"));
        assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");
    }
}

#[test]
fn what_is_no_issue_of_the_repository_any_more_ends_politely() {
    for (event, payload, code) in [
        (
            "issue_comment",
            r#"{"action":"created","issue":{"number":5,"pull_request":{}}}"#,
            "YKP-RUNTIME-015",
        ),
        ("issues", r#"{"action":"deleted","issue":{"number":3}}"#, "YKP-RUNTIME-016"),
        ("issues", r#"{"action":"transferred","issue":{"number":3}}"#, "YKP-RUNTIME-016"),
    ] {
        let server = Server::of(World::organization());
        let outcome = run(on(job(&server), event, payload));
        assert_eq!(outcome.end(), (0, "skipped", "false", "false"), "{outcome:?}");
        let [notice] = outcome.annotations("notice")[..] else { panic!("one notice: {outcome:?}") };
        assert!(notice.starts_with(code), "{notice}");
        assert!(server.asked().is_empty() && outcome.summary.is_empty() && outcome.used.is_empty());
    }
}

/// The payload of a pull request from one repository to another.
fn between(head: u64, base: u64) -> String {
    format!(r#"{{"pull_request":{{"head":{{"repo":{{"id":{head}}}}},"base":{{"repo":{{"id":{base}}}}}}}}}"#)
}

#[test]
fn b61_a_pull_request_of_a_fork_or_of_dependabot_has_no_token_and_ends_neutrally() {
    let server = Server::of(World::organization());
    let without = |event, payload: &str| on(job(&server), event, payload).input("github-token", "");
    let dependabot = |event| without(event, "{}").variable("GITHUB_ACTOR", "dependabot[bot]");
    for outcome in [
        without("pull_request", &between(8, 7)).run(),
        without("pull_request_review", &between(8, 7)).run(),
        without("pull_request_review_comment", &between(8, 7)).run(),
        dependabot("pull_request").run(),
        dependabot("push").run(),
        // Variables of the repository are kept back as well.
        without("pull_request", &between(8, 7)).input("project-number", "").run(),
    ] {
        assert_eq!(outcome.end(), (0, "skipped", "false", "false"), "{outcome:?}");
        let [notice] = outcome.annotations("notice")[..] else { panic!("one notice: {outcome:?}") };
        assert!(notice.starts_with("YKP-RUNTIME-013"), "{notice}");
        assert_eq!(outcome.commands().len(), 1, "nothing is masked: {outcome:?}");
    }
    assert!(server.asked().is_empty(), "no network");
}

#[test]
fn b61_an_empty_token_anywhere_else_is_a_secret_that_is_not_set() {
    let server = Server::of(World::organization());
    let deleted = between(8, 7).replace(r#"{"id":8}"#, "null");
    let (fork, own) = (between(8, 7), between(7, 7));
    for (event, payload, actor) in [
        ("issues", &about(3), "an-invented-gardener"),
        ("schedule", &about(3), "an-invented-gardener"),
        ("workflow_dispatch", &about(3), "an-invented-gardener"),
        // The repository's own pull requests get secrets, and so does every run
        // of the branch that a pull request is for.
        ("pull_request", &own, "an-invented-gardener"),
        ("pull_request_target", &fork, "an-invented-gardener"),
        ("pull_request_target", &fork, "dependabot[bot]"),
        // Dependabot is the actor of a schedule whose workflow it changed last.
        ("schedule", &own, "dependabot[bot]"),
        // What is not known is no reason.
        ("pull_request", &deleted, "an-invented-gardener"),
        ("pull_request", &"{".to_owned(), "an-invented-gardener"),
        ("pull_request", &"{}".to_owned(), "an-invented-gardener"),
    ] {
        let job = on(job(&server), event, payload).input("github-token", "").variable("GITHUB_ACTOR", actor);
        // Pull requests are planned where an issue is named.
        let outcome = run(job.input("issue-number", "3"));
        assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
        assert!(outcome.error().contains("YKP-RUNTIME-004"), "{outcome:?}");
    }
    assert!(server.asked().is_empty());
}

#[test]
fn b45_the_content_of_an_event_is_never_read() {
    let payload = format!(
        r#"{{"action":"typed","type":{{"name":"Epic"}},"issue":{{"number":3,"title":"stale","state":"closed",
            "type":{{"name":"Epic"}},"labels":[{{"name":"stale"}}],"milestone":{{"title":"stale"}},
            "body":{}}}}}"#,
        serde_json::to_string(&block("schema: 1\nwork_type: epic\narea: soil\n")).unwrap()
    );
    let server = Server::of(World::organization());
    let stale = run(on(job(&server), "issues", payload));
    let plain = run(on(job(&server), "issues", about(3)));
    assert_eq!(stale.report(), plain.report());
    assert_eq!(stale.output("plan-id"), plain.output("plan-id"));
}

#[test]
fn the_old_modes_plan_by_a_policy_of_their_dialect() {
    let legacy = || {
        let mut world = World::organization();
        world
            .item(3)
            .body(&legacy_block("schema: 1\nkind: bug\narea: climate\npriority: high\nestimate: 5\n"));
        Server::of(world)
    };
    let server = legacy();
    let shadow = on(job(&server), "workflow_dispatch", "{}").input("issue-number", "3");
    policy(&shadow, LEGACY);
    let outcome = run(shadow.input("mode", "legacy-shadow"));
    assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");
    assert!(!operations(&outcome.report()["report"]).is_empty());

    let native = Server::of(World::organization());
    let outcome = run(on(job(&native), "issues", about(3)).input("mode", "native"));
    assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");

    for (mode, text) in [("native", LEGACY), ("legacy-shadow", crate::support::policies::NATIVE)] {
        let server = legacy();
        let job = on(job(&server), "issues", about(3)).input("mode", mode);
        policy(&job, text);
        let outcome = job.run();
        assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
        assert!(outcome.error().contains("YKP-RUNTIME-003"), "{outcome:?}");
        assert!(outcome.log.contains("(mode)"), "{outcome:?}");
        assert!(server.asked().is_empty());
    }
}

#[test]
fn b58_every_mode_sends_nothing_but_reads() {
    let mut world = World::organization();
    world.add_dependency(2, 3);
    for (event, payload) in [("issues", about(3)), ("schedule", "{}".to_owned())] {
        let server = Server::of(world.clone());
        let outcome = run(on(job(&server), event, payload));
        assert_eq!(outcome.output("status"), "success", "{outcome:?}");
        assert_eq!(server.count(Stage::Relationships), 1);
        for asked in server.asked() {
            let is_the_query = asked.method == "POST" && asked.stage() == Some(Stage::Relationships);
            assert!(asked.method == "GET" || is_the_query, "{asked:?}");
            let body = String::from_utf8(asked.body).unwrap();
            assert!(!body.contains("mutation") && body.is_empty() != is_the_query, "{body}");
        }
    }
}
