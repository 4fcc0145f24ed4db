//! From page to page.

use serde_json::json;
use yukh::diagnostic::{Code, Stage};
use yukh::observed::{Absence, IssueObservation};
use yukh::scope::{ItemsFilter, Limit};

use super::fake::{Run, number, parts};
use crate::support::world::World;

/// A world with this many items and pages of that size.
fn board(items: u64, page_size: usize) -> World {
    let mut world = World::organization();
    for issue in 0..items - world.project.items.len() as u64 {
        world.add_issue(100 + issue);
    }
    world.wording.page_size = page_size;
    world.wording.field_page_size = page_size;
    world
}

/// A run over two item pages whose first link is this.
fn linked(link: impl Into<String>) -> Run {
    let link = link.into();
    Run::of(board(8, 4), [1])
        .change(Stage::Items, move |page, reply| if page == 0 { reply.header("link", &link) } else { reply })
}

#[test]
fn b03_an_item_on_page_thirteen_is_found() {
    let world = board(1201, 100);
    let last = 100 + 1201 - 6 - 1;
    let run = Run::of(world, [last]);
    parts(&run.snapshot(), last);
    assert_eq!(run.count(Stage::Items), 13);
}

#[test]
fn b03_more_pages_than_allowed_are_a_limit_and_never_an_absence() {
    let twenty = Run::of(board(200, 10), [1, 99]);
    assert_eq!(twenty.snapshot().issue(number(99)), Some(&IssueObservation::Missing(Absence::Absent)));
    assert_eq!(twenty.count(Stage::Items), 20);
    let more = Run::of(board(201, 10), [1]);
    assert_eq!(more.failure(), (Code::GithubRead005, Some(Stage::Items)));
    assert_eq!(more.count(Stage::Items), 20);
}

#[test]
fn the_budget_of_pages_lowers_the_bound() {
    let mut small = Run::of(board(8, 4), [1]);
    small.budget(Limit::Pages, 1);
    assert_eq!(small.failure(), (Code::GithubRead005, Some(Stage::Fields)));
}

#[test]
fn b15_both_pages_are_read() {
    let snapshot = Run::of(board(140, 100), [1, 220]).snapshot();
    assert_eq!(snapshot.accounting().items, 140);
    parts(&snapshot, 220);
}

#[test]
fn b16_a_repeated_cursor_ends_the_run_after_one_repeat() {
    let link = "<https://api.github.com/orgs/acme-garden/projectsV2/4/items?after=abc>; rel=\"next\"";
    let run = Run::of(board(8, 4), [1]).change(Stage::Items, move |page, reply| {
        let reply = reply.header("link", link);
        reply.edit(|items| {
            for item in items.as_array_mut().unwrap() {
                item["id"] = json!(item["id"].as_u64().unwrap() + 1_000 * page as u64);
            }
        })
    });
    assert_eq!(run.failure(), (Code::Snapshot001, Some(Stage::Items)));
    assert_eq!(run.count(Stage::Items), 2);
}

#[test]
fn b18_an_absolute_link_of_the_api_is_rebuilt_and_one_of_another_host_is_refused_before_sending() {
    linked("<https://API.github.com/orgs/Acme-Garden/projectsV2/4/items?after=Y3Vyc29yOnYyOpHO000004%3D%3D>; rel=next")
        .snapshot();
    for origin in [
        "https://api.github.com.example",
        "https://example.com",
        "http://api.github.com",
        "https://user@api.github.com",
        "https://api.github.com:8443",
        "",
    ] {
        let run = linked(format!("<{origin}/orgs/acme-garden/projectsV2/4/items?after=abc>; rel=\"next\""));
        assert_eq!(run.failure(), (Code::Rest001, Some(Stage::Items)), "{origin}");
        assert_eq!(run.count(Stage::Items), 1);
    }
}

