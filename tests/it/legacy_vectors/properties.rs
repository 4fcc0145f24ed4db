//! What holds for every legacy policy and every issue body.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use yukh::desired::{Policy, Reading};
use yukh::diagnostic::{Code, Failure};
use yukh::scope::IssueNumber;

/// The members of `fields` in the policy of these tests.
const FIELDS: [&str; 7] = [
    "  area: {project_field: Area, required: true}",
    "  kind:\n    project_field: Work Type\n    target: issue_type\n    values: {task: Task, bug: Bug}\n    labels: {bug: bug}",
    "  priority: {project_field: Priority, values: {p1: High, p2: High}}",
    "  estimate: {project_field: Estimate, type: number}",
    "  due: {project_field: Due, type: date}",
    "  status: {project_field: Status, derived: true}",
    "  team: {project_field: Team, target: issue_field, labels: {core: team-core}}",
];

/// The other members of its root.
const MEMBERS: [&str; 4] = [
    "version: 1",
    "contract:\n  marker: yukh\n  schema: 1",
    "milestones: {m1: First, m2: Second}",
    "safety: {fail_on_unknown_values: true}",
];

/// The lines of a block that uses all of it.
const BLOCK: &str = "Intro
<!-- yukh
schema: 1
kind: bug
area: runtime
priority: p2
estimate: 2.5
milestone: m2
parent: 3
depends_on: [9, 2, 9]
blocks: [4]
extensions: {due: 2026-03-01, team: core}
-->
outro";

/// What a text is made of that comes close to a policy or a body.
const PIECES: [&str; 34] = [
    "<!-- yukh",
    "<!--yukh",
    "-->",
    "\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    "schema: 1",
    "version: 1",
    "contract:",
    "marker: yukh",
    "fields:",
    "kind: task",
    "area: a",
    "priority: p1",
    "estimate: ",
    "project_field: ",
    "{",
    "}",
    "[",
    "]",
    ": ",
    ", ",
    "- ",
    "'",
    "\"",
    "|",
    "&a ",
    "*a",
    "!!str ",
    "é\u{202e}",
    "1e400",
];

fn policy(members: &[&str], fields: &[&str]) -> String {
    format!("{}\nfields:\n{}\n", members.join("\n"), fields.join("\n"))
}

fn read(policy: &str, body: &str) -> Result<Reading, Failure> {
    Policy::parse(policy.as_bytes())?.read(body, IssueNumber::new(1).unwrap())
}

/// Text out of pieces, and text of any kind.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat());
    prop_oneof![pieces, any::<String>()]
}

/// The block with one of its places replaced by some text.
fn damaged_blocks() -> impl Strategy<Value = String> {
    (0..BLOCK.len(), 0..20_usize, texts()).prop_map(|(start, length, text)| {
        let end = (start + length).min(BLOCK.len());
        format!("{}{text}{}", &BLOCK[..start], &BLOCK[end..])
    })
}

proptest! {
    // A case reads whole documents; more of them are a matter for fuzzing.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_body_is_too_strange_to_be_read(body in prop_oneof![texts(), damaged_blocks()]) {
        match read(&policy(&MEMBERS, &FIELDS), &body) {
            Ok(reading) => prop_assert!(reading.desired.is_some() || !body.contains("<!-- yukh\n")),
            Err(failure) => prop_assert!(failure.diagnostics().all(|found| found.code() == Code::Legacy001)),
        }
    }

    #[test]
    fn no_policy_is_too_strange_to_be_judged(
        start in prop_oneof![Just("version: 1\n"), Just("")],
        text in texts(),
        bytes in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let file = [start.as_bytes(), text.as_bytes(), &bytes].concat();
        if let Err(failure) = Policy::parse(&file) {
            prop_assert!(failure.diagnostics().count() > 0);
        }
    }

    #[test]
    fn the_order_of_a_policys_members_means_nothing(
        members in Just(MEMBERS.to_vec()).prop_shuffle(),
        fields in Just(FIELDS.to_vec()).prop_shuffle(),
    ) {
        let sorted = read(&policy(&MEMBERS, &FIELDS), BLOCK).unwrap();
        prop_assert_eq!(read(&policy(&members, &fields), BLOCK).unwrap(), sorted);
    }

    #[test]
    fn b53_line_ends_mean_nothing(windows in prop::collection::vec(any::<bool>(), BLOCK.lines().count())) {
        let mixed: String = BLOCK
            .lines()
            .zip(windows)
            .map(|(line, windows)| format!("{line}{}", if windows { "\r\n" } else { "\n" }))
            .collect();
        let plain = policy(&MEMBERS, &FIELDS);
        let crossed = plain.replace('\n', "\r\n");
        prop_assert_eq!(read(&crossed, &mixed).unwrap(), read(&plain, BLOCK).unwrap());
    }

    #[test]
    fn fields_that_are_left_out_change_nothing_else(kept in subsequence(FIELDS.to_vec(), 0..=FIELDS.len())) {
        let all = read(&policy(&MEMBERS, &FIELDS), BLOCK).unwrap().desired.unwrap();
        let fields = if kept.is_empty() { vec!["  {}"] } else { kept };
        let some = read(&policy(&MEMBERS, &fields), BLOCK).unwrap().desired.unwrap();
        prop_assert!(some.values.iter().all(|value| all.values.contains(value)));
        prop_assert!(some.labels.desired.is_subset(&all.labels.desired));
        prop_assert_eq!(some.milestone, all.milestone);
    }
}
