//! Each planning input, changed for one reader alone: what the comparison tells.

use std::fmt::Write as _;

use serde_json::Value as Json;
use yukh::desired::Policy;
use yukh::observed::Snapshot;
use yukh::report::{Comparison, ComparisonStatus, Pair};
use yukh::run::{CompareOrder, compare};
use yukh::scope::SubjectClass;

use crate::acquisition::fake::Run;
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::world::{Place, Value, World};

type Change = fn(&mut World);

/// A world in which issue 3 gets something of every kind: values, an option, a
/// parent and a dependency.
fn native() -> World {
    let mut world = World::organization();
    world.issue(3).body = Some(block(
        "schema: 1\nwork_type: bug\narea: climate\npriority: urgent\nsize: large\nestimate: 5\n\
         iteration: Week 10\nproject:\n  target_date: 2026-03-20\n\
         relationships:\n  parent: 1\n  blocked_by: [2]\n  blocks: [4]\n",
    ));
    world.add_dependency(3, 4);
    world.field("Priority").options.retain(|option| option != "Urgent");
    world
}

/// The same for the older dialect, with labels, a milestone and a parent.
fn legacy() -> World {
    let mut world = World::organization();
    world.issue(3).body = Some(legacy_block(
        "schema: 1\nkind: bug\narea: climate\npriority: high\nestimate: 5\nmilestone: spring\nparent: 1\n\
         depends_on: [2]\n",
    ));
    world.issue(3).labels = vec!["area: beds".to_owned(), "wet".to_owned()];
    world
}

fn snapshot(world: World, policy: &Policy, change: impl FnOnce(&mut Run)) -> Snapshot {
    let mut run = Run::of(world, [3]);
    run.budget(yukh::scope::Limit::GraphqlRequests, 2);
    run.selection = policy.selection();
    change(&mut run);
    run.snapshot()
}

/// The differences, one a line.
fn told(first: &Snapshot, second: &Snapshot, policy: &Policy) -> Vec<String> {
    let order = CompareOrder { policy, require_contract: false };
    let comparison =
        Comparison::of_readers(vec![Pair::read(compare([first, second], order).unwrap())]).unwrap();
    let object: Json = serde_json::from_str(&comparison.object()).unwrap();
    let differences = object["comparisons"][0]["issues"][0]["differences"].as_array().unwrap();
    assert_eq!(comparison.status() == ComparisonStatus::Equal, differences.is_empty());
    differences.iter().map(line).collect()
}

fn line(difference: &Json) -> String {
    let word = |name: &str| difference[name].as_str().map(|word| format!(" {word}")).unwrap_or_default();
    let words = ["type", "code", "logicalKey", "path"].map(word).concat();
    let mut line = format!("{}{words}", difference["part"].as_str().unwrap());
    for name in ["onlyIn", "value", "differs", "values", "preconditions"] {
        if let Some(told) = difference.get(name) {
            let _ = write!(line, " {name} {told}");
        }
    }
    line
}

/// What is told of each change.
fn table(base: fn() -> World, policy: &str, changes: &[(&str, Change)]) -> String {
    let policy = Policy::parse(policy.as_bytes()).unwrap();
    let first = snapshot(base(), &policy, |_| ());
    assert_eq!(told(&first, &snapshot(base(), &policy, |_| ()), &policy), Vec::<String>::new());
    let mut table = String::new();
    for (name, change) in changes {
        let mut world = base();
        change(&mut world);
        let told = told(&first, &snapshot(world, &policy, |_| ()), &policy);
        let _ = writeln!(table, "{name}:");
        told.iter().for_each(|line| {
            let _ = writeln!(table, "  {line}");
        });
    }
    table
}

#[test]
fn each_input_of_a_native_plan_is_told_and_nothing_else() {
    let changes: [(&str, Change); 20] = [
        ("title", |world| world.issue(3).title.push('!')),
        ("value of a compared field", |world| {
            world.item(3).set("Estimate", 4.0);
        }),
        ("value of an observed field", |world| {
            world.item(3).set("Notes", Value::Text("Wet".to_owned()));
        }),
        ("value that agrees then", |world| {
            world.item(3).set("Work Type", "Bug");
        }),
        ("value that agrees no more", |world| {
            world.item(3).set("Area", "Beds");
        }),
        ("time of the item", |world| world.item(3).updated_at = "2026-03-01T08:00:01Z".to_owned()),
        ("time of the issue", |world| world.issue(3).updated_at = "2026-03-01T08:00:01Z".to_owned()),
        ("reference of the issue", |world| world.issue(3).id += 1_000),
        ("reference of the item", |world| world.item(3).id += 1_000),
        ("reference of the Project", |world| world.project.id += 1),
        ("reference of the repository", |world| world.repository.id += 1),
        ("reference of a field", |world| world.field("Estimate").id += 1_000),
        ("field that is missing", |world| world.remove_field("Target Date")),
        ("option that is there", |world| world.field("Priority").options.push("Urgent".to_owned())),
        ("declared value", |world| {
            world.issue(3).body =
                world.issue(3).body.take().map(|body| body.replace("estimate: 5", "estimate: 8"));
        }),
        ("declared relation", |world| {
            world.issue(3).body =
                world.issue(3).body.take().map(|body| body.replace("parent: 1", "parent: 2"));
        }),
        ("parent", |world| world.set_parent(3, 1)),
        ("another parent", |world| world.set_parent(3, 2)),
        ("dependency", |world| world.add_dependency(2, 3)),
        ("near miss in the body", |world| {
            let body = world.issue(3).body.take().unwrap();
            world.issue(3).body = Some(format!("{body}\n  <!-- yukh:issue:v1\n"));
        }),
    ];
    insta::assert_snapshot!("native_inputs", table(native, NATIVE, &changes));
}

#[test]
fn each_input_of_a_legacy_plan_is_told_and_nothing_else() {
    let changes: [(&str, Change); 7] = [
        ("managed label", |world| world.issue(3).labels.push("area: climate".to_owned())),
        ("label that goes", |world| {
            world.issue(3).labels.remove(0);
        }),
        ("other label", |world| world.issue(3).labels.push("dry".to_owned())),
        ("milestone", |world| world.issue(3).milestone = Some("Spring planting".to_owned())),
        ("another milestone", |world| world.issue(3).milestone = Some("Harvest".to_owned())),
        ("parent", |world| world.set_parent(3, 2)),
        ("hidden dependency", |world| {
            let hidden = (Place::elsewhere("acme-garden/orchard", 9), Place::from(3));
            world.dependencies.insert(hidden.clone());
            world.hidden.insert(hidden);
        }),
    ];
    insta::assert_snapshot!("legacy_inputs", table(legacy, LEGACY, &changes));
}

#[test]
fn another_class_of_token_differs_in_the_references_of_every_operation() {
    let policy = Policy::parse(NATIVE.as_bytes()).unwrap();
    let first = snapshot(native(), &policy, |_| ());
    let second = snapshot(native(), &policy, |run| run.scope.subject = SubjectClass::InstallationToken);
    let told = told(&first, &second, &policy);
    assert!(told.len() > 5 && told.iter().all(|line| line.contains("differs [\"references\"]")), "{told:?}");
}
