//! A plan in the making: the rooms' findings are collected here, then ordered
//! and identified once.

use super::inputs::PlanScope;
use super::operation::{
    Observation, ObservationKind, Operation, OperationKind, Plan, PlanValue, Precondition, Resource,
};
use super::{id, order};
use crate::diagnostic::{Code, Diagnostic, Notice, Path};

/// What has been found so far.
pub(super) struct Draft<'a> {
    scope: &'a PlanScope,
    diagnostics: Vec<Diagnostic>,
    observations: Vec<Observation>,
    operations: Vec<Operation>,
    notices: Vec<Notice>,
}

/// What distinguishes one operation from another of its kind.
#[derive(Debug)]
pub(super) struct Step {
    /// Identifies the operation within its plan.
    pub(super) key: String,
    /// The logical key of the resource.
    pub(super) logical_key: String,
    /// The reference of the resource itself, where it exists and is named.
    pub(super) provider_ref: Option<String>,
    /// A static reason.
    pub(super) reason: &'static str,
    /// What must still hold.
    pub(super) preconditions: Vec<Precondition>,
    /// Keys of operations that come first.
    pub(super) depends_on: Vec<String>,
    /// The desired value, where there is one.
    pub(super) desired: Option<PlanValue>,
}

impl<'a> Draft<'a> {
    /// An empty draft for this scope.
    pub(super) fn new(scope: &'a PlanScope) -> Self {
        Self {
            scope,
            diagnostics: Vec::new(),
            observations: Vec::new(),
            operations: Vec::new(),
            notices: Vec::new(),
        }
    }

    /// The scope that is planned.
    pub(super) fn scope(&self) -> &'a PlanScope {
        self.scope
    }

    /// Adds a finding.
    pub(super) fn find(&mut self, code: Code, path: Path) {
        self.diagnostics.push(Diagnostic::new(code, path));
    }

    /// Adds findings.
    pub(super) fn find_all(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(diagnostics);
    }

    /// Adds a remark.
    pub(super) fn note(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Adds an agreement.
    pub(super) fn observe(&mut self, kind: ObservationKind, logical_key: String, display_value: PlanValue) {
        self.observations.push(Observation { kind, logical_key, display_value });
    }

    /// Adds an operation.
    pub(super) fn operate(&mut self, kind: OperationKind, step: Step) {
        let Step { key, logical_key, provider_ref, reason, preconditions, mut depends_on, desired } = step;
        depends_on.sort();
        let scope_ref = if kind.is_in_project() { self.scope.project() } else { self.scope.repository() };
        self.operations.push(Operation {
            key,
            kind,
            subject_ref: self.scope.subject().to_owned(),
            resource: Resource {
                kind: kind.resource_kind(),
                logical_key,
                scope_ref: scope_ref.to_owned(),
                provider_ref,
            },
            action: kind.action(),
            reason,
            preconditions,
            depends_on,
            desired,
        });
    }

    /// The ordered and identified plan.
    pub(super) fn finish(self) -> Plan {
        let mut plan = Plan {
            id: String::new(),
            diagnostics: Diagnostic::sorted(self.diagnostics),
            observations: order::observations(self.observations),
            operations: order::operations(self.operations),
            notices: order::notices(self.notices),
        };
        plan.id = id::of(&plan);
        plan
    }
}
