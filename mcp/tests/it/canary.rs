//! What people write is in no log at any level (decision 27), and free text is
//! in no failure (rule 6.offending-value).

use serde_json::{Value, json};

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
