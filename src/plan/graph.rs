//! The relationship graph: its limits, its consistency and its cycles
//! (contract part 4.2, decision 42).

use std::collections::{BTreeMap, BTreeSet};

use crate::desired::Desired;
use crate::diagnostic::{Code, Diagnostic, Path};
use crate::observed::{Parent, Relationships, Snapshot};
use crate::scope::IssueNumber;

/// A directed edge: from child to parent, or from blocker to blocked.
pub(super) type Edge = (IssueNumber, IssueNumber);

/// A consistent graph without cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    nodes: BTreeSet<IssueNumber>,
    parents: BTreeMap<IssueNumber, IssueNumber>,
    blocks: BTreeSet<Edge>,
}

impl Graph {
    const MAX_NODES: usize = 512;
    const MAX_PARENTS: usize = 511;
    const MAX_BLOCKS: usize = 4096;

    /// The graph with these nodes, child-parent edges and blocker-blocked
    /// edges.
    ///
    /// # Errors
    ///
    /// `YKP-GRAPH-001` at `$.relationships` alone, where a list is too long;
    /// `-002` and `-003` at each entry that is not consistent; `-004` and
    /// `-005` where the edges form a cycle. Never none.
    pub fn new(nodes: &[u64], parent: &[(u64, u64)], blocks: &[(u64, u64)]) -> Result<Self, Vec<Diagnostic>> {
        let root = Path::root().member("relationships");
        if nodes.len() > Self::MAX_NODES
            || parent.len() > Self::MAX_PARENTS
            || blocks.len() > Self::MAX_BLOCKS
        {
            return Err(vec![Diagnostic::new(Code::Graph001, root)]);
        }
        let mut graph = Self { nodes: BTreeSet::new(), parents: BTreeMap::new(), blocks: BTreeSet::new() };
        let mut findings = Vec::new();
        for (index, number) in nodes.iter().enumerate() {
            if !IssueNumber::new(*number).is_some_and(|number| graph.nodes.insert(number)) {
                findings.push(Diagnostic::new(Code::Graph002, root.member("nodes").index(index)));
            }
        }
        for (index, edge) in parent.iter().enumerate() {
            if let Err(code) = graph.add_observed_parent(*edge) {
                findings.push(Diagnostic::new(code, root.member("parent").index(index)));
            }
        }
        for (index, edge) in blocks.iter().enumerate() {
            if !graph.edge(*edge).is_some_and(|edge| graph.blocks.insert(edge)) {
                findings.push(Diagnostic::new(Code::Graph002, root.member("blocks").index(index)));
            }
        }
        if findings.is_empty() {
            if graph.parents_form_a_cycle() {
                findings.push(Diagnostic::new(Code::Graph004, root.member("parent")));
            }
            if graph.blocks_form_a_cycle() {
                findings.push(Diagnostic::new(Code::Graph005, root.member("blocks")));
            }
        }
        if findings.is_empty() { Ok(graph) } else { Err(findings) }
    }

    /// What the snapshot knows around one issue: the issue, its observed
    /// neighbours, every declared endpoint that was seen as an issue of the
    /// repository, and every known edge between those (decision 42).
    pub(super) fn around(
        issue: IssueNumber,
        relationships: &Relationships,
        desired: &Desired,
        snapshot: &Snapshot,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut nodes = BTreeSet::from([issue]);
        if let Parent::Local(parent) = relationships.parent {
            nodes.insert(parent);
        }
        nodes.extend(&relationships.blocked_by.local);
        nodes.extend(&relationships.blocking.local);
        if let Some(sub_issues) = relationships.sub_issues.as_known() {
            nodes.extend(&sub_issues.local);
        }
        nodes.extend(desired.endpoints().into_iter().filter(|number| snapshot.has_seen(*number)));

        let mut parents = BTreeSet::new();
        let mut blocks = BTreeSet::new();
        for (number, known) in snapshot.relationships() {
            if let Parent::Local(parent) = known.parent {
                parents.insert((number, parent));
            }
            if let Some(sub_issues) = known.sub_issues.as_known() {
                parents.extend(sub_issues.local.iter().map(|child| (*child, number)));
            }
            blocks.extend(known.blocking.local.iter().map(|blocked| (number, *blocked)));
            blocks.extend(known.blocked_by.local.iter().map(|blocker| (*blocker, number)));
        }
        let inside = |edges: BTreeSet<Edge>| -> Vec<(u64, u64)> {
            let among = |(from, to): &Edge| nodes.contains(from) && nodes.contains(to);
            edges.into_iter().filter(among).map(|(from, to)| (from.get(), to.get())).collect()
        };
        let (parents, blocks) = (inside(parents), inside(blocks));
        let nodes: Vec<u64> = nodes.into_iter().map(IssueNumber::get).collect();
        Self::new(&nodes, &parents, &blocks)
    }

