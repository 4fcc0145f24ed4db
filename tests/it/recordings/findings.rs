//! Worlds in which each finding about contracts and plans occurs.

use yukh::desired::Dialect;

use super::Case;
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::world::{Place, Value, World};

/// What every contract of a list begins with.
const NATIVE_HEAD: &str = "schema: 1\nwork_type: task\narea: beds\n";
const LEGACY_HEAD: &str = "schema: 1\nkind: task\narea: beds\npriority: low\n";

/// All of them.
pub(super) fn cases() -> Vec<Case> {
    vec![
        native_contracts(),
        a_block_that_is_too_large(),
        near_misses(),
        legacy_contracts(),
        native_values(),
        native_graph(),
        cycles(),
        too_many_relations(),
        legacy_graph(),
        schema("names-that-are-no-names", "a field without a name", |world| {
            world.add_field("", "text");
        }),
        schema("two-fields-of-one-name", "two fields that differ by case", |world| {
            world.add_field("STATUS", "text");
        }),
        schema("a-field-that-is-missing", "an observed field that the Project has not", |world| {
            world.remove_field("Status");
        }),
        schema("another-kind", "a field of another kind", |world| {
            let field = world.field("Estimate");
            field.data_type = "text".to_owned();
            for item in &mut world.project.items {
                item.values.remove("Estimate");
            }
        }),
        schema("names-that-are-nearly-equal", "a field and an option in another case", |world| {
            "PRIORITY".clone_into(&mut world.field("Priority").name);
            "BEDS".clone_into(&mut world.field("Area").options[0]);
            for item in &mut world.project.items {
                item.values.remove("Priority");
                item.values.remove("Area");
            }
        }),
        work_types(true),
        work_types(false),
        other_labels(),
    ]
}

/// An organization's world with issues of these bodies, numbered from 1.
fn world_of<'a>(bodies: impl IntoIterator<Item = &'a str>) -> (World, Vec<u64>) {
    let mut world = World::organization();
    world.project.items.clear();
    world.parents.clear();
    world.wording.content_repository = false;
    let mut numbers = Vec::new();
    for (number, body) in (1..).zip(bodies) {
        world.add_issue(number).body(body).set("Work Type", "Bug").set("Area", "Water");
        numbers.push(number);
    }
    (world, numbers)
}

fn blocks(contracts: &[&str]) -> Vec<String> {
    contracts.iter().map(|yaml| block(yaml)).collect()
}

fn native_contracts() -> Case {
    let mut bodies = blocks(&[
        "schema: 1\nwork_type: task\n",
        "schema: 1\nwork_type: &a task\narea: *a\n",
        "schema: 1\nwork_type: task\narea: [[[[[[[[[beds]]]]]]]]]\n",
        "schema: 1\nwork_type: task\narea: beds\nowner: somebody\n",
        "schema: 1\nwork_type: task\narea: 7\n",
        "schema: 1\nwork_type: chore\narea: beds\n",
        "schema: 1\nwork_type: task\narea: beds\nrelationships: {blocks: [3, 3]}\n",
        "schema: 1\nwork_type: task\narea: beds\nrelationships: {parent: 8}\n",
        "schema: 1\nwork_type: task\narea: beds\nproject: {start_date: 2026-04-01, target_date: 2026-03-01}\n",
    ]);
    bodies.push(block(NATIVE_HEAD) + &block(NATIVE_HEAD));
    let (world, issues) = world_of(bodies.iter().map(String::as_str));
    let note = "each finding about a native contract, and none that has a plan";
    Case::of("native-findings", note, Dialect::Native, world).policy(NATIVE).issues(issues)
}

fn a_block_that_is_too_large() -> Case {
    let body = block(&format!("{NATIVE_HEAD}# {}\n", "x".repeat(16 << 10)));
    let (world, issues) = world_of([body.as_str()]);
    Case::of("native-large-block", "a block of more than 16 KiB", Dialect::Native, world)
        .policy(NATIVE)
        .issues(issues)
}

fn near_misses() -> Case {
    let bodies = [
        format!("  <!-- yukh:issue:v1\n{NATIVE_HEAD}-->\n"),
        format!("> <!-- yukh:issue:v1\n{NATIVE_HEAD}-->\n"),
        format!("```\n{}```\n", block(NATIVE_HEAD)),
        format!("<!-- YUKH:ISSUE:V1\n{NATIVE_HEAD}-->\n"),
    ];
    let (world, issues) = world_of(bodies.iter().map(String::as_str));
    let note = "blocks that are not read, and one in a fence that is";
    Case::of("native-near-misses", note, Dialect::Native, world).policy(NATIVE).issues(issues)
}

