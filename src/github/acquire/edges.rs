//! The relationships of one issue, collected from the batch's pages.

use std::collections::BTreeSet;

use super::Binding;
use super::bind::ParentLink;
use super::content::{Hints, ParentHint};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::wire::{Connection, IssueNode, NodeRepository, Reference};
use crate::github::{Cursor, RelationshipCursors};
use crate::observed::{Edges, Known, Parent, Relationships};
use crate::scope::IssueNumber;

/// The most issues in reach of one issue, itself included.
const MAX_NODES: usize = 512;

/// One issue's answer of the batch, page by page.
pub(super) struct IssueEdges {
    own: IssueNumber,
    parent: Option<ParentLink>,
    sub_issues: Collected,
    blocked_by: Collected,
    blocking: Collected,
}

/// One connection of one issue.
struct Collected {
    /// The issues that the credential can see, over all pages.
    total: u32,
    /// The issues that there are, seen or not.
    summary: u32,
    references: BTreeSet<String>,
    local: BTreeSet<IssueNumber>,
    foreign: u32,
    next: Option<Cursor>,
}

impl IssueEdges {
    /// Reads the first page.
    pub(super) fn first(node: &IssueNode<'_>, own: IssueNumber, binding: &Binding) -> Result<Self, Failure> {
        let collect = |connection, summary| Collected::first(connection, summary, own, binding);
        Ok(Self {
            own,
            parent: parent(node, own, binding)?,
            sub_issues: collect(&node.sub_issues, node.sub_issues_summary.total)?,
            blocked_by: collect(&node.blocked_by, node.dependencies.blocked_by)?,
            blocking: collect(&node.blocking, node.dependencies.blocking)?,
        })
    }

    /// Reads the second page of the connections that went on; the others came
    /// along and are not read again.
    pub(super) fn second(&mut self, node: &IssueNode<'_>, binding: &Binding) -> Result<(), Failure> {
        if self.parent != parent(node, self.own, binding)? {
            return Err(failure(Code::Snapshot001));
        }
        let pairs = [
            (&mut self.sub_issues, &node.sub_issues),
            (&mut self.blocked_by, &node.blocked_by),
            (&mut self.blocking, &node.blocking),
        ];
        for (collected, connection) in pairs {
            if collected.next.is_some() {
                collected.add(connection, self.own, binding)?;
            }
        }
        Ok(())
    }

    /// Where the connections go on.
    pub(super) fn next(&self) -> RelationshipCursors {
        RelationshipCursors {
            sub_issues: self.sub_issues.next.clone(),
            blocked_by: self.blocked_by.next.clone(),
            blocking: self.blocking.next.clone(),
        }
    }

    /// How many edges there are.
    pub(super) fn len(&self) -> usize {
        let connections = [&self.sub_issues, &self.blocked_by, &self.blocking];
        usize::from(self.parent.is_some()) + connections.map(|c| c.references.len()).iter().sum::<usize>()
    }

    /// The relationships, if they are whole and agree with what REST says.
    pub(super) fn finish(self, hints: Hints) -> Result<Relationships, Failure> {
        let connections = [&self.sub_issues, &self.blocked_by, &self.blocking];
        let neighbours: BTreeSet<&String> = connections.iter().flat_map(|c| &c.references).collect();
        if neighbours.len() + usize::from(self.parent.is_some()) + 1 > MAX_NODES {
            return Err(failure(Code::GithubRead005));
        }
        Ok(Relationships {
            parent: agree(hints.parent, self.parent)?,
            blocked_by: self.blocked_by.finish(hints.blocked_by)?,
            blocking: self.blocking.finish(hints.blocking)?,
            sub_issues: Known::Known(self.sub_issues.finish(None)?),
        })
    }
}

impl Collected {
    fn first(
        connection: &Connection<'_>,
        summary: u32,
        own: IssueNumber,
        binding: &Binding,
    ) -> Result<Self, Failure> {
        let mut collected = Self {
            total: connection.total,
            summary,
            references: BTreeSet::new(),
            local: BTreeSet::new(),
            foreign: 0,
            next: None,
        };
        collected.add(connection, own, binding)?;
        Ok(collected)
    }

