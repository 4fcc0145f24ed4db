//! The legacy dialect.

use super::Reading;
use crate::diagnostic::{Code, Failure};
use crate::scope::{IssueNumber, Selection};

/// A valid legacy policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy;

impl Policy {
    pub(super) fn parse(file: &[u8]) -> Result<Self, Failure> {
        let _ = file;
        Err(Failure::of(Code::Policy002))
    }

    pub(super) fn selection(&self) -> Selection {
        Selection::default()
    }

    pub(super) fn read(&self, body: &str, issue: IssueNumber) -> Result<Reading, Failure> {
        let _ = (body, issue);
        Err(Failure::of(Code::Contract004))
    }
}
