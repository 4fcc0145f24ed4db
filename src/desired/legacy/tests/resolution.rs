//! Contracts resolved against their policy (contract part 8.4).

use super::*;

const FIELDS: &str = "  kind:
    project_field: Work Type
    target: issue_type
    required: true
    values: {task: Task, chore: Task, bug: Bug}
    labels: {task: 'type:task', bug: 'type:bug'}
  area: {project_field: Area, required: true}
  due: {project_field: Due, type: date}
  points: {project_field: Points, type: number}
  team: {project_field: Team, target: issue_field, values: {core: Core}, labels: {core: 'type:task'}}
  status: {project_field: Status, derived: true, required: true, labels: {x: managed-elsewhere}}
milestones: {m1: First}
";

fn resolved(lines: &str) -> Desired {
    desired(&with_fields(FIELDS), &format!("{REQUIRED}{lines}"))
}

#[test]
fn values_come_from_the_contract_or_its_extensions_in_key_order() {
    let desired =
        resolved("extensions: {due: 2026-03-01, points: '8', team: core, status: Done, kind: bug}\n");
    assert_eq!(unresolved(&desired), []);
    assert_eq!(
        values(&desired),
        [
            ("area", "$.area", text("runtime")),
            ("due", "$.extensions.due", text("2026-03-01")),
            ("kind", "$.kind", text("Task")),
            ("points", "$.extensions.points", Scalar::Number(8.0)),
            ("team", "$.extensions.team", text("Core")),
        ]
    );
    let targets: Vec<_> = desired.values.iter().map(|value| value.target).collect();
    use Target::{IssueField, IssueType, ProjectField};
    assert_eq!(targets, [ProjectField, ProjectField, IssueType, ProjectField, IssueField]);
}

#[test]
fn size_and_estimate_fall_back_to_the_extensions() {
    let policy =
        with_fields("  size: {project_field: Size}\n  estimate: {project_field: Estimate, type: number}\n");
    let both = desired(
        &policy,
        &format!("{REQUIRED}size: m\nestimate: 2\nextensions: {{size: s, estimate: '5'}}\n"),
    );
    assert_eq!(
        values(&both),
        [("estimate", "$.estimate", Scalar::Number(2.0)), ("size", "$.size", text("m"))]
    );
    let neither = desired(&policy, &format!("{REQUIRED}size: 5\nextensions: {{size: s, estimate: '5'}}\n"));
    assert_eq!(
        values(&neither),
        [
            ("estimate", "$.extensions.estimate", Scalar::Number(5.0)),
            ("size", "$.extensions.size", text("s"))
        ]
    );
}

#[test]
fn values_that_the_policy_does_not_resolve_are_findings() {
    let desired = desired(
        &with_fields(&FIELDS.replace("type: date", "type: date, required: true")),
        &format!(
            "{}milestone: m9\nextensions: {{points: many, team: other}}\n",
            REQUIRED.replace("task", "epic")
        ),
    );
    assert_eq!(
        unresolved(&desired),
        [
            (Code::Legacy002, "$.fields.due"),
            (Code::Legacy003, "$.fields.kind"),
            (Code::Legacy003, "$.fields.points"),
            (Code::Legacy003, "$.fields.team"),
            (Code::Legacy004, "$.milestones"),
        ]
    );
    assert_eq!(values(&desired), [("area", "$.area", text("runtime"))]);
    assert_eq!(desired.milestone, None);
    assert!(desired.labels.desired.is_empty());
}

#[test]
fn b44_a_date_is_a_day_that_exists() {
    for (date, good) in
        [("2028-02-29", true), ("2026-02-29", false), ("0000-01-01", false), ("2026-3-1", false)]
    {
        let desired = resolved(&format!("extensions: {{due: '{date}'}}\n"));
        assert_eq!(unresolved(&desired).is_empty(), good, "{date}");
    }
}

#[test]
fn a_number_field_takes_numbers_and_plain_decimal_text() {
    for (spelling, number) in [("5", 5.0), ("-1.5", -1.5), ("'2.5'", 2.5)] {
        let desired = resolved(&format!("extensions: {{points: {spelling}}}\n"));
        assert_eq!(values(&desired)[2], ("points", "$.extensions.points", Scalar::Number(number)));
    }
    for spelling in ["'1e3'", "'0x5'", "'-1'", "'1,5'"] {
        let desired = resolved(&format!("extensions: {{points: {spelling}}}\n"));
        assert_eq!(unresolved(&desired), [(Code::Legacy003, "$.fields.points")], "{spelling}");
    }
    assert_eq!(values(&resolved("extensions: {team: 5}\n")).len(), 2, "no text, so it is absent");
}

