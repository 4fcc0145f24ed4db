//! Every fault of the provider: one code, one attempt, no partial plan.

use serde_json::json;
use yukh::diagnostic::Stage;

use crate::support::gzip::compressed;
use crate::support::policies::{LEGACY, NATIVE};
use crate::support::program::{Outcome, Plan};
use crate::support::raw::RawServer;
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

/// What goes wrong, the code, the exit code.
type Fault = (&'static str, fn(Reply) -> Reply, &'static str, i32);

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

/// The same for a native policy, which compares no issue types.
fn native_world() -> (World, String) {
    let mut native = World::organization();
    native.project.owner.login = "acme-boards".to_owned();
    native.add_dependency(2, 3);
    (native, NATIVE.to_owned())
}

fn run(server: &Server, policy: &str) -> Outcome {
    Plan::against(server).argument("--project-owner", "acme-boards").policy(policy).run()
}

const ANY: [Fault; 33] = [
    ("401", |_| Reply::error(401, "Bad credentials"), "YKP-GH-READ-002", 3),
    ("403", |_| Reply::error(403, "Resource not accessible by integration"), "YKP-GH-READ-003", 3),
    ("403 spent", |_| Reply::error(403, "Forbidden").header("x-ratelimit-remaining", 0), "YKP-RATE-001", 6),
    ("403 retry-after", |_| Reply::error(403, "Forbidden").header("retry-after", 60), "YKP-RATE-001", 6),
    (
        "403 secondary",
        |reply| Reply {
            headers: reply.headers,
            ..Reply::error(403, "You have exceeded a secondary rate limit.")
        },
        "YKP-RATE-001",
        6,
    ),
    ("410", |_| Reply::error(410, "Gone"), "YKP-GH-READ-011", 4),
    ("429 spent", |_| Reply::error(429, "Slow down").header("x-ratelimit-remaining", 0), "YKP-RATE-001", 6),
    ("429", |_| Reply::error(429, "Slow down"), "YKP-GH-READ-003", 3),
    ("301", |_| moved(301), "YKP-SNAPSHOT-001", 5),
    ("302", |_| moved(302), "YKP-SNAPSHOT-001", 5),
    ("307", |_| moved(307), "YKP-SNAPSHOT-001", 5),
    ("308", |_| moved(308), "YKP-SNAPSHOT-001", 5),
    ("304", |_| Reply { status: 304, headers: Vec::new(), body: Vec::new() }, "YKP-CACHE-001", 5),
    ("400", |_| Reply::error(400, "Bad Request"), "YKP-REST-001", 5),
    ("422", |_| Reply::error(422, "Validation Failed"), "YKP-REST-001", 5),
    ("201", |reply| Reply { status: 201, ..reply }, "YKP-REST-001", 5),
    ("500", |_| Reply::error(500, "Server Error"), "YKP-GH-READ-004", 4),
    ("502", |_| Reply::error(502, "Server Error"), "YKP-GH-READ-004", 4),
    ("503", |_| Reply::error(503, "Unavailable"), "YKP-GH-READ-004", 4),
    ("504", |_| Reply::error(504, "Timeout"), "YKP-GH-READ-004", 4),
    ("HTML", |reply| reply.header("content-type", "text/html"), "YKP-REST-001", 5),
    ("no type", |_| Reply { status: 200, headers: Vec::new(), body: b"{}".to_vec() }, "YKP-REST-001", 5),
    ("empty", |reply| Reply { body: Vec::new(), ..reply }, "YKP-REST-001", 5),
    (
        "cut",
        |mut reply| {
            reply.body.truncate(40);
            reply
        },
        "YKP-REST-001",
        5,
    ),
    (
        "bytes",
        |mut reply| {
            reply.body[2] = 0xff;
            reply
        },
        "YKP-REST-001",
        5,
    ),
    ("null", |reply| Reply { body: b"null".to_vec(), ..reply }, "YKP-REST-001", 5),
    ("other", |reply| Reply { body: b"[[],7]".to_vec(), ..reply }, "YKP-REST-001", 5),
    (
        "large",
        |mut reply| {
            reply.body.resize(9 << 20, b' ');
            reply
        },
        "YKP-GH-READ-005",
        4,
    ),
    ("bomb", |reply| compressed(Reply { body: vec![b' '; 9 << 20], ..reply }), "YKP-GH-READ-005", 4),
    (
        "cut gzip",
        |reply| {
            let mut reply = compressed(reply);
            reply.body.truncate(reply.body.len() - 9);
            reply
        },
        "YKP-REST-001",
        5,
    ),
    (
        "more than gzip",
        |reply| {
            let mut reply = compressed(reply);
            reply.body.extend_from_within(..);
            reply
        },
        "YKP-REST-001",
        5,
    ),
    ("no gzip", |reply| reply.header("content-encoding", "gzip"), "YKP-REST-001", 5),
    ("coding", |reply| compressed(reply).header("content-encoding", "br"), "YKP-REST-001", 5),
];

fn moved(status: u16) -> Reply {
    Reply::error(status, "Moved Permanently").header("location", "/repositories/1")
}

/// Runs each fault at one stage and checks that nothing follows it.
fn at(stage: Stage, faults: &[Fault]) {
    let (world, policy) = match stage {
        // The last request of a native run.
        Stage::Relationships => native_world(),
        _ => world(),
    };
    for (name, fault, code, exit) in faults {
        let server = Builder::of(world.clone()).change(stage, *fault).start();
        let outcome = run(&server, &policy);
        assert_eq!(outcome.failure(*exit), *code, "{name} at {}", stage.as_str());
        assert_eq!(server.count(stage), 1, "{name}: exactly one attempt");
        assert_eq!(server.stages().last(), Some(&stage.as_str()), "{name}: nothing follows");
    }
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
fn faults_of_the_repository_read() {
    at(Stage::Repository, &ANY);
}

#[test]
fn faults_of_the_owner_read() {
    at(Stage::Owner, &ANY);
}

#[test]
fn faults_of_the_project_read() {
    at(Stage::Project, &ANY);
}

#[test]
fn faults_of_the_fields_read() {
    at(Stage::Fields, &ANY);
}

#[test]
fn faults_of_the_items_read() {
    at(Stage::Items, &ANY);
}

#[test]
fn faults_of_the_relationship_read() {
    at(Stage::Relationships, &ANY);
}

#[test]
fn faults_of_the_issue_types_read() {
    at(Stage::IssueTypes, &ANY);
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
fn a_broken_connection_is_one_failed_attempt() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    for bytes in [
        String::new(),
        "HTTP/1.1 200 OK\r\n".to_owned(),
        format!("{head}content-length: 500\r\n\r\n{{}}"),
        format!("{head}transfer-encoding: chunked\r\n\r\n5\r\n{{\"id\r\n"),
        "SSH-2.0-OpenSSH_9.9\r\n".to_owned(),
    ] {
        let server = RawServer::hanging_up(bytes.as_bytes());
        let outcome = Plan::at(server.address()).run();
        assert_eq!(outcome.failure(4), "YKP-GH-READ-004", "{bytes:?}");
        assert_eq!(server.connections(), 1, "{bytes:?}");
    }
}

#[test]
fn a_port_where_nobody_listens_is_a_failed_attempt() {
    let outcome = Plan::at("http://127.0.0.1:1").run();
    assert_eq!(outcome.failure(4), "YKP-GH-READ-004");
}
