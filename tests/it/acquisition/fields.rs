//! Step 3: the Project's fields.

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Stage};
use yukh::github::Operation;
use yukh::observed::ProjectField;
use yukh::scope::FieldKind;

use super::fake::{Run, parts};
use crate::support::world::{Value, World};

fn field<'a>(fields: &'a [ProjectField], name: &str) -> &'a ProjectField {
    fields.iter().find(|field| field.name.expose() == name).unwrap()
}

/// The field ids that the items request named.
fn asked(run: &Run) -> Vec<u64> {
    run.operations()
        .iter()
        .find_map(|operation| match operation {
            Operation::Items { fields, .. } => Some(fields.clone()),
            _ => None,
        })
        .unwrap()
}

#[test]
fn every_field_is_kept_with_its_kind_and_options() {
    let snapshot = Run::of(World::organization(), [1]).snapshot();
    assert_eq!(snapshot.fields().len(), 19);
    assert_eq!(field(snapshot.fields(), "Iteration").kind, Some(FieldKind::Iteration));
    assert!(field(snapshot.fields(), "Iteration").options.is_empty());
    let priority = field(snapshot.fields(), "Priority");
    let names: Vec<&str> = priority.options.iter().map(|option| option.name.expose()).collect();
    assert_eq!(names, ["Urgent", "High", "Low"]);
}

#[test]
fn decision_49_data_types_outside_the_list_are_kept_without_a_kind() {
    let mut world = World::organization();
    world.add_field("Created", "created_at");
    world.add_field("Tags", "multi_select");
    let snapshot = Run::of(world, [1]).snapshot();
    for name in ["Title", "Created", "Tags", "Sub-issues progress"] {
        assert_eq!(field(snapshot.fields(), name).kind, None, "{name}");
    }
}

#[test]
fn decision_48_names_that_differ_by_case_alone_are_both_kept() {
    let mut world = World::organization();
    world.add_field("estimate", "number");
    let snapshot = Run::of(world, [1]).snapshot();
    assert_ne!(
        field(snapshot.fields(), "estimate").reference,
        field(snapshot.fields(), "Estimate").reference
    );
}

#[test]
fn b12_a_field_on_the_second_page_is_read() {
    let mut world = World::organization();
    for index in 0..100 {
        world.add_field(&format!("Filler {index}"), "text");
    }
    world.add_field("Wanted", "text");
    world.item(1).set("Wanted", Value::Text("water".to_owned()));
    let mut run = Run::of(world, [1]);
    run.selection.project_fields.insert("Wanted".to_owned());
    let snapshot = run.snapshot();
    assert_eq!(run.count(Stage::Fields), 2);
    let value = parts(&snapshot, 1).values.iter().find(|(name, _)| name.expose() == "Wanted").unwrap().1;
    assert!(value.is_some());
}

#[test]
fn decision_45_the_items_request_names_the_fields_of_the_policy_ascending() {
    let run = Run::of(World::organization(), [1]);
    run.snapshot();
    assert_eq!(asked(&run), (9_010..=9_019).collect::<Vec<u64>>());

    let mut none = Run::of(World::organization(), [1]);
    none.selection.project_fields = ["Title", "Labels", "Nowhere", "STATUS"].map(str::to_owned).into();
    let snapshot = none.snapshot();
    assert_eq!(asked(&none), Vec::<u64>::new());
    assert!(parts(&snapshot, 1).values.is_empty());
}

#[test]
fn decision_45_more_than_fifty_fields_are_a_limit() {
    let many = |count: usize| {
        let mut world = World::organization();
        let names: Vec<String> = (0..count).map(|index| format!("Field {index}")).collect();
        for name in &names {
            world.add_field(name, "text");
        }
        let mut run = Run::of(world, [1]);
        run.selection.project_fields = names.into_iter().collect();
        run
    };
    many(50).snapshot();
    assert_eq!(many(51).failure(), (Code::GithubRead005, Some(Stage::Fields)));
}

#[test]
fn trap_32_values_of_built_in_fields_are_not_asked_for() {
    let mut run = Run::of(World::organization(), [1]);
    run.selection.project_fields.extend(["Repository", "Linked pull requests"].map(str::to_owned));
    run.snapshot();
    assert!(asked(&run).iter().all(|id| *id > 9_009));
}

