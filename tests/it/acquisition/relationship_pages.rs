//! Step 5: a second page of the relationships, and their bounds.

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Stage};
use yukh::observed::{Coverage, Known};
use yukh::scope::Limit;

use super::fake::{Run, number, relationships};
use super::relationships::{SNAPSHOT, deferred, local};
use crate::support::world::World;

/// A world whose issue 1 blocks more issues than fit on a page.
fn wide(edges: usize, blocked: u64) -> Run {
    let mut world = World::organization();
    for issue in 100..100 + blocked {
        world.add_dependency(1, issue);
    }
    world.wording.edges = Some(edges);
    let mut run = Run::of(world, [1]);
    run.budget(Limit::GraphqlRequests, 2);
    run
}

#[test]
fn trap_09_decision_40_a_second_page_is_read_with_the_same_document() {
    let run = wide(10, 17);
    let snapshot = run.snapshot();
    assert_eq!(run.count(Stage::Relationships), 2);
    assert_eq!(relationships(&snapshot, 1).blocking, local(100..117));
    assert_eq!(relationships(&snapshot, 1).sub_issues, Known::Known(local([2])), "not merged twice");
}

#[test]
fn decision_40_a_third_page_discards_the_snapshot() {
    wide(10, 20).snapshot();
    assert_eq!(wide(10, 21).failure(), SNAPSHOT);
}

#[test]
fn decision_40_pages_that_changed_in_between_discard_the_snapshot() {
    let edits: [fn(&mut Json); 4] = [
        |node| node["blocking"]["totalCount"] = json!(16),
        |node| {
            node["parent"] = json!({ "id": "I_4", "number": 4, "repository":
                { "id": "R_kgDOglass77001", "nameWithOwner": "acme-garden/greenhouse" } });
        },
        |node| {
            node["blocking"]["pageInfo"] = json!({ "hasNextPage": true, "endCursor": "edge10" });
        },
        |node| node["blocking"]["nodes"] = json!([]),
    ];
    for edit in edits {
        let run = wide(10, 17).change(Stage::Relationships, move |page, reply| {
            if page == 0 { reply } else { reply.edit(|answer| edit(&mut answer["data"]["nodes"][0])) }
        });
        assert_eq!(run.failure(), SNAPSHOT);
    }
    let endless = wide(10, 17).edit(Stage::Relationships, |answer| {
        answer["data"]["nodes"][0]["blocking"]["pageInfo"]["endCursor"] = json!(null);
    });
    assert_eq!(endless.failure(), (Code::GithubRead007, Some(Stage::Relationships)));
}

#[test]
fn decision_40_issues_that_go_on_at_different_places_can_not_share_a_request() {
    let run = || {
        let mut world = World::organization();
        for issue in 100..117 {
            world.add_dependency(1, issue);
            world.add_dependency(2, issue);
        }
        world.wording.edges = Some(10);
        let mut run = Run::of(world, [1, 2]);
        run.budget(Limit::GraphqlRequests, 2);
        run
    };
    assert_eq!(relationships(&run().snapshot(), 2).blocking, local(100..117), "the same place");
    let apart = run().edit(Stage::Relationships, |answer| {
        answer["data"]["nodes"][0]["blocking"]["pageInfo"]["endCursor"] = json!("another");
    });
    assert_eq!(apart.failure(), SNAPSHOT);
    assert_eq!(apart.count(Stage::Relationships), 1);
}

#[test]
fn decision_40_a_second_page_beyond_the_budget_defers_the_issue_that_needs_it() {
    let mut run = wide(10, 17);
    run.world.add_dependency(3, 4);
    run.scope.issues = yukh::scope::IssueSet::new([number(1), number(3)]).unwrap();
    run.budget(Limit::GraphqlRequests, 1);
    let snapshot = run.snapshot();
    assert_eq!(run.count(Stage::Relationships), 1);
    assert!(deferred(&snapshot, 1).is_some());
    assert_eq!(relationships(&snapshot, 3).blocking, local([4]));
    assert_eq!(snapshot.completeness().relationships, Coverage::Deferred);
}

#[test]
fn issues_in_reach_are_bounded() {
    // The issue itself, one sub-issue of the world, and these.
    let run = |nodes: u64| {
        let mut run = wide(200, 200);
        for issue in 400..400 + 155 {
            run.world.set_parent(issue, 1);
        }
        for issue in 800..800 + nodes - 357 {
            run.world.add_dependency(issue, 1);
        }
        run
    };
    run(512).snapshot();
    assert_eq!(run(513).failure(), (Code::GithubRead005, Some(Stage::Relationships)));
}

#[test]
fn edges_of_all_issues_together_are_bounded() {
    let run = |edges: u64| {
        let mut world = World::organization();
        for blocker in 100..140 {
            world.add_issue(blocker);
        }
        for edge in 0..edges {
            world.add_dependency(100 + edge % 40, 1_000 + edge / 40);
        }
        world.wording.edges = Some(200);
        Run::of(world, 100..140)
    };
    run(4_096).snapshot();
    assert_eq!(run(4_097).failure(), (Code::GithubRead005, Some(Stage::Relationships)));
}
