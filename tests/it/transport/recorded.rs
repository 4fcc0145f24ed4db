//! The whole client above recorded answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use yukh::diagnostic::{Code, Detail, Stage};
use yukh::github::{Exchange as _, Operation, RelationshipCursors};
use yukh::observed::{Accounting, ProviderRef};
use yukh::recording::{Recording, RecordingError};
use yukh::scope::{Budgets, OwnerKind, SubjectClass};

use super::{items, relationships, repository};

const EXCHANGES: &str = r#"{
  "format": 1,
  "exchanges": [
    { "request": { "path": "/repos/acme/site" }, "response": { "body": "repository.json" } },
    {
      "request": {
        "query": { "fields": "101,102", "per_page": "100" },
        "path": "/orgs/acme/projectsV2/7/items"
      },
      "response": { "headers": { "link": "<https://api.github.com/x>; rel=\"next\"" }, "body": "items.json" }
    },
    {
      "request": { "graphql": "YukhRelationships", "variables": { "ids": ["I_1"], "blockingAfter": null } },
      "response": { "status": 403, "headers": { "x-ratelimit-remaining": "0" } }
    }
  ]
}"#;

/// A directory with these files.
fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(directory.path().join(name), content).unwrap();
    }
    directory
}

fn whole() -> tempfile::TempDir {
    directory(&[("exchanges.json", EXCHANGES), ("repository.json", "{\"id\":1}"), ("items.json", "[]")])
}

#[tokio::test]
async fn a_recording_answers_as_github_did() {
    let directory = whole();
    let recording = Recording::read(directory.path()).unwrap();
    let client = recording.client(SubjectClass::InstallationToken, Budgets::DEFAULT);
    assert_eq!(client.send(&repository()).await.unwrap().body, b"{\"id\":1}");
    let page = client.send(&items(OwnerKind::Organization)).await.unwrap();
    assert_eq!(page.link.as_deref(), Some("<https://api.github.com/x>; rel=\"next\""));
    assert_eq!(client.send(&relationships()).await.unwrap_err().code(), Code::Rate001);
    let reads = [(Stage::Repository, 1), (Stage::Items, 1), (Stage::Relationships, 1)];
    let spent = Accounting {
        requests: BTreeMap::from(reads),
        rest_requests: 2,
        graphql_requests: 1,
        pages: 1,
        bytes: 10,
        ..Accounting::default()
    };
    assert_eq!(client.accounting(), spent);
    assert_eq!(client.origin(), "https://api.github.com");
}

#[tokio::test]
async fn a_request_that_is_not_recorded_is_an_incomplete_snapshot() {
    let directory = whole();
    let recording = Recording::read(directory.path()).unwrap();
    let client = recording.client(SubjectClass::ClassicUserToken, Budgets::DEFAULT);
    let issues = vec![ProviderRef::parse("I_2").unwrap()];
    let other = Operation::Relationships { issues, after: RelationshipCursors::default() };
    for (operation, stage) in [(items(OwnerKind::User), Stage::Items), (other, Stage::Relationships)] {
        let failure = client.send(&operation).await.unwrap_err();
        assert_eq!(failure.code(), Code::Snapshot001);
        assert_eq!(super::detail(&failure), Some(Detail::Stage(stage)));
    }
}

#[tokio::test]
async fn a_recording_is_bound_like_a_live_run() {
    let directory = whole();
    let long = format!("\"{}\"", "a".repeat(8 << 20));
    fs::write(directory.path().join("repository.json"), long).unwrap();
    let recording = Recording::read(directory.path()).unwrap();
    let client = recording.client(SubjectClass::InstallationToken, Budgets::DEFAULT);
    assert_eq!(client.send(&repository()).await.unwrap_err().code(), Code::GithubRead005);
    let refused = client.send(&items(OwnerKind::User)).await.unwrap_err();
    assert_eq!(refused.code(), Code::Capability001);
}