    /// Adds one page. An issue that was there before, an issue that is null
    /// and a total that changed mean that the pages do not belong together.
    fn add(
        &mut self,
        connection: &Connection<'_>,
        own: IssueNumber,
        binding: &Binding,
    ) -> Result<(), Failure> {
        if connection.total != self.total {
            return Err(failure(Code::Snapshot001));
        }
        for node in &connection.nodes {
            let node = node.as_ref().ok_or(failure(Code::Snapshot001))?;
            let is_new = self.references.insert(node.id.as_str().to_owned());
            let is_new = match link(node, own, binding)? {
                ParentLink::Local(number) => self.local.insert(number) && is_new,
                ParentLink::Elsewhere => {
                    self.foreign += 1;
                    is_new
                }
            };
            if !is_new {
                return Err(failure(Code::Snapshot001));
            }
        }
        let earlier = self.next.take();
        if connection.page.has_next {
            let end = connection.page.end.as_ref().and_then(|end| Cursor::parse(end.as_str()));
            self.next = Some(end.ok_or(failure(Code::GithubRead007))?);
            if self.next == earlier {
                return Err(failure(Code::Snapshot001));
            }
        }
        Ok(())
    }

    /// The edges: as many as the connection counts, and no more than REST and
    /// the batch's own summary count. Those that are missing are hidden
    /// (decision 39).
    fn finish(self, rest: Option<u32>) -> Result<Edges, Failure> {
        let seen = self.references.len();
        let is_whole = self.next.is_none() && usize::try_from(self.total) == Ok(seen);
        let most = rest.map_or(self.summary, |rest| rest.max(self.summary));
        let least = rest.map_or(self.summary, |rest| rest.min(self.summary));
        if !is_whole || self.total > least {
            return Err(failure(Code::Snapshot001));
        }
        Ok(Edges { local: self.local, foreign: self.foreign, hidden: most - self.total })
    }
}

/// The parent that both readers agree on. One that REST speaks of and the
/// batch does not show is hidden: it exists, elsewhere.
fn agree(rest: Option<ParentHint>, batch: Option<ParentLink>) -> Result<Parent, Failure> {
    match (rest, batch) {
        (None | Some(ParentHint::Nothing), None) => Ok(Parent::None),
        (Some(ParentHint::Named(_) | ParentHint::Unreadable), None) => Ok(Parent::Elsewhere),
        (None | Some(ParentHint::Unreadable), Some(link)) => Ok(parent_of(link)),
        (Some(ParentHint::Named(said)), Some(link)) if said == link => Ok(parent_of(link)),
        (Some(ParentHint::Nothing | ParentHint::Named(_)), Some(_)) => Err(failure(Code::Snapshot001)),
    }
}

/// The observed parent.
pub(super) fn parent_of(link: ParentLink) -> Parent {
    match link {
        ParentLink::Local(number) => Parent::Local(number),
        ParentLink::Elsewhere => Parent::Elsewhere,
    }
}

fn parent(node: &IssueNode<'_>, own: IssueNumber, binding: &Binding) -> Result<Option<ParentLink>, Failure> {
    node.parent.as_ref().map(|parent| link(parent, own, binding)).transpose()
}

/// The issue at the other end of an edge; never the issue itself.
fn link(reference: &Reference<'_>, own: IssueNumber, binding: &Binding) -> Result<ParentLink, Failure> {
    let number = IssueNumber::new(reference.number).ok_or(failure(Code::Rest001))?;
    match (is_bound(&reference.repository, binding)?, number == own) {
        (false, _) => Ok(ParentLink::Elsewhere),
        (true, false) => Ok(ParentLink::Local(number)),
        (true, true) => Err(failure(Code::Rest001)),
    }
}

/// Whether it is the bound repository, of which id and name must agree.
pub(super) fn is_bound(repository: &NodeRepository<'_>, binding: &Binding) -> Result<bool, Failure> {
    let by_id = repository.id.as_str() == binding.identities.repository.expose();
    let by_name = binding.repository.is_named(repository.name_with_owner.as_str());
    if by_id == by_name { Ok(by_id) } else { Err(failure(Code::Snapshot001)) }
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Relationships)
}
