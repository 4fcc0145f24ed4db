//! Many callers at once, against the demo GitHub: every answer right, in its
//! caller's order, and nothing left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde_json::{Value, json};

use crate::support::caller::{CALLS_A_ROUND, CALLS_TO_BEGIN, Caller, ROUNDS};
use crate::support::http::Program;
use crate::support::process::Process;
use crate::support::request;
use crate::support::stdio::Session;

const CALLERS: u64 = 64;

/// The rounds after which memory is looked at first: by then pools, caches and
/// the callers' connections have their size.
const WARM_ROUNDS: u64 = 8;

/// How much more memory the later rounds may leave resident: what the demo
/// itself keeps of their 768 comments and keys, and what the allocator holds
/// back. A leak of 4 KiB a call would be 24 MiB.
const MOST_GROWTH_KIB: u64 = 8 << 10;

/// Lets all callers make these rounds at once.
fn make(rounds: Range<u64>, callers: &mut [Caller]) {
    std::thread::scope(|scope| {
        for caller in callers {
            let rounds = rounds.clone();
            scope.spawn(move || rounds.for_each(|round| caller.round(round)));
        }
    });
}

#[test]
fn sixty_four_callers_make_ten_thousand_calls_without_an_error_a_leak_or_a_mix_up() {
    let program = Program::start(&["--demo"], &[]);
    let process = Process(program.pid());
    let descriptors = process.descriptors();
    let mut callers: Vec<Caller> = (0..CALLERS).map(|number| Caller::begin(number, program.port())).collect();
    let issues: BTreeSet<u64> = callers.iter().map(|caller| caller.issue.as_u64().unwrap()).collect();
    assert_eq!(issues.len(), 64, "every caller has an issue of its own");
    make(0..WARM_ROUNDS, &mut callers);
    let warm = process.resident();
    // One for each caller, and none for what they asked.
    assert_eq!(process.descriptors(), descriptors + callers.len());
    make(WARM_ROUNDS..ROUNDS, &mut callers);
    let after = process.resident();
    assert_eq!(process.descriptors(), descriptors + callers.len());
    assert!(after <= warm + MOST_GROWTH_KIB, "{warm} KiB, then {after} KiB");
    drop(callers);
    process.comes_back_to(descriptors);
    let log = program.log();
    let answered = log.lines().filter(|line| line.contains("outcome=\"ok\"")).count();
    let calls = CALLERS * (CALLS_TO_BEGIN + ROUNDS * CALLS_A_ROUND);
    assert!(calls > 10_000);
    assert_eq!(u64::try_from(answered).unwrap(), calls);
}

/// How many calls one host sends over standard input before it reads:
/// no more than the pipes hold.
const AT_ONCE: u64 = 100;

#[test]
fn calls_that_are_sent_at_once_over_standard_input_are_each_answered_once_with_their_own_answer() {
    let mut session = Session::demo(&[("GITHUB_ISSUES_MCP_LOG", "off")]);
    // The first seven issues of the demo differ from each other.
    let number = |id: u64| 1 + id % 7;
    for id in 0..AT_ONCE {
        let arguments = json!({ "owner": "acme", "repo": "widgets", "issue_number": number(id) });
        let params = json!({ "name": "github_get_issue", "arguments": arguments });
        session.say(&request(&json!(id), "tools/call", params).to_string());
    }
    let answers: BTreeMap<u64, Value> = (0..AT_ONCE)
        .map(|_| session.hear())
        .map(|answer| (answer["id"].as_u64().unwrap(), answer["result"]["structuredContent"].clone()))
        .collect();
    assert_eq!(answers.len(), 100, "no id twice");
    for (id, content) in answers {
        assert_eq!(content["issue"]["issue_number"], number(id), "{id}");
    }
    assert_eq!(session.end().stdout, "");
}