fn read(files: &[(&str, &str)]) -> Option<RecordingError> {
    Recording::read(directory(files).path()).err()
}

fn with_body(name: &str) -> String {
    let exchange = r#"{ "request": { "path": "/a" }, "response": { "body": "NAME" } }"#.replace("NAME", name);
    format!("{{ \"format\": 1, \"exchanges\": [{exchange}] }}")
}

#[test]
fn a_list_that_is_not_of_the_documented_form_is_refused() {
    let of = |text: &str| read(&[("exchanges.json", text), ("a.json", "{}")]);
    let exchange = r#"{ "request": { "path": "/a" }, "response": {} }"#;
    let list = |exchanges: &str| format!("{{ \"format\": 1, \"exchanges\": [{exchanges}] }}");
    assert_eq!(of(&list(exchange)), None);
    assert_eq!(of(&list(&format!("{exchange},{exchange}"))), Some(RecordingError::Repeated));
    for bad in [
        "".to_owned(),
        "[]".to_owned(),
        list(&exchange.replace("/a", "a")),
        list(&exchange.replace("\"path\"", "\"url\"")),
        list(&exchange.replace("{}", "{ \"state\": 1 }")),
        list(&exchange.replace("{}", "{ \"status\": 99 }")),
        list(&exchange.replace("{}", "{ \"status\": 600 }")),
        list(&exchange.replace("{}", r#"{ "headers": { "a b": "c" } }"#)),
        list(&exchange.replace("{}", r#"{ "headers": { "a": "b\nc" } }"#)),
    ] {
        assert_eq!(of(&bad), Some(RecordingError::Malformed), "{bad}");
    }
    let foreign = list(exchange).replace("\"format\": 1", "\"format\": 2");
    assert_eq!(of(&foreign), Some(RecordingError::Foreign));
}

#[test]
fn a_body_lies_in_the_directory_itself() {
    for name in ["../a.json", "/etc/hostname", "b/a.json", "..", ".a.json", "-a", ""] {
        let refused = read(&[("exchanges.json", &with_body(name)), ("a.json", "{}")]);
        assert_eq!(refused, Some(RecordingError::Malformed), "{name}");
    }
    assert_eq!(read(&[("exchanges.json", &with_body("b.json"))]), Some(RecordingError::Unreadable));
    assert_eq!(read(&[]), Some(RecordingError::Unreadable));
    assert_eq!(Recording::read(Path::new("no-such-directory")).err(), Some(RecordingError::Unreadable));
}

#[test]
fn only_regular_files_are_read() {
    let directory = directory(&[("exchanges.json", &with_body("a.json")), ("real.json", "{}")]);
    std::os::unix::fs::symlink("real.json", directory.path().join("a.json")).unwrap();
    assert_eq!(Recording::read(directory.path()).err(), Some(RecordingError::Unreadable));
    fs::remove_file(directory.path().join("a.json")).unwrap();
    fs::create_dir(directory.path().join("a.json")).unwrap();
    assert_eq!(Recording::read(directory.path()).err(), Some(RecordingError::Unreadable));
}

#[test]
fn a_recording_is_bounded() {
    let of_body = "a".repeat((16 << 20) + 1);
    let large = read(&[("exchanges.json", &with_body("a.json")), ("a.json", &of_body)]);
    assert_eq!(large, Some(RecordingError::TooLarge));
    let one = r#"{ "request": { "path": "/N" }, "response": {} }"#;
    let many: Vec<String> = (0..1001).map(|n| one.replace('N', &n.to_string())).collect();
    let list = format!("{{ \"format\": 1, \"exchanges\": [{}] }}", many.join(","));
    assert_eq!(read(&[("exchanges.json", &list)]), Some(RecordingError::TooLarge));
    let padded = with_body("a.json") + &" ".repeat(4 << 20);
    assert_eq!(read(&[("exchanges.json", &padded)]), Some(RecordingError::TooLarge));
}
