//! Every limit and reserve of REST requests, exhausted at every request.

use std::collections::BTreeSet;

use yukh::diagnostic::{Code, RateResource, Stage};
use yukh::scope::Limit;

use super::{MINUTE, REST, STAGES, assert_deferred, board, read, seen, server, two_queries};
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;

/// What is sent before the REST request after `sent` ones is refused.
fn before(sent: u64) -> Vec<Stage> {
    let mut left = sent;
    let passes = |stage: &&Stage| {
        **stage == Stage::Relationships || left.checked_sub(1).inspect(|rest| left = *rest).is_some()
    };
    STAGES.iter().take_while(passes).copied().collect()
}

#[test]
fn the_board_asks_for_everything() {
    let server = server(board(), 4_900, 4_900);
    let ended = read(&server, two_queries());
    let snapshot = ended.snapshot.unwrap();
    assert_eq!(seen(&server), STAGES);
    assert_eq!(u64::from(snapshot.accounting().rest_requests), REST);
    assert_eq!(snapshot.accounting().graphql_requests, 2);
    let ledger = ended.ledger;
    let count = |stage| ledger.spent.requests.get(&stage).copied().unwrap_or(0);
    assert_eq!((count(Stage::Fields), count(Stage::Items), count(Stage::Relationships)), (2, 5, 2));
    assert_eq!(ledger.points, 6, "as reported, not as estimated");
    assert_eq!((ledger.rest.remaining, ledger.rest.reset), (Some(4_900 - REST), Some(MINUTE)));
    assert_eq!((ledger.graphql.remaining, ledger.graphql.reset), (Some(4_894), Some(MINUTE)));
}

#[test]
fn the_rest_reserve_is_kept_at_every_request() {
    for sent in 1..REST {
        let server = server(board(), 500 + sent, 4_900);
        let failure = read(&server, two_queries()).snapshot.map(|_| ()).unwrap_err();
        assert_deferred(&failure, RateResource::Rest, Some(MINUTE));
        assert_eq!(seen(&server), before(sent), "{sent}");
    }
    let enough = server(board(), 500 + REST, 4_900);
    read(&enough, two_queries()).snapshot.unwrap();
    let raised = two_queries().with(Limit::RestReserve, 501).unwrap();
    let not_enough = server(board(), 500 + REST, 4_900);
    assert_deferred(
        &read(&not_enough, raised).snapshot.map(|_| ()).unwrap_err(),
        RateResource::Rest,
        Some(MINUTE),
    );
}

#[test]
fn an_account_without_anything_left_is_asked_once() {
    let server = server(board(), 0, 0);
    let failure = read(&server, two_queries()).snapshot.map(|_| ()).unwrap_err();
    assert_deferred(&failure, RateResource::Rest, Some(MINUTE));
    assert_eq!(seen(&server), [Stage::Repository]);
}

#[test]
fn the_limit_of_rest_requests_holds_at_every_request() {
    for limit in 1..REST {
        let server = server(board(), 4_900, 4_900);
        let budgets = two_queries().with(Limit::RestRequests, limit).unwrap();
        let ended = read(&server, budgets);
        assert_deferred(&ended.snapshot.map(|_| ()).unwrap_err(), RateResource::Rest, Some(MINUTE));
        assert_eq!(seen(&server), before(limit), "{limit}");
        let counted: u32 = ended.ledger.spent.requests.values().sum();
        assert_eq!(counted as usize, server.asked().len(), "{limit}");
    }
    let server = server(board(), 4_900, 4_900);
    read(&server, two_queries().with(Limit::RestRequests, REST).unwrap()).snapshot.unwrap();
}

#[test]
fn the_limits_of_pages_and_bytes_are_limits_of_size() {
    let one = server(board(), 4_900, 4_900);
    let budgets = two_queries().with(Limit::Pages, 1).unwrap();
    let failure = read(&one, budgets).snapshot.map(|_| ()).unwrap_err();
    assert_eq!((failure.code(), failure.class().exit().code()), (Code::GithubRead005, 4));
    assert_eq!(seen(&one), STAGES[..4]);

    // The bytes end exactly with one of the answers: nothing is asked whose
    // answer could not be read.
    let whole = server(board(), 4_900, 4_900);
    read(&whole, two_queries()).snapshot.unwrap();
    let replies = whole.replies();
    for last in [0, 2, 9, 11] {
        let asked = whole.asked().len();
        let bytes = replies[..=last].iter().map(|reply| reply.body.len() as u64).sum();
        let budgets = two_queries().with(Limit::ResponseBytes, bytes).unwrap();
        let failure = read(&whole, budgets).snapshot.map(|_| ()).unwrap_err();
        assert_eq!((failure.code(), failure.class().exit().code()), (Code::GithubRead005, 4), "{last}");
        assert_eq!(seen(&whole)[asked..], STAGES[..=last], "{last}");
    }
}

/// The program itself, for one issue.
fn run(server: &Server, limit: Limit, value: u64) -> crate::support::program::Outcome {
    Plan::against(server)
        .issue(100)
        .argument("--project-owner", "acme-boards")
        .argument("--graphql-requests", 2)
        .argument(limit.option(), value)
        .run()
}

#[test]
fn the_program_exits_with_6_and_tells_resource_and_minute_alone() {
    let requests = REST - 1; // The native policy compares no issue types.
    for sent in 1..requests {
        let (reserved, limited) = (server(board(), 500 + sent, 4_900), server(board(), 4_900, 4_900));
        let outcomes = [
            (&reserved, run(&reserved, Limit::RestReserve, 500)),
            (&limited, run(&limited, Limit::RestRequests, sent)),
        ];
        for (server, outcome) in outcomes {
            assert_eq!(outcome.failure(6), "YKP-RATE-001", "{sent}");
            let finding = outcome.json()["diagnostics"][0].clone();
            let members: BTreeSet<&str> = finding.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(members, BTreeSet::from(["code", "message", "reset", "resource"]), "{sent}");
            assert_eq!((&finding["resource"], &finding["reset"]), (&"rest".into(), &MINUTE.into()));
            assert_eq!(outcome.json()["failureClass"], "deferred");
            assert_eq!(seen(server), before(sent), "{sent}");
        }
    }
    let enough = server(board(), 500 + requests, 4_900);
    assert_ne!(run(&enough, Limit::RestRequests, requests).code, 6);
    assert_eq!(enough.asked().len() as u64, requests + 2);
}

#[test]
fn what_the_answers_do_not_say_is_not_taken_for_plenty() {
    let mut builder = crate::support::server::Builder::of(World::organization());
    for stage in super::REST_STAGES {
        builder = builder.change(stage, |mut reply| {
            reply.headers.retain(|(name, _)| !name.starts_with("x-ratelimit-"));
            reply
        });
    }
    let server = builder.start();
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.failure(6), "YKP-RATE-001");
    assert!(outcome.json()["diagnostics"][0].get("reset").is_none(), "never invented");
    assert_eq!(seen(&server), [Stage::Repository]);
}
