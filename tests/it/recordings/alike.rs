//! Worlds that look special to one of the readers, and are planned alike.

use yukh::desired::Dialect;
use yukh::scope::SubjectClass;

use super::Case;
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::world::{Account, Content, OtherItem, Place, World};

/// All of them.
pub(super) fn cases() -> Vec<Case> {
    vec![
        default_world("native-default", true),
        default_world("native-user-default", false),
        nothing_to_plan(),
        many_projects(),
        unreadable_neighbour(),
        issue_fields_of_a_user(),
        no_issue_types(),
        another_owner(),
        other_spelling(),
        two_pages_of_edges(),
        ten_issues(),
        labels_of_unicode(),
        fields_in_another_order(),
        left_out_by_rest(),
    ]
}

fn light(mut world: World) -> World {
    world.wording.content_repository = false;
    world
}

fn default_world(name: &str, organization: bool) -> Case {
    let world = light(if organization { World::organization() } else { World::user() });
    let note = "an epic, its converged child, one that drifted, one without a contract";
    Case::of(name, note, Dialect::Native, world).policy(NATIVE).issues(vec![1, 2, 3, 4])
}

fn nothing_to_plan() -> Case {
    let mut world = light(World::organization());
    world.item(3).archived = true;
    world.add_further_issue(8).body = Some(block("schema: 1\nwork_type: task\narea: beds\n"));
    world.issue(4).body = None;
    let note = "archived, without an item, without a number, without a body";
    Case::of("native-nothing-to-plan", note, Dialect::Native, world).policy(NATIVE).issues(vec![3, 4, 8, 9])
}

fn many_projects() -> Case {
    let mut world = light(World::organization());
    let item = |at: u64, is_visible| OtherItem {
        id: 95_000 + at,
        project_id: 41_000 + at,
        // A Project of another owner can have the same number.
        project_number: if at == 1 { 4 } else { 9 + at },
        archived: at == 2,
        is_visible,
    };
    world.other_items.insert(3.into(), (0..4).map(|at| item(at, at != 3)).collect());
    world.add_further_issue(8);
    world.other_items.insert(8.into(), vec![item(5, true)]);
    world.wording.edges = Some(2);
    let note = "an issue on several Projects, one of which nobody may see";
    Case::of("native-many-projects", note, Dialect::Native, world).policy(NATIVE).issues(vec![3, 8])
}

fn unreadable_neighbour() -> Case {
    let mut world = light(World::organization());
    world.add(Content::Redacted);
    world.add(Content::Unsaid);
    let note = "items that nobody may see beside issues that are all there";
    Case::of("native-unreadable-neighbour", note, Dialect::Native, world).policy(NATIVE).issues(vec![1, 3])
}

fn issue_fields_of_a_user() -> Case {
    let mut world = light(World::user());
    world.project.items.clear();
    world.parents.clear();
    world.add_issue(1).body(&legacy_block("schema: 1\nkind: task\narea: beds\npriority: low\n"));
    let policy = LEGACY.replace("priority: {", "priority: {target: issue_field, ");
    let note = "issue fields in a repository whose owner has none";
    Case::of("legacy-user-issue-fields", note, Dialect::Legacy, world).policy(&policy).issues(vec![1])
}

fn no_issue_types() -> Case {
    let mut world = light(World::user());
    world.project.owner = Account { id: 4_321, login: "acme-boards".to_owned(), organization: true };
    world.project.items.clear();
    world.parents.clear();
    world.add_issue(1).body(&legacy_block("schema: 1\nkind: bug\narea: beds\npriority: low\n"));
    let policy = LEGACY.replace("kind: {", "kind: {target: issue_type, ");
    let note = "issue types in a user's repository, planned on an organization's Project";
    Case::of("legacy-user-no-types", note, Dialect::Legacy, world)
        .policy(&policy)
        .issues(vec![1])
        .subject(SubjectClass::InstallationToken)
}

fn another_owner() -> Case {
    let mut world = light(World::organization());
    world.project.owner = Account { id: 4_321, login: "Acme-Boards".to_owned(), organization: false };
    let note = "a user's Project about an organization's repository";
    Case::of("native-another-owner", note, Dialect::Native, world)
        .policy(NATIVE)
        .issues(vec![2, 3])
        .subject(SubjectClass::OauthToken)
}

fn other_spelling() -> Case {
    let mut world = light(World::organization());
    // The scope says it in lower case.
    for account in [&mut world.repository.owner, &mut world.project.owner] {
        account.login = "Acme-Garden".to_owned();
    }
    let note = "an owner whose login has capitals";
    Case::of("native-capitals", note, Dialect::Native, world).policy(NATIVE).issues(vec![3])
}

fn two_pages_of_edges() -> Case {
    let mut world = light(World::organization());
    world.wording.edges = Some(3);
    world.wording.page_size = 3;
    world.wording.field_page_size = 5;
    for number in 20..25 {
        world.add_dependency(3, number);
        world.add_dependency(Place::elsewhere("acme-garden/orchard", number), 3);
        world.set_parent(number, 3);
    }
    let note = "two pages of items, fields and each kind of edge";
    Case::of("native-pages", note, Dialect::Native, world).policy(NATIVE).issues(vec![3])
}

fn ten_issues() -> Case {
    let mut world = light(World::organization());
    world.project.items.clear();
    world.parents.clear();
    for number in 1..=10 {
        let yaml = format!("schema: 1\nwork_type: task\narea: beds\nestimate: {number}\n");
        world.add_issue(number).body(&block(&yaml)).set("Estimate", 5.0);
    }
    let note = "as many issues as the rollback reader takes";
    Case::of("native-ten-issues", note, Dialect::Native, world).policy(NATIVE).issues((1..=10).collect())
}

fn labels_of_unicode() -> Case {
    let mut world = light(World::organization());
    world.project.items.clear();
    world.parents.clear();
    let body = legacy_block("schema: 1\nkind: task\narea: beds\npriority: low\nmilestone: spring\n");
    for number in [1, 2] {
        let item = world.add_issue(number).body(&body);
        item.set("Work Type", "Task").set("Area", "Beds").set("Priority", "Low");
        world.issue(number).labels = vec!["bereich: beete 🌱".to_owned()];
        world.issue(number).milestone = Some("Spring planting".to_owned());
    }
    world.issue(2).labels.push("エリア: 水".to_owned());
    let policy =
        LEGACY.replace("'area: beds'", "'bereich: beete 🌱'").replace("'area: water'", "'エリア: 水'");
    let note = "an issue that agrees, and one with a label too many";
    Case::of("legacy-converged", note, Dialect::Legacy, world).policy(&policy).issues(vec![1, 2])
}

fn fields_in_another_order() -> Case {
    let mut world = light(World::organization());
    // The ids of REST and GraphQL do not sort alike.
    for (at, field) in world.project.fields.iter_mut().rev().enumerate() {
        field.id = 9_990 + at as u64;
    }
    let note = "fields whose numbers and node ids sort differently";
    Case::of("native-field-order", note, Dialect::Native, world).policy(NATIVE).issues(vec![2, 3])
}

fn left_out_by_rest() -> Case {
    let mut world = light(World::organization());
    world.wording.dependency_summary = false;
    world.wording.parent_url = false;
    world.add_dependency(1, 3);
    let note = "summaries and parents that REST leaves out";
    Case::of("native-left-out", note, Dialect::Native, world).policy(NATIVE).issues(vec![2, 3])
}
