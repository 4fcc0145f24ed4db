//! Failures: codes, envelopes, repairs.

use std::collections::BTreeSet;

use github_issues_mcp::failure::Code;
use github_issues_mcp::resources::{self, Read};
use serde_json::{Value, json};

use super::corpus::{failures, parameters, rpc_failures, summary, tools, widgets};
use crate::support::request;
use crate::support::stdio::Session;
use crate::support::upstream::Bench;

/// Codes with whether waiting helps and their number on the other carrier: a
/// change of a row is a change of the contract.
const CODES: [(&str, bool, i32); 12] = [
    ("invalid_field", false, -32602),
    ("issue_not_found", false, -32602),
    ("repo_not_found", false, -32602),
    ("label_not_found", false, -32602),
    ("issue_locked", false, -32602),
    ("version_conflict", false, -32602),
    ("cursor_expired", false, -32602),
    ("rate_limited", true, 1001),
    ("missing_credential", false, 1002),
    ("invalid_credential", false, 1003),
    ("insufficient_scope", false, 1004),
    ("upstream_unavailable", true, -32603),
];

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

/// Every member of a value, at any depth.
fn members(value: &Value) -> Vec<(&str, &Value)> {
    let own = value.as_object().into_iter().flatten().map(|(name, member)| (name.as_str(), member));
    let entries = value.as_array().into_iter().flatten();
    let inner: Vec<&Value> =
        entries.chain(value.as_object().into_iter().flatten().map(|(_, member)| member)).collect();
    own.chain(inner.into_iter().flat_map(members)).collect()
}

#[tokio::test]
async fn rule_6_symbolic_codes_twelve_words_and_each_does_occur() {
    let seen: BTreeSet<String> =
        failures().await.iter().map(|failed| failed.content["code"].as_str().unwrap().to_owned()).collect();
    assert_eq!(seen, CODES.iter().map(|(code, ..)| (*code).to_owned()).collect());
}

#[tokio::test]
async fn rule_6_jsonrpc_code_allocation_no_number_is_in_a_range_of_others() {
    let mut numbers: BTreeSet<i64> = Code::ALL.iter().map(|code| i64::from(code.rpc_code())).collect();
    numbers.extend(rpc_failures().await.iter().map(|(_, error)| error["code"].as_i64().unwrap()));
    let mut session = Session::demo(&[]);
    for (method, params) in [
        ("foo/bar", json!({})),
        ("tools/call", json!({"name": "nope"})),
        ("tools/list", json!({"cursor": "x"})),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "a", "value": ""}}),
        ),
        ("resources/read", json!({})),
    ] {
        let answer = session.ask(&request(&json!(1), method, params).to_string());
        numbers.insert(answer["error"]["code"].as_i64().unwrap());
    }
    let reserved = numbers.iter().filter(|number| (-32_768..=-32_000).contains(*number));
    assert_eq!(reserved.collect::<Vec<_>>(), [&-32_603, &-32_602, &-32_601]);
}

#[tokio::test]
async fn rule_6_document_codes_no_tool_answers_with_a_code_that_is_not_listed_for_it() {
    let summary = summary();
    let listed = |code: &str| {
        let entry = summary["errors"].as_array().unwrap().iter().find(|entry| entry["code"] == code).unwrap();
        entry["occurs_on"].as_str().unwrap().to_owned()
    };
    for failed in failures().await {
        let code = failed.content["code"].as_str().unwrap();
        let (listed, tool) = (listed(code), failed.tool.as_str());
        let names = |name: &str| {
            tool == format!("github_{name}")
                || tool == format!("github_{name}_issue")
                || tool == format!("github_{name}_issues")
        };
        let is_listed = match listed.as_str() {
            "any tool" => true,
            "all but get_capabilities" => tool != "github_get_capabilities",
            some => some.split(", ").any(names),
        };
        assert!(is_listed, "{code} on {tool}, but {listed}");
    }
}

