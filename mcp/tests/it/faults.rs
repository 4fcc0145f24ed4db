//! GitHub at its worst: answers that are lost, limits, things that moved.

use github_issues_mcp::catalog::ToolName;
use github_issues_mcp::failure::Code;
use github_issues_mcp::github::Told;
use serde_json::{Value, json};

use crate::support::upstream::{Bench, Fault, refusal};

fn widgets(members: Value) -> Value {
    let mut arguments = json!({"owner": "acme", "repo": "widgets"});
    arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    arguments
}

async fn titled(bench: &Bench, title: &str) -> usize {
    let found = bench.call(ToolName::FindIssues, widgets(json!({"query": title}))).await.unwrap();
    found["issues"].as_array().unwrap().len()
}

#[tokio::test]
async fn c23_a_create_whose_answer_is_lost_is_not_made_twice() {
    let bench = Bench::new();
    bench.fault("POST /repos/acme/widgets/issues", Fault::LostAfter);
    let arguments = widgets(json!({"title": "Lost and found", "body": "b", "idempotency_key": "k"}));
    let failure = bench.call(ToolName::CreateIssue, arguments.clone()).await.unwrap_err();
    assert_eq!(failure.code(), Code::UpstreamUnavailable);
    let repair = failure.repair().unwrap();
    assert_eq!(repair.tool(), "github_create_issue");
    assert_eq!(Value::Object(repair.arguments().members().clone()), arguments);
    let again = bench.call(ToolName::CreateIssue, arguments.clone()).await.unwrap();
    assert_eq!(bench.call(ToolName::CreateIssue, arguments).await.unwrap(), again);
    assert_eq!(titled(&bench, "Lost and found").await, 1);
}

#[tokio::test]
async fn c23_a_comment_whose_answer_is_lost_is_not_posted_twice() {
    let bench = Bench::new();
    bench.fault("POST /repos/acme/widgets/issues/1/comments", Fault::LostAfter);
    let arguments = widgets(json!({"issue_number": 1, "body": "Lost words", "idempotency_key": "k"}));
    assert!(bench.call(ToolName::AddComment, arguments.clone()).await.is_err());
    bench.call(ToolName::AddComment, arguments).await.unwrap();
    let thread = bench.call(ToolName::ListComments, widgets(json!({"issue_number": 1}))).await.unwrap();
    assert_eq!(thread.to_string().matches("Lost words").count(), 1);
}

#[tokio::test]
async fn a_lost_create_without_a_key_is_looked_for() {
    let bench = Bench::new();
    bench.fault("POST", Fault::LostAfter);
    let failure = bench.call(ToolName::CreateIssue, widgets(json!({"title": "t"}))).await.unwrap_err();
    assert_eq!(failure.repair().unwrap().tool(), "github_find_issues");
    bench.fault("POST", Fault::LostAfter);
    let failure =
        bench.call(ToolName::AddComment, widgets(json!({"issue_number": 1, "body": "x"}))).await.unwrap_err();
    assert_eq!(failure.repair().unwrap().tool(), "github_list_comments");
}

#[tokio::test]
async fn what_never_left_changed_nothing_and_the_key_is_as_good_as_new() {
    let bench = Bench::new();
    bench.fault("POST", Fault::NotSent);
    let arguments = widgets(json!({"title": "Never left", "idempotency_key": "k"}));
    let failure = bench.call(ToolName::CreateIssue, arguments.clone()).await.unwrap_err();
    assert_eq!(failure.code(), Code::UpstreamUnavailable);
    assert!(failure.message().contains("nothing was changed") && failure.repair().is_none());
    bench.call(ToolName::CreateIssue, arguments).await.unwrap();
    assert_eq!(titled(&bench, "Never left").await, 1);
}

#[tokio::test]
async fn a_key_of_other_arguments_is_refused() {
    let bench = Bench::new();
    let call = |title: &str| {
        bench.call(ToolName::CreateIssue, widgets(json!({"title": title, "idempotency_key": "k"})))
    };
    call("one").await.unwrap();
    assert_eq!(call("two").await.unwrap_err().code(), Code::InvalidField);
}

#[tokio::test]
async fn v05_c15_a_limit_is_told_with_its_delay_and_not_run_into_again() {
    let bench = Bench::new();
    let told = Told { is_own_bucket: true, remaining: Some(0), reset: Some(u64::MAX), retry_after: Some(32) };
    bench.fault("GET", refusal(403, "API rate limit exceeded", told));
    let call = || bench.call(ToolName::FindIssues, widgets(json!({})));
    let failure = call().await.unwrap_err();
    assert_eq!((failure.code(), failure.retry_after_ms()), (Code::RateLimited, Some(32_000)));
    assert!(failure.repair().is_none());
    bench.asked();
    assert_eq!(call().await.unwrap_err().code(), Code::RateLimited);
    assert!(bench.asked().is_empty());
}

