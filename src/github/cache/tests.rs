//! Ages, failures, flights and what is forgotten, without GitHub.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::LocalSet;

use super::Clock;
use super::entry::{Loaded, Origin, Page, Served};
use super::key::{Group, Kept, Key};
use super::store::Store;
use crate::diagnostic::{Code, Failure};
use crate::github::{Credential, Endpoint, Identity, Validator};
use crate::observed::Coverage;
use crate::scope::{
    Budgets, IssueNumber, IssueSet, ItemsFilter, Login, ProjectNumber, RepositoryName, RunScope, SubjectClass,
};

/// A clock that the test moves.
#[derive(Clone, Default)]
struct Hands(Arc<AtomicU64>);

impl Hands {
    fn set(&self, seconds: u64) {
        self.0.store(seconds * 1_000, Ordering::SeqCst);
    }

    fn set_milliseconds(&self, milliseconds: u64) {
        self.0.store(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for Hands {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::SeqCst))
    }
}

fn scope(owner: &str) -> RunScope {
    RunScope {
        subject: SubjectClass::InstallationToken,
        owner: Login::parse(owner).unwrap(),
        repository: RepositoryName::parse("site").unwrap(),
        project_owner: Login::parse("acme").unwrap(),
        project_owner_kind: None,
        project: ProjectNumber::parse_argument("7").unwrap(),
        issues: IssueSet::new([IssueNumber::new(1).unwrap()]).unwrap(),
        items: ItemsFilter::All,
        budgets: Budgets::DEFAULT,
    }
}

fn identity(token: &[u8]) -> Option<Identity> {
    Some(Credential::parse(token, None).unwrap().identity(&Endpoint::github()))
}

fn key_under(digest: &str) -> Key {
    Key::new(&scope("acme"), identity(b"ghs_a")).of(Group::Fields, None, digest.to_owned())
}

fn key() -> Key {
    key_under("")
}

/// A whole group of pages with these tags.
fn whole(data: u32, tags: &[Option<&str>]) -> Result<Loaded<u32>, Failure> {
    let page =
        |tag: &Option<&str>| Page { after: None, validator: Validator::new(*tag, None), is_full_end: false };
    let pages = tags.iter().map(page).collect();
    Ok(Loaded::Read { data, pages, coverage: Coverage::Complete })
}

/// One reading: what came, who asked, and how many pages could be confirmed
/// (`None` where nothing was asked).
async fn read(
    store: &Store<u32>,
    key: &Key,
    clock: &Hands,
    answer: Result<Loaded<u32>, Failure>,
) -> (Result<(u32, Origin), Code>, Option<usize>) {
    let known = Cell::new(None);
    let load = async |pages: Vec<Page>| {
        known.set(Some(pages.len()));
        answer
    };
    let served = store.read(key, clock, load).await;
    let told = |served: Served<u32>| (*served.data, served.origin);
    (served.map(told).map_err(|failure| failure.code()), known.get())
}

const TAGS: &[Option<&str>] = &[Some("\"a\""), Some("W/\"b\"")];

fn unchanged() -> Result<Loaded<u32>, Failure> {
    Ok(Loaded::Unchanged)
}

#[tokio::test]
async fn trap_19_an_entry_is_fresh_for_less_than_ten_minutes_and_kept_for_less_than_an_hour() {
    let (store, clock) = (Store::default(), Hands::default());
    clock.set(100);
    assert_eq!(read(&store, &key(), &clock, whole(1, TAGS)).await, (Ok((1, Origin::Own)), Some(0)));
    clock.set_milliseconds((100 + 600) * 1_000 - 1);
    assert_eq!(read(&store, &key(), &clock, whole(2, TAGS)).await, (Ok((1, Origin::Kept)), None));
    clock.set(100 + 600);
    assert_eq!(read(&store, &key(), &clock, unchanged()).await, (Ok((1, Origin::Own)), Some(2)));
    // The confirmation made it fresh again, and kept for another hour.
    clock.set(700 + 599);
    assert_eq!(read(&store, &key(), &clock, whole(2, TAGS)).await, (Ok((1, Origin::Kept)), None));
    clock.set_milliseconds((700 + 3_600) * 1_000 - 1);
    assert_eq!(read(&store, &key(), &clock, unchanged()).await, (Ok((1, Origin::Own)), Some(2)));
    clock.set(700 + 3_599 + 3_600 + 1);
    assert_eq!(read(&store, &key(), &clock, whole(3, TAGS)).await, (Ok((3, Origin::Own)), Some(0)));
}