#[test]
fn rule_6_code_changes_breaking_each_code_means_what_it_meant() {
    let now = Code::ALL.map(|code| (code.as_str(), code.is_temporary(), code.rpc_code()));
    assert_eq!(now, CODES);
    let said = summary()["error_carriers"]["rpc_codes"].as_str().unwrap().to_owned();
    for (code, _, number) in CODES.iter().filter(|(.., number)| *number > 0) {
        assert!(said.contains(&format!("{number} {code}")), "{said}");
    }
}

#[tokio::test]
async fn rule_6_field_feedback_a_refused_argument_is_named_with_what_would_be_taken() {
    let mut allowed = 0;
    for failed in failures().await.iter().filter(|failed| failed.content["code"] == "invalid_field") {
        let details = &failed.content["details"];
        assert!(details.get("field").is_some() != details.get("fields").is_some(), "{details}");
        let reason = details["reason"].as_str().unwrap();
        assert!(failed.text.contains(reason), "{}", failed.text);
        if failed.arguments["state"] == "any" {
            assert_eq!(details["allowed"], json!(["open", "closed", "all"]));
            allowed += 1;
        }
    }
    assert_eq!(allowed, 1);
}

#[tokio::test]
async fn rule_6_retryability_whether_waiting_helps_is_always_said() {
    for failed in failures().await {
        let code = failed.content["code"].as_str().unwrap();
        let (_, is_temporary, _) = CODES.iter().find(|(own, ..)| *own == code).unwrap();
        assert_eq!(failed.content["temporary"], *is_temporary, "{code}");
        let delay = &failed.content["retry_after_ms"];
        assert!(if *is_temporary { delay.is_u64() } else { delay.is_null() }, "{code}: {delay}");
    }
}

#[tokio::test]
async fn rule_6_repair_hints_a_failure_says_what_to_do_next() {
    for failed in failures().await {
        let (envelope, text) = (&failed.content, &failed.text);
        let repair = envelope.get("repair");
        let reason = envelope["details"].get("reason");
        assert!(repair.is_some() || reason.is_some() || envelope["temporary"] == true, "{envelope}");
        if let Some(repair) = repair {
            assert!(
                text.contains(&format!("Next: call {} with", repair["tool"].as_str().unwrap())),
                "{text}"
            );
        }
        assert!(text.contains(envelope["code"].as_str().unwrap()), "{text}");
    }
}

#[tokio::test]
async fn rule_6_repair_intent_what_was_right_in_a_call_is_kept() {
    let mut kept = 0;
    for failed in failures().await {
        let Some(repair) = failed.content.get("repair") else { continue };
        let (given, next) = (failed.arguments.as_object().unwrap(), repair["arguments"].as_object().unwrap());
        let is_same_tool = repair["tool"] == failed.tool.as_str();
        let is_elsewhere = repair["next_step"] == "call_at_new_place";
        for (name, value) in given {
            let is_place = ["owner", "repo", "issue_number"].contains(&name.as_str());
            let is_wrong = name == "cursor" || (is_place && is_elsewhere);
            if is_same_tool && !is_wrong {
                assert_eq!(next.get(name), Some(value), "{repair}");
                kept += 1;
            }
            // What leads elsewhere is about the same place.
            if let (true, false, Some(other)) = (is_place, is_wrong, next.get(name)) {
                assert_eq!(other, value, "{repair}");
            }
        }
        assert!(!is_same_tool || next.keys().all(|name| given.contains_key(name)), "{repair}");
    }
    assert!(kept >= 8, "{kept}");
}

#[tokio::test]
async fn rule_6_repair_callable_tools_and_parameters_are_published_ones() {
    for failed in failures().await {
        let Some(repair) = failed.content.get("repair") else { continue };
        let tool = tools().into_iter().find(|tool| tool["name"] == repair["tool"]).unwrap();
        let objections = super::results::objections(&tool["inputSchema"], &repair["arguments"]);
        assert!(objections.is_empty(), "{repair}: {objections:?}");
        assert!(!repair["arguments"].to_string().contains('<'), "no placeholders: {repair}");
    }
}

