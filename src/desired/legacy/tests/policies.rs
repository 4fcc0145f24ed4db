//! Version 1 policies (contract part 8.2).

use super::*;

#[test]
fn the_root_needs_version_marker_and_fields() {
    assert_eq!(refused_policy("a: 1\n"), ["$.contract 1:1", "$.fields 1:1", "$.version 1:1"]);
    assert_eq!(refused_policy("[]"), ["$ 1:1"]);
    assert_eq!(
        refused_policy("version: 1\ncontract: yukh\nfields: []\n"),
        ["$.contract 2:11", "$.fields 3:9"]
    );
    assert_eq!(refused_policy("contract: {marker: yukh}\nversion: '1'\nfields: {}\n"), ["$.version 2:10"]);
    assert_eq!(refused_policy("contract: {marker: yukh}\nversion: 2\nfields: {}\n"), ["$.version 2:10"]);
    policy("contract: {marker: yukh}\nversion: 1.0\nfields: {}\n");
}

#[test]
fn decision_86_the_marker_is_yukh() {
    for (contract, place) in [
        ("{}", "$.contract.marker 2:11"),
        ("{marker: other}", "$.contract.marker 2:20"),
        ("{marker: Yukh}", "$.contract.marker 2:20"),
        ("{marker: [yukh]}", "$.contract.marker 2:20"),
        ("", "$.contract 3:1"),
    ] {
        let [found] = &refused_policy(format!("version: 1\ncontract: {contract}\nfields: {{}}\n"))[..] else {
            panic!("{contract}")
        };
        if !contract.is_empty() {
            assert_eq!(found, place);
        }
        assert!(found.starts_with("$.contract"), "{found}");
    }
}

#[test]
fn every_violation_of_a_field_is_told_at_its_place() {
    let found = refused_policy(format!(
        "{ROOT}fields:
  a:
  b: {{required: true, type: text}}
  c:
    project_field: 5
    target: label
    type:
    labels: {{x: 🐛, y: '🐛 bug'}}
  d: {{project_field: ' ', target: null}}
"
    ));
    assert_eq!(
        found,
        [
            "$.fields.a 4:4",
            "$.fields.b.project_field 5:6",
            "$.fields.b.type 5:29",
            "$.fields.c.project_field 7:20",
            "$.fields.c.target 8:13",
            "$.fields.c.type 9:9",
            "$.fields.c.labels.x 10:17",
            "$.fields.d.project_field 11:22",
            "$.fields.d.target 11:35",
        ]
    );
}

#[test]
fn decision_17_a_key_that_may_not_be_printed_leaves_its_parents_path() {
    let found = refused_policy(format!(
        "{ROOT}fields:\n  'a b': 1\n  'c d': 2\n  e: {{project_field: E, labels: {{'ü': 🐛}}}}\n"
    ));
    assert_eq!(found, ["$.fields 4:10", "$.fields.e.labels 6:39"]);
}

#[test]
fn decision_16_the_guarded_door_stands_before_legacy_documents_too() {
    for lines in [
        "  a: &x {project_field: A}\n",
        "  a: !!map {project_field: A}\n",
        "  a: {<<: {project_field: A}}\n",
        "  a: {project_field: A}\n  a: {project_field: B}\n",
        "  a: {project_field: A}\n---\n",
        "  1: {project_field: A}\n",
        "\ta: {project_field: A}\n",
    ] {
        assert_eq!(refused_policy(format!("{ROOT}fields:\n{lines}")).len(), 1, "{lines}");
    }
    refused_policy(format!("%YAML 1.2\n---\n{ROOT}fields: {{}}\n"));
}

#[test]
fn trap_11_invalid_utf8_is_refused_at_its_place_and_never_replaced() {
    let file = [format!("{ROOT}fields: {{}} # é").as_bytes(), &[0xff], b"\n"].concat();
    assert_eq!(refused_policy(file), ["$ 3:15"]);
}

#[test]
fn a_file_is_at_most_64_kib() {
    let start = format!("{ROOT}fields: {{}}\n#");
    let file = |length: usize| format!("{start}{}", "x".repeat(length - start.len()));
    policy(&file(64 * 1024));
    assert_eq!(refused_policy(file(64 * 1024 + 1)), ["$"]);
}

#[test]
fn no_depth_exhausts_the_stack() {
    let nested =
        |depth: usize| format!("{ROOT}fields: {{}}\nx: {}1{}\n", "[".repeat(depth), "]".repeat(depth));
    policy(&nested(10));
    refused_policy(nested(30_000));
}

#[test]
fn unknown_members_and_sequences_are_ignored() {
    let policy = policy(&format!(
        "{ROOT}project: {{owner: o, repository: r, name: n}}
defaults: {{execution: agent}}
real_use: {{a: [1, {{b: [2]}}]}}
milestones: {{m1: ' First ', m2: 2, m3: '', m4: [x]}}
fields:
  a:
    project_field: ' A '
    accepted_labels: [x, y]
    values: {{x: X, y: 2, z: ''}}
    labels: [x]
"
    ));
    let field = policy.fields().values().next().unwrap();
    assert_eq!(field.name().as_str(), "A");
    assert_eq!(field.values().keys().map(|key| key.as_str()).collect::<Vec<_>>(), ["x"]);
    assert!(field.labels().is_empty());
    assert_eq!(policy.milestones().values().map(|title| title.as_str()).collect::<Vec<_>>(), ["First"]);
}

#[test]
fn only_the_boolean_true_requires_a_value() {
    for (word, required) in [("true", true), ("True", true), ("yes", false), ("'true'", false), ("1", false)]
    {
        let policy = with_fields(&format!("  due: {{project_field: Due, required: {word}}}\n"));
        let expected: &[_] = if required { &[(Code::Legacy002, "$.fields.due")] } else { &[] };
        assert_eq!(unresolved(&desired(&policy, REQUIRED)), expected, "{word}");
    }
}

#[test]
fn the_selection_names_what_is_compared_and_nothing_else() {
    let policy = with_fields(
        "  kind: {project_field: Work Type, target: issue_type, values: {task: Task}}
  area: {project_field: Area}
  team: {project_field: Team, target: issue_field}
  status: {project_field: Status, derived: true}
  sprint: {project_field: Sprint, ownership: external}
  size: {project_field: Size, ownership: derived}
  risk: {project_field: Risk, ownership: extension}
",
    );
    let selection = policy.selection();
    assert_eq!(selection.project_fields.iter().collect::<Vec<_>>(), ["Area", "Risk", "Work Type"]);
    assert!(selection.issue_types && selection.issue_fields);
    let policy = with_fields("  kind: {project_field: Kind, target: issue_type, derived: true}\n");
    assert_eq!(policy.selection(), crate::scope::Selection { word: "yukh", ..Default::default() });
}
