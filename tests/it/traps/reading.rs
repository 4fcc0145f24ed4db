//! Reading: identity, completeness, bounds, requests.

use serde_json::json;
use yukh::diagnostic::Stage;

use super::{changed, plan};
use crate::end_to_end::FOUR_READS;
use crate::support::policies::block;
use crate::support::program::{Outcome, Plan, operations};
use crate::support::server::{Builder, Server};
use crate::support::world::{Content, Place, Reply, World};

#[test]
fn trap_01_the_plan_id_survives_a_rotation_of_the_token() {
    let server = Server::of(World::organization());
    let id = |token: &str| Plan::against(&server).token(token).run().planned()["planId"].clone();
    assert_eq!(
        id("ghp_InventedTokenForTestsOnly000000000000"),
        id("ghp_AnotherInventedTokenForTestsOnly00000000")
    );
}

#[test]
fn trap_02_names_are_bound_to_what_github_answers() {
    let server = Server::of(World::organization());
    let shouted = Plan::against(&server).argument("--owner", "ACME-GARDEN").run().planned();
    assert_eq!(shouted, Plan::against(&server).run().planned());

    for change in [
        |repository: &mut serde_json::Value| repository["full_name"] = json!("acme-garden/orchard"),
        |repository: &mut serde_json::Value| repository["full_name"] = json!("other/greenhouse"),
        |repository: &mut serde_json::Value| repository["owner"]["login"] = json!("other"),
    ] {
        let (server, outcome) = changed(Stage::Repository, change);
        assert_eq!(outcome.failure(5), "YKP-SNAPSHOT-001");
        assert_eq!(server.stages(), ["repository"]);
    }
}

