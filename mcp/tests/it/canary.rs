//! What people write is in no log at any level (decision 27) and not in the
//! state folder, and free text is in no failure (rule 6.offending-value).

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::github::{FakeGitHub, Fault, TOKEN};
use crate::support::http::Program;
use crate::support::stdio::Session;

const CANARY: &str = "CANARY-words-of-a-person";

#[test]
fn c26_no_argument_and_no_issue_text_is_logged_at_any_level() {
    let mut session = Session::demo(&[("GITHUB_ISSUES_MCP_LOG", "trace"), ("RUST_LOG", "trace")]);
    let place = json!({"owner": "acme", "repo": "widgets"});
    let with = |members: Value| {
        let mut arguments = place.clone();
        arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        arguments
    };
    let created = session.call(
        "github_create_issue",
        with(json!({"title": CANARY, "body": CANARY, "idempotency_key": CANARY})),
    );
    let number = created["result"]["structuredContent"]["issue_number"].clone();
    let calls = [
        ("github_find_issues", json!({"query": CANARY})),
        ("github_find_issues", json!({"labels": [CANARY], "assignee": "CANARY", "creator": "CANARY"})),
        ("github_get_issue", json!({"issue_number": number})),
        ("github_add_comment", json!({"issue_number": number, "body": CANARY})),
        ("github_update_issue", json!({"issue_number": number, "title": CANARY, "assignees": [CANARY]})),
        ("github_list_comments", json!({"issue_number": number, "cursor": CANARY})),
        ("github_find_issues", json!({(CANARY): CANARY})),
    ];
    for (tool, members) in calls {
        session.call(tool, with(members));
    }
    let ended = session.end();
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("github_create_issue"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("CANARY"), "{}", ended.stderr);
}

#[test]
fn rule_6_offending_value_free_text_is_not_repeated_in_details() {
    let mut session = Session::demo(&[]);
    let long = CANARY.repeat(20);
    for (tool, arguments) in [
        ("github_find_issues", json!({"owner": CANARY, "repo": "widgets", "state": CANARY})),
        ("github_find_issues", json!({"owner": "acme", "repo": "widgets", "query": long})),
        ("github_find_issues", json!({"owner": "acme", "repo": "widgets", "cursor": CANARY})),
        ("github_find_issues", json!({"owner": "acme", "repo": "widgets", "updated_after": CANARY})),
        ("github_find_issues", json!({"owner": "acme", "repo": "widgets", "a CANARY name": 1})),
        (
            "github_create_issue",
            json!({"owner": "acme", "repo": "widgets", "title": "t", "labels": [CANARY]}),
        ),
        (
            "github_update_issue",
            json!({"owner": "acme", "repo": "widgets", "issue_number": 1, "title": "t", "expected_version": CANARY}),
        ),
    ] {
        let result = session.call(tool, arguments.clone());
        let envelope = &result["result"]["structuredContent"];
        assert_eq!(result["result"]["isError"], true, "{tool} {arguments}");
        assert!(!envelope["details"].to_string().contains("CANARY"), "{envelope}");
        assert!(!envelope["message"].to_string().contains("CANARY"), "{envelope}");
    }
}

/// The names and contents of everything below a folder.
fn everything(folder: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.push(path.file_name().unwrap().as_encoded_bytes().to_vec());
        if path.is_dir() {
            found.extend(everything(&path));
        } else {
            found.push(fs::read(&path).unwrap());
        }
    }
    found
}

/// Answers of GitHub's that are full of words.
const WORDY: [Fault; 7] = [
    Fault::Answer("401 Unauthorized", "", "{\"message\":\"CANARY\"}"),
    Fault::Answer("403 Forbidden", "", "{\"message\":\"CANARY\"}"),
    Fault::Answer("410 Gone", "X-CANARY: CANARY\r\n", "{\"message\":\"CANARY\"}"),
    Fault::Answer("422 Unprocessable Entity", "", "{\"message\":\"CANARY\",\"errors\":[\"CANARY\"]}"),
    Fault::Answer("301 Moved Permanently", "Location: https://example.com/CANARY\r\n", "CANARY"),
    Fault::Answer("200 OK", "ETag: \"CANARY\"\r\n", "{\"title\":\"CANARY\"}"),
    Fault::Answer("502 Bad Gateway", "", "CANARY"),
];

