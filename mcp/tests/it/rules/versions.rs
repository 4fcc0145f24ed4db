//! Versions: the fingerprint, deprecation and tiers; and what there is none
//! of: prompts, tasks, notifications.

use std::collections::BTreeSet;

use github_issues_mcp::catalog::Catalog;
use github_issues_mcp::failure::Code;
use serde_json::{Value, json};

use super::corpus::{changed, failures, summary, texts, tools, widgets};
use super::server::ask;
use crate::support::github::{FakeGitHub, Fault};
use crate::support::http::Program;
use crate::support::request;
use crate::support::stdio::Session;

const LIFECYCLE: &str = "net.bconnelly.github-issues-mcp/lifecycle";

/// The lifecycle of every record.
fn lifecycles() -> Vec<Value> {
    let catalog = Catalog::embedded().unwrap();
    let records = catalog.tools().iter().map(|tool| json!(tool));
    let records = records.chain(catalog.resources().iter().map(|resource| json!(resource)));
    let records = records.chain(catalog.templates().iter().map(|template| json!(template)));
    records.map(|record| record["_meta"][LIFECYCLE].clone()).collect()
}

#[test]
fn rule_5_optional_there_are_no_prompts_and_nothing_speaks_of_them() {
    let mut session = Session::demo(&[]);
    let discovered = ask(&mut session, "server/discover", json!({}));
    assert!(discovered["capabilities"].get("prompts").is_none());
    for method in ["prompts/list", "prompts/get"] {
        let answer = session.ask(&request(&json!(1), method, json!({"name": "x"})).to_string());
        assert_eq!(answer["error"]["code"], -32601, "{method}");
    }
    let (summary, tools) = (summary(), json!(tools()));
    assert!(!texts(&summary).into_iter().chain(texts(&tools)).any(|text| text.contains("prompt")));
}

#[test]
fn rule_7_execution_mode_every_call_is_answered_in_its_own_turn() {
    let mut session = Session::demo(&[]);
    for (tool, arguments) in super::corpus::calls() {
        let result = session.call(tool.as_str(), arguments)["result"].take();
        assert_eq!(result["resultType"], "complete", "{tool:?}");
    }
    assert_eq!(session.end().stdout, "", "and by nothing else");
}

#[test]
fn rule_7_task_support_no_call_becomes_a_task_even_for_those_who_know_tasks() {
    let mut session = Session::demo(&[]);
    let discovered = ask(&mut session, "server/discover", json!({}));
    assert!(discovered["capabilities"].get("extensions").is_none());
    let params = json!({"name": "github_create_issue", "arguments": widgets(json!({"title": "t"}))});
    let mut call = request(&json!(1), "tools/call", params);
    call["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    assert_eq!(session.ask(&call.to_string())["result"]["resultType"], "complete");
}

#[test]
fn rule_7_task_operations_are_unknown_methods() {
    let mut session = Session::demo(&[]);
    ask(&mut session, "server/discover", json!({}));
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let answer = session.ask(&request(&json!(1), method, json!({"taskId": "x"})).to_string());
        assert_eq!(answer["error"]["code"], -32601, "{method}");
    }
}

#[test]
fn rule_7_cancellation_a_client_that_goes_away_ends_its_read() {
    let (github, state) = (FakeGitHub::new(), tempfile::tempdir().unwrap());
    github.fault("/issues/1 ", Fault::Hold);
    let program = Program::start(&[], &github.variables(state.path().to_str().unwrap()));
    let connection = program.begin("github_get_issue", widgets(json!({"issue_number": 1})));
    github.wait_for("/issues/1 ");
    drop(connection);
    program.wait_for_log("cancelled");
    github.release();
    assert_eq!(program.call("github_get_capabilities", json!({}))["isError"], false);
    assert!(
        !github.requests().iter().any(|line| line.contains("comments")),
        "the second request is not made"
    );
}

#[test]
fn rule_7_cancellation_a_request_that_is_taken_back_is_neither_done_nor_answered() {
    let (github, state) = (FakeGitHub::new(), tempfile::tempdir().unwrap());
    github.fault("/issues/1 ", Fault::Hold);
    let mut session = Session::github(&github.variables(state.path().to_str().unwrap()));
    session.begin("github_get_issue", widgets(json!({"issue_number": 1})));
    github.wait_for("/issues/1 ");
    let taken_back = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    let next = request(&json!("next"), "tools/list", json!({}));
    assert_eq!(session.ask(&format!("{taken_back}\n{next}"))["id"], "next");
    github.release();
    let ended = session.end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""));
    assert!(ended.stderr.contains("cancelled"), "{}", ended.stderr);
    assert!(!github.requests().iter().any(|line| line.contains("comments")));
}

