//! What a failed run tells beyond its code. Which fault ends with which code is
//! the matter of the matrix in `faults`.

use serde_json::json;
use yukh::diagnostic::Stage;

use crate::support::policies::LEGACY;
use crate::support::program::{Outcome, Plan};
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

/// A world in which every stage takes part, and the policy that makes it so.
fn world() -> (World, String) {
    let mut world = World::organization();
    world.project.owner.login = "acme-boards".to_owned();
    world.item(3).body(&crate::support::policies::legacy_block(
        "schema: 1\nkind: bug\narea: climate\npriority: urgent\nestimate: 5\n",
    ));
    world.add_dependency(2, 3);
    let policy =
        LEGACY.replace("kind: {project_field: Work Type,", "kind: {project_field: Kind, target: issue_type,");
    (world, policy)
}

fn run(server: &Server, policy: &str) -> Outcome {
    Plan::against(server).argument("--project-owner", "acme-boards").policy(policy).run()
}

#[test]
fn the_world_asks_every_stage() {
    let (world, policy) = world();
    let server = Server::of(world);
    run(&server, &policy).planned();
    let mut stages = server.stages();
    stages.sort_unstable();
    assert_eq!(stages, ["fields", "issue-types", "items", "owner", "project", "relationships", "repository"]);
}

#[test]
fn missing_things_can_not_be_told_from_hidden_ones_and_the_stage_is_named() {
    for stage in [Stage::Repository, Stage::Owner, Stage::Project] {
        let (world, policy) = world();
        let server = Builder::of(world).replace(stage, Reply::error(404, "Not Found")).start();
        let outcome = run(&server, &policy);
        assert_eq!(outcome.failure(3), "YKP-GH-READ-003");
        assert_eq!(outcome.json()["diagnostics"][0]["operation"], stage.as_str());
    }
}

#[test]
fn graphql_errors_void_the_whole_batch() {
    let error = |kind: &'static str, keep: bool| {
        move |reply: Reply| {
            reply.edit(|answer| {
                answer["errors"] = json!([{ "type": kind, "message": "Something" }]);
                if !keep {
                    answer["data"] = json!(null);
                }
            })
        }
    };
    for (kind, keep, code, exit) in [
        ("SOME_ERROR", true, "YKP-REST-001", 5),
        ("SOME_ERROR", false, "YKP-REST-001", 5),
        ("RATE_LIMIT", true, "YKP-RATE-001", 6),
        ("RATE_LIMIT", false, "YKP-RATE-001", 6),
        ("RATE_LIMITED", true, "YKP-RATE-001", 6),
        ("RATE_LIMITED", false, "YKP-RATE-001", 6),
    ] {
        let (world, policy) = world();
        let server = Builder::of(world).change(Stage::Relationships, error(kind, keep)).start();
        assert_eq!(run(&server, &policy).failure(exit), code);
        assert_eq!(server.count(Stage::Relationships), 1);
    }
}

#[test]
fn a_deferred_run_names_the_resource_and_the_minute_of_its_reset_and_nothing_else() {
    for (reply, resource, reset) in [
        (
            Reply::error(403, "x")
                .header("x-ratelimit-remaining", 0)
                .header("x-ratelimit-reset", 1_900_000_059),
            "rest",
            json!(1_900_000_020),
        ),
        (Reply::error(403, "You have exceeded a secondary rate limit"), "secondary", json!(null)),
        (Reply::error(429, "x").header("x-ratelimit-remaining", 0), "rest", json!(null)),
    ] {
        let (world, policy) = world();
        let server = Builder::of(world).replace(Stage::Items, reply).start();
        let outcome = run(&server, &policy);
        assert_eq!(outcome.failure(6), "YKP-RATE-001");
        let diagnostic = outcome.json()["diagnostics"][0].clone();
        assert_eq!(diagnostic["resource"], resource, "{diagnostic}");
        assert_eq!(diagnostic["reset"], reset, "{diagnostic}");
        assert_eq!(diagnostic.get("reset").is_none(), reset.is_null(), "never invented: {diagnostic}");
    }
}

#[test]
fn a_port_where_nobody_listens_is_a_failed_attempt() {
    let outcome = Plan::at("http://127.0.0.1:1").run();
    assert_eq!(outcome.failure(4), "YKP-GH-READ-004");
}
