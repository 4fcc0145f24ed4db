//! Arguments of a call, checked against the published schema before anything
//! else happens (decision 8): an unknown argument, `null`, a wrong type, a
//! value outside of its pattern, bounds or enumeration is `invalid_field`, and
//! no request reaches GitHub.
//!
//! What the schema can not say stands in [`calls`]: the forms that a caller's
//! words take once they are checked, and the rules between parameters.

mod calls;
mod property;
mod schema;

pub use calls::{
    AddComment, Call, CreateIssue, Detail, FindIssues, GetIssue, ListComments, SetIssueLock, StateFilter,
    UpdateIssue,
};
pub use schema::{Checked, Schemas};
