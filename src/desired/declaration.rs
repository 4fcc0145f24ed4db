//! [`Desired`]: what one issue declares in the terms of its policy, in the one
//! form that planning knows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::Dialect;
use crate::diagnostic::{Diagnostic, Path};
use crate::scope::{FieldKind, IssueNumber, text};

/// The key of a field, an option or a mapped value in the policy. Ordered by
/// code unit. Native keys match `[a-z][a-z0-9_]{0,63}`; legacy keys are taken
/// verbatim.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogicalKey(String);

impl LogicalKey {
    /// The native grammar as a regular expression.
    pub const PATTERN: &'static str = "^[a-z][a-z0-9_]{0,63}$";

    /// The key, if it matches the native grammar.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = text.bytes();
        let first = bytes.next().is_some_and(|byte| byte.is_ascii_lowercase());
        let rest = bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        (first && rest && text.len() <= 64).then(|| Self(text.to_owned()))
    }

    /// A key of a legacy policy, as it stands there.
    #[must_use]
    pub fn verbatim(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The key.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LogicalKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A display name that the policy's reviewers have seen: of a field, an
/// option, a label, a milestone or an issue type. Trimmed, without control
/// characters; 1 to 128 scalars in native policies, 1 to 256 in legacy ones.
/// Any other character may occur: escape it for the medium.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DisplayName(String);

impl DisplayName {
    /// The trimmed name, if it has 1 to `limit` scalars and no control
    /// character.
    #[must_use]
    pub fn parse(name: &str, limit: usize) -> Option<Self> {
        let trimmed = text::trim(name);
        let fits = (1..=limit).contains(&text::scalars(trimmed)) && !text::has_control(trimmed);
        fits.then(|| Self(trimmed.to_owned()))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether the policy lets the planner change a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The contract decides.
    Managed,
    /// The Project decides; the field must exist.
    Observed,
}

/// A field of the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDeclaration {
    /// The display name of the Project field.
    pub name: DisplayName,
    /// The kind with which a missing field would be created.
    pub kind: FieldKind,
    /// The kinds that an existing field may have; `kind` is one of them. A
    /// native policy accepts exactly `kind`, a legacy string field accepts
    /// text, single-select and iteration.
    pub accepts: &'static [FieldKind],
    /// Whether it may be changed.
    pub mode: Mode,
    /// The declared options by key; empty unless `kind` is single-select.
    pub options: BTreeMap<LogicalKey, DisplayName>,
}

/// A value to compare and to set.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// Text, the display name of an option, the title of an iteration or a
    /// date as `YYYY-MM-DD`.
    Text(String),
    /// A finite number; 0 equals -0.
    Number(f64),
}

/// Where a value lives on GitHub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The Project item's field.
    ProjectField,
    /// The issue's type, or the Project field where the repository's owner has
    /// no issue types (contract part 8.6).
    IssueType,
    /// The organization's issue field of that name.
    IssueField,
}

/// One value that the contract declares.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueDeclaration {
    /// The key of the policy field.
    pub key: LogicalKey,
    /// Where the contract declares it.
    pub path: Path,
    /// Where it lives.
    pub target: Target,
    /// What it should be.
    pub desired: Scalar,
    /// The policy's option, where `desired` is the display name of one.
    pub option: Option<LogicalKey>,
}

/// The labels that the policy manages, and those that the contract asks for.
/// Labels outside `managed` are never touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelDeclaration {
    /// Every label that the policy maps, with the first `field.value` pair
    /// that maps it (by code unit).
    pub managed: BTreeMap<DisplayName, (LogicalKey, LogicalKey)>,
    /// The labels that this contract asks for; a subset of `managed`.
    pub desired: BTreeSet<DisplayName>,
}

/// What the contract says of the parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentDeclaration {
    /// Nothing: whatever is observed stays.
    Keep,
    /// This parent, where there is none yet; another one is a conflict
    /// (native).
    Add(IssueNumber),
    /// Exactly this, replacing or removing what is observed (legacy,
    /// decision 84).
    Exactly(Option<IssueNumber>),
}

/// What the contract says of the dependencies. The lists hold each number
/// once, ascending, and may overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DependencyDeclaration {
    /// These must exist; others stay (native).
    Add {
        /// Issues that this one blocks.
        blocks: BTreeSet<IssueNumber>,
        /// Issues that block this one.
        blocked_by: BTreeSet<IssueNumber>,
    },
    /// Exactly these (legacy, decision 84).
    Exactly {
        /// Issues that this one blocks.
        blocks: BTreeSet<IssueNumber>,
        /// Issues that block this one.
        blocked_by: BTreeSet<IssueNumber>,
    },
}

/// What one issue declares, resolved against its policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Desired {
    /// The dialect it was written in.
    pub dialect: Dialect,
    /// The policy's Project fields: all of them in the native dialect, the
    /// managed ones in the legacy dialect (decision 85).
    pub fields: BTreeMap<LogicalKey, FieldDeclaration>,
    /// The organization's issue fields that the policy manages; empty in the
    /// native dialect. A value with [`Target::IssueField`] has its entry here,
    /// one with another target in `fields`.
    pub issue_fields: BTreeMap<LogicalKey, FieldDeclaration>,
    /// The declared values that the policy resolves, by key.
    pub values: Vec<ValueDeclaration>,
    /// The labels; empty in the native dialect.
    pub labels: LabelDeclaration,
    /// The milestone: `None` where the dialect does not manage it, else its
    /// desired title or none.
    pub milestone: Option<Option<DisplayName>>,
    /// The parent.
    pub parent: ParentDeclaration,
    /// The dependencies.
    pub dependencies: DependencyDeclaration,
    /// Values that the policy does not resolve: `YKP-PLAN-003` to `-006`
    /// (native), `YKP-LEGACY-002` to `-004` (legacy). They make the plan
    /// non-executable.
    pub diagnostics: Vec<Diagnostic>,
}

impl Desired {
    /// Every issue that the contract relates to: parent and dependencies.
    #[must_use]
    pub fn endpoints(&self) -> BTreeSet<IssueNumber> {
        let (DependencyDeclaration::Add { blocks, blocked_by }
        | DependencyDeclaration::Exactly { blocks, blocked_by }) = &self.dependencies;
        let parent = match self.parent {
            ParentDeclaration::Keep => None,
            ParentDeclaration::Add(parent) => Some(parent),
            ParentDeclaration::Exactly(parent) => parent,
        };
        blocks.iter().chain(blocked_by).copied().chain(parent).collect()
    }
}
