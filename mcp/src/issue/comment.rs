//! A comment.

use jiff::Timestamp;

/// A comment of an issue's thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// GitHub's id.
    pub id: u64,
    /// Who wrote it; `ghost` for an account that is gone.
    pub author: String,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// Its text; empty for none.
    pub body: String,
    /// Where people read it.
    pub url: String,
}
