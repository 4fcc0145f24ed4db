//! What is said of each issue, and how the run ends.

use serde_json::json;
use yukh::diagnostic::Stage;

use super::{board, ended, lines};
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::program::Plan;
use crate::support::server::{Builder, Server};
use crate::support::world::{Content, Place, World};

/// A backlog of the native dialect with every status but `deferred`; issues 1
/// to 4 are those of the default world.
fn mixed() -> World {
    let mut world = World::organization();
    world.add_issue(6).body(&block("schema: 1\nwork_type: task\narea: attic\n"));
    world.add_issue(7).body(&block("schema: 1\nwork_type: cuckoo\narea: beds\n"));
    world.add_issue(8).body(&block("schema: 1\nwork_type: task\narea: beds\nrelationships:\n  parent: 99\n"));
    world.add_issue(9).body(&block("schema: 1\nwork_type: task\narea: beds\n")).archived = true;
    world.add_issue(10).body("<!-- yukh:issue:v1 \nschema: 1\n-->\n");
    world.add_issue(11);
    world.add_issue(Place::elsewhere("acme-garden/orchard", 12));
    world
}

const MIXED: [&str; 10] = [
    "1 converged {}",
    "2 converged {}",
    "3 drift {\"set_project_field\":3}",
    "4 no_contract {}",
    "6 error {\"set_project_field\":1} YKP-PLAN-005",
    "7 error {} YKP-CONTRACT-008",
    "8 error {\"set_project_field\":2} YKP-GRAPH-002",
    "9 archived {}",
    "10 no_contract {}",
    "11 no_contract {}",
];

#[test]
fn every_issue_has_its_own_status_and_none_stops_another() {
    let report = ended(&Plan::audit(&Server::of(mixed())).run(), 5);
    assert_eq!(lines(&report), MIXED);
    assert_eq!(report["status"], "error");
    assert_eq!(report["failureClass"], "invariant");
    assert_eq!(report["diagnostics"], json!([]));
    assert_eq!(report["totals"], json!({"set_project_field": 6}));
    assert_eq!(
        report["statuses"],
        json!({"error": 3, "drift": 1, "no_contract": 3, "archived": 1, "converged": 2})
    );
}

#[test]
fn a_finding_has_its_path_and_place_and_a_plan_its_id() {
    let server = Server::of(mixed());
    let report = ended(&Plan::audit(&server).run(), 5);
    let issue = |number: u64| {
        let issues = report["issues"].as_array().unwrap();
        issues.iter().find(|issue| issue["issueNumber"] == number).unwrap().clone()
    };
    let finding = &issue(7)["diagnostics"][0];
    assert_eq!((&finding["path"], &finding["line"]), (&json!("$.work_type"), &json!(5)));
    assert!(issue(7).get("planId").is_none());
    assert_eq!(issue(10)["notices"][1]["code"], "YKP-CONTRACT-012");
    for number in [1, 2, 3, 6, 8] {
        let plan = Plan::against(&server).issue(number).run().planned();
        assert_eq!(issue(number)["planId"], plan["planId"], "{number}");
    }
}

#[test]
fn decision_10_a_missing_contract_is_an_error_only_where_it_is_asked_for() {
    let mut world = board(2);
    world.add_issue(5);
    let server = Server::of(world);
    let audit = || Plan::audit(&server);
    assert_eq!(lines(&ended(&audit().run(), 0))[0], "5 no_contract {}");
    let report = ended(&audit().flag("--require-contract").run(), 5);
    assert_eq!(lines(&report)[0], "5 error {} YKP-RUNTIME-001");
}

#[test]
fn decision_30_a_named_issue_without_an_item_is_absent() {
    let server = Server::of(mixed());
    let report = ended(&Plan::audit(&server).argument("--issue-numbers", "1,77").run(), 0);
    assert_eq!(lines(&report), ["1 converged {}", "77 absent {}"]);
}

#[test]
fn decision_31_an_absence_that_is_not_certain_ends_the_run() {
    let mut world = mixed();
    world.add(Content::Redacted);
    let server = Server::of(world);
    let run = |numbers| Plan::audit(&server).argument("--issue-numbers", numbers).run();
    assert_eq!(ended(&run("1,77"), 5)["diagnostics"][0]["code"], "YKP-SNAPSHOT-001");
    assert_eq!(lines(&ended(&run("1,3"), 0)).len(), 2);
    // Every issue that is found is there.
    assert_eq!(lines(&ended(&Plan::audit(&server).run(), 5)), MIXED);
}

