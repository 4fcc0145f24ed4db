//! Every repair can be called as it stands (rule 6.repair-callable): it is.

use github_issues_mcp::catalog::ToolName;
use github_issues_mcp::failure::Code;
use github_issues_mcp::github::Told;
use serde_json::{Value, json};

use crate::support::upstream::{Bench, Fault, refusal};

/// A call of each tool that succeeds.
fn calls() -> Vec<(ToolName, Value)> {
    let widgets = |members: Value| {
        let mut arguments = json!({"owner": "acme", "repo": "widgets"});
        arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        arguments
    };
    vec![
        (ToolName::FindIssues, widgets(json!({"labels": ["bug"]}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 1}))),
        (ToolName::ListComments, widgets(json!({"issue_number": 1}))),
        (ToolName::CreateIssue, widgets(json!({"title": "t", "idempotency_key": "k"}))),
        (ToolName::CreateIssue, widgets(json!({"title": "t"}))),
        (ToolName::UpdateIssue, widgets(json!({"issue_number": 1, "title": "t"}))),
        (ToolName::AddComment, widgets(json!({"issue_number": 1, "body": "b", "idempotency_key": "k"}))),
        (ToolName::AddComment, widgets(json!({"issue_number": 1, "body": "b"}))),
        (ToolName::SetIssueLock, widgets(json!({"issue_number": 1, "locked": true}))),
    ]
}

#[tokio::test]
async fn rule_6_repair_callable_for_every_tool_and_every_refusal() {
    let refused = |status: u16| refusal(status, "x", Told::default());
    let faults = [
        ("GET", refused(401)),
        ("GET", refused(403)),
        ("GET", refused(404)),
        ("GET", refused(410)),
        ("GET", refused(429)),
        ("GET", refused(500)),
        ("/issues", Fault::LostAfter),
        ("POST", Fault::LostAfter),
        ("P", refused(422)),
    ];
    let mut repaired = 0;
    for (tool, arguments) in calls() {
        for (part, fault) in &faults {
            let bench = Bench::new();
            bench.fault(part, fault.clone());
            let Err(failure) = bench.call(tool, arguments.clone()).await else { continue };
            let Some(repair) = failure.repair() else { continue };
            let next = ToolName::parse(repair.tool()).unwrap();
            let given = Value::Object(repair.arguments().members().clone());
            if let Err(next_failure) = bench.call(next, given.clone()).await {
                assert_ne!(next_failure.code(), Code::InvalidField, "{tool:?} {failure:?} {given}");
            }
            repaired += 1;
        }
    }
    assert!(repaired > 30, "{repaired}");
}

#[tokio::test]
async fn one_hop_mends_a_locked_thread_and_a_stale_version() {
    let bench = Bench::new();
    let comment = json!({"owner": "acme", "repo": "widgets", "issue_number": 2, "body": "b"});
    let failure = bench.call(ToolName::AddComment, comment.clone()).await.unwrap_err();
    assert_eq!(failure.code(), Code::IssueLocked);
    let repair = failure.repair().unwrap();
    let next = ToolName::parse(repair.tool()).unwrap();
    bench.call(next, Value::Object(repair.arguments().members().clone())).await.unwrap();
    bench.call(ToolName::AddComment, comment).await.unwrap();

    let stale = json!({
        "owner": "acme", "repo": "widgets", "issue_number": 1, "title": "t", "expected_version": "v:0000000000000000",
    });
    let failure = bench.call(ToolName::UpdateIssue, stale.clone()).await.unwrap_err();
    let repair = failure.repair().unwrap();
    let next = ToolName::parse(repair.tool()).unwrap();
    let read = bench.call(next, Value::Object(repair.arguments().members().clone())).await.unwrap();
    let mut fresh = stale;
    fresh["expected_version"] = read["issue"]["version"].clone();
    bench.call(ToolName::UpdateIssue, fresh).await.unwrap();
}
