//! `github-issues-mcp`: an MCP server (revision 2026-07-28) that lets an agent
//! find, read, create, edit, comment on and lock GitHub issues.
//!
//! A call comes in at the bottom of this list and goes up: `cli` starts,
//! `serve` speaks a transport, `protocol` answers a method, `tools` and
//! `resources` do the work over `github`, whose answers come from GitHub or
//! from `demo`. A room imports only rooms that stand above it in this list.

pub mod caller;
pub mod clock;
pub mod issue;
pub mod state;

pub mod access;
pub mod catalog;
pub mod failure;

pub mod arguments;
pub mod cursor;
pub mod github;
pub mod idempotency;

pub mod demo;
pub mod tools;

pub mod resources;

pub mod protocol;

pub mod serve;

pub mod cli;
