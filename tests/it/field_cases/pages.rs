//! Pages, items, archived and redacted.

use yukh::diagnostic::Stage;

use super::plan;
use crate::support::program::{Plan, TOKEN, operations};
use crate::support::raw::RawServer;
use crate::support::server::{Builder, Server};
use crate::support::world::{Content, PullRequest, World};

#[test]
fn b12_a_field_on_the_second_page_is_not_created_again() {
    let mut world = World::organization();
    let wanted = world.project.fields.len();
    for number in 0..100 {
        world.add_field(&format!("Column {number}"), "text");
    }
    world.project.fields.rotate_left(wanted);
    let server = Server::of(world);
    let report = Plan::against(&server).run().planned();
    assert_eq!(operations(&report).len(), 3);
    assert!(operations(&report).iter().all(|line| line.starts_with("set_field_value")), "{report}");
    assert_eq!(server.count(Stage::Fields), 2);
}

#[test]
fn b14_a_pull_request_with_the_wanted_number_is_not_matched_as_an_issue() {
    let mut world = World::organization();
    world.remove_issue(3);
    world.add(Content::PullRequest(PullRequest::new(3)));
    assert_eq!(plan(world).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn b15_all_of_140_issues_are_read() {
    let mut world = World::organization();
    let wanted = world.project.items.remove(2);
    for number in 0..134 {
        world.add_issue(1_000 + number).body("Nothing to see.\n");
    }
    world.project.items.push(wanted);
    assert_eq!(world.project.items.len(), 140);
    let server = Server::of(world);
    assert_eq!(operations(&Plan::against(&server).run().planned()).len(), 3);
    assert_eq!(server.count(Stage::Items), 2);
}

#[test]
fn b16_a_repeated_cursor_is_refused_after_one_repeat() {
    let mut world = World::organization();
    world.wording.page_size = 2;
    let server = Builder::of(world)
        .change(Stage::Items, |reply| {
            let link = reply.read()[0]["project_url"].as_str().unwrap().to_owned();
            reply.header(
                "link",
                format!("<{link}/items?per_page=100&after=Y3Vyc29yOnYyOpHO000002>; rel=\"next\""),
            )
        })
        .start();
    assert_eq!(Plan::against(&server).run().failure(5), "YKP-SNAPSHOT-001");
    assert!(server.count(Stage::Items) <= 3, "{:?}", server.stages());
}

#[test]
fn b18_credentials_follow_a_link_to_the_same_host_and_never_to_another() {
    let mut world = World::organization();
    world.wording.page_size = 4;
    let server = Server::of(world.clone());
    Plan::against(&server).run().planned();
    let last = server.asked().pop().unwrap();
    assert!(last.parameter("after").is_some());
    assert_eq!(last.header("authorization"), [format!("Bearer {TOKEN}")]);

    let other = RawServer::hanging_up(b"");
    world.wording.api = other.address().to_owned();
    let server = Server::of(world);
    assert_eq!(Plan::against(&server).run().failure(5), "YKP-REST-001");
    assert_eq!(server.count(Stage::Items), 1);
    assert_eq!(other.connections(), 0);
}

#[test]
fn b19_an_archived_issue_is_archived_and_not_absent() {
    let mut world = World::organization();
    world.item(3).archived = true;
    let outcome = plan(world);
    assert_eq!(outcome.outcome(), "archived");
    assert!(!outcome.stdout.contains("set_field_value"));
}

#[test]
fn b20_an_item_without_content_is_unreadable_and_never_absent() {
    let mut world = World::organization();
    world.item(3).content = Content::Redacted;
    assert_eq!(plan(world).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn b21_an_issue_without_an_item_is_explicitly_absent() {
    let mut world = World::organization();
    world.remove_issue(3);
    assert_eq!(plan(world).outcome(), "absent");
}

#[test]
fn b84_a_next_link_to_an_address_inside_the_network_is_never_asked() {
    for stage in [Stage::Fields, Stage::Items] {
        let inside = RawServer::hanging_up(b"");
        let link = format!("<{}/latest/meta-data?after=abc>; rel=\"next\"", inside.address());
        let server = Builder::of(World::organization())
            .change(stage, move |reply| reply.header("link", &link))
            .start();
        assert_eq!(Plan::against(&server).run().failure(5), "YKP-REST-001");
        assert_eq!((server.count(stage), inside.connections()), (1, 0));
    }
}
