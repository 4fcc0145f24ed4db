use std::fmt::Write as _;

use super::{Policy, refused_policy, without_places};
use crate::desired::Mode;
use crate::scope::FieldKind;

fn field(members: &str) -> String {
    format!("schema: 1\nfields:\n  a: {{{members}}}\n")
}

fn refused_field(members: &str) -> Vec<String> {
    without_places(&refused_policy(&field(members)))
}

fn accepted(file: &str) -> Policy {
    Policy::parse(file.as_bytes()).expect("no diagnostics")
}

#[test]
fn a_policy_names_fields_of_every_kind_and_mode() {
    let mut file = "schema: 1\nfields:\n".to_owned();
    for kind in FieldKind::ALL {
        let kind = kind.as_str();
        let _ = writeln!(file, "  {kind}_o: {{name: Observed {kind}, kind: {kind}, mode: observed}}");
        let options = if kind == "single_select" { ", options: {a: ' A ', b: B}" } else { "" };
        let _ = writeln!(file, "  {kind}_m: {{name: ' {kind} ', kind: {kind}, mode: managed{options}}}");
    }
    let policy = accepted(&file);
    assert_eq!(policy.fields().len(), 10);
    for (key, field) in policy.fields() {
        assert_eq!(field.accepts, [field.kind]);
        assert_eq!(field.mode == Mode::Managed, key.as_str().ends_with("_m"));
    }
    let names = policy.selection().project_fields;
    assert!(names.contains("Observed text") && names.contains("iteration"), "trimmed, managed and observed");
    assert_eq!(
        (names.len(), policy.selection().issue_types, policy.selection().issue_fields),
        (10, false, false)
    );
}

#[test]
fn trap_own_11_a_policy_that_is_not_utf_8_is_refused_and_not_repaired() {
    let failure = Policy::parse(b"schema: 1\n# \xc3\xa9 \xff\nfields: {}\n").expect_err("diagnostics");
    assert_eq!(super::told(&failure, "YKP-POLICY-"), ["002 $ 2:5"]);
}

#[test]
fn the_root_has_schema_and_fields_alone() {
    assert_eq!(refused_policy("{}"), ["001 $.fields 1:1", "001 $.schema 1:1"]);
    assert_eq!(refused_policy("text"), ["005 $ 1:1"]);
    assert_eq!(
        refused_policy("version: 1\n\"a b\": 1\nschema: 2\nfields: []"),
        ["005 $.fields 4:9"],
        "a sequence is refused by the structure"
    );
    assert_eq!(
        refused_policy("version: 1\n\"a b\": 1\nschema: 2\nfields: x"),
        ["004 $ 2:1", "004 $.version 1:1", "005 $.fields 4:9", "006 $.schema 3:9"]
    );
    for bad in ["1.0", "0x1", "01", "+1", "2"] {
        let file = format!("schema: {bad}\nfields: {{a: {{name: A, kind: text, mode: managed}}}}");
        assert_eq!(refused_policy(&file), ["006 $.schema 1:9"]);
    }
}

#[test]
fn members_of_a_field_are_judged_one_by_one() {
    assert_eq!(refused_field(""), ["001 $.fields.a.kind", "001 $.fields.a.mode", "001 $.fields.a.name"]);
    assert_eq!(
        refused_field("name: 1, kind: Text, mode: null, color: red"),
        ["004 $.fields.a.color", "005 $.fields.a.mode", "005 $.fields.a.name", "006 $.fields.a.kind"]
    );
    for bad in ["\"\"", "' '", "\"a\\nb\"", "\"\\x7f\""] {
        assert_eq!(
            refused_field(&format!("name: {bad}, kind: text, mode: managed")),
            ["006 $.fields.a.name"]
        );
    }
}

#[test]
fn b38_display_names_keep_every_character_but_controls() {
    let policy = accepted(&field(
        "name: 🏃\u{200d}♀\u{fe0f} In progress, kind: single_select, mode: managed, options: {a: \"e\\u0301\"}",
    ));
    let (_, declaration) = policy.fields().next().expect("a field");
    assert_eq!(declaration.name.as_str(), "🏃\u{200d}♀\u{fe0f} In progress");
    let names: Vec<_> = declaration.options.values().map(|name| name.as_str()).collect();
    assert_eq!(names, ["e\u{301}"], "not normalised");
    // The same letter in both forms can not be told apart.
    let both = field("name: A, kind: single_select, mode: managed, options: {a: \"e\\u0301\", b: é}");
    assert_eq!(without_places(&refused_policy(&both)), ["007 $.fields.a.options.b"]);
}

