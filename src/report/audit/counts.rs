//! Operations counted by kind, under the names of the audit (contract part 8.4,
//! decision 95).

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::plan::{Operation, OperationKind};

/// The kinds in the order in which the audit of one issue meets those that
/// belong to no field: labels, milestone, parent, dependencies.
pub(in crate::report) const KINDS: [OperationKind; 13] = [
    OperationKind::CreateField,
    OperationKind::AddOption,
    OperationKind::SetIssueType,
    OperationKind::SetIssueField,
    OperationKind::SetFieldValue,
    OperationKind::AddLabel,
    OperationKind::RemoveLabel,
    OperationKind::SetMilestone,
    OperationKind::SetParent,
    OperationKind::AddDependency,
    OperationKind::RemoveDependency,
    OperationKind::AddBlocking,
    OperationKind::RemoveBlocking,
];

/// How many operations of each kind there are, in the order in which the kinds
/// were first met; a kind without any is left out. Serialises as a mapping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperationCounts(Vec<(OperationKind, u64)>);

/// The name of a kind in an audit: that of the plan, except that a value of a
/// Project field is set under its older name.
#[must_use]
pub fn counted_as(kind: OperationKind) -> &'static str {
    match kind {
        OperationKind::SetFieldValue => "set_project_field",
        kind => kind.as_str(),
    }
}

/// The kind that is counted under a name.
pub(in crate::report) fn kind_of(name: &str) -> Option<OperationKind> {
    KINDS.into_iter().find(|kind| counted_as(*kind) == name)
}

impl OperationCounts {
    /// Counts the operations of one plan: those of fields in the order of the
    /// policy's keys, then all others in the order of [`KINDS`].
    pub(super) fn of(operations: &[Operation]) -> Self {
        let mut met: Vec<(&str, usize, OperationKind)> = operations
            .iter()
            .map(|operation| {
                let kind = operation.kind;
                let place = KINDS.iter().position(|known| *known == kind).unwrap_or(KINDS.len());
                (field(operation).unwrap_or(AFTER_FIELDS), place, kind)
            })
            .collect();
        met.sort_unstable();
        let mut counts = Self::default();
        for (_, _, kind) in met {
            counts.add(kind, 1);
        }
        counts
    }

    /// Counts more of a kind.
    pub(in crate::report) fn add(&mut self, kind: OperationKind, count: u64) {
        match self.0.iter_mut().find(|(met, _)| *met == kind) {
            Some((_, total)) => *total = total.saturating_add(count),
            None if count > 0 => self.0.push((kind, count)),
            None => {}
        }
    }

    /// Counts all of the others.
    pub(super) fn add_all(&mut self, others: &Self) {
        others.iter().for_each(|(kind, count)| self.add(kind, count));
    }

    /// Whether each kind is counted as often, in whatever order.
    pub(in crate::report) fn agrees_with(&self, other: &Self) -> bool {
        let sorted = |counts: &Self| {
            let mut counts = counts.0.clone();
            counts.sort_unstable();
            counts
        };
        sorted(self) == sorted(other)
    }

    /// Each kind with its count, in order.
    pub fn iter(&self) -> impl Iterator<Item = (OperationKind, u64)> {
        self.0.iter().copied()
    }

    /// How many operations there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.iter().fold(0, |total, (_, count)| total.saturating_add(count))
    }
}

/// Sorts behind every key of a field: no Unicode scalar is larger.
const AFTER_FIELDS: &str = "\u{10ffff}";

/// The policy's key of the field that the operation is about.
fn field(operation: &Operation) -> Option<&str> {
    let key = operation.resource.logical_key.as_str();
    match operation.kind {
        OperationKind::AddOption => Some(key.rsplit_once('.').map_or(key, |(field, _)| field)),
        OperationKind::CreateField
        | OperationKind::SetIssueType
        | OperationKind::SetIssueField
        | OperationKind::SetFieldValue => Some(key),
        _ => None,
    }
}

impl Serialize for OperationCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut counts = serializer.serialize_map(Some(self.0.len()))?;
        for (kind, count) in self.iter() {
            counts.serialize_entry(counted_as(kind), &count)?;
        }
        counts.end()
    }
}
