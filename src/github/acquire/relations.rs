//! Step 5: parent and dependencies, from what the items said where that is
//! enough, else from one batch (decisions 38 to 43 and 66).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Binding;
use super::bind::ParentLink;
use super::content::{Draft, Hints, ParentHint};
use super::edges::{IssueEdges, MAX_EDGES, parent_of};
use super::items::Items;
use super::source::{Source, Wanted};
use crate::diagnostic::{Code, Diagnostic, Failure, Stage};
use crate::github::cache::{Group, Loaded, Page};
use crate::github::connection::Fault;
use crate::github::wire::{Batch, IssueNode};
use crate::github::{Cursor, Exchange, Operation, RelationshipCursors, wire};
use crate::observed::{Coverage, Edges, Known, Parent, ProviderRef, Relationships, RelationshipsState};
use crate::scope::canonical::digest;
use crate::scope::{IssueNumber, IssueSet};

/// The relationships of some issues.
pub(in crate::github) type States = BTreeMap<IssueNumber, RelationshipsState>;

/// The relationships of each of the issues that is live.
///
/// # Errors
///
/// Never `YKP-RATE-001`: an issue whose relationships a budget or reserve did
/// not allow is deferred, and the others are complete (decision 41).
pub(super) async fn read<E: Exchange>(
    source: &Source<'_, E>,
    binding: &Binding,
    items: &Items,
    issues: &IssueSet,
) -> Result<States, Failure> {
    let mut states = States::new();
    let mut open: BTreeMap<IssueNumber, &Draft> = BTreeMap::new();
    for (number, draft) in items.live(issues) {
        match without_batch(number, draft.hints)? {
            Some(relationships) => {
                states.insert(number, RelationshipsState::Complete(relationships));
            }
            None => {
                open.insert(number, draft);
            }
        }
    }
    if open.is_empty() {
        return Ok(states);
    }
    let state = |(number, draft): (&IssueNumber, &&Draft)| serde_json::json!([number.get(), draft.state()]);
    let wanted = Wanted {
        group: Group::Relationships(open.keys().copied().collect()),
        kind: Some(binding.project_owner.kind),
        digest: digest(&serde_json::json!([binding.digest(), open.iter().map(state).collect::<Vec<_>>()])),
    };
    let load = async |_: Vec<Page>| batch(source, binding, &open).await;
    let read: Arc<States> = source.group(|cache| &cache.relationships, wanted, load).await?;
    states.extend(read.iter().map(|(number, state)| (*number, state.clone())));
    Ok(states)
}

/// Whether the relationships of the issue take a batch.
///
/// # Errors
///
/// As [`read`], for what the item says.
pub(super) fn need_batch(own: IssueNumber, draft: &Draft) -> Result<bool, Failure> {
    without_batch(own, draft.hints).map(|told| told.is_none())
}

/// The relationships that the items do not tell. A batch that could not be
/// afforded is not complete, and a batch has no validator.
async fn batch<E: Exchange>(
    source: &Source<'_, E>,
    binding: &Binding,
    open: &BTreeMap<IssueNumber, &Draft>,
) -> Result<Loaded<States>, Failure> {
    let mut states = States::new();
    let mut batch = Reader { source, binding, issues: open, read: BTreeMap::new() };
    let deferred = batch.pages().await?;
    for (number, draft) in open {
        let whole = batch.read.remove(number).filter(|edges| !deferred.touches(edges));
        let state = match (whole, &deferred) {
            (Some(edges), _) => RelationshipsState::Complete(edges.finish(draft.hints).map_err(faulty)?),
            (None, Deferral::Since(diagnostic)) => RelationshipsState::Deferred(diagnostic.clone()),
            // Each issue was read: an answer that lacks one was refused.
            (None, Deferral::Nothing) => return Err(failure(Code::Snapshot001)),
        };
        states.insert(*number, state);
    }
    let is_deferred = |state: &RelationshipsState| matches!(state, RelationshipsState::Deferred(_));
    let coverage = if states.values().any(is_deferred) { Coverage::Deferred } else { Coverage::Complete };
    Ok(Loaded::Read { data: states, pages: Vec::new(), coverage })
}

/// The relationships, where the item alone tells them: no dependencies, and a
/// parent that is known.
fn without_batch(own: IssueNumber, hints: Hints) -> Result<Option<Relationships>, Failure> {
    let (Some(0), Some(0), Some(parent)) = (hints.blocked_by, hints.blocking, hints.parent) else {
        return Ok(None);
    };
    let parent = match parent {
        ParentHint::Nothing => Parent::None,
        ParentHint::Named(ParentLink::Local(parent)) if parent == own => {
            return Err(Failure::read(Code::Rest001, Stage::Items));
        }
        ParentHint::Named(link) => parent_of(link),
        ParentHint::Unreadable => return Ok(None),
    };
    Ok(Some(Relationships {
        parent,
        blocked_by: Edges::default(),
        blocking: Edges::default(),
        sub_issues: Known::Unknown,
    }))
}

/// What the run could not afford.
enum Deferral {
    /// All pages were read.
    Nothing,
    /// The pages from here on, with the finding to report.
    Since(Diagnostic),
}

