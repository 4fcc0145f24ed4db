//! What a snapshot costs, and in which order it asks.

use yukh::diagnostic::Stage;
use yukh::observed::Coverage;
use yukh::scope::{Limit, Selection};

use super::fake::{Run, parts};
use crate::support::world::World;

/// A board of two item pages with a dependency for each requested issue.
fn board(requested: u64, related: bool) -> Run {
    let mut world = World::organization();
    for issue in 100..240 {
        world.add_issue(issue);
    }
    if related {
        for issue in 100..100 + requested {
            world.add_dependency(issue, 239);
        }
    }
    let mut run = Run::of(world, 100..100 + requested);
    run.selection.issue_types = true;
    run
}

#[test]
fn trap_31_the_request_ceilings_of_the_specification_hold() {
    // One item page for 1 and 10 issues, two for 100: the specification allows
    // at most two.
    for (requested, ceiling) in [(1, 5), (10, 5), (100, 7)] {
        for related in [false, true] {
            let mut run = board(requested, related);
            if requested < 100 {
                run.world.project.items.truncate(40);
                run.world.add_issue(239);
            }
            let accounting = run.snapshot().accounting();
            assert!(accounting.rest_requests <= ceiling, "{requested}: {accounting:?}");
            assert_eq!(accounting.graphql_requests, u32::from(related), "{requested}");
        }
    }
}

#[test]
fn requests_are_serial_and_each_shared_read_is_made_once() {
    let run = board(2, true);
    run.snapshot();
    assert_eq!(
        run.stages(),
        [
            Stage::Repository,
            Stage::Project,
            Stage::Fields,
            Stage::Items,
            Stage::Items,
            Stage::Relationships,
            Stage::IssueTypes,
        ]
    );
}

#[test]
fn the_account_is_that_of_this_acquisition_alone() {
    let mut run = board(1, true);
    run.budget(Limit::GraphqlRequests, 2);
    let first = run.snapshot().accounting();
    let second = run.snapshot().accounting();
    assert_eq!(first, second);
    assert_eq!((first.rest_requests, first.graphql_requests, first.pages), (6, 1, 4));
    assert!(first.bytes > 0);
}

#[test]
fn b01_an_issue_without_dependencies_is_read_over_rest_alone() {
    let mut run = board(1, false);
    run.budget(Limit::GraphqlRequests, 0);
    let snapshot = run.snapshot();
    assert_eq!(snapshot.accounting().graphql_requests, 0);
    assert_eq!(snapshot.completeness().relationships, Coverage::Complete);
}

#[test]
fn issue_types_are_read_where_the_policy_compares_them() {
    let run = board(1, false);
    let snapshot = run.snapshot();
    let names: Vec<&str> = snapshot.issue_types().unwrap().iter().map(|t| t.name.expose()).collect();
    assert_eq!(names.len(), 4);
    assert_eq!(snapshot.completeness().issue_types, Coverage::Complete);

    let mut unasked = board(1, false);
    unasked.selection = Selection { issue_types: false, ..unasked.selection };
    assert_eq!(unasked.snapshot().issue_types(), None);
    assert_eq!(unasked.count(Stage::IssueTypes), 0);
}

#[test]
fn b28_the_issue_types_of_a_users_repository_are_never_asked_for() {
    let mut run = Run::of(World::user(), [1]);
    run.selection.issue_types = true;
    let snapshot = run.snapshot();
    assert_eq!(snapshot.issue_types(), None);
    assert_eq!(snapshot.completeness().issue_types, Coverage::NotRequested);
    assert_eq!(run.count(Stage::IssueTypes), 0);
    parts(&snapshot, 1);
}

#[test]
fn a_disabled_issue_type_is_not_offered_and_one_that_comes_twice_is_refused() {
    let disabled = board(1, false).edit(Stage::IssueTypes, |types| types[0]["is_enabled"] = false.into());
    assert_eq!(disabled.snapshot().issue_types().unwrap().len(), 3);
    let twice = board(1, false).edit(Stage::IssueTypes, |types| types[0] = types[1].clone());
    assert_eq!(twice.failure(), (yukh::diagnostic::Code::Snapshot001, Some(Stage::IssueTypes)));
    let null = board(1, false).edit(Stage::IssueTypes, |types| types[0] = serde_json::Value::Null);
    assert_eq!(null.failure(), (yukh::diagnostic::Code::Rest001, Some(Stage::IssueTypes)));
}