#[test]
fn options_belong_to_managed_single_select_fields() {
    assert_eq!(refused_field("name: A, kind: single_select, mode: managed"), ["001 $.fields.a.options"]);
    for other in
        ["kind: text, mode: managed", "kind: single_select, mode: observed", "kind: x, mode: managed"]
    {
        let found = refused_field(&format!("name: A, {other}, options: {{P1: ''}}"));
        assert!(found.contains(&"006 $.fields.a.options".to_owned()), "{found:?}");
        assert!(!found.iter().any(|told| told.contains("options.")), "{found:?}");
    }
    assert_eq!(
        refused_field(
            "name: A, kind: single_select, mode: managed, options: {P1: x, ok: 1, b: ' ', c: X, \"d e\": y}"
        ),
        [
            "005 $.fields.a.options.ok",
            "006 $.fields.a.options",
            "006 $.fields.a.options.P1",
            "006 $.fields.a.options.b",
            "007 $.fields.a.options.c"
        ]
    );
    assert_eq!(
        refused_field("name: A, kind: single_select, mode: managed, options: x"),
        ["005 $.fields.a.options"]
    );
    assert_eq!(
        refused_field("name: A, kind: single_select, mode: managed, options: {}"),
        ["003 $.fields.a.options"]
    );
    let options = |count: usize| {
        let options: Vec<_> = (0..count).map(|n| format!("o{n}: O{n}")).collect();
        field(&format!("name: A, kind: single_select, mode: managed, options: {{{}}}", options.join(", ")))
    };
    accepted(&options(128));
    assert_eq!(refused_policy(&options(129)), ["003 $.fields.a.options 3:61"]);
}

#[test]
fn names_that_can_not_be_told_apart_are_found_at_the_later_key() {
    let file = "schema: 1\nfields:\n  b: {name: Field, kind: text, mode: managed}\n  a: {name: ﬁELD, kind: text, mode: managed}\n";
    assert_eq!(refused_policy(file), ["007 $.fields.b.name 3:13"]);
    accepted(
        "schema: 1\nfields:\n  b: {name: Straße, kind: text, mode: managed}\n  a: {name: STRASSE, kind: text, mode: managed}\n",
    );
}

#[test]
fn limits_of_the_file_are_kept() {
    let fields = |count: usize| {
        (0..count).fold("schema: 1\nfields:\n".to_owned(), |mut file, n| {
            let _ = writeln!(file, "  f{n}: {{name: F{n}, kind: text, mode: managed}}");
            file
        })
    };
    accepted(&fields(64));
    assert_eq!(refused_policy(&fields(65)), ["003 $.fields 3:3"]);
    assert_eq!(refused_policy("schema: 1\nfields: {}"), ["003 $.fields 2:9"]);
    let large = format!("{}#{}", fields(1), "x".repeat(64 << 10));
    assert_eq!(refused_policy(&large), ["003 $"]);
    let long = field(&format!("name: {}, kind: text, mode: managed", "n".repeat(513)));
    assert_eq!(refused_policy(&long), ["003 $.fields.a.name 3:13"]);
}

#[test]
fn b72_a_tab_in_a_policy_is_named_by_its_line_alone() {
    assert_eq!(refused_policy("schema: 1\nfields:\n\ta: {}\n"), ["002 $ 3:1"]);
}

#[test]
fn features_of_yaml_are_refused_at_their_node() {
    assert_eq!(
        refused_policy("schema: 1\nfields: &f\n  a: {name: [x], kind: !t text, mode: managed}\n"),
        ["002 $.fields 3:3"]
    );
    assert_eq!(
        refused_policy("schema: 1\nfields:\n  a: {name: [x], kind: !t text, mode: managed}\n  1: x\n"),
        ["005 $.fields.a.name 3:13", "002 $.fields.a.kind 3:27", "002 $.fields 4:3"]
    );
}
