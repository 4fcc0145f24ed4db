//! Provider order, page borders and the order of members never show.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::Value as Json;
use yukh::diagnostic::Stage;
use yukh::observed::{IssueObservation, Snapshot};

use super::fake::Run;
use crate::support::world::{Place, World};

fn world() -> World {
    let mut world = World::organization();
    for issue in 10..40 {
        world.add_issue(issue);
    }
    world.item(11).archived = true;
    world.issue(3).labels = ["soil", "sun", "frost"].map(str::to_owned).to_vec();
    for blocked in 10..20 {
        world.add_dependency(3, blocked);
    }
    world.add_dependency(Place::elsewhere("acme-garden/orchard", 2), 3);
    world.set_parent(3, 1);
    world
}

fn run(world: World) -> Run {
    let mut run = Run::of(world, [1, 2, 3, 11, 12, 99]);
    run.selection.issue_types = true;
    run
}

/// The fingerprints of the snapshot and of each live item.
fn fingerprints(snapshot: &Snapshot) -> Vec<String> {
    let items = snapshot.issues().filter_map(|(_, observation)| match observation {
        IssueObservation::Present(item) => Some(item.fingerprint().to_owned()),
        IssueObservation::Missing(_) => None,
    });
    std::iter::once(snapshot.fingerprint().to_owned()).chain(items).collect()
}

/// The entries in an order that the seed decides.
fn shuffle<T>(entries: &mut [T], seed: u64) {
    let mut state = seed | 1;
    for end in (1..entries.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        entries.swap(end, (state >> 33) as usize % (end + 1));
    }
}

/// The same JSON with the members of every object in another order.
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

/// Shuffles what GitHub does not order: values, labels, options, edges, nodes.
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

static EXPECTED: LazyLock<Vec<String>> = LazyLock::new(|| fingerprints(&run(world()).snapshot()));

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn provider_order_page_borders_and_key_order_never_change_a_fingerprint(
        seed in any::<u64>(),
        page_size in 3_usize..40,
        wordings in any::<[bool; 6]>(),
    ) {
        let mut shuffled = world();
        shuffle(&mut shuffled.project.items, seed);
        shuffle(&mut shuffled.project.fields, seed);
        shuffled.wording.page_size = page_size;
        shuffled.wording.field_page_size = page_size;
        let [commas, numeric, relations, repository, null, by_url] = wordings;
        shuffled.wording.encoded_commas = commas;
        shuffled.wording.numeric_owner = numeric;
        shuffled.wording.more_relations = relations;
        shuffled.wording.content_repository = repository || !by_url;
        shuffled.wording.repository_url = by_url;
        shuffled.wording.unset_is_null = null;
        let mut other = run(shuffled);
        for stage in [Stage::Fields, Stage::Items, Stage::IssueTypes, Stage::Relationships] {
            other = other.change(stage, move |_, mut reply| {
                let mut json = reply.read();
                shuffle_lists(&mut json, seed);
                reply.body = reordered(&json, seed).into_bytes();
                reply
            });
        }
        prop_assert_eq!(&fingerprints(&other.snapshot()), &*EXPECTED);
    }

    #[test]
    fn no_answer_of_any_shape_ends_in_a_panic(body in "\\PC{0,64}", cut in 0_usize..4_000) {
        let mut small = World::organization();
        small.add_dependency(1, 2);
        for stage in [Stage::Repository, Stage::Project, Stage::Fields, Stage::Items, Stage::Relationships] {
            let text = body.clone();
            let broken = Run::of(small.clone(), [1]).change(stage, move |_, mut reply| {
                reply.body = text.clone().into_bytes();
                reply
            });
            prop_assert!(broken.read().is_err());
            let truncated = Run::of(small.clone(), [1]).change(stage, move |_, mut reply| {
                let length = reply.body.len().saturating_sub(1).min(cut);
                reply.body.truncate(length);
                reply
            });
            prop_assert!(truncated.read().is_err());
        }
    }
}

#[test]
fn a_change_of_any_planning_input_changes_the_fingerprint() {
    let expected = run(world()).snapshot().fingerprint().to_owned();
    let changes: [fn(&mut World); 8] = [
        |world| world.issue(3).labels.push("seed".to_owned()),
        |world| world.issue(3).body = Some("another".to_owned()),
        |world| world.issue(3).updated_at = "2026-03-02T08:00:00Z".to_owned(),
        |world| {
            world.item(3).set("Estimate", 8.0);
        },
        |world| world.field("Priority").options.push("Low as can be".to_owned()),
        |world| world.add_dependency(3, 21),
        |world| world.item(12).archived = true,
        |world| world.remove_issue(39),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut changed = world();
        change(&mut changed);
        assert_ne!(run(changed).snapshot().fingerprint(), expected, "change {at}");
    }
}

#[test]
fn nothing_of_an_answer_is_in_a_debugged_snapshot() {
    let shown = format!("{:?}", run(world()).snapshot());
    for secret in ["I_kwDO", "PVTI_", "R_kgDO", "soil", "Task", "Week 10"] {
        assert!(!shown.contains(secret), "{secret}");
    }
}
