//! What a valid native block says (contract part 1.3).

use std::fmt;

use crate::scope::IssueNumber;

/// The kind of work that an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkType {
    /// `epic`
    Epic,
    /// `gate`
    Gate,
    /// `feature`
    Feature,
    /// `task`
    Task,
    /// `bug`
    Bug,
    /// `technical-debt`
    TechnicalDebt,
}

impl WorkType {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Epic, Self::Gate, Self::Feature, Self::Task, Self::Bug, Self::TechnicalDebt];

    /// The word in the contract.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TechnicalDebt => "technical-debt",
            other => other.option_key(),
        }
    }

    /// The option key of the policy that serves it: the word itself, but
    /// `technical_debt`, because no option key has a hyphen (decision 18).
    #[must_use]
    pub fn option_key(self) -> &'static str {
        match self {
            Self::Epic => "epic",
            Self::Gate => "gate",
            Self::Feature => "feature",
            Self::Task => "task",
            Self::Bug => "bug",
            Self::TechnicalDebt => "technical_debt",
        }
    }

    /// The kind with this word in the contract.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A valid native contract. Its texts come from an issue body: trimmed,
/// without control or invisible characters, and not to be printed. `Debug`
/// prints none of them.
#[derive(Clone, PartialEq)]
pub struct Contract {
    /// `work_type`
    pub work_type: WorkType,
    /// `area`, 1 to 64 scalars.
    pub area: String,
    /// `priority`, 1 to 32 scalars.
    pub priority: Option<String>,
    /// `size`, 1 to 32 scalars.
    pub size: Option<String>,
    /// `estimate`, 0 to 10,000; never -0.
    pub estimate: Option<f64>,
    /// `iteration`, 1 to 128 scalars.
    pub iteration: Option<String>,
    /// `project`; may be present and empty.
    pub project: Option<ProjectValues>,
    /// `relationships`; may be present and empty.
    pub relationships: Option<Relationships>,
}

/// The member `project`. Dates are `YYYY-MM-DD`, 0100-01-01 to 9999-12-31
/// (decision 19).
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ProjectValues {
    /// `status`, 1 to 64 scalars.
    pub status: Option<String>,
    /// `start_date`
    pub start_date: Option<String>,
    /// `target_date`, not before `start_date`.
    pub target_date: Option<String>,
}

/// The member `relationships`. The lists hold each number once, in the order
/// given, and never the issue itself where that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relationships {
    /// `parent`
    pub parent: Option<IssueNumber>,
    /// `blocks`
    pub blocks: Option<Vec<IssueNumber>>,
    /// `blocked_by`
    pub blocked_by: Option<Vec<IssueNumber>>,
}

impl fmt::Debug for Contract {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Contract").field("work_type", &self.work_type).finish_non_exhaustive()
    }
}

impl fmt::Debug for ProjectValues {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ProjectValues").finish_non_exhaustive()
    }
}
