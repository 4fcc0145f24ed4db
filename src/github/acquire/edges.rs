//! The relationships of one issue, collected from the pages of its connections.

use std::collections::BTreeSet;

use super::bind::ParentLink;
use super::content::{Hints, ParentHint};
use crate::github::RelationshipCursors;
use crate::github::connection::{Fault, Walk};
use crate::github::wire::{Connection, IssueNode, Member, NodeRepository, Reference};
use crate::observed::{Edges, Known, Parent, Relationships};
use crate::scope::IssueNumber;

/// The most issues in reach of one issue, itself included.
const MAX_NODES: usize = 512;

/// The most edges of all issues together.
pub(crate) const MAX_EDGES: usize = 4096;

/// The repository that answers are bound to.
#[derive(Clone, Copy)]
pub(crate) struct Home<'a> {
    /// The node id.
    pub(crate) reference: &'a str,
    /// `OWNER/NAME`.
    pub(crate) full_name: &'a str,
}

/// One issue's relationships, page by page.
pub(crate) struct IssueEdges {
    own: IssueNumber,
    parent: Option<ParentLink>,
    sub_issues: Collected,
    blocked_by: Collected,
    blocking: Collected,
}

/// One connection of one issue.
struct Collected {
    /// The issues that the credential can see, over all pages.
    walk: Walk,
    /// The issues that there are, seen or not.
    summary: u32,
    references: BTreeSet<String>,
    local: BTreeSet<IssueNumber>,
    foreign: u32,
}

impl IssueEdges {
    /// Reads the first page.
    pub(crate) fn first(node: &IssueNode<'_>, own: IssueNumber, home: Home<'_>) -> Result<Self, Fault> {
        let collect = |connection, summary| Collected::first(connection, summary, own, home);
        Ok(Self {
            own,
            parent: parent(node, own, home)?,
            sub_issues: collect(&node.sub_issues, node.sub_issues_summary.total)?,
            blocked_by: collect(&node.blocked_by, node.dependencies.blocked_by)?,
            blocking: collect(&node.blocking, node.dependencies.blocking)?,
        })
    }

    /// Reads the next page of the connections that went on; the others came
    /// along and are not read again.
    pub(crate) fn further(&mut self, node: &IssueNode<'_>, home: Home<'_>) -> Result<(), Fault> {
        if self.parent != parent(node, self.own, home)? {
            return Err(Fault::Torn);
        }
        let pairs = [
            (&mut self.sub_issues, &node.sub_issues),
            (&mut self.blocked_by, &node.blocked_by),
            (&mut self.blocking, &node.blocking),
        ];
        for (collected, connection) in pairs {
            if collected.walk.next().is_some() {
                collected.add(connection, self.own, home)?;
            }
        }
        Ok(())
    }

    /// Where the connections go on.
    pub(crate) fn next(&self) -> RelationshipCursors {
        RelationshipCursors {
            sub_issues: self.sub_issues.walk.next().cloned(),
            blocked_by: self.blocked_by.walk.next().cloned(),
            blocking: self.blocking.walk.next().cloned(),
        }
    }

    /// How many edges there are.
    pub(crate) fn len(&self) -> usize {
        let connections = [&self.sub_issues, &self.blocked_by, &self.blocking];
        usize::from(self.parent.is_some()) + connections.map(|c| c.references.len()).iter().sum::<usize>()
    }

