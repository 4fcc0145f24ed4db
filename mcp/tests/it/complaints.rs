//! What users of servers of this kind complain about, one test for each.

use github_issues_mcp::catalog::ToolName;
use github_issues_mcp::failure::{Code, Subject};
use serde_json::{Value, json};

use crate::support::upstream::Bench;

fn widgets(members: Value) -> Value {
    let mut arguments = json!({"owner": "acme", "repo": "widgets"});
    arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    arguments
}

/// The subject of the `invalid_field` that a call ends with; no request was
/// made.
async fn invalid(bench: &Bench, tool: ToolName, arguments: Value) -> Option<Subject> {
    let failure = bench.call(tool, arguments.clone()).await.unwrap_err();
    assert_eq!(failure.code(), Code::InvalidField, "{arguments}");
    assert!(bench.asked().is_empty(), "{arguments}");
    failure.details().and_then(|details| details.subject())
}

#[tokio::test]
async fn c12_c13_c14_what_does_not_fit_is_refused_by_name_before_any_request() {
    let bench = Bench::new();
    for (tool, arguments, field) in [
        (ToolName::FindIssues, widgets(json!({"label": ["bug"]})), "label"),
        (ToolName::FindIssues, widgets(json!({"query": null})), "query"),
        (ToolName::FindIssues, widgets(json!({"labels": "[\"bug\"]"})), "labels"),
        (ToolName::FindIssues, widgets(json!({"labels": []})), "labels"),
        (ToolName::FindIssues, widgets(json!({"state": "any"})), "state"),
        (ToolName::FindIssues, widgets(json!({"assignee": "*"})), "assignee"),
        (ToolName::FindIssues, widgets(json!({"assignee": "none"})), "assignee"),
        (ToolName::FindIssues, widgets(json!({"updated_after": "2026-07-29"})), "updated_after"),
        (ToolName::FindIssues, json!({"owner": "acme/widgets", "repo": "widgets"}), "owner"),
        (ToolName::FindIssues, json!({"repo": "widgets"}), "owner"),
        (ToolName::GetIssue, widgets(json!({"issue_number": "2649"})), "issue_number"),
        (ToolName::GetIssue, widgets(json!({"issue_number": 0})), "issue_number"),
        (ToolName::GetIssue, widgets(json!({"issue_number": 1.5})), "issue_number"),
        (ToolName::GetIssue, widgets(json!({})), "issue_number"),
        (ToolName::CreateIssue, widgets(json!({"title": ""})), "title"),
        (ToolName::CreateIssue, widgets(json!({"title": "é".repeat(257)})), "title"),
        (ToolName::AddComment, widgets(json!({"issue_number": 1, "body": "x".repeat(65_537)})), "body"),
        (ToolName::UpdateIssue, widgets(json!({"issue_number": 1, "body": null})), "body"),
        (
            ToolName::UpdateIssue,
            widgets(json!({"issue_number": 1, "remove_labels": ["bug", ""]})),
            "remove_labels",
        ),
        (
            ToolName::UpdateIssue,
            widgets(json!({"issue_number": 1, "remove_labels": [".."]})),
            "remove_labels",
        ),
        (
            ToolName::UpdateIssue,
            widgets(json!({"issue_number": 1, "title": "t", "expected_version": "x"})),
            "expected_version",
        ),
        (ToolName::GetCapabilities, json!({"verbose": true}), "verbose"),
    ] {
        let subject = invalid(&bench, tool, arguments.clone()).await;
        assert_eq!(subject, Some(Subject::Field(field.to_owned())), "{arguments}");
    }
    let whole = widgets(json!({"issue_number": 1.0}));
    assert!(bench.call(ToolName::GetIssue, whole).await.is_ok());
}

#[tokio::test]
async fn parameters_that_do_not_go_together_are_named_together() {
    let bench = Bench::new();
    let one = |members: Value| {
        let mut arguments = widgets(json!({"issue_number": 1}));
        arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        arguments
    };
    for (tool, arguments, fields) in [
        (
            ToolName::UpdateIssue,
            one(json!({"labels": [], "add_labels": ["bug"]})),
            &["labels", "add_labels"][..],
        ),
        (ToolName::UpdateIssue, one(json!({"state_reason": "completed"})), &["state_reason", "state"]),
        (
            ToolName::UpdateIssue,
            one(json!({"state": "closed", "state_reason": "reopened"})),
            &["state_reason", "state"],
        ),
        (
            ToolName::UpdateIssue,
            one(json!({"state": "open", "state_reason": "duplicate"})),
            &["state_reason", "state"],
        ),
        (
            ToolName::UpdateIssue,
            one(json!({"add_labels": ["bug"], "remove_labels": ["BUG"]})),
            &["add_labels", "remove_labels"],
        ),
        (
            ToolName::SetIssueLock,
            one(json!({"locked": false, "lock_reason": "spam"})),
            &["lock_reason", "locked"],
        ),
    ] {
        let subject = invalid(&bench, tool, arguments.clone()).await;
        assert_eq!(subject, Some(Subject::Fields(fields.to_vec())), "{arguments}");
    }
    let nothing = invalid(&bench, ToolName::UpdateIssue, one(json!({}))).await;
    assert!(matches!(nothing, Some(Subject::Fields(fields)) if fields.contains(&"title")));
}

