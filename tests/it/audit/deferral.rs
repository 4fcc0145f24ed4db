//! An audit of which something could not be afforded.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage;

use super::{board, ended, relate};
use crate::support::program::Plan;
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

/// 350 issues, 250 of which take a batch: four pages, three batches, four
/// scopes.
fn wide() -> World {
    let mut world = board(350);
    relate(&mut world, 250, 350);
    world
}

/// How many issues have this status.
fn count(report: &Json, status: &str) -> u64 {
    report["statuses"][status].as_u64().unwrap_or(0)
}

#[test]
fn a_budget_that_ends_within_the_shared_read_defers_the_whole_audit() {
    for budget in 1..=7 {
        let server = Server::of(wide());
        let report = ended(&Plan::audit(&server).argument("--rest-requests", budget).run(), 6);
        assert_eq!(server.asked().len(), budget, "{budget}");
        assert_eq!((&report["status"], &report["failureClass"]), (&json!("deferred"), &json!("deferred")));
        let finding = &report["diagnostics"][0];
        assert_eq!((&finding["code"], &finding["resource"]), (&json!("YKP-RATE-001"), &json!("rest")));
        assert_eq!((&report["issues"], &report["totals"]), (&json!([]), &json!({})));
    }
    // Seven reads and the probe.
    let server = Server::of(wide());
    ended(&Plan::audit(&server).argument("--rest-requests", 8).run(), 0);
}

#[test]
fn a_batch_that_is_refused_defers_its_issues_and_those_of_all_later_batches() {
    for refused in 0..3_usize {
        let server = Builder::of(wide())
            .change_each(Stage::Relationships, move |batch, reply| {
                if batch < refused {
                    return reply;
                }
                let none = Reply::error(403, "API rate limit exceeded");
                none.header("x-ratelimit-remaining", 0)
                    .header("x-ratelimit-resource", "graphql")
                    .header("x-ratelimit-reset", 1_900_000_030)
            })
            .start();
        let report = ended(&Plan::audit(&server).run(), 6);
        assert_eq!(server.count(Stage::Relationships), refused + 1, "nothing is asked after the refusal");
        let read = [0, 100, 200][refused];
        assert_eq!(count(&report, "deferred"), 250 - read);
        assert_eq!(count(&report, "drift") + count(&report, "converged"), 100 + read);
        assert_eq!(report["status"], "deferred");
        let issues = report["issues"].as_array().unwrap();
        let deferred = issues.iter().find(|issue| issue["status"] == "deferred").unwrap();
        let finding = &deferred["diagnostics"][0];
        assert_eq!((&finding["resource"], &finding["reset"]), (&json!("graphql"), &json!(1_900_000_020)));
        assert_eq!(deferred["operationCounts"], json!({}));
    }
}

#[test]
fn trap_13_the_probe_tells_before_the_first_batch_that_no_points_are_to_spare() {
    let mut world = wide();
    world.rate.graphql = 500;
    let server = Server::of(world);
    let report = ended(&Plan::audit(&server).run(), 6);
    assert_eq!(server.count(Stage::Relationships), 0);
    assert_eq!((count(&report, "deferred"), report["evidence"]["graphqlRequests"].clone()), (250, json!(0)));
}

#[test]
fn points_that_run_out_in_the_middle_stop_before_the_reserve() {
    let mut world = board(350);
    relate(&mut world, 300, 350);
    // A batch is estimated at 4 points, and GitHub tells of one less for each
    // request before it: 504 after the first batch, 503 after the second.
    world.rate.graphql = 512;
    let server = Server::of(world);
    let report = ended(&Plan::audit(&server).run(), 6);
    assert_eq!(server.count(Stage::Relationships), 2);
    assert_eq!(count(&report, "deferred"), 100);
}

#[test]
fn decision_41_without_a_graphql_budget_only_what_the_items_tell_is_judged() {
    let server = Server::of(wide());
    let report = ended(&Plan::audit(&server).argument("--graphql-requests", 0).run(), 6);
    assert_eq!(server.count(Stage::Relationships), 0);
    assert_eq!((count(&report, "deferred"), count(&report, "error")), (250, 0));
}

#[test]
fn a_secondary_limit_ends_all_further_batches() {
    let server = Builder::of(wide())
        .change(Stage::Relationships, |_| Reply::error(403, "wait").header("retry-after", 60))
        .start();
    let report = ended(&Plan::audit(&server).run(), 6);
    assert_eq!(server.count(Stage::Relationships), 1);
    let finding = &report["issues"]
        .as_array()
        .unwrap()
        .iter()
        .find(|issue| issue["status"] == "deferred")
        .unwrap()["diagnostics"][0];
    assert_eq!((&finding["resource"], finding.get("reset")), (&json!("secondary"), None));
}

#[test]
fn any_other_failure_of_a_batch_ends_the_run() {
    for (status, code, exit) in
        [(502, "YKP-GH-READ-004", 4), (401, "YKP-GH-READ-002", 3), (404, "YKP-GH-READ-003", 3)]
    {
        let server =
            Builder::of(wide())
                .change_each(Stage::Relationships, move |batch, reply| {
                    if batch == 1 { Reply::error(status, "no") } else { reply }
                })
                .start();
        let report = ended(&Plan::audit(&server).run(), exit);
        assert_eq!((&report["diagnostics"][0]["code"], &report["issues"]), (&json!(code), &json!([])));
        assert_eq!(server.count(Stage::Relationships), 2);
    }
}

#[test]
fn a_probe_that_does_not_tell_both_limits_ends_the_run() {
    for change in [
        |body: &mut Json| body["resources"]["graphql"] = Json::Null,
        |body: &mut Json| {
            body["resources"].as_object_mut().unwrap().remove("graphql");
        },
        |body: &mut Json| body["resources"]["core"]["remaining"] = json!(-1),
        |body: &mut Json| body["resources"] = json!([]),
    ] {
        let server = Builder::of(wide()).change(Stage::RateLimit, move |reply| reply.edit(change)).start();
        let report = ended(&Plan::audit(&server).run(), 5);
        let finding = &report["diagnostics"][0];
        assert_eq!((&finding["code"], &finding["operation"]), (&json!("YKP-REST-001"), &json!("rate-limit")));
        assert_eq!(server.count(Stage::Relationships), 0);
    }
}
