//! One complete, immutable observation of a scope, in normalised form.
//!
//! A reader collects [`SnapshotParts`] and publishes them once they are whole;
//! what is published can not be changed and never printed: provider text lives
//! in types without `Display` and `Serialize`.

mod checks;
mod fingerprint;
mod item;
mod private;
mod project;
mod relationships;
mod snapshot;

pub use checks::{Checks, RunConclusion, RunCounts};
pub use item::{Absence, IssueObservation, Item, ItemParts, Known, ObservedValue};
pub use private::{ProviderRef, ProviderText};
pub use project::{FieldOption, IssueType, ProjectField};
pub use relationships::{Edges, Parent, Relationships, RelationshipsState};
pub use snapshot::{Accounting, Bindings, Completeness, Coverage, Snapshot, SnapshotParts};
