//! What is confirmed, what is replaced, and what is dropped.

use serde_json::Value as Json;
use yukh::diagnostic::{Code, Failure, Stage};
use yukh::github::{Effect, Kept, acquire_with};
use yukh::scope::IssueSet;

use super::{Aged, Log, STALE, block_on, read};
use crate::acquisition::fake::{Run, number, numbers, parts};
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

use Stage::{Fields, IssueTypes, Items, Project, Relationships, Repository};

/// A board of three item pages whose first issue blocks another one.
fn board() -> Run {
    let mut world = World::organization();
    for issue in 100..130 {
        world.add_issue(issue);
    }
    world.add_dependency(1, 3);
    world.wording.page_size = 13;
    let mut run = Run::of(world, [1, 2, 3, 120, 999]);
    run.selection.issue_types = true;
    run
}

const COLD: [Stage; 8] = [Repository, Project, Fields, Items, Items, Items, Relationships, IssueTypes];

/// What a read asks: the stages, the requests with a condition, and those that
/// were confirmed.
fn asks(run: &Run, aged: &Aged) -> (Vec<Stage>, u32, u32) {
    run.read_with(&aged.cache).unwrap();
    run.log()
}

#[test]
fn each_effect_forgets_what_it_may_have_changed() {
    let expected: [(Effect, &[Stage]); 3] = [
        (Effect::Item, &[Items, Items, Items]),
        (Effect::Relationships, &[Items, Items, Items, Relationships]),
        (Effect::Schema, &COLD),
    ];
    for (effect, stages) in expected {
        let (run, aged) = (board(), Aged::new());
        assert_eq!(asks(&run, &aged), (COLD.to_vec(), 0, 0));
        assert_eq!(asks(&run, &aged).0, []);
        aged.cache.invalidate(effect);
        assert_eq!(asks(&run, &aged), (stages.to_vec(), 0, 0), "{effect:?}");
        // What was stale is forgotten too: no condition leads back to it.
        aged.age(STALE);
        aged.cache.invalidate(effect);
        let confirmed = COLD.len() - stages.len() - usize::from(!stages.contains(&Relationships));
        assert_eq!(asks(&run, &aged), (COLD.to_vec(), confirmed as u32, confirmed as u32), "{effect:?}");
    }
}

#[test]
fn a_mutation_is_seen_at_once_after_its_invalidation_and_not_before() {
    let (mut run, aged) = (board(), Aged::new());
    let before = run.read_with(&aged.cache).unwrap();
    run.world.item(3).set("Estimate", 8.0);
    let cached = run.read_with(&aged.cache).unwrap();
    assert_eq!(cached.fingerprint(), before.fingerprint());
    aged.cache.invalidate(Effect::Item);
    let after = run.read_with(&aged.cache).unwrap();
    // The next read is another run, with a budget of its own.
    run.log();
    assert_eq!(after.fingerprint(), run.snapshot().fingerprint());
}

#[test]
fn after_an_hour_nothing_is_asked_on_condition() {
    let (run, aged) = (board(), Aged::new());
    asks(&run, &aged);
    aged.age(3_599);
    assert_eq!(asks(&run, &aged), (COLD.to_vec(), 7, 7));
    aged.age(3_600);
    assert_eq!(asks(&run, &aged), (COLD.to_vec(), 0, 0));
}

#[test]
fn a_first_page_that_changed_is_followed_by_a_whole_read() {
    let (mut run, aged) = (board(), Aged::new());
    run.read_with(&aged.cache).unwrap();
    run.log();
    run.world.issue(1).labels.push("frost".to_owned());
    aged.age(STALE);
    let snapshot = run.read_with(&aged.cache).unwrap();
    // Repository, Project, fields and issue types are confirmed; the first
    // page of the items is not, and no page after it is asked on condition.
    assert_eq!(run.log(), (COLD.to_vec(), 5, 4));
    assert_eq!(snapshot.fingerprint(), run.snapshot().fingerprint());
    run.log();
    assert_eq!(asks(&run, &aged).0, []);
}

#[test]
fn a_later_page_that_changed_drops_candidate_and_entry() {
    let (mut run, aged) = (board(), Aged::new());
    run.read_with(&aged.cache).unwrap();
    run.world.issue(120).labels.push("frost".to_owned());
    aged.age(STALE);
    run.log();
    let failure = run.read_with(&aged.cache).map(|_| ()).unwrap_err();
    assert_eq!(failure.code(), Code::Snapshot001);
    assert_eq!(run.log(), ([&COLD[..6]].concat(), 6, 5));
    // The next run reads the items whole, and is right.
    let snapshot = run.read_with(&aged.cache).unwrap();
    assert_eq!(run.log(), (vec![Items, Items, Items, Relationships, IssueTypes], 1, 1));
    assert_eq!(snapshot.fingerprint(), run.snapshot().fingerprint());
}

