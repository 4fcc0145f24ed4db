//! What occurs in the recorded worlds: closed tables that fail where something
//! is not covered.

use std::collections::BTreeSet;

use yukh::desired::Dialect;
use yukh::diagnostic::{Code, Diagnostic};
use yukh::observed::{Absence, IssueObservation, Snapshot};
use yukh::plan::{ObservationKind, OperationKind};
use yukh::run::{Outcome, conclude};
use yukh::scope::{FieldKind, OwnerKind, SubjectClass, Transport};

use super::order;
use super::recorded::{Recorded, worlds};
use crate::recordings::Expect;

/// Everything that occurred, as words.
type Words = BTreeSet<String>;

/// Kinds of operations, as the plan has them.
const OPERATIONS: [OperationKind; 13] = [
    OperationKind::CreateField,
    OperationKind::AddOption,
    OperationKind::SetIssueType,
    OperationKind::SetFieldValue,
    OperationKind::SetIssueField,
    OperationKind::AddLabel,
    OperationKind::RemoveLabel,
    OperationKind::SetMilestone,
    OperationKind::SetParent,
    OperationKind::AddDependency,
    OperationKind::RemoveDependency,
    OperationKind::AddBlocking,
    OperationKind::RemoveBlocking,
];

const OBSERVATIONS: [ObservationKind; 3] = [
    ObservationKind::PreserveDependency,
    ObservationKind::PreserveFieldValue,
    ObservationKind::PreserveParent,
];

/// The families of codes that can be about an issue or its Project, each with
/// those of its codes that can not occur in a comparison, and why.
const FAMILIES: [(&str, &[(Code, &str)]); 7] = [
    ("YKP-CONTRACT-", &[]),
    ("YKP-LEGACY-", &[]),
    ("YKP-WORKTYPE-", &[]),
    ("YKP-SCHEMA-", &[]),
    (
        "YKP-PLAN-",
        &[
            (Code::Plan001, "a snapshot holds no such scope or item"),
            (Code::Plan002, "says what YKP-SCHEMA-* says"),
            (Code::Plan007, "a plan has no such dependency"),
        ],
    ),
    ("YKP-GRAPH-", &[]),
    ("YKP-RUNTIME-", &[]),
];

/// The codes of an issue without a plan.
const RUNTIME: [Code; 3] = [Code::Runtime001, Code::Runtime002, Code::Runtime010];

/// What occurs in a world.
fn collect(world: &Recorded, words: &mut Words) {
    let dialect = world.policy.dialect();
    words.insert(format!("dialect {dialect:?}"));
    let snapshot = world.read(Transport::RestV2).unwrap();
    let scope = snapshot.scope();
    words.insert(format!("token {}", scope.subject.as_str()));
    let bindings = snapshot.bindings();
    words.insert(format!("{dialect:?} on the Project of {}", bindings.project_owner_kind.as_str()));
    words.insert(format!("{dialect:?} in the repository of {}", bindings.repository_owner_kind.as_str()));
    for issue in snapshot.scope().issues.iter() {
        observed(&snapshot, issue, words);
        let completed = match conclude(&snapshot, order(&world.policy, issue)) {
            Err(failure) => {
                let codes = failure.diagnostics().map(Diagnostic::code);
                words.extend(codes.map(|code| code.as_str().to_owned()));
                continue;
            }
            Ok(completed) => completed,
        };
        words.extend(completed.notices.iter().map(|notice| notice.code().as_str().to_owned()));
        let Outcome::Planned(planned) = completed.outcome else { continue };
        let plan = &planned.plan;
        words.insert(format!("{dialect:?} executable: {}", plan.is_executable()));
        words.insert(format!("{dialect:?} converged: {}", plan.is_converged()));
        words.extend(plan.diagnostics().iter().map(|found| found.code().as_str().to_owned()));
        words.extend(plan.notices().iter().map(|notice| notice.code().as_str().to_owned()));
        words.extend(plan.observations().iter().map(|seen| seen.kind.as_str().to_owned()));
        for operation in plan.operations() {
            words.insert(operation.kind.as_str().to_owned());
            words.insert(format!("{dialect:?} {}", operation.kind.as_str()));
            if let Some(yukh::plan::PlanValue::Text(text)) = &operation.desired
                && !text.is_ascii()
            {
                words.insert(format!("{} of Unicode", operation.kind.as_str()));
            }
        }
    }
}

/// What was observed of an issue.
fn observed(snapshot: &Snapshot, issue: yukh::scope::IssueNumber, words: &mut Words) {
    let item = match snapshot.issue(issue).unwrap() {
        IssueObservation::Missing(Absence::Absent) => {
            words.insert("absent".to_owned());
            return;
        }
        IssueObservation::Missing(Absence::Archived) => {
            words.insert("archived".to_owned());
            return;
        }
        IssueObservation::Present(item) => item,
    };
    for field in snapshot.fields() {
        let Some(kind) = field.kind else { continue };
        if item.parts().values.get(&field.name).is_some_and(Option::is_some) {
            words.insert(format!("value of kind {}", kind.as_str()));
        }
    }
}

#[test]
fn every_kind_of_operation_observation_field_owner_and_token_occurs_in_both_dialects() {
    let mut words = Words::new();
    worlds(Expect::Equal).iter().for_each(|world| collect(world, &mut words));
    let mut wanted: Vec<String> = ["absent", "archived"].map(str::to_owned).to_vec();
    wanted.extend(OPERATIONS.map(|kind| kind.as_str().to_owned()));
    wanted.extend(OBSERVATIONS.map(|kind| kind.as_str().to_owned()));
    wanted.extend(FieldKind::ALL.map(|kind| format!("value of kind {}", kind.as_str())));
    wanted.extend(SubjectClass::ALL.map(|class| format!("token {}", class.as_str())));
    for dialect in [Dialect::Native, Dialect::Legacy] {
        for owner in [OwnerKind::Organization, OwnerKind::User].map(OwnerKind::as_str) {
            wanted.push(format!("{dialect:?} on the Project of {owner}"));
            wanted.push(format!("{dialect:?} in the repository of {owner}"));
        }
        for is in [true, false] {
            wanted.push(format!("{dialect:?} executable: {is}"));
            wanted.push(format!("{dialect:?} converged: {is}"));
        }
        for kind in ["create_field", "set_field_value", "set_parent", "add_dependency"] {
            wanted.push(format!("{dialect:?} {kind}"));
        }
    }
    for kind in ["set_field_value", "set_issue_field", "add_label", "set_milestone"] {
        wanted.push(format!("{kind} of Unicode"));
    }
    wanted.retain(|word| !words.contains(word));
    assert!(wanted.is_empty(), "not covered: {wanted:#?}");
}

#[test]
fn every_finding_that_a_plan_can_have_occurs() {
    let mut words = Words::new();
    worlds(Expect::Equal).iter().for_each(|world| collect(world, &mut words));
    for (family, excepted) in FAMILIES {
        let of_family = Code::ALL.iter().filter(|code| code.as_str().starts_with(family));
        for code in of_family {
            if family == "YKP-RUNTIME-" && !RUNTIME.contains(code) {
                continue;
            }
            let is_excepted = excepted.iter().any(|(excepted, _)| excepted == code);
            assert!(words.contains(code.as_str()) || is_excepted, "{} does not occur", code.as_str());
        }
    }
}
