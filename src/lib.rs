//! `yukh` reads one bounded snapshot of a GitHub Project and plans, without
//! ever writing, how issues must change to agree with what they declare.
//!
//! Data goes one way: `desired` (policy and issue contract) and `observed`
//! (one snapshot) meet in `plan`, a pure difference, which `report` makes safe
//! to show. A room imports only rooms that stand above it in this list, except
//! that `github`, `recording` and `rollback` stand beside `plan` and know neither
//! it nor `desired`.

pub mod diagnostic;
pub mod scope;

pub mod desired;
pub mod observed;

pub mod github;
pub mod plan;
pub mod recording;
pub mod rollback;

pub mod report;

pub mod authoring;
pub mod run;

pub mod action;
pub mod cli;
