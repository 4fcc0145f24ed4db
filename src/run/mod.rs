//! The use cases: from a policy, a scope and a way to ask, to what may be
//! shown. Nothing here prints, reads a file or knows where a request goes.

mod audit;
mod compare;
mod plan_one;
mod read_fields;
mod read_snapshot;
mod reading;

pub use audit::{AuditOrder, Unfinished, Watcher, audit, audit_issue, sent, spent};
pub use compare::{CompareOrder, Reader, compare, compare_readers};
pub use plan_one::{Blame, Completed, Order, Outcome, Planned, TIME_LIMIT, Unplanned, conclude, plan_one};
pub use read_fields::read_fields;
pub use read_snapshot::read_snapshot;
pub use reading::read;