    /// Whether the issue is a node.
    pub(super) fn has(&self, issue: IssueNumber) -> bool {
        self.nodes.contains(&issue)
    }

    /// The parent of an issue.
    pub(super) fn parent(&self, child: IssueNumber) -> Option<IssueNumber> {
        self.parents.get(&child).copied()
    }

    /// Whether the first issue blocks the second.
    pub(super) fn has_block(&self, edge: Edge) -> bool {
        self.blocks.contains(&edge)
    }

    /// The edges from blockers to blocked.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Edge> {
        self.blocks.iter().copied()
    }

    /// Gives an issue this parent, or none.
    pub(super) fn set_parent(&mut self, child: IssueNumber, parent: Option<IssueNumber>) {
        match parent {
            Some(parent) => self.parents.insert(child, parent),
            None => self.parents.remove(&child),
        };
    }

    /// Adds an edge from blocker to blocked.
    pub(super) fn add_block(&mut self, edge: Edge) {
        self.blocks.insert(edge);
    }

    /// Removes an edge from blocker to blocked.
    pub(super) fn remove_block(&mut self, edge: Edge) {
        self.blocks.remove(&edge);
    }

    /// Whether following parents leads back to where it began.
    pub(super) fn parents_form_a_cycle(&self) -> bool {
        has_cycle(self.parents.iter().map(|(child, parent)| (*child, *parent)))
    }

    /// Whether an issue blocks itself, directly or through others.
    pub(super) fn blocks_form_a_cycle(&self) -> bool {
        has_cycle(self.blocks())
    }

    fn edge(&self, (from, to): (u64, u64)) -> Option<Edge> {
        let node = |number| IssueNumber::new(number).filter(|number| self.has(*number));
        let edge = (node(from)?, node(to)?);
        (edge.0 != edge.1).then_some(edge)
    }

    fn add_observed_parent(&mut self, edge: (u64, u64)) -> Result<(), Code> {
        let (child, parent) = self.edge(edge).ok_or(Code::Graph002)?;
        match self.parents.insert(child, parent) {
            None => Ok(()),
            Some(first) => {
                self.parents.insert(child, first);
                Err(if first == parent { Code::Graph002 } else { Code::Graph003 })
            }
        }
    }
}

/// Takes away issues that no edge leads to, until none is left or the rest is
/// held by a cycle.
fn has_cycle(edges: impl Iterator<Item = Edge>) -> bool {
    let mut next: BTreeMap<IssueNumber, Vec<IssueNumber>> = BTreeMap::new();
    let mut incoming: BTreeMap<IssueNumber, usize> = BTreeMap::new();
    for (from, to) in edges {
        next.entry(from).or_default().push(to);
        incoming.entry(from).or_default();
        *incoming.entry(to).or_default() += 1;
    }
    let mut free: Vec<IssueNumber> =
        incoming.iter().filter(|(_, count)| **count == 0).map(|(number, _)| *number).collect();
    let mut taken = 0;
    while let Some(number) = free.pop() {
        taken += 1;
        for to in next.get(&number).into_iter().flatten() {
            if let Some(count) = incoming.get_mut(to) {
                *count -= 1;
                if *count == 0 {
                    free.push(*to);
                }
            }
        }
    }
    taken < incoming.len()
}
