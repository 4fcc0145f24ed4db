//! The legacy dialect: version 1 policies and hidden `<!-- yukh` blocks
//! (contract part 8). Every violation is `YKP-LEGACY-001`, with its place.

mod contract;
mod envelope;
mod findings;
mod grammar;
mod policy;
mod resolve;
#[cfg(test)]
mod tests;

pub use contract::MAX_ENTRIES;
pub use grammar::MAX_SCALARS;
pub use policy::{Field, Policy, ValueType};

use self::contract::Contract;
use super::Reading;
use crate::diagnostic::{Failure, Position};

impl Policy {
    /// Reads one issue body.
    ///
    /// # Errors
    ///
    /// `YKP-LEGACY-001` for every violation, by place.
    pub(super) fn read(&self, body: &str) -> Result<Reading, Failure> {
        let found = envelope::find(body)?;
        let contract = found.block.map(Contract::parse).transpose()?;
        let desired = contract.map(|contract| resolve::resolve(self, &contract));
        Ok(Reading { desired, notices: found.notices })
    }
}

/// Where the body declares the value of a policy field, and, where it does not,
/// where its contract begins; `None` without a contract that can be read.
pub(super) fn place_of(body: &str, key: &str) -> Option<Position> {
    let block = envelope::find(body).ok()?.block?;
    block.place_of(&grammar::LIMITS, &["extensions"], key)
}
