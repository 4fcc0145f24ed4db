//! The bounds and the members of the native dialect: for those who read it, and
//! for the schemas that describe it.

/// The most fields of a policy.
pub const FIELDS: usize = 64;
/// The most options of a field.
pub const OPTIONS: usize = 128;
/// The most scalars of a display name.
pub const NAME: usize = 128;

/// The members of a contract.
pub const CONTRACT: [&str; 9] =
    ["schema", "work_type", "area", "priority", "size", "estimate", "iteration", "project", "relationships"];
/// Those of its `project`.
pub const PROJECT: [&str; 3] = ["status", "start_date", "target_date"];
/// Those of its `relationships`.
pub const RELATIONSHIPS: [&str; 3] = ["parent", "blocks", "blocked_by"];

/// The most scalars of `area`.
pub const AREA: usize = 64;
/// The most scalars of `priority`.
pub const PRIORITY: usize = 32;
/// The most scalars of `size`.
pub const SIZE: usize = 32;
/// The most scalars of `iteration`.
pub const ITERATION: usize = 128;
/// The most scalars of `project.status`.
pub const STATUS: usize = 64;
/// The largest `estimate`.
pub const ESTIMATE: f64 = 10_000.0;
/// The most entries of a sequence.
pub const ENTRIES: usize = 100;
