//! The rules of the contract towards agents, one test for each (`docs/rules.md`),
//! and the register that says which test shows what.

mod absent;
mod corpus;
mod discovery;
mod document;
mod effects;
mod failures;
mod register;
mod resources;
mod results;
mod schemas;
mod security;
mod server;
mod sizes;
mod sources;
mod versions;
