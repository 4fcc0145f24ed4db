//! The one order of a plan (contract part 4.6, decisions 1, 2 and 83): by code
//! unit, because the order is part of the plan's identity.

use super::operation::{Observation, Operation, OperationKind};
use crate::diagnostic::Notice;

/// The phase of an operation: schema, issue type, item values, issue fields,
/// labels, milestone, parent, dependencies.
fn phase(kind: OperationKind) -> u8 {
    match kind {
        OperationKind::CreateField => 0,
        OperationKind::AddOption => 1,
        OperationKind::SetIssueType => 2,
        OperationKind::SetFieldValue => 3,
        OperationKind::SetIssueField => 4,
        OperationKind::AddLabel | OperationKind::RemoveLabel => 5,
        OperationKind::SetMilestone => 6,
        OperationKind::SetParent => 7,
        OperationKind::AddDependency
        | OperationKind::RemoveDependency
        | OperationKind::AddBlocking
        | OperationKind::RemoveBlocking => 8,
    }
}

/// By phase, then logical key, then operation key.
pub(super) fn operations(mut operations: Vec<Operation>) -> Vec<Operation> {
    operations.sort_by(|a, b| {
        (phase(a.kind), &a.resource.logical_key, &a.key).cmp(&(
            phase(b.kind),
            &b.resource.logical_key,
            &b.key,
        ))
    });
    operations
}

/// By type, then logical key.
pub(super) fn observations(mut observations: Vec<Observation>) -> Vec<Observation> {
    observations.sort_by(|a, b| (a.kind.as_str(), &a.logical_key).cmp(&(b.kind.as_str(), &b.logical_key)));
    observations
}

/// By code, then path; each pair once.
pub(super) fn notices(mut notices: Vec<Notice>) -> Vec<Notice> {
    notices.sort_by(|a, b| (a.code().as_str(), a.path()).cmp(&(b.code().as_str(), b.path())));
    notices.dedup_by(|a, b| a.code() == b.code() && a.path() == b.path());
    notices
}