fn legacy_contracts() -> Case {
    let contracts = [
        "schema: 2\nkind: task\narea: beds\npriority: low\n",
        "schema: 1\nkind: task\narea: beds\n",
        "schema: 1\nkind: task\narea: beds\npriority: low\ndepends_on: [0]\n",
        "schema: 1\nkind: chore\narea: beds\npriority: low\n",
        "schema: 1\nkind: task\narea: beds\npriority: low\nmilestone: autumn\n",
        "schema: 1\nkind: task\narea: beds\npriority: low\nestimate: ten\n",
        LEGACY_HEAD,
    ];
    let mut bodies: Vec<String> = contracts.iter().map(|yaml| legacy_block(yaml)).collect();
    bodies.push(legacy_block(LEGACY_HEAD) + &legacy_block(LEGACY_HEAD));
    let (world, issues) = world_of(bodies.iter().map(String::as_str));
    let policy = LEGACY.replace("type: date, ownership", "type: date, required: true, ownership");
    let note = "each finding about a contract of the older dialect";
    Case::of("legacy-findings", note, Dialect::Legacy, world).policy(&policy).issues(issues)
}

fn native_values() -> Case {
    let bodies = blocks(&[
        &format!("{NATIVE_HEAD}size: small\nproject: {{status: Ready}}\n"),
        &format!("{NATIVE_HEAD}priority: soon\n"),
        &format!("{NATIVE_HEAD}iteration: Week 99\n"),
        NATIVE_HEAD,
    ]);
    let (mut world, issues) = world_of(bodies.iter().map(String::as_str));
    world.item(4).set("Notes", Value::Text("x".repeat(513)));
    let policy = NATIVE.replace("  size: {name: Size", "  width: {name: Size");
    let note = "values that the policy does not resolve, and one that is too long";
    Case::of("native-values", note, Dialect::Native, world).policy(&policy).issues(issues)
}

fn native_graph() -> Case {
    let bodies = blocks(&[
        &format!("{NATIVE_HEAD}relationships: {{parent: 40}}\n"),
        &format!("{NATIVE_HEAD}relationships: {{blocked_by: [41]}}\n"),
        &format!("{NATIVE_HEAD}relationships: {{blocks: [42]}}\n"),
        &format!("{NATIVE_HEAD}relationships: {{parent: 1}}\n"),
        &format!("{NATIVE_HEAD}relationships: {{blocks: [1], blocked_by: [1]}}\n"),
        &format!("{NATIVE_HEAD}relationships: {{parent: 1}}\n"),
        NATIVE_HEAD,
        &format!("{NATIVE_HEAD}relationships: {{parent: 1, blocked_by: [2], blocks: [3]}}\n"),
    ]);
    let (mut world, issues) = world_of(bodies.iter().map(String::as_str));
    world.add_further_issue(41);
    world.add_pull_request(42);
    world.set_parent(4, 2);
    world.set_parent(6, orchard());
    world.add_dependency(orchard(), 7);
    world.add_dependency(7, Place::elsewhere("acme-garden/vault", 2));
    world.hidden.insert((Place::elsewhere("acme-garden/vault", 3), 7.into()));
    world.set_parent(8, 1);
    world.add_dependency(2, 8);
    let note = "relationships to what is not on the Project, elsewhere or hidden, and those that agree";
    Case::of("native-graph", note, Dialect::Native, world).policy(NATIVE).issues(issues)
}

fn orchard() -> Place {
    Place::elsewhere("acme-garden/orchard", 7)
}

fn cycles() -> Case {
    let bodies = blocks(&[
        &format!("{NATIVE_HEAD}relationships: {{parent: 2}}\n"),
        NATIVE_HEAD,
        &format!("{NATIVE_HEAD}relationships: {{blocked_by: [4]}}\n"),
        NATIVE_HEAD,
        NATIVE_HEAD,
        NATIVE_HEAD,
    ]);
    let (mut world, issues) = world_of(bodies.iter().map(String::as_str));
    world.set_parent(2, 1);
    world.add_dependency(3, 4);
    world.add_dependency(5, 6);
    world.add_dependency(6, 5);
    let note = "cycles that would be made, and one that is there";
    Case::of("native-cycles", note, Dialect::Native, world).policy(NATIVE).issues(issues)
}

