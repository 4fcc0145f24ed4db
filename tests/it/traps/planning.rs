//! Planning: the surface of the older dialect, values, limits, endpoints.

use serde_json::json;
use yukh::diagnostic::Stage;

use super::{changed, plan};
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::program::{Plan, operations};
use crate::support::raw::RawServer;
use crate::support::server::Server;
use crate::support::world::{Value, World};

#[test]
fn trap_23_one_version_1_issue_is_planned_with_its_whole_surface() {
    let mut world = World::organization();
    world.item(3).body(&legacy_block(
        "schema: 1\nkind: bug\narea: climate\npriority: low\nestimate: 2\nmilestone: spring\ndepends_on: [2]\n",
    ));
    world.issue(3).issue_fields = vec![("Priority".to_owned(), "single_select".to_owned(), json!("High"))];
    world.issue(3).issue_type = Some("Task".to_owned());
    let policy = LEGACY
        .replace("kind: {project_field: Work Type,", "kind: {target: issue_type, project_field: Kind,")
        .replace("priority: {project_field", "priority: {target: issue_field, project_field");
    let report = Plan::against(&Server::of(world)).policy(&policy).run().planned();
    let kinds: Vec<String> =
        operations(&report).iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(kinds, ["set_issue_type", "set_issue_field", "add_label", "set_milestone", "add_dependency"]);
}

#[test]
fn trap_26_values_of_every_form_are_read_or_refused() {
    let mut world = World::organization();
    world.item(3).body(&block(
        "schema: 1\nwork_type: task\narea: climate\niteration: Week 10\nproject:\n  start_date: 2026-03-01\n",
    ));
    world.item(3).set("Iteration", Value::Iteration("Week 10".to_owned()));
    world.item(3).set("Start Date", Value::Date("2026-03-01T00:00:00Z".to_owned()));
    assert_eq!(operations(&plan(world).planned()), [""; 0]);

    let (_, outcome) = changed(Stage::Items, |items| {
        for entry in items[2]["fields"].as_array_mut().unwrap() {
            if entry["name"] == "Estimate" {
                entry["value"] = json!({ "amount": 2 });
            }
        }
    });
    assert_eq!(outcome.failure(5), "YKP-REST-001");
}

#[test]
fn trap_27_names_that_are_long_spaced_or_odd_do_not_fail_the_read() {
    let mut world = World::organization();
    for name in [&"long ".repeat(30), " spaced ", "constructor", "__proto__", "toString"] {
        world.add_field(name, "text");
        world.item(3).set(name, Value::Text("x".to_owned()));
    }
    assert_eq!(operations(&plan(world).planned()).len(), 3);

    let mut world = World::organization();
    world.field("Estimate").name = "constructor".to_owned();
    let estimate = world.item(3).values.remove("Estimate").unwrap();
    world.item(3).set("constructor", estimate);
    let policy = NATIVE.replace("name: Estimate", "name: constructor");
    let report = Plan::against(&Server::of(world)).policy(&policy).run().planned();
    assert_eq!(operations(&report)[0], "set_field_value estimate = 5");
}

#[test]
fn trap_28_a_first_parent_and_a_new_dependency_can_be_executable() {
    let mut world = World::organization();
    world.item(3).body(&block(
        "schema: 1\nwork_type: task\narea: climate\nrelationships:\n  parent: 1\n  blocked_by: [2]\n",
    ));
    let report = plan(world).planned();
    assert_eq!(report["executable"], true, "{report}");
    assert_eq!(operations(&report), ["set_parent parent", "add_dependency dependency"]);
}

#[test]
fn trap_30_a_peer_that_hangs_up_ends_the_run_at_once() {
    let server = RawServer::hanging_up(b"");
    let outcome = Plan::at(server.address()).run();
    assert_eq!(outcome.failure(4), "YKP-GH-READ-004");
    assert_eq!(server.connections(), 1);
}
