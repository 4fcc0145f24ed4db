//! What both transports cost for 1, 10 and 100 issues: the table of
//! `docs/equivalence.md`, counted at the socket.

use std::fmt::Write as _;

use yukh::desired::Dialect;
use yukh::scope::Transport;

use crate::documents::generated::check;
use crate::recordings::record::Cost;
use crate::recordings::{Case, cases};
use crate::support::policies::{NATIVE, block};
use crate::support::world::World;

/// A Project of 150 items, of which so many are asked for. With relations, each
/// of these has a parent on the Project and is blocked by another issue there.
fn board(issues: u64, has_relations: bool) -> Case {
    let mut world = World::organization();
    world.wording.content_repository = false;
    world.project.items.clear();
    world.parents.clear();
    for number in 1..=150 {
        world.add_issue(number).body(&block("schema: 1\nwork_type: task\narea: beds\n"));
    }
    if has_relations {
        for number in 1..=issues {
            world.set_parent(number, 149);
            world.add_dependency(150, number);
        }
    }
    Case::of("costs", "", Dialect::Native, world).policy(NATIVE).issues((1..=issues).collect())
}

/// What a transport takes for all of them; the older one asks for at most ten
/// at a time.
fn cost(case: &Case, transport: Transport) -> (usize, Cost) {
    let size = match transport {
        Transport::RestV2 => case.issues.len(),
        Transport::GraphqlV1 => Transport::MAX_ROLLBACK_ISSUES,
    };
    let runs: Vec<Cost> = case
        .issues
        .chunks(size)
        .map(|issues| {
            let side = case.clone().issues(issues.to_vec()).side(transport);
            assert!(side.snapshot.is_ok(), "{:?}", side.snapshot);
            side.cost()
        })
        .collect();
    let sum = runs.iter().fold(Cost::default(), |sum, run| sum.plus(run));
    (runs.len(), sum)
}

#[test]
fn what_1_10_and_100_issues_cost_over_either_transport_is_documented() {
    let mut table = String::from(
        "| Issues | Relationships | Transport | Runs | REST requests | GraphQL requests | GraphQL points |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for has_relations in [false, true] {
        for issues in [1, 10, 100] {
            let case = board(issues, has_relations);
            for transport in [Transport::RestV2, Transport::GraphqlV1] {
                let (runs, Cost { rest, graphql, points }) = cost(&case, transport);
                let relations = if has_relations { "a parent and a blocker each" } else { "none" };
                let name = transport.as_str();
                let _ = writeln!(
                    table,
                    "| {issues} | {relations} | `{name}` | {runs} | {rest} | {graphql} | {points} |"
                );
            }
        }
    }
    check("docs/equivalence.md", "costs", &table);
}

#[test]
fn the_specification_s_ceilings_hold_for_the_documented_boards() {
    for (issues, rest, graphql) in [(1, 5, 1), (10, 5, 1), (100, 7, 2)] {
        for has_relations in [false, true] {
            let (_, cost) = cost(&board(issues, has_relations), Transport::RestV2);
            assert!(cost.rest <= rest && cost.graphql <= graphql, "{issues}: {cost:?}");
        }
    }
}

#[test]
fn the_recorded_worlds_are_documented() {
    let mut table = String::from("| Worlds | Expected | Dialect | Project of |\n| --- | --- | --- | --- |\n");
    let mut counts = std::collections::BTreeMap::<_, usize>::new();
    for case in cases() {
        let owner = if case.world.project.owner.organization { "an organization" } else { "a user" };
        let dialect = if case.dialect == Dialect::Native { "native" } else { "legacy" };
        *counts.entry((case.expect.folder(), dialect, owner)).or_default() += 1;
    }
    for ((folder, dialect, owner), count) in counts {
        let _ = writeln!(
            table,
            "| {count} in `fixtures/{folder}` | {} | {dialect} | {owner} |",
            expected(folder)
        );
    }
    check("docs/equivalence.md", "worlds", &table);
}

fn expected(folder: &str) -> &'static str {
    match folder {
        "recordings" => "equal",
        "recordings-different" => "different, as the world is",
        _ => "a side that can not be read",
    }
}
