//! What results look like.

use std::collections::BTreeSet;

use github_issues_mcp::catalog::ToolName;
use serde_json::{Value, json};

use crate::support::upstream::Bench;

fn widgets(members: Value) -> Value {
    let mut arguments = json!({"owner": "acme", "repo": "widgets"});
    arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    arguments
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn rule_3_output_schema_every_success_is_what_its_tool_publishes() {
    let bench = Bench::new();
    let calls = [
        (ToolName::GetCapabilities, json!({})),
        (ToolName::FindIssues, widgets(json!({}))),
        (
            ToolName::FindIssues,
            widgets(json!({"detail": "full", "state": "all", "include_pull_requests": true})),
        ),
        (ToolName::FindIssues, widgets(json!({"query": "crash", "detail": "full"}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 1}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 2, "detail": "full"}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 3, "include_comments": false}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 4}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 5}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 6}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 8}))),
        (ToolName::ListComments, widgets(json!({"issue_number": 4}))),
        (
            ToolName::CreateIssue,
            widgets(json!({"title": "New", "labels": ["Bug"], "assignees": ["thistle-qa"]})),
        ),
        (ToolName::UpdateIssue, widgets(json!({"issue_number": 5, "state": "open"}))),
        (ToolName::AddComment, widgets(json!({"issue_number": 1, "body": "hi"}))),
        (ToolName::SetIssueLock, widgets(json!({"issue_number": 1, "locked": true}))),
        (ToolName::SetIssueLock, widgets(json!({"issue_number": 1, "locked": false}))),
    ];
    for (tool, arguments) in calls {
        let result = bench.call(tool, arguments.clone()).await;
        let result = result.unwrap_or_else(|failure| panic!("{tool:?} {arguments}: {failure:?}"));
        bench.assert_published(tool, &result);
    }
}

#[tokio::test]
async fn rule_8_detail_orthogonal_detail_changes_density_and_nothing_else() {
    let bench = Bench::new();
    let find = |detail| bench.call(ToolName::FindIssues, widgets(json!({"state": "all", "detail": detail})));
    let (summary, full) = (find("summary").await.unwrap(), find("full").await.unwrap());
    let rows = |value: &Value| value["issues"].as_array().unwrap().clone();
    assert_eq!(rows(&summary).len(), rows(&full).len());
    for (row, dense) in rows(&summary).iter().zip(rows(&full)) {
        assert!(keys(row).is_subset(&keys(&dense)) && keys(row) != keys(&dense));
        for key in keys(row) {
            assert_eq!(row[key], dense[key]);
        }
    }
    let get = |detail| bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 4, "detail": detail})));
    let (summary, full) = (get("summary").await.unwrap(), get("full").await.unwrap());
    assert_eq!(summary["issue"]["body"].as_str().unwrap().chars().count(), 2000);
    assert_eq!(summary["issue"]["body_truncated"], true);
    assert!(full["issue"].get("body_truncated").is_none());
    assert_eq!(summary["issue"]["version"], full["issue"]["version"]);
}

#[tokio::test]
async fn c21_what_says_that_there_is_more_stands_before_the_list() {
    let bench = Bench::new();
    let backlog = json!({"owner": "acme", "repo": "backlog"});
    let text = bench.call(ToolName::FindIssues, backlog).await.unwrap().to_string();
    let place = |word: &str| text.find(word).unwrap();
    assert!(place("\"has_more\"") < place("\"issues\"") && place("\"next_cursor\"") < place("\"issues\""));
    let thread =
        bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 4}))).await.unwrap().to_string();
    assert!(thread.find("\"comments_cursor\"").unwrap() < thread.find("\"comments\":").unwrap());
}

#[tokio::test]
async fn rule_8_house_pagination_a_walk_gives_every_issue_once_and_ends_at_500() {
    let bench = Bench::new();
    let mut arguments = json!({"owner": "acme", "repo": "backlog"});
    let mut numbers = Vec::new();
    let mut created = 0;
    loop {
        let page = bench.call(ToolName::FindIssues, arguments.clone()).await.unwrap();
        bench.assert_published(ToolName::FindIssues, &page);
        let rows = page["issues"].as_array().unwrap();
        assert_eq!(rows.len(), 50, "c4: pages that are mostly pull requests still fill");
        numbers.extend(rows.iter().map(|row| row["issue_number"].as_u64().unwrap()));
        assert_eq!(page["has_more"] == json!(true), page.get("next_cursor").is_some());
        let Some(cursor) = page.get("next_cursor") else {
            assert_eq!(page["truncated"], true);
            assert!(page["truncation_hint"].as_str().unwrap().contains("labels="));
            break;
        };
        arguments["cursor"] = cursor.clone();
        // Newer issues shift the pages of the list in the middle of the walk.
        created += 1;
        let new = json!({"owner": "acme", "repo": "backlog", "title": format!("new {created}")});
        bench.call(ToolName::CreateIssue, new).await.unwrap();
    }
    assert_eq!(numbers.len(), 500);
    assert!(numbers.windows(2).all(|pair| pair[0] > pair[1]), "newest first, none twice");
    assert!(numbers.iter().all(|number| number % 3 != 0), "no pull request");
}

#[tokio::test]
async fn a_thread_is_walked_to_its_end() {
    let bench = Bench::new();
    let first = bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 4}))).await.unwrap();
    let mut ids: Vec<u64> = Vec::new();
    let mut take = |page: &Value| {
        ids.extend(
            page["comments"].as_array().unwrap().iter().map(|row| row["comment_id"].as_u64().unwrap()),
        );
    };
    take(&first);
    let mut cursor = first.get("comments_cursor").cloned();
    while let Some(next) = cursor {
        let arguments = widgets(json!({"issue_number": 4, "cursor": next, "detail": "full"}));
        let page = bench.call(ToolName::ListComments, arguments).await.unwrap();
        take(&page);
        cursor = page.get("next_cursor").cloned();
    }
    assert_eq!(ids.len(), 53);
    assert!(ids.is_sorted());
}

#[tokio::test]
async fn rule_3_honest_annotations_reading_tools_only_read() {
    let bench = Bench::new();
    for (tool, arguments) in [
        (ToolName::GetCapabilities, json!({})),
        (ToolName::FindIssues, widgets(json!({}))),
        (ToolName::FindIssues, widgets(json!({"query": "x", "include_pull_requests": true}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 1}))),
        (ToolName::ListComments, widgets(json!({"issue_number": 1}))),
    ] {
        assert!(!tool.is_mutation());
        bench.call(tool, arguments).await.unwrap();
        assert!(bench.asked().iter().all(|line| line.starts_with("GET ")));
    }
}
