//! What is counted, and that nothing else comes of it.

use serde_json::json;
use yukh::diagnostic::Stage;

use super::{asked, checks, plan, read, world};
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::{Place, World, commit};

/// Every conclusion that GitHub documents, one that it does not, and none.
const WORDS: [Option<&str>; 11] = [
    Some("success"),
    Some("failure"),
    Some("cancelled"),
    Some("timed_out"),
    Some("action_required"),
    Some("startup_failure"),
    Some("neutral"),
    Some("skipped"),
    Some("stale"),
    None,
    Some("composted"),
];

#[test]
fn runs_are_counted_by_conclusion() {
    let mut world = world(6);
    world.set_runs(&commit(5), &WORDS, &[None, Some("unfinished"), Some("Success")]);
    let server = Server::of(world);
    let outcome = plan(&server).run();
    assert_eq!(
        checks(&outcome),
        json!({
            "pullRequests": { "read": 2, "notRead": 0 },
            "checkRuns": {
                "success": 2, "failure": 2, "cancelled": 1, "timed_out": 1, "action_required": 1,
                "startup_failure": 1, "neutral": 1, "skipped": 1, "stale": 1, "unfinished": 2, "other": 1,
            },
            "workflowRuns": { "success": 1, "unfinished": 1, "other": 2 },
        })
    );
}

#[test]
fn each_head_commit_is_asked_for_its_check_runs_and_its_workflow_runs() {
    let server = Server::of(world(6));
    plan(&server).run().planned();
    assert_eq!(asked(&server), ["check-runs", "workflow-runs", "check-runs", "workflow-runs"]);
    let requests: Vec<String> = server.asked()[4..]
        .iter()
        .map(|asked| {
            let pairs: Vec<String> =
                asked.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{} {}?{}", asked.method, asked.path, pairs.join("&"))
        })
        .collect();
    let repository = "GET /repos/acme-garden/greenhouse";
    let (five, six) = (commit(5), commit(6));
    assert_eq!(
        requests,
        [
            format!("{repository}/commits/{five}/check-runs?per_page=100"),
            format!("{repository}/actions/runs?head_sha={five}&per_page=100"),
            format!("{repository}/commits/{six}/check-runs?per_page=100"),
            format!("{repository}/actions/runs?head_sha={six}&per_page=100"),
        ]
    );
}

#[test]
fn without_the_option_nothing_is_asked_and_nothing_is_said() {
    let server = Server::of(world(6));
    let outcome = Plan::against(&server).run();
    outcome.planned();
    assert!(outcome.json().get("checks").is_none());
    assert_eq!(asked(&server), [""; 0]);
}

#[test]
fn the_plan_is_the_same_with_checks_and_without() {
    let server = Server::of(world(6));
    let without = Plan::against(&server).run();
    let with = plan(&server).run();
    let (before, checks) = with.stdout.split_once(",\"checks\":").expect("the last member");
    assert_eq!(format!("{before}}}\n"), without.stdout, "every other byte is the same");
    assert!(checks.ends_with("}}\n") && !checks.contains('['), "{checks}");
}

#[test]
fn checks_are_said_of_a_run_without_a_plan_too() {
    let server = Server::of(world(5));
    let outcome = plan(&server).issue(4).run();
    assert_eq!(outcome.outcome(), "no_contract");
    assert_eq!(outcome.json()["checks"]["pullRequests"], json!({ "read": 1, "notRead": 0 }));
}

#[test]
fn a_project_without_pull_requests_costs_nothing_more() {
    let mut world = World::organization();
    world.project.items.retain(|item| item.issue().is_some());
    let server = Server::of(world);
    let outcome = plan(&server).run();
    assert_eq!(read(&outcome), (0, 0));
    assert_eq!(asked(&server), [""; 0]);
}

#[test]
fn pull_requests_of_other_repositories_and_archived_ones_are_not_asked_about() {
    let mut world = world(5);
    world.add_pull_request(Place::elsewhere("acme-garden/orchard", 6));
    world.add_pull_request(7).archived = true;
    for filter in ["all", "repository"] {
        let server = Server::of(world.clone());
        let outcome = plan(&server).argument("--items-filter", filter).run();
        assert_eq!(read(&outcome), (1, 0), "{filter}");
        assert_eq!(asked(&server), ["check-runs", "workflow-runs"], "{filter}");
        assert!(server.asked()[4].path.contains(&commit(5)), "{filter}");
    }
}

#[test]
fn graphql_is_never_asked_for_checks() {
    let server = Server::of(world(9));
    plan(&server).argument("--graphql-requests", 0).run().planned();
    assert_eq!(server.count(Stage::Relationships), 0);
    assert!(server.asked().iter().all(|asked| asked.method == "GET" && asked.body.is_empty()));

    // A batch that the issue needs comes before the checks, and once.
    let mut world = world(5);
    world.add_dependency(2, 3);
    let server = Server::of(world);
    plan(&server).run().planned();
    assert_eq!(asked(&server), ["relationships", "check-runs", "workflow-runs"]);
}
