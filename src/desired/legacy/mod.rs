//! The legacy dialect: version 1 policies and hidden `<!-- yukh` blocks
//! (contract part 8). Every violation is `YKP-LEGACY-001`, with its place.

mod envelope;
mod findings;
mod grammar;
mod label;
mod policy;

pub(super) use policy::Policy;

use super::Reading;
use crate::diagnostic::{Code, Failure};
use crate::scope::IssueNumber;

impl Policy {
    pub(super) fn read(&self, body: &str, issue: IssueNumber) -> Result<Reading, Failure> {
        let _ = (body, issue);
        Err(Failure::of(Code::Contract004))
    }
}