#[test]
fn decision_33_a_pull_request_is_an_error_of_its_own_number() {
    let server = Server::of(mixed());
    let report = ended(&Plan::audit(&server).argument("--issue-numbers", "1,5").run(), 5);
    assert_eq!(lines(&report), ["1 converged {}", "5 error {} YKP-SNAPSHOT-001"]);
    assert_eq!(report["issues"][1]["diagnostics"][0]["reason"], "pull_request");
    let audit = || Plan::audit(&server).argument("--issue-numbers", "1,5");
    let told = "YKP-SNAPSHOT-001 (the number is a pull request's)";
    assert!(audit().argument("--format", "text").run().stdout.contains(told));
    assert!(Plan::against(&server).issue(5).run().stderr.contains(told));
    assert_eq!(Plan::against(&server).issue(5).run().json()["diagnostics"][0]["reason"], "pull_request");
    assert!(!lines(&ended(&Plan::audit(&server).run(), 5)).iter().any(|line| line.starts_with("5 ")));
}

#[test]
fn trap_23_a_backlog_of_the_older_dialect_is_planned_with_everything_that_its_policy_manages() {
    let mut world = World::organization();
    world
        .item(1)
        .body(&legacy_block("schema: 1\nkind: epic\narea: beds\npriority: low\n"))
        .set("Priority", "Low");
    world.issue(1).labels = vec!["area: beds".to_owned()];
    world
        .item(2)
        .body(&legacy_block("schema: 1\nkind: task\narea: climate\npriority: high\nmilestone: spring\ndepends_on: [3]\nblocks: [1]\n"));
    world.issue(2).labels = vec!["area: water".to_owned()];
    world
        .item(3)
        .body(&legacy_block("schema: 1\nkind: bug\narea: attic\npriority: low\nmilestone: winter\n"));
    world.item(4).body(&legacy_block("schema: 2\n"));
    let outcome = Plan::audit(&Server::of(world)).policy(LEGACY).run();
    let lines = lines(&ended(&outcome, 5));
    assert_eq!(lines[0], "1 converged {}");
    // In the order of the contract: fields, labels, milestone, parent, dependencies.
    let counts = "{\"set_project_field\":1,\"add_label\":1,\"remove_label\":1,\"set_milestone\":1,\"set_parent\":1,\
                  \"add_dependency\":1,\"add_blocking\":1}";
    assert!(
        outcome.stdout.contains(&format!("\"status\":\"drift\",\"operationCounts\":{counts}")),
        "{outcome:?}"
    );
    assert_eq!(lines[2], "3 error {\"set_project_field\":2} YKP-LEGACY-003 YKP-LEGACY-004");
    assert!(lines[3].starts_with("4 error {} YKP-LEGACY-001"), "{lines:?}");
}

#[test]
fn a_project_that_does_not_fit_a_native_policy_ends_the_run() {
    let mut world = mixed();
    for item in &mut world.project.items {
        item.values.remove("Estimate");
    }
    world.field("Estimate").data_type = "text".to_owned();
    let report = ended(&Plan::audit(&Server::of(world)).run(), 5);
    assert_eq!(report["diagnostics"][0]["code"], "YKP-SCHEMA-004");
    assert_eq!(report["issues"], json!([]));
}

#[test]
fn an_option_of_another_case_is_an_error_of_the_older_issue_that_declares_it() {
    let mut world = World::organization();
    for item in &mut world.project.items {
        item.values.remove("Area");
    }
    world.field("Area").options = vec!["BEDS".to_owned(), "Climate".to_owned(), "Water".to_owned()];
    world.item(1).body(&legacy_block("schema: 1\nkind: epic\narea: beds\npriority: low\n"));
    world.item(3).body(&legacy_block("schema: 1\nkind: task\narea: climate\npriority: low\n"));
    let report = ended(&Plan::audit(&Server::of(world)).policy(LEGACY).run(), 5);
    let lines = lines(&report);
    assert!(lines[0].starts_with("1 error ") && lines[0].ends_with(" YKP-SCHEMA-005"), "{lines:?}");
    assert!(lines[2].starts_with("3 drift "), "{lines:?}");
}

