//! What never shows: page borders, provider order, what planning does not use,
//! and the state of the cache.

use proptest::prelude::*;
use yukh::github::Cache;

use super::boards::{Board, FIRST_FILLER, boards};
use super::disorder::{disordered, shuffle};
use super::unused::replaced;
use super::{Seen, run, seen};
use crate::acquisition::fake::Run;
use crate::caching::{Aged, STALE};
use crate::support::world::{Content, Place, World};

/// The most pages of one list.
const PAGES: usize = 20;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 40, ..ProptestConfig::default() }
}

/// Cuts every list of the world into other pages.
fn cut(world: &mut World, items: usize, fields: usize, edges: usize) {
    world.wording.page_size = items.max(world.project.items.len().div_ceil(PAGES));
    world.wording.field_page_size = fields.max(world.project.fields.len().div_ceil(PAGES));
    // A connection has one page in the batch and one behind it.
    let longest = world.dependencies.len().max(world.parents.len());
    world.wording.edges = Some(edges.max(longest.div_ceil(2)));
}

/// Says the same in the other words that GitHub has for it.
fn word(world: &mut World, [commas, numeric, relations, repository, url, null]: [bool; 6]) {
    world.wording.encoded_commas = commas;
    world.wording.numeric_owner = numeric;
    world.wording.more_relations = relations;
    world.wording.content_repository = repository || !url;
    world.wording.repository_url = url;
    world.wording.unset_is_null = null;
}

/// Changes everything about what nobody asked for, and what is no issue of the
/// repository; the numbers of its issues stay.
fn change_the_others(world: &mut World, fillers: u64) {
    for number in FIRST_FILLER..FIRST_FILLER + fillers {
        let item = world.item(number);
        item.archived = number % 2 == 0;
        item.updated_at = "2026-03-05T08:00:00Z".to_owned();
        item.body("<!-- yukh:issue:v1\nschema: 2\n-->").set("Area", "Climate").set("Estimate", 8.0);
        let issue = world.issue(number);
        issue.updated_at = "2026-03-06T08:00:00Z".to_owned();
        issue.labels.push("frost".to_owned());
        issue.closed = !issue.closed;
    }
    world.project.items.retain(|item| item.issue().is_some_and(|issue| issue.at.repository.is_none()));
    for number in 91..94 {
        world.add_pull_request(number);
        world.add(Content::Draft { id: 64_000 + number, title: "Another idea".to_owned() });
        world.add_issue(Place::elsewhere("acme-garden/meadow", number));
    }
    world.project.title = "Another year".to_owned();
    let iterations = &mut world.field("Iteration").iterations;
    iterations.push(("Week 12".to_owned(), "2026-03-16".to_owned()));
}

/// The dates of the answers that no decision makes an input.
fn redate(run: Run) -> Run {
    use yukh::diagnostic::Stage::{Fields, IssueTypes, Project, Repository};
    let date = "2026-03-07T08:00:00Z";
    run.edit(Repository, move |answer| answer["updated_at"] = date.into())
        .edit(Project, move |answer| answer["updated_at"] = date.into())
        .edit(Fields, move |fields| fields[0]["updated_at"] = date.into())
        .edit(IssueTypes, move |types| types[0]["updated_at"] = date.into())
}

/// What a read with the cache shows. A page that changed behind one that did
/// not ends a read, and the next one is whole.
fn cached(run: &Run, board: &Board, cache: &Cache) -> Seen {
    let policy = super::run(board, run.world.clone()).1;
    let read = || {
        run.log();
        run.read_with(cache)
    };
    let snapshot = read().or_else(|_| read()).unwrap();
    Seen::of(&snapshot, &policy)
}

proptest! {
    #![proptest_config(config(6))]

    #[test]
    fn page_borders_and_provider_order_change_neither_fingerprint_nor_plan(
        board in boards(90),
        seed in any::<u64>(),
        (items, fields, edges) in (1_usize..=100, 1_usize..=100, 1_usize..=100),
        wordings in any::<[bool; 6]>(),
    ) {
        let mut world = board.world();
        let expected = seen(&board, world.clone());
        shuffle(&mut world.project.items, seed);
        shuffle(&mut world.project.fields, seed);
        cut(&mut world, items, fields, edges);
        word(&mut world, wordings);
        let (run, policy) = run(&board, world);
        prop_assert_eq!(Seen::of(&disordered(run, seed).snapshot(), &policy), expected);
    }

    #[test]
    fn what_planning_does_not_use_changes_neither_fingerprint_nor_plan(
        board in boards(20),
        seed in any::<u64>(),
    ) {
        let mut world = board.world();
        let expected = seen(&board, world.clone());
        change_the_others(&mut world, board.fillers);
        let (run, policy) = run(&board, world);
        prop_assert_eq!(Seen::of(&replaced(redate(run), seed).snapshot(), &policy), expected);
    }

    #[test]
    fn the_state_of_the_cache_changes_neither_fingerprint_nor_plan(
        board in boards(20),
        page_size in 1_usize..=100,
        ages in prop::collection::vec(0_u64..4_000, 1..4),
    ) {
        let mut world = board.world();
        cut(&mut world, page_size, page_size, 100);
        let (mut run, _) = run(&board, world.clone());
        let expected = seen(&board, world.clone());
        let aged = Aged::new();
        prop_assert_eq!(&cached(&run, &board, &aged.cache), &expected, "cold");
        prop_assert_eq!(&cached(&run, &board, &aged.cache), &expected, "fresh");
        aged.age(STALE);
        prop_assert_eq!(&cached(&run, &board, &aged.cache), &expected, "stale and confirmed");
        for age in ages {
            aged.age(age);
            prop_assert_eq!(&cached(&run, &board, &aged.cache), &expected, "{} seconds later", age);
        }
        run.world.add_issue(95);
        aged.age(STALE);
        let changed = cached(&run, &board, &aged.cache);
        prop_assert_eq!(&changed, &seen(&board, run.world.clone()), "stale and changed");
        prop_assert_ne!(&changed.fingerprint, &expected.fingerprint);
        run.world = world;
        aged.age(STALE);
        prop_assert_eq!(&cached(&run, &board, &aged.cache), &expected, "changed back");
    }
}

#[test]
fn the_boards_are_worth_reading() {
    use proptest::strategy::ValueTree as _;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut ends = String::new();
    let mut batches = 0;
    for _ in 0..20 {
        let board = boards(0).new_tree(&mut runner).unwrap().current();
        let (run, policy) = run(&board, board.world());
        ends += &Seen::of(&run.snapshot(), &policy).ends.join("\n");
        batches += run.count(yukh::diagnostic::Stage::Relationships);
    }
    for word in [
        "Absent",
        "Archived",
        "NoContract",
        "\"executable\":true",
        "set_field_value",
        "set_issue_type",
        "set_issue_field",
        "add_label",
        "remove_label",
        "set_milestone",
        "set_parent",
        "add_dependency",
        "preserve_dependency",
        "YKP-GRAPH-",
    ] {
        assert!(ends.contains(word), "no board shows {word}");
    }
    assert!((1..20).contains(&batches), "{batches}");
}