#[tokio::test]
async fn c16_c18_every_refusal_has_its_own_code() {
    for (status, message, code) in [
        (401, "Bad credentials", Code::InvalidCredential),
        (403, "Resource not accessible by personal access token", Code::InsufficientScope),
        (403, "You have exceeded a secondary rate limit", Code::RateLimited),
        (429, "Too many requests", Code::RateLimited),
        (410, "Gone", Code::IssueNotFound),
        (500, "Server Error", Code::UpstreamUnavailable),
        (418, "CANARY", Code::UpstreamUnavailable),
        (200, "CANARY", Code::UpstreamUnavailable),
    ] {
        let bench = Bench::new();
        bench.fault("GET", refusal(status, message, Told::default()));
        let failure = bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 1}))).await.unwrap_err();
        assert_eq!(failure.code(), code, "{status} {message}");
        assert!(!format!("{failure:?}").contains(message), "{failure:?}");
    }
}

#[tokio::test]
async fn rule_3_partial_success_an_edit_that_stops_says_what_took_place() {
    let bench = Bench::new();
    bench.fault("DELETE", refusal(500, "Server Error", Told::default()));
    let edit = widgets(
        json!({"issue_number": 1, "title": "t", "add_labels": ["question"], "remove_labels": ["bug"]}),
    );
    let failure = bench.call(ToolName::UpdateIssue, edit).await.unwrap_err();
    let details = serde_json::to_value(failure.details()).unwrap();
    assert_eq!(details["applied"], json!(["title", "add_labels"]));
    assert_eq!(details["not_applied"], json!(["remove_labels"]));
    assert_eq!(failure.repair().unwrap().tool(), "github_get_issue");
}

#[tokio::test]
async fn rule_3_version_precondition_a_stale_version_writes_nothing() {
    let bench = Bench::new();
    let read = bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 1}))).await.unwrap();
    let version = &read["issue"]["version"];
    let edit = |title: &str| widgets(json!({"issue_number": 1, "title": title, "expected_version": version}));
    bench.call(ToolName::UpdateIssue, edit("first")).await.unwrap();
    bench.asked();
    let failure = bench.call(ToolName::UpdateIssue, edit("second")).await.unwrap_err();
    assert_eq!(failure.code(), Code::VersionConflict);
    assert!(bench.asked().iter().all(|line| line.starts_with("GET ")));
    // A comment is no edit.
    let read = bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 7}))).await.unwrap();
    bench.call(ToolName::AddComment, widgets(json!({"issue_number": 7, "body": "x"}))).await.unwrap();
    let edit = json!({"issue_number": 7, "title": "t", "expected_version": read["issue"]["version"]});
    bench.call(ToolName::UpdateIssue, widgets(edit)).await.unwrap();
}

#[tokio::test]
async fn what_moved_is_read_there_and_not_written_there() {
    let bench = Bench::new();
    let read = bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 8}))).await.unwrap();
    assert_eq!(read["issue"]["url"], "https://github.com/acme/gadgets/issues/3");
    bench.asked();
    let failure =
        bench.call(ToolName::AddComment, widgets(json!({"issue_number": 8, "body": "x"}))).await.unwrap_err();
    assert_eq!(failure.code(), Code::IssueNotFound);
    assert!(bench.asked().iter().all(|line| line.starts_with("GET ")));
    let place = json!({"owner": "acme", "repo": "gadgets", "issue_number": 3, "body": "x"});
    assert_eq!(Value::Object(failure.repair().unwrap().arguments().members().clone()), place);
}

#[tokio::test]
async fn nothing_is_written_to_a_pull_request() {
    let bench = Bench::new();
    for (tool, members) in [
        (ToolName::AddComment, json!({"issue_number": 3, "body": "x"})),
        (ToolName::UpdateIssue, json!({"issue_number": 3, "title": "x"})),
        (ToolName::SetIssueLock, json!({"issue_number": 3, "locked": true})),
    ] {
        let failure = bench.call(tool, widgets(members)).await.unwrap_err();
        assert_eq!(failure.code(), Code::IssueNotFound);
        assert!(failure.details().unwrap().reason().unwrap().contains("pull request"));
        assert!(bench.asked().iter().all(|line| line.starts_with("GET ")));
    }
}
