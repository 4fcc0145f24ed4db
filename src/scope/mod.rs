//! Validated words: what a run is about, in types that can not be built wrong.
//! No credential ever lives here.

mod budgets;
pub mod canonical;
mod date;
pub mod emoji;
mod kind;
mod names;
mod numbers;
mod object;
mod run;
mod subject;
pub mod text;
mod transport;

pub use budgets::{Budgets, Limit, OutOfBounds};
pub use date::PlainDate;
pub use kind::FieldKind;
pub use names::{Login, RepositoryName};
pub use numbers::{IssueList, IssueNumber, IssueSet, ProjectNumber};
pub(crate) use object::Object;
pub use run::{Board, ItemsFilter, RunScope, Selection};
pub use subject::{OwnerKind, SubjectClass};
pub use transport::Transport;

/// The largest issue body that is read, in bytes (contract part 1.1).
pub const BODY_BYTES: usize = 256 << 10;

/// The pinned version of GitHub's API, sent with REST and GraphQL alike.
pub const API_VERSION: &str = "2026-03-10";
