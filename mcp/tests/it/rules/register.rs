//! What has to be shown, and which test shows it. A test is named after what it
//! shows: `rule_3_closed_schemas_…` shows the rule `3.closed-schemas`, `c12_c13_…`
//! two complaints, `v05_…` an exchange.

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
pub(super) fn rule_of<'a>(name: &str, rules: &'a [Rule]) -> Option<&'a Rule> {
    let fits = |rule: &&Rule| {
        let stem = format!("rule_{}_", rule.id.replace(['.', '-'], "_"));
        name.strip_prefix(&stem).is_some_and(|rest| !rest.is_empty())
    };
    rules.iter().filter(fits).max_by_key(|rule| rule.id.len())
}

/// The complaints and exchanges at the beginning of a test's name.
pub(super) fn marks_of(name: &str) -> Vec<&str> {
    let is_mark = |part: &&str| {
        let digits = part.strip_prefix(['c', 'v']).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    name.split('_').take_while(is_mark).collect()
}

/// The names of the tests that show a rule.
pub(super) fn showing_rule(id: &str, rules: &[Rule], tests: &[Test]) -> Vec<String> {
    let shows = |test: &&Test| rule_of(&test.name, rules).is_some_and(|rule| rule.id == id);
    tests.iter().filter(shows).map(|test| test.name.clone()).collect()
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
    let mut open = Vec::new();
    for rule in &rules {
        let has_test = !showing_rule(rule.id, &rules, &tests).is_empty();
        let is_shown = if rule.kind == Kind::Test { has_test } else { rule.note.is_some() };
        if !is_shown {
            open.push(rule.id);
        }
    }
    assert_eq!(open, OPEN, "rules with neither a test that is named after them nor a reason");
}

/// Rules that no test shows yet.
const OPEN: &[&str] = &[
    "1.name",
    "1.name-generic",
    "1.auth-model",
    "1.cred-modes",
    "1.implicit-state",
    "1.observability",
    "1.metadata-contract",
    "1.display-metadata",
    "1.negotiated-caps",
    "1.spec-revision",
    "1.auth-repair",
    "2.summary",
    "2.discover-first",
    "2.instructions-advisory",
    "2.negative-scope",
    "2.rules-then-context",
    "2.compact-baseline",
    "2.pd-reduction",
    "2.completion",
    "2.token-rules",
    "2.client-variance",
    "2.index-not-bodies",
    "2.surface-is-contract",
    "2.resource-catalog",
    "2.fingerprint-in-discovery",
    "2.auth-scoped-stable",
    "3.naming",
    "3.verbs",
    "3.constraint-separation",
    "3.param-names",
    "3.strict-types",
    "3.dialect",
    "3.portable-schema",
    "3.output-schema-scope",
    "3.structured-default",
    "3.advertised-fields",
    "3.content-types",
    "3.declare-effects",
    "3.mutation-scope",
    "3.document-reading",
    "3.annotations-not-security",
    "3.annotation-visibility",
    "3.dispatched-vs-applied",
    "3.task-completing",
    "3.hide-steps",
    "3.failure-contract",
    "3.declare-params",
    "3.code-exec-clients",
    "3.ap-endpoint-wrapping",
    "3.ap-prose-effects",
    "3.ap-mode-annotations",
    "3.sec-untrusted-content",
    "3.sec-sanitize",
    "3.sec-exfiltration",
    "3.sec-least-privilege",
    "3.sec-confirmation",
    "3.sec-handle-modes",
    "4.uri-stable",
    "4.uri-nouns",
    "4.index-vs-body",
    "4.summary-first",
    "4.triage-metadata",
    "4.templates",
    "4.template-completion",
    "4.short-summaries",
    "4.description-constraints",
    "4.failure-contract",
    "4.jsonrpc-errors",
    "4.tool-fallback",
    "4.token-rules",
    "4.write-is-tool",
    "5.optional",
    "6.symbolic-codes",
    "6.jsonrpc-code-allocation",
    "6.code-changes-breaking",
    "6.field-feedback",
    "6.repair-hints",
    "6.repair-intent",
    "6.capability-missing",
    "6.tool-errors",
    "6.resource-errors",
    "6.name-carrier",
    "6.details-field",
    "6.presence",
    "6.repair-object",
    "6.no-recoverable",
    "7.execution-mode",
    "7.cancellation",
    "8.concise-default",
    "8.detail-row-count",
    "8.cursor-pagination",
    "8.native-pagination",
    "8.cacheable-results",
    "8.filters",
    "8.truncation",
    "8.identifier-roles",
    "8.per-capability-detail",
    "8.strip-nulls",
    "8.locale-independent",
    "8.ap-response-format",
    "8.ap-fixed-prose",
    "9.fingerprint",
    "9.deterministic-order",
    "9.fingerprint-additive",
    "9.deprecation-semantics",
    "9.deprecated-discoverable",
    "9.additive-direction",
    "9.rename",
    "9.stability-tiers",
    "9.deprecation-marker",
    "9.error-codes",
];

#[test]
fn every_complaint_has_a_test() {
    let (complaints, tests) = (complaints(), tests());
    assert_eq!(complaints.len(), 27);
    let open: Vec<&str> =
        complaints.iter().map(|(id, _)| *id).filter(|id| showing_mark(id, &tests).is_empty()).collect();
    assert_eq!(open, OPEN_COMPLAINTS, "complaints without a test that is named after them");
}

/// Complaints that no test shows yet.
const OPEN_COMPLAINTS: &[&str] = &["c2", "c3", "c4", "c11", "c19", "c27"];

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
    let id = |name: &str| rule_of(name, &rules).map(|rule| rule.id);
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
