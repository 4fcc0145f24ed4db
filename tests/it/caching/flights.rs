//! Many readers at once: one flight for each group, one failure for all, and a
//! count that equals the server's log.

use std::rc::Rc;
use std::time::Duration;

use tokio::task::{JoinHandle, LocalSet};
use yukh::diagnostic::{Code, Stage};
use yukh::github::{Cache, Client, Exchange as _, Kept, acquire, acquire_with};
use yukh::observed::{Accounting, Coverage, Snapshot};
use yukh::scope::Limit;

use super::{Log, block_on, client};
use crate::acquisition::fake::Run;
use crate::support::program::TOKEN;
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

/// Another token of the same class.
const OTHER: &str = "ghp_otherOTHERotherOTHERotherOTHERotherOT";

type Reading = JoinHandle<Result<Snapshot, Code>>;

/// Begins to read.
fn begin(local: &LocalSet, client: &Rc<Client>, cache: &Rc<Cache>, issues: &[u64]) -> Reading {
    let (client, cache, run) = (Rc::clone(client), Rc::clone(cache), run(issues));
    local.spawn_local(async move {
        let read = acquire_with(&*client, &run.scope, &run.selection, &cache, &Kept::default()).await;
        read.map_err(|failure| failure.code())
    })
}

fn run(issues: &[u64]) -> Run {
    let mut run = Run::of(world(), issues.iter().copied());
    run.selection.issue_types = true;
    run.scope.budgets = run.scope.budgets.with(Limit::GraphqlRequests, 2).unwrap();
    run
}

fn world() -> World {
    let mut world = World::organization();
    world.add_dependency(1, 3);
    world
}

/// What one read of the world asks.
const ONE: Log = Log { rest: 5, graphql: 1, conditional: 0, confirmed: 0 };

/// Both counts, which have to be one.
fn counted(clients: &[Rc<Client>], server: &Server) -> Log {
    let sum =
        |count: fn(Accounting) -> u32| clients.iter().map(|client| count(client.accounting())).sum::<u32>();
    let log = Log::since(server, 0);
    assert_eq!(sum(|spent| spent.rest_requests) as usize, log.rest);
    assert_eq!(sum(|spent| spent.graphql_requests) as usize, log.graphql);
    assert_eq!(sum(|spent| spent.conditional_requests) as usize, log.conditional);
    log
}

/// A test of several readers with a server, a client and a cache.
fn with(builder: Builder, test: impl AsyncFnOnce(&Server, Rc<Client>, Rc<Cache>)) {
    let server = builder.start();
    block_on(async {
        let client = Rc::new(client(&server, &run(&[1]), TOKEN));
        test(&server, client, Rc::new(Cache::new())).await;
    });
}

async fn results(readings: Vec<Reading>) -> Vec<Result<Snapshot, Code>> {
    let mut results = Vec::new();
    for reading in readings {
        results.push(reading.await.unwrap());
    }
    results
}

#[test]
fn fifty_readers_at_once_make_the_requests_of_one() {
    let expected = run(&[1, 3]).snapshot();
    with(Builder::of(world()), async |server, client, cache| {
        let local = LocalSet::new();
        let readings = (0..50).map(|_| begin(&local, &client, &cache, &[1, 3])).collect();
        let snapshots = local.run_until(results(readings)).await;
        let mut coalesced = 0;
        for snapshot in snapshots {
            let snapshot = snapshot.unwrap();
            assert_eq!(snapshot.fingerprint(), expected.fingerprint());
            let spent = snapshot.accounting();
            coalesced += spent.coalesced_requests + spent.cache_hits;
        }
        assert_eq!(coalesced, 49 * 6);
        assert_eq!(counted(&[client], server), ONE);
    });
}

#[test]
fn each_of_fifty_readers_gets_the_one_failure() {
    let failing = Builder::of(world()).replace(Stage::Items, Reply::error(502, "Server Error"));
    with(failing, async |server, client, cache| {
        let local = LocalSet::new();
        let readings = (0..50).map(|_| begin(&local, &client, &cache, &[1])).collect();
        let failures = local.run_until(results(readings)).await;
        assert!(failures.iter().all(|failure| failure.as_ref().err() == Some(&Code::GithubRead004)));
        assert_eq!(counted(&[Rc::clone(&client)], server), Log { rest: 4, graphql: 0, ..ONE });
        // The failure is not kept: whoever comes now asks for the items again.
        let late = begin(&local, &client, &cache, &[1]);
        local.run_until(results(vec![late])).await;
        assert_eq!(counted(&[client], server).rest, 5);
    });
}

