//! Same inputs, same bytes: what a plan id depends on and what it does not.

use crate::support::policies::{LEGACY, block, legacy_block};
use crate::support::program::{Plan, operations};
use crate::support::server::Server;
use crate::support::world::{Value, World};

fn id_of(plan: Plan) -> String {
    plan.run().planned()["planId"].as_str().expect("a plan id").to_owned()
}

fn id(world: World) -> String {
    id_of(Plan::against(&Server::of(world)))
}

/// A world with relations, so that each request takes part.
fn related() -> World {
    let mut world = World::organization();
    world.item(3).body(&block(
        "schema: 1\nwork_type: bug\narea: climate\nproject:\n  target_date: 2026-03-01\nrelationships:\n  blocks: [1, 2]\n",
    ));
    world.add_dependency(3, 1);
    world.add_dependency(2, 3);
    world.dependencies.remove(&(2.into(), 3.into()));
    world.set_parent(3, 4);
    world
}

#[test]
fn a_plan_is_the_same_for_all_tokens_of_one_class_and_in_every_environment() {
    let server = Server::of(related());
    let plan = || Plan::against(&server);
    let first = plan().run();
    for other in [
        plan().token("ghp_AnotherInventedTokenForTestsOnly00000000"),
        plan().token("0123456789abcdef0123456789abcdef01234567"),
        plan().variable("TZ", "Pacific/Kiritimati"),
        plan().variable("TZ", "America/Adak"),
        plan().variable("LANG", "tr_TR.UTF-8").variable("LC_ALL", "tr_TR.UTF-8"),
        plan().variable("LANG", "C"),
        plan().argument("--owner", "ACME-Garden").argument("--repository", "GreenHouse"),
    ] {
        let other = other.run();
        assert_eq!(other.stdout, first.stdout);
        assert_eq!(other.code, 0);
    }
}

#[test]
fn a_plan_depends_on_the_class_of_the_token() {
    let server = Server::of(related());
    let ids: std::collections::BTreeSet<String> = ["ghp_", "gho_", "ghs_", "ghu_", "github_pat_"]
        .into_iter()
        .map(|prefix| id_of(Plan::against(&server).token(&format!("{prefix}{}", "a1B2".repeat(9)))))
        .collect();
    assert_eq!(ids.len(), 5);
}

#[test]
fn page_borders_and_provider_order_change_nothing() {
    let expected = id(related());
    for size in [1, 2, 3, 5, 50] {
        let mut world = related();
        world.wording.page_size = size;
        world.wording.field_page_size = size.max(2);
        assert_eq!(id(world), expected, "pages of {size}");
    }
    let mut world = related();
    world.project.items.reverse();
    world.project.fields.reverse();
    for field in &mut world.project.fields {
        field.options.reverse();
        field.iterations.reverse();
    }
    let reversed = Plan::against(&Server::of(world)).run().planned();
    let straight = Plan::against(&Server::of(related())).run().planned();
    assert_eq!(reversed["operations"], straight["operations"]);
}

#[test]
fn the_order_of_items_and_fields_changes_nothing() {
    let mut world = related();
    world.project.items.reverse();
    world.project.fields.reverse();
    assert_eq!(id(world), id(related()));
}

#[test]
fn the_order_of_labels_and_edges_changes_nothing_in_a_version_1_plan() {
    let world = |labels: [&str; 3]| {
        let mut world = World::organization();
        world
            .item(3)
            .body(&legacy_block("schema: 1\nkind: bug\narea: climate\npriority: low\ndepends_on: [4, 1]\n"));
        world.issue(3).labels = labels.map(str::to_owned).to_vec();
        world.add_dependency(2, 3);
        world
    };
    let id = |world| id_of(Plan::against(&Server::of(world)).policy(LEGACY));
    let mut reversed = world(["by hand", "area: water", "area: beds"]);
    reversed.project.items.reverse();
    reversed.project.fields.reverse();
    assert_eq!(id(reversed), id(world(["area: beds", "area: water", "by hand"])));
}

#[test]
fn rate_state_and_prose_change_nothing() {
    let mut world = related();
    world.rate.rest = 3_000;
    world.rate.reset += 3_600;
    world.issue(3).title = "Another title".to_owned();
    world.project.title = "Another board".to_owned();
    world.issue(3).labels = vec!["colourful".to_owned()];
    assert_eq!(id(world), id(related()));
}

#[test]
fn a_changed_item_changes_the_plan_even_if_the_operations_stay() {
    let expected = Plan::against(&Server::of(related())).run().planned();
    let mut later = related();
    later.item(3).updated_at = "2026-03-02T09:00:00Z".to_owned();
    let mut edited = related();
    edited.issue(3).updated_at = "2026-03-02T09:00:00Z".to_owned();
    let mut valued = related();
    valued.item(3).set("Notes", Value::Text("Changed by hand".to_owned()));
    for world in [later, edited, valued] {
        let report = Plan::against(&Server::of(world)).run().planned();
        assert_eq!(operations(&report), operations(&expected));
        assert_ne!(report["planId"], expected["planId"], "the item precondition must detect a change");
    }
}

#[test]
fn line_ends_of_the_body_change_nothing() {
    let body = block("schema: 1\nwork_type: bug\narea: climate\npriority: urgent\n");
    let with = |body: &str| {
        let mut world = World::organization();
        world.item(3).body(body);
        id(world)
    };
    assert_eq!(with(&body.replace('\n', "\r\n")), with(&body));
}