#[tokio::test]
async fn a_change_replaces_the_entry() {
    let (store, clock) = (Store::default(), Hands::default());
    read(&store, &key(), &clock, whole(1, TAGS)).await.0.unwrap();
    clock.set(700);
    assert_eq!(read(&store, &key(), &clock, whole(2, TAGS)).await, (Ok((2, Origin::Own)), Some(2)));
    assert_eq!(read(&store, &key(), &clock, whole(3, TAGS)).await, (Ok((2, Origin::Kept)), None));
}

#[tokio::test]
async fn a_group_with_a_page_that_has_no_validator_is_read_whole_once_it_is_stale() {
    for tags in [&[][..], &[None], &[Some("\"a\""), None], &[Some("unquoted")]] {
        let (store, clock) = (Store::default(), Hands::default());
        read(&store, &key(), &clock, whole(1, tags)).await.0.unwrap();
        assert_eq!(read(&store, &key(), &clock, whole(2, tags)).await, (Ok((1, Origin::Kept)), None));
        clock.set(600);
        assert_eq!(read(&store, &key(), &clock, whole(2, tags)).await, (Ok((2, Origin::Own)), Some(0)));
    }
}

#[tokio::test]
async fn a_confirmation_without_an_entry_is_refused() {
    let (store, clock) = (Store::default(), Hands::default());
    assert_eq!(read(&store, &key(), &clock, unchanged()).await, (Err(Code::Cache001), Some(0)));
    assert_eq!(read(&store, &key(), &clock, whole(1, TAGS)).await, (Ok((1, Origin::Own)), Some(0)));
}

#[tokio::test]
async fn trap_19_only_what_is_complete_is_kept_and_never_a_failure() {
    let (store, clock) = (Store::default(), Hands::default());
    let failed = Err(Failure::of(Code::Rest001));
    assert_eq!(read(&store, &key(), &clock, failed).await, (Err(Code::Rest001), Some(0)));
    let partial = Ok(Loaded::Read { data: 1, pages: Vec::new(), coverage: Coverage::Deferred });
    assert_eq!(read(&store, &key(), &clock, partial).await, (Ok((1, Origin::Own)), Some(0)));
    assert_eq!(read(&store, &key(), &clock, whole(2, TAGS)).await, (Ok((2, Origin::Own)), Some(0)));
}

#[tokio::test]
async fn a_failure_drops_the_entry_unless_it_says_nothing_about_it() {
    for (code, pages) in [
        (Code::Rate001, 2),
        (Code::GithubRead004, 2),
        (Code::GithubRead003, 0),
        (Code::Rest001, 0),
        (Code::Snapshot001, 0),
        (Code::Cache001, 0),
    ] {
        let (store, clock) = (Store::default(), Hands::default());
        read(&store, &key(), &clock, whole(1, TAGS)).await.0.unwrap();
        clock.set(600);
        let failed = read(&store, &key(), &clock, Err(Failure::of(code))).await;
        assert_eq!(failed, (Err(code), Some(2)));
        let (_, known) = read(&store, &key(), &clock, whole(2, TAGS)).await;
        assert_eq!(known, Some(pages), "{code:?}");
    }
}

#[tokio::test]
async fn another_state_of_the_same_group_takes_its_place() {
    let (store, clock) = (Store::default(), Hands::default());
    read(&store, &key_under("before"), &clock, whole(1, TAGS)).await.0.unwrap();
    read(&store, &key_under("after"), &clock, whole(2, TAGS)).await.0.unwrap();
    let again = read(&store, &key_under("before"), &clock, whole(3, TAGS)).await;
    assert_eq!(again, (Ok((3, Origin::Own)), Some(0)));
}

