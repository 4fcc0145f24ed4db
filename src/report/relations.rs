//! The relationships of a plan as numbers of issues: for people, and not part
//! of the public JSON, which counts them alone (contract part 5).

use crate::plan::{Observation, ObservationKind, Operation, OperationKind, Plan, PlanValue};
use crate::scope::IssueNumber;

/// How a relationship stands between what is and what is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// It is there, as declared.
    Agrees,
    /// It would be added.
    Added,
    /// It would be removed.
    Removed,
}

/// What an edge between two issues says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tie {
    /// The first is the parent of the second.
    ParentOf,
    /// The first blocks the second.
    Blocks,
}

/// One relationship. `None` stands for the planned issue itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Relation {
    pub(super) from: Option<IssueNumber>,
    pub(super) to: Option<IssueNumber>,
    pub(super) tie: Tie,
    pub(super) standing: Standing,
}

/// Every relationship that the plan speaks of, sorted. They are issues of the
/// repository: a plan has no others.
pub(super) fn relations(plan: &Plan) -> Vec<Relation> {
    let mut relations: Vec<Relation> = plan.observations().iter().filter_map(agreeing).collect();
    relations.extend(plan.operations().iter().flat_map(changing));
    relations.sort_unstable();
    relations
}

fn agreeing(observation: &Observation) -> Option<Relation> {
    match observation.kind {
        ObservationKind::PreserveFieldValue => None,
        ObservationKind::PreserveParent => parent(&observation.display_value, Standing::Agrees),
        ObservationKind::PreserveDependency => dependency(&observation.logical_key, Standing::Agrees),
    }
}

fn changing(operation: &Operation) -> Vec<Relation> {
    let key = &operation.resource.logical_key;
    match operation.kind {
        OperationKind::SetParent => {
            let mut conditions = operation.preconditions.iter();
            let old = conditions.find(|condition| condition.kind == "old_value");
            let old = old.and_then(|old| parent(&old.expected, Standing::Removed));
            let new = operation.desired.as_ref().and_then(|new| parent(new, Standing::Added));
            old.into_iter().chain(new).collect()
        }
        OperationKind::AddDependency | OperationKind::AddBlocking => {
            dependency(key, Standing::Added).into_iter().collect()
        }
        OperationKind::RemoveDependency | OperationKind::RemoveBlocking => {
            dependency(key, Standing::Removed).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn parent(value: &PlanValue, standing: Standing) -> Option<Relation> {
    let PlanValue::Number(number) = value else { return None };
    // A number without fraction prints as its digits.
    let from = number.to_string().parse().ok().and_then(IssueNumber::new)?;
    Some(Relation { from: Some(from), to: None, tie: Tie::ParentOf, standing })
}

/// The dependency behind a key such as `7->12`.
fn dependency(key: &str, standing: Standing) -> Option<Relation> {
    let (from, to) = key.split_once("->")?;
    let number = |text: &str| text.parse().ok().and_then(IssueNumber::new);
    Some(Relation { from: Some(number(from)?), to: Some(number(to)?), tie: Tie::Blocks, standing })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_out_of_a_plan_as_they_went_in() {
        let number = |n| IssueNumber::new(n);
        for n in [1, 7, 2_147_483_647, IssueNumber::MAX] {
            #[expect(clippy::cast_precision_loss, reason = "an issue number is below 2^53")]
            let relation = parent(&PlanValue::Number(n as f64), Standing::Added).unwrap();
            assert_eq!((relation.from, relation.to), (number(n), None));
        }
        let relation = dependency("7->12", Standing::Removed).unwrap();
        assert_eq!((relation.from, relation.to), (number(7), number(12)));
        for bad in [PlanValue::Null, PlanValue::Number(0.5), PlanValue::Number(0.0), PlanValue::True] {
            assert_eq!(parent(&bad, Standing::Added), None);
        }
        for bad in ["", "7", "7->", "->7", "7->x", "0->7"] {
            assert_eq!(dependency(bad, Standing::Added), None, "{bad}");
        }
    }
}