    /// The relationships, if they are whole and agree with what REST says.
    pub(crate) fn finish(self, hints: Hints) -> Result<Relationships, Fault> {
        let connections = [&self.sub_issues, &self.blocked_by, &self.blocking];
        let neighbours: BTreeSet<&String> = connections.iter().flat_map(|c| &c.references).collect();
        if neighbours.len() + usize::from(self.parent.is_some()) + 1 > MAX_NODES {
            return Err(Fault::TooMuch);
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
        home: Home<'_>,
    ) -> Result<Self, Fault> {
        let mut collected = Self {
            walk: Walk::new(connection),
            summary,
            references: BTreeSet::new(),
            local: BTreeSet::new(),
            foreign: 0,
        };
        collected.add(connection, own, home)?;
        Ok(collected)
    }

    /// Adds one page. An issue that was there before, an issue that is null
    /// and a total that changed mean that the pages do not belong together.
    fn add(&mut self, connection: &Connection<'_>, own: IssueNumber, home: Home<'_>) -> Result<(), Fault> {
        self.walk.add(connection)?;
        for node in &connection.nodes {
            let node = node.as_ref().ok_or(Fault::Torn)?;
            let is_new = self.references.insert(node.id.as_str().to_owned());
            let is_new = match link(node, own, home)? {
                ParentLink::Local(number) => self.local.insert(number) && is_new,
                ParentLink::Elsewhere => {
                    self.foreign += 1;
                    is_new
                }
            };
            if !is_new {
                return Err(Fault::Torn);
            }
        }
        Ok(())
    }

    /// The edges: as many as the connection counts, and no more than REST and
    /// the batch's own summary count. Those that are missing are hidden
    /// (decision 39).
    fn finish(self, rest: Option<u32>) -> Result<Edges, Fault> {
        self.walk.finish()?;
        let total = self.walk.total();
        let most = rest.map_or(self.summary, |rest| rest.max(self.summary));
        let least = rest.map_or(self.summary, |rest| rest.min(self.summary));
        if total > least {
            return Err(Fault::Torn);
        }
        Ok(Edges { local: self.local, foreign: self.foreign, hidden: most - total })
    }
}

/// The parent that both readers agree on. One that REST speaks of and the
/// batch does not show is hidden: it exists, elsewhere.
fn agree(rest: Option<ParentHint>, batch: Option<ParentLink>) -> Result<Parent, Fault> {
    match (rest, batch) {
        (None | Some(ParentHint::Nothing), None) => Ok(Parent::None),
        (Some(ParentHint::Named(_) | ParentHint::Unreadable), None) => Ok(Parent::Elsewhere),
        (None | Some(ParentHint::Unreadable), Some(link)) => Ok(parent_of(link)),
        (Some(ParentHint::Named(said)), Some(link)) if said == link => Ok(parent_of(link)),
        (Some(ParentHint::Nothing | ParentHint::Named(_)), Some(_)) => Err(Fault::Torn),
    }
}

/// The observed parent.
pub(crate) fn parent_of(link: ParentLink) -> Parent {
    match link {
        ParentLink::Local(number) => Parent::Local(number),
        ParentLink::Elsewhere => Parent::Elsewhere,
    }
}

fn parent(node: &IssueNode<'_>, own: IssueNumber, home: Home<'_>) -> Result<Option<ParentLink>, Fault> {
    match &node.parent {
        Member::Absent => Err(Fault::Malformed),
        Member::Null => Ok(None),
        Member::Value(parent) => link(parent, own, home).map(Some),
    }
}

/// The issue at the other end of an edge; never the issue itself.
fn link(reference: &Reference<'_>, own: IssueNumber, home: Home<'_>) -> Result<ParentLink, Fault> {
    let number = IssueNumber::new(reference.number).ok_or(Fault::Malformed)?;
    match (home.is(&reference.repository)?, number == own) {
        (false, _) => Ok(ParentLink::Elsewhere),
        (true, false) => Ok(ParentLink::Local(number)),
        (true, true) => Err(Fault::Malformed),
    }
}

impl Home<'_> {
    /// Whether it is this repository, of which id and name must agree.
    pub(crate) fn is(self, repository: &NodeRepository<'_>) -> Result<bool, Fault> {
        let by_id = repository.id.as_str() == self.reference;
        let by_name = repository.name_with_owner.as_str().eq_ignore_ascii_case(self.full_name);
        if by_id == by_name { Ok(by_id) } else { Err(Fault::Torn) }
    }
}
