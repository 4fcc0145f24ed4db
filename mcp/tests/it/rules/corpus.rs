//! What the server answers: every kind of success, every code, on both
//! carriers.

use github_issues_mcp::catalog::{Catalog, KeyScope, ToolName};
use github_issues_mcp::cursor::{Cursors, LIFETIME};
use github_issues_mcp::failure::{Failure, Report, RequestId};
use github_issues_mcp::github::Told;
use github_issues_mcp::resources::{self, Read};
use serde_json::{Map, Value, json};

use crate::support::upstream::{Bench, Fault, refusal};

/// The catalog as it stands in its file.
const FILE: &str = include_str!("../../../src/catalog/catalog.json");

/// A call with what it came to.
pub(super) struct Answered {
    pub(super) tool: ToolName,
    pub(super) arguments: Value,
    pub(super) content: Value,
    /// What is said beside it.
    pub(super) text: String,
}

/// Arguments about `acme/widgets`.
pub(super) fn widgets(members: Value) -> Value {
    with(json!({"owner": "acme", "repo": "widgets"}), members)
}

/// Arguments about its first issue.
pub(super) fn first(members: Value) -> Value {
    with(widgets(json!({"issue_number": 1})), members)
}

pub(super) fn with(mut arguments: Value, members: Value) -> Value {
    let Value::Object(members) = members else { panic!("{members} are no members") };
    arguments.as_object_mut().unwrap().extend(members);
    arguments
}

/// The tools, as clients see them.
pub(super) fn tools() -> Vec<Value> {
    Catalog::embedded().unwrap().tools().iter().map(|tool| json!(tool)).collect()
}

/// The summary.
pub(super) fn summary() -> Value {
    Catalog::embedded().unwrap().summary().clone()
}

/// The parameters of a tool.
pub(super) fn parameters(tool: &Value) -> &Map<String, Value> {
    tool["inputSchema"]["properties"].as_object().unwrap()
}

/// All texts of a value, its keys left out.
pub(super) fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(entries) => entries.iter().flat_map(texts).collect(),
        Value::Object(members) => members.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// The catalog with a change of its file.
pub(super) fn changed(change: impl FnOnce(&mut Value)) -> Catalog {
    let mut whole: Value = serde_json::from_str(FILE).unwrap();
    change(&mut whole);
    Catalog::read(&whole.to_string(), KeyScope::Process).unwrap()
}

/// Calls that succeed, of every tool and with every parameter.
pub(super) fn calls() -> Vec<(ToolName, Value)> {
    use ToolName::{
        AddComment, CreateIssue, FindIssues, GetCapabilities, GetIssue, ListComments, SetIssueLock,
        UpdateIssue,
    };
    let backlog = |members| with(json!({"owner": "acme", "repo": "backlog"}), members);
    let whole = json!({"detail": "full", "state": "all", "include_pull_requests": true});
    vec![
        (GetCapabilities, json!({})),
        (FindIssues, widgets(json!({}))),
        (FindIssues, widgets(whole)),
        (FindIssues, widgets(json!({"query": "crash", "detail": "full", "creator": "you"}))),
        (FindIssues, widgets(json!({"labels": ["bug"], "assignee": "thistle-qa"}))),
        (FindIssues, widgets(json!({"state": "closed", "updated_after": "2020-01-01T00:00:00Z"}))),
        (FindIssues, backlog(json!({}))),
        (FindIssues, backlog(json!({"query": "a"}))),
        (GetIssue, first(json!({}))),
        (GetIssue, widgets(json!({"issue_number": 2, "detail": "full"}))),
        (GetIssue, widgets(json!({"issue_number": 3, "include_comments": false}))),
        (GetIssue, widgets(json!({"issue_number": 4}))),
        (GetIssue, widgets(json!({"issue_number": 5}))),
        (GetIssue, widgets(json!({"issue_number": 6}))),
        (ListComments, widgets(json!({"issue_number": 4}))),
        (ListComments, widgets(json!({"issue_number": 4, "updated_after": "2020-01-01T00:00:00Z"}))),
        (CreateIssue, widgets(json!({"title": "New", "labels": ["Bug"], "assignees": ["thistle-qa"]}))),
        (CreateIssue, widgets(json!({"title": "Other", "body": "Words.", "idempotency_key": "k"}))),
        (
            UpdateIssue,
            first(json!({"title": "Renamed", "body": "", "state": "closed", "state_reason": "completed"})),
        ),
        (UpdateIssue, first(json!({"labels": ["bug"], "assignees": []}))),
        (UpdateIssue, first(json!({"add_labels": ["question"], "remove_labels": ["bug"], "state": "open"}))),
        (AddComment, first(json!({"body": "A long text. ".repeat(200)}))),
        (GetIssue, first(json!({}))),
        (ListComments, first(json!({}))),
        (AddComment, first(json!({"body": "hi again", "idempotency_key": "k"}))),
        (SetIssueLock, first(json!({"locked": true, "lock_reason": "resolved"}))),
        (SetIssueLock, first(json!({"locked": false}))),
    ]
}

