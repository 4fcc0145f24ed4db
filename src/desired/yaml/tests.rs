mod properties;

use std::fmt::Write as _;

use super::{Finding, FindingKind, Limits, Node, Value, dialect_of, read};
use crate::desired::Dialect;
use crate::diagnostic::Position;

/// The limits of the issue contract (part 1.2).
const LIMITS: Limits =
    Limits { depth: 8, root_members: 32, members: 16, entries: Some(100), scalars: 512, string: 512 };

/// A tree in a form that can be compared: texts quoted, numbers with a `d`
/// where they are spelled plainly.
fn show(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => match number.plain {
            Some(plain) => format!("{plain}d"),
            None => number.value.to_string(),
        },
        Value::Text(text) => format!("{text:?}"),
        Value::Sequence(entries) => format!("[{}]", entries.iter().map(show).collect::<Vec<_>>().join(" ")),
        Value::Mapping(entries) => {
            let entries: Vec<_> = entries.iter().map(|e| format!("{}={}", e.key, show(&e.value))).collect();
            format!("{{{}}}", entries.join(" "))
        }
    }
}

fn tree(text: &str) -> String {
    match read(text, &LIMITS) {
        Ok(root) => show(&root),
        Err(found) => panic!("{text:?} is refused: {found:?}"),
    }
}

/// The findings as `kind path line:column`.
fn findings(text: &str) -> Vec<String> {
    let describe = |finding: Finding| {
        let Position { line, column } = finding.position;
        format!("{:?} {} {line}:{column}", finding.kind, finding.path)
    };
    match read(text, &LIMITS) {
        Ok(root) => panic!("{text:?} is accepted: {}", show(&root)),
        Err(found) => found.into_iter().map(describe).collect(),
    }
}

fn is_syntax(text: &str) -> bool {
    let found = read(text, &LIMITS).err().unwrap_or_default();
    matches!(found.as_slice(), [Finding { kind: FindingKind::Syntax, .. }])
}

