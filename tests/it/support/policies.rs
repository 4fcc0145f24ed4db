//! The repository policies and issue bodies that go with the default world.

/// A native policy that names every kind of field; `Status` is observed.
pub(crate) const NATIVE: &str = "\
schema: 1
fields:
  work_type:
    name: Work Type
    kind: single_select
    mode: managed
    options:
      epic: Epic
      gate: Gate
      feature: Feature
      task: Task
      bug: Bug
      technical_debt: Technical debt
  area: {name: Area, kind: single_select, mode: managed, options: {beds: Beds, climate: Climate, water: Water}}
  priority: {name: Priority, kind: single_select, mode: managed, options: {urgent: Urgent, high: High, low: Low}}
  size: {name: Size, kind: single_select, mode: managed, options: {small: Small, large: Large}}
  estimate: {name: Estimate, kind: number, mode: managed}
  iteration: {name: Iteration, kind: iteration, mode: managed}
  start_date: {name: Start Date, kind: date, mode: managed}
  target_date: {name: Target Date, kind: date, mode: managed}
  notes: {name: Notes, kind: text, mode: observed}
  status: {name: Status, kind: single_select, mode: observed}
";

/// A version 1 policy for the same Project.
pub(crate) const LEGACY: &str = "\
version: 1
contract: {marker: yukh, schema: 1}
project: {owner: acme-garden, repository: greenhouse, name: The year}
fields:
  kind: {project_field: Work Type, required: true, values: {task: Task, bug: Bug, epic: Epic}}
  area:
    project_field: Area
    required: true
    values: {beds: Beds, climate: Climate, water: Water}
    labels: {beds: 'area: beds', climate: 'area: climate', water: 'area: water'}
  priority: {project_field: Priority, required: true, values: {urgent: Urgent, high: High, low: Low}}
  size: {project_field: Size, values: {small: Small, large: Large}}
  estimate: {project_field: Estimate, type: number}
  start_date: {project_field: Start Date, type: date, ownership: extension}
  status: {project_field: Status, derived: true}
milestones: {spring: Spring planting}
";

/// A body with prose around a native block.
pub(crate) fn block(yaml: &str) -> String {
    format!("Some words first.\n\n<!-- yukh:issue:v1\n{yaml}-->\n\nSome words after.\n")
}

/// A body with prose around a version 1 block.
pub(crate) fn legacy_block(yaml: &str) -> String {
    format!("Some words first.\n\n<!-- yukh\n{yaml}-->\n\nSome words after.\n")
}