#[test]
fn a_field_without_a_node_id_is_known_by_its_id() {
    let mut world = World::organization();
    world.field("Notes").has_node_id = false;
    let id = world.field("Notes").id.to_string();
    let snapshot = Run::of(world, [1]).snapshot();
    assert_eq!(field(snapshot.fields(), "Notes").reference.expose(), id);
}

#[test]
fn names_may_be_plain_or_rich() {
    let plain = Run::of(World::organization(), [2]).edit(Stage::Fields, |fields| {
        for field in fields.as_array_mut().unwrap() {
            for option in field["options"].as_array_mut().into_iter().flatten() {
                option["name"] = option["name"]["raw"].clone();
            }
        }
    });
    let rich = Run::of(World::organization(), [2]).edit(Stage::Fields, |fields| {
        for field in fields.as_array_mut().unwrap() {
            field["name"] = json!({ "raw": field["name"], "html": "<b>" });
        }
    });
    let fingerprint = Run::of(World::organization(), [2]).snapshot().fingerprint().to_owned();
    assert_eq!(plain.snapshot().fingerprint(), fingerprint);
    assert_eq!(rich.snapshot().fingerprint(), fingerprint);
}

#[test]
fn b27_an_empty_field_list_of_a_user_owned_project_is_a_token_that_can_not_read_it() {
    let empty = |world| Run::of(world, [1]).edit(Stage::Fields, |fields| *fields = json!([]));
    assert_eq!(empty(World::user()).failure(), (Code::Capability001, Some(Stage::Fields)));
    assert_eq!(empty(World::organization()).failure(), (Code::Snapshot001, Some(Stage::Fields)));
}

#[test]
fn a_field_or_option_that_comes_twice_discards_the_snapshot() {
    let edits: [fn(&mut Json); 3] = [
        |fields| fields[3] = fields[4].clone(),
        |fields| fields[3]["node_id"] = fields[4]["node_id"].clone(),
        |fields| fields[9]["options"][0] = fields[9]["options"][1].clone(),
    ];
    for edit in edits {
        let run = Run::of(World::organization(), [1]).edit(Stage::Fields, edit);
        assert_eq!(run.failure(), (Code::Snapshot001, Some(Stage::Fields)));
    }
}

#[test]
fn fields_and_options_are_bounded() {
    let fields = |count: usize| {
        let mut world = World::organization();
        while world.project.fields.len() < count {
            world.add_field(&format!("Field {}", world.project.fields.len()), "text");
        }
        Run::of(world, [1])
    };
    assert_eq!(fields(256).snapshot().fields().len(), 256);
    assert_eq!(fields(257).failure(), (Code::GithubRead005, Some(Stage::Fields)));

    let options = |lists: &[usize]| {
        let mut world = World::organization();
        world.project.fields.retain(|field| field.data_type != "single_select");
        world.project.items.iter_mut().for_each(|item| item.values.clear());
        for (at, count) in lists.iter().enumerate() {
            world.add_field(&format!("Select {at}"), "single_select").id = 20_000 + 100 * at as u64;
            let field = world.project.fields.last_mut().unwrap();
            field.options = (0..*count).map(|option| format!("Option {option}")).collect();
        }
        Run::of(world, [1])
    };
    options(&[256; 8]).snapshot();
    assert_eq!(options(&[257]).failure(), (Code::GithubRead005, Some(Stage::Fields)));
    assert_eq!(
        options(&[256, 256, 256, 256, 256, 256, 256, 256, 1]).failure(),
        (Code::GithubRead005, Some(Stage::Fields))
    );
}

#[test]
fn malformed_fields_are_refused() {
    let edits: [fn(&mut Json); 6] = [
        |fields| fields[0]["id"] = json!("9001"),
        |fields| fields[0]["name"] = json!(7),
        |fields| fields[0]["data_type"] = json!(null),
        |fields| fields[0]["node_id"] = json!("a\nb"),
        |fields| fields[9]["options"][0]["name"] = json!({ "html": "Backlog" }),
        |fields| {
            fields[9].as_object_mut().unwrap().remove("options");
        },
    ];
    for edit in edits {
        let run = Run::of(World::organization(), [1]).edit(Stage::Fields, edit);
        assert_eq!(run.failure(), (Code::Rest001, Some(Stage::Fields)));
    }
}
