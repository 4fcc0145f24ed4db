//! Contract part 4.2: what is refused before anything is planned.

use std::collections::BTreeMap;

use super::super::testing::lines;
use super::super::{EffectiveSchema, Graph, ObservedItem, Plan, PlanInputs, PlanScope, RawValue, References};
use crate::diagnostic::Diagnostic;

const REFERENCES: References<'_> = References {
    subject: "subject",
    repository: "repository",
    project: "project",
    issue: "issue",
    number: 1,
};

fn schema(executable: bool) -> EffectiveSchema {
    EffectiveSchema::from_parts(executable, Vec::new(), Vec::new(), Vec::new())
}

fn item(key: &str, value: RawValue) -> Result<ObservedItem, Vec<Diagnostic>> {
    ObservedItem::new(BTreeMap::from([(key.to_owned(), value)]), "fingerprint")
}

fn found(findings: Vec<Diagnostic>) -> Vec<String> {
    lines(&Plan::refused(findings))
}

fn graph(nodes: &[u64], parent: &[(u64, u64)], blocks: &[(u64, u64)]) -> Vec<String> {
    Graph::new(nodes, parent, blocks).err().map(found).unwrap_or_default()
}

#[test]
fn the_findings_of_every_part_are_reported_together() {
    let scope = PlanScope::new(References { number: 0, ..REFERENCES });
    let inputs =
        PlanInputs::new(scope, schema(false), item("area", RawValue::Other), Graph::new(&[1, 1], &[], &[]));
    assert_eq!(
        inputs.err().map(found).unwrap(),
        [
            "! YKP-GRAPH-002 $.relationships.nodes[1]",
            "! YKP-PLAN-001 $.scope",
            "! YKP-PLAN-002 $.schema",
            "! YKP-PLAN-006 $.observedItem.values.area",
        ]
    );
}

#[test]
fn the_planned_issue_is_a_node_of_the_graph() {
    let inputs = PlanInputs::new(
        PlanScope::new(REFERENCES),
        schema(true),
        item("area", RawValue::Null),
        Graph::new(&[2], &[], &[]),
    );
    assert_eq!(inputs.err().map(found).unwrap(), ["! YKP-GRAPH-002 $.relationships.nodes"]);
}

#[test]
fn references_have_one_to_256_scalars_without_control_characters() {
    let (longest, too_long) = ("é".repeat(256), "é".repeat(257));
    assert!(PlanScope::new(References { issue: &longest, ..REFERENCES }).is_ok());
    for bad in ["", "a\u{7f}", &too_long] {
        let finding = PlanScope::new(References { project: bad, ..REFERENCES }).err().unwrap();
        assert_eq!(found(vec![finding]), ["! YKP-PLAN-001 $.scope"]);
    }
}

#[test]
fn values_stand_under_keys_of_the_grammar_and_a_key_that_may_not_be_printed_is_not() {
    let finding = |key: &str| item(key, RawValue::Null).err().map(found).unwrap();
    assert_eq!(finding("Area"), ["! YKP-PLAN-006 $.observedItem.values.Area"]);
    assert_eq!(finding("a b"), ["! YKP-PLAN-006 $.observedItem.values"]);
    let number = item("estimate", RawValue::Number(f64::NAN)).err().map(found).unwrap();
    assert_eq!(number, ["! YKP-PLAN-006 $.observedItem.values.estimate"]);
}

#[test]
fn edges_lead_from_node_to_node_once_and_never_back_to_their_beginning() {
    for (edge, more) in [((1, 9), None), ((1, 1), None), ((1, 2), Some((1, 2)))] {
        let edges: Vec<(u64, u64)> = more.into_iter().chain([edge]).collect();
        let at = edges.len() - 1;
        assert_eq!(graph(&[1, 2], &edges, &[]), [format!("! YKP-GRAPH-002 $.relationships.parent[{at}]")]);
        assert_eq!(graph(&[1, 2], &[], &edges), [format!("! YKP-GRAPH-002 $.relationships.blocks[{at}]")]);
    }
    assert_eq!(graph(&[1, 2, 3], &[(1, 2), (1, 3)], &[]), ["! YKP-GRAPH-003 $.relationships.parent[1]"]);
}

#[test]
fn a_cycle_is_looked_for_only_in_a_consistent_graph() {
    let ring = [(1, 2), (2, 3), (3, 1)];
    assert_eq!(
        graph(&[1, 2, 3], &ring, &ring),
        ["! YKP-GRAPH-004 $.relationships.parent", "! YKP-GRAPH-005 $.relationships.blocks"]
    );
    assert_eq!(graph(&[1, 2, 3, 3], &ring, &ring), ["! YKP-GRAPH-002 $.relationships.nodes[3]"]);
    assert!(graph(&[1, 2, 3], &[(1, 2), (2, 3)], &[(1, 2), (1, 3), (2, 3)]).is_empty());
}

#[test]
fn the_graph_is_bounded() {
    let nodes: Vec<u64> = (1..=513).collect();
    let chain: Vec<(u64, u64)> = (1..=512).map(|child| (child, child + 1)).collect();
    assert!(graph(&nodes[..512], &chain[..511], &[]).is_empty());
    assert_eq!(graph(&nodes, &[], &[]), ["! YKP-GRAPH-001 $.relationships"]);
    assert_eq!(graph(&nodes[..512], &chain, &[]), ["! YKP-GRAPH-001 $.relationships"]);
    let dense: Vec<(u64, u64)> = (1..=91).flat_map(|to| (1..to).map(move |from| (from, to))).collect();
    let mut blocks = dense;
    blocks.push((1, 92));
    assert_eq!(blocks.len(), 4096);
    assert!(graph(&nodes[..100], &[], &blocks).is_empty());
    blocks.push((1, 93));
    assert_eq!(graph(&nodes[..100], &[], &blocks), ["! YKP-GRAPH-001 $.relationships"]);
}
