//! No provider text in any output of any run.
//!
//! Every text of this world that a person could have written contains the word
//! CANARY; what GitHub adds (addresses, node ids, logins, header values) is
//! collected from the answers that were sent. None of it may come out.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Face, Stage};

use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::program::{Outcome, Plan};
use crate::support::server::{Builder, Server};
use crate::support::world::{Content, Place, Reply, Value, World, commit};

const TOKEN: &str = "ghp_CANARYTokenThatNobodyEverHad0000000000";

/// A world full of words that must not come out.
pub(crate) fn world() -> World {
    let mut world = World::organization();
    world.project.title = "CANARY project title".to_owned();
    world.add_field("CANARY field", "text");
    world.add_field("CANARY select", "single_select").options = vec!["CANARY other option".to_owned()];
    world.field("Priority").options.push("CANARY option".to_owned());
    world.field("Iteration").iterations.push(("CANARY iteration".to_owned(), "2026-04-06".to_owned()));
    world
        .item(3)
        .body(&format!(
            "CANARY prose\n# CANARY heading\n{}CANARY end",
            block("# CANARY comment\nschema: 1\nwork_type: bug\narea: climate\npriority: urgent\niteration: Week 10\n")
        ))
        .set("CANARY field", Value::Text("CANARY value".to_owned()))
        .set("CANARY select", "CANARY other option")
        .set("Priority", "CANARY option")
        .set("Iteration", Value::Iteration("CANARY iteration".to_owned()))
        .set("Notes", Value::Text("CANARY notes".to_owned()));
    let issue = world.issue(3);
    issue.title = "CANARY issue title".to_owned();
    issue.labels = vec!["CANARY label".to_owned(), "area: beds".to_owned()];
    issue.milestone = Some("CANARY milestone".to_owned());
    issue.issue_type = Some("CANARY type".to_owned());
    issue.issue_fields =
        vec![("CANARY issue field".to_owned(), "text".to_owned(), json!("CANARY field value"))];
    world.issue_types = Some(vec!["CANARY type".to_owned(), "Bug".to_owned()]);
    world.add(Content::Draft { id: 64_100, title: "CANARY draft".to_owned() });
    world.add_issue(Place::elsewhere("canary-owner/CANARY-repository", 9));
    world.add_dependency(Place::elsewhere("canary-owner/CANARY-repository", 9), 3);
    world.set_parent(3, Place::elsewhere("canary-owner/CANARY-repository", 9));
    world.wording.page_size = 8;
    world
}

