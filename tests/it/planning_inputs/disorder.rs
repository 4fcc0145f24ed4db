//! The same answers in another order.

use serde_json::Value as Json;
use yukh::diagnostic::Stage;

use crate::acquisition::fake::Run;

/// Every list that GitHub may order as it likes: values, labels, options,
/// edges, nodes; and the members of every object.
const STAGES: [Stage; 6] =
    [Stage::Repository, Stage::Project, Stage::Fields, Stage::Items, Stage::IssueTypes, Stage::Relationships];

/// The run with every list and every object of its answers in an order that
/// the seed decides.
pub(super) fn disordered(mut run: Run, seed: u64) -> Run {
    for stage in STAGES {
        run = run.change(stage, move |_, mut reply| {
            let mut json = reply.read();
            shuffle_lists(&mut json, seed);
            reply.body = reordered(&json, seed).into_bytes();
            reply
        });
    }
    run
}

/// The entries in an order that the seed decides.
pub(super) fn shuffle<T>(entries: &mut [T], seed: u64) {
    let mut state = seed | 1;
    for end in (1..entries.len()).rev() {
        state = next(state);
        entries.swap(end, (state >> 33) as usize % (end + 1));
    }
}

/// The number after a number.
pub(super) fn next(state: u64) -> u64 {
    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

/// The text of the same JSON with the members of every object in another
/// order.
fn reordered(json: &Json, seed: u64) -> String {
    match json {
        Json::Object(members) => {
            let mut members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{}:{}", Json::from(name.as_str()), reordered(value, seed)))
                .collect();
            shuffle(&mut members, seed);
            format!("{{{}}}", members.join(", "))
        }
        Json::Array(entries) => {
            let entries: Vec<String> = entries.iter().map(|entry| reordered(entry, seed)).collect();
            format!("[{}]", entries.join(" ,"))
        }
        other => other.to_string(),
    }
}

fn shuffle_lists(json: &mut Json, seed: u64) {
    match json {
        Json::Object(members) => members.values_mut().for_each(|value| shuffle_lists(value, seed)),
        Json::Array(entries) => {
            entries.iter_mut().for_each(|entry| shuffle_lists(entry, seed));
            shuffle(entries, seed);
        }
        _ => {}
    }
}