#[test]
fn trap_20_two_tokens_and_two_scopes_share_nothing_they_must_not() {
    with(Builder::of(world()), async |server, first, cache| {
        let second = Rc::new(client(server, &run(&[1]), OTHER));
        let local = LocalSet::new();
        let readings = vec![begin(&local, &first, &cache, &[1]), begin(&local, &second, &cache, &[1])];
        let snapshots = local.run_until(results(readings)).await;
        assert!(snapshots.iter().all(Result::is_ok));
        assert_eq!(counted(&[first, second], server), Log { rest: 10, graphql: 2, ..ONE });
    });
    with(Builder::of(world()), async |server, client, cache| {
        let local = LocalSet::new();
        let readings = vec![begin(&local, &client, &cache, &[1]), begin(&local, &client, &cache, &[3])];
        let snapshots = local.run_until(results(readings)).await;
        // Repository, Project, fields and issue types are those of both; the
        // kept issues and the batch are not. The second batch waits for what
        // the first one is told (decision 68).
        for snapshot in snapshots.iter().flatten() {
            assert_eq!(snapshot.completeness().relationships, Coverage::Complete);
        }
        assert_eq!(tallied(&snapshots), client.accounting());
        assert_eq!(counted(&[client], server), Log { rest: 6, graphql: 2, ..ONE });
    });
}

/// What the snapshots say of their own requests, added up.
fn tallied(snapshots: &[Result<Snapshot, Code>]) -> Accounting {
    let mut sum = Accounting::default();
    for spent in snapshots.iter().flatten().map(Snapshot::accounting) {
        for (stage, requests) in spent.requests {
            *sum.requests.entry(stage).or_default() += requests;
        }
        sum.rest_requests += spent.rest_requests;
        sum.graphql_requests += spent.graphql_requests;
        sum.conditional_requests += spent.conditional_requests;
        sum.pages += spent.pages;
        sum.bytes += spent.bytes;
    }
    sum
}

#[test]
fn readers_at_once_count_each_its_own_requests_and_together_all_of_them() {
    let slow = Builder::of(world()).delay(Stage::Items, Duration::from_millis(50));
    with(slow, async |server, client, cache| {
        let local = LocalSet::new();
        let scopes: [&[u64]; 6] = [&[1], &[3], &[1], &[1, 3], &[2], &[1, 2, 3]];
        let readings = scopes.iter().map(|issues| begin(&local, &client, &cache, issues)).collect();
        let snapshots = local.run_until(results(readings)).await;
        assert!(snapshots.iter().all(Result::is_ok));
        assert_eq!(tallied(&snapshots), client.accounting());
        let graphql = snapshots.iter().flatten().map(|snapshot| snapshot.accounting().graphql_requests);
        assert!(graphql.max() <= Some(1), "nobody counts the batch of another one");
        counted(&[client], server);
    });
    // Without a cache nothing is shared, and each read is whole.
    let server = Server::of(world());
    block_on(async {
        let (run, other) = (run(&[1, 3]), run(&[2]));
        let client = client(&server, &run, TOKEN);
        let (first, second) = tokio::join!(
            acquire(&client, &run.scope, &run.selection),
            acquire(&client, &other.scope, &other.selection)
        );
        let snapshots = [first, second].map(|read| read.map_err(|failure| failure.code()));
        let requests = |read: &Result<Snapshot, Code>| {
            let spent = read.as_ref().unwrap().accounting();
            (spent.rest_requests, spent.graphql_requests)
        };
        assert_eq!(snapshots.each_ref().map(requests), [(5, 1), (5, 0)]);
        assert_eq!(tallied(&snapshots), client.accounting());
    });
}

/// A server that takes its time over the Project.
fn slow() -> Builder {
    Builder::of(world()).delay(Stage::Project, Duration::from_millis(150))
}

/// Waits until the server was asked for the Project.
async fn until_asked(server: &Server, times: usize) {
    while server.count(Stage::Project) < times {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[test]
fn after_a_cancelled_leader_another_reader_sends_a_second_request_and_it_is_counted() {
    with(slow(), async |server, client, cache| {
        let local = LocalSet::new();
        let leader = begin(&local, &client, &cache, &[1]);
        let waiters = (0..9).map(|_| begin(&local, &client, &cache, &[1])).collect();
        let snapshots = local
            .run_until(async {
                until_asked(server, 1).await;
                leader.abort();
                results(waiters).await
            })
            .await;
        assert!(snapshots.iter().all(Result::is_ok));
        assert_eq!(server.count(Stage::Project), 2);
        assert_eq!(counted(&[client], server), Log { rest: 6, ..ONE });
    });
}

#[test]
fn a_cancelled_waiter_disturbs_nobody() {
    with(slow(), async |server, client, cache| {
        let local = LocalSet::new();
        let leader = begin(&local, &client, &cache, &[1]);
        let waiters: Vec<Reading> = (0..9).map(|_| begin(&local, &client, &cache, &[1])).collect();
        let snapshots = local
            .run_until(async {
                until_asked(server, 1).await;
                for waiter in &waiters[..5] {
                    waiter.abort();
                }
                let rest = waiters.into_iter().skip(5);
                results(std::iter::once(leader).chain(rest).collect()).await
            })
            .await;
        assert!(snapshots.iter().all(Result::is_ok));
        assert_eq!(counted(&[client], server), ONE);
    });
}

#[test]
fn a_read_with_a_cache_can_move_between_threads() {
    fn is_send<T: Send>(_: &T) {}
    let (server, run) = (Server::of(world()), run(&[1]));
    block_on(async {
        let (client, cache) = (client(&server, &run, TOKEN), Cache::new());
        let kept = Kept::default();
        let reading = acquire_with(&client, &run.scope, &run.selection, &cache, &kept);
        is_send(&reading);
        assert!(reading.await.is_ok());
    });
}
