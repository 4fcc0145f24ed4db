//! The difference between what an issue declares and what was observed: pure
//! data in, one [`Plan`] out. No clock, no file, no network.
//!
//! [`plan`] takes the data out of a snapshot; [`plan_on`] is the native
//! planner on references and observations given as data.

mod draft;
mod fields;
mod graph;
mod id;
mod inputs;
mod issue_fields;
mod issue_type;
mod labels;
mod legacy;
mod milestone;
mod operation;
mod order;
mod relationships;
mod schema;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use graph::Graph;
pub use inputs::{ObservedItem, PlanInputs, PlanScope, RawValue, References};
pub use operation::{
    Observation, ObservationKind, Operation, OperationKind, Plan, PlanValue, Precondition, Resource,
};
pub use schema::{EffectiveSchema, SchemaOperation};

use crate::desired::{Desired, Dialect};
use crate::diagnostic::{Code, Diagnostic, Failure, Notice};
use crate::observed::{IssueObservation, Item, Relationships, RelationshipsState, Snapshot};
use crate::scope::IssueNumber;
use draft::Draft;
use relationships::Removable;

/// Plans one issue of a snapshot in the dialect of its declaration.
///
/// A plan with findings is a result as well: it is not executable and lists
/// what could be planned. A failure means that nothing was planned.
///
/// # Errors
///
/// - `YKP-PLAN-001`: the snapshot holds no live item of the issue;
/// - `YKP-RATE-001`, first, with what else is wrong with the declaration: the
///   issue's relationships are not known (decision 41);
/// - `YKP-SCHEMA-*`: the Project's fields do not fit the policy (contract part
///   7.1);
/// - `YKP-GH-READ-006`: a declared relation leads elsewhere (decision 43);
/// - `YKP-GH-READ-011`, `YKP-CAPABILITY-001`: GitHub did not say what a legacy
///   policy compares, or does not have it.
pub fn plan(desired: &Desired, snapshot: &Snapshot, issue: IssueNumber) -> Result<Plan, Failure> {
    let Some(IssueObservation::Present(item)) = snapshot.issue(issue) else {
        return Err(Failure::of(Code::Plan001));
    };
    let relationships = match &item.parts().relationships {
        RelationshipsState::Complete(relationships) => relationships,
        RelationshipsState::Deferred(finding) => return Err(deferred(finding, desired)),
    };
    let scope = PlanScope::of(snapshot.scope().subject, snapshot.bindings(), issue);
    let subject = Subject { desired, snapshot, item, relationships, issue };
    match desired.dialect {
        Dialect::Native => native(&subject, scope),
        Dialect::Legacy => {
            relationships::refuse_foreign(desired, relationships)?;
            legacy::plan(&subject, scope)
        }
    }
}

/// Plans a native declaration on data (contract part 4). The same inputs give
/// the same plan, byte for byte.
#[must_use]
pub fn plan_on(desired: &Desired, inputs: &PlanInputs) -> Plan {
    native_plan(desired, inputs, None)
}

/// What one call of [`plan`] is about.
#[derive(Clone, Copy)]
struct Subject<'a> {
    desired: &'a Desired,
    snapshot: &'a Snapshot,
    item: &'a Item,
    relationships: &'a Relationships,
    issue: IssueNumber,
}

impl Subject<'_> {
    fn graph(&self) -> Result<Graph, Vec<Diagnostic>> {
        Graph::around(self.issue, self.relationships, self.desired, self.snapshot)
    }
}

fn native(subject: &Subject<'_>, scope: PlanScope) -> Result<Plan, Failure> {
    let Subject { desired, snapshot, item, relationships, .. } = *subject;
    let schema = EffectiveSchema::calculate(Dialect::Native, &desired.fields, snapshot.fields());
    require_executable(&schema)?;
    relationships::refuse_foreign(desired, relationships)?;
    let inputs = PlanInputs::new(Ok(scope), schema, ObservedItem::of(desired, item), subject.graph());
    Ok(match inputs {
        Ok(inputs) => native_plan(desired, &inputs, relationships.notice()),
        Err(findings) => Plan::refused(findings),
    })
}

fn native_plan(desired: &Desired, inputs: &PlanInputs, notice: Option<Notice>) -> Plan {
    let mut draft = Draft::new(&inputs.scope);
    draft.find_all(desired.diagnostics.iter().cloned());
    fields::native(desired, inputs, &mut draft);
    relationships::plan(desired, &inputs.graph, Removable::NOTHING, &mut draft);
    notice.into_iter().for_each(|notice| draft.note(notice));
    draft.finish()
}

fn require_executable(schema: &EffectiveSchema) -> Result<(), Failure> {
    Failure::from_all(schema.diagnostics().to_vec()).map_or(Ok(()), Err)
}

/// Unknown relationships come first, because they alone pass by waiting; what
/// is wrong with the declaration is said along with them.
fn deferred(finding: &Diagnostic, desired: &Desired) -> Failure {
    let findings = std::iter::once(finding.clone()).chain(desired.diagnostics.iter().cloned());
    Failure::from_all(findings.collect()).unwrap_or_else(|| Failure::from(finding.clone()))
}