#[test]
fn a_list_that_grew_or_shrank_by_a_whole_page_is_read_anew_by_the_next_run() {
    // 36 items on full pages: the bodies of the pages that stay do not change.
    for (page_size, pages) in [(36, 1), (12, 3)] {
        let (mut run, aged) = (board(), Aged::new());
        run.world.wording.page_size = page_size;
        let whole = run.read_with(&aged.cache).unwrap();
        run.world.add_issue(130);
        aged.age(STALE);
        run.log();
        assert_eq!(run.read_with(&aged.cache).map(|_| ()).unwrap_err().code(), Code::Snapshot001);
        assert_eq!(run.log().1, 3 + pages, "each page is asked on condition");
        let grown = run.read_with(&aged.cache).unwrap();
        assert!(grown.has_seen(number(130)));
        assert_eq!(run.log().0, [vec![Items; pages as usize + 1], vec![Relationships, IssueTypes]].concat());

        run.world.remove_issue(130);
        aged.age(STALE);
        assert_eq!(run.read_with(&aged.cache).map(|_| ()).unwrap_err().code(), Code::Snapshot001);
        run.log();
        assert_eq!(run.read_with(&aged.cache).unwrap().fingerprint(), whole.fingerprint());
    }
}

#[test]
fn a_list_that_ends_with_a_full_page_is_not_confirmed_by_a_304() {
    // Items, how many requests have a condition while nothing changes, and what
    // is read once the list grew: a page that is not full changes with it.
    let cases = [
        (99, 4, Ok(true)),
        (100, 3, Ok(true)),
        (101, 5, Err(Code::Snapshot001)),
        (200, 4, Err(Code::Snapshot001)),
    ];
    for (items, conditional, grown) in cases {
        let mut world = World::organization();
        world.project.items.clear();
        for issue in 1..=items {
            world.add_issue(issue);
        }
        let (mut run, aged) = (Run::of(world, [1, 2, 3]), Aged::new());
        run.read_with(&aged.cache).unwrap();
        aged.age(STALE);
        run.log();
        run.read_with(&aged.cache).unwrap();
        assert_eq!(run.log().1, conditional, "{items}");
        run.world.add_issue(items + 1);
        aged.age(STALE);
        let read = run.read_with(&aged.cache).map(|snapshot| snapshot.has_seen(number(items + 1)));
        assert_eq!(read.map_err(|failure| failure.code()), grown, "{items}");
        // What was in doubt is read anew.
        assert!(run.read_with(&aged.cache).unwrap().has_seen(number(items + 1)), "{items}");
    }
}

#[test]
fn a_project_or_fields_that_changed_part_the_items_from_those_before() {
    let renamed = board().edit(Fields, |fields| fields[9]["options"][0]["name"] = "Later".into());
    let touched = board().edit(Project, |project| project["updated_at"] = "2026-03-05T08:00:00Z".into());
    for (run, changed) in [(renamed, Fields), (touched, Project)] {
        let aged = Aged::new();
        board().read_with(&aged.cache).unwrap();
        aged.age(STALE);
        let snapshot = run.read_with(&aged.cache).unwrap();
        // Four groups before and after the items are asked on condition, one
        // of them changed; the items are read whole.
        assert_eq!(run.log(), (COLD.to_vec(), 4, 3), "{changed:?}");
        assert_eq!(snapshot.fingerprint(), run.snapshot().fingerprint());
    }
}

#[test]
fn trap_19_an_answer_that_is_not_valid_is_not_kept_and_leaves_nothing_behind() {
    let run = board();
    let mut broken = board();
    broken = broken.edit(Fields, |fields| fields[0] = fields[1].clone());
    let aged = Aged::new();
    assert_eq!(broken.read_with(&aged.cache).map(|_| ()).unwrap_err().code(), Code::Snapshot001);
    assert_eq!(asks(&run, &aged).0, COLD[2..]);
    aged.age(STALE);
    assert!(broken.read_with(&aged.cache).is_err());
    run.log();
    let (stages, conditional, confirmed) = asks(&run, &aged);
    assert_eq!((stages.as_slice(), conditional, confirmed), (&COLD[2..], 4, 4));
}

