use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tempfile::TempDir;

use super::record::LIFETIME;
use super::*;
use crate::caller::Scopes;

/// Keys with a clock that is set by hand, of a process or of a folder.
struct Bench {
    second: Arc<Mutex<i64>>,
    place: Option<TempDir>,
    keys: Arc<Keys>,
}

fn keys(place: Option<&Path>, second: &Arc<Mutex<i64>>) -> Arc<Keys> {
    let second = Arc::clone(second);
    let clock = Clock::of(move || Timestamp::from_second(*second.lock().unwrap()).unwrap());
    Arc::new(match place {
        None => Keys::of_process("someone".to_owned(), clock),
        Some(path) => Keys::of_folder(&Folder::open(path).unwrap(), "someone".to_owned(), clock).unwrap(),
    })
}

impl Bench {
    /// One of each kind.
    fn both() -> [Self; 2] {
        [None, Some(tempfile::tempdir().unwrap())].map(|place| {
            let second = Arc::new(Mutex::new(Timestamp::now().as_second()));
            let keys = keys(place.as_ref().map(TempDir::path), &second);
            Self { second, place, keys }
        })
    }

    fn shared() -> Self {
        let [_, shared] = Self::both();
        shared
    }

    fn path(&self) -> &Path {
        self.place.as_ref().unwrap().path()
    }

    /// What another process of the same folder has.
    fn other_process(&self) -> Arc<Keys> {
        keys(Some(self.path()), &self.second)
    }

    fn later(&self, seconds: i64) {
        *self.second.lock().unwrap() += seconds;
    }