/// Every text of an answer.
fn texts(json: &Json, found: &mut BTreeSet<String>) {
    match json {
        Json::String(text) => {
            found.insert(text.clone());
        }
        Json::Array(entries) => entries.iter().for_each(|entry| texts(entry, found)),
        Json::Object(members) => members.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// What was sent and may not come out: everything but short words, names that
/// the policies hold, and words that the program's own texts use.
pub(crate) fn forbidden(server: &Server) -> BTreeSet<String> {
    let told = |code: &Code| [code.message(), code.hint(Face::CommandLine), code.hint(Face::Action)];
    let own: String = Code::ALL.iter().flat_map(told).collect();
    let reviewed = format!("{NATIVE}{LEGACY}{own}");
    let mut found = BTreeSet::new();
    for reply in server.replies() {
        found.extend(reply.headers.into_iter().map(|(_, value)| value));
        if let Ok(json) = serde_json::from_slice(&reply.body) {
            texts(&json, &mut found);
        }
    }
    found.retain(|text| text.chars().count() > 7 && !reviewed.contains(text.as_str()));
    found
}

/// Fails where anything of the world is in anything that the run put out.
pub(crate) fn assert_silent(forbidden: &BTreeSet<String>, outcome: &Outcome, run: &str) {
    let all = format!("{}\n{}\n{}", outcome.stdout, outcome.stderr, outcome.report.as_deref().unwrap_or(""));
    assert!(!all.chars().all(char::is_whitespace), "{run}: nothing at all");
    let folded = all.to_lowercase();
    assert!(!folded.contains("canary"), "{run}: {all}");
    for word in
        ["acme-garden", "greenhouse", "y3vyc29y", "i_kwdo", "pvti_", "pvt_", "r_kgdo", "bearer", "w/\""]
    {
        assert!(!folded.contains(word), "{run}: {word} in {all}");
    }
    for text in forbidden {
        assert!(!all.contains(text), "{run}: {text} in {all}");
    }
}

/// A format, and the variables that ask for everything in the log.
type Mode = (&'static str, &'static [&'static str]);

const MODES: [Mode; 9] = [
    ("text", &[]),
    ("text", &["YUKH_LOG"]),
    ("text", &["YUKH_LOG", "RUST_LOG"]),
    ("json", &[]),
    ("json", &["YUKH_LOG"]),
    ("json", &["YUKH_LOG", "RUST_LOG"]),
    ("markdown", &[]),
    ("markdown", &["YUKH_LOG"]),
    ("markdown", &["YUKH_LOG", "RUST_LOG"]),
];

/// Changes a run before it starts.
type Adjust = fn(Plan) -> Plan;

/// What shows most, for the many ways to fail.
const LOUDEST: [Mode; 2] = [("json", &["YUKH_LOG", "RUST_LOG"]), ("text", &["YUKH_LOG"])];

/// Runs in each mode and checks each output, the report file's as well.
fn check(name: &str, server: &Server, modes: &[Mode], adjust: impl Fn(Plan) -> Plan) {
    let plan = || adjust(Plan::against(server).token(TOKEN));
    let outcome = plan().argument("--report-file", "report.json").variable("YUKH_LOG", "trace").run();
    let forbidden = forbidden(server);
    assert_silent(&forbidden, &outcome, &format!("{name}, report file"));
    for (format, variables) in modes {
        let plan = plan().argument("--format", format);
        let outcome = variables.iter().fold(plan, |plan, variable| plan.variable(variable, "trace")).run();
        assert_silent(&forbidden, &outcome, &format!("{name}, {format}, {variables:?}"));
    }
}

fn as_is(plan: Plan) -> Plan {
    plan
}

#[test]
fn the_world_is_full_of_words_that_must_not_come_out() {
    let server = Server::of(world());
    let outcome = Plan::against(&server).token(TOKEN).run();
    outcome.planned();
    assert!(forbidden(&server).len() > 200, "{:?}", forbidden(&server).len());
}

#[test]
fn a_native_plan_is_silent() {
    check("native", &Server::of(world()), &MODES, as_is);
}

#[test]
fn a_version_1_plan_is_silent() {
    let mut world = world();
    world.item(3).body(&format!(
        "CANARY {}",
        legacy_block(
            "# CANARY\nschema: 1\nkind: bug\narea: climate\npriority: low\nestimate: 5\nx-note: CANARY ignored\n\
             extensions: {start_date: '2031-07-09', other: CANARY extension}\n"
        )
    ));
    let policy =
        LEGACY.replace("kind: {project_field: Work Type,", "kind: {project_field: Kind, target: issue_type,");
    check("version 1", &Server::of(world), &MODES, |plan| plan.policy(&policy));
}

#[test]
fn the_account_of_a_read_is_silent() {
    let server = Server::of(world());
    for issues in ["3", "1,2,3,4,999"] {
        for budget in [1, 0] {
            for (format, variables) in MODES {
                let run = Plan::snapshot(&server, issues)
                    .token(TOKEN)
                    .argument("--graphql-requests", budget)
                    .argument("--format", format);
                let run = variables.iter().fold(run, |run, variable| run.variable(variable, "trace"));
                assert_silent(
                    &forbidden(&server),
                    &run.run(),
                    &format!("snapshot, {issues}, {budget}, {format}"),
                );
            }
        }
    }
}

#[test]
fn an_audit_is_silent() {
    let mut world = world();
    for (number, yaml) in [(41, "schema: 1\nwork_type: CANARY\n"), (42, "CANARY member: [CANARY]\n")] {
        world.add_issue(number).body(&block(yaml));
    }
    world.add_issue(43).body("> <!-- yukh:issue:v1 CANARY\nCANARY: CANARY\n-->\n");
    let server = Server::of(world.clone());
    check("audit", &server, &MODES, |plan| plan.command("audit"));
    for item in &mut world.project.items {
        if item.issue().is_some() {
            item.body(&legacy_block("# CANARY\nschema: 1\nkind: CANARY\narea: climate\npriority: low\n"));
        }
    }
    check("version 1 audit", &Server::of(world), &MODES, |plan| plan.command("audit").policy(LEGACY));
}

#[test]
fn results_without_a_plan_are_silent() {
    let mut absent = world();
    absent.remove_issue(3);
    check("absent", &Server::of(absent), &MODES, as_is);
    let mut archived = world();
    archived.item(3).archived = true;
    check("archived", &Server::of(archived), &MODES, as_is);
    let mut missed = world();
    missed.item(3).body("> <!-- yukh:issue:v1 CANARY\nCANARY: CANARY\n-->\n");
    check("near miss", &Server::of(missed), &MODES, as_is);
}

#[test]
fn contracts_that_are_refused_are_not_repeated() {
    for (name, yaml) in [
        ("value", "schema: 1\nwork_type: CANARY\narea: beds\n"),
        ("member", "schema: 1\nwork_type: bug\narea: beds\n\"CANARY member\": 1\n"),
        ("syntax", "schema: 1\nwork_type: [CANARY\narea: beds\n"),
        ("anchor", "schema: &CANARY 1\nwork_type: bug\narea: *CANARY\n"),
        ("tag", "schema: !CANARY 1\n"),
        ("option", "schema: 1\nwork_type: bug\narea: CANARY area\npriority: CANARY\n"),
    ] {
        let mut world = world();
        world.item(3).body(&block(yaml));
        check(name, &Server::of(world), &LOUDEST, as_is);
    }
}

#[test]
fn failures_of_the_provider_are_not_repeated() {
    let message = "CANARY message with a secondary rate limit";
    for status in [301, 400, 401, 403, 404, 410, 422, 429, 500, 503] {
        for stage in [Stage::Repository, Stage::Items, Stage::Relationships] {
            let reply = Reply::error(status, message)
                .header("location", "https://canary.example/CANARY")
                .header("x-canary", "CANARY header");
            let server = Builder::of(world()).replace(stage, reply).start();
            check(&format!("{status} {}", stage.as_str()), &server, &LOUDEST, as_is);
        }
    }
}

#[test]
fn malformed_answers_are_not_repeated() {
    let bodies: [(&str, &[u8]); 5] = [
        ("text", b"CANARY"),
        ("cut", b"{\"CANARY"),
        ("string", b"\"CANARY\""),
        ("bytes", b"\"CANARY \xff\""),
        ("member", b"[{\"CANARY\": \"CANARY\", \"id\": \"CANARY\"}]"),
    ];
    for (name, body) in bodies {
        for stage in [Stage::Project, Stage::Fields, Stage::Items] {
            let change =
                |builder: Builder| builder.change(stage, move |reply| Reply { body: body.to_vec(), ..reply });
            check(
                &format!("{name} {}", stage.as_str()),
                &change(Builder::of(world())).start(),
                &LOUDEST,
                as_is,
            );
        }
    }
    let errors = |builder: Builder| {
        builder.change(Stage::Relationships, |reply| {
            reply.edit(|answer| {
                answer["errors"] = json!([{ "type": "CANARY", "message": "CANARY", "path": ["CANARY"] }])
            })
        })
    };
    check("GraphQL errors", &errors(Builder::of(world())).start(), &LOUDEST, as_is);
    let link = |builder: Builder| {
        builder.change(Stage::Items, |reply| {
            reply.header("link", "<https://canary.example/CANARY>; rel=\"next\"")
        })
    };
    check("link", &link(Builder::of(world())).start(), &LOUDEST, as_is);
    let html =
        |builder: Builder| builder.change(Stage::Items, |reply| reply.header("content-type", "text/CANARY"));
    check("content type", &html(Builder::of(world())).start(), &LOUDEST, as_is);
}

#[test]
fn input_that_is_refused_is_not_repeated() {
    let refused: [(&str, Adjust); 7] = [
        ("policy member", |plan| plan.policy("schema: 1\nfields: {}\n\"CANARY member\": 1\n")),
        ("policy value", |plan| plan.policy(NATIVE.replace("kind: number", "kind: CANARY"))),
        ("policy syntax", |plan| plan.policy("CANARY: [\n")),
        ("token", |plan| plan.token("CANARY token")),
        ("owner", |plan| plan.argument("--owner", "CANARY/")),
        ("path", |plan| plan.argument("--policy-path", "CANARY.yaml")),
        ("loopback", |plan| plan.variable("YUKH_LOOPBACK_API", "http://canary.example")),
    ];
    for (name, adjust) in refused {
        check(name, &Server::of(world()), &LOUDEST, adjust);
    }
}

#[test]
fn checks_are_counted_and_never_named() {
    let mut world = world();
    let words = [Some("success"), Some("CANARY conclusion"), None];
    world.set_runs(&commit(5), &words, &words);
    let server = Builder::of(world)
        .change(Stage::CheckRuns, |reply| {
            reply.edit(|list| list["check_runs"][0]["name"] = "CANARY check".into())
        })
        .change(Stage::WorkflowRuns, |reply| {
            reply.edit(|list| list["workflow_runs"][0]["name"] = "CANARY workflow".into())
        })
        .start();
    check("checks", &server, &MODES, |plan| plan.flag("--include-checks"));
    let shown = Plan::against(&server).flag("--include-checks").run().json();
    let counts = json!({ "success": 1, "unfinished": 1, "other": 1 });
    assert_eq!((&shown["checks"]["checkRuns"], &shown["checks"]["workflowRuns"]), (&counts, &counts));
    for stage in [Stage::CheckRuns, Stage::WorkflowRuns] {
        let reply = Reply::error(500, "CANARY message").header("x-canary", "CANARY header");
        let server = Builder::of(self::world()).replace(stage, reply).start();
        check(stage.as_str(), &server, &LOUDEST, |plan| plan.flag("--include-checks"));
    }
}
