//! The seven steps from a scope to a snapshot.
//!
//! Each test takes the invented world, changes one thing, and reads it through
//! an exchange that answers from memory.

mod any_answer;
mod binding;
mod client;
pub(crate) mod fake;
mod fields;
mod items;
mod pages;
mod relationship_pages;
mod relationships;
mod requests;
mod values;