#[test]
fn rule_6_capability_missing_no_call_needs_a_capability() {
    let mut session = Session::demo(&[]);
    for (tool, arguments) in super::corpus::calls() {
        // The requests of these sessions declare none.
        let answer = session.call(tool.as_str(), arguments);
        assert_eq!((answer.get("error"), &answer["result"]["isError"]), (None, &json!(false)), "{tool:?}");
    }
}

#[test]
fn rule_6_elicitation_nothing_is_ever_asked_for() {
    let mut session = Session::demo(&[]);
    let calls = [
        ("github_update_issue", widgets(json!({"issue_number": 1, "body": "", "labels": []}))),
        ("github_add_comment", widgets(json!({"issue_number": 2, "body": "x"}))),
        ("github_find_issues", json!({})),
    ];
    for (tool, arguments) in calls {
        let mut call = request(&json!(1), "tools/call", json!({"name": tool, "arguments": arguments}));
        call["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
            json!({"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}});
        let result = session.ask(&call.to_string())["result"].take();
        assert_eq!(
            (&result["resultType"], result.get("inputRequests")),
            (&json!("complete"), None),
            "{tool}"
        );
    }
}

#[test]
fn rule_6_tool_errors_are_results_and_those_of_the_protocol_are_errors() {
    let mut session = Session::demo(&[]);
    for (tool, arguments) in [
        ("github_get_issue", json!({})),
        ("github_get_issue", widgets(json!({"issue_number": "1"}))),
        ("github_get_issue", widgets(json!({"issue_number": 999}))),
        ("github_find_issues", widgets(json!({"unknown": 1}))),
    ] {
        let answer = session.call(tool, arguments);
        assert_eq!((answer.get("error"), &answer["result"]["isError"]), (None, &json!(true)), "{answer}");
    }
    for params in [json!({"name": "nope", "arguments": {}}), json!({"arguments": {}})] {
        let answer = session.ask(&request(&json!(1), "tools/call", params).to_string());
        assert_eq!((answer.get("result"), &answer["error"]["code"]), (None, &json!(-32602)), "{answer}");
    }
}

#[test]
fn rule_6_resource_errors_and_those_of_completion_are_errors_with_the_envelope() {
    let mut session = Session::github(&[]);
    let template = "github://repos/{owner}/{repo}/issues/{issue_number}";
    let reference = json!({"type": "ref/resource", "uri": template});
    for (method, params) in [
        ("resources/read", json!({"uri": "github://repos/acme/widgets/issues/1"})),
        ("completion/complete", json!({"ref": reference, "argument": {"name": "repo", "value": ""}})),
    ] {
        let answer = session.ask(&request(&json!(1), method, params).to_string());
        assert_eq!((answer.get("result"), &answer["error"]["code"]), (None, &json!(1002)), "{answer}");
        let data = &answer["error"]["data"];
        assert_eq!(data["machine_code"], "missing_credential");
        assert_eq!(data["repair"]["tool"], "github_get_capabilities");
    }
}

#[test]
fn rule_6_name_carrier_both_are_in_the_summary() {
    let carriers = &summary()["error_carriers"];
    assert!(carriers["tool_errors"].as_str().unwrap().starts_with("structuredContent (isError: true)"));
    let others = carriers["non_tool_rpc_errors"].as_str().unwrap();
    assert!(others.starts_with("error.data") && others.contains("machine_code/human_message"), "{others}");
}

#[test]
fn rule_6_correlation_the_id_of_a_failure_is_in_the_log() {
    let mut session = Session::demo(&[]);
    let refused = session.call("github_get_issue", widgets(json!({"issue_number": 999})));
    let missing =
        request(&json!(1), "resources/read", json!({"uri": "github://repos/acme/widgets/issues/999"}));
    let missing = session.ask(&missing.to_string());
    let ids =
        [&refused["result"]["structuredContent"]["request_id"], &missing["error"]["data"]["request_id"]]
            .map(|id| id.as_str().unwrap().to_owned());
    assert_ne!(ids[0], ids[1]);
    assert_eq!(missing["error"]["data"]["resource_uri"], "github://repos/acme/widgets/issues/999");
    let log = session.end().stderr;
    for id in ids {
        let line = log.lines().find(|line| line.contains(&id)).unwrap();
        assert!(line.contains("issue_not_found"), "{line}");
    }
}

#[tokio::test]
async fn rule_6_details_field_names_a_parameter_of_the_tool_or_the_one_that_is_none() {
    for failed in failures().await {
        let details = &failed.content["details"];
        let tool = tools().into_iter().find(|tool| tool["name"] == failed.tool.as_str()).unwrap();
        if let Some(field) = details.get("field").and_then(Value::as_str) {
            assert!(details.get("fields").is_none());
            let is_unknown = failed.arguments.get(field).is_some();
            assert!(parameters(&tool).contains_key(field) || is_unknown, "{:?}: {field}", failed.tool);
        }
        let fields: Vec<&str> =
            details["fields"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert!(fields.iter().all(|field| parameters(&tool).contains_key(*field)), "{fields:?}");
        assert_eq!(fields.iter().collect::<BTreeSet<_>>().len(), fields.len());
        assert_ne!(fields.len(), 1, "one is a field");
    }
    for (_, error) in rpc_failures().await {
        let field = error["data"]["details"].get("field").cloned().unwrap_or(json!("uri"));
        assert_eq!((field, error["data"]["details"].get("fields")), (json!("uri"), None));
    }
}

#[tokio::test]
async fn rule_6_presence_what_does_not_apply_is_left_out() {
    let failures = failures().await;
    let others = rpc_failures().await;
    let envelopes =
        failures.iter().map(|failed| &failed.content).chain(others.iter().map(|(_, error)| &error["data"]));
    for envelope in envelopes {
        for member in ["temporary", "retry_after_ms", "request_id", "fingerprint"] {
            assert!(envelope.get(member).is_some(), "{envelope}");
        }
        let mut without_call = envelope.clone();
        if let Some(repair) = without_call.get_mut("repair") {
            repair["arguments"].take();
            repair.as_object_mut().unwrap().remove("arguments");
        }
        for (name, value) in members(&without_call) {
            let is_empty =
                value.is_null() || *value == json!([]) || *value == json!({}) || *value == json!("");
            assert!(!is_empty || name == "retry_after_ms", "{name} in {envelope}");
        }
    }
}

#[tokio::test]
async fn rule_6_repair_object_is_one_call() {
    for failed in failures().await {
        let Some(repair) = failed.content.get("repair") else { continue };
        let mut own = keys(repair);
        own.remove("alternative");
        assert_eq!(own, BTreeSet::from(["next_step", "tool", "arguments"]), "{repair}");
        let step = repair["next_step"].as_str().unwrap();
        assert!(step.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{step}");
    }
}

#[tokio::test]
async fn rule_6_degraded_carrier_no_envelope_is_in_the_text_alone() {
    for failed in failures().await {
        assert!(serde_json::from_str::<Value>(&failed.text).is_err(), "a sentence: {}", failed.text);
        assert!(failed.content.is_object());
    }
}

#[tokio::test]
async fn rule_6_no_recoverable_flag_and_no_other_word_for_it() {
    let failures = failures().await;
    for failed in &failures {
        for (name, _) in members(&failed.content) {
            assert!(!["recoverable", "retryable", "repair_hints", "repairs"].contains(&name), "{name}");
        }
    }
    let Read { content, .. } = resources::read(&Bench::new().service, "github://elsewhere").await;
    assert!(content.unwrap_err().repair().is_none(), "what is not there is left out");
}
