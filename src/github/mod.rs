//! The only door to GitHub, and it only reads.
//!
//! A request is an [`Operation`], a closed list; no function takes a URL, a
//! method, a header or a GraphQL text from outside.

mod acquire;
mod body;
mod cache;
mod capability;
mod client;
pub(crate) mod connection;
mod credential;
#[cfg(feature = "fixed-requests")]
mod document;
mod endpoint;
#[cfg(feature = "fixed-requests")]
mod fixed;
mod headers;
mod layered;
mod ledger;
mod live;
mod operation;
mod pages;
mod proxy;
mod rate;
mod request;
mod rollback;
mod roots;
mod status;
mod validator;
pub(crate) mod wire;

pub(crate) use acquire::schema;
pub(crate) use acquire::{Hints, Home, IssueEdges, MAX_EDGES, MAX_VALUES, holds, normalised};
pub use acquire::{Survey, acquire, acquire_with, probe, project_fields, survey};
pub use cache::{Cache, Clock, Effect, Kept};
pub use capability::{Capability, Support, capabilities, require_checks, require_project};
pub(crate) use client::NotRecorded;
pub use client::{Client, Timeouts};
pub use credential::{Credential, Identity};
#[cfg(feature = "fixed-requests")]
pub use document::Document;
pub use endpoint::{Endpoint, Way};
#[cfg(feature = "fixed-requests")]
pub use fixed::{FixedRequest, Limits, NoAnswer, Received, Sender};
pub use ledger::{LedgerState, ResourceState, Tally};
pub use operation::{
    Answer, CommitSha, Cursor, Exchange, Further, Operation, ProjectOwner, RelationshipCursors, Reply,
};
pub use proxy::Proxy;
pub use rollback::RollbackRead;
pub use roots::Roots;
pub use validator::Validator;
