//! What the Project may hold besides the issue asked for.

use super::FOUR_READS;
use crate::support::program::{Outcome, Plan, operations};
use crate::support::server::Server;
use crate::support::world::{Content, Place, PullRequest, World};

fn plan(world: World) -> Outcome {
    Plan::against(&Server::of(world)).run()
}

#[test]
fn an_issue_without_an_item_is_absent() {
    let mut world = World::organization();
    world.remove_issue(3);
    let server = Server::of(world);
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.outcome(), "absent");
    assert!(outcome.json().get("report").is_none());
    assert_eq!(outcome.notices(), ["YKP-RUNTIME-002"]);
    assert_eq!(server.stages(), FOUR_READS);
}

#[test]
fn an_issue_of_an_empty_project_is_absent() {
    let mut world = World::organization();
    world.project.items.clear();
    assert_eq!(plan(world).outcome(), "absent");
}

#[test]
fn absence_beside_an_unreadable_item_is_ambiguous() {
    for unreadable in [Content::Redacted, Content::Unsaid] {
        let mut world = World::organization();
        world.remove_issue(3);
        world.add(unreadable);
        assert_eq!(plan(world).failure(5), "YKP-SNAPSHOT-001");
    }
}

#[test]
fn an_unreadable_item_beside_the_issue_does_no_harm() {
    let mut world = World::organization();
    world.add(Content::Redacted);
    assert_eq!(operations(&plan(world).planned()).len(), 3);
}

#[test]
fn an_archived_item_is_not_planned_on() {
    let mut world = World::organization();
    world.item(3).archived = true;
    let outcome = plan(world);
    assert_eq!(outcome.outcome(), "archived");
    assert!(outcome.json().get("report").is_none());
}

#[test]
fn a_live_item_wins_over_an_archived_one() {
    let mut world = World::organization();
    let mut old = world.item(3).clone();
    old.id = 89_000;
    old.archived = true;
    old.set("Priority", "Urgent");
    world.project.items.insert(0, old);
    assert_eq!(operations(&plan(world).planned()).len(), 3);
}

#[test]
fn two_live_items_of_one_issue_are_refused() {
    let mut world = World::organization();
    let mut twin = world.item(3).clone();
    twin.id = 89_000;
    world.project.items.push(twin);
    assert_eq!(plan(world).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn an_item_that_is_seen_twice_is_refused_although_nobody_asked_for_it() {
    let mut world = World::organization();
    let again = world.item(1).clone();
    world.project.items.push(again);
    assert_eq!(plan(world).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn a_pull_request_is_not_an_issue() {
    let mut world = World::organization();
    world.remove_issue(3);
    world.add(Content::PullRequest(PullRequest::new(3)));
    assert_eq!(plan(world).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn drafts_are_never_issues() {
    let mut world = World::organization();
    world.remove_issue(3);
    world.add(Content::Draft { id: 3, title: "3".to_owned() });
    assert_eq!(plan(world).outcome(), "absent");
}

#[test]
fn an_issue_of_another_repository_with_the_same_number_is_another_issue() {
    let mut world = World::organization();
    world.add_issue(Place::elsewhere("acme-garden/orchard", 3)).body("<!-- yukh:issue:v1\nschema: 2\n-->\n");
    assert_eq!(operations(&plan(world.clone()).planned()).len(), 3);
    world.remove_issue(3);
    assert_eq!(plan(world).outcome(), "absent");
}

#[test]
fn an_item_is_recognised_by_either_member_that_names_its_repository() {
    let expected = plan(World::organization()).planned();
    for (repository, address) in [(true, false), (false, true)] {
        let mut world = World::organization();
        world.add_issue(Place::elsewhere("acme-garden/orchard", 3));
        world.wording.content_repository = repository;
        world.wording.repository_url = address;
        assert_eq!(plan(world).planned(), expected, "repository {repository}, repository_url {address}");
    }
}

#[test]
fn with_the_repository_filter_a_missing_issue_is_unresolved() {
    let mut world = World::organization();
    world.add_issue(Place::elsewhere("acme-garden/orchard", 3));
    let server = Server::of(world.clone());
    Plan::against(&server).argument("--items-filter", "repository").run().planned();
    assert_eq!(server.asked()[3].parameter("q"), Some("repo:acme-garden/greenhouse"));

    world.remove_issue(3);
    let outcome = Plan::against(&Server::of(world)).argument("--items-filter", "repository").run();
    assert_eq!(outcome.failure(5), "YKP-SNAPSHOT-001");
}
