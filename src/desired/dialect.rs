//! Which dialect a policy is written in, and the two calls that planning
//! needs: read the policy, read one body.

use super::{Desired, legacy, native, yaml};
use crate::diagnostic::{Code, Diagnostic, Failure, Notice, Position};
use crate::scope::{IssueNumber, Selection};

/// A dialect of policy and contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Policy `schema: 1`, block `<!-- yukh:issue:v1`.
    Native,
    /// Policy `version: 1` with `contract.marker: yukh`, block `<!-- yukh`.
    Legacy,
}

impl Dialect {
    /// The dialect of this name: `native` or `legacy`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "native" => Some(Self::Native),
            "legacy" => Some(Self::Legacy),
            _ => None,
        }
    }
}

/// A valid repository policy of either dialect.
#[derive(Clone, Debug, PartialEq)]
pub enum Policy {
    /// Contract part 2.
    Native(native::Policy),
    /// Contract part 8.2.
    Legacy(legacy::Policy),
}

/// What one issue body holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The contract in the policy's terms; `None` where the body has no block.
    pub desired: Option<Desired>,
    /// Near misses and blocks inside code fences (decisions 11 and 12), by
    /// place.
    pub notices: Vec<Notice>,
}

impl Policy {
    /// Reads a policy file of at most 64 KiB. The dialect is the root's:
    /// `version` makes it legacy, anything else is judged as native, so that a
    /// file with both members, or with neither, is refused by the native rules
    /// (decision 90).
    ///
    /// # Errors
    ///
    /// `YKP-POLICY-*` or `YKP-LEGACY-001`, with path, line and column.
    pub fn parse(file: &[u8]) -> Result<Self, Failure> {
        match yaml::dialect_of(file) {
            Dialect::Native => native::Policy::parse(file).map(Self::Native),
            Dialect::Legacy => legacy::Policy::parse(file).map(Self::Legacy),
        }
    }

    /// The dialect that it is written in.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        match self {
            Self::Native(_) => Dialect::Native,
            Self::Legacy(_) => Dialect::Legacy,
        }
    }

    /// What a snapshot must hold.
    #[must_use]
    pub fn selection(&self) -> Selection {
        match self {
            Self::Native(policy) => policy.selection(),
            Self::Legacy(policy) => policy.selection(),
        }
    }

    /// Reads one issue body in the policy's dialect.
    ///
    /// # Errors
    ///
    /// `YKP-CONTRACT-*` (native) or `YKP-LEGACY-001` (legacy), with path, line
    /// and column.
    pub fn read(&self, body: &str, issue: IssueNumber) -> Result<Reading, Failure> {
        match self {
            Self::Native(policy) => policy.read(body, issue),
            Self::Legacy(policy) => policy.read(body),
        }
    }

    /// Reads the body of an issue that has no number yet, as [`Self::read`].
    ///
    /// # Errors
    ///
    /// As [`Self::read`].
    pub fn read_draft(&self, body: &str) -> Result<Reading, Failure> {
        match self {
            Self::Native(policy) => policy.read_as(body, None),
            Self::Legacy(policy) => policy.read(body),
        }
    }

    /// Where the contract of a body begins; `None` where there is none that can
    /// be read.
    #[must_use]
    pub fn contract_place(&self, body: &str) -> Option<Position> {
        self.place_of(body, "")
    }

    /// Where the body has what one of [`Desired::diagnostics`] is about: its own
    /// place, else that of the member that the policy does not resolve, else
    /// where the contract begins.
    #[must_use]
    pub fn place_in(&self, body: &str, diagnostic: &Diagnostic) -> Option<Position> {
        let path = diagnostic.path().as_str();
        let key = match path.rsplit('.').next() {
            Some("milestones") if diagnostic.code() == Code::Legacy004 => "milestone",
            key => key.unwrap_or_default(),
        };
        diagnostic.position().or_else(|| self.place_of(body, key))
    }

    fn place_of(&self, body: &str, key: &str) -> Option<Position> {
        match self {
            Self::Native(_) => native::place_of(body, key),
            Self::Legacy(_) => legacy::place_of(body, key),
        }
    }
}
