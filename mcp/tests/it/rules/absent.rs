//! What this server does not have: rules about it are not applicable, and these
//! tests fail where it comes to have it.

use std::collections::BTreeSet;

use github_issues_mcp::catalog::ToolName;
use serde_json::{Value, json};

use super::corpus::{calls, first, parameters, successes, texts, tools, widgets};
use super::server::ask;
use crate::support::request;
use crate::support::stdio::Session;
use crate::support::upstream::Bench;

/// The content blocks of every kind of success.
fn blocks() -> Vec<Value> {
    let mut session = Session::demo(&[]);
    let blocks = |(tool, arguments): (ToolName, Value)| {
        session.call(tool.as_str(), arguments)["result"]["content"].as_array().unwrap().clone()
    };
    calls().into_iter().flat_map(blocks).collect()
}

#[test]
fn rule_2_pd_host_no_tool_is_there_to_find_tools() {
    for tool in tools() {
        let name = tool["name"].as_str().unwrap();
        assert!(
            !name.contains("tool") && !name.contains("describe") && !name.contains("operation"),
            "{name}"
        );
        assert!(
            !parameters(&tool).contains_key("operation") && !parameters(&tool).contains_key("action"),
            "{name}"
        );
    }
}

#[test]
fn rule_2_pd_server_no_call_reveals_a_further_tool() {
    let mut session = Session::demo(&[]);
    let before = ask(&mut session, "tools/list", json!({}));
    for (tool, arguments) in calls() {
        session.call(tool.as_str(), arguments);
    }
    assert_eq!(ask(&mut session, "tools/list", json!({})), before);
}

#[test]
fn rule_3_resource_links_no_result_holds_one() {
    let kinds: BTreeSet<String> =
        blocks().iter().map(|block| block["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, BTreeSet::from(["text".to_owned()]));
}

#[test]
fn rule_3_content_annotations_no_content_carries_any() {
    assert!(blocks().iter().all(|block| block.get("annotations").is_none() && block.get("_meta").is_none()));
}

#[tokio::test]
async fn rule_3_artifact_disclosure_no_result_names_a_file_of_this_machine() {
    for done in successes().await {
        for text in texts(&done.content) {
            assert!(!text.starts_with('/') && !text.starts_with("file:") && !text.contains(":\\"), "{text}");
        }
    }
    for tool in tools() {
        let output = tool["outputSchema"]["properties"].as_object().unwrap();
        assert!(
            !output.keys().any(|name| name.contains("path") || name.contains("artifact")),
            "{}",
            tool["name"]
        );
    }
}

#[tokio::test]
async fn rule_3_patch_ops_a_label_is_added_without_the_text_being_sent() {
    let bench = Bench::new();
    let edit = first(json!({"add_labels": ["question"], "remove_labels": ["bug"]}));
    bench.call(ToolName::UpdateIssue, edit).await.unwrap();
    assert_eq!(bench.bodies(), [json!({"labels": ["question"]})]);
}

#[tokio::test]
async fn rule_3_large_results_a_list_has_50_rows_and_a_thread_20_at_most() {
    for done in successes().await {
        let count = |list: &str| done.content[list].as_array().map_or(0, Vec::len);
        assert!(count("issues") <= 50 && count("comments") <= 20, "{:?} {}", done.tool, done.arguments);
    }
}

#[test]
fn rule_7_progress_token_gets_the_answer_and_no_progress() {
    let mut session = Session::demo(&[]);
    let params = json!({"name": "github_find_issues", "arguments": widgets(json!({"query": "crash"}))});
    let mut call = request(&json!("with progress"), "tools/call", params);
    call["params"]["_meta"]["progressToken"] = json!("p");
    assert_eq!(session.ask(&call.to_string())["id"], "with progress");
    assert_eq!(session.end().stdout, "");
}

#[test]
fn rule_7_declare_duration_no_description_speaks_of_a_long_call() {
    for tool in tools() {
        let said = tool["description"].as_str().unwrap().to_lowercase();
        assert!(!["minutes", "poll", "progress", "task id"].iter().any(|word| said.contains(word)), "{said}");
    }
}

#[test]
fn rule_9_list_vs_update_no_notification_of_either_is_sent() {
    let mut session = Session::demo(&[]);
    session.call("github_create_issue", widgets(json!({"title": "t"})));
    session.call("github_update_issue", first(json!({"title": "t"})));
    assert_eq!(session.end().stdout, "");
}
