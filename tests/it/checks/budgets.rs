//! As many pull requests as the budgets and the reserve leave room for, and
//! never a failure because of them.

use proptest::prelude::*;
use yukh::diagnostic::Stage;
use yukh::observed::Coverage;
use yukh::scope::Limit;

use super::{asked, checks, plan, read, world};
use crate::acquisition::fake::Run;
use crate::support::program::Plan;
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World, commit};

/// How GitHub tells a limit.
type Told = (&'static str, fn() -> Reply);

#[test]
fn the_limit_of_rest_requests_leaves_room_for_none_one_or_all() {
    for limit in 4..=11 {
        let server = Server::of(world(7));
        let outcome = plan(&server).argument("--rest-requests", limit).run();
        let whole = ((limit - 4) / 2).min(3);
        assert_eq!(read(&outcome), (whole, 3 - whole), "{limit}");
        // No request is spent on a pull request that can not be read whole.
        assert_eq!(asked(&server).len() as u64, 2 * whole, "{limit}");
        let commits: Vec<String> = (5..5 + whole).map(commit).collect();
        let of_checks = server.asked().into_iter().filter(|asked| asked.stage() == Some(Stage::CheckRuns));
        for (asked, commit) in of_checks.zip(&commits) {
            assert!(asked.path.contains(commit), "ascending by number: {}", asked.path);
        }
        let counted = checks(&outcome)["checkRuns"]["success"].as_u64().unwrap_or(0);
        assert_eq!(counted, whole, "{limit}");
    }
}

#[test]
fn the_reserve_leaves_room_for_none_one_or_all() {
    for (rest, whole) in [(503, 0), (504, 0), (505, 1), (506, 1), (507, 2), (508, 2), (509, 3), (4_900, 3)] {
        let mut world = world(7);
        world.rate.rest = rest;
        let server = Server::of(world);
        let outcome = plan(&server).run();
        assert_eq!(read(&outcome), (whole, 3 - whole), "{rest}");
        assert_eq!(asked(&server).len() as u64, 2 * whole, "{rest}");
    }
}

#[test]
fn a_pull_request_is_read_whole_or_not_at_all() {
    // Two pages of check runs and one of workflow runs: three requests.
    for (limit, whole, sent) in [(5, 0, 0), (6, 0, 2), (7, 1, 3), (8, 1, 3), (9, 1, 5), (10, 2, 6)] {
        let mut world = world(6);
        world.wording.run_page_size = 2;
        let server = Server::of(world);
        let outcome = plan(&server).argument("--rest-requests", limit).run();
        assert_eq!(read(&outcome), (whole, 2 - whole), "{limit}");
        assert_eq!(asked(&server).len(), sent, "{limit}");
        let runs = &checks(&outcome)["checkRuns"];
        assert_eq!(runs["failure"].as_u64().unwrap_or(0), whole, "nothing of a part: {limit}");
    }
}

#[test]
fn the_bytes_of_the_run_leave_room_for_whole_answers() {
    let answer = 8 << 20;
    for (room, whole) in [(0, 0), (2 * answer - 1, 0), (2 * answer, 1)] {
        let server = Server::of(world(5));
        Plan::against(&server).run().planned();
        let own: u64 = server.replies().iter().map(|reply| reply.body.len() as u64).sum();
        let outcome = plan(&server).argument("--response-bytes", own + room).run();
        assert_eq!(read(&outcome), (whole, 1 - whole), "{room}");
    }
}

#[test]
fn a_list_that_is_too_long_does_not_keep_the_next_one_from_being_read() {
    let mut world = world(7);
    world.set_runs(&commit(5), &[Some("success"); 101], &[]);
    world.set_runs(&commit(6), &[Some("success"); 100], &[]);
    let server = Server::of(world.clone());
    let outcome = plan(&server).argument("--pages", 1).run();
    assert_eq!(read(&outcome), (2, 1));
    assert_eq!(checks(&outcome)["checkRuns"]["success"], 101);
    assert_eq!(asked(&server).len(), 5, "the first page told how many there are");

    let server = Server::of(world);
    let outcome = plan(&server).argument("--pages", 2).run();
    assert_eq!(read(&outcome), (3, 0));
    assert_eq!(checks(&outcome)["checkRuns"]["success"], 202);
}

#[test]
fn github_lists_no_more_than_a_thousand_workflow_runs() {
    let many = |total: u64| {
        let change = move |reply: Reply| reply.edit(|list| list["total_count"] = total.into());
        Builder::of(world(5)).change(Stage::WorkflowRuns, change).start()
    };
    let server = many(1_001);
    assert_eq!(read(&plan(&server).run()), (0, 1));
    assert_eq!(asked(&server), ["check-runs", "workflow-runs"]);
}

#[test]
fn a_limit_that_github_tells_ends_the_reading_of_checks_and_not_the_run() {
    let limits: [Told; 4] = [
        ("403 spent", || Reply::error(403, "Forbidden").header("x-ratelimit-remaining", 0)),
        ("429 spent", || Reply::error(429, "Slow down").header("x-ratelimit-remaining", 0)),
        ("403 wait", || Reply::error(403, "Forbidden").header("retry-after", 60)),
        ("429 secondary", || Reply::error(429, "You have exceeded a secondary rate limit.")),
    ];
    for (name, limit) in limits {
        for (stage, sent) in [(Stage::CheckRuns, 1), (Stage::WorkflowRuns, 2)] {
            let server = Builder::of(world(6)).change(stage, move |_| limit()).start();
            assert_eq!(read(&plan(&server).run()), (0, 2), "{name} {stage:?}");
            assert_eq!(asked(&server).len(), sent, "nothing follows: {name} {stage:?}");
        }
        // What was read before it stays.
        let second = move |nth, reply| if nth == 1 { limit() } else { reply };
        let server = Builder::of(world(7)).change_each(Stage::CheckRuns, second).start();
        assert_eq!(read(&plan(&server).run()), (1, 2), "{name}");
        assert_eq!(asked(&server).len(), 3, "{name}");
    }
}

#[test]
fn every_request_is_counted() {
    let mut run = Run::of(world(6), [3]);
    run.selection.checks = true;
    run.world.wording.run_page_size = 2;
    let snapshot = run.snapshot();
    let spent = snapshot.accounting();
    assert_eq!((spent.rest_requests, spent.graphql_requests, spent.pages), (10, 0, 8));
    assert_eq!(snapshot.completeness().checks, Coverage::Complete);
    run.budget(Limit::RestRequests, 15);
    assert_eq!(run.snapshot().completeness().checks, Coverage::Deferred);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_read_is_a_whole_prefix_within_the_limit(
        lengths in prop::collection::vec((0_usize..8, 0_usize..5), 0..6),
        limit in 4_u64..30,
    ) {
        let mut world = World::organization();
        world.project.items.retain(|item| item.issue().is_some());
        world.wording.run_page_size = 2;
        for (number, (checks, workflows)) in (5..).zip(&lengths) {
            world.add_pull_request(number);
            world.set_runs(&commit(number), &vec![Some("success"); *checks], &vec![None; *workflows]);
        }
        let mut run = Run::of(world, [3]);
        run.selection.checks = true;
        run.budget(Limit::RestRequests, limit);
        let snapshot = run.snapshot();
        let checks = snapshot.checks().unwrap();
        let whole = checks.pull_requests_read as usize;
        prop_assert_eq!(whole + checks.pull_requests_not_read as usize, lengths.len());
        prop_assert!(u64::from(snapshot.accounting().rest_requests) <= limit);
        let sum = |of: fn(&(usize, usize)) -> usize| lengths[..whole].iter().map(of).sum::<usize>() as u32;
        let total = |counts: &yukh::observed::RunCounts| counts.iter().map(|(_, count)| count).sum::<u32>();
        prop_assert_eq!(total(&checks.check_runs), sum(|(checks, _)| *checks));
        prop_assert_eq!(total(&checks.workflow_runs), sum(|(_, workflows)| *workflows));
        let pages = |length: usize| length.div_ceil(2).max(1) as u64;
        let cost: u64 = lengths.iter().take(whole + 1).map(|(a, b)| pages(*a) + pages(*b)).sum();
        prop_assert!(whole == lengths.len() || 4 + cost > limit, "one more would have fitted");
    }
}
