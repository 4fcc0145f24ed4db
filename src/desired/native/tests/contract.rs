use proptest::prelude::*;

use super::{REQUIRED, accepted, body, issue, refused, refused_beside_required};
use crate::desired::native::{WorkType, read_contract};
use crate::diagnostic::Code;
use crate::scope::IssueNumber;

#[test]
fn a_body_without_a_block_has_no_contract_and_no_diagnostics() {
    let reading = read_contract("text", Some(issue(1))).expect("no diagnostics");
    assert_eq!((reading.contract, reading.notices), (None, Vec::new()));
}

#[test]
fn b41_a_marker_with_a_trailing_space_is_noticed() {
    let reading =
        read_contract(&format!("<!-- yukh:issue:v1 \n{REQUIRED}-->\n"), None).expect("no diagnostics");
    assert_eq!(reading.contract, None);
    let [notice] = reading.notices.as_slice() else { panic!("one notice") };
    assert_eq!((notice.code(), notice.path().as_str()), (Code::Contract012, "$"));
    assert_eq!(notice.position().map(|place| (place.line, place.column)), Some((1, 1)));
}

#[test]
fn b53_line_ends_do_not_change_the_contract_and_a_lone_cr_is_a_character() {
    let block = format!("{REQUIRED}project:\n  status: ready\nrelationships: {{blocks: [2, 1]}}");
    let expected = accepted(&block);
    let crlf = body(&block).replace('\n', "\r\n");
    let mixed = body(&block).replacen('\n', "\r\n", 4);
    for body in [crlf, mixed] {
        let reading = read_contract(&body, Some(issue(40))).expect("no diagnostics");
        assert_eq!(reading.contract.as_ref(), Some(&expected), "{body:?}");
    }
    assert_eq!(refused(&REQUIRED.replace('\n', "\r")), ["004 $ 3:20"]);
    assert_eq!(refused_beside_required("priority: a\rb"), ["008 $.priority"]);
}

#[test]
fn b55_a_comment_end_in_the_block_is_refused() {
    assert_eq!(refused(&format!("{REQUIRED}priority: \"-->\"")), ["002 $ 6:12"]);
    assert_eq!(refused(&format!("{REQUIRED}priority: |\n  a\n  -->\n  b")), ["002 $ 8:3"]);
}

#[test]
fn b56_a_block_that_is_not_closed_is_refused() {
    let failure =
        read_contract(&format!("t\n<!-- yukh:issue:v1\n{REQUIRED}"), None).expect_err("diagnostics");
    assert_eq!(super::told(&failure, "YKP-CONTRACT-"), ["002 $ 2:1"]);
}

#[test]
fn b69_area_no_is_the_text_no() {
    assert_eq!(accepted("schema: 1\nwork_type: task\narea: no").area, "no");
    assert_eq!(refused_beside_required("on: 1"), ["006 $.on"]);
}

#[test]
fn b70_an_alias_ladder_is_refused_at_its_anchors() {
    let ladder: String = (1..=30).map(|n| format!("a{n}: &a{n} [*a{0}, *a{0}]\n", n - 1)).collect();
    let found = refused(&format!("a0: &a0 x\n{ladder}"));
    assert_eq!(found.first().map(String::as_str), Some("004 $.a0 3:9"));
    assert!(found.iter().all(|told| told.starts_with("004 ")));
}

#[test]
fn b72_a_tab_is_named_by_its_line_alone() {
    assert_eq!(refused(&format!("{REQUIRED}project:\n\tstatus: ready")), ["004 $ 7:1"]);
}

#[test]
fn b44_dates_are_real_days_in_one_spelling() {
    for good in ["2028-02-29", "2000-02-29", "0100-01-01", "9999-12-31", "\"2026-03-01\""] {
        let contract = accepted(&format!("{REQUIRED}project: {{start_date: {good}}}"));
        let date = contract.project.and_then(|project| project.start_date);
        assert_eq!(date.as_deref(), Some(good.trim_matches('"')));
    }
    for bad in [
        "2026-02-29",
        "1900-02-29",
        "0000-01-01",
        "0099-12-31",
        "2026-3-1",
        "2026-04-31",
        "2026-00-01",
        "2026-01-00",
        "\" 2026-03-01\"",
        "2026-03-01T00:00:00Z",
        "20260301x",
        "\"\"",
        "+2026-03-1",
        "2026/03/01",
        "\"２026-03-01\"",
    ] {
        let found = refused_beside_required(&format!("project: {{start_date: {bad}}}"));
        assert_eq!(found, ["008 $.project.start_date"], "{bad}");
    }
    assert_eq!(refused_beside_required("project: {target_date: 20260301}"), ["007 $.project.target_date"]);
}

