//! The v1 reader: what it reads of real Projects, that it is all or nothing,
//! and what it costs.

mod budgets;
mod fields;
mod issues;
pub(crate) mod model;
mod pages;
mod program;
mod relationships;
mod scope;
mod served;