fn too_many_relations() -> Case {
    let list = |from: u64| (from..from + 51).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let relations = format!("relationships: {{blocks: [{}], blocked_by: [{}]}}\n", list(100), list(200));
    let body = block(&format!("{NATIVE_HEAD}{relations}"));
    let (mut world, issues) = world_of([body.as_str()]);
    // Neighbours need not be asked for.
    for number in 100..151 {
        world.add_dependency(1, number);
        world.add_dependency(100 + number, 1);
    }
    let note = "more than 100 declared relationships";
    Case::of("native-many-relations", note, Dialect::Native, world).policy(NATIVE).issues(issues)
}

fn legacy_graph() -> Case {
    let contracts = [
        format!("{LEGACY_HEAD}parent: 40\n"),
        format!("{LEGACY_HEAD}depends_on: [1]\nblocks: [1]\n"),
        LEGACY_HEAD.to_owned(),
        format!("{LEGACY_HEAD}parent: 1\n"),
        format!("{LEGACY_HEAD}blocks: [6]\ndepends_on: [3]\n"),
        format!("{LEGACY_HEAD}parent: 5\n"),
    ];
    let bodies: Vec<String> = contracts.iter().map(|yaml| legacy_block(yaml)).collect();
    let (mut world, issues) = world_of(bodies.iter().map(String::as_str));
    world.set_parent(3, 1);
    world.add_dependency(3, 1);
    world.add_dependency(2, 3);
    world.set_parent(4, orchard());
    world.add_dependency(orchard(), 5);
    world.add_dependency(5, 2);
    let note = "relationships of the older dialect, which compares silence too";
    Case::of("legacy-graph", note, Dialect::Legacy, world).policy(LEGACY).issues(issues)
}

/// A finding about the Project's fields, which is one of every issue.
fn schema(name: &str, note: &str, change: impl FnOnce(&mut World)) -> Case {
    let bodies = blocks(&[NATIVE_HEAD, &format!("{NATIVE_HEAD}priority: high\nestimate: 3\n")]);
    let (mut world, issues) = world_of(bodies.iter().map(String::as_str));
    change(&mut world);
    Case::of(&format!("native-{name}"), note, Dialect::Native, world).policy(NATIVE).issues(issues)
}

/// Issue types that are missing or contradicted, and a user who has none.
fn work_types(organization: bool) -> Case {
    let mut world = if organization { World::organization() } else { World::user() };
    world.project.items.clear();
    world.parents.clear();
    world.wording.content_repository = false;
    let kinds = ["task", "bug", "epic", "chore"];
    for (number, kind) in (1..).zip(kinds) {
        let yaml = format!("schema: 1\nkind: {kind}\narea: beds\npriority: low\n");
        world.add_issue(number).body(&legacy_block(&yaml)).set("Work Type", "Task");
    }
    if organization {
        world.issue_types = Some(["Task", "Bug"].map(str::to_owned).to_vec());
        world.retired_issue_types = vec!["Epic".to_owned()];
        world.issue(2).issue_type = Some("Bug".to_owned());
        world.issue(1).issue_type = Some("Task".to_owned());
    }
    let long = "x".repeat(129);
    let kind = "kind: {target: issue_type, project_field: Work Type";
    let policy = LEGACY
        .replace("kind: {project_field: Work Type", kind)
        .replace("epic: Epic}", &format!("epic: Epic, chore: {long}}}"));
    let owner = if organization { "organization" } else { "user" };
    let note = "issue types that the policy names and that can not be set";
    let name = format!("legacy-{owner}-types");
    Case::of(&name, note, Dialect::Legacy, world).policy(&policy).issues((1..=4).collect())
}

fn other_labels() -> Case {
    let body = legacy_block(LEGACY_HEAD);
    let (mut world, issues) = world_of([body.as_str(), body.as_str()]);
    world.issue(1).labels = ["Area: Beds", "area: water", "soil"].map(str::to_owned).to_vec();
    world.issue(2).labels = vec!["area: beds".to_owned()];
    let note = "a managed label in another case, and one that is not wanted";
    Case::of("legacy-labels", note, Dialect::Legacy, world).policy(LEGACY).issues(issues)
}