impl Deferral {
    /// Whether these relationships lack a page.
    fn touches(&self, edges: &IssueEdges) -> bool {
        matches!(self, Self::Since(_)) && edges.next() != RelationshipCursors::default()
    }
}

/// The batch: one request, and a second one where connections go on.
struct Reader<'a, E> {
    source: &'a Source<'a, E>,
    binding: &'a Binding,
    issues: &'a BTreeMap<IssueNumber, &'a Draft>,
    read: BTreeMap<IssueNumber, IssueEdges>,
}

impl<E: Exchange> Reader<'_, E> {
    async fn pages(&mut self) -> Result<Deferral, Failure> {
        let all: Vec<IssueNumber> = self.issues.keys().copied().collect();
        if let Deferral::Since(diagnostic) = self.page(&all, RelationshipCursors::default(), 1).await? {
            return Ok(Deferral::Since(diagnostic));
        }
        let (rest, after) = self.next()?;
        if rest.is_empty() {
            return Ok(Deferral::Nothing);
        }
        self.page(&rest, after, 2).await
    }

    /// The issues with connections that go on, and where. One request has one
    /// cursor for each connection, so the issues have to share it.
    fn next(&self) -> Result<(Vec<IssueNumber>, RelationshipCursors), Failure> {
        let mut issues = Vec::new();
        let mut shared = RelationshipCursors::default();
        for (number, edges) in &self.read {
            let next = edges.next();
            if next == RelationshipCursors::default() {
                continue;
            }
            issues.push(*number);
            share(&mut shared.sub_issues, next.sub_issues)?;
            share(&mut shared.blocked_by, next.blocked_by)?;
            share(&mut shared.blocking, next.blocking)?;
        }
        Ok((issues, shared))
    }

    /// Reads one page of these issues, the first or the second one.
    async fn page(
        &mut self,
        numbers: &[IssueNumber],
        after: RelationshipCursors,
        request: u32,
    ) -> Result<Deferral, Failure> {
        let issues = numbers.iter().filter_map(|number| self.issues.get(number));
        let issues: Vec<ProviderRef> = issues.map(|draft| draft.issue().clone()).collect();
        let operation = Operation::Relationships { issues, after };
        let answer = match self.source.send(&operation).await {
            Err(refused) if refused.code() == Code::Rate001 => {
                return Ok(Deferral::Since(refused.first().clone()));
            }
            answer => answer?,
        };
        let batch: Batch<'_> = wire::decode(&answer.body, Stage::Relationships)?;
        // Any error voids the batch (decision 66), also one beside data.
        if batch.errors.value().is_some_and(|errors| !errors.is_empty()) {
            return Err(failure(Code::Rest001));
        }
        let data = batch.data.value().ok_or(failure(Code::Rest001))?;
        let nodes = self.by_number(numbers, &data.nodes)?;
        let home = self.binding.home();
        for (number, node) in nodes {
            if request == 1 {
                self.read.insert(number, IssueEdges::first(node, number, home).map_err(faulty)?);
            } else if let Some(edges) = self.read.get_mut(&number) {
                edges.further(node, home).map_err(faulty)?;
            }
        }
        let edges: usize = self.read.values().map(IssueEdges::len).sum();
        if edges > MAX_EDGES {
            return Err(failure(Code::GithubRead005));
        }
        Ok(Deferral::Nothing)
    }

    /// The nodes by issue: each that was asked for, of the bound repository,
    /// and no other.
    fn by_number<'n, 'body>(
        &self,
        numbers: &[IssueNumber],
        nodes: &'n [Option<IssueNode<'body>>],
    ) -> Result<BTreeMap<IssueNumber, &'n IssueNode<'body>>, Failure> {
        let mut by_number = BTreeMap::new();
        for node in nodes {
            let node = node.as_ref().ok_or(failure(Code::Snapshot001))?;
            let number = IssueNumber::new(node.number).ok_or(failure(Code::Rest001))?;
            let is_asked = numbers.contains(&number)
                && self.issues.get(&number).is_some_and(|draft| draft.issue().expose() == node.id.as_str());
            let is_bound = self.binding.home().is(&node.repository).map_err(faulty)?;
            if !is_asked || !is_bound || by_number.insert(number, node).is_some() {
                return Err(failure(Code::Snapshot001));
            }
        }
        if by_number.len() == numbers.len() { Ok(by_number) } else { Err(failure(Code::Snapshot001)) }
    }
}

/// Takes a cursor over, unless another one stands there.
fn share(shared: &mut Option<Cursor>, cursor: Option<Cursor>) -> Result<(), Failure> {
    match (&shared, cursor) {
        (_, None) => Ok(()),
        (Some(shared), Some(cursor)) if *shared == cursor => Ok(()),
        (Some(_), Some(_)) => Err(failure(Code::Snapshot001)),
        (None, cursor) => {
            *shared = cursor;
            Ok(())
        }
    }
}

/// The failure of a batch with this fault.
fn faulty(fault: Fault) -> Failure {
    failure(match fault {
        Fault::Malformed => Code::Rest001,
        Fault::Torn | Fault::Repeated => Code::Snapshot001,
        Fault::NoCursor => Code::GithubRead007,
        Fault::TooMuch => Code::GithubRead005,
    })
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Relationships)
}
