//! GitHub's JSON, as far as planning needs it.
//!
//! Raw types: they tell *absent* from *null* from *value* and borrow from the
//! body. What reads them decides what a missing member means; beyond `github`,
//! only the readers of its answers see one.

mod checks;
mod each;
mod item;
mod limits;
mod member;
mod project;
mod relationships;
mod shape;

pub(super) use checks::{CheckRuns, Run, WorkflowRuns};
pub(super) use each::decode_each;
pub(super) use item::{Content, FieldEntry, IssueFieldValue, Item, RepositoryReference};
pub(super) use limits::{Limits, Remaining};
pub(crate) use member::{Member, Str};
pub(super) use project::{Account, Field, IssueType, Project, Repository};
pub(super) use relationships::{Batch, Receipt, Reference};
pub(crate) use relationships::{Connection, IssueNode, NodeRepository};
pub(crate) use shape::Shape;

use serde::Deserialize;

use crate::diagnostic::{Code, Failure, Stage};

/// Decodes a body. A leading byte-order mark is tolerated; a member that
/// occurs twice is not.
///
/// # Errors
///
/// `YKP-REST-001` where the body is not UTF-8, not JSON or not of the form;
/// nothing of the body is in it.
pub(crate) fn decode<'body, T: Deserialize<'body>>(body: &'body [u8], stage: Stage) -> Result<T, Failure> {
    serde_json::from_str(text(body, stage)?).map_err(|_| Failure::read(Code::Rest001, stage))
}

/// The text of a body, without a leading byte-order mark. All of it has to be
/// UTF-8: members that nobody reads are skipped unseen afterwards.
fn text(body: &[u8], stage: Stage) -> Result<&str, Failure> {
    let text = std::str::from_utf8(body).map_err(|_| Failure::read(Code::Rest001, stage))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

#[cfg(test)]
mod tests;
