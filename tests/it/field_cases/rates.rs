//! Rates and budgets.

use yukh::diagnostic::Stage;
use yukh::scope::Limit;

use crate::end_to_end::FOUR_READS;
use crate::support::program::{Plan, operations};
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

#[test]
fn b01_without_any_graphql_point_an_issue_without_dependencies_is_planned_over_rest() {
    let mut world = World::organization();
    (world.rate.graphql, world.rate.rest) = (0, 4_900);
    let server = Server::of(world);
    for budget in [0, 1] {
        let report = Plan::against(&server).argument("--graphql-requests", budget).run().planned();
        assert_eq!(operations(&report).len(), 3);
    }
    assert_eq!(server.stages(), [FOUR_READS, FOUR_READS].concat());
}

#[test]
fn b05_the_same_event_thirty_times_is_thirty_bounded_runs() {
    let server = Server::of(World::organization());
    for _ in 0..30 {
        Plan::against(&server).run().planned();
    }
    assert_eq!(server.stages(), FOUR_READS.repeat(30));
}

#[test]
fn b08_a_secondary_limit_is_deferred_and_not_denied() {
    let limited = Reply::error(403, "You have exceeded a secondary rate limit. Please wait a few minutes.")
        .header("x-ratelimit-remaining", 4_900)
        .header("retry-after", 60);
    let server = Builder::of(World::organization()).replace(Stage::Project, limited).start();
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.failure(6), "YKP-RATE-001");
    let diagnostic = &outcome.json()["diagnostics"][0];
    assert_eq!(diagnostic["resource"], "secondary");
    assert!(diagnostic.get("reset").is_none(), "{diagnostic}");
    assert_eq!(server.stages(), ["repository", "project"]);
}

#[test]
fn b10_a_request_that_fails_is_sent_once() {
    let server = Builder::of(World::organization())
        .change_each(
            Stage::Project,
            |request, reply| {
                if request < 2 { Reply::error(503, "Unavailable") } else { reply }
            },
        )
        .start();
    assert_eq!(Plan::against(&server).run().failure(4), "YKP-GH-READ-004");
    assert_eq!(server.stages(), ["repository", "project"]);
}

#[test]
fn b11_a_budget_out_of_its_bounds_is_refused_by_name_before_any_request() {
    let server = Server::of(World::organization());
    for limit in Limit::ALL {
        let below = limit.minimum().checked_sub(1).map(|value| value.to_string());
        let above = limit.maximum().map(|value| (value + 1).to_string());
        let nonsense = ["", "-1", "+600", "6e2", "many"].map(|text| Some(text.to_owned()));
        for text in [below, above].into_iter().chain(nonsense).flatten() {
            let outcome = Plan::against(&server).argument(limit.option(), &text).run();
            assert_eq!(outcome.failure(2), "YKP-RUNTIME-003", "{limit:?} {text}");
            assert_eq!(outcome.json()["diagnostics"][0]["option"], limit.option(), "{text}");
        }
    }
    assert_eq!(server.stages(), [""; 0]);
}

#[test]
fn b11_every_budget_within_its_bounds_is_accepted() {
    let server = Server::of(World::organization());
    for (limit, value) in [
        (Limit::RestRequests, 4),
        (Limit::GraphqlRequests, 2),
        (Limit::GraphqlPoints, 500),
        (Limit::Pages, 1),
        (Limit::ResponseBytes, 64 << 20),
        (Limit::RestReserve, 501),
        (Limit::GraphqlReserve, 1_000_000),
    ] {
        Plan::against(&server).argument(limit.option(), value).run().planned();
    }
}
