//! The same Project planned by a version 1 policy.

use yukh::diagnostic::Stage;

use super::FOUR_READS;
use crate::support::policies::{LEGACY, block, legacy_block};
use crate::support::program::{Outcome, Plan, operations};
use crate::support::server::{Builder, Server};
use crate::support::world::World;

/// Issue 3 with a version 1 block.
fn legacy(yaml: &str) -> World {
    let mut world = World::organization();
    world.item(3).body(&legacy_block(yaml));
    world
}

fn plan(world: World) -> Outcome {
    Plan::against(&Server::of(world)).policy(LEGACY).run()
}

#[test]
fn a_version_1_issue_is_planned_with_everything_that_its_policy_manages() {
    let mut world = legacy(
        "schema: 1\nkind: bug\narea: climate\npriority: urgent\nestimate: 5\nmilestone: spring\nparent: 1\n\
         depends_on: [2]\nblocks: [4]\nextensions: {start_date: '2026-03-01'}\n",
    );
    world.issue(3).labels = vec!["area: beds".to_owned(), "by hand".to_owned()];
    let server = Server::of(world);
    let report = Plan::against(&server).policy(LEGACY).run().planned();
    assert_eq!(report["executable"], true, "{report}");
    let kinds: Vec<String> =
        operations(&report).iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(
        kinds,
        [
            "set_field_value",
            "set_field_value",
            "set_field_value",
            "set_field_value",
            "remove_label",
            "add_label",
            "set_milestone",
            "set_parent",
            "add_dependency",
            "add_blocking",
        ]
    );
    assert_eq!(server.stages(), FOUR_READS);
}

#[test]
fn a_converged_version_1_issue_needs_no_operation() {
    let mut world = legacy("schema: 1\nkind: task\narea: climate\npriority: low\nestimate: 2\n");
    world.item(3).set("Priority", "Low").set("Status", "Done");
    world.issue(3).labels = vec!["area: climate".to_owned(), "by hand".to_owned()];
    let report = plan(world).planned();
    assert_eq!(operations(&report), [""; 0]);
    assert_eq!(report["executable"], true);
}

#[test]
fn a_silent_version_1_contract_drifts_from_what_is_observed() {
    let mut world = legacy("schema: 1\nkind: task\narea: climate\npriority: low\nestimate: 2\n");
    world.item(3).set("Priority", "Low");
    world.issue(3).labels = vec!["area: climate".to_owned()];
    world.issue(3).milestone = Some("Spring planting".to_owned());
    world.set_parent(3, 1);
    world.add_dependency(2, 3);
    world.add_dependency(3, 4);
    let kinds: Vec<String> = operations(&plan(world).planned())
        .iter()
        .map(|line| line.split(' ').next().unwrap().to_owned())
        .collect();
    assert_eq!(kinds, ["set_milestone", "set_parent", "remove_dependency", "remove_blocking"]);
}

#[test]
fn removals_are_not_planned_on_what_is_hidden() {
    let mut world = legacy("schema: 1\nkind: task\narea: climate\npriority: low\nestimate: 2\n");
    world.item(3).set("Priority", "Low");
    world.issue(3).labels = vec!["area: climate".to_owned()];
    world.add_dependency(2, 3);
    world.hidden.insert((7_000.into(), 3.into()));
    let outcome = plan(world);
    assert_eq!(operations(&outcome.planned()), [""; 0]);
    assert_eq!(outcome.notices(), ["YKP-GRAPH-007"]);
}

#[test]
fn issue_types_are_read_once_where_the_policy_compares_them() {
    let policy =
        LEGACY.replace("kind: {project_field: Work Type,", "kind: {project_field: Kind, target: issue_type,");
    let mut world = legacy("schema: 1\nkind: bug\narea: climate\npriority: low\nestimate: 2\n");
    world.item(3).set("Priority", "Low");
    world.issue(3).labels = vec!["area: climate".to_owned()];
    world.issue(3).issue_type = Some("Task".to_owned());
    let server = Server::of(world);
    let report = Plan::against(&server).policy(&policy).run().planned();
    assert_eq!(operations(&report), ["set_issue_type kind = \"Bug\""]);
    assert_eq!(server.count(Stage::IssueTypes), 1);
    assert_eq!(server.asked().len(), 5);
}

#[test]
fn each_dialect_reads_its_own_block_of_a_body() {
    let body = format!(
        "{}\n{}",
        block("schema: 1\nwork_type: task\narea: climate\n"),
        legacy_block("schema: 1\nkind: bug\narea: climate\npriority: urgent\nestimate: 2\n")
    );
    let mut world = World::organization();
    world.item(3).body(&body);
    world.issue(3).labels = vec!["area: climate".to_owned()];
    let native = Plan::against(&Server::of(world.clone())).run().planned();
    assert_eq!(operations(&native), [""; 0]);
    assert_eq!(
        operations(&plan(world).planned()),
        ["set_field_value kind = \"Bug\"", "set_field_value priority = \"Urgent\""]
    );
}

#[test]
fn nothing_is_planned_on_what_github_leaves_out() {
    let policy = LEGACY
        .replace("kind: {project_field: Work Type,", "kind: {target: issue_type, project_field: Kind,")
        .replace("priority: {project_field", "priority: {target: issue_field, project_field");
    for left_out in ["type", "issue_field_values", "labels", "milestone"] {
        let mut world = legacy("schema: 1\nkind: bug\narea: climate\npriority: low\nestimate: 2\n");
        world.issue(3).issue_fields = vec![("Priority".to_owned(), "text".to_owned(), "Low".into())];
        let server = Builder::of(world)
            .change(Stage::Items, move |reply| {
                reply.edit(|items| {
                    items[2]["content"].as_object_mut().unwrap().remove(left_out);
                })
            })
            .start();
        let outcome = Plan::against(&server).policy(&policy).run();
        assert_eq!(outcome.failure(4), "YKP-GH-READ-011", "{left_out}");
    }
}
