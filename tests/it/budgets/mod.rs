//! Budgets, reserves and token classes: what is never sent.
//!
//! The board of these tests makes a run of 100 issues ask for everything there
//! is, several pages of each list and a relationship batch of two pages.

mod exhaustion;
mod profiles;
mod queries;
mod sent;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use yukh::diagnostic::{Code, Detail, Failure, RateResource, Stage};
use yukh::github::{Client, Credential, Endpoint, Exchange as _, LedgerState, Timeouts, acquire};
use yukh::observed::{IssueObservation, RelationshipsState, Snapshot};
use yukh::scope::{Budgets, IssueNumber, IssueSet, Limit, Login};

use crate::acquisition::fake::Run;
use crate::support::program::TOKEN;
use crate::support::server::{Builder, Server};
use crate::support::world::{OWNER, World};

/// The reset that the server tells, in Unix seconds, and its minute.
const RESET: u64 = 1_900_000_039;
const MINUTE: u64 = 1_900_000_020;

/// What a run of the board asks, in order.
const STAGES: [Stage; 13] = [
    Stage::Repository,
    Stage::Owner,
    Stage::Project,
    Stage::Fields,
    Stage::Fields,
    Stage::Items,
    Stage::Items,
    Stage::Items,
    Stage::Items,
    Stage::Items,
    Stage::Relationships,
    Stage::Relationships,
    Stage::IssueTypes,
];

/// How many of them are REST requests.
const REST: u64 = 11;

/// The estimate of a query about 100 issues.
const ESTIMATE: u64 = 4;

const REST_STAGES: [Stage; 6] =
    [Stage::Repository, Stage::Owner, Stage::Project, Stage::Fields, Stage::Items, Stage::IssueTypes];

/// 100 issues, each of which two others block; one dependency fits on a page.
fn board() -> World {
    let mut world = World::organization();
    for issue in 100..200 {
        world.add_issue(issue);
        world.add_dependency(901, issue);
        world.add_dependency(902, issue);
    }
    world.project.owner.login = "acme-boards".to_owned();
    world.project.owner.id = 4_321;
    world.wording.edges = Some(1);
    world.wording.page_size = 25;
    world.wording.field_page_size = world.project.fields.len() / 2 + 1;
    world.rate.reset = RESET;
    world
}

/// A server whose account has this many REST requests left before the first
/// one, and this many points before the first query, of which each costs 3.
fn server(world: World, rest: u64, points: u64) -> Server {
    let asked = Arc::new(AtomicU64::new(0));
    let mut builder = Builder::of(world);
    for stage in REST_STAGES {
        let asked = Arc::clone(&asked);
        builder = builder.change(stage, move |reply| {
            let sent = asked.fetch_add(1, Ordering::SeqCst) + 1;
            reply.header("x-ratelimit-remaining", rest.saturating_sub(sent))
        });
    }
    let queries = builder.change_each(Stage::Relationships, move |query, reply| {
        let left = points.saturating_sub(3 * (query as u64 + 1));
        let reply = reply.header("x-ratelimit-remaining", left);
        reply.edit(|answer| {
            answer["data"]["rateLimit"]["remaining"] = left.into();
            answer["data"]["rateLimit"]["resetAt"] = "2030-03-17T17:47:19Z".into();
        })
    });
    queries.start()
}

/// How a run of 100 issues ended, and what its ledger then held.
struct Ended {
    snapshot: Result<Snapshot, Failure>,
    ledger: LedgerState,
}

/// Reads 100 issues of the board.
fn read(server: &Server, budgets: Budgets) -> Ended {
    let mut run = Run::of(World::organization(), 100..200);
    run.scope.issues = IssueSet::new((100..200).filter_map(IssueNumber::new)).unwrap();
    assert_eq!(run.scope.owner.as_str(), OWNER);
    run.scope.project_owner = Login::parse("acme-boards").unwrap();
    run.scope.budgets = budgets;
    run.selection.issue_types = true;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let endpoint = Endpoint::loopback(&server.address()).unwrap();
        let credential = Credential::parse(TOKEN.as_bytes(), None).unwrap();
        let client = Client::live(endpoint, &credential, budgets, Timeouts::DEFAULT).unwrap();
        let snapshot = acquire(&client, &run.scope, &run.selection).await;
        let counted = snapshot.as_ref().map(Snapshot::accounting).ok();
        if let Some(counted) = counted {
            let all = counted.rest_requests + counted.graphql_requests;
            assert_eq!(all as usize, server.asked().len(), "counted is what was sent");
        }
        Ended { snapshot, ledger: client.ledger() }
    })
}

/// Two queries, and the others as they are.
fn two_queries() -> Budgets {
    Budgets::DEFAULT.with(Limit::GraphqlRequests, 2).unwrap()
}

/// The failure is the resource and the minute of its reset and nothing else,
/// and the run exits with 6.
fn assert_deferred(failure: &Failure, resource: RateResource, reset: Option<u64>) {
    assert_eq!((failure.code(), failure.class().exit().code()), (Code::Rate001, 6));
    let findings: Vec<_> = failure.diagnostics().collect();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].detail(), Some(Detail::Rate { resource, reset }));
    assert_eq!(findings[0].path().as_str(), "$");
}

/// What is said of each issue whose relationships are deferred.
fn deferred(snapshot: &Snapshot) -> Vec<Detail> {
    let detail = |observation: &IssueObservation| match observation {
        IssueObservation::Present(item) => match &item.parts().relationships {
            RelationshipsState::Deferred(finding) => {
                assert_eq!(finding.code(), Code::Rate001);
                finding.detail()
            }
            RelationshipsState::Complete(_) => None,
        },
        IssueObservation::Missing(absence) => panic!("{absence:?}"),
    };
    snapshot.issues().filter_map(|(_, observation)| detail(observation)).collect()
}

/// The stages of the requests that a server saw.
fn seen(server: &Server) -> Vec<Stage> {
    server.asked().iter().map(|asked| asked.stage().unwrap()).collect()
}