#[test]
fn trap_06_links_with_commas_escapes_and_numeric_owners_are_read() {
    for organization in [true, false] {
        for (encoded_commas, numeric_owner, more_relations) in
            [(true, true, true), (false, true, true), (false, false, false), (true, false, true)]
        {
            let mut world = if organization { World::organization() } else { World::user() };
            for issue in 100..120 {
                world.add_issue(issue);
            }
            world.wording.page_size = 7;
            world.wording.field_page_size = 7;
            world.wording.encoded_commas = encoded_commas;
            world.wording.numeric_owner = numeric_owner;
            world.wording.more_relations = more_relations;
            let run = Run::of(world, [119]);
            parts(&run.snapshot(), 119);
            assert_eq!((run.count(Stage::Fields), run.count(Stage::Items)), (3, 4));
        }
    }
}

#[test]
fn trap_07_a_link_to_another_project_or_list_is_refused() {
    for path in [
        "/orgs/acme-garden/projectsV2/5/items",
        "/orgs/another/projectsV2/4/items",
        "/users/acme-garden/projectsV2/4/items",
        "/orgs/acme-garden/projectsV2/4/fields",
        "/orgs/acme-garden/projectsV2/4/items/",
        "/organizations/99/projectsV2/4/items",
        "/organizations/1234/projectsV2/5/items",
        "/user/1234/projectsV2/4/items",
        "/",
    ] {
        let run = linked(format!("<https://api.github.com{path}?after=abc>; rel=\"next\""));
        assert_eq!(run.failure(), (Code::Rest001, Some(Stage::Items)), "{path}");
    }
}

#[test]
fn decision_46_a_next_link_without_a_cursor_does_not_follow() {
    for query in
        ["", "?", "?page=2", "?after=", "?before=abc", "?after=a%20b", "?after=a&after=b", "?after=%ff"]
    {
        let run = linked(format!(
            "<https://api.github.com/orgs/acme-garden/projectsV2/4/items{query}>; rel=\"next\""
        ));
        assert_eq!(run.failure(), (Code::GithubRead007, Some(Stage::Items)), "{query}");
    }
}

#[test]
fn decision_46_a_short_page_is_not_the_last_one_and_a_page_without_a_next_link_is() {
    let run = Run::of(board(8, 4), [1, 101]).change(Stage::Items, |page, reply| {
        reply.edit(|items| {
            if page == 0 {
                items.as_array_mut().unwrap().truncate(1);
            }
        })
    });
    parts(&run.snapshot(), 101);
    let last = Run::of(board(8, 4), [1]).change(Stage::Items, |_, mut reply| {
        reply.headers.retain(|(name, _)| name != "link");
        reply
    });
    last.snapshot();
    assert_eq!(last.count(Stage::Items), 1);
    linked("<https://api.github.com/elsewhere>; rel=\"prev\"").snapshot();
}

/// A board of two pages of fields and items, of which one page of a list is
/// empty.
fn hollow(stage: Stage, empty: usize) -> Run {
    let mut world = World::organization();
    world.wording.page_size = world.project.items.len() / 2;
    world.wording.field_page_size = world.project.fields.len() / 2 + 1;
    Run::of(world, [1]).change(stage, move |page, reply| {
        if page == empty { reply.edit(|entries| *entries = json!([])) } else { reply }
    })
}

#[test]
fn a_list_that_goes_on_over_an_empty_page_or_to_one_has_lost_entries() {
    for stage in [Stage::Fields, Stage::Items] {
        for empty in [0, 1] {
            let run = hollow(stage, empty);
            assert_eq!(run.failure(), (Code::Snapshot001, Some(stage)), "page {empty}");
            assert_eq!(run.count(stage), empty + 1, "nothing is asked after it");
        }
    }
}

#[test]
fn a_filter_may_leave_nothing_of_a_page() {
    let mut run = hollow(Stage::Items, 1);
    run.scope.items = ItemsFilter::Repository;
    parts(&run.snapshot(), 1);
}
