//! The Project's fields alone, for whoever writes a policy.

use super::source::Source;
use super::{bind, schema};
use crate::diagnostic::Failure;
use crate::github::Exchange;
use crate::observed::ProjectField;
use crate::scope::Board;

/// Reads the fields of the Project, in the order in which they were created:
/// steps 1 to 3.
///
/// # Errors
///
/// As [`super::acquire`].
pub async fn project_fields<E: Exchange>(exchange: &E, board: &Board) -> Result<Vec<ProjectField>, Failure> {
    let source = Source::new(exchange, None, board);
    let binding = bind::bind(&source, board).await?;
    Ok(schema::read(&source, &binding).await?.fields())
}