#[tokio::test]
async fn the_oldest_entry_makes_room_and_an_evicted_one_is_read_whole() {
    let (store, clock) = (Store::default(), Hands::default());
    let numbered = |number: u64| {
        let group = Group::Relationships([IssueNumber::new(number).unwrap()].into());
        Key::new(&scope("acme"), None).of(group, None, String::new())
    };
    for number in 1..=33 {
        clock.set(number);
        read(&store, &numbered(number), &clock, whole(1, TAGS)).await.0.unwrap();
    }
    assert_eq!(read(&store, &numbered(2), &clock, whole(2, TAGS)).await.1, None);
    assert_eq!(read(&store, &numbered(1), &clock, whole(2, TAGS)).await, (Ok((2, Origin::Own)), Some(0)));
}

#[test]
fn trap_18_whatever_two_readers_do_not_share_parts_their_entries() {
    let own = || Key::new(&scope("acme"), identity(b"ghs_a")).of(Group::Fields, None, "d".to_owned());
    let items = |kept: u64, issue_fields, fields: &[u64], filter| Group::Items {
        fields: fields.to_vec(),
        filter,
        issue_fields,
        word: "",
        kept: Kept::These([IssueNumber::new(kept).unwrap()].into()),
    };
    let of = |scope: &RunScope, token: &[u8], group| {
        Key::new(scope, identity(token)).of(group, None, "d".to_owned())
    };
    let changed = |change: fn(&mut RunScope)| {
        let mut changed = scope("acme");
        change(&mut changed);
        of(&changed, b"ghs_a", Group::Fields)
    };
    let all = ItemsFilter::All;
    let mut keys = vec![
        own(),
        of(&scope("acme"), b"ghs_b", Group::Fields),
        Key::new(&scope("acme"), None).of(Group::Fields, None, "d".to_owned()),
        Key::new(&scope("acme"), identity(b"ghs_a")).of(Group::Fields, None, "e".to_owned()),
        of(&scope("other"), b"ghs_a", Group::Fields),
        changed(|scope| scope.subject = SubjectClass::OauthToken),
        changed(|scope| scope.repository = RepositoryName::parse("other").unwrap()),
        changed(|scope| scope.project_owner = Login::parse("other").unwrap()),
        changed(|scope| scope.project_owner_kind = Some(crate::scope::OwnerKind::User)),
        changed(|scope| scope.project = ProjectNumber::parse_argument("8").unwrap()),
        of(&scope("acme"), b"ghs_a", Group::IssueTypes),
        of(&scope("acme"), b"ghs_a", items(1, false, &[1], all)),
        of(&scope("acme"), b"ghs_a", items(2, false, &[1], all)),
        of(&scope("acme"), b"ghs_a", items(1, true, &[1], all)),
        of(&scope("acme"), b"ghs_a", items(1, false, &[1, 2], all)),
        of(&scope("acme"), b"ghs_a", items(1, false, &[1], ItemsFilter::Repository)),
    ];
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
    assert!(own() == of(&scope("aCME"), b"ghs_a", Group::Fields), "a name in another case is the same");
}

/// Readers that begin at the same time, and what they got. The first answer
/// waits for the gate.
async fn at_once(
    readers: usize,
    key_of: impl Fn(usize) -> Key,
    answer: Result<u32, Code>,
) -> (Vec<Result<(u32, Origin), Code>>, u32) {
    let (store, clock) = (Rc::new(Store::default()), Hands::default());
    let (gate, asked) = (Rc::new(Notify::new()), Rc::new(Cell::new(0)));
    let local = LocalSet::new();
    let mut tasks = Vec::new();
    for reader in 0..readers {
        let (store, clock, key) = (Rc::clone(&store), clock.clone(), key_of(reader));
        let (gate, asked) = (Rc::clone(&gate), Rc::clone(&asked));
        tasks.push(local.spawn_local(async move {
            let load = async |_: Vec<Page>| {
                asked.set(asked.get() + 1);
                gate.notified().await;
                answer.map_err(Failure::of).and_then(|data| whole(data, TAGS))
            };
            let served = store.read(&key, &clock, load).await;
            served.map(|served| (*served.data, served.origin)).map_err(|failure| failure.code())
        }));
    }
    let results = local.run_until(async {
        for _ in 0..readers {
            tokio::task::yield_now().await;
        }
        let waiting = asked.get();
        for _ in 0..waiting {
            gate.notify_one();
            tokio::task::yield_now().await;
        }
        let mut results = Vec::new();
        for task in tasks {
            results.push(task.await.unwrap());
        }
        results
    });
    (results.await, asked.get())
}

