//! Every `YKP-*` code with its static texts, and the one form in which a
//! finding leaves this program.
//!
//! Nothing here takes a string from a provider or an issue: a [`Path`] is made
//! of static members, indices and [`MemberName`]s, a message is the registry's.

mod code;
mod explanation;
mod failure;
mod path;
mod registry;

pub use code::{ExitClass, FailureClass};
pub use failure::{Detail, Diagnostic, Failure, Notice, Position, RateResource, Stage};
pub use path::{MemberName, Path};
pub use registry::{Code, Face};
