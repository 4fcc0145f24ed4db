//! A comparison that can not fail is worth nothing: each planning input is
//! changed on one side only, and the comparison has to tell exactly that.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value as Json;
use yukh::desired::Policy;
use yukh::diagnostic::Failure;
use yukh::observed::Snapshot;
use yukh::report::{Comparison, ComparisonStatus, Pair};
use yukh::run::{CompareOrder, compare};
use yukh::scope::Transport;

use super::changes::{Change, changes, legacy, native};
use crate::planning_inputs;
use crate::recordings::Case;
use crate::recordings::record::sorted;

/// What a comparison of two reads says: its status, and each difference as a
/// line of JSON.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    status: &'static str,
    differences: Vec<String>,
}

type Read = Result<Snapshot, Failure>;

fn said(sides: [&Read; 2], policy: &Policy) -> Said {
    let pair = match sides {
        [Ok(first), Ok(second)] => {
            let order = CompareOrder { policy, require_contract: false };
            match compare([first, second], order) {
                Ok(issues) => Pair::read(issues),
                Err(failure) => {
                    let code = failure.code().as_str().to_owned();
                    return Said { status: "refused", differences: vec![code] };
                }
            }
        }
        [first, second] => Pair::unread([first, second].map(|side| side.as_ref().err().cloned())),
    };
    let comparison = Comparison::of_readers(vec![pair]).unwrap();
    let mut json: Json = serde_json::from_str(&comparison.object()).unwrap();
    let pair = json["comparisons"][0].take();
    let issues = pair["issues"].as_array().unwrap().iter();
    let of_issue = issues.flat_map(|issue| issue["differences"].as_array().unwrap());
    let mut differences: Vec<String> =
        of_issue.map(|difference| sorted(difference.clone()).to_string()).collect();
    for side in ["v1", "v2"] {
        if let Some(found) = pair["diagnostics"][side].as_array() {
            differences.extend(found.iter().map(|found| format!("{side}: {}", found["code"])));
        }
    }
    Said { status: comparison.status().as_str(), differences }
}

/// The same with the names of the sides exchanged, in an order of its own.
fn exchanged(said: &Said) -> (&'static str, BTreeSet<String>) {
    let exchange = |text: &String| {
        let text = text.replace("\"v1\"", "\"v0\"").replace("\"v2\"", "\"v1\"").replace("\"v0\"", "\"v2\"");
        // Whether members are sorted depends on the build.
        let json: Result<Json, _> = serde_json::from_str(&text);
        json.map_or(text, |json| sorted(json).to_string())
    };
    (said.status, said.differences.iter().map(exchange).collect())
}

fn read(case: &Case) -> [Read; 2] {
    [Transport::GraphqlV1, Transport::RestV2].map(|transport| case.side(transport).snapshot)
}

/// Both comparisons with one side changed, after checking that they say the
/// same of it.
fn told(change: &Change, case: &Case, [v1, v2]: [&Read; 2]) -> Said {
    let mut changed = case.clone();
    (change.make)(&mut changed);
    let [other_v1, other_v2] = read(&changed);
    let policy = case.parsed_policy();
    let on_v1 = said([&other_v1, v2], &policy);
    let on_v2 = said([v1, &other_v2], &policy);
    if !change.is_of_one_reader {
        let sorted = (on_v2.status, on_v2.differences.iter().cloned().collect());
        assert_eq!(exchanged(&on_v1), sorted, "{}: one side says something else", change.input);
        let both = said([&other_v1, &other_v2], &policy);
        assert!(["equal", "deferred"].contains(&both.status), "{}: changed on both: {both:?}", change.input);
    }
    on_v2
}

#[test]
fn each_planning_input_that_differs_on_one_side_is_told_and_nothing_else_is() {
    let mut page = String::new();
    let bases = [native(), legacy()];
    let reads = bases.each_ref().map(read);
    for (base, reads) in bases.iter().zip(&reads) {
        let same = said([&reads[0], &reads[1]], &base.parsed_policy());
        assert_eq!(
            same,
            Said { status: ComparisonStatus::Equal.as_str(), differences: Vec::new() },
            "{}",
            base.name
        );
    }
    for change in changes() {
        let at = usize::from(change.dialect == yukh::desired::Dialect::Legacy);
        let Said { status, differences } = told(&change, &bases[at], [&reads[at][0], &reads[at][1]]);
        assert_eq!(status == "equal", change.why_equal.is_some(), "{}: {differences:?}", change.input);
        let why = change.why_equal.map(|why| format!(": {why}")).unwrap_or_default();
        let _ = writeln!(page, "{} ({:?}): {status}{why}", change.input, change.dialect);
        for difference in differences {
            let _ = writeln!(page, "    {difference}");
        }
    }
    insta::assert_snapshot!("changed_inputs", page);
}

#[test]
fn every_planning_input_is_changed() {
    let changed: BTreeSet<&str> = changes().iter().map(|change| change.input).collect();
    assert_eq!(changed, planning_inputs::names().into_iter().collect());
    assert!(!changed.is_empty());
}