#[test]
fn a_target_date_is_not_before_the_start_date() {
    let found = refused(&format!("{REQUIRED}project:\n  target_date: 2026-01-01\n  start_date: 2026-01-02"));
    assert_eq!(found, ["011 $.project.target_date 7:16"]);
    // Not compared where one is wrong.
    let found = refused_beside_required("project: {target_date: 2026-01-01, start_date: 2026-13-02}");
    assert_eq!(found, ["008 $.project.start_date"]);
    accepted(&format!("{REQUIRED}project: {{target_date: 2026-01-02, start_date: 2026-01-02}}"));
}

#[test]
fn every_work_type_is_spelled_exactly() {
    for kind in WorkType::ALL {
        let contract = accepted(&format!("schema: 1\nwork_type: {}\narea: a", kind.as_str()));
        assert_eq!(contract.work_type, kind);
    }
    for bad in ["Task", "\" task\"", "technical_debt", "\"\"", "story"] {
        let found = refused(&format!("schema: 1\nwork_type: {bad}\narea: a"));
        assert_eq!(found, ["008 $.work_type 4:12"]);
    }
}

#[test]
fn vocabulary_is_trimmed_counted_in_scalars_and_visible() {
    let contract =
        accepted(&format!("{REQUIRED}size: \"\\u00a0 M \\ufeff\"\niteration: {}", "é".repeat(128)));
    assert_eq!(contract.size.as_deref(), Some("M"));
    for (member, limit) in [("area", 64), ("priority", 32), ("size", 32), ("iteration", 128)] {
        let block = |value: &str| match member {
            "area" => format!("schema: 1\nwork_type: task\narea: \"{value}\""),
            _ => format!("{REQUIRED}{member}: \"{value}\""),
        };
        accepted(&block(&"🏃".repeat(limit)));
        let path = format!("008 $.{member}");
        for bad in [
            "é".repeat(limit + 1),
            String::new(),
            " \\u3000".to_owned(),
            "a\\u0000".to_owned(),
            "a\\tb".to_owned(),
        ] {
            assert_eq!(super::without_places(&refused(&block(&bad))), [path.as_str()], "{bad}");
        }
        let wrong = path.replace("008", "007");
        for bad in ["null", "~", "", "1", "true", "[]", "{}"] {
            let block = block("").replace("\"\"", bad);
            assert_eq!(super::without_places(&refused(&block)), [wrong.as_str()], "{bad}");
        }
    }
}

#[test]
fn decision_21_characters_that_spoof_a_report_are_refused() {
    for bad in
        ["\u{202e}", "\u{200b}", "\u{200d}", "\u{85}", "\u{2028}", "\u{9f}", "\u{ad}", "\u{2066}", "\u{3164}"]
    {
        for value in [format!("P{bad}1"), format!("\"P{bad}1\"")] {
            assert_eq!(refused_beside_required(&format!("priority: {value}")), ["008 $.priority"], "{bad:?}");
        }
    }
    let contract = accepted(&format!("{REQUIRED}iteration: 🏃\u{200d}♀\u{fe0f} In progress"));
    assert_eq!(contract.iteration.as_deref(), Some("🏃\u{200d}♀\u{fe0f} In progress"));
}

#[test]
fn an_estimate_is_any_finite_core_number_in_range() {
    for (text, value) in
        [("0", 0.0), ("-0", 0.0), ("2.5", 2.5), ("1e4", 10_000.0), ("0x10", 16.0), ("+5", 5.0), ("017", 17.0)]
    {
        let estimate = accepted(&format!("{REQUIRED}estimate: {text}")).estimate;
        assert_eq!(estimate.map(f64::to_bits), Some(f64::to_bits(value)), "{text}");
    }
    for bad in ["-0.5", "10000.1", ".inf", "-.inf", ".nan", "1e999"] {
        assert_eq!(refused_beside_required(&format!("estimate: {bad}")), ["008 $.estimate"], "{bad}");
    }
    for bad in ["\"3\"", "1_000", "0b11", "null", "[]"] {
        assert_eq!(refused_beside_required(&format!("estimate: {bad}")), ["007 $.estimate"], "{bad}");
    }
}

#[test]
fn trap_own_07_numbers_that_name_things_are_plain_decimal() {
    for bad in
        ["+7", "07", "0x7", "0o7", "7.0", "7.", "1e2", "0", "-1", "7.5", "9007199254740992", ".inf", "1e999"]
    {
        assert_eq!(
            refused_beside_required(&format!(
                "relationships: {{parent: {bad}, blocks: [{bad}], blocked_by: [{bad}]}}"
            )),
            [
                "008 $.relationships.blocked_by[0]",
                "008 $.relationships.blocks[0]",
                "008 $.relationships.parent"
            ],
            "{bad}"
        );
    }
    for bad in ["1.0", "0x1", "01", "+1", "1e0", "2", "0"] {
        let found = refused(&format!("schema: {bad}\nwork_type: task\narea: a"));
        assert_eq!(found, ["008 $.schema 3:9"], "{bad}");
    }
    for bad in ["\"7\"", "'7'", "null", "true", "[7]", "seven", "0b1"] {
        assert_eq!(
            refused_beside_required(&format!("relationships: {{parent: {bad}}}")),
            ["007 $.relationships.parent"],
            "{bad}"
        );
    }
    assert_eq!(refused("schema: \"1\"\nwork_type: task\narea: a"), ["007 $.schema 3:9"]);
    let contract = accepted(&format!("{REQUIRED}relationships: {{parent: 9007199254740991}}"));
    let parent = contract.relationships.and_then(|relationships| relationships.parent);
    assert_eq!(parent.map(IssueNumber::get), Some(IssueNumber::MAX));
}