#[test]
fn a_refused_credential_loses_all_its_entries() {
    let (run, aged) = (board(), Aged::new());
    asks(&run, &aged);
    aged.age(STALE);
    for code in [Code::GithubRead002, Code::GithubRead003] {
        let refused = board().refuse(Project, 0, Failure::read(code, Project));
        assert_eq!(refused.read_with(&aged.cache).map(|_| ()).unwrap_err().code(), code);
        assert_eq!(asks(&run, &aged), (COLD.to_vec(), 0, 0));
        aged.age(STALE);
    }
    // A server that fails says nothing about what is kept.
    let failed = board().refuse(Project, 0, Failure::read(Code::GithubRead004, Project));
    assert!(failed.read_with(&aged.cache).is_err());
    assert_eq!(asks(&run, &aged), (COLD[1..].to_vec(), 6, 6));
}

/// A default world behind a socket, read, ten minutes old, and read again.
fn again(builder: Builder) -> (Result<String, Code>, Log) {
    let (run, aged) = (Run::of(World::organization(), [1]), Aged::new());
    let server: Server = builder.start();
    let cold = read(&server, &run, &aged.cache).0.unwrap();
    aged.age(STALE);
    let (stale, log) = read(&server, &run, &aged.cache);
    let told = stale.map(|stale| {
        assert_eq!(parts(&stale, 1), parts(&cold, 1));
        stale.fingerprint().to_owned()
    });
    (told.map_err(|failure| failure.code()), log)
}

fn world() -> Builder {
    Builder::of(World::organization())
}

/// The tag of an answer changed.
fn retag(reply: Reply, change: impl Fn(&str) -> String) -> Reply {
    let (_, tag) = reply.headers.iter().find(|(name, _)| name == "etag").cloned().unwrap();
    reply.header("etag", change(&tag))
}

#[test]
fn b73_b74_weak_and_strong_tags_and_times_of_change_confirm_byte_for_byte() {
    let all = Log { rest: 4, graphql: 0, conditional: 4, confirmed: 4 };
    let strong = |reply| retag(reply, |tag| tag.trim_start_matches("W/").to_owned());
    let untagged = |reply: Reply| reply.without("etag");
    let unquoted = |reply| retag(reply, |tag| tag.replace('"', ""));
    assert_eq!(again(world()).1, all);
    assert_eq!(again(world().change(Items, strong)).1, all);
    assert_eq!(again(world().change(Items, untagged)).1, all);
    assert_eq!(again(world().change(Items, unquoted)).1, all);
    let unknown = |reply: Reply| reply.without("etag").without("last-modified");
    let whole = Log { rest: 4, graphql: 0, conditional: 3, confirmed: 3 };
    assert_eq!(again(world().change(Items, unknown)).1, whole);
}

#[test]
fn trap_19_a_304_that_confirms_another_state_ends_the_run() {
    let other = |reply: Reply| if reply.status == 304 { reply.header("etag", "\"other\"") } else { reply };
    let (told, log) = again(world().change_last(Items, other));
    assert_eq!(told, Err(Code::Cache001));
    assert_eq!(log, Log { rest: 4, graphql: 0, conditional: 4, confirmed: 4 });
}

/// A read of one issue of a board whose issues 1 to 3 are kept.
fn read_one(run: &mut Run, aged: &Aged, issue: u64) -> (Result<(), Code>, Vec<Stage>) {
    run.log();
    run.scope.issues = IssueSet::from(number(issue));
    let kept = Kept::These(numbers(1..=3));
    let read = block_on(acquire_with(&*run, &run.scope, &run.selection, &aged.cache, &kept));
    (read.map(drop).map_err(|failure| failure.code()), run.log().0)
}

#[test]
fn after_parts_that_do_not_belong_together_the_next_run_reads_anew() {
    let (mut run, aged) = (board(), Aged::new());
    assert_eq!(read_one(&mut run, &aged, 1), (Ok(()), COLD.to_vec()));
    // The kept items know of one issue that blocks issue 3.
    run.world.add_dependency(2, 3);
    let (read, asked) = read_one(&mut run, &aged, 3);
    assert_eq!((read, asked), (Err(Code::Snapshot001), vec![Relationships]));
    assert_eq!(read_one(&mut run, &aged, 3), (Ok(()), COLD.to_vec()));
    assert_eq!(read_one(&mut run, &aged, 3), (Ok(()), Vec::new()));
}

#[test]
fn a_failure_of_what_was_read_anew_forgets_nothing_else() {
    let mut run = board()
        .change(Relationships, |_, reply| reply.edit(|answer| answer["data"]["nodes"][0] = Json::Null));
    let aged = Aged::new();
    assert_eq!(read_one(&mut run, &aged, 1), (Err(Code::Snapshot001), COLD[..7].to_vec()));
    assert_eq!(read_one(&mut run, &aged, 1), (Err(Code::Snapshot001), vec![Relationships]));
    // Now kept groups took part.
    assert_eq!(read_one(&mut run, &aged, 1), (Err(Code::Snapshot001), COLD[..7].to_vec()));
}
