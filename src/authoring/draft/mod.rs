//! `yukh init`: a policy to start from, out of the fields of a Project.
//!
//! What it prints are display names that the caller's token may read, and
//! nothing else of GitHub's.

mod choose;
mod page;

use crate::desired::Dialect;
use crate::observed::ProjectField;

/// A commented policy of the dialect that fits the Project's fields: of at most
/// 64 KiB, valid whatever the fields are called.
#[must_use]
pub fn policy_draft(fields: &[ProjectField], dialect: Dialect) -> String {
    let chosen = choose::choose(fields, dialect);
    page::written(&chosen, dialect)
}
