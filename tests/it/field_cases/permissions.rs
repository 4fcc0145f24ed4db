//! Permissions and ownership.

use yukh::diagnostic::{Code, Face, Stage};

use crate::end_to_end::FOUR_READS;
use crate::support::policies::{LEGACY, legacy_block};
use crate::support::program::{Outcome, Plan, operations};
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

const INSTALLATION: &str = "ghs_InventedTokenForTestsOnly000000000000";

/// A run in which one stage answers an error.
fn refused(stage: Stage, reply: Reply) -> (Server, Outcome) {
    let server = Builder::of(World::organization()).replace(stage, reply).start();
    let outcome = Plan::against(&server).run();
    (server, outcome)
}

#[test]
fn b23_a_project_that_is_not_found_may_be_missing_or_hidden() {
    let (_, outcome) = refused(Stage::Project, Reply::error(404, "Not Found"));
    assert_eq!(outcome.failure(3), "YKP-GH-READ-003");
    assert!(Code::GithubRead003.message().contains("missing or not visible"));
    assert!(outcome.stderr.contains(Code::GithubRead003.hint(Face::CommandLine)), "{outcome:?}");
    assert_eq!(outcome.json()["diagnostics"][0]["operation"], "project");
}

#[test]
fn b24_a_workflow_token_is_denied_the_project_and_nothing_else_is_tried() {
    let message = "Resource not accessible by integration";
    let server =
        Builder::of(World::organization()).replace(Stage::Project, Reply::error(403, message)).start();
    let outcome = Plan::against(&server).token(INSTALLATION).run();
    assert_eq!(outcome.failure(3), "YKP-GH-READ-003");
    assert_eq!(server.stages(), ["repository", "project"]);
    assert!(!outcome.stderr.is_empty() && !outcome.stderr.contains(message));
}

#[test]
fn b25_the_repository_is_named_when_it_is_what_can_not_be_seen() {
    let (server, outcome) = refused(Stage::Repository, Reply::error(404, "Not Found"));
    assert_eq!(outcome.failure(3), "YKP-GH-READ-003");
    assert_eq!(outcome.json()["diagnostics"][0]["operation"], "repository");
    assert_eq!(server.stages(), ["repository"]);
}

#[test]
fn b26_a_denial_with_quota_left_is_a_denial_and_not_a_rate_limit() {
    let denied =
        Reply::error(403, "Resource not accessible by integration").header("x-ratelimit-remaining", 4_900);
    let (_, outcome) = refused(Stage::Items, denied);
    assert_eq!(outcome.failure(3), "YKP-GH-READ-003");
}

#[test]
fn b27_an_empty_user_owned_project_is_a_lack_of_capability_and_never_absence() {
    let server = Builder::of(World::user())
        .change(Stage::Fields, |reply| Reply { body: b"[]".to_vec(), ..reply })
        .change(Stage::Items, |reply| Reply { body: b"[]".to_vec(), ..reply })
        .start();
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.failure(4), "YKP-CAPABILITY-001");

    let server = Server::of(World::user());
    let outcome = Plan::against(&server).token(INSTALLATION).run();
    assert_eq!(outcome.failure(4), "YKP-CAPABILITY-001");
    assert_eq!(server.stages(), ["repository"]);
}

#[test]
fn b28_issue_types_of_a_user_are_never_asked_for() {
    let mut world = World::user();
    world.item(3).body(&legacy_block("schema: 1\nkind: bug\narea: climate\npriority: low\nestimate: 2\n"));
    world.item(3).set("Priority", "Low");
    world.issue(3).labels = vec!["area: climate".to_owned()];
    world.wording.issue_type = false;
    let policy = LEGACY.replace("kind: {project_field", "kind: {target: issue_type, project_field");
    let server = Server::of(world);
    let outcome = Plan::against(&server).policy(&policy).run();
    assert_eq!(operations(&outcome.planned()), ["set_field_value kind = \"Bug\""]);
    assert_eq!(outcome.notices(), ["YKP-WORKTYPE-004"]);
    assert_eq!(server.stages(), FOUR_READS);
}

#[test]
fn b31_each_cause_has_its_own_code() {
    for (status, code, exit) in [
        (401, "YKP-GH-READ-002", 3),
        (403, "YKP-GH-READ-003", 3),
        // GitHub answers 404 for what exists and may not be seen (decision 64).
        (404, "YKP-GH-READ-003", 3),
        (410, "YKP-GH-READ-011", 4),
    ] {
        let (_, outcome) = refused(Stage::Project, Reply::error(status, "Something"));
        assert_eq!(outcome.failure(exit), code, "{status}");
    }
}

#[test]
fn b32_a_project_without_a_node_id_ends_the_run_at_once() {
    for node_id in [serde_json::json!(null), serde_json::json!(""), serde_json::json!(7)] {
        let server = Builder::of(World::organization())
            .change(Stage::Project, move |reply| {
                let node_id = node_id.clone();
                reply.edit(|project| project["node_id"] = node_id)
            })
            .start();
        assert_eq!(Plan::against(&server).run().failure(5), "YKP-REST-001");
        assert_eq!(server.stages(), ["repository", "project"]);
    }
    let server = Builder::of(World::organization())
        .change(Stage::Project, |reply| {
            reply.edit(|project| {
                project.as_object_mut().unwrap().remove("node_id");
            })
        })
        .start();
    assert_eq!(Plan::against(&server).run().failure(5), "YKP-REST-001");
}

#[test]
fn b58_a_run_sends_reads_and_the_one_query_and_nothing_else() {
    let mut world = World::organization();
    world.add_dependency(2, 3);
    let server = Server::of(world);
    Plan::against(&server).run().planned();
    for asked in server.asked() {
        let text = String::from_utf8(asked.body.clone()).unwrap();
        let is_query =
            asked.path == "/graphql" && asked.method == "POST" && text.contains("query YukhRelationships");
        assert!(is_query || (asked.method == "GET" && text.is_empty()), "{} {}", asked.method, asked.path);
        assert!(!text.contains("mutation"), "{text}");
    }
}