#[tokio::test]
async fn fifty_readers_at_once_ask_once() {
    let (results, asked) = at_once(50, |_| key(), Ok(7)).await;
    assert_eq!(asked, 1);
    assert_eq!(results[0], Ok((7, Origin::Own)));
    assert!(results[1..].iter().all(|result| *result == Ok((7, Origin::Shared))), "{results:?}");
}

#[tokio::test]
async fn each_waiter_gets_the_failure() {
    let (results, asked) = at_once(50, |_| key(), Err(Code::GithubRead004)).await;
    assert_eq!(asked, 1);
    assert!(results.iter().all(|result| *result == Err(Code::GithubRead004)), "{results:?}");
}

#[tokio::test]
async fn trap_20_two_credentials_and_two_scopes_never_share_a_flight() {
    let parted = |reader: usize| {
        let (owner, token) = [("acme", &b"ghs_a"[..]), ("acme", b"ghs_b"), ("other", b"ghs_a")][reader];
        Key::new(&scope(owner), identity(token)).of(Group::Fields, None, String::new())
    };
    let (results, asked) = at_once(3, parted, Ok(7)).await;
    assert_eq!(asked, 3);
    assert!(results.iter().all(|result| *result == Ok((7, Origin::Own))), "{results:?}");
}

#[tokio::test]
async fn a_cancelled_leader_is_followed_by_the_next_reader_and_a_cancelled_waiter_is_not_missed() {
    let (store, clock, asked) = (Store::default(), Hands::default(), Cell::new(0));
    let key = key();
    let never = async |_: Vec<Page>| {
        asked.set(asked.get() + 1);
        std::future::pending().await
    };
    let soon = async |_: Vec<Page>| {
        asked.set(asked.get() + 1);
        tokio::task::yield_now().await;
        whole(asked.get(), TAGS)
    };
    let mut leader = Box::pin(store.read(&key, &clock, never));
    let mut second = Box::pin(store.read(&key, &clock, soon));
    let mut third = Box::pin(store.read(&key, &clock, soon));
    let mut fourth = Box::pin(store.read(&key, &clock, soon));
    let pending = |polled: bool| assert!(polled, "still waiting");
    tokio::select! { biased;
        _ = &mut leader => pending(false),
        _ = &mut second => pending(false),
        _ = &mut third => pending(false),
        _ = &mut fourth => pending(false),
        () = std::future::ready(()) => {}
    }
    assert_eq!(asked.get(), 1);
    drop(third);
    drop(leader);
    let (second, fourth) = tokio::join!(second, fourth);
    let told = |served: Served<u32>| (*served.data, served.origin);
    assert_eq!(told(second.unwrap()), (2, Origin::Own));
    assert_eq!(told(fourth.unwrap()), (2, Origin::Shared));
    assert_eq!(asked.get(), 2);
}

#[tokio::test]
async fn what_is_forgotten_during_a_flight_is_neither_kept_nor_shared_with_later_readers() {
    let (store, clock) = (Store::default(), Hands::default());
    let key = key();
    let gate = Notify::new();
    let before = async |_: Vec<Page>| {
        gate.notified().await;
        whole(1, TAGS)
    };
    let early = store.read(&key, &clock, before);
    let late = async {
        tokio::task::yield_now().await;
        store.forget(|_| true);
        let late = read(&store, &key, &clock, whole(2, TAGS)).await;
        gate.notify_one();
        late
    };
    let (early, late) = tokio::join!(early, late);
    assert_eq!(*early.unwrap().data, 1);
    assert_eq!(late, (Ok((2, Origin::Own)), Some(0)));
    assert_eq!(read(&store, &key, &clock, whole(3, TAGS)).await, (Ok((2, Origin::Kept)), None));
}
