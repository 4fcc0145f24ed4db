//! What a plan is made of (contract parts 4.5 and 4.6, decision 83).

use crate::diagnostic::{Diagnostic, Notice};

/// What an operation would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OperationKind {
    /// Create a Project field.
    CreateField,
    /// Add an option to a single-select field.
    AddOption,
    /// Set the issue's type.
    SetIssueType,
    /// Set a value of the Project item.
    SetFieldValue,
    /// Set an issue field of the organization.
    SetIssueField,
    /// Add a label.
    AddLabel,
    /// Remove a managed label.
    RemoveLabel,
    /// Set or clear the milestone.
    SetMilestone,
    /// Set or clear the parent.
    SetParent,
    /// Add an issue that blocks this one (native: either direction).
    AddDependency,
    /// Remove an issue that blocks this one.
    RemoveDependency,
    /// Add an issue that this one blocks.
    AddBlocking,
    /// Remove an issue that this one blocks.
    RemoveBlocking,
}

impl OperationKind {
    /// All kinds, in the order in which an audit counts them.
    pub const ALL: [Self; 13] = [
        Self::CreateField,
        Self::AddOption,
        Self::SetIssueType,
        Self::SetFieldValue,
        Self::SetIssueField,
        Self::AddLabel,
        Self::RemoveLabel,
        Self::SetMilestone,
        Self::SetParent,
        Self::AddDependency,
        Self::RemoveDependency,
        Self::AddBlocking,
        Self::RemoveBlocking,
    ];

    /// The word used in plans and reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CreateField => "create_field",
            Self::AddOption => "add_option",
            Self::SetIssueType => "set_issue_type",
            Self::SetFieldValue => "set_field_value",
            Self::SetIssueField => "set_issue_field",
            Self::AddLabel => "add_label",
            Self::RemoveLabel => "remove_label",
            Self::SetMilestone => "set_milestone",
            Self::SetParent => "set_parent",
            Self::AddDependency => "add_dependency",
            Self::RemoveDependency => "remove_dependency",
            Self::AddBlocking => "add_blocking",
            Self::RemoveBlocking => "remove_blocking",
        }
    }

    /// The kind of the resource that such an operation is about.
    pub(super) fn resource_kind(self) -> &'static str {
        match self {
            Self::CreateField => "project_field",
            Self::AddOption => "project_option",
            Self::SetIssueType => "issue_type",
            Self::SetFieldValue => "project_item_field",
            Self::SetIssueField => "issue_field",
            Self::AddLabel | Self::RemoveLabel => "issue_label",
            Self::SetMilestone => "issue_milestone",
            Self::SetParent => "issue_parent",
            Self::AddDependency | Self::RemoveDependency | Self::AddBlocking | Self::RemoveBlocking => {
                "issue_dependency"
            }
        }
    }

    /// What such an operation does to its resource.
    pub(super) fn action(self) -> &'static str {
        match self {
            Self::CreateField => "create",
            Self::AddOption | Self::AddLabel | Self::AddDependency | Self::AddBlocking => "add",
            Self::RemoveLabel | Self::RemoveDependency | Self::RemoveBlocking => "remove",
            Self::SetIssueType
            | Self::SetFieldValue
            | Self::SetIssueField
            | Self::SetMilestone
            | Self::SetParent => "set",
        }
    }

    /// Whether the resource belongs to the Project, not to the repository.
    pub(super) fn is_in_project(self) -> bool {
        matches!(self, Self::CreateField | Self::AddOption | Self::SetFieldValue)
    }
}

/// A value inside a plan. `Null` is "not set"; `True` occurs in preconditions.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanValue {
    /// Not set.
    Null,
    /// Holds.
    True,
    /// A finite number.
    Number(f64),
    /// Text. May be provider text where it is an old value: only the digest
    /// and [`Operation::preconditions`] see it.
    Text(String),
}

