//! The report's bytes.

use yukh::report::CAPABILITIES;

use super::{board, relate};
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;

/// Where each of the words stands, in this order and each once.
fn assert_in_order(text: &str, words: &[&str]) {
    let mut rest = text;
    for word in words {
        let (_, after) = rest.split_once(word).unwrap_or_else(|| panic!("{word} in {text}"));
        rest = after;
    }
}

#[test]
fn the_report_has_the_members_of_the_contract_in_their_order() {
    let outcome = Plan::audit(&Server::of(board(2))).run();
    assert_eq!(outcome.stdout.lines().count(), 1);
    assert!(
        outcome.stdout.starts_with("{\"schema\":1,\"status\":\"success\",\"diagnostics\":[],\"issues\":[")
    );
    assert_in_order(
        &outcome.stdout,
        &[
            "\"issueNumber\":1001,\"status\":\"drift\",\"operationCounts\":{\"set_project_field\":1},\"diagnostics\":[]",
            "\"issueNumber\":1002,\"status\":\"converged\",\"operationCounts\":{},\"diagnostics\":[]",
            "\"totals\":{\"set_project_field\":1},\"capabilities\":[{\"capability\":",
            "\"evidence\":{\"restRequests\":4,\"graphqlRequests\":0,\"restCacheHits\":0,\"conditionalRequests\":0,\
             \"coalescedRequests\":0,",
        ],
    );
}

#[test]
fn the_same_data_gives_the_same_bytes_whoever_asks_and_however_it_is_paged() {
    let mut world = board(230);
    relate(&mut world, 120, 230);
    let run = |world: World, token: &str| {
        let server = Server::of(world);
        let run = |format| Plan::audit(&server).token(token).argument("--format", format).run().stdout;
        (run("json"), run("markdown"), run("text"))
    };
    let first = run(world.clone(), "ghp_InventedTokenForTestsOnly000000000000");
    assert_eq!(first, run(world.clone(), "ghp_AnotherInventedToken0000000000000000"));
    // Cost alone tells how many pages there were, and in which order.
    let issues = |json: &str| json.split_once("\"evidence\"").unwrap().0.to_owned();
    world.project.items.reverse();
    world.wording.page_size = 37;
    let other = run(world, "ghp_InventedTokenForTestsOnly000000000000");
    assert_eq!(issues(&first.0), issues(&other.0));
}

#[test]
fn the_scope_is_told_as_a_digest_that_repository_and_project_alone_decide() {
    let id = |world: World| {
        let report = Plan::audit(&Server::of(world)).run().json();
        report["scopeId"].as_str().unwrap().to_owned()
    };
    let own = id(board(1));
    assert!(own.len() == 64 && own.bytes().all(|byte| byte.is_ascii_hexdigit()), "{own}");
    assert_eq!(own, id(board(120)));
    let mut other = board(1);
    other.project.id += 1;
    assert_ne!(own, id(other));
    let mut other = board(1);
    other.repository.id += 1;
    assert_ne!(own, id(other));
}

#[test]
fn trap_24_states_of_the_compatibility_report_are_lower_case_and_in_order() {
    let report = Plan::audit(&Server::of(board(1))).run().json();
    let entries: Vec<(&str, &str)> = report["capabilities"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["capability"].as_str().unwrap(), entry["state"].as_str().unwrap()))
        .collect();
    assert_eq!(
        entries,
        [
            ("version-1 policy", "supported"),
            ("hidden issue contract", "supported"),
            ("issue type and managed labels", "supported"),
            ("milestone", "supported"),
            ("Project fields", "supported"),
            ("Project-owned Status", "supported"),
            ("native parent", "supported"),
            ("native dependencies", "changed"),
            ("one-issue shadow dry-run", "supported"),
            ("whole backlog audit", "supported"),
            ("controlled apply with zero-operation second apply", "missing"),
        ]
    );
    assert!(CAPABILITIES.iter().all(|entry| !entry.note.is_empty()));
}
