//! Contracts in legacy blocks (contract part 8.3).

use super::*;

#[test]
fn schema_kind_area_and_priority_are_required() {
    assert_eq!(refused_contract("{}\n"), ["$.area 2:1", "$.kind 2:1", "$.priority 2:1", "$.schema 2:1"]);
    assert_eq!(
        refused_contract("schema: '1'\nkind:\narea: [a]\npriority: 1\n"),
        ["$.schema 2:9", "$.kind 3:5", "$.area 4:7", "$.priority 5:11"]
    );
    assert_eq!(refused_contract("- a\n"), ["$ 2:1"]);
    assert_eq!(refused_contract("").len(), 1);
}

#[test]
fn a_block_on_one_line_is_placed_by_its_column() {
    let policy = with_fields("  area: {project_field: Area}\n");
    let body = "é <!-- yukh {schema: 1, kind: 5, area: a, priority: p1} --> x";
    assert_eq!(places(&policy.read(body).unwrap_err()), ["$.kind 1:31"]);
    let reading = policy.read(&body.replace('5', "k")).unwrap();
    assert_eq!(values(&reading.desired.unwrap()), [("area", "$.area", text("a"))]);
}

#[test]
fn decision_88_each_dialect_reads_its_own_block() {
    let policy = with_fields("  area: {project_field: Area}\n");
    let native = "<!-- yukh:issue:v1\nschema: 1\nwork_type: task\narea: other\n-->";
    let legacy = format!("<!-- yukh\n{REQUIRED}-->");
    let both = policy.read(&format!("{native}\n{legacy}")).unwrap();
    assert_eq!(both, policy.read(&legacy).unwrap());
    assert_eq!(policy.read(native).unwrap().desired, None);
}

#[test]
fn decision_21_characters_that_spoof_a_report_are_refused() {
    let content =
        "schema: 1\nkind: \"a\\u202Eb\"\narea: \"a\\u200Bb\"\npriority: \"a\\u0085b\"\nsize: \"a\\u2028b\"
milestone: \"\\u2066m\"\nextensions: {x: \"a\\u009Fb\", y: \"🏃\\u200D♀\"}\n";
    assert_eq!(
        refused_contract(content),
        [
            "$.kind 3:7",
            "$.area 4:7",
            "$.priority 5:11",
            "$.size 6:7",
            "$.milestone 7:12",
            "$.extensions.x 8:17"
        ]
    );
}

#[test]
fn decision_87_numbers_are_yaml_numbers_or_quoted_decimal_digits() {
    let policy = with_fields("  estimate: {project_field: Estimate, type: number}\n");
    for (spelling, number) in
        [("3", 3.0), ("2.5", 2.5), ("'3'", 3.0), ("0", 0.0), ("1e300", 1e300), ("0x10", 16.0)]
    {
        let desired = desired(&policy, &format!("{REQUIRED}estimate: {spelling}\n"));
        assert_eq!(values(&desired), [("estimate", "$.estimate", Scalar::Number(number))], "{spelling}");
    }
    for spelling in [
        "", "null", "true", "[3]", "{}", "-1", ".inf", ".nan", "three", "'2.5'", "'1e2'", "' 3'", "'+3'",
        "'03'", "''",
    ] {
        assert_eq!(refused_lines(&format!("estimate: {spelling}")).len(), 1, "{spelling}");
    }
}

#[test]
fn a_parent_is_an_issue() {
    for spelling in ["3", "'3'", "3.0", "0x3"] {
        let desired = desired(&with_fields("  {}\n"), &format!("{REQUIRED}parent: {spelling}\n"));
        assert_eq!(desired.parent, ParentDeclaration::Exactly(IssueNumber::new(3)), "{spelling}");
    }
    for spelling in [
        "",
        "0",
        "-3",
        "3.5",
        "true",
        "[3]",
        "'0'",
        "'3.0'",
        "9007199254740992",
        "'99999999999999999999'",
        ".inf",
    ] {
        let found = refused_lines(&format!("parent: {spelling}"));
        assert!(matches!(&found[..], [one] if one.starts_with("$.parent 6:")), "{spelling}: {found:?}");
    }
}

#[test]
fn lists_hold_at_most_100_issues() {
    let lines = "depends_on: [1, '2', 0, 1.5, null]\nblocks: 3";
    assert_eq!(
        refused_lines(lines),
        [
            "$.depends_on[1] 6:17",
            "$.depends_on[2] 6:22",
            "$.depends_on[3] 6:25",
            "$.depends_on[4] 6:30",
            "$.blocks 7:9"
        ]
    );
    let list = |count: usize| format!("blocks: [{}]", vec!["7"; count].join(", "));
    assert_eq!(refused_lines(&list(101)), ["$.blocks 6:9"]);
    let desired =
        desired(&with_fields("  {}\n"), &format!("{REQUIRED}{}\ndepends_on: [9, 2, 9]\n", list(100)));
    let issues =
        |numbers: &[u64]| numbers.iter().filter_map(|n| IssueNumber::new(*n)).collect::<BTreeSet<_>>();
    assert_eq!(
        desired.dependencies,
        DependencyDeclaration::Exactly { blocks: issues(&[7]), blocked_by: issues(&[2, 9]) }
    );
}

#[test]
fn silence_means_none() {
    let desired = desired(&with_fields("  {}\n"), REQUIRED);
    assert_eq!(desired.dialect, Dialect::Legacy);
    assert_eq!(desired.parent, ParentDeclaration::Exactly(None));
    assert_eq!(desired.milestone, Some(None));
    let empty = BTreeSet::new();
    assert_eq!(
        desired.dependencies,
        DependencyDeclaration::Exactly { blocks: empty.clone(), blocked_by: empty }
    );
}

#[test]
fn decision_16_the_door_refuses_at_the_place_in_the_body() {
    assert_eq!(refused_lines("size: &s m"), ["$.size 6:10"]);
    assert_eq!(refused_lines("size: !!str m"), ["$.size 6:13"]);
    let [found] = &refused_lines("area: twice")[..] else { panic!("one finding") };
    assert!(found.starts_with("$ 6:"), "{found}");
    let [found] = &refused_lines("size: \"open")[..] else { panic!("one finding") };
    assert!(found.starts_with("$ "), "{found}");
}

#[test]
fn b69_yes_and_no_are_words() {
    let policy = with_fields("  area: {project_field: Area}\n");
    let desired = desired(&policy, &REQUIRED.replace("runtime", "no"));
    assert_eq!(values(&desired), [("area", "$.area", text("no"))]);
}