#[test]
fn declarations_carry_kind_accepted_kinds_and_options() {
    let desired = resolved("");
    let kinds = |field: &FieldDeclaration| (field.kind, field.accepts.to_vec());
    let texts = vec![FieldKind::Text, FieldKind::SingleSelect, FieldKind::Iteration];
    let fields: Vec<_> = desired.fields.iter().map(|(key, field)| (key.as_str(), kinds(field))).collect();
    assert_eq!(
        fields,
        [
            ("area", (FieldKind::Text, texts.clone())),
            ("due", (FieldKind::Date, vec![FieldKind::Date])),
            ("kind", (FieldKind::SingleSelect, texts)),
            ("points", (FieldKind::Number, vec![FieldKind::Number])),
        ]
    );
    assert_eq!(desired.issue_fields.keys().map(|key| key.as_str()).collect::<Vec<_>>(), ["team"]);
}

#[test]
fn two_contract_values_with_one_display_name_are_one_option() {
    let desired = resolved("");
    let options = |desired: &Desired| -> Vec<(String, String)> {
        let kind = desired.fields.values().find(|field| field.name.as_str() == "Work Type").unwrap();
        kind.options.iter().map(|(key, name)| (key.to_string(), name.as_str().to_owned())).collect()
    };
    let pair = |key: &str, name: &str| (key.to_owned(), name.to_owned());
    assert_eq!(options(&desired), [pair("bug", "Bug"), pair("chore", "Task")]);
    assert_eq!(desired.values[1].option.as_ref().unwrap().as_str(), "chore");
    assert_eq!(desired.values[1].desired, text("Task"));
}

#[test]
fn an_estimate_without_a_type_is_a_number_and_with_texts_is_a_text() {
    let estimate_of = |members: &str, spelling: &str| {
        let policy = with_fields(&format!("  estimate: {{project_field: E{members}}}\n"));
        let desired = desired(&policy, &format!("{REQUIRED}estimate: {spelling}\n"));
        (desired.values.first().map(|value| value.desired.clone()), unresolved(&desired).len())
    };
    let estimate = |members: &str| estimate_of(members, "3");
    assert_eq!(estimate(""), (Some(Scalar::Number(3.0)), 0));
    assert_eq!(estimate(", type: string"), (Some(text("3")), 0));
    assert_eq!(estimate(", values: {'3': Large}"), (Some(text("Large")), 0));
    assert_eq!(estimate(", values: {'5': Huge}"), (None, 1));
    assert_eq!(estimate(", type: date"), (None, 1));
    assert_eq!(estimate_of(", type: string", "1e300").0, Some(text("1e+300")), "no longer than it must be");
}

#[test]
fn labels_are_managed_by_the_first_value_that_maps_them() {
    let desired = resolved("extensions: {team: core}\n");
    let managed: Vec<_> = desired
        .labels
        .managed
        .iter()
        .map(|(label, (field, value))| (label.as_str(), field.as_str(), value.as_str()))
        .collect();
    assert_eq!(managed, [("type:bug", "kind", "bug"), ("type:task", "kind", "task")]);
    assert_eq!(desired.labels.desired.iter().map(|label| label.as_str()).collect::<Vec<_>>(), ["type:task"]);
}

#[test]
fn decision_85_fields_that_are_not_managed_are_nowhere() {
    let desired = resolved("extensions: {status: x}\n");
    assert!(!desired.fields.keys().any(|key| key.as_str() == "status"));
    assert!(!desired.labels.managed.keys().any(|label| label.as_str() == "managed-elsewhere"));
    assert_eq!(unresolved(&desired), []);
}

#[test]
fn a_milestone_is_named_by_its_code() {
    assert_eq!(resolved("milestone: m1\n").milestone.flatten().unwrap().as_str(), "First");
    assert_eq!(resolved("milestone: 1\n").milestone, Some(None));
}

#[test]
fn trap_05_values_are_looked_up_in_the_policy_alone() {
    let desired = desired(&with_fields(FIELDS), &REQUIRED.replace("task", "constructor"));
    assert_eq!(unresolved(&desired), [(Code::Legacy003, "$.fields.kind")]);
}