#[tokio::test]
async fn c6_empty_clears_absent_leaves_null_is_refused() {
    let bench = Bench::new();
    let update = |members: Value| {
        let mut arguments = widgets(json!({"issue_number": 1}));
        arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        bench.call(ToolName::UpdateIssue, arguments)
    };
    update(json!({"labels": [], "assignees": []})).await.unwrap();
    assert_eq!(bench.bodies(), [json!({"assignees": [], "labels": []})]);
    update(json!({"title": "t"})).await.unwrap();
    assert_eq!(bench.bodies(), [json!({"title": "t"})]);
    assert_eq!(update(json!({"assignees": null})).await.unwrap_err().code(), Code::InvalidField);
}

#[tokio::test]
async fn c7_one_label_is_added_and_removed_without_rewriting_the_set() {
    let bench = Bench::new();
    let edit = widgets(
        json!({"issue_number": 7, "add_labels": ["question"], "remove_labels": ["bug", "enhancement"]}),
    );
    let result = bench.call(ToolName::UpdateIssue, edit).await.unwrap();
    assert_eq!(result["labels"], json!(["documentation", "question"]));
    let writes: Vec<String> = bench.asked().into_iter().filter(|line| !line.starts_with("GET ")).collect();
    assert_eq!(
        writes,
        [
            "POST /repos/acme/widgets/issues/7/labels",
            "DELETE /repos/acme/widgets/issues/7/labels/bug",
            "DELETE /repos/acme/widgets/issues/7/labels/enhancement",
        ]
    );
}

#[tokio::test]
async fn c8_labels_that_github_drops_are_no_success() {
    let bench = Bench::new();
    let arguments = json!({"owner": "bluebell", "repo": "library", "title": "t", "labels": ["bug"]});
    let failure = bench.call(ToolName::CreateIssue, arguments).await.unwrap_err();
    assert_eq!(failure.code(), Code::InsufficientScope);
    let repair = failure.repair().unwrap();
    assert_eq!(repair.tool(), "github_get_issue");
    assert_eq!(repair.arguments().members()["issue_number"], 2);
}

#[tokio::test]
async fn c9_an_unknown_label_is_not_created() {
    let bench = Bench::new();
    for (tool, arguments) in [
        (ToolName::CreateIssue, widgets(json!({"title": "t", "labels": ["bgu"]}))),
        (ToolName::UpdateIssue, widgets(json!({"issue_number": 1, "add_labels": ["bgu"]}))),
        (ToolName::UpdateIssue, widgets(json!({"issue_number": 1, "title": "t", "labels": ["bgu"]}))),
    ] {
        let failure = bench.call(tool, arguments).await.unwrap_err();
        assert_eq!(failure.code(), Code::LabelNotFound);
        let details = serde_json::to_value(failure.details()).unwrap();
        assert_eq!(details["allowed"][0], "bug", "the nearest first");
        assert!(bench.asked().iter().all(|line| line.starts_with("GET ")));
    }
}

#[tokio::test]
async fn c10_bodies_come_back_byte_for_byte() {
    let bench = Bench::new();
    let body = "<details>\r\n<summary>a & b</summary>\u{1f331} \u{202e} <!-- x -->\t\u{7}";
    let created =
        bench.call(ToolName::CreateIssue, widgets(json!({"title": "t", "body": body}))).await.unwrap();
    let read = bench
        .call(ToolName::GetIssue, widgets(json!({"issue_number": created["issue_number"]})))
        .await
        .unwrap();
    assert_eq!(read["issue"]["body"], body);
}

#[tokio::test]
async fn c22_several_labels_are_an_intersection_on_both_routes() {
    let bench = Bench::new();
    for members in [
        json!({"labels": ["bug", "documentation"]}),
        json!({"labels": ["bug", "documentation"], "query": "colour"}),
    ] {
        let found = bench.call(ToolName::FindIssues, widgets(members)).await.unwrap();
        let numbers: Vec<&Value> =
            found["issues"].as_array().unwrap().iter().map(|row| &row["issue_number"]).collect();
        assert_eq!(numbers, [7]);
    }
}

#[tokio::test]
async fn c5_c25_a_search_names_its_repository_and_its_kind_whatever_the_words_are() {
    let bench = Bench::new();
    let arguments = widgets(
        json!({"query": "crash repo:bluebell/library is:pull-request", "include_pull_requests": true}),
    );
    bench.call(ToolName::FindIssues, arguments).await.unwrap();
    let asked = bench.asked();
    assert_eq!(asked.len(), 2);
    for (line, kind) in asked.iter().zip(["is%3Aissue", "is%3Apull-request"]) {
        assert!(
            line.contains(
                "%22repo%3Abluebell%2Flibrary%22%20%22is%3Apull-request%22%20repo%3Aacme%2Fwidgets"
            ),
            "{line}"
        );
        assert!(line.contains(&format!("repo%3Aacme%2Fwidgets%20{kind}%20")), "{line}");
    }
}

#[tokio::test]
async fn c20_a_cursor_of_another_call_is_refused() {
    let bench = Bench::new();
    let backlog = |members: Value| {
        let mut arguments = json!({"owner": "acme", "repo": "backlog"});
        arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        arguments
    };
    let first = bench.call(ToolName::FindIssues, backlog(json!({}))).await.unwrap();
    bench.asked();
    let cursor = first["next_cursor"].clone();
    let other = backlog(json!({"cursor": cursor, "state": "all"}));
    let subject = invalid(&bench, ToolName::FindIssues, other).await;
    assert_eq!(subject, Some(Subject::Field("cursor".to_owned())));
}

#[tokio::test]
async fn no_path_leads_out_of_the_repositories() {
    let bench = Bench::new();
    for name in ["..", "."] {
        let failure =
            bench.call(ToolName::FindIssues, json!({"owner": "acme", "repo": name})).await.unwrap_err();
        assert_eq!(failure.code(), Code::RepoNotFound);
        assert!(bench.asked().is_empty());
    }
}
