//! The integration tests: one program, one module for each promise.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "tests fail loudly"
)]

mod account;
mod acquisition;
mod action;
mod architecture;
mod audit;
mod authoring;
mod browser;
mod budgets;
mod caching;
mod canary;
mod checks;
mod command_line;
mod compare;
mod contract_vectors;
mod demo;
mod documents;
mod end_to_end;
mod equivalence;
mod evidence;
mod faults;
mod field_cases;
mod legacy_audit_vectors;
mod legacy_vectors;
mod live;
#[cfg(target_os = "linux")]
mod memory;
mod merge;
mod planner_vectors;
mod planning_inputs;
mod policy_vectors;
mod recordings;
mod registry;
mod report;
mod rollback;
mod runner;
mod schema_vectors;
mod support;
mod threats;
mod transport;
mod traps;
