//! The native dialect: policies with `schema: 1` (contract part 2), blocks
//! `<!-- yukh:issue:v1` (part 1), and how the first resolves the second
//! (part 4.3).

mod block;
pub mod bounds;
mod contract;
mod findings;
mod policy;
mod resolution;
#[cfg(test)]
mod tests;

use super::{FieldDeclaration, LogicalKey, Reading, envelope};
use crate::diagnostic::{Failure, Notice, Position};
use crate::scope::{IssueNumber, Selection};

pub use contract::{Contract, ProjectValues, Relationships, WorkType};

/// A valid native policy: 1 to 64 fields by key.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    fields: policy::Fields,
}

/// What a body holds, before any policy.
#[derive(Clone, Debug, PartialEq)]
pub struct ContractReading {
    /// The contract; `None` where no line of the body opens a block.
    pub contract: Option<Contract>,
    /// Near misses and a block inside a code fence, by place.
    pub notices: Vec<Notice>,
    places: block::Places,
}

impl Policy {
    /// Reads a policy file of at most 64 KiB of UTF-8.
    ///
    /// # Errors
    ///
    /// `YKP-POLICY-*`, with path, line and column.
    pub fn parse(file: &[u8]) -> Result<Self, Failure> {
        policy::read(file).map(|fields| Self { fields })
    }

    /// The fields in the order of their keys.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&LogicalKey, &FieldDeclaration)> {
        self.fields.iter()
    }

    /// What a snapshot must hold: the fields that the policy names, managed
    /// and observed alike (decision 45); issue types and issue fields belong
    /// to the other dialect.
    #[must_use]
    pub fn selection(&self) -> Selection {
        let names = self.fields.values().map(|field| field.name.as_str().to_owned());
        Selection { project_fields: names.collect(), word: envelope::WORD, ..Selection::default() }
    }

    /// Reads the body of an issue and resolves its contract.
    ///
    /// # Errors
    ///
    /// `YKP-CONTRACT-*`, with path, line and column. Values that the policy
    /// does not resolve are no error: they are `Desired::diagnostics`.
    pub fn read(&self, body: &str, issue: IssueNumber) -> Result<Reading, Failure> {
        self.read_as(body, Some(issue))
    }

    /// The same of an issue whose number may not be known.
    pub(super) fn read_as(&self, body: &str, issue: Option<IssueNumber>) -> Result<Reading, Failure> {
        let ContractReading { contract, notices, places } = read_contract(body, issue)?;
        let desired = contract.map(|contract| resolution::resolve(&contract, &places, &self.fields));
        Ok(Reading { desired, notices })
    }
}

/// Reads the contract in a body without a policy. Relationships of the issue
/// to itself are found where its number is given.
///
/// # Errors
///
/// `YKP-CONTRACT-*`, with path, line and column.
pub fn read_contract(body: &str, issue: Option<IssueNumber>) -> Result<ContractReading, Failure> {
    let envelope::Envelope { block, notices } = envelope::find(body)?;
    let read = block.map(|block| block::read(&block, issue)).transpose()?;
    let (contract, places) = match read {
        Some((contract, places)) => (Some(contract), places),
        None => (None, block::Places::new()),
    };
    Ok(ContractReading { contract, notices, places })
}

/// Where the body declares the value of a policy field, and, where it does not,
/// where its contract begins; `None` without a contract that can be read.
pub(super) fn place_of(body: &str, key: &str) -> Option<Position> {
    let block = envelope::find(body).ok()?.block?;
    block.place_of(&block::LIMITS, &["project"], key)
}
