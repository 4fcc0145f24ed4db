//! GraphQL: requests, points and their reserve.

use serde_json::json;
use yukh::diagnostic::{Code, Detail, RateResource, Stage};
use yukh::observed::Coverage;
use yukh::scope::{Budgets, Limit};

use super::{ESTIMATE, Ended, MINUTE, RESET, REST, STAGES, board, deferred, read, seen, server, two_queries};
use crate::support::policies::block;
use crate::support::program::Plan;
use crate::support::server::Builder;
use crate::support::world::{Reply, World};

/// The relationships of all 100 issues are deferred, the rest is complete.
fn assert_all_deferred(ended: Ended, reset: Option<u64>, context: &str) {
    let snapshot = ended.snapshot.unwrap();
    let detail = Detail::Rate { resource: RateResource::Graphql, reset };
    assert_eq!(deferred(&snapshot), vec![detail; 100], "{context}");
    assert_eq!(snapshot.completeness().relationships, Coverage::Deferred, "{context}");
    assert_eq!(snapshot.completeness().items, Coverage::Complete, "{context}");
    assert_eq!(u64::from(snapshot.accounting().rest_requests), REST, "{context}");
}

/// The first query is not sent.
fn without_the_first(budgets: Budgets, context: &str) {
    let server = server(board(), 4_900, 4_900);
    assert_all_deferred(read(&server, budgets), None, context);
    assert_eq!(server.count(Stage::Relationships), 0, "{context}");
}

/// The first query is sent and the second one is not.
fn without_the_second(budgets: Budgets, points: u64, context: &str) {
    let server = server(board(), 4_900, points);
    assert_all_deferred(read(&server, budgets), Some(MINUTE), context);
    assert_eq!(server.count(Stage::Relationships), 1, "{context}");
    assert_eq!(seen(&server).last(), Some(&Stage::IssueTypes), "{context}");
}

#[test]
fn trap_12_the_limit_of_queries_holds_at_each_of_them() {
    without_the_first(Budgets::DEFAULT.with(Limit::GraphqlRequests, 0).unwrap(), "none");
    without_the_second(Budgets::DEFAULT, 4_900, "one");
    let server = server(board(), 4_900, 4_900);
    let snapshot = read(&server, two_queries()).snapshot.unwrap();
    assert_eq!(seen(&server), STAGES);
    assert_eq!(deferred(&snapshot), []);
}

#[test]
fn the_limit_of_points_holds_at_each_query() {
    let points = |points| two_queries().with(Limit::GraphqlPoints, points).unwrap();
    without_the_first(points(ESTIMATE - 1), "less than the first estimate");
    without_the_second(points(ESTIMATE), 4_900, "the first estimate");
    without_the_second(points(3 + ESTIMATE - 1), 4_900, "less than the first price and an estimate");
    let server = server(board(), 4_900, 4_900);
    let snapshot = read(&server, points(3 + ESTIMATE)).snapshot.unwrap();
    assert_eq!(deferred(&snapshot), []);
}

#[test]
fn trap_13_the_graphql_reserve_holds_after_each_estimated_query() {
    // The first query costs 3, so as much is left as is needed for one more.
    let enough = 3 + ESTIMATE + 500;
    without_the_second(two_queries(), enough - 1, "one point less");
    let server = server(board(), 4_900, enough);
    let snapshot = read(&server, two_queries()).snapshot.unwrap();
    assert_eq!(deferred(&snapshot), []);
    let raised = two_queries().with(Limit::GraphqlReserve, 501).unwrap();
    without_the_second(raised, enough, "one point more in reserve");
}

#[test]
fn trap_13_what_any_answer_tells_of_graphql_holds_for_the_first_query_too() {
    for (left, queries) in [(500 + ESTIMATE, 1), (500 + ESTIMATE - 1, 0), (0, 0)] {
        let server = Builder::of(board())
            .change_each(Stage::Items, move |page, reply| match page {
                1 => reply
                    .header("x-ratelimit-resource", "graphql")
                    .header("x-ratelimit-remaining", left)
                    .header("x-ratelimit-reset", RESET + 60),
                _ => reply,
            })
            .start();
        let ended = read(&server, Budgets::DEFAULT);
        assert_eq!(server.count(Stage::Relationships), queries, "{left}");
        if queries == 0 {
            assert_all_deferred(ended, Some(MINUTE + 60), &left.to_string());
        }
    }
}

#[test]
fn the_program_defers_an_issue_whose_relations_it_can_not_afford() {
    for (option, value, reset) in [
        ("--graphql-requests", 0, json!(null)),
        ("--graphql-requests", 1, json!(MINUTE)),
        ("--graphql-points", 1, json!(MINUTE)),
    ] {
        let mut world = board();
        world.item(100).body(&block("schema: 1\nwork_type: task\narea: beds\n"));
        let server = server(world, 4_900, 4_900);
        let plan = Plan::against(&server).issue(100).argument("--project-owner", "acme-boards");
        let outcome = plan.argument("--graphql-requests", 2).argument(option, value).run();
        assert_eq!(outcome.failure(6), "YKP-RATE-001", "{option} {value}");
        let finding = &outcome.json()["diagnostics"][0];
        assert_eq!(
            (&finding["resource"], &finding["reset"]),
            (&json!("graphql"), &reset),
            "{option} {value}"
        );
    }
}

#[test]
fn a_query_without_its_price_voids_the_batch() {
    let prices = [json!(null), json!({}), json!({ "cost": 3, "remaining": 9, "resetAt": "soon" })];
    for price in prices.into_iter().map(Some).chain([None]) {
        let server = Builder::of(board())
            .change(Stage::Relationships, move |reply| {
                reply.edit(|answer| match &price {
                    Some(price) => answer["data"]["rateLimit"] = price.clone(),
                    None => {
                        answer["data"].as_object_mut().unwrap().remove("rateLimit");
                    }
                })
            })
            .start();
        let failure = read(&server, two_queries()).snapshot.map(|_| ()).unwrap_err();
        assert_eq!(failure.code(), Code::Rest001);
        assert_eq!(failure.first().detail(), Some(Detail::Stage(Stage::Relationships)));
        assert_eq!(server.count(Stage::Relationships), 1);
    }
}

#[test]
fn a_query_that_is_limited_tells_the_reset_of_its_headers() {
    let limited = json!({ "data": null, "errors": [{ "type": "RATE_LIMITED", "message": "canary" }] });
    let server = Builder::of(board())
        .change(Stage::Relationships, move |reply| {
            let limited = Reply { body: limited.to_string().into_bytes(), ..reply };
            limited.header("x-ratelimit-remaining", 0)
        })
        .start();
    assert_all_deferred(read(&server, two_queries()), Some(MINUTE), "limited");
    assert_eq!(server.count(Stage::Relationships), 1);
}

#[test]
fn b01_nothing_is_asked_of_graphql_where_nothing_is_related() {
    let mut world = World::organization();
    for issue in 100..200 {
        world.add_issue(issue);
    }
    world.project.owner.login = "acme-boards".to_owned();
    world.project.owner.id = 4_321;
    let server = server(world, 4_900, 0);
    let ended = read(&server, Budgets::DEFAULT.with(Limit::GraphqlRequests, 0).unwrap());
    assert_eq!(deferred(&ended.snapshot.unwrap()), []);
    assert_eq!((server.count(Stage::Relationships), ended.ledger.points), (0, 0));
}
