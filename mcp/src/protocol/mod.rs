//! MCP 2026-07-28 above any transport: which method answers what, with which
//! hints (decisions 1, 9 and 22).
//!
//! The SDK checks the envelope of a request and routes it; what is here is
//! what it leaves to a server: names and hints on every result, parameters
//! that it can not read, and the failures of methods that are no tools.

mod discovery;
mod log;
mod scope;
mod server;

pub use discovery::PROTOCOL_VERSION;
pub use scope::needed;
pub use server::Server;
