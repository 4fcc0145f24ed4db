//! What users complain about when answers fill an agent's context: the size of
//! results, pages that hold nothing, cursors that lead nowhere.

use std::collections::BTreeSet;

use github_issues_mcp::catalog::ToolName;
use github_issues_mcp::github::Reply;
use serde_json::{Value, json};

use crate::support::request;
use crate::support::stdio::Session;
use crate::support::upstream::{Bench, Fault};

/// What stands around the body of an issue, in bytes.
const AROUND: usize = 1_536;

/// GitHub's object of an issue with a body of that many bytes.
fn object(number: u64, body: usize, is_pull_request: bool) -> Value {
    let mut object = json!({
        "number": number, "title": format!("An ordinary title of an issue, number {number}"), "state": "open",
        "state_reason": null, "locked": false, "user": {"login": "marigold-dev", "avatar_url": "x".repeat(80)},
        "labels": [{"name": "bug", "description": "x".repeat(60)}], "assignees": [{"login": "thistle-qa"}],
        "comments": 3, "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-02T00:00:00Z",
        "body": "x".repeat(body), "html_url": format!("https://github.com/acme/widgets/issues/{number}"),
        "repository_url": "https://api.github.com/repos/acme/widgets",
        "reactions": {"total_count": 0, "url": "x".repeat(80)}, "timeline_url": "x".repeat(80),
    });
    if is_pull_request {
        object["pull_request"] = json!({"url": "x".repeat(60)});
    }
    object
}

fn answered(body: &Value, has_next: bool) -> Fault {
    Fault::Answer(Reply { status: 200, has_next, body: body.to_string().into_bytes(), ..Reply::default() })
}

fn widgets(members: Value) -> Value {
    let mut arguments = json!({"owner": "acme", "repo": "widgets"});
    arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    arguments
}

async fn found(objects: Vec<Value>) -> (Value, usize) {
    let (bench, upstream) = (Bench::new(), json!(objects));
    bench.fault("GET", answered(&upstream, false));
    (bench.call(ToolName::FindIssues, widgets(json!({}))).await.unwrap(), upstream.to_string().len())
}

#[tokio::test]
async fn c2_a_page_of_issues_with_long_bodies_is_short() {
    let page = |count: u64| found((1..=count).rev().map(|number| object(number, 4_096, false)).collect());
    let (thirty, upstream) = page(30).await;
    assert_eq!(thirty["issues"].as_array().unwrap().len(), 30);
    let size = thirty.to_string().len();
    assert!(size <= 12_000 && upstream > 140_000, "{size} of {upstream}");
    let (fifty, _) = page(80).await;
    assert_eq!(fifty["issues"].as_array().unwrap().len(), 50);
    assert!(fifty.to_string().len() <= 20_000, "{}", fifty.to_string().len());
}

#[tokio::test]
async fn c3_one_issue_is_its_body_and_little_around_it() {
    let bench = Bench::new();
    for (length, shown) in [(60_000, 2_000), (100, 100)] {
        let upstream = object(1, length, false);
        bench.fault("/issues/1", answered(&upstream, false));
        let read = widgets(json!({"issue_number": 1, "include_comments": false}));
        let read = bench.call(ToolName::GetIssue, read).await.unwrap();
        assert_eq!(read["issue"]["body"].as_str().unwrap().len(), shown);
        assert!(read.to_string().len() <= shown + AROUND, "{read}");
        assert!(!read.to_string().contains("avatar") && !read.to_string().contains("reactions"));
    }
}

#[tokio::test]
async fn c4_a_page_is_filled_with_issues_when_github_sends_pull_requests() {
    let bench = Bench::new();
    // Of a hundred rows two are issues, then all are.
    let row = |number: u64, is_issue: bool| object(number, 0, !is_issue);
    let first: Vec<Value> = (201..=300).rev().map(|number| row(number, number % 50 == 0)).collect();
    let second: Vec<Value> = (101..=200).rev().map(|number| row(number, true)).collect();
    bench.fault("GET", answered(&json!(first), true));
    bench.fault("GET", answered(&json!(second), true));
    let page = bench.call(ToolName::FindIssues, widgets(json!({}))).await.unwrap();
    let rows = page["issues"].as_array().unwrap();
    assert_eq!((rows.len(), &page["has_more"], bench.asked().len()), (50, &json!(true), 2));
    assert!(rows.iter().all(|row| row.get("is_pull_request").is_none()));
    let numbers: Vec<u64> = rows.iter().map(|row| row["issue_number"].as_u64().unwrap()).collect();
    assert_eq!(numbers[..3], [300, 250, 200]);
}