/// Calls with words in every place, once each way that GitHub answers. Returns
/// every envelope of a failure.
fn talk(github: &FakeGitHub, mut call: impl FnMut(&str, Value) -> Value) -> Vec<Value> {
    let of = |members: Value| {
        let mut arguments = json!({"owner": "acme", "repo": "widgets"});
        arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        arguments
    };
    let calls = [
        ("github_create_issue", of(json!({"title": CANARY, "body": CANARY, "idempotency_key": CANARY}))),
        ("github_create_issue", of(json!({"title": CANARY, "body": CANARY}))),
        ("github_add_comment", of(json!({"issue_number": 1, "body": CANARY, "idempotency_key": CANARY}))),
        ("github_update_issue", of(json!({"issue_number": 1, "body": CANARY, "assignees": ["CANARY"]}))),
        ("github_get_issue", of(json!({"issue_number": 1}))),
        ("github_find_issues", of(json!({"query": CANARY, "creator": "CANARY"}))),
        ("github_find_issues", of(json!({"labels": [CANARY]}))),
        ("github_list_comments", of(json!({"issue_number": 1, "cursor": CANARY}))),
        ("github_create_issue", of(json!({"title": CANARY, "labels": [CANARY]}))),
    ];
    let mut failures = Vec::new();
    let mut make = |tool: &str, arguments: &Value, fault: Option<Fault>| {
        if let Some(fault) = fault {
            github.fault(if tool.contains("create") { "POST" } else { " /" }, fault);
        }
        let mut result = call(tool, arguments.clone());
        github.forget_faults();
        if result["isError"] == true {
            failures.push(result["structuredContent"].take());
        }
    };
    for (tool, arguments) in &calls {
        for fault in WORDY.into_iter().map(Some).chain([Some(Fault::Lose), None]) {
            make(tool, arguments, fault);
        }
    }
    // The last one: nothing is asked for a minute after it.
    let limit = Fault::Answer("403 Forbidden", "", "{\"message\":\"CANARY secondary rate limit\"}");
    make(calls[0].0, &of(json!({"title": CANARY})), Some(limit));
    failures
}

#[test]
fn c26_neither_the_token_nor_a_text_is_in_a_log_in_the_state_folder_or_in_an_error() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().to_str().unwrap();
    let github = FakeGitHub::new();
    let program = Program::start(&["--log-format", "json"], &github.variables(path));
    let mut failures = talk(&github, |tool, arguments| program.call(tool, arguments));
    let mut log = program.log();
    let mut session = Session::github(&github.variables(path));
    failures.extend(talk(&github, |tool, arguments| session.call(tool, arguments)["result"].take()));
    log.push_str(&session.end().stderr);
    assert!(log.contains("github_add_comment") && log.contains("upstream_unavailable"), "{log}");
    assert!(!log.contains("CANARY") && !log.contains(TOKEN), "{log}");
    let kept = everything(place.path());
    assert!(kept.len() > 6, "folder, cursor key and two keys: {}", kept.len());
    for part in kept {
        let text = String::from_utf8_lossy(&part);
        assert!(!text.contains("CANARY") && !text.contains(TOKEN), "{text}");
    }
    assert!(failures.len() > 50, "{}", failures.len());
    for mut failure in failures {
        // The caller's own call, to be made as it stands.
        if let Some(repair) = failure.get_mut("repair") {
            repair["arguments"].take();
        }
        let text = failure.to_string();
        assert!(!text.contains("CANARY") && !text.contains(TOKEN), "{text}");
    }
}
