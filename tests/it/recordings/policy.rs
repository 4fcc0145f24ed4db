//! Generated policies of both dialects.

use std::fmt::Write as _;

use serde_json::Value as Json;

use super::dice::Dice;
use super::vocabulary::Vocabulary;

/// A text as YAML quotes it.
fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

fn mapping(words: &[(&str, &str)]) -> String {
    let entries: Vec<String> = words.iter().map(|(key, name)| format!("{key}: {}", quoted(name))).collect();
    format!("{{{}}}", entries.join(", "))
}

const WORK_TYPES: [(&str, &str); 6] = [
    ("epic", "Epic"),
    ("gate", "Gate"),
    ("feature", "Feature"),
    ("task", "Task"),
    ("bug", "Bug"),
    ("technical_debt", "Technical debt"),
];

/// A native policy. Most fields are managed; one is only observed now and then,
/// and some are not declared.
pub(super) fn native(dice: &mut Dice, words: &Vocabulary) -> String {
    let mut policy = "schema: 1\nfields:\n".to_owned();
    let selects = [
        ("work_type", "Work Type", WORK_TYPES.as_slice()),
        ("area", "Area", words.area),
        ("priority", "Priority", words.priority),
        ("size", words.size_field, words.size),
    ];
    for (key, name, options) in selects {
        if dice.percent(5) {
            continue;
        }
        let name = quoted(name);
        let _ = match dice.percent(8) {
            true => writeln!(policy, "  {key}: {{name: {name}, kind: single_select, mode: observed}}"),
            false => writeln!(
                policy,
                "  {key}: {{name: {name}, kind: single_select, mode: managed, options: {}}}",
                mapping(options)
            ),
        };
    }
    let others = [
        ("estimate", "Estimate", "number", 8),
        ("iteration", "Iteration", "iteration", 8),
        ("start_date", "Start Date", "date", 8),
        ("target_date", "Target Date", "date", 8),
        ("notes", "Notes", "text", 60),
        ("status", "Status", "single_select", 100),
    ];
    for (key, name, kind, observed) in others {
        if dice.percent(6) {
            continue;
        }
        let mode = if dice.percent(observed) { "observed" } else { "managed" };
        let _ = writeln!(policy, "  {key}: {{name: {name}, kind: {kind}, mode: {mode}}}");
    }
    policy
}

/// A version 1 policy. Types, labels, milestones and issue fields are compared
/// in some.
pub(super) fn legacy(dice: &mut Dice, words: &Vocabulary, organization: bool) -> String {
    let mut policy = "version: 1\ncontract: {marker: yukh, schema: 1}\n\
        project: {owner: acme-garden, repository: greenhouse, name: The year}\nfields:\n"
        .to_owned();
    let mut field = |key: &str, text: String| {
        let _ = writeln!(policy, "  {key}: {{{text}}}");
    };
    let kind = "project_field: Work Type, required: true, values: {task: Task, bug: Bug, epic: Epic}";
    field("kind", if dice.percent(60) { format!("target: issue_type, {kind}") } else { kind.to_owned() });
    let labels =
        if dice.percent(70) { format!(", labels: {}", mapping(words.labels)) } else { String::new() };
    field("area", format!("project_field: Area, required: true, values: {}{labels}", mapping(words.area)));
    let target = if organization && dice.percent(50) { "target: issue_field, " } else { "" };
    field(
        "priority",
        format!("{target}project_field: Priority, required: true, values: {}", mapping(words.priority)),
    );
    if dice.percent(85) {
        let name = quoted(words.size_field);
        field("size", format!("project_field: {name}, values: {}", mapping(words.size)));
    }
    if dice.percent(85) {
        field("estimate", "project_field: Estimate, type: number".to_owned());
    }
    if dice.percent(60) {
        field("start_date", "project_field: Start Date, type: date, ownership: extension".to_owned());
    }
    if dice.percent(50) {
        field("component", "project_field: Notes, ownership: extension".to_owned());
    }
    if organization && dice.percent(40) {
        field("effort", "target: issue_field, project_field: Effort, ownership: extension".to_owned());
    }
    field("status", "project_field: Status, derived: true".to_owned());
    if dice.percent(70) {
        let _ = writeln!(policy, "milestones: {}", mapping(words.milestones));
    }
    policy
}
