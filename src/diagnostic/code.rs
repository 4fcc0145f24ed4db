//! The classes a code belongs to. Decision 80 fixes the exit codes, contract
//! part 7.1 the failure classes.

/// Who has to act when a run fails, as printed in the result object
/// (contract part 7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FailureClass {
    /// The caller's option, path, policy or contract is wrong.
    Input,
    /// GitHub did not accept the credential.
    Authentication,
    /// The credential may not do what the run needs.
    Authorization,
    /// GitHub or the way to it failed.
    Provider,
    /// A rate reserve or run budget would be crossed.
    Deferred,
    /// Something that must hold does not.
    Invariant,
}

impl FailureClass {
    /// All classes.
    pub const ALL: [Self; 6] = [
        Self::Input,
        Self::Authentication,
        Self::Authorization,
        Self::Provider,
        Self::Deferred,
        Self::Invariant,
    ];

    /// The word used in the result object.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Authentication => "authentication",
            Self::Authorization => "authorization",
            Self::Provider => "provider",
            Self::Deferred => "deferred",
            Self::Invariant => "invariant",
        }
    }

    /// The one of several that a run ends with: what kept a result away comes
    /// before what was found in one, and what passes by waiting last.
    #[must_use]
    pub fn gravest(classes: impl Iterator<Item = Self>) -> Option<Self> {
        use FailureClass::{Authentication, Authorization, Deferred, Input, Invariant, Provider};
        let order = [Authentication, Authorization, Provider, Input, Invariant, Deferred];
        let met: Vec<Self> = classes.collect();
        order.into_iter().find(|class| met.contains(class))
    }

    /// The exit class of a run that ends with this failure.
    #[must_use]
    pub fn exit(self) -> ExitClass {
        match self {
            Self::Input => ExitClass::Input,
            Self::Authentication | Self::Authorization => ExitClass::Credential,
            Self::Provider => ExitClass::Provider,
            Self::Deferred => ExitClass::Deferred,
            Self::Invariant => ExitClass::Invariant,
        }
    }
}

/// How the process ends. The one table of exit codes (decision 80).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitClass {
    /// A complete result: a plan, `no_contract`, `absent` or `archived`.
    Complete,
    /// The caller asked for a difference to fail the run, and there is one.
    Difference,
    /// Invalid input, policy or contract.
    Input,
    /// Authentication or authorization.
    Credential,
    /// Provider or transport.
    Provider,
    /// An invariant of the program or of the snapshot does not hold.
    Invariant,
    /// Deferred: a budget or reserve would have been crossed.
    Deferred,
}

impl ExitClass {
    /// The process exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Complete => 0,
            Self::Difference => 1,
            Self::Input => 2,
            Self::Credential => 3,
            Self::Provider => 4,
            Self::Invariant => 5,
            Self::Deferred => 6,
        }
    }
}