/// The thing that an operation is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// `project_field`, `project_option`, `project_item_field`,
    /// `issue_parent`, `issue_dependency`, `issue_type`, `issue_field`,
    /// `issue_label` or `issue_milestone`.
    pub kind: &'static str,
    /// The logical key.
    pub logical_key: String,
    /// The reference of the Project or of the repository.
    pub scope_ref: String,
    /// The reference of the thing itself, where it exists.
    pub provider_ref: Option<String>,
}

/// What must still hold when the operation is applied.
#[derive(Clone, Debug, PartialEq)]
pub struct Precondition {
    /// `field_absent`, `option_absent`, `item_fingerprint`, `old_value`,
    /// `parent_absent`, `dependency_absent`, …
    pub kind: &'static str,
    /// The logical key.
    pub logical_key: String,
    /// What is expected.
    pub expected: PlanValue,
}

/// One operation. The environment is always `dry-run`.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Identifies the operation within its plan.
    pub key: String,
    /// What it would do.
    pub kind: OperationKind,
    /// The reference of the subject that asks.
    pub subject_ref: String,
    /// What it is about.
    pub resource: Resource,
    /// `create`, `add`, `set` or `remove`.
    pub action: &'static str,
    /// A static reason such as `item.value.differs`.
    pub reason: &'static str,
    /// What must still hold.
    pub preconditions: Vec<Precondition>,
    /// Keys of operations of the same plan that come first, sorted.
    pub depends_on: Vec<String>,
    /// The desired value, where there is one.
    pub desired: Option<PlanValue>,
}

/// What kind of agreement was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ObservationKind {
    /// A dependency exists as declared.
    PreserveDependency,
    /// A value is as declared.
    PreserveFieldValue,
    /// The parent is as declared.
    PreserveParent,
}

impl ObservationKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::PreserveDependency, Self::PreserveFieldValue, Self::PreserveParent];

    /// The word used in plans and reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PreserveDependency => "preserve_dependency",
            Self::PreserveFieldValue => "preserve_field_value",
            Self::PreserveParent => "preserve_parent",
        }
    }
}

/// One agreement between declaration and observation.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// What kind.
    pub kind: ObservationKind,
    /// The logical key.
    pub logical_key: String,
    /// The declared value.
    pub display_value: PlanValue,
}

/// A finished plan: sorted, identified, complete. Private by type: it has no
/// `Serialize`; `report` makes what may be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub(super) id: String,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) observations: Vec<Observation>,
    pub(super) operations: Vec<Operation>,
    pub(super) notices: Vec<Notice>,
}

impl Precondition {
    /// Something that must hold.
    pub(super) fn new(kind: &'static str, logical_key: impl Into<String>, expected: PlanValue) -> Self {
        Self { kind, logical_key: logical_key.into(), expected }
    }
}

impl Plan {
    /// The plan that consists of findings alone: nothing was planned, because
    /// an input is not valid (contract part 4.2).
    #[must_use]
    pub fn refused(diagnostics: Vec<Diagnostic>) -> Self {
        let mut plan = Self {
            id: String::new(),
            diagnostics: Diagnostic::sorted(diagnostics),
            observations: Vec::new(),
            operations: Vec::new(),
            notices: Vec::new(),
        };
        plan.id = super::id::of(&plan);
        plan
    }

    /// The canonical JSON of the whole plan, identity included. Holds
    /// references and old values of the provider: for digests and equality
    /// alone, never for output.
    #[must_use]
    pub fn canonical(&self) -> String {
        super::id::text(self)
    }

    /// 64 lower-case hexadecimal digits (contract part 4.6).
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether there is no diagnostic.
    #[must_use]
    pub fn is_executable(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Whether nothing has to change.
    #[must_use]
    pub fn is_converged(&self) -> bool {
        self.is_executable() && self.operations.is_empty()
    }

    /// Findings, by code, then path.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Agreements, by type, then logical key.
    #[must_use]
    pub fn observations(&self) -> &[Observation] {
        &self.observations
    }

    /// Operations, by phase, then logical key, then operation key.
    #[must_use]
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// Remarks outside the plan's identity.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }
}
