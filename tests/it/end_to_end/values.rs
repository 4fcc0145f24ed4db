//! Values of every kind, as GitHub words them.

use serde_json::json;
use yukh::diagnostic::Stage;

use crate::support::policies::block;
use crate::support::program::{Outcome, Plan, operations};
use crate::support::server::{Builder, Server};
use crate::support::world::{Value, World};

fn plan(world: World) -> Outcome {
    Plan::against(&Server::of(world)).issue(2).run()
}

/// A value of each kind that differs from what issue 2 declares.
fn different() -> [(&'static str, &'static str, Value); 5] {
    [
        ("Priority", "set_field_value priority = \"High\"", "Low".into()),
        ("Estimate", "set_field_value estimate = 3", 3.5.into()),
        ("Iteration", "set_field_value iteration = \"Week 10\"", Value::Iteration("Week 11".to_owned())),
        ("Start Date", "set_field_value start_date = \"2026-03-01\"", Value::Date("2026-03-02".to_owned())),
        ("Work Type", "set_field_value work_type = \"Task\"", "Bug".into()),
    ]
}

#[test]
fn a_different_value_of_any_kind_is_set() {
    for (field, operation, value) in different() {
        let mut world = World::organization();
        world.item(2).set(field, value);
        assert_eq!(operations(&plan(world).planned()), [operation]);
    }
}

#[test]
fn an_unset_value_is_set_whether_it_is_null_or_left_out() {
    for (field, operation, _) in different() {
        for value in [Value::Null, Value::Omitted] {
            let mut world = World::organization();
            world.item(2).set(field, value);
            assert_eq!(operations(&plan(world).planned()), [operation]);
        }
    }
}

#[test]
fn a_timestamp_at_midnight_counts_as_its_date() {
    let mut world = World::organization();
    world.item(2).set("Start Date", Value::Date("2026-03-01T00:00:00+00:00".to_owned()));
    assert_eq!(operations(&plan(world).planned()), [""; 0]);
}

#[test]
fn a_value_of_an_unknown_form_is_refused() {
    for (field, value) in [
        ("Priority", json!("High")),
        ("Priority", json!({ "id": "1" })),
        ("Estimate", json!("3")),
        ("Estimate", json!({ "raw": "3" })),
        ("Iteration", json!("Week 10")),
        ("Iteration", json!({ "id": "1", "name": "Week 10" })),
        ("Start Date", json!("yesterday")),
        ("Start Date", json!(20_260_301)),
        ("Notes", json!(7)),
    ] {
        let mut world = World::organization();
        world.item(2).set(field, Value::Raw(value.clone()));
        assert_eq!(plan(world).failure(5), "YKP-REST-001", "{field}: {value}");
    }
}

#[test]
fn completed_iterations_are_iterations() {
    let mut world = World::organization();
    world.item(2).set("Iteration", Value::Iteration("Week 9".to_owned()));
    world.item(2).body(&block("schema: 1\nwork_type: task\narea: water\niteration: Week 9\n"));
    assert_eq!(operations(&plan(world).planned()), [""; 0]);
}

#[test]
fn only_fields_of_the_policy_are_asked_for_by_ascending_id() {
    let mut world = World::organization();
    world.project.fields.reverse();
    let named = [
        "Work Type",
        "Area",
        "Priority",
        "Size",
        "Estimate",
        "Iteration",
        "Start Date",
        "Target Date",
        "Notes",
        "Status",
    ];
    let mut expected: Vec<u64> = named.iter().map(|name| world.field(name).id).collect();
    expected.sort_unstable();
    let server = Server::of(world);
    Plan::against(&server).run().planned();
    let expected: Vec<String> = expected.iter().map(u64::to_string).collect();
    assert_eq!(server.asked()[3].parameter("fields"), Some(expected.join(",").as_str()));
}

#[test]
fn a_field_of_an_unknown_type_is_kept_unless_the_policy_names_it() {
    let mut world = World::organization();
    world.add_field("Opened at", "created_at");
    assert_eq!(operations(&plan(world.clone()).planned()), [""; 0]);
    world.field("Notes").data_type = "multi_select".to_owned();
    let report = Plan::against(&Server::of(world)).issue(3).run();
    assert_ne!(report.code, 0, "{report:?}");
}

#[test]
fn a_field_without_a_node_id_is_a_field() {
    let mut world = World::organization();
    world.field("Notes").has_node_id = false;
    assert_eq!(operations(&plan(world).planned()), [""; 0]);
}

#[test]
fn options_may_have_descriptions_of_any_form() {
    let builder = Builder::of(World::organization()).change(Stage::Fields, |reply| {
        reply.edit(|fields| {
            for field in fields.as_array_mut().unwrap() {
                for option in field["options"].as_array_mut().into_iter().flatten() {
                    option.as_object_mut().unwrap().remove("description");
                }
            }
        })
    });
    let outcome = Plan::against(&builder.start()).issue(2).run();
    assert_eq!(operations(&outcome.planned()), [""; 0]);
}
