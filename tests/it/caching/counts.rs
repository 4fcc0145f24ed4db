//! Request counts from the server's log.

use yukh::desired::Policy;
use yukh::diagnostic::Stage;
use yukh::github::Kept;
use yukh::run::{Order, Outcome, conclude};
use yukh::scope::Limit;

use super::{Aged, Log, STALE, read, read_keeping};
use crate::acquisition::fake::Run;
use crate::support::policies::{self, block};
use crate::support::server::Server;
use crate::support::world::World;

/// A board of `items` items, the requested issues first.
fn board(requested: u64, items: u64, related: bool) -> (Server, Run) {
    let mut world = World::organization();
    world.project.items.clear();
    world.wording.content_repository = false;
    for issue in 1_000..1_000 + items {
        world.add_issue(issue);
    }
    if related {
        for issue in 1_000..1_000 + requested {
            world.add_dependency(issue, 1_000 + items - 1);
        }
        world.dependencies.retain(|(blocker, blocked)| blocker != blocked);
    }
    let mut run = Run::of(world.clone(), 1_000..1_000 + requested);
    run.selection.issue_types = true;
    run.scope.budgets = run.scope.budgets.with(Limit::ResponseBytes, 64 << 20).unwrap();
    (Server::of(world), run)
}

fn log(rest: usize, graphql: usize, conditional: usize) -> Log {
    Log { rest, graphql, conditional, confirmed: conditional }
}

#[test]
fn trap_31_one_ten_and_a_hundred_issues_stay_below_the_ceilings_cold_fresh_and_stale() {
    // The specification's boards have at most two pages of items.
    for (requested, items, ceiling) in [(1, 40, 5), (10, 40, 5), (100, 140, 7)] {
        for related in [false, true] {
            let (server, run) = board(requested, items, related);
            let aged = Aged::new();
            let rest = if items > 100 { 6 } else { 5 };
            let graphql = usize::from(related);

            let (cold, asked) = read(&server, &run, &aged.cache);
            let cold = cold.unwrap();
            assert_eq!(asked, log(rest, graphql, 0), "{requested} {related}");
            assert!(asked.rest <= ceiling);
            assert_eq!(cold.accounting().rest_requests as usize, asked.rest);
            assert_eq!(cold.accounting().graphql_requests as usize, asked.graphql);

            aged.age(STALE - 1);
            let (fresh, asked) = read(&server, &run, &aged.cache);
            let fresh = fresh.unwrap();
            assert_eq!(asked, log(0, 0, 0), "{requested} {related}");
            assert_eq!(fresh.fingerprint(), cold.fingerprint());
            assert_eq!(fresh.accounting().cache_hits as usize, rest + graphql);

            aged.age(1);
            let (stale, asked) = read(&server, &run, &aged.cache);
            let stale = stale.unwrap();
            assert_eq!(asked, log(rest, graphql, rest), "{requested} {related}");
            assert_eq!(stale.fingerprint(), cold.fingerprint());
            assert_eq!(stale.accounting().conditional_requests as usize, rest);
            assert_eq!(stale.accounting().cache_hits, 0);
        }
    }
}

#[test]
fn a_hundred_issues_are_planned_from_one_snapshot_without_a_request_of_their_own() {
    let (_, mut run) = board(100, 140, true);
    for issue in 1_000..1_100 {
        run.world.item(issue).body(&block("schema: 1\nwork_type: task\narea: beds\n"));
    }
    let policy = Policy::parse(policies::NATIVE.as_bytes()).unwrap();
    run.selection = policy.selection();
    let server = Server::of(run.world.clone());
    let (snapshot, asked) = read(&server, &run, &Aged::new().cache);
    let snapshot = snapshot.unwrap();
    for issue in run.scope.issues.iter() {
        let order = Order { policy: &policy, issue, require_contract: true, include_checks: false };
        let Outcome::Planned(planned) = conclude(&snapshot, order).unwrap().outcome else {
            panic!("no plan of {issue:?}")
        };
        assert_eq!(planned.plan.operations().len(), 2, "{issue:?}");
    }
    assert_eq!(asked, log(5, 1, 0));
    assert_eq!(server.asked().len(), 6);
}

#[test]
fn a_second_relationship_page_is_the_only_reason_for_a_second_graphql_request() {
    let (_, mut run) = board(3, 40, false);
    for blocked in 1_010..1_013 {
        run.world.add_dependency(1_000, blocked);
    }
    run.world.wording.edges = Some(2);
    run.scope.budgets = run.scope.budgets.with(Limit::GraphqlRequests, 2).unwrap();
    let server = Server::of(run.world.clone());
    let aged = Aged::new();
    assert_eq!(read(&server, &run, &aged.cache).1, log(5, 2, 0));
    assert_eq!(read(&server, &run, &aged.cache).1, log(0, 0, 0));
}

#[test]
fn two_thousand_items_are_three_requests_and_twenty_pages() {
    let (server, mut run) = board(1, 2_000, false);
    run.selection.issue_types = false;
    let aged = Aged::new();
    let (cold, asked) = read(&server, &run, &aged.cache);
    assert_eq!(asked, log(3 + 20, 0, 0));
    let (fresh, asked) = read(&server, &run, &aged.cache);
    assert_eq!(asked, log(0, 0, 0));
    aged.age(STALE);
    let (stale, asked) = read(&server, &run, &aged.cache);
    // The last page is full: only an answer tells that nothing follows it.
    assert_eq!(asked, log(3 + 20, 0, 3 + 19));
    let fingerprint = cold.unwrap().fingerprint().to_owned();
    assert_eq!(fresh.unwrap().fingerprint(), fingerprint);
    assert_eq!(stale.unwrap().fingerprint(), fingerprint);
}

#[test]
fn scopes_that_keep_the_same_issues_share_one_read_of_the_items() {
    let (server, mut run) = board(40, 140, true);
    let kept = Kept::default().and(&run.scope.issues);
    let aged = Aged::new();
    for (turn, scope) in [1_000..1_020, 1_020..1_040].into_iter().enumerate() {
        let alone = Run::of(run.world.clone(), scope.clone());
        run.scope.issues = alone.scope.issues.clone();
        let (snapshot, asked) = read_keeping(&server, &run, &aged.cache, &kept);
        let snapshot = snapshot.unwrap();
        // The batch is the only request of another scope.
        assert_eq!(asked, if turn == 0 { log(6, 1, 0) } else { log(0, 1, 0) });
        assert_eq!(snapshot.issues().count(), 20);
        let mut whole = Run::of(run.world.clone(), scope);
        whole.selection = run.selection.clone();
        assert_eq!(snapshot.fingerprint(), whole.snapshot().fingerprint());
    }
    // Other issues to keep are another read of the items, and of them alone.
    let before = server.count(Stage::Items);
    assert_eq!(read(&server, &run, &aged.cache).1, log(2, 0, 0));
    assert_eq!(server.count(Stage::Items), before + 2);
}