#[test]
fn block_flow_json_comments_and_markers_are_one_document() {
    for text in [
        "a: 1\nb: [x, y]\n",
        "{a: 1, b: [x, y]}",
        "{\"a\":1,\"b\":[\"x\",\"y\"]}",
        "{\n  \"a\": 1,\n  \"b\": [\n    \"x\",\n    \"y\"\n  ]\n}\n",
        "---\na: 1\nb: [x, y]\n...\n",
        "--- {a: 1, b: [x, y]}\n... # end\n",
        "# top\na: 1 # one\nb:\n- x\n- y\n# end",
        "? a\n: 1\n? b\n: - x\n  - y\n",
        "'a': 1\n\"b\": ['x', \"y\"]\n",
        "a: 1\r\nb: [x,\r\n  y]\r\n",
        "\u{feff}a: 1\nb: [x, y]\n",
    ] {
        assert_eq!(tree(text), r#"{a=1d b=["x" "y"]}"#, "{text:?}");
    }
    assert_eq!(tree("---"), "null");
    assert_eq!(tree("hello"), "\"hello\"");
    assert_eq!(
        tree("a: one\n  two\nb: |\n  three\n  four\nc: >-\n  five\n  six"),
        r#"{a="one two" b="three\nfour\n" c="five six"}"#
    );
}

#[test]
fn b69_no_and_on_are_text_and_so_are_their_kin() {
    let text = "area: no\non: yes\na: 1_000\nb: 0b11\nc: 2026-08-01\nd: '1'\ne: \"true\"\nf: -0x1\ng: 1:30\nh: 'null'";
    assert_eq!(
        tree(text),
        r#"{area="no" on="yes" a="1_000" b="0b11" c="2026-08-01" d="1" e="true" f="-0x1" g="1:30" h="null"}"#
    );
}

#[test]
fn both_readers_agree_on_every_form_of_a_number() {
    let text = "[0, 7, 00, 017, +5, -0, -017, 5., .5, 7.0, 1.5E+2, 0o17, 0xFf, .inf, -.INF, 1e999, .nan, 1e-7, \
                18446744073709551616, 9007199254740993, 123456789012345678901234567890123456789012345, \
                0x1ffffffffffffffffffff, -9223372036854775809, 0o777777777777777777777777]";
    let shown = tree(text);
    assert!(shown.starts_with("[0d 7d 0 17 5 -0 -17 5 0.5 7 150 15 255 inf -inf inf NaN"), "{shown}");
}

#[test]
fn syntax_is_one_finding_about_the_whole() {
    for text in [
        "",
        "# nothing",
        "   \n",
        "a: 1\n---\n",
        "a: 1\n---\nb: 2\n",
        "a: 1\n...\n---\n",
        "%YAML 1.2\n---\na: 1\n",
        "%YAML 1.1\n---\na: 1\n",
        "%TAG ! tag:example,2026:\n---\na: 1\n",
        "%FOO bar\n---\na: 1\n",
        "a: 1\na: 2\n",
        "a: 1\n'a': 2\n",
        "{a: 1, \"a\": 2}",
        "x: {a: 1, a: 2}",
        "x: &a {a: 1, a: 2}",
        "x: [{a: 1, \"\\x61\": 2}]",
        "a:\n\tb: 1\n",
        "\ta: 1\n",
        "\ta: 1\n\tb: 2\n",
        " \ta: 1\n \tb: 2\n",
        "  a: 1\n \tb: 2\n",
        "\t- 1\n",
        "-\ta: 1\n  b: 2\n",
        "- \t- 1\n",
        "-\t- 1\n",
        "?\t- 1\n",
        "a: 1\n\tb: 2\n",
        "a: \"\\q\"",
        "a: [1, 2",
        "a: {b: 1",
        "a: 1\n b: 2\n",
        "a:\n  b: 1\n c: 2\n",
        "a: b: c",
        "a: @x",
        "a: `x`",
        "a: %x",
        "a: 'x",
        "a: \"x",
        "a: }",
        "a: ]",
        "a\nb: 1",
        "a: 1\rb: 2",
        "a: x\u{10f807}\u{7}",
        "a: \u{feff}b",
        "a: \"x\u{feff}\"",
        "a: 1 # \u{feff}",
        "a: \u{fffe}",
        "a: {\nb: 1\n}",
        "a: \"x\ny\"",
    ] {
        assert!(is_syntax(text), "{text:?}: {:?}", read(text, &LIMITS).map(|root| show(&root)));
    }
}

#[test]
fn b72_a_tab_is_a_finding_with_its_line_and_nothing_else() {
    assert_eq!(findings("a:\n  b: 1\n\tc: secret\n"), ["Syntax $ 3:1"]);
}

#[test]
fn features_are_found_at_their_node_and_keys_at_their_mapping() {
    for (text, expected) in [
        ("a: &x 1\nb: *x\n", vec!["Feature $.a", "Feature $.b"]),
        ("a: *nope\n", vec!["Feature $.a"]),
        ("a: &unused b", vec!["Feature $.a"]),
        ("&r a: 1\n", vec!["Feature $"]),
        ("&r\na: &x 1\n", vec!["Feature $"]),
        ("&r {a: &x 1}", vec!["Feature $"]),
        ("*r : 1\n", vec!["Feature $"]),
        ("!!str a: 1\n", vec!["Feature $"]),
        ("!x\na: 1\n", vec!["Feature $"]),
        (
            "a: !!str b\nc: !x {d: !y e}\nf: ! g\nh: !<tag:x> i\n",
            vec!["Feature $.a", "Feature $.c", "Feature $.f", "Feature $.h"],
        ),
        ("a: [1, !x 2, &y 3]", vec!["Feature $.a[1]", "Feature $.a[2]"]),
        ("<<: {a: 1}\n", vec!["Feature $"]),
        ("\"<<\": 1\n", vec!["Feature $"]),
        ("a: {'<<': 1}\n", vec!["Feature $.a"]),
        (": 1\n", vec!["Feature $"]),
        ("~: 1\n", vec!["Feature $"]),
        ("a: {null: 1, true: 2, 3: 4, 1.5: 6, .inf: 7, 0x1: 8}", vec!["Feature $.a"]),
        ("? [a, b]\n: &c d\ne: 1", vec!["Feature $"]),
        ("? {a: &b c}\n: 1\n", vec!["Feature $"]),
        ("1: &a b\nc: &d e\n", vec!["Feature $", "Feature $.c"]),
    ] {
        let found = findings(text);
        let found: Vec<_> = found.iter().filter_map(|f| f.rsplit_once(' ')).map(|(f, _)| f).collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn findings_come_with_line_and_column_in_the_order_of_the_text() {
    // The third finding has kind and path of the second.
    let text = "a: 1\r\nz:\r\n  - &x 1\r\nü: &y 2\r\n7: 3\r\n";
    assert_eq!(findings(text), ["Feature $.z[0] 3:8", "Feature $ 4:7"]);
}

#[test]
fn limits_are_found_at_the_node_that_exceeds_them() {
    let members = |count: usize| {
        (0..count).fold(String::new(), |mut text, n| {
            let _ = writeln!(text, "k{n}: 1");
            text
        })
    };
    assert!(read(&members(32), &LIMITS).is_ok());
    assert_eq!(findings(&members(33)), ["Limit $ 1:1"]);

    let nested = |count: usize| format!("p: {{{}}}", members(count).trim_end().replace('\n', ", "));
    assert!(read(&nested(16), &LIMITS).is_ok());
    assert_eq!(findings(&nested(17)), ["Limit $.p 1:4"]);

    let sequence = |count: usize| format!("p: [{}]", vec!["1"; count].join(","));
    assert!(read(&sequence(100), &LIMITS).is_ok());
    assert_eq!(findings(&sequence(101)), ["Limit $.p 1:4"]);
    let unlimited = Limits { entries: Some(usize::MAX), scalars: usize::MAX, ..LIMITS };
    assert!(read(&sequence(1000), &unlimited).is_ok());
    let without = Limits { entries: None, ..LIMITS };
    assert_eq!(read("a: [[1]]", &without).err().map(|found| found.len()), Some(2));

    let long = |count: usize| format!("p: {}\n{}: 1\n", "é".repeat(count), "k".repeat(600));
    assert!(read(&long(512), &LIMITS).is_ok());
    assert_eq!(findings(&long(513)), ["Limit $.p 1:4"]);

    let hundred = format!("[{}]", vec!["1"; 100].join(","));
    let many = |rest: &str| {
        format!("a: {hundred}\nb: {hundred}\nc: {hundred}\nd: {hundred}\ne: {hundred}\nf: [{rest}]")
    };
    assert!(read(&many("1,2,3,4,5,6,7,8,9,10,11,12"), &LIMITS).is_ok());
    assert_eq!(
        findings(&many("1,2,3,4,5,6,7,8,9,10,11,12,x,~")),
        ["Limit $.f[12] 6:32", "Limit $.f[13] 6:34"]
    );
}

#[test]
fn depth_is_counted_from_the_root_at_zero() {
    let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(&deep(8), &LIMITS).is_ok());
    assert_eq!(findings(&deep(9)), ["Limit $[0][0][0][0][0][0][0][0][0] 1:10"]);
    assert_eq!(findings(&deep(10)).len(), 2);
}

#[test]
fn b70_an_alias_ladder_is_refused_without_being_climbed() {
    let mut ladder = "a0: &a0 x\n".to_owned();
    for rung in 1..=30 {
        let _ = writeln!(ladder, "a{rung}: &a{rung} [*a{0}, *a{0}]", rung - 1);
    }
    let found = findings(&ladder);
    assert_eq!(found.first().map(String::as_str), Some("Feature $.a0 1:9"));
    assert_eq!(found.len(), 31, "what an anchored node holds is not visited");
}

#[test]
fn hostile_nesting_ends_the_walk_without_recursion() {
    for text in ["[".repeat(65_536), "{a: ".repeat(16_384), "- ".repeat(32_768), "? ".repeat(32_768)] {
        let found = read(&text, &LIMITS).err().unwrap_or_default();
        assert!(!found.is_empty() && found.len() <= 64);
    }
    let unbounded = Limits { depth: usize::MAX, ..LIMITS };
    let found = read(&"[".repeat(65), &unbounded).err().unwrap_or_default();
    assert!(matches!(found.as_slice(), [Finding { kind: FindingKind::Limit, .. }]));
}

#[test]
fn findings_are_bounded_in_number() {
    let text = format!("[{}]", "!x 1,".repeat(10_000));
    assert_eq!(read(&text, &LIMITS).err().map(|found| found.len()), Some(512));
}

#[test]
fn paths_hold_no_name_that_may_not_be_printed() {
    assert_eq!(findings("p: {\"a b\": &x 1, \"a.b\": &y 2, ü: &z 3}"), ["Feature $.p 1:15"]);
}

#[test]
fn raw_control_characters_are_characters_of_a_value() {
    assert_eq!(tree("a: x\ry\r\n\rb: \"\r\"\r\nc: d # \re: f"), "{a=\"x\\ry\" \rb=\"\\r\" c=\"d\"}");
    assert_eq!(tree("a: x\u{0}y\nb: \"\u{7}\u{9f}\"\nc: d"), "{a=\"x\\0y\" b=\"\\u{7}\\u{9f}\" c=\"d\"}");
}

#[test]
fn nodes_and_keys_know_their_place() {
    let root = read("\r\nü: [1,\r\n  x]\r\nb:\r\n  c: |\r\n    d\r\n", &LIMITS).expect("a document");
    let Value::Mapping(entries) = &root.value else { panic!("a mapping") };
    let place = |position: Position| (position.line, position.column);
    assert_eq!(place(root.position), (2, 1));
    let [first, second] = entries.as_slice() else { panic!("two members") };
    assert_eq!((place(first.position), place(first.value.position)), ((2, 1), (2, 4)));
    let Value::Sequence(items) = &first.value.value else { panic!("a sequence") };
    assert_eq!(items.iter().map(|item| place(item.position)).collect::<Vec<_>>(), [(2, 5), (3, 3)]);
    assert_eq!((place(second.position), place(second.value.position)), ((4, 1), (5, 3)));
}

#[test]
fn the_root_names_the_dialect() {
    for (text, dialect) in [
        ("version: 1\nfields: {}\n", Dialect::Legacy),
        ("fields: {}\n\"version\": 2\n", Dialect::Legacy),
        ("{version: 1}", Dialect::Legacy),
        ("a: &x {schema: 1}\nversion: *x\n", Dialect::Legacy),
        ("version: 1\nfields: [\n", Dialect::Legacy),
        ("schema: 1\nversion: 1\n", Dialect::Native),
        ("version: 1\nschema: 1\n", Dialect::Native),
        ("schema: 1\n", Dialect::Native),
        ("fields: {version: 1}\n", Dialect::Native),
        ("a: version\n", Dialect::Native),
        ("- version\n- 1\n", Dialect::Native),
        ("[version, 1]", Dialect::Native),
        ("a: 1\n---\nversion: 1\n", Dialect::Native),
        ("? [version]\n: 1\n", Dialect::Native),
        ("", Dialect::Native),
    ] {
        assert_eq!(dialect_of(text.as_bytes()), dialect, "{text:?}");
    }
    assert_eq!(dialect_of(b"version: 1\n# \xff"), Dialect::Legacy);
    assert_eq!(dialect_of(b"# \xff\nschema: 1\n"), Dialect::Native);
    let large = |root: &str| format!("{root}#{}\n", "\u{e9}".repeat(crate::desired::POLICY_BYTES));
    assert_eq!(dialect_of(large("version: 1\n").as_bytes()), Dialect::Legacy);
    assert_eq!(dialect_of(large("schema: 1\n").as_bytes()), Dialect::Native);
}

#[test]
fn quoted_keys_that_look_like_numbers_are_different_texts() {
    assert_eq!(
        tree("{\"1\": a, \"01\": b, '0x1': c, '': d, 'null': e, '~': f, 'true': g, \"1.0\": h, '+1': i}"),
        r#"{1="a" 01="b" 0x1="c" ="d" null="e" ~="f" true="g" 1.0="h" +1="i"}"#
    );
}
