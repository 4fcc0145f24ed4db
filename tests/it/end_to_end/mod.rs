//! The real program against a loopback server: one issue, from a token and a
//! number to a plan.

mod bounds;
mod dialects;
mod faults;
mod identity;
mod items;
mod mutations;
mod pages;
mod refusals;
mod relations;
mod values;

use crate::support::program::{Plan, diagnostics, operations};
use crate::support::server::Server;
use crate::support::world::World;

/// What a complete unchanged run asks, in order.
pub(crate) const FOUR_READS: [&str; 4] = ["repository", "project", "fields", "items"];

#[test]
fn an_issue_of_an_organization_owned_project_is_planned_with_four_reads() {
    let server = Server::of(World::organization());
    let report = Plan::against(&server).run().planned();
    assert_eq!(report["executable"], true);
    assert_eq!(
        operations(&report),
        [
            "set_field_value estimate = 5",
            "set_field_value priority = \"Urgent\"",
            "set_field_value work_type = \"Bug\"",
        ]
    );
    assert_eq!(diagnostics(&report), [""; 0]);
    assert_eq!(report["observations"][0]["logicalKey"], "area");
    assert_eq!(server.stages(), FOUR_READS);
    let paths: Vec<String> = server.asked().into_iter().map(|asked| asked.path).collect();
    assert_eq!(
        paths,
        [
            "/repos/acme-garden/greenhouse",
            "/orgs/acme-garden/projectsV2/4",
            "/orgs/acme-garden/projectsV2/4/fields",
            "/orgs/acme-garden/projectsV2/4/items",
        ]
    );
}

#[test]
fn an_issue_of_a_user_owned_project_is_planned_with_four_reads() {
    let server = Server::of(World::user());
    let report = Plan::against(&server).run().planned();
    assert_eq!(operations(&report).len(), 3);
    assert_eq!(server.stages(), FOUR_READS);
    assert_eq!(server.asked()[1].path, "/users/acme-garden/projectsV2/4");
}

#[test]
fn a_project_of_another_owner_costs_one_read_more() {
    let mut world = World::organization();
    world.project.owner.login = "acme-boards".to_owned();
    world.project.owner.id = 4_321;
    let server = Server::of(world);
    let report = Plan::against(&server).argument("--project-owner", "acme-boards").run().planned();
    assert_eq!(operations(&report).len(), 3);
    assert_eq!(server.stages(), ["repository", "owner", "project", "fields", "items"]);
}

#[test]
fn a_converged_issue_needs_no_operation() {
    let server = Server::of(World::organization());
    let report = Plan::against(&server).issue(2).run().planned();
    assert_eq!(operations(&report), [""; 0]);
    assert_eq!(report["executable"], true);
    let observed: Vec<&str> = report["observations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["logicalKey"].as_str().unwrap())
        .collect();
    assert_eq!(
        observed,
        ["area", "estimate", "iteration", "priority", "start_date", "work_type", "parent"],
        "every declared value, then the parent"
    );
}

#[test]
fn an_issue_without_a_contract_is_not_planned() {
    let server = Server::of(World::organization());
    let outcome = Plan::against(&server).issue(4).run();
    assert_eq!(outcome.outcome(), "no_contract");
    assert!(outcome.json().get("report").is_none());
    assert_eq!(outcome.notices(), ["YKP-RUNTIME-001"]);
}

#[test]
fn every_request_carries_each_header_once() {
    let mut world = World::organization();
    world.add_dependency(2, 3);
    let server = Server::of(world);
    Plan::against(&server).run().planned();
    assert_eq!(server.asked().len(), 5);
    for asked in server.asked() {
        let token = format!("Bearer {}", crate::support::program::TOKEN);
        assert_eq!(asked.header("authorization"), [token.as_str()]);
        assert_eq!(asked.header("accept"), ["application/vnd.github+json"]);
        assert_eq!(asked.header("accept-encoding"), ["gzip"]);
        assert_eq!(asked.header("x-github-api-version"), ["2026-03-10"]);
        assert_eq!(asked.header("user-agent").len(), 1);
    }
}