#[test]
fn trap_03_the_project_is_bound_to_the_run() {
    for change in [
        |project: &mut serde_json::Value| project["number"] = json!(5),
        |project: &mut serde_json::Value| project["owner"]["login"] = json!("other"),
    ] {
        let (server, outcome) = changed(Stage::Project, change);
        assert_eq!(outcome.failure(5), "YKP-SNAPSHOT-001");
        assert_eq!(server.stages(), ["repository", "project"]);
    }
    let elsewhere = json!("https://api.github.com/orgs/acme-garden/projectsV2/5");
    let (_, outcome) = changed(Stage::Items, move |items| items[0]["project_url"] = elsewhere.clone());
    assert_eq!(outcome.failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn trap_04_absence_is_an_explicit_result() {
    let mut world = World::organization();
    world.remove_issue(3);
    let outcome = plan(world);
    assert_eq!((outcome.outcome().as_str(), outcome.code), ("absent", 0));
}

#[test]
fn trap_05_ambiguous_absence_discards_the_snapshot() {
    let mut world = World::organization();
    world.remove_issue(3);
    world.add(Content::Redacted);
    assert_eq!(plan(world).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn trap_06_links_with_commas_and_numeric_owners_lead_to_all_pages() {
    for (encoded_commas, numeric_owner) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut world = World::organization();
        world.wording.page_size = 2;
        world.wording.encoded_commas = encoded_commas;
        world.wording.numeric_owner = numeric_owner;
        let wanted = world.project.items.remove(2);
        world.project.items.push(wanted);
        let server = Server::of(world);
        assert_eq!(operations(&Plan::against(&server).run().planned()).len(), 3);
        assert_eq!(server.count(Stage::Items), 3);
    }
}

#[test]
fn trap_07_pages_that_lead_astray_discard_the_snapshot() {
    let server = Builder::of(World::organization())
        .change(Stage::Items, |reply| {
            let own =
                reply.read()[0]["project_url"].as_str().unwrap().replace("projectsV2/4", "projectsV2/5");
            reply.header("link", format!("<{own}/items?per_page=100&after=x>; rel=\"next\""))
        })
        .start();
    assert_eq!(Plan::against(&server).run().failure(5), "YKP-REST-001");

    let mut world = World::organization();
    let again = world.item(1).clone();
    world.project.items.push(again);
    assert_eq!(plan(world).failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn trap_08_relations_are_complete_or_not_planned_on() {
    let mut world = World::organization();
    world.wording.dependency_summary = false;
    world.add_dependency(2, 3);
    let server = Server::of(world.clone());
    Plan::against(&server).run().planned();
    assert_eq!(server.count(Stage::Relationships), 1, "an absent summary is unknown, not zero");

    let server = Builder::of(world)
        .change(Stage::Relationships, |reply| reply.edit(|answer| answer["data"]["nodes"] = json!([])))
        .start();
    assert_eq!(Plan::against(&server).run().failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn trap_10_relations_of_other_repositories_are_never_local() {
    let mut world = World::organization();
    world.item(3).body(&block("schema: 1\nwork_type: task\narea: climate\nrelationships:\n  parent: 1\n"));
    world.set_parent(3, Place::elsewhere("acme-garden/orchard", 1));
    let outcome = plan(world);
    assert!(outcome.stdout.contains("YKP-GH-READ-006"), "{outcome:?}");
    assert!(!outcome.stdout.contains("preserve_parent"));
}

/// A run in which each page of items is white space up to this many bytes.
fn padded(world: World, bytes: usize) -> (Server, Outcome) {
    let pad = move |mut reply: Reply| {
        reply.body.resize(bytes, b' ');
        reply
    };
    let server = Builder::of(world).change(Stage::Items, pad).start();
    let outcome = Plan::against(&server).run();
    (server, outcome)
}

#[test]
fn trap_11_bytes_are_counted_while_they_stream() {
    let (server, outcome) = padded(World::organization(), 9 << 20);
    assert_eq!(outcome.failure(4), "YKP-GH-READ-005");
    assert_eq!(server.stages(), FOUR_READS);

    // Five pages of 7 MiB cross the 32 MiB of a run.
    let mut world = World::organization();
    world.wording.page_size = 2;
    for number in 100..110 {
        world.add_issue(number);
    }
    let (server, outcome) = padded(world, 7 << 20);
    assert_eq!(outcome.failure(4), "YKP-GH-READ-005");
    assert_eq!(server.count(Stage::Items), 5);
}

#[test]
fn trap_12_graphql_is_asked_once_unless_a_budget_allows_more() {
    let mut world = World::organization();
    for blocker in [1, 2, 4] {
        world.add_dependency(blocker, 3);
    }
    world.wording.edges = Some(1);
    let server = Server::of(world);
    assert_eq!(Plan::against(&server).run().failure(6), "YKP-RATE-001");
    assert_eq!(server.count(Stage::Relationships), 1);
}

#[test]
fn trap_14_a_deferred_run_says_until_when_to_the_minute() {
    let limited = Reply::error(429, "Too many")
        .header("x-ratelimit-remaining", 0)
        .header("x-ratelimit-resource", "core")
        .header("x-ratelimit-reset", 1_900_000_059);
    let server = Builder::of(World::organization()).change(Stage::Fields, move |_| limited.clone()).start();
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.failure(6), "YKP-RATE-001");
    let diagnostic = &outcome.json()["diagnostics"][0];
    assert_eq!((&diagnostic["resource"], &diagnostic["reset"]), (&json!("rest"), &json!(1_900_000_020)));
}

#[test]
fn trap_15_a_secondary_limit_is_a_rate_limit() {
    for reply in [
        Reply::error(403, "Forbidden").header("retry-after", 60).header("x-ratelimit-remaining", 4_900),
        Reply::error(403, "You have exceeded a secondary rate limit").header("x-ratelimit-remaining", 4_900),
    ] {
        let server = Builder::of(World::organization()).replace(Stage::Items, reply).start();
        let outcome = Plan::against(&server).run();
        assert_eq!(outcome.failure(6), "YKP-RATE-001");
        assert_eq!(outcome.json()["diagnostics"][0]["resource"], "secondary");
    }
}

#[test]
fn trap_16_the_fingerprint_of_an_item_detects_a_change() {
    let id = |world| plan(world).planned()["planId"].clone();
    let mut later = World::organization();
    later.item(3).updated_at = "2026-03-05T10:00:00Z".to_owned();
    assert_ne!(id(later), id(World::organization()));
}

#[test]
fn trap_21_a_user_owned_project_is_out_of_reach_for_an_installation() {
    let server = Server::of(World::user());
    let outcome = Plan::against(&server).token("ghs_InventedTokenForTestsOnly000000000000").run();
    assert_eq!(outcome.failure(4), "YKP-CAPABILITY-001");
    assert_eq!(server.count(Stage::Project), 0);
}

#[test]
fn trap_22_rest_and_graphql_pin_one_api_version() {
    let mut world = World::organization();
    world.add_dependency(2, 3);
    let server = Server::of(world);
    Plan::against(&server).run().planned();
    assert_eq!(server.count(Stage::Relationships), 1);
    for asked in server.asked() {
        assert_eq!(asked.header("x-github-api-version"), ["2026-03-10"]);
    }
}

#[test]
fn trap_25_what_an_item_holds_is_told_by_all_of_its_members() {
    let (_, outcome) = changed(Stage::Items, |items| items[2]["content_type"] = json!("PullRequest"));
    assert_ne!(outcome.code, 0, "an issue that says it is a pull request: {outcome:?}");
    let (_, outcome) = changed(Stage::Items, |items| items[2]["archived_at"] = json!("2026-03-01T08:00:00Z"));
    assert_eq!(outcome.outcome(), "archived");
    let (_, outcome) = changed(Stage::Items, |items| {
        items[2]["content"].as_object_mut().unwrap().remove("repository");
    });
    assert_eq!(operations(&outcome.planned()).len(), 3);
}

#[test]
fn trap_29_what_is_not_there_and_what_has_moved_are_told_apart() {
    let cause = |reply: Reply| {
        let server = Builder::of(World::organization()).replace(Stage::Project, reply).start();
        let outcome = Plan::against(&server).run();
        (outcome.json()["diagnostics"][0]["code"].as_str().unwrap().to_owned(), outcome.code)
    };
    assert_eq!(cause(Reply::error(404, "Not Found")), ("YKP-GH-READ-003".to_owned(), 3));
    let moved = Reply::error(301, "Moved").header("location", "/organizations/1/projectsV2/4");
    assert_eq!(cause(moved), ("YKP-SNAPSHOT-001".to_owned(), 5));
}

#[test]
fn trap_31_a_cold_run_stays_below_the_ceilings() {
    let mut world = World::organization();
    world.wording.page_size = 4;
    world.add_dependency(2, 3);
    let server = Builder::of(world).change(Stage::Fields, |reply| reply).start();
    Plan::against(&server).run().planned();
    let stages = server.stages();
    assert_eq!(stages.iter().filter(|stage| **stage != "relationships").count(), 5, "{stages:?}");
    assert_eq!(server.count(Stage::Relationships), 1);
}

#[test]
fn trap_32_only_the_fields_of_the_policy_are_asked_for() {
    let server = Server::of(World::organization());
    Plan::against(&server).run().planned();
    let mut world = World::organization();
    let ids = server.asked()[3].parameter("fields").unwrap().to_owned();
    for heavy in ["Repository", "Assignees", "Labels", "Linked pull requests", "Reviewers", "Milestone"] {
        let id = world.field(heavy).id.to_string();
        assert!(!ids.split(',').any(|asked| asked == id), "{heavy} makes pages heavy");
    }
    assert_eq!(ids.split(',').count(), 10);
}
