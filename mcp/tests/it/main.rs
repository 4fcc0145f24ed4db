//! Tests of the program as others meet it, and of the rooms together.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests fail loudly")]

mod access;
mod architecture;
mod budgets;
mod canary;
mod complaints;
mod context;
mod faults;
mod injected;
mod live;
mod load;
mod program;
mod repairs;
mod restarts;
mod rules;
mod support;
mod surface;
mod vectors;
