//! Worlds of which the two transports can not see the same: `docs/equivalence.md`
//! says why each is a difference of the world and not of the program.

use yukh::desired::Dialect;

use super::{Case, Expect};
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::world::{Place, World};

/// All of them.
pub(super) fn cases() -> Vec<Case> {
    let cases = vec![
        hidden_parent_of_a_silent_contract(),
        hidden_parent_of_a_declaring_contract(),
        field_without_node_id(),
        issue_type_left_out(),
        parent_left_out(),
    ];
    cases.into_iter().map(|case| Case { expect: Expect::Different, ..case }).collect()
}

fn world_of(body: &str) -> World {
    let mut world = World::organization();
    world.project.items.clear();
    world.parents.clear();
    world.wording.content_repository = false;
    world.add_issue(1).body(body).set("Work Type", "Task").set("Area", "Beds");
    world
}

/// Legacy silence against a parent is drift; against none it is not.
fn hidden_parent_of_a_silent_contract() -> Case {
    let mut world = world_of(&legacy_block("schema: 1\nkind: task\narea: beds\npriority: low\n"));
    world.hidden_parents.insert(1.into(), Place::elsewhere("acme-garden/vault", 4));
    let note = "a parent that the token may not see: REST names it, GraphQL says null";
    Case::of("legacy-hidden-parent", note, Dialect::Legacy, world).policy(LEGACY).issues(vec![1])
}

fn hidden_parent_of_a_declaring_contract() -> Case {
    let yaml = "schema: 1\nwork_type: task\narea: beds\nrelationships: {parent: 2}\n";
    let mut world = world_of(&block(yaml));
    world.add_issue(2);
    world.hidden_parents.insert(1.into(), Place::elsewhere("acme-garden/vault", 4));
    let note = "another parent is declared than the one that the token may not see";
    Case::of("native-hidden-parent", note, Dialect::Native, world).policy(NATIVE).issues(vec![1])
}

fn field_without_node_id() -> Case {
    let mut world =
        world_of(&legacy_block("schema: 1\nkind: task\narea: beds\npriority: low\nestimate: 3\n"));
    world.field("Estimate").has_node_id = false;
    let note = "a field of which REST tells no node id: the operation names it by its number";
    Case::of("legacy-no-node-id", note, Dialect::Legacy, world).policy(LEGACY).issues(vec![1])
}

/// The batch tells sub-issues besides, and a parent that is one of them is a
/// cycle.
fn parent_left_out() -> Case {
    let mut world = world_of(&block("schema: 1\nwork_type: task\narea: beds\nrelationships: {parent: 2}\n"));
    world.add_issue(2);
    world.set_parent(2, 1);
    world.wording.parent_url = false;
    let note = "parents that REST leaves out, so that the batch is read, which tells sub-issues too";
    Case::of("native-parent-left-out", note, Dialect::Native, world).policy(NATIVE).issues(vec![1])
}

fn issue_type_left_out() -> Case {
    let mut world = world_of(&legacy_block("schema: 1\nkind: task\narea: beds\npriority: low\n"));
    world.wording.issue_type = false;
    let policy = LEGACY.replace("kind: {", "kind: {target: issue_type, ");
    let note = "an issue of which REST does not tell the type: unknown there, known to GraphQL";
    Case::of("legacy-type-left-out", note, Dialect::Legacy, world).policy(&policy).issues(vec![1])
}
