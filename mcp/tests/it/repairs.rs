//! Every repair can be called as it stands (rule 6.repair-callable): it is, for
//! each tool and each code that the tool can end with, through the real program.

use std::collections::BTreeSet;

use github_issues_mcp::catalog::ToolName;
use github_issues_mcp::failure::Code;
use serde_json::{Value, json};

use crate::support::github::{FakeGitHub, Fault};
use crate::support::request;
use crate::support::stdio::Session;
use crate::support::upstream::Bench;

const FIND: &str = "github_find_issues";
const GET: &str = "github_get_issue";
const LIST: &str = "github_list_comments";
const CREATE: &str = "github_create_issue";
const UPDATE: &str = "github_update_issue";
const COMMENT: &str = "github_add_comment";
const LOCK: &str = "github_set_issue_lock";
const CAPABILITIES: &str = "github_get_capabilities";

/// The tools that ask GitHub, and arguments with which they succeed.
fn tools() -> [(&'static str, Value); 7] {
    [
        (FIND, json!({})),
        (GET, json!({ "issue_number": 1 })),
        (LIST, json!({ "issue_number": 1 })),
        (CREATE, json!({ "title": "t" })),
        (UPDATE, json!({ "issue_number": 1, "title": "t" })),
        (COMMENT, json!({ "issue_number": 1, "body": "b" })),
        (LOCK, json!({ "issue_number": 1, "locked": true })),
    ]
}

/// What answers the program.
enum World {
    /// The demo.
    Demo,
    /// An invented GitHub whose first request of that part meets with a fault.
    GitHub(&'static str, Fault),
    /// Nothing: there is no token.
    Nothing,
}

/// A call that ends with a code, and how its repair is called; where there is
/// none, the contract has none: no literal call keeps what was meant, or the
/// same call does.
struct Case {
    tool: &'static str,
    code: &'static str,
    world: World,
    arguments: Value,
    next_step: Option<&'static str>,
}

/// A call about `acme/widgets`, unless its arguments say otherwise.
fn case(
    tool: &'static str,
    code: &'static str,
    world: World,
    members: &Value,
    next_step: impl Into<Option<&'static str>>,
) -> Case {
    let mut arguments = json!({ "owner": "acme", "repo": "widgets" });
    arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    Case { tool, code, world, arguments, next_step: next_step.into() }
}

fn with(arguments: &Value, members: Value) -> Value {
    let mut arguments = arguments.clone();
    arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    arguments
}

/// What can happen to any call that asks GitHub.
fn common_cases() -> Vec<Case> {
    let answered = |status| World::GitHub("", Fault::Answer(status, "", "{}"));
    let limited = || World::GitHub("", Fault::Answer("429 Too Many Requests", "Retry-After: 7\r\n", "{}"));
    let mut cases = Vec::new();
    for (tool, ordinary) in tools() {
        let elsewhere = with(&ordinary, json!({ "repo": "nothing" }));
        let unknown = with(&ordinary, json!({ "unknown": 1 }));
        cases.extend([
            case(tool, "invalid_field", World::Demo, &unknown, None),
            case(tool, "repo_not_found", World::Demo, &elsewhere, None),
            case(tool, "rate_limited", limited(), &ordinary, None),
            case(tool, "missing_credential", World::Nothing, &ordinary, "read_capabilities"),
            case(tool, "invalid_credential", answered("401 Unauthorized"), &ordinary, "read_capabilities"),
            case(tool, "insufficient_scope", answered("403 Forbidden"), &ordinary, "read_capabilities"),
        ]);
        // The first request of a create is the write itself.
        let next = (tool == CREATE).then_some("check_then_retry");
        cases.push(case(tool, "upstream_unavailable", answered("502 Bad Gateway"), &ordinary, next));
        let is_about_one = ordinary.get("issue_number").is_some();
        // Number 9 was deleted; in the wiki there are no issues at all.
        let (place, next) = match is_about_one {
            true => (json!({ "issue_number": 9 }), Some("search_then_read")),
            false => (json!({ "repo": "wiki" }), None),
        };
        cases.push(case(tool, "issue_not_found", World::Demo, &with(&ordinary, place), next));
    }
    cases
}

/// What a tool has a code of its own for.
fn own_cases() -> Vec<Case> {
    let stale = json!({ "issue_number": 1, "title": "t", "expected_version": "v:0000000000000000" });
    let dropped = json!({ "owner": "bluebell", "repo": "library", "title": "t", "labels": ["bug"] });
    let mut cases = vec![
        case(CAPABILITIES, "invalid_field", World::Demo, &json!({}), None),
        case(CREATE, "label_not_found", World::Demo, &json!({ "title": "t", "labels": ["none"] }), None),
        case(UPDATE, "label_not_found", World::Demo, &json!({ "issue_number": 1, "labels": ["none"] }), None),
        case(UPDATE, "version_conflict", World::Demo, &stale, "reread_then_reapply"),
        case(
            COMMENT,
            "issue_locked",
            World::Demo,
            &json!({ "issue_number": 2, "body": "b" }),
            "unlock_then_retry",
        ),
        // GitHub drops the labels in silence.
        case(CREATE, "insufficient_scope", World::Demo, &dropped, "reread_then_reapply"),
    ];
    for (tool, place) in [(FIND, json!({ "repo": "backlog" })), (LIST, json!({ "issue_number": 4 }))] {
        let cursor = with(&place, json!({ "cursor": cursor_of_another_process(tool, &place) }));
        cases.push(case(tool, "cursor_expired", World::Demo, &cursor, "restart_without_cursor"));
        let torn = with(&place, json!({ "cursor": "torn" }));
        cases.push(case(tool, "invalid_field", World::Demo, &torn, "restart_without_cursor"));
    }
    for (tool, ordinary) in tools().into_iter().filter(|(tool, _)| [UPDATE, COMMENT, LOCK].contains(tool)) {
        // Number 3 is a pull request, number 8 moved.
        let pull_request = with(&ordinary, json!({ "issue_number": 3 }));
        cases.push(case(tool, "issue_not_found", World::Demo, &pull_request, "search_then_read"));
        let moved = with(&ordinary, json!({ "issue_number": 8 }));
        cases.push(case(tool, "issue_not_found", World::Demo, &moved, "call_at_new_place"));
    }
    cases
}

/// Writes that take effect and whose answer is lost.
fn lost_cases() -> Vec<Case> {
    let lost = |part| World::GitHub(part, Fault::Lose);
    let code = "upstream_unavailable";
    let mut cases = Vec::new();
    for (tool, ordinary) in tools() {
        let keyed = with(&ordinary, json!({ "idempotency_key": "k" }));
        match tool {
            CREATE | COMMENT => cases.extend([
                case(tool, code, lost("POST "), &ordinary, "check_then_retry"),
                case(tool, code, lost("POST "), &keyed, "resend_with_same_key"),
            ]),
            UPDATE => cases.push(case(tool, code, lost("PATCH "), &ordinary, "reread_then_reapply")),
            LOCK => cases.push(case(tool, code, lost("PUT "), &ordinary, "reread_then_reapply")),
            _ => {}
        }
    }
    cases
}

/// A cursor that was sealed with a key that is gone.
fn cursor_of_another_process(tool: &'static str, place: &Value) -> Value {
    let mut session = Session::demo(&[]);
    let call = case(tool, "", World::Demo, place, None);
    session.call(tool, call.arguments)["result"]["structuredContent"]["next_cursor"].take()
}

/// The codes that the program says its tools can end with, in the list of
/// errors of its summary and beside each tool.
fn declared(session: &mut Session) -> BTreeSet<(String, String)> {
    let listed = session.ask(&request(&json!(1), "tools/list", json!({})).to_string());
    let listed = listed["result"]["tools"].as_array().unwrap().clone();
    let names: Vec<&str> = listed.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let summary = session.call(CAPABILITIES, json!({}))["result"]["structuredContent"].take();
    let mut pairs = BTreeSet::from([(CAPABILITIES.to_owned(), "invalid_field".to_owned())]);
    for error in summary["errors"].as_array().unwrap() {
        let code = error["code"].as_str().unwrap();
        for word in error["occurs_on"].as_str().unwrap().split(", ") {
            let is_it = |name: &&&str| match word {
                "any tool" | "all but get_capabilities" => **name != CAPABILITIES,
                word => {
                    **name == format!("github_{word}") || name.starts_with(&format!("github_{word}_issue"))
                }
            };
            let found: Vec<_> = names.iter().filter(is_it).collect();
            assert!(!found.is_empty(), "{word}");
            pairs.extend(found.into_iter().map(|name| ((*name).to_owned(), code.to_owned())));
        }
    }
    for tool in &listed {
        for code in tool["_meta"]["net.bconnelly.github-issues-mcp/errors"].as_array().unwrap() {
            let pair = (tool["name"].as_str().unwrap().to_owned(), code.as_str().unwrap().to_owned());
            assert!(pairs.contains(&pair), "{pair:?} stands beside the tool alone");
        }
    }
    pairs
}

/// Makes the call, then the one that its repair names, which succeeds.
fn repair(session: &mut Session, case: &Case) {
    let Case { tool, code, arguments, next_step, .. } = case;
    let result = session.call(tool, arguments.clone())["result"].take();
    let envelope = &result["structuredContent"];
    assert_eq!((&result["isError"], &envelope["code"]), (&json!(true), &json!(code)), "{tool}: {result}");
    let repair = envelope.get("repair");
    let step = repair.map(|repair| repair["next_step"].as_str().unwrap());
    assert_eq!(step, *next_step, "{tool} {arguments}: {envelope}");
    if let Some(repair) = repair {
        let mended = session.call(repair["tool"].as_str().unwrap(), repair["arguments"].clone());
        assert_eq!(mended["result"]["isError"], false, "{tool} {arguments}: {repair} leads to {mended}");
    }
}

#[test]
fn rule_6_repair_callable_for_every_tool_and_every_code_that_it_declares() {
    // Nobody reads the log here.
    let quiet = ("GITHUB_ISSUES_MCP_LOG", "off");
    let mut demo = Session::demo(&[quiet]);
    let declared = declared(&mut demo);
    let mut met = BTreeSet::new();
    for case in [common_cases(), own_cases(), lost_cases()].into_iter().flatten() {
        match &case.world {
            World::Demo => repair(&mut demo, &case),
            World::Nothing => repair(&mut Session::github(&[quiet]), &case),
            World::GitHub(part, fault) => {
                let github = FakeGitHub::new();
                let state = tempfile::tempdir().unwrap();
                github.fault(part, fault.clone());
                repair(&mut Session::github(&github.variables(state.path().to_str().unwrap())), &case);
            }
        }
        met.insert((case.tool.to_owned(), case.code.to_owned()));
    }
    assert_eq!(met, declared, "each tool with each of its codes");
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
