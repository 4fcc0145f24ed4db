//! What an issue declares: from the texts of a policy file and an issue body
//! to one [`Desired`], or to findings with their place in the text.
//!
//! Two dialects, native and legacy, each with a policy and a contract; both
//! end here. Pure: text in, values out.

mod declaration;
mod dialect;
mod envelope;
pub mod legacy;
pub mod native;
mod template;
mod yaml;

pub use declaration::{
    DependencyDeclaration, Desired, DisplayName, FieldDeclaration, LabelDeclaration, LogicalKey, Mode,
    ParentDeclaration, Scalar, Target, ValueDeclaration,
};
pub use dialect::{Dialect, Policy, Reading};
pub use template::{Form, Template};

/// The largest policy file that is read, in bytes, in either dialect (contract
/// parts 2 and 8.2).
pub const POLICY_BYTES: usize = 64 << 10;
