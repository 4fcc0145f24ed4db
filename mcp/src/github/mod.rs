//! GitHub as this server uses it: a closed list of requests, whatever answers
//! them, and what its answers mean.
//!
//! [`Operation`] is every request that this server can make, reads and writes.
//! [`Upstream`] answers one: GitHub itself, or the embedded demo. [`GitHub`]
//! stands above and is what tools call: it holds to GitHub's limits, remembers
//! what it may, and turns answers into issues or into a [`Refusal`].

mod cache;
mod client;
mod judge;
mod labels;
mod limits;
mod live;
mod operation;
mod query;
mod refusal;
mod target;
mod upstream;
mod wire;

pub use client::{GitHub, Page, SearchPage};
pub use labels::LabelList;
pub use live::{Live, Unconfigured};
pub use operation::{Bucket, Change, Draft, Filter, Operation, Search, Site, Sought};
pub use query::search_words;
pub use refusal::{Moved, Refusal};
pub use upstream::{Reply, Sending, Told, Unanswered, Upstream};