#[tokio::test]
async fn c11_the_end_of_a_long_thread_is_a_few_calls_away() {
    let bench = Bench::new();
    let read = bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 4}))).await.unwrap();
    let (mut calls, mut cursor) = (1, read["comments_cursor"].clone());
    let last = loop {
        let arguments = widgets(json!({"issue_number": 4, "cursor": cursor}));
        let page = bench.call(ToolName::ListComments, arguments).await.unwrap();
        calls += 1;
        match page.get("next_cursor") {
            Some(next) => cursor = next.clone(),
            None => break page["comments"].as_array().unwrap().last().unwrap().clone(),
        }
    };
    assert_eq!((calls, &last["body"]), (3, &json!("Remark 53.")));
    let recent = widgets(json!({"issue_number": 4, "updated_after": last["created_at"]}));
    let recent = bench.call(ToolName::ListComments, recent).await.unwrap();
    assert_eq!((&recent["comments"], &recent["has_more"]), (&json!([last]), &json!(false)));
}

#[test]
fn c19_every_tool_has_a_schema_and_its_structured_result_is_of_it() {
    let mut session = Session::demo(&[]);
    let list = request(&json!(1), "tools/list", json!({})).to_string();
    let listed = session.ask(&list)["result"]["tools"].take();
    let mut called = BTreeSet::new();
    for (tool, arguments) in [
        ("github_get_capabilities", json!({})),
        ("github_find_issues", widgets(json!({"detail": "full"}))),
        ("github_get_issue", widgets(json!({"issue_number": 1}))),
        ("github_list_comments", widgets(json!({"issue_number": 4}))),
        ("github_create_issue", widgets(json!({"title": "t", "labels": ["bug"]}))),
        ("github_update_issue", widgets(json!({"issue_number": 1, "title": "t"}))),
        ("github_add_comment", widgets(json!({"issue_number": 1, "body": "b"}))),
        ("github_set_issue_lock", widgets(json!({"issue_number": 1, "locked": true}))),
    ] {
        let published = listed.as_array().unwrap().iter().find(|entry| entry["name"] == tool).unwrap();
        let validator = jsonschema::validator_for(&published["outputSchema"]).unwrap();
        let result = session.call(tool, arguments)["result"].take();
        let errors: Vec<String> =
            validator.iter_errors(&result["structuredContent"]).map(|error| error.to_string()).collect();
        assert!(errors.is_empty() && result["isError"] == false, "{tool}: {errors:?} in {result}");
        called.insert(tool);
    }
    assert_eq!(called.len(), listed.as_array().unwrap().len());
}

#[tokio::test]
async fn c27_a_cursor_goes_on_and_the_last_page_has_none() {
    let bench = Bench::new();
    let (mut arguments, mut cursors, mut rows) =
        (json!({"owner": "acme", "repo": "backlog"}), BTreeSet::new(), 0);
    loop {
        let page = bench.call(ToolName::FindIssues, arguments.clone()).await.unwrap();
        rows += page["issues"].as_array().unwrap().len();
        let Some(cursor) = page.get("next_cursor") else {
            assert_eq!(page["has_more"], false);
            break;
        };
        assert!(cursors.insert(cursor.to_string()), "no cursor comes twice");
        arguments["cursor"] = cursor.clone();
    }
    assert_eq!((rows, cursors.len()), (500, 9));
    // A page that gives nothing goes on all the same, and comes to an end.
    let pull_requests: Vec<Value> = (1..=100).rev().map(|number| object(number, 0, true)).collect();
    let bench = Bench::new();
    for _ in 0..5 {
        bench.fault("GET", answered(&json!(pull_requests), true));
    }
    let empty = bench.call(ToolName::FindIssues, widgets(json!({}))).await.unwrap();
    assert_eq!((&empty["issues"], &empty["has_more"]), (&json!([]), &json!(true)));
    bench.fault("page=6", answered(&json!([]), false));
    let next = widgets(json!({"cursor": empty["next_cursor"]}));
    let end = bench.call(ToolName::FindIssues, next).await.unwrap();
    assert_eq!((&end["issues"], end.get("next_cursor")), (&json!([]), None));
}

#[test]
fn c27_the_lists_of_the_protocol_have_no_cursor() {
    let mut session = Session::demo(&[]);
    for method in ["tools/list", "resources/list", "resources/templates/list"] {
        let answer = session.ask(&request(&json!(1), method, json!({})).to_string());
        assert!(answer["result"].is_object() && answer["result"].get("nextCursor").is_none(), "{method}");
    }
}
