//! What was seen of one requested issue.

use std::collections::{BTreeMap, BTreeSet};

use super::{ProviderRef, ProviderText, RelationshipsState};

/// Something GitHub said, or left out. Unknown is not empty (decision 37).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known<T> {
    /// GitHub left the member out.
    Unknown,
    /// GitHub said it.
    Known(T),
}

impl<T> Known<T> {
    /// The value, where it is known.
    pub fn as_known(&self) -> Option<&T> {
        match self {
            Self::Unknown => None,
            Self::Known(value) => Some(value),
        }
    }
}

/// The value of a Project field or issue field in normalised form.
#[derive(Clone, Debug, PartialEq)]
pub enum ObservedValue {
    /// Text, the name of an option, the title of an iteration, or a date as
    /// `YYYY-MM-DD`.
    Text(ProviderText),
    /// A finite number.
    Number(f64),
}

/// Why an issue has no item that can be planned on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The issue has no item in the Project (decision 30).
    Absent,
    /// The issue's only item is archived (decision 34).
    Archived,
}

/// What was seen of one requested issue.
#[derive(Clone, Debug, PartialEq)]
pub enum IssueObservation {
    /// A live item.
    Present(Box<Item>),
    /// No live item, proven by a complete read.
    Missing(Absence),
}

/// A live item and its issue. Its content is fixed once built.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    parts: ItemParts,
    fingerprint: String,
}

/// Everything an [`Item`] holds.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemParts {
    /// The reference of the issue.
    pub issue: ProviderRef,
    /// The reference of the item.
    pub item: ProviderRef,
    /// `updated_at` of the issue.
    pub issue_updated_at: ProviderText,
    /// `updated_at` of the item.
    pub item_updated_at: ProviderText,
    /// The body; `None` where GitHub says null.
    pub body: Option<ProviderText>,
    /// The values of the requested fields by display name of the field; `None`
    /// where the field is not set.
    pub values: BTreeMap<ProviderText, Option<ObservedValue>>,
    /// The names of the issue's labels.
    pub labels: Known<BTreeSet<ProviderText>>,
    /// The name of the issue type, `None` where there is none.
    pub issue_type: Known<Option<ProviderText>>,
    /// The title of the milestone, `None` where there is none.
    pub milestone: Known<Option<ProviderText>>,
    /// The organization's issue fields by name.
    pub issue_fields: Known<BTreeMap<ProviderText, Option<ObservedValue>>>,
    /// Parent and dependencies.
    pub relationships: RelationshipsState,
}

impl Item {
    /// Fixes the parts and computes their fingerprint (decision 5).
    #[must_use]
    pub fn new(parts: ItemParts) -> Self {
        let fingerprint = super::fingerprint::of_item(&parts);
        Self { parts, fingerprint }
    }

    /// What was seen.
    #[must_use]
    pub fn parts(&self) -> &ItemParts {
        &self.parts
    }

    /// 64 hexadecimal digits, opaque to the planner.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}
