//! The Project's fields and options, and the repository's issue types.

use super::{ProviderRef, ProviderText};
use crate::scope::FieldKind;

/// A field of the Project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectField {
    /// GitHub's reference.
    pub reference: ProviderRef,
    /// The display name.
    pub name: ProviderText,
    /// The kind; `None` for a data type that is not planned on (decision 49).
    pub kind: Option<FieldKind>,
    /// The options of a single-select field; empty for any other kind.
    pub options: Vec<FieldOption>,
}

/// An option of a single-select field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldOption {
    /// GitHub's reference.
    pub reference: ProviderRef,
    /// The display name.
    pub name: ProviderText,
}

/// An issue type that the repository offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssueType {
    /// GitHub's reference.
    pub reference: ProviderRef,
    /// The name.
    pub name: ProviderText,
}
