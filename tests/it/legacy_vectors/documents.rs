//! A policy and a block with every member that the dialect has ever had
//! (contract part 8.1), and what they make desired.

use std::fmt::Write as _;

use yukh::desired::{DependencyDeclaration, Desired, DisplayName, ParentDeclaration, Policy, Reading};
use yukh::scope::IssueNumber;

const POLICY: &str = "# The board of an invented team
version: 1
project: {owner: example-org, repository: example, name: Board}
contract: {marker: yukh, schema: 1}
fields:
  kind:
    project_field: Work Type
    target: issue_type
    required: true
    values: {task: Task, bug: Bug, technical_debt: Technical Debt}
    labels: {bug: 'type: bug', task: 'type: task'}
  area:
    project_field: Area
    required: true
    values: {runtime: Runtime, docs: Documentation}
    accepted_labels: ['area:*']
  priority: {project_field: Priority, required: true, values: {p0: Urgent, p1: High}}
  size: {project_field: Size, values: {s: Small, m: Medium}}
  estimate: {project_field: Estimate, type: number}
  iteration: {project_field: Iteration, ownership: external}
  status: {project_field: Status, derived: true, ownership: derived}
  start_date: {project_field: Start, type: date, ownership: extension}
  component: {project_field: Component, target: issue_field, ownership: extension}
milestones: {m1: 'First: it runs', m2: 'Second: it lasts'}
relationships:
  parent: {native: true}
  depends_on: {native: true}
defaults: {execution: human}
workflow: {backlog_status: Backlog, ready_status: Ready}
scheduling: {automatic_iteration: false}
safety: {overwrite_human_values: false, fail_on_unknown_values: true}
bootstrap: {core: {enabled: true}}
real_use: {consumers: [one, two]}
";

const BODY: &str = "## Problem

The cache forgets entries.

<!-- yukh
schema: 1
kind: technical_debt
area: runtime
priority: p1
size: m
estimate: 3
milestone: m2
parent: 12
children: [40, 41]
depends_on: [30, 7]
blocks: [9]
iteration: auto
execution: human
owner: nobody
extensions:
  component: cache
  start_date: 2026-03-01
x-note: anything
-->
";

/// One line for each thing that is desired.
fn described(desired: &Desired) -> String {
    let mut lines = String::new();
    for value in &desired.values {
        let option = value.option.as_ref().map_or("-", |key| key.as_str());
        let (key, path, target, scalar) = (&value.key, &value.path, value.target, &value.desired);
        writeln!(lines, "value {key} from {path}: {target:?} {scalar:?}, option {option}").unwrap();
    }
    for (place, fields) in [("field", &desired.fields), ("issue field", &desired.issue_fields)] {
        for (key, field) in fields {
            let options: Vec<_> =
                field.options.iter().map(|(key, name)| (key.as_str(), name.as_str())).collect();
            let (name, kind, accepts) = (field.name.as_str(), field.kind, field.accepts);
            writeln!(lines, "{place} {key}: {name:?} {kind:?} of {accepts:?} {options:?}").unwrap();
        }
    }
    for (label, (field, value)) in &desired.labels.managed {
        let wanted = if desired.labels.desired.contains(label) { "wanted" } else { "managed" };
        writeln!(lines, "label {:?} of {field}.{value}: {wanted}", label.as_str()).unwrap();
    }
    let milestone = desired.milestone.as_ref().map(|title| title.as_ref().map(DisplayName::as_str));
    writeln!(lines, "milestone {milestone:?}").unwrap();
    let ParentDeclaration::Exactly(parent) = desired.parent else { panic!("{:?}", desired.parent) };
    writeln!(lines, "parent {:?}", parent.map(IssueNumber::get)).unwrap();
    let DependencyDeclaration::Exactly { blocks, blocked_by } = &desired.dependencies else {
        panic!("{:?}", desired.dependencies)
    };
    let numbers = |issues: &std::collections::BTreeSet<IssueNumber>| -> Vec<u64> {
        issues.iter().map(|issue| issue.get()).collect()
    };
    writeln!(lines, "blocks {:?}, blocked by {:?}", numbers(blocks), numbers(blocked_by)).unwrap();
    lines
}

#[test]
fn trap_23_a_document_with_every_member_is_read_whole() {
    let policy = Policy::parse(POLICY.as_bytes()).unwrap();
    let Reading { desired, notices } = policy.read(BODY, IssueNumber::new(1).unwrap()).unwrap();
    assert_eq!(notices, []);
    let desired = desired.unwrap();
    assert_eq!(desired.diagnostics, []);
    insta::assert_snapshot!(described(&desired), @r#"
    value area from $.area: ProjectField Text("Runtime"), option runtime
    value component from $.extensions.component: IssueField Text("cache"), option -
    value estimate from $.estimate: ProjectField Number(3.0), option -
    value kind from $.kind: IssueType Text("Technical Debt"), option technical_debt
    value priority from $.priority: ProjectField Text("High"), option p1
    value size from $.size: ProjectField Text("Medium"), option m
    value start_date from $.extensions.start_date: ProjectField Text("2026-03-01"), option -
    field area: "Area" SingleSelect of [Text, SingleSelect, Iteration] [("docs", "Documentation"), ("runtime", "Runtime")]
    field estimate: "Estimate" Number of [Number] []
    field kind: "Work Type" SingleSelect of [Text, SingleSelect, Iteration] [("bug", "Bug"), ("task", "Task"), ("technical_debt", "Technical Debt")]
    field priority: "Priority" SingleSelect of [Text, SingleSelect, Iteration] [("p0", "Urgent"), ("p1", "High")]
    field size: "Size" SingleSelect of [Text, SingleSelect, Iteration] [("m", "Medium"), ("s", "Small")]
    field start_date: "Start" Date of [Date] []
    issue field component: "Component" Text of [Text, SingleSelect, Iteration] []
    label "type: bug" of kind.bug: managed
    label "type: task" of kind.task: managed
    milestone Some(Some("Second: it lasts"))
    parent Some(12)
    blocks [9], blocked by [7, 30]
    "#);
    let selection = policy.selection();
    let project_fields: Vec<_> = selection.project_fields.iter().collect();
    assert_eq!(project_fields, ["Area", "Estimate", "Priority", "Size", "Start", "Work Type"]);
    assert!(selection.issue_types && selection.issue_fields);
}
