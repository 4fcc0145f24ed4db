//! Parents and dependencies: known, unknown, hidden, elsewhere.

use yukh::diagnostic::Stage;

use super::FOUR_READS;
use crate::support::policies::block;
use crate::support::program::{Outcome, Plan, diagnostics, operations};
use crate::support::server::{Builder, Server};
use crate::support::world::{Place, World};

/// Issue 3 declares these relationships and is converged otherwise.
fn declaring(relationships: &str) -> World {
    let mut world = World::organization();
    let contract = format!("schema: 1\nwork_type: task\narea: climate\nrelationships:\n{relationships}");
    world.item(3).body(&block(&contract));
    world
}

fn orchard(number: u64) -> Place {
    Place::elsewhere("acme-garden/orchard", number)
}

fn plan(world: World) -> Outcome {
    Plan::against(&Server::of(world)).run()
}

/// The operation keys are not printed, but each operation tells its kind.
fn planned(world: World) -> Vec<String> {
    operations(&plan(world).planned())
}

#[test]
fn a_first_parent_and_new_dependencies_are_planned_together() {
    let server = Server::of(declaring("  parent: 1\n  blocks: [2]\n  blocked_by: [4]\n"));
    let report = Plan::against(&server).run().planned();
    assert_eq!(report["executable"], true);
    assert_eq!(
        operations(&report),
        ["set_parent parent", "add_dependency dependency", "add_dependency dependency"]
    );
    assert_eq!(server.stages(), FOUR_READS, "all summaries are zero and the parent is known");
}

#[test]
fn existing_relations_are_preserved() {
    let mut world = declaring("  parent: 1\n  blocks: [2]\n  blocked_by: [4]\n");
    world.set_parent(3, 1);
    world.add_dependency(3, 2);
    world.add_dependency(4, 3);
    let server = Server::of(world);
    let report = Plan::against(&server).run().planned();
    assert_eq!(operations(&report), [""; 0]);
    assert_eq!(server.stages(), ["repository", "project", "fields", "items", "relationships"]);
    let kinds: Vec<&str> =
        report["observations"].as_array().unwrap().iter().map(|o| o["type"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "preserve_dependency").count(), 2);
    assert_eq!(kinds.iter().filter(|kind| **kind == "preserve_parent").count(), 1);
}

#[test]
fn another_parent_is_a_conflict() {
    let mut world = declaring("  parent: 1\n");
    world.set_parent(3, 2);
    let report = plan(world).planned();
    assert_eq!(report["executable"], false);
    assert_eq!(diagnostics(&report), ["YKP-GRAPH-003 $.contract.relationships.parent"]);
}

#[test]
fn an_endpoint_that_was_not_seen_is_refused() {
    for endpoint in [99, 5] {
        let report = plan(declaring(&format!("  blocks: [{endpoint}]\n"))).planned();
        assert_eq!(report["executable"], false, "{endpoint} is absent, or a pull request");
        assert_eq!(diagnostics(&report), ["YKP-GRAPH-002 $.contract.relationships"]);
    }
}

#[test]
fn a_summary_that_github_leaves_out_is_asked_for() {
    for (summary, parent) in [(false, true), (true, false), (false, false)] {
        let mut world = declaring("  blocks: [2]\n");
        world.add_dependency(3, 2);
        world.wording.dependency_summary = summary;
        world.wording.parent_url = parent;
        let server = Server::of(world);
        let report = Plan::against(&server).run().planned();
        assert_eq!(operations(&report), [""; 0], "summary {summary}, parent {parent}");
        assert_eq!(server.count(Stage::Relationships), 1);
    }
}

#[test]
fn a_parent_that_github_leaves_out_is_unknown_even_for_a_silent_contract() {
    let mut world = World::organization();
    world.wording.parent_url = false;
    let server = Server::of(world);
    Plan::against(&server).run().planned();
    assert_eq!(server.count(Stage::Relationships), 1);
}

#[test]
fn relations_to_other_repositories_are_preserved_when_the_contract_is_silent() {
    let mut world = World::organization();
    world.set_parent(3, orchard(1));
    world.add_dependency(orchard(2), 3);
    world.add_dependency(3, orchard(4));
    let outcome = plan(world);
    assert_eq!(operations(&outcome.planned()).len(), 3, "the three values alone");
    assert_eq!(outcome.notices(), ["YKP-GRAPH-007"]);
}

