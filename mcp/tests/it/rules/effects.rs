//! Tools: what they do to the world, and what they say of it.

use std::collections::BTreeSet;
use std::fs;

use github_issues_mcp::catalog::ToolName;
use github_issues_mcp::failure::Code;
use github_issues_mcp::github::Told;
use serde_json::{Value, json};

use super::corpus::{calls, failures, first, parameters, summary, tools, widgets, with};
use crate::support::github::FakeGitHub;
use crate::support::stdio::Session;
use crate::support::upstream::{Bench, Fault, refusal};

/// A request without what differs from issue to issue.
fn kind(line: &str) -> String {
    let path = line.split('?').next().unwrap();
    let part = |part: &str| match part {
        _ if part.bytes().all(|byte| byte.is_ascii_digit()) => "N".to_owned(),
        "acme" | "bluebell" | "widgets" | "backlog" | "library" => "x".to_owned(),
        other => other.to_owned(),
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn is_read(line: &str) -> bool {
    line.starts_with("GET ")
}

#[test]
fn rule_3_declare_effects_every_tool_carries_its_hints() {
    for tool in tools() {
        let annotations = tool["annotations"].as_object().unwrap();
        let expected: &[&str] = match annotations["readOnlyHint"] == true {
            true => &["readOnlyHint", "openWorldHint"],
            false => &["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"],
        };
        assert_eq!(annotations.keys().collect::<Vec<_>>(), expected, "{tool}");
        assert!(annotations.values().all(Value::is_boolean));
        let asks_github = tool["name"] != "github_get_capabilities";
        assert_eq!(annotations["openWorldHint"], asks_github, "{tool}");
    }
}

#[tokio::test]
async fn rule_3_honest_annotations_what_is_called_idempotent_can_be_done_twice() {
    let bench = Bench::new();
    for tool in tools().iter().filter(|tool| tool["annotations"]["idempotentHint"] == true) {
        let tool = ToolName::parse(tool["name"].as_str().unwrap()).unwrap();
        let calls = calls().into_iter().filter(|(other, _)| *other == tool);
        for (_, arguments) in calls {
            let once = bench.call(tool, arguments.clone()).await.unwrap();
            assert_eq!(bench.call(tool, arguments.clone()).await.unwrap(), once, "{arguments}");
        }
    }
    let twice = |tool, arguments: Value| {
        let bench = &bench;
        async move {
            [bench.call(tool, arguments.clone()).await.unwrap(), bench.call(tool, arguments).await.unwrap()]
        }
    };
    let [one, other] = twice(ToolName::CreateIssue, widgets(json!({"title": "t"}))).await;
    assert_ne!(one["issue_number"], other["issue_number"]);
    let [one, other] = twice(ToolName::AddComment, first(json!({"body": "b"}))).await;
    assert_ne!(one["comment_id"], other["comment_id"]);
}

#[test]
fn rule_3_mutation_scope_reading_leaves_nothing_behind() {
    let (github, state) = (FakeGitHub::new(), tempfile::tempdir().unwrap());
    github.fill(60);
    let mut session = Session::github(&github.variables(state.path().to_str().unwrap()));
    let kept = || {
        let entries =
            [state.path().to_owned(), state.path().join("keys")].map(|folder| fs::read_dir(folder).unwrap());
        entries.into_iter().flatten().map(|entry| entry.unwrap().path()).collect::<BTreeSet<_>>()
    };
    session.call("github_get_capabilities", json!({}));
    let before = kept();
    for (tool, arguments) in [
        ("github_find_issues", widgets(json!({}))),
        ("github_get_issue", first(json!({}))),
        ("github_list_comments", first(json!({}))),
    ] {
        assert_eq!(session.call(tool, arguments)["result"]["isError"], false, "{tool}");
    }
    assert!(github.requests().iter().all(|line| is_read(line)));
    assert_eq!(kept(), before);
    let keyed = widgets(json!({"title": "t", "idempotency_key": "k"}));
    assert_eq!(session.call("github_create_issue", keyed)["result"]["isError"], false);
    assert_eq!(kept().len(), before.len() + 1, "a key is kept where it can be seen");
}

#[tokio::test]
async fn rule_3_annotations_not_security_the_server_refuses_whatever_the_hints_say() {
    let bench = Bench::new();
    let archive = |members| with(json!({"owner": "acme", "repo": "archive", "issue_number": 1}), members);
    for (tool, arguments, code) in [
        (ToolName::AddComment, widgets(json!({"issue_number": 2, "body": "x"})), Code::IssueLocked),
        (ToolName::AddComment, widgets(json!({"issue_number": 3, "body": "x"})), Code::IssueNotFound),
        (ToolName::AddComment, archive(json!({"body": "x"})), Code::InsufficientScope),
        (ToolName::SetIssueLock, archive(json!({"locked": true})), Code::InsufficientScope),
        (ToolName::UpdateIssue, archive(json!({"title": "t"})), Code::InsufficientScope),
    ] {
        let failure = bench.call(tool, arguments.clone()).await.unwrap_err();
        assert_eq!(failure.code(), code, "{tool:?} {arguments}");
    }
}

#[test]
fn rule_3_idempotency_key_its_time_and_its_reach_are_declared() {
    let tools = tools();
    let keyed: Vec<&Value> =
        tools.iter().filter(|tool| parameters(tool).contains_key("idempotency_key")).collect();
    assert_eq!(keyed.len(), 2);
    for tool in keyed {
        assert_eq!(tool["annotations"]["idempotentHint"], false);
        let text = parameters(tool)["idempotency_key"]["description"].as_str().unwrap();
        assert!(text.contains("24 hours") && text.contains("scoped per"), "{text}");
    }
    let declared = summary()["prerequisites"]["state_handles"]["idempotency_keys"].to_string();
    assert!(declared.contains("24 hours") && declared.contains("idempotency_scope"), "{declared}");
}

#[tokio::test]
async fn rule_3_dispatched_vs_applied_an_open_outcome_is_said_with_a_way_to_find_out() {
    for (tool, arguments, looks) in [
        (ToolName::CreateIssue, widgets(json!({"title": "t"})), "github_find_issues"),
        (ToolName::AddComment, first(json!({"body": "b"})), "github_list_comments"),
        (ToolName::UpdateIssue, first(json!({"title": "t"})), "github_get_issue"),
        (ToolName::SetIssueLock, first(json!({"locked": true})), "github_get_issue"),
    ] {
        let failed = |fault| {
            let arguments = arguments.clone();
            async move {
                let bench = Bench::new();
                bench.fault(" /repos/acme/widgets/issues/1 ", Fault::NotSent);
                for part in ["POST", "PATCH", "PUT"] {
                    bench.fault(part, Fault::clone(&fault));
                }
                bench.call(tool, arguments).await.unwrap_err()
            }
        };
        let (open, not_sent) = (failed(Fault::LostAfter).await, failed(Fault::NotSent).await);
        assert_eq!((open.code(), not_sent.code()), (Code::UpstreamUnavailable, Code::UpstreamUnavailable));
        assert!(open.message().contains("is not known"), "{open:?}");
        assert_eq!(open.repair().unwrap().tool(), looks);
        assert!(not_sent.message().contains("nothing was changed") && not_sent.repair().is_none());
    }
    for (tool, looks) in
        [("github_create_issue", "github_find_issues"), ("github_add_comment", "github_list_comments")]
    {
        let tool = tools().into_iter().find(|one| one["name"] == tool).unwrap();
        let text = tool["description"].as_str().unwrap();
        assert!(text.contains("times out") && text.contains(looks), "{text}");
    }
}

#[test]
fn rule_3_task_completing_eight_tools_for_all_that_is_done_to_issues() {
    let names: Vec<String> = tools().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names.len(), 8);
    for endpoint in ["search", "label", "unlock", "assignee", "close", "reopen"] {
        assert!(!names.iter().any(|name| name.contains(endpoint)), "{endpoint} is part of a task");
    }
}

#[tokio::test]
async fn rule_3_hide_steps_one_call_is_as_many_requests_as_it_takes() {
    let bench = Bench::new();
    let edit = first(json!({"title": "t", "add_labels": ["question"], "remove_labels": ["bug"]}));
    bench.call(ToolName::UpdateIssue, edit).await.unwrap();
    let asked: Vec<String> = bench.asked().iter().map(|line| kind(line)).collect();
    assert_eq!(
        asked,
        [
            "GET /repos/x/x/issues/N",
            "GET /repos/x/x/labels",
            "PATCH /repos/x/x/issues/N",
            "POST /repos/x/x/issues/N/labels",
            "DELETE /repos/x/x/issues/N/labels/bug",
            "GET /repos/x/x/issues/N",
        ]
    );
}

#[tokio::test]
async fn rule_3_ap_endpoint_wrapping_fewer_tools_than_endpoints() {
    let bench = Bench::new();
    for (tool, arguments) in calls() {
        bench.call(tool, arguments).await.unwrap();
    }
    let endpoints: BTreeSet<String> = bench.asked().iter().map(|line| kind(line)).collect();
    assert!(endpoints.len() >= 11, "{endpoints:?}");
}

#[tokio::test]
async fn rule_3_failure_contract_every_way_on_that_is_a_call_stands_in_the_failure() {
    let mut codes = BTreeSet::new();
    for failed in failures().await.iter().filter(|failed| failed.content.get("repair").is_some()) {
        codes.insert(failed.content["code"].as_str().unwrap().to_owned());
    }
    for code in [
        "issue_not_found",
        "issue_locked",
        "version_conflict",
        "cursor_expired",
        "missing_credential",
        "invalid_credential",
        "insufficient_scope",
        "upstream_unavailable",
    ] {
        assert!(codes.contains(code), "{code}");
    }
}

#[test]
fn rule_3_declare_params_nothing_else_that_a_client_sends_changes_a_result() {
    let mut session = Session::demo(&[]);
    let mut asked = |further: Value| {
        let params = json!({"name": "github_find_issues", "arguments": widgets(json!({}))});
        let mut request = crate::support::request(&json!(1), "tools/call", params);
        request["params"]["_meta"] = with(request["params"]["_meta"].clone(), further);
        session.ask(&request.to_string())["result"]["structuredContent"].take()
    };
    let plain = asked(json!({}));
    assert!(plain["issues"].is_array());
    for further in [
        json!({"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}),
        json!({"detail": "full", "state": "all"}),
        json!({"io.modelcontextprotocol/clientInfo": {"name": "another", "version": "9"}}),
    ] {
        assert_eq!(asked(further.clone()), plain, "{further}");
    }
}

#[tokio::test]
async fn rule_3_ap_prose_effects_limits_are_told_in_the_answer() {
    let bench = Bench::new();
    let told = Told { is_own_bucket: true, remaining: Some(0), reset: Some(u64::MAX), retry_after: Some(7) };
    bench.fault("GET /search", refusal(403, "x", told));
    let failure = bench.call(ToolName::FindIssues, widgets(json!({"query": "x"}))).await.unwrap_err();
    assert_eq!((failure.code(), failure.retry_after_ms()), (Code::RateLimited, Some(7_000)));
    assert!(
        bench.call(ToolName::FindIssues, widgets(json!({}))).await.is_ok(),
        "the other budget is another one"
    );
}

#[tokio::test]
async fn rule_3_ap_mode_annotations_every_form_of_a_call_does_what_its_tool_does() {
    for (tool, arguments) in calls() {
        let bench = Bench::new();
        bench.call(tool, arguments.clone()).await.unwrap();
        let writes = bench.asked().iter().filter(|line| !is_read(line)).count();
        assert_eq!(writes > 0, tool.is_mutation(), "{tool:?} {arguments}");
    }
}

#[tokio::test]
async fn rule_3_sec_confirmation_what_overwrites_can_be_bound_to_what_was_read() {
    let tools = tools();
    for tool in tools.iter().filter(|tool| tool["annotations"]["destructiveHint"] == true) {
        assert!(parameters(tool).contains_key("expected_version"));
        let text = tool["description"].as_str().unwrap();
        assert!(text.contains("Pass expected_version") && text.contains("version_conflict"), "{text}");
    }
    let bench = Bench::new();
    let stale = first(json!({"body": "", "labels": [], "expected_version": "v:0000000000000000"}));
    assert_eq!(bench.call(ToolName::UpdateIssue, stale).await.unwrap_err().code(), Code::VersionConflict);
    assert!(bench.asked().iter().all(|line| is_read(line)));
}