#[test]
fn trap_own_06_unknown_member_names_are_printed_only_when_they_are_harmless() {
    let found = refused_beside_required(
        "a_b-9: 1\n\"a b\": 1\n\"<script>\": 1\nü: 1\nproject: {\"ghp_secret token\": 1}\nrelationships: {x.y: 1}",
    );
    assert_eq!(found, ["006 $", "006 $.a_b-9", "006 $.project", "006 $.relationships"]);
}

#[test]
fn relationships_are_unique_and_never_to_the_issue_itself() {
    let found = refused(&format!(
        "{REQUIRED}relationships:\n  parent: 40\n  blocks: [1, 1, 40, 40, 2]\n  blocked_by: [\"1\", 0, 1, 1]"
    ));
    assert_eq!(
        found,
        [
            "007 $.relationships.blocked_by[0] 9:16",
            "008 $.relationships.blocked_by[1] 9:21",
            "009 $.relationships.blocked_by[3] 9:27",
            "009 $.relationships.blocks[1] 8:15",
            "010 $.relationships.blocks[2] 8:18",
            "010 $.relationships.blocks[3] 8:22",
            "010 $.relationships.parent 7:11",
        ]
    );
    let contract = accepted(&format!("{REQUIRED}relationships: {{blocks: [9, 2], blocked_by: [2]}}"));
    let relationships = contract.relationships.expect("relationships");
    assert_eq!(relationships.blocks, Some(vec![issue(9), issue(2)]), "the order given is kept");
    let itself = body(&format!("{REQUIRED}relationships: {{parent: 40, blocks: [40]}}"));
    assert!(read_contract(&itself, None).is_ok(), "an unknown own number is not compared");
}

#[test]
fn missing_unknown_and_wrong_members_are_all_told_at_once() {
    assert_eq!(
        refused("priority:\nextra: 1\nestimate: x\nproject: []\nrelationships: null"),
        [
            "001 $.area 3:1",
            "001 $.schema 3:1",
            "001 $.work_type 3:1",
            "006 $.extra 4:1",
            "007 $.estimate 5:11",
            "007 $.priority 3:9",
            "007 $.project 6:10",
            "007 $.relationships 7:16",
        ]
    );
    assert_eq!(refused("just text"), ["007 $ 3:1"]);
    assert_eq!(refused("- schema: 1"), ["007 $ 3:1"]);
    assert_eq!(refused("---"), ["007 $ 3:4"]);
    assert_eq!(refused(""), ["004 $ 3:1"]);
    let empty = accepted(&format!("{REQUIRED}project: {{}}\nrelationships: {{blocks: []}}"));
    assert_eq!(empty.relationships.and_then(|r| r.blocks), Some(Vec::new()));
}

#[test]
fn the_structural_pass_stops_before_the_semantic_one() {
    let long = "s".repeat(513);
    assert_eq!(
        refused(&format!("schema: 2\nx: {long}\nwork_type: &a task\ny: [[[[[[[[[1]]]]]]]]]")),
        [
            "005 $.x 4:4",
            "004 $.work_type 5:15",
            "005 $.y[0][0][0][0][0][0][0][0] 6:12",
            "005 $.y[0][0][0][0][0][0][0][0][0] 6:13"
        ]
    );
    assert_eq!(refused(&format!("schema: 2\nx: {long}\nx: 1")), ["004 $ 5:1"]);
}

#[test]
fn a_contract_does_not_print_itself() {
    let contract = accepted(&format!("{REQUIRED}project: {{status: secret}}"));
    let shown = format!("{contract:?} {:?}", contract.project);
    assert!(!shown.contains("runtime") && !shown.contains("secret"), "{shown}");
}

proptest! {
    #[test]
    fn any_block_is_a_contract_or_diagnostics(
        lines in prop::collection::vec(prop::sample::select(vec![
            "schema: 1", "work_type: task", "area: a", "area: \"\u{202e}\"", "priority: ", "estimate: 1e9", "project:",
            "  status: x", "  start_date: 2026-01-01", "relationships:", "  blocks:", "  - 1", "  - 40", "  parent: 07",
            "- x", "a: &b c", "? x", "}", "\t", "zeta: 1",
        ]), 0..12)
    ) {
        let body = body(&lines.join("\n"));
        if let Err(failure) = read_contract(&body, Some(issue(40))) {
            for diagnostic in failure.diagnostics() {
                prop_assert!(diagnostic.code().as_str().starts_with("YKP-CONTRACT-"));
                prop_assert!(diagnostic.position().is_some());
            }
        }
    }
}
