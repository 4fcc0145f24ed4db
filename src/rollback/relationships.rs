//! The fourth question: parent, sub-issues and dependencies of one issue.

use super::ask::{Asker, asked, faulty, open};
use super::binding::Binding;
use super::wire;
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::connection::Fault;
use crate::github::{Exchange, Hints, IssueEdges, RelationshipCursors, RollbackRead};
use crate::observed::{Known, ProviderRef, Relationships};
use crate::scope::IssueNumber;

/// The relationships of one issue, and how many edges they are.
pub(super) struct Read {
    /// The relationships.
    pub(super) relationships: Relationships,
    /// The edges.
    pub(super) edges: usize,
}

/// Reads all pages of the three connections.
///
/// # Errors
///
/// `YKP-SNAPSHOT-001` where an answer is about another issue, and where pages
/// are not whole or do not belong together; `YKP-GH-READ-005` for more than 512
/// issues.
pub(super) async fn read<E: Exchange>(
    asker: &Asker<'_, E>,
    binding: &Binding,
    number: IssueNumber,
    issue: &ProviderRef,
) -> Result<Read, Failure> {
    let home = binding.home();
    let mut pages = asker.pages(Stage::Relationships);
    let mut edges: Option<IssueEdges> = None;
    let mut after = RelationshipCursors::default();
    let mut depends = false;
    loop {
        pages.take()?;
        let body = asker.send(RollbackRead::Relationships { issue: issue.clone(), after }).await?;
        let answer: wire::Relationships<'_> = open(&body, Stage::Relationships)?;
        let node = asked(answer.node, Stage::Relationships)?.ok_or(failure(Code::Snapshot001))?;
        let is_asked = node.id.as_str() == issue.expose() && node.number == number.get();
        if !is_asked || !home.is(&node.repository).map_err(torn)? {
            return Err(failure(Code::Snapshot001));
        }
        depends |= node.dependencies.blocked_by > 0 || node.dependencies.blocking > 0;
        let next = match &mut edges {
            None => edges.insert(IssueEdges::first(&node, number, home).map_err(torn)?).next(),
            Some(edges) => {
                edges.further(&node, home).map_err(torn)?;
                edges.next()
            }
        };
        if next == RelationshipCursors::default() {
            break;
        }
        after = next;
    }
    let edges = edges.ok_or(failure(Code::Snapshot001))?;
    let count = edges.len();
    let mut relationships = edges.finish(Hints::NOTHING).map_err(torn)?;
    // The other transport knows them where it had to read dependencies, and
    // planning is to see no more here than there (decision 38).
    if !depends {
        relationships.sub_issues = Known::Unknown;
    }
    Ok(Read { relationships, edges: count })
}

fn torn(fault: Fault) -> Failure {
    faulty(fault, Stage::Relationships)
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Relationships)
}
