//! What the reader may spend: the ledger reserves before each query.

use std::collections::BTreeSet;

use yukh::diagnostic::{Code, Detail, Failure, RateResource};
use yukh::github::{Client, Credential, Endpoint, Exchange as _, Timeouts};
use yukh::observed::Snapshot;
use yukh::rollback::acquire;
use yukh::scope::{Limit, RunScope, Selection};

use super::model::{Issue, Model, at, item, scope};
use super::served::Served;
use crate::support::program::TOKEN;

/// The minute of the reset that the model tells.
const MINUTE: u64 = 1_900_000_020;

/// Reads over a real client: the snapshot or the failure, and the points.
fn read(server: &Served, scope: &RunScope) -> (Result<Snapshot, Failure>, u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let endpoint = Endpoint::loopback(&server.address()).unwrap();
        let credential = Credential::parse(TOKEN.as_bytes(), None).unwrap();
        let client = Client::live(endpoint, &credential, scope.budgets, Timeouts::DEFAULT).unwrap();
        let read = acquire(&client, scope, &Selection::default(), |_, _| BTreeSet::new()).await;
        (read, client.ledger().points)
    })
}

fn deferral(failure: &Failure) -> (Code, Option<Detail>) {
    (failure.code(), failure.first().detail())
}

fn graphql(reset: Option<u64>) -> (Code, Option<Detail>) {
    (Code::Rate001, Some(Detail::Rate { resource: RateResource::Graphql, reset }))
}

#[test]
fn b02_a_board_of_1500_items_is_deferred_before_the_query_that_would_cross_the_reserve() {
    let mut model = Model::new();
    model.issues = (1..=1_500).map(|issue| (issue, Issue::new(issue))).collect();
    // Others spend 100 points between two queries: 1,400 are left, then 1,300.
    let left: Vec<u64> = (0..20).map(|query| 1_400 - 100 * query.min(14)).collect();
    let server = Served::with(model, left);
    let (read, points) = read(&server, &scope(1..=10));
    assert_eq!(deferral(&read.map(|_| ()).unwrap_err()), graphql(Some(MINUTE)));
    // After the tenth answer 500 are left, and an eleventh would take of them.
    assert_eq!((server.asked().len(), points), (10, 10));
}

#[test]
fn each_query_reserves_its_estimate_before_it_is_sent() {
    let model = Model::new();
    for (left, sent) in [([501, 500, 500, 500], 2), ([502, 501, 500, 499], 3), ([503, 502, 501, 500], 4)] {
        let server = Served::with(model.clone(), left.to_vec());
        let (read, _) = read(&server, &scope([1]));
        assert_eq!(read.is_ok(), sent == 4, "{left:?}");
        assert_eq!(server.asked().len(), sent, "{left:?}");
    }
    let server = Served::with(model, vec![500]);
    let (read, _) = read(&server, &scope([1]));
    assert_eq!(deferral(&read.map(|_| ()).unwrap_err()), graphql(Some(MINUTE)));
    assert_eq!(server.asked(), ["Scope"]);
}

#[test]
fn a_limit_of_the_run_drops_all_of_it_at_each_query() {
    for queries in 0..7 {
        let server = Served::of(Model::new());
        let mut scope = scope([1, 2]);
        scope.budgets = scope.budgets.with(Limit::GraphqlRequests, queries).unwrap();
        let (read, _) = read(&server, &scope);
        let reset = (queries > 0).then_some(MINUTE);
        assert_eq!(deferral(&read.map(|_| ()).unwrap_err()), graphql(reset), "{queries}");
        assert_eq!(server.asked().len() as u64, queries);
    }
    for points in 1..7 {
        let server = Served::of(Model::new());
        let mut scope = scope([1, 2]);
        scope.budgets = scope.budgets.with(Limit::GraphqlPoints, points).unwrap();
        let (read, spent) = read(&server, &scope);
        assert_eq!(read.map(|_| ()).unwrap_err().code(), Code::Rate001);
        assert_eq!((server.asked().len() as u64, spent), (points, points));
    }
}

/// The table of `docs/rollback.md`.
#[test]
fn a_run_costs_three_queries_for_each_issue_and_one_for_all() {
    let mut model = Model::new();
    model.issues = (1..=10).map(|issue| (issue, Issue::new(issue))).collect();
    for issues in [1, 10] {
        let server = Served::of(model.clone());
        let (read, points) = read(&server, &scope(1..=issues));
        assert_eq!(read.unwrap().accounting().graphql_requests as u64, 3 * issues + 1);
        assert_eq!((server.asked().len() as u64, points), (3 * issues + 1, 3 * issues + 1));
    }
    model.issue(1).blocked_by = (100..151).map(at).collect();
    let server = Served::of(model.clone());
    assert_eq!(read(&server, &scope([1])).1, 5, "a further page is a further query");
    model.issue(1).items = vec![item("PVTI_1", true)];
    assert_eq!(read(&Served::of(model), &scope([1])).1, 1, "an archived item is not read");
}
