//! The only door to GitHub, and it only reads.
//!
//! A request is an [`Operation`], a closed list; no function takes a URL, a
//! method, a header or a GraphQL text from outside.

mod capability;
mod credential;
mod endpoint;
mod operation;
mod request;

pub use capability::{Capability, Support, capabilities, require_project};
pub use credential::Credential;
pub use endpoint::Endpoint;
pub use operation::{Answer, Cursor, Exchange, Operation, ProjectOwner, RelationshipCursors};