/// What they come to.
pub(super) async fn successes() -> Vec<Answered> {
    let bench = Bench::new();
    let mut found = Vec::new();
    for (tool, arguments) in calls() {
        let content = bench.call(tool, arguments.clone()).await;
        let content = content.unwrap_or_else(|failure| panic!("{tool:?} {arguments}: {failure:?}"));
        let text = content.to_string();
        found.push(Answered { tool, arguments, content, text });
    }
    found
}

/// A call that fails, and what happens to its requests.
type Failing = (ToolName, Value, Vec<(&'static str, Fault)>);

/// Calls that fail for what they ask.
fn refused() -> Vec<Failing> {
    use ToolName::{AddComment, CreateIssue, FindIssues, GetIssue, ListComments, SetIssueLock, UpdateIssue};
    let wiki = |members| with(json!({"owner": "acme", "repo": "wiki"}), members);
    let nowhere = |members| with(json!({"owner": "acme", "repo": "nowhere"}), members);
    let cursors = Cursors::new(&[8; 32], "test".to_owned(), LIFETIME).unwrap();
    let old =
        cursors.seal(&github_issues_mcp::caller::Caller::anyone(), FindIssues, &Map::new(), &1).unwrap();
    vec![
        (FindIssues, widgets(json!({"labels": []})), vec![]),
        (FindIssues, widgets(json!({"state": "any"})), vec![]),
        (FindIssues, widgets(json!({"label": "bug"})), vec![]),
        (FindIssues, json!({"repo": "widgets"}), vec![]),
        (FindIssues, widgets(json!({"cursor": "x", "state": "all"})), vec![]),
        (UpdateIssue, first(json!({"state_reason": "completed"})), vec![]),
        (UpdateIssue, first(json!({})), vec![]),
        (UpdateIssue, first(json!({"title": "t", "expected_version": "x"})), vec![]),
        (GetIssue, widgets(json!({"issue_number": 999})), vec![]),
        (GetIssue, widgets(json!({"issue_number": 9})), vec![]),
        (ListComments, widgets(json!({"issue_number": 999})), vec![]),
        (SetIssueLock, widgets(json!({"issue_number": 3, "locked": true})), vec![]),
        (AddComment, widgets(json!({"issue_number": 8, "body": "x"})), vec![]),
        (FindIssues, wiki(json!({})), vec![]),
        (CreateIssue, wiki(json!({"title": "t"})), vec![]),
        (FindIssues, nowhere(json!({})), vec![]),
        (GetIssue, nowhere(json!({"issue_number": 1})), vec![]),
        (CreateIssue, widgets(json!({"title": "t", "labels": ["bgu"]})), vec![]),
        (UpdateIssue, first(json!({"add_labels": ["bgu"]})), vec![]),
        (AddComment, widgets(json!({"issue_number": 2, "body": "x"})), vec![]),
        (UpdateIssue, first(json!({"title": "t", "expected_version": "v:0000000000000000"})), vec![]),
        (FindIssues, widgets(json!({"cursor": old, "state": "all"})), vec![]),
        (ListComments, first(json!({"cursor": old})), vec![]),
    ]
}

/// Calls that fail for what they meet with.
fn broken() -> Vec<Failing> {
    use ToolName::{AddComment, CreateIssue, FindIssues, GetIssue, SetIssueLock, UpdateIssue};
    let own_limit =
        Told { is_own_bucket: true, remaining: Some(0), reset: Some(u64::MAX), retry_after: Some(32) };
    let plain = |status| refusal(status, "x", Told::default());
    let library = |members| with(json!({"owner": "bluebell", "repo": "library"}), members);
    let on_get = |fault| vec![("GET", fault)];
    let on_post = |fault| vec![("POST", fault)];
    vec![
        (CreateIssue, widgets(json!({"title": "t"})), on_post(plain(422))),
        (FindIssues, widgets(json!({})), on_get(refusal(403, "x", own_limit))),
        (GetIssue, first(json!({})), on_get(Fault::NoCredential)),
        (GetIssue, first(json!({})), on_get(plain(401))),
        (GetIssue, first(json!({})), on_get(plain(403))),
        (CreateIssue, library(json!({"title": "t", "labels": ["bug"]})), vec![]),
        (SetIssueLock, library(json!({"issue_number": 1, "locked": true})), vec![]),
        (SetIssueLock, first(json!({"locked": true})), vec![("PUT", plain(500))]),
        (SetIssueLock, first(json!({"locked": true})), vec![("GET", Fault::Pass), ("GET", plain(500))]),
        (
            UpdateIssue,
            first(json!({"remove_labels": ["bug"]})),
            vec![("GET", Fault::Pass), ("GET", plain(500))],
        ),
        (GetIssue, first(json!({})), on_get(plain(500))),
        (CreateIssue, widgets(json!({"title": "t", "idempotency_key": "k"})), on_post(Fault::LostAfter)),
        (CreateIssue, widgets(json!({"title": "t"})), on_post(Fault::LostAfter)),
        (CreateIssue, widgets(json!({"title": "t"})), on_post(Fault::NotSent)),
        (AddComment, first(json!({"body": "x"})), on_post(Fault::LostAfter)),
        (UpdateIssue, first(json!({"title": "t"})), vec![("PATCH", Fault::LostAfter)]),
        (UpdateIssue, first(json!({"title": "t", "remove_labels": ["bug"]})), vec![("DELETE", plain(500))]),
    ]
}

/// What calls that fail come to, on the carrier of tools.
pub(super) async fn failures() -> Vec<Answered> {
    let mut found = Vec::new();
    for (tool, arguments, faults) in refused().into_iter().chain(broken()) {
        let bench = Bench::new();
        for (part, fault) in faults {
            bench.fault(part, fault);
        }
        let failure = bench.call(tool, arguments.clone()).await;
        let Err(failure) = failure else { panic!("{tool:?} {arguments} succeeded") };
        let (content, text) = told(&failure, bench.catalog.fingerprint());
        found.push(Answered { tool, arguments, content, text });
    }
    found
}

/// The envelope and the text of a failure.
fn told(failure: &Failure, fingerprint: &str) -> (Value, String) {
    let result = Report::new(failure, &RequestId::unique(), fingerprint).tool_result();
    let mut result = serde_json::to_value(result).unwrap();
    assert_eq!(result["isError"], true);
    let text = result["content"][0]["text"].as_str().unwrap().to_owned();
    (result["structuredContent"].take(), text)
}

/// What reads of resources that fail come to: the URI and the JSON-RPC error.
pub(super) async fn rpc_failures() -> Vec<(&'static str, Value)> {
    let issue = "github://repos/acme/widgets/issues/1";
    let plain = |status| refusal(status, "x", Told::default());
    let told = Told { is_own_bucket: true, remaining: Some(0), reset: Some(u64::MAX), retry_after: Some(32) };
    let mut found = Vec::new();
    for (uri, fault) in [
        ("github://repos/acme/widgets/issues/999", None),
        ("github://repos/acme/widgets/issues/9", None),
        ("github://repos/acme/nowhere/issues/1", None),
        ("github://repos/acme/nowhere/issues", None),
        ("github://elsewhere", None),
        (issue, Some(refusal(403, "x", told))),
        (issue, Some(Fault::NoCredential)),
        (issue, Some(plain(401))),
        (issue, Some(plain(403))),
        (issue, Some(plain(500))),
    ] {
        let bench = Bench::new();
        if let Some(fault) = fault {
            bench.fault("GET", fault);
        }
        let Read { address, content } = resources::read(&bench.service, uri).await;
        let failure = content.unwrap_err();
        let id = RequestId::unique();
        let error = Report::new(&failure, &id, bench.catalog.fingerprint()).rpc_error(address.as_ref());
        found.push((uri, serde_json::to_value(error).unwrap()));
    }
    found
}

/// The content of a resource of the demo.
pub(super) async fn read(uri: &str) -> Value {
    let Read { content, .. } = resources::read(&Bench::new().service, uri).await;
    serde_json::from_str(&content.unwrap_or_else(|failure| panic!("{uri}: {failure:?}"))).unwrap()
}