#[test]
fn a_number_of_another_repository_is_never_taken_for_a_local_one() {
    let mut parent = declaring("  parent: 1\n");
    parent.set_parent(3, orchard(1));
    let mut blocks = declaring("  blocks: [2]\n");
    blocks.add_dependency(3, orchard(2));
    let mut blocked = declaring("  blocked_by: [2]\n");
    blocked.add_dependency(orchard(2), 3);
    for world in [parent, blocks, blocked] {
        let outcome = plan(world);
        assert!(outcome.stdout.contains("YKP-GH-READ-006"), "{outcome:?}");
        assert!(!outcome.stdout.contains("\"executable\":true"), "{outcome:?}");
        assert!(!outcome.stdout.contains("preserve_parent"), "{outcome:?}");
    }
}

#[test]
fn hidden_dependencies_are_counted_and_additions_still_planned() {
    let mut world = declaring("  blocks: [2]\n");
    world.hidden.insert((7_000.into(), 3.into()));
    let outcome = plan(world);
    assert_eq!(operations(&outcome.planned()), ["add_dependency dependency"]);
    assert_eq!(outcome.notices(), ["YKP-GRAPH-007"]);
}

#[test]
fn more_edges_than_the_summary_counts_are_refused() {
    let mut world = World::organization();
    world.add_dependency(2, 3);
    world.add_dependency(1, 3);
    let builder = Builder::of(world).change(Stage::Items, |reply| {
        reply.edit(|items| items[2]["content"]["issue_dependencies_summary"]["total_blocked_by"] = 1.into())
    });
    assert_eq!(Plan::against(&builder.start()).run().failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn a_total_that_differs_from_the_nodes_is_refused() {
    let mut world = World::organization();
    world.add_dependency(2, 3);
    let builder = Builder::of(world).change(Stage::Relationships, |reply| {
        reply.edit(|answer| answer["data"]["nodes"][0]["blockedBy"]["totalCount"] = 2.into())
    });
    assert_eq!(Plan::against(&builder.start()).run().failure(5), "YKP-SNAPSHOT-001");
}

#[test]
fn an_answer_without_a_requested_issue_is_refused() {
    let mut world = World::organization();
    world.add_dependency(2, 3);
    for nodes in [serde_json::json!([]), serde_json::json!([null])] {
        let builder = Builder::of(world.clone()).change(Stage::Relationships, move |reply| {
            let nodes = nodes.clone();
            reply.edit(|answer| answer["data"]["nodes"] = nodes)
        });
        assert_eq!(Plan::against(&builder.start()).run().failure(5), "YKP-SNAPSHOT-001");
    }
}

#[test]
fn relations_that_go_on_are_deferred_while_the_budget_is_one_query() {
    let mut world = declaring("  blocks: [1, 2]\n");
    world.add_dependency(3, 1);
    world.add_dependency(3, 2);
    world.wording.edges = Some(1);
    let server = Server::of(world);
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.failure(6), "YKP-RATE-001");
    assert_eq!(outcome.json()["diagnostics"][0]["resource"], "graphql");
    assert_eq!(server.count(Stage::Relationships), 1);
}

#[test]
fn a_cycle_that_the_declaration_would_close_is_refused() {
    let mut world = declaring("  blocks: [2]\n");
    world.add_dependency(2, 3);
    let report = plan(world).planned();
    assert_eq!(diagnostics(&report), ["YKP-GRAPH-005 $.contract.relationships.blocks"]);

    let mut world = declaring("  parent: 2\n");
    world.set_parent(2, 3);
    world.add_dependency(4, 3);
    let report = plan(world).planned();
    assert_eq!(diagnostics(&report), ["YKP-GRAPH-004 $.contract.relationships.parent"]);
}

#[test]
fn relations_that_the_contract_does_not_mention_stay() {
    let mut world = World::organization();
    world.set_parent(3, 1);
    world.add_dependency(2, 3);
    assert_eq!(planned(world).len(), 3, "the three values alone");
}
