//! Which commit a pull request's checks are those of.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage;
use yukh::observed::{Checks, Coverage, RunConclusion};

use super::world;
use crate::acquisition::fake::Run;
use crate::support::world::{Content, PullRequest, World, commit};

/// A run for issue 3 that asks for checks.
fn run(world: World) -> Run {
    let mut run = Run::of(world, [3]);
    run.selection.checks = true;
    run
}

fn checks(run: &Run) -> Checks {
    run.snapshot().checks().unwrap().clone()
}

/// The head of the item of a pull request in an answer.
fn head(items: &mut Json, number: u64) -> &mut Json {
    let of_number = |item: &&mut Json| item["content"]["number"] == number;
    &mut items.as_array_mut().unwrap().iter_mut().find(of_number).unwrap()["content"]["head"]
}

#[test]
fn two_pull_requests_with_one_head_are_read_and_counted_once() {
    let mut world = world(5);
    let same = PullRequest { head: Some(commit(5).to_uppercase()), ..PullRequest::new(8) };
    world.add(Content::PullRequest(same));
    let run = run(world);
    let checks = checks(&run);
    assert_eq!((checks.pull_requests_read, checks.pull_requests_not_read), (2, 0));
    assert_eq!((run.count(Stage::CheckRuns), run.count(Stage::WorkflowRuns)), (1, 1));
    assert_eq!(checks.check_runs.iter().next(), Some((RunConclusion::Success, 1)));
}

#[test]
fn a_head_that_is_not_told_is_not_read_and_fails_nothing() {
    let edits: [fn(&mut Json); 5] = [
        |head| *head = Json::Null,
        |head| *head = json!({}),
        |head| head["sha"] = Json::Null,
        |head| head["sha"] = json!("main"),
        |head| head["sha"] = json!("../../../user"),
    ];
    for (nth, edit) in edits.into_iter().enumerate() {
        let run = run(world(6)).edit(Stage::Items, move |items| edit(head(items, 5)));
        let checks = checks(&run);
        assert_eq!((checks.pull_requests_read, checks.pull_requests_not_read), (1, 1), "{nth}");
        assert_eq!(run.count(Stage::CheckRuns), 1, "{nth}");
        assert_eq!(
            (checks.pull_requests_not_shown, run.snapshot().completeness().checks),
            (1, Coverage::NotShown),
            "{nth}"
        );
    }
}

#[test]
fn a_pull_request_that_an_issue_item_speaks_of_has_no_known_head() {
    let mut world = world(5);
    world.add_issue(9);
    let run = run(world).edit(Stage::Items, |items| {
        let of_number = |item: &&mut Json| item["content"]["number"] == 9;
        let item = items.as_array_mut().unwrap().iter_mut().find(of_number).unwrap();
        item["content"]["pull_request"] = json!({});
    });
    let checks = checks(&run);
    assert_eq!((checks.pull_requests_read, checks.pull_requests_not_read), (1, 1));
}

#[test]
fn two_items_that_tell_different_heads_tell_none() {
    for order in [[1, 2], [2, 1]] {
        let mut world = world(5);
        for commit in order.map(commit) {
            world.add(Content::PullRequest(PullRequest { head: Some(commit), ..PullRequest::new(8) }));
        }
        let checks = checks(&run(world));
        assert_eq!((checks.pull_requests_read, checks.pull_requests_not_read), (1, 1), "{order:?}");
    }
    let mut world = world(5);
    world.add_pull_request(5);
    let checks = checks(&run(world));
    assert_eq!((checks.pull_requests_read, checks.pull_requests_not_read), (1, 0));
}

#[test]
fn checks_are_no_part_of_the_fingerprint() {
    let without = Run::of(world(6), [3]).snapshot();
    assert!(without.checks().is_none());
    assert_eq!(without.completeness().checks, Coverage::NotRequested);
    let with = run(world(6)).snapshot();
    let mut other = world(6);
    other.set_runs(&commit(5), &[], &[Some("failure"); 9]);
    let other = run(other).snapshot();
    let mut deferred = run(world(6));
    deferred.budget(yukh::scope::Limit::RestRequests, 5);
    let deferred = deferred.snapshot();
    assert_eq!(deferred.completeness().checks, Coverage::Deferred);
    assert_ne!(with.checks(), other.checks());
    for snapshot in [&with, &other, &deferred] {
        assert_eq!(snapshot.fingerprint(), without.fingerprint());
    }
}

#[test]
fn checks_are_not_kept_in_the_cache() {
    let cache = yukh::github::Cache::new();
    let run = run(world(5));
    run.read_with(&cache).unwrap();
    run.log();
    let again = run.read_with(&cache).unwrap();
    assert_eq!(run.log().0, [Stage::CheckRuns, Stage::WorkflowRuns]);
    assert_eq!(again.checks().unwrap().pull_requests_read, 1);
}
