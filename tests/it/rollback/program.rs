//! The program, told to use the v1 transport.

use serde_json::json;

use super::model::{Model, at, value};
use super::served::Served;
use crate::support::policies::block;
use crate::support::program::{Outcome, Plan, operations};

const POLICY: &str = "\
schema: 1
fields:
  work_type: {name: Work Type, kind: single_select, mode: managed, options: {task: Task}}
  area: {name: Area, kind: single_select, mode: managed, options: {beds: Beds}}
  size: {name: Size, kind: single_select, mode: managed, options: {small: Small, large: Large}}
  estimate: {name: Estimate, kind: number, mode: managed}
";

/// Issue 1 wants another estimate and to be blocked by issue 2.
fn model() -> Model {
    let mut model = Model::new();
    for (name, option) in [("Work Type", "Task"), ("Area", "Beds")] {
        model.fields.push(json!({
            "__typename": "ProjectV2SingleSelectField", "id": name, "name": name, "dataType": "SINGLE_SELECT",
            "options": [{ "id": option, "name": option }],
        }));
        model.issue(1).values.push(value("SingleSelect", "name", json!(option), name));
    }
    let contract = "schema: 1\nwork_type: task\narea: beds\nsize: large\nestimate: 5\n\
        relationships:\n  blocked_by: [2]\n";
    model.issue(1).content["body"] = json!(block(contract));
    model
}

fn run(plan: Plan) -> Outcome {
    plan.policy(POLICY).argument("--transport", "v1-graphql").run()
}

#[test]
fn an_issue_is_planned_with_a_warning_and_without_rest() {
    let server = Served::of(model());
    let outcome = run(Plan::at(&server.address()).issue(1));
    let report = outcome.planned();
    assert_eq!(report["executable"], true, "{report}");
    assert_eq!(operations(&report), ["set_field_value estimate = 5", "add_dependency dependency"]);
    assert!(outcome.stderr.starts_with("yukh: warning: "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("rollback"), "{}", outcome.stderr);
    // The last one asks for what the contract relates to.
    assert_eq!(server.asked(), ["Scope", "Fields", "Item", "Relationships", "Scope"]);
}

#[test]
fn what_is_related_already_is_not_asked_for() {
    let mut model = model();
    model.issue(1).blocked_by = vec![at(2)];
    let server = Served::of(model);
    let report = run(Plan::at(&server.address()).issue(1)).planned();
    assert_eq!(operations(&report), ["set_field_value estimate = 5"]);
    assert_eq!(server.asked(), ["Scope", "Fields", "Item", "Relationships"]);
}

#[test]
fn issues_without_a_plan_end_as_over_the_other_transport() {
    let server = Served::of(model());
    let outcome = |issue| run(Plan::at(&server.address()).issue(issue));
    assert_eq!((outcome(2).outcome(), outcome(77).outcome()), ("no_contract".into(), "absent".into()));
    assert_eq!(outcome(5).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn a_snapshot_tells_what_an_explicit_list_costs() {
    let server = Served::of(model());
    let account = |issues: &str| {
        let plan = Plan::at(&server.address()).command("snapshot").argument("--issue-numbers", issues);
        run(plan)
    };
    let json = account("1,2").json();
    assert_eq!(json["status"], "success", "{json}");
    assert_eq!(server.asked().len(), 7);
    let refused = account("1,2,3,4,5,6,7,8,9,10,11").json();
    assert_eq!(refused["diagnostics"][0]["option"], "--issue-numbers", "{refused}");
    assert_eq!(server.asked().len(), 7, "nothing more was asked");
}

#[test]
fn an_audit_and_options_that_the_transport_can_not_keep_are_refused_before_any_request() {
    let server = Served::of(model());
    let refused = |plan: Plan| {
        let outcome = run(plan);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(!outcome.stderr.contains("warning"), "{outcome:?}");
        outcome.json()["diagnostics"][0]["option"].as_str().unwrap().to_owned()
    };
    let plan = || Plan::at(&server.address()).issue(1);
    assert_eq!(refused(Plan::at(&server.address()).command("audit")), "--transport");
    assert_eq!(refused(plan().flag("--include-checks")), "--include-checks");
    assert_eq!(refused(plan().argument("--items-filter", "repository")), "--items-filter");
    assert_eq!(refused(plan().argument("--graphql-requests", 257)), "--graphql-requests");
    assert!(server.asked().is_empty());
}
