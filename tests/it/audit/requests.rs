//! What audits of different sizes ask.

use serde_json::json;
use yukh::diagnostic::Stage;

use super::{FIRST, board, ended, relate};
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::{Asked, World, commit};

/// The ids of a relationship request.
fn ids(asked: &Asked) -> usize {
    let body: serde_json::Value = serde_json::from_slice(&asked.body).unwrap();
    body["variables"]["ids"].as_array().unwrap().len()
}

/// How many issues each batch was about.
fn batches(server: &Server) -> Vec<usize> {
    let asked = server.asked();
    asked.iter().filter(|asked| asked.stage() == Some(Stage::Relationships)).map(ids).collect()
}

/// Audits a board and compares what was asked with what the report says.
fn asked(world: World, issues: u64) -> (Server, Vec<usize>) {
    let server = Server::of(world);
    let report = ended(&Plan::audit(&server).run(), 0);
    let batches = batches(&server);
    let rest = server.asked().len() - batches.len();
    let evidence = &report["evidence"];
    assert_eq!(evidence["restRequests"], rest, "{evidence}");
    assert_eq!(evidence["graphqlRequests"], batches.len(), "{evidence}");
    assert_eq!(evidence["conditionalRequests"], 0);
    assert_eq!(evidence["coalescedRequests"], 0);
    assert_eq!(evidence["scopes"], issues.div_ceil(100));
    assert_eq!(evidence["items"], issues);
    assert_eq!(report["issues"].as_array().unwrap().len() as u64, issues);
    (server, batches)
}

#[test]
fn an_audit_reads_the_project_once_whatever_the_number_of_issues() {
    for (issues, pages, probes) in [(1, 1, 0), (100, 1, 0), (101, 2, 1), (1_000, 10, 1), (2_000, 20, 1)] {
        let (server, batches) = asked(board(issues), issues);
        assert_eq!(batches, [0; 0], "{issues}");
        let mut stages = vec!["repository", "project", "fields"];
        stages.extend(vec!["items"; pages]);
        stages.extend(vec!["rate-limit"; probes]);
        assert_eq!(server.stages(), stages, "{issues}");
    }
}

#[test]
fn two_thousand_issues_fit_into_the_default_budgets() {
    let mut world = board(2_000);
    relate(&mut world, 2_000, 2_000);
    let (server, batches) = asked(world, 2_000);
    assert_eq!(batches, [100; 20]);
    assert_eq!(server.asked().len(), 23 + 1 + 20);
}

#[test]
fn issues_that_take_a_batch_share_as_few_as_there_can_be() {
    for (related, sizes) in [(1, vec![1]), (40, vec![40]), (100, vec![100]), (101, vec![100, 1])] {
        let mut world = board(1_000);
        relate(&mut world, related, 1_000);
        assert_eq!(asked(world, 1_000).1, sizes, "{related}");
    }
}

#[test]
fn what_a_further_scope_takes_from_the_first_ones_read_is_told() {
    let server = Server::of(board(201));
    let evidence = ended(&Plan::audit(&server).run(), 0)["evidence"].clone();
    // Repository, Project, one page of fields and three of items, twice.
    assert_eq!(evidence["restCacheHits"], 2 * 6);
    let server = Server::of(board(100));
    assert_eq!(ended(&Plan::audit(&server).run(), 0)["evidence"]["restCacheHits"], 0);
}

#[test]
fn named_issues_are_audited_alone_and_in_order() {
    let server = Server::of(board(300));
    let run = Plan::audit(&server).argument("--issue-numbers", "1300,1003,1001").run();
    let report = ended(&run, 0);
    let numbers: Vec<_> =
        report["issues"].as_array().unwrap().iter().map(|issue| issue["issueNumber"].clone()).collect();
    assert_eq!(numbers, [json!(1001), json!(1003), json!(1300)]);
    assert_eq!(server.count(Stage::RateLimit), 0);
}

#[test]
fn more_than_a_hundred_named_issues_are_probed_for_first() {
    let server = Server::of(board(300));
    let named: Vec<String> = (FIRST..FIRST + 101).map(|number| number.to_string()).collect();
    let report = ended(&Plan::audit(&server).argument("--issue-numbers", named.join(",")).run(), 0);
    assert_eq!(report["issues"].as_array().unwrap().len(), 101);
    assert_eq!(report["evidence"]["scopes"], 2);
    let stages = server.stages();
    assert_eq!(stages, ["rate-limit", "repository", "project", "fields", "items", "items", "items"]);
}

#[test]
fn the_issue_types_of_a_legacy_policy_are_read_once() {
    let mut world = board(250);
    for item in &mut world.project.items {
        item.body("<!-- yukh\nschema: 1\nkind: task\narea: water\npriority: high\n-->\n");
    }
    let policy = "version: 1\ncontract: {marker: yukh}\nfields:\n  kind: {project_field: Work Type, target: \
                  issue_type, values: {task: Task}}\n";
    let server = Server::of(world);
    let report = ended(&Plan::audit(&server).policy(policy).run(), 0);
    assert_eq!(report["totals"], json!({"set_issue_type": 250}));
    assert_eq!(server.count(Stage::IssueTypes), 1);
    assert_eq!(report["evidence"]["restRequests"], 8);
}

#[test]
fn checks_are_counted_once_and_by_the_last_scope() {
    for (issues, scopes) in [(2, 1), (150, 2)] {
        let mut world = board(issues);
        world.add_pull_request(5);
        world.set_runs(&commit(5), &[Some("success"), None], &[Some("failure")]);
        relate(&mut world, 1, issues);
        let server = Server::of(world);
        let audit = Plan::audit(&server).flag("--include-checks").run();
        let report = ended(&audit, 0);
        assert_eq!(
            report["checks"],
            json!({
                "pullRequests": {"read": 1, "notRead": 0},
                "checkRuns": {"success": 1, "unfinished": 1},
                "workflowRuns": {"failure": 1},
            })
        );
        assert_eq!(report["evidence"]["scopes"], scopes);
        let stages = server.stages();
        assert_eq!(stages[stages.len() - 2..], ["check-runs", "workflow-runs"]);
        assert_eq!(report["evidence"]["restRequests"], stages.len() - 1, "all but the batch");
        for format in ["text", "markdown"] {
            let shown =
                Plan::audit(&server).flag("--include-checks").argument("--format", format).run().stdout;
            assert!(shown.contains("1 success, 1 unfinished"), "{shown}");
        }
    }
    let server = Server::of(board(1));
    assert!(ended(&Plan::audit(&server).run(), 0).get("checks").is_none());
}