    fn files(&self) -> Vec<PathBuf> {
        fs::read_dir(self.path().join("keys")).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

fn arguments(title: &str) -> Map<String, Value> {
    json!({ "title": title }).as_object().unwrap().clone()
}

async fn turn(keys: &Keys, scope: &str, title: &str) -> Result<Turn<u32>, NoTurn> {
    keys.turn(&Caller::anyone(), ToolName::CreateIssue, scope, "k", &arguments(title)).await
}

async fn write(keys: &Keys, title: &str) -> Hold {
    match turn(keys, "acme/widgets", title).await {
        Ok(Turn::Write(hold)) => hold,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn rule_3_idempotency_key_a_second_call_gets_what_the_first_came_to() {
    for bench in Bench::both() {
        let keys = &bench.keys;
        write(keys, "a").await.sending().await.unwrap().done(json!(7)).await;
        assert!(matches!(turn(keys, "ACME/widgets", "a").await, Ok(Turn::Replay(7))));
        assert!(matches!(turn(keys, "acme/widgets", "b").await, Err(NoTurn::OtherArguments)));
        assert!(matches!(turn(keys, "acme/gadgets", "b").await, Ok(Turn::Write(_))));
        let tool = ToolName::AddComment;
        let other = keys.turn::<u32>(&Caller::anyone(), tool, "acme/widgets", "k", &arguments("b")).await;
        assert!(matches!(other, Ok(Turn::Write(_))));
    }
}

#[tokio::test]
async fn rule_3_idempotency_key_the_same_word_is_another_key_for_another_caller() {
    let call = arguments("a");
    for bench in Bench::both() {
        let callers = ["one", "other"].map(|name| Caller::somebody(name.to_owned(), Scopes::ALL));
        for (caller, result) in [Caller::anyone()].iter().chain(&callers).zip(1..) {
            let turn =
                bench.keys.turn::<u32>(caller, ToolName::CreateIssue, "acme/widgets", "k", &call).await;
            let Ok(Turn::Write(hold)) = turn else { panic!("{turn:?}") };
            hold.sending().await.unwrap().done(json!(result)).await;
            let again =
                bench.keys.turn::<u32>(caller, ToolName::CreateIssue, "acme/widgets", "k", &call).await;
            assert!(matches!(again, Ok(Turn::Replay(replayed)) if replayed == result), "{again:?}");
        }
    }
}

#[tokio::test]
async fn what_is_not_known_is_to_be_found_out() {
    for bench in Bench::both() {
        let began = bench.keys.clock.now();
        drop(write(&bench.keys, "a").await.sending().await.unwrap());
        bench.later(600);
        let Ok(Turn::Reconcile(hold, since)) = turn(&bench.keys, "acme/widgets", "a").await else { panic!() };
        assert_eq!(since, began);
        hold.nothing_happened().await;
        assert!(matches!(turn(&bench.keys, "acme/widgets", "b").await, Ok(Turn::Write(_))));
    }
}

#[tokio::test]
async fn a_call_that_sent_nothing_leaves_nothing_behind() {
    for bench in Bench::both() {
        drop(write(&bench.keys, "a").await);
        drop(write(&bench.keys, "b").await);
        assert!(bench.place.is_none() || bench.files().is_empty());
    }
}

#[tokio::test]
async fn a_key_lasts_a_day() {
    for bench in Bench::both() {
        write(&bench.keys, "a").await.sending().await.unwrap().done(json!(7)).await;
        bench.later(LIFETIME - 1);
        assert!(matches!(turn(&bench.keys, "acme/widgets", "a").await, Ok(Turn::Replay(7))));
        bench.later(1);
        let hold = write(&bench.keys, "b").await;
        hold.sending().await.unwrap().done(json!(8)).await;
        assert!(matches!(turn(&bench.keys, "acme/widgets", "b").await, Ok(Turn::Replay(8))));
    }
}

#[tokio::test]
async fn a_second_call_waits_for_the_first_in_this_process_and_in_another() {
    for bench in Bench::both() {
        let hold = write(&bench.keys, "a").await.sending().await.unwrap();
        let others = if bench.place.is_some() { bench.other_process() } else { Arc::clone(&bench.keys) };
        let second = tokio::spawn(async move { turn(&others, "acme/widgets", "a").await });
        tokio::time::sleep(std::time::Duration::from_millis(60)).await;
        assert!(!second.is_finished());
        hold.done(json!(7)).await;
        assert!(matches!(second.await.unwrap(), Ok(Turn::Replay(7))));
    }
}

#[tokio::test]
async fn keys_of_a_folder_survive_the_process_and_are_those_of_one_principal() {
    let bench = Bench::shared();
    write(&bench.keys, "a").await.sending().await.unwrap().done(json!(7)).await;
    let other = bench.other_process();
    assert!(matches!(turn(&other, "acme/widgets", "a").await, Ok(Turn::Replay(7))));
    let folder = Folder::open(bench.path()).unwrap();
    let somebody = Keys::of_folder(&folder, "somebody else".to_owned(), Clock::machine()).unwrap();
    assert!(matches!(turn(&somebody, "acme/widgets", "a").await, Ok(Turn::Write(_))));
    assert_eq!(bench.keys.scope().as_str(), "state_folder");
}

#[tokio::test]
async fn a_record_names_neither_the_place_nor_the_key_nor_an_argument() {
    let bench = Bench::shared();
    write(&bench.keys, "CANARY").await.sending().await.unwrap().done(json!(7)).await;
    let files = bench.files();
    let name = files[0].file_name().unwrap().to_str().unwrap();
    assert!(name.len() == 64 && name.bytes().all(|byte| byte.is_ascii_hexdigit()), "{name}");
    let content: Value = serde_json::from_slice(&fs::read(&files[0]).unwrap()).unwrap();
    let members: Vec<&str> = content.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["version", "request", "started", "stage"]);
    assert_eq!(content["stage"], json!({ "done": 7 }));
    assert!(!content.to_string().contains("CANARY"));
}

#[tokio::test]
async fn a_record_that_can_not_be_read_allows_nothing_and_is_swept_after_a_day() {
    let whole = {
        let bench = Bench::shared();
        drop(write(&bench.keys, "a").await.sending().await.unwrap());
        fs::read(&bench.files()[0]).unwrap()
    };
    let newer = String::from_utf8(whole.clone()).unwrap().replace("\"version\":1", "\"version\":2");
    let long = [whole.as_slice(), &vec![b' '; 64 << 10]].concat();
    for content in [&whole[..whole.len() - 1], b"\0\0\0\0", b"{}", newer.as_bytes(), &long] {
        let bench = Bench::shared();
        drop(write(&bench.keys, "a").await.sending().await.unwrap());
        fs::write(&bench.files()[0], content).unwrap();
        assert!(matches!(turn(&bench.keys, "acme/widgets", "a").await, Err(NoTurn::Unreadable)));
        assert_eq!(bench.files().len(), 1, "it is left as it is");
        bench.later(LIFETIME + 60);
        assert!(matches!(turn(&bench.keys, "acme/widgets", "a").await, Ok(Turn::Write(_))));
    }
}

#[tokio::test]
async fn a_record_that_is_a_link_allows_nothing() {
    let bench = Bench::shared();
    drop(write(&bench.keys, "a").await.sending().await.unwrap());
    let file = bench.files().remove(0);
    let outside = bench.path().join("outside");
    fs::rename(&file, &outside).unwrap();
    symlink(&outside, &file).unwrap();
    let before = fs::read(&outside).unwrap();
    assert!(matches!(turn(&bench.keys, "acme/widgets", "a").await, Err(NoTurn::Unreadable)));
    assert_eq!(fs::read(&outside).unwrap(), before);
}

#[tokio::test]
async fn a_crash_before_the_reservation_is_as_if_nothing_was() {
    let bench = Bench::shared();
    drop(write(&bench.keys, "a").await.sending().await.unwrap());
    let file = bench.files().remove(0);
    fs::write(&file, "").unwrap();
    assert!(matches!(turn(&bench.keys, "acme/widgets", "b").await, Ok(Turn::Write(_))));
}

#[tokio::test]
async fn what_can_not_be_recorded_may_not_be_sent() {
    let bench = Bench::shared();
    let hold = write(&bench.keys, "a").await;
    fs::remove_dir_all(bench.path().join("keys")).unwrap();
    assert_eq!(hold.sending().await.unwrap_err(), NotRecorded);
    assert!(matches!(turn(&bench.keys, "acme/widgets", "a").await, Err(NoTurn::Unreadable)));
}

#[tokio::test]
async fn what_was_made_with_a_key_is_known_by_its_page() {
    for bench in Bench::both() {
        let page = json!({ "url": "https://github.com/acme/widgets/issues/1" });
        write(&bench.keys, "a").await.sending().await.unwrap().done(page.clone()).await;
        let pages = bench.keys.made().await;
        assert_eq!(pages.into_iter().collect::<Vec<_>>(), [page["url"].as_str().unwrap()]);
    }
}
