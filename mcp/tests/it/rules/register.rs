//! What has to be shown, and which test shows it. A test is named after what it
//! shows: `rule_3_closed_schemas_…` shows the rule `3.closed-schemas`, `c12_c13_…`
//! two complaints, `v05_…` an exchange.

use std::collections::BTreeMap;

use super::sources::{Test, tests};

/// How a rule is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// By a test.
    Test,
    /// By a reader alone.
    Reader,
    /// Not at all: what it speaks of is not in this server. A test may show
    /// that it is not.
    Absent,
}

/// A rule of the contract towards agents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) id: &'static str,
    pub(super) kind: Kind,
    pub(super) asks: &'static str,
    /// Why it needs a reader or is not applicable; what a test leaves to a
    /// reader.
    pub(super) note: Option<&'static str>,
}

/// How an exchange was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transport {
    Http,
    Stdio,
}

/// The rules, in order.
pub(super) fn rules() -> Vec<Rule> {
    let rule = |line: &'static str| {
        let mut parts = line.split(" | ");
        let (id, kind, asks) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        let kind = match kind {
            "test" => Kind::Test,
            "reader" => Kind::Reader,
            "absent" => Kind::Absent,
            other => panic!("{id}: {other}"),
        };
        Rule { id, kind, asks, note: parts.next() }
    };
    include_str!("rules.txt").lines().map(rule).collect()
}

fn pairs(text: &'static str) -> Vec<(&'static str, &'static str)> {
    text.lines().map(|line| line.split_once(" | ").unwrap()).collect()
}

/// The complaints, in order.
pub(super) fn complaints() -> Vec<(&'static str, &'static str)> {
    pairs(include_str!("complaints.txt"))
}

/// The exchanges, in order.
pub(super) fn vectors() -> Vec<(&'static str, &'static str)> {
    pairs(include_str!("vectors.txt"))
}

/// The rule that a test is named after: of several that fit the longest.
pub(super) fn rule_of(name: &str, rules: &[Rule]) -> Option<&'static str> {
    let rest = name.strip_prefix("rule_")?;
    let fits = |rule: &&Rule| {
        let mut left = rest.chars();
        // The id, then a word of what is shown.
        rule.id.chars().all(|c| left.next() == Some(if c.is_ascii_alphanumeric() { c } else { '_' }))
            && left.next() == Some('_')
            && left.next().is_some()
    };
    rules.iter().filter(fits).map(|rule| rule.id).max_by_key(|id| id.len())
}

/// The complaints and exchanges at the beginning of a test's name.
pub(super) fn marks_of(name: &str) -> Vec<&str> {
    let is_mark = |part: &&str| {
        let digits = part.strip_prefix(['c', 'v']).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    name.split('_').take_while(is_mark).collect()
}

/// The names of the tests that show a rule, by its id.
pub(super) fn showing_rules(rules: &[Rule], tests: &[Test]) -> BTreeMap<&'static str, Vec<String>> {
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for test in tests {
        if let Some(id) = rule_of(&test.name, rules) {
            found.entry(id).or_default().push(test.name.clone());
        }
    }
    found
}

/// The tests that show a complaint or an exchange.
pub(super) fn showing_mark<'a>(mark: &str, tests: &'a [Test]) -> Vec<&'a Test> {
    tests.iter().filter(|test| marks_of(&test.name).contains(&mark)).collect()
}

/// The transports that a test of an exchange uses.
pub(super) fn transports(test: &Test) -> Vec<Transport> {
    let calls = |helper: &str| test.text.contains(&format!("{helper}("));
    match (calls("both") || calls("both_of"), calls("over_http"), calls("over_stdio")) {
        (true, _, _) | (_, true, true) => vec![Transport::Http, Transport::Stdio],
        (_, true, _) => vec![Transport::Http],
        (_, _, true) => vec![Transport::Stdio],
        _ => Vec::new(),
    }
}

#[test]
fn every_rule_has_a_test_or_a_reason() {
    let (rules, tests) = (rules(), tests());
    assert_eq!(rules.len(), 173);
    let shown = showing_rules(&rules, &tests);
    let mut open = Vec::new();
    for rule in &rules {
        let has_test = shown.contains_key(rule.id);
        let is_shown = if rule.kind == Kind::Test { has_test } else { rule.note.is_some() };
        if !is_shown {
            open.push(rule.id);
        }
    }
    assert!(open.is_empty(), "rules with neither a test that is named after them nor a reason: {open:?}");
}

#[test]
fn every_complaint_has_a_test() {
    let (complaints, tests) = (complaints(), tests());
    assert_eq!(complaints.len(), 27);
    let open: Vec<&str> =
        complaints.iter().map(|(id, _)| *id).filter(|id| showing_mark(id, &tests).is_empty()).collect();
    assert!(open.is_empty(), "complaints without a test that is named after them: {open:?}");
}

#[test]
fn every_exchange_has_a_test_over_both_transports() {
    let (vectors, tests) = (vectors(), tests());
    assert_eq!(vectors.len(), 24);
    for (id, _) in vectors {
        let used: Vec<Transport> = showing_mark(id, &tests).into_iter().flat_map(transports).collect();
        for transport in [Transport::Http, Transport::Stdio] {
            assert!(used.contains(&transport), "{id} is not driven over {transport:?}");
        }
    }
}

#[test]
fn every_name_of_a_test_names_what_there_is() {
    let rules = rules();
    let known: Vec<&str> = complaints().into_iter().chain(vectors()).map(|(id, _)| id).collect();
    for test in tests() {
        let name = &test.name;
        assert!(!name.starts_with("rule_") || rule_of(name, &rules).is_some(), "{name}: no such rule");
        let marks = marks_of(name);
        assert!(marks.iter().all(|mark| known.contains(mark)), "{name}: no such complaint or exchange");
        let rest = name.split('_').nth(marks.len());
        assert!(rest.is_some(), "{name} says nothing of what it shows");
    }
}

#[test]
fn names_of_tests_are_read_as_they_are_meant() {
    let rules = rules();
    let id = |name: &str| rule_of(name, &rules);
    assert_eq!(id("rule_1_name_is_one"), Some("1.name"));
    assert_eq!(id("rule_1_name_generic_is_none"), Some("1.name-generic"));
    assert_eq!(id("rule_9_fingerprint_format_is_pinned"), Some("9.fingerprint-format"));
    assert_eq!(id("rule_3_naming_"), None, "an id alone says nothing");
    assert_eq!(id("rule_3_no_such_rule"), None);
    assert_eq!(marks_of("v05_c15_a_limit_c16"), ["v05", "c15"]);
    assert!(marks_of("canary_c1").is_empty());
    let test = |text: &str| Test { name: String::new(), text: text.to_owned() };
    assert_eq!(transports(&test("over_http(&[], body)")), [Transport::Http]);
    assert_eq!(transports(&test("over_http(a); over_stdio(b)")).len(), 2);
    assert!(transports(&test("nothing")).is_empty());
}
