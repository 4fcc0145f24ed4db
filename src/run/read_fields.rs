//! Reading a Project's fields, out of which a policy is drafted.

use super::plan_one::{TIME_LIMIT, within};
use crate::diagnostic::Failure;
use crate::github::{Exchange, project_fields};
use crate::observed::ProjectField;
use crate::scope::Board;

/// Reads the fields of the board's Project.
///
/// # Errors
///
/// One code for a read that failed or took longer than [`TIME_LIMIT`].
pub async fn read_fields(exchange: &impl Exchange, board: &Board) -> Result<Vec<ProjectField>, Failure> {
    within(TIME_LIMIT, project_fields(exchange, board)).await
}