#[test]
fn fail_on_decides_what_an_exit_code_tells() {
    let clean = Server::of({
        let mut world = board(2);
        world.project.items.retain(|item| item.issue().is_some_and(|issue| issue.at.number % 2 == 0));
        world
    });
    let (drift, broken) = (Server::of(board(3)), Server::of(mixed()));
    for (server, codes) in [(&clean, [0, 0, 0]), (&drift, [0, 1, 0]), (&broken, [5, 5, 0])] {
        for (fail_on, code) in ["error", "drift", "never"].into_iter().zip(codes) {
            ended(&Plan::audit(server).argument("--fail-on", fail_on).run(), code);
        }
    }
    let denied = Builder::of(board(1))
        .change(Stage::Items, |_| crate::support::world::Reply::error(403, "no"))
        .start();
    for fail_on in ["error", "drift", "never"] {
        ended(&Plan::audit(&denied).argument("--fail-on", fail_on).run(), 3);
    }
}

#[test]
fn fail_on_means_the_same_for_a_plan() {
    let of = |contract: &str| {
        let mut world = World::organization();
        world.item(3).body(&block(contract));
        world
    };
    let mut waiting = of("schema: 1\nwork_type: task\narea: beds\n");
    waiting.add_dependency(1, 3);
    let cases = [
        (of("schema: 1\nwork_type: bug\narea: climate\n"), [0, 1, 0]),
        (of("schema: 1\nwork_type: bug\narea: nowhere\n"), [0, 1, 0]),
        (of("schema: 1\nwork_type: cuckoo\n"), [2, 2, 0]),
        (waiting, [6, 6, 0]),
    ];
    for (world, codes) in cases {
        let server = Server::of(world);
        for (fail_on, code) in ["error", "drift", "never"].into_iter().zip(codes) {
            let plan =
                Plan::against(&server).argument("--graphql-requests", 0).argument("--fail-on", fail_on);
            let outcome = plan.run();
            assert_eq!(outcome.code, code, "{fail_on}: {outcome:?}");
            assert_eq!(outcome.stdout.lines().count(), 1, "the result or why there is none: {outcome:?}");
        }
    }
    let denied = Builder::of(board(1))
        .change(Stage::Items, |_| crate::support::world::Reply::error(403, "no"))
        .start();
    for fail_on in ["error", "drift", "never"] {
        assert_eq!(Plan::against(&denied).argument("--fail-on", fail_on).run().code, 3, "no result");
    }
    let misfit = Plan::against(&denied).policy("schema: 2\n").argument("--fail-on", "never").run();
    assert_eq!(misfit.code, 2, "the policy is the run's");
}

#[test]
fn a_run_without_a_result_has_the_form_of_a_report() {
    let server = Server::of(board(1));
    let report = ended(&Plan::audit(&server).policy("schema: 2\n").run(), 2);
    assert_eq!(report["status"], "error");
    assert_eq!(report["failureClass"], "input");
    assert_eq!((&report["issues"], &report["totals"]), (&json!([]), &json!({})));
    assert_eq!(report["evidence"]["restRequests"], 0);
    assert_eq!(report["capabilities"].as_array().unwrap().len(), 11);
    assert_eq!(server.asked().len(), 0);
    for (name, value) in [
        ("--issue-numbers", "1,1"),
        ("--issue-numbers", "0"),
        ("--issue-numbers", "-1"),
        ("--project-number", "-1"),
        ("--fail-on", "always"),
        ("--format", "yaml"),
    ] {
        let report = ended(&Plan::audit(&server).argument(name, value).run(), 2);
        assert_eq!(report["diagnostics"][0]["option"], name);
        assert_eq!(report["issues"], json!([]));
    }
}

#[test]
fn a_board_without_issues_of_the_repository_is_a_complete_result() {
    let mut world = World::organization();
    world.project.items.clear();
    let report = ended(&Plan::audit(&Server::of(world)).policy(NATIVE).run(), 0);
    assert_eq!(report["status"], "success");
    assert_eq!(report["issues"], json!([]));
    assert_eq!(report["evidence"]["scopes"], 0);
}

#[test]
fn an_audit_says_that_it_does_not_know_what_it_can_not_read() {
    let mut world = World::organization();
    world.add(Content::Redacted);
    let server = Server::of(world);
    let audited = Plan::audit(&server).run();
    let report: serde_json::Value = serde_json::from_str(&audited.stdout).unwrap();
    assert_eq!(report["evidence"]["unreadableItems"], 1);
    let sentence = "1 item of the Project can not be read with this token.";
    for format in ["text", "markdown"] {
        let shown = Plan::audit(&server).argument("--format", format).run().stdout;
        assert!(shown.contains(sentence), "{shown}");
    }
}