#[test]
fn rule_9_fingerprint_has_name_version_and_digest() {
    let fingerprint = summary()["server"]["fingerprint"].as_str().unwrap().to_owned();
    let (name, rest) = fingerprint.split_once('@').unwrap();
    let (version, digest) = rest.split_once('+').unwrap();
    assert_eq!((name, version), ("github-issues-mcp", env!("CARGO_PKG_VERSION")));
    assert!(digest.len() == 7 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{digest}");
}

#[test]
fn rule_9_list_changed_is_not_advertised_for_nothing_changes() {
    let mut session = Session::demo(&[]);
    let capabilities = ask(&mut session, "server/discover", json!({}))["capabilities"].take();
    assert_eq!((&capabilities["tools"], &capabilities["resources"]), (&json!({}), &json!({})));
}

#[test]
fn rule_9_deterministic_order_two_processes_list_byte_for_byte_the_same() {
    let programs = [Program::demo(&[]), Program::demo(&[])];
    for method in ["tools/list", "resources/list", "resources/templates/list"] {
        let body = request(&json!(1), method, json!({})).to_string();
        let lines = ["MCP-Protocol-Version: 2026-07-28", &format!("Mcp-Method: {method}")];
        let [one, other] = programs.each_ref().map(|program| program.post(&lines, &body).body);
        assert_eq!(one, other, "{method}");
    }
    let names: Vec<String> = tools().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
fn rule_9_fingerprint_additive_hints_and_order_are_there_beside_it() {
    let mut session = Session::demo(&[]);
    let own = session.call("github_get_capabilities", json!({}));
    assert!(own["result"]["structuredContent"]["server"]["fingerprint"].is_string());
    for method in ["server/discover", "tools/list", "resources/list", "resources/templates/list"] {
        let result = ask(&mut session, method, json!({}));
        assert!(result["ttlMs"].as_u64().unwrap() > 0 && result["cacheScope"].is_string(), "{method}");
    }
}

#[test]
fn rule_9_deprecation_semantics_the_window_is_published() {
    let said = summary()["deprecation"].as_str().unwrap().to_owned();
    for words in [
        "stays listed until the next major version",
        LIFECYCLE,
        "since",
        "removal_at_or_after",
        "replaced_by",
        "migration",
    ] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn rule_9_deprecated_discoverable_a_deprecated_tool_is_listed_with_its_marker() {
    let marker = json!({
        "since": "0.2.0", "removal_at_or_after": "1.0.0", "replaced_by": "github_update_issue", "migration": "Use the other.",
    });
    let catalog = changed(|whole| whole["tools"][6]["_meta"][LIFECYCLE]["deprecation"] = marker.clone());
    let tool = json!(catalog.tool("github_set_issue_lock").unwrap());
    assert_eq!(tool["_meta"][LIFECYCLE], json!({"stability": "stable", "deprecation": marker}));
    assert_eq!(catalog.tools().len(), 8);
}

#[test]
fn rule_9_additive_direction_a_new_member_of_a_result_is_another_fingerprint() {
    let fingerprint = changed(|_| ()).fingerprint().to_owned();
    let added = changed(|whole| {
        whole["tools"][0]["outputSchema"]["properties"]["author"] = json!({"type": "string"});
    });
    assert_ne!(added.fingerprint(), fingerprint);
    let output = json!(added.tool("github_add_comment").unwrap())["outputSchema"].take();
    let (required, known) =
        (output["required"].as_array().unwrap(), output["properties"].as_object().unwrap());
    assert!(required.len() < known.len(), "what is added is optional");
}

#[tokio::test]
async fn rule_9_rename_no_text_names_a_tool_that_is_not_listed() {
    let names: BTreeSet<String> =
        tools().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
    let mut session = Session::demo(&[]);
    let mut places = vec![summary(), json!(tools()), ask(&mut session, "server/discover", json!({}))];
    for method in ["resources/list", "resources/templates/list"] {
        places.push(ask(&mut session, method, json!({})));
    }
    for failed in failures().await {
        places.push(failed.content);
        places.push(json!(failed.text));
    }
    let mut seen = 0;
    for text in places.iter().flat_map(texts) {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        for word in words.filter(|word| word.starts_with("github_")) {
            assert!(names.contains(word), "{word} in {text}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn rule_9_stability_tiers_are_three_and_deprecation_is_none_of_them() {
    for lifecycle in lifecycles() {
        let tier = lifecycle["stability"].as_str().unwrap();
        assert!(["stable", "preview", "experimental"].contains(&tier), "{tier}");
    }
    let (catalog, summary) = (json!(tools()), summary());
    assert!(
        !catalog.to_string().contains("\"deprecated\"") && !summary.to_string().contains("\"deprecated\"")
    );
}

#[test]
fn rule_9_deprecation_marker_has_four_members_where_there_is_one() {
    let members = ["since", "removal_at_or_after", "replaced_by", "migration"];
    for lifecycle in lifecycles() {
        assert!(
            lifecycle
                .as_object()
                .unwrap()
                .keys()
                .all(|key| ["stability", "deprecation"].contains(&key.as_str()))
        );
        if let Some(marker) = lifecycle.get("deprecation") {
            assert_eq!(marker.as_object().unwrap().keys().collect::<Vec<_>>(), members);
        }
    }
    let said = summary()["deprecation"].as_str().unwrap().to_owned();
    let named: Vec<usize> = members.iter().map(|member| said.find(member).unwrap()).collect();
    assert!(named.is_sorted(), "{said}");
}

#[test]
fn rule_9_error_codes_are_part_of_the_fingerprint() {
    let fingerprint = changed(|_| ()).fingerprint().to_owned();
    for index in 0..Code::ALL.len() {
        for member in ["code", "occurs_on", "repair"] {
            let other = changed(|whole| whole["summary"]["errors"][index][member] = json!("changed"));
            assert_ne!(other.fingerprint(), fingerprint, "{index} {member}");
        }
    }
    let fewer = changed(|whole| drop(whole["summary"]["errors"].as_array_mut().unwrap().pop()));
    assert_ne!(fewer.fingerprint(), fingerprint);
}
