//! Tools: what results hold, in their structured form and as text.

use std::collections::BTreeSet;

use github_issues_mcp::catalog::ToolName;
use serde_json::{Value, json};

use super::corpus::{calls, failures, successes, summary, tools};
use crate::support::stdio::Session;

/// The envelope of a failure, closed.
pub(super) fn envelope_schema() -> Value {
    let texts = json!({"type": "array", "items": {"type": "string"}, "minItems": 1});
    let text = json!({"type": "string", "minLength": 1});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["code", "message", "temporary", "retry_after_ms", "request_id", "fingerprint"],
        "properties": {
            "code": text,
            "message": text,
            "details": {
                "type": "object",
                "minProperties": 1,
                "properties": {
                    "field": text, "fields": texts, "value": {"type": ["string", "integer"]}, "reason": text,
                    "allowed": texts, "allowed_truncated": {"const": true}, "required_scopes": texts,
                    "applied": texts, "not_applied": texts,
                },
                "not": {"required": ["field", "fields"]},
                "additionalProperties": false,
            },
            "temporary": {"type": "boolean"},
            "retry_after_ms": {"type": ["integer", "null"], "minimum": 0},
            "rate_limit_remaining": {"type": "integer", "minimum": 0},
            "repair": {
                "type": "object",
                "required": ["next_step", "tool", "arguments"],
                "properties": {
                    "next_step": text, "tool": text, "arguments": {"type": "object"}, "alternative": text,
                },
                "additionalProperties": false,
            },
            "request_id": text,
            "fingerprint": text,
        },
        "if": {"properties": {"temporary": {"const": false}}},
        "then": {"properties": {"retry_after_ms": {"type": "null"}}},
        "additionalProperties": false,
    })
}

/// What a value has against a schema.
pub(super) fn objections(schema: &Value, value: &Value) -> Vec<String> {
    let validator = jsonschema::validator_for(schema).unwrap();
    validator.iter_errors(value).map(|error| error.to_string()).collect()
}

fn output_schema(tool: ToolName) -> Value {
    tools().into_iter().find(|one| one["name"] == tool.as_str()).unwrap()["outputSchema"].take()
}

/// The paths of the properties of a schema, or of the members of a value.
fn paths(value: &Value, is_schema: bool, place: &str, found: &mut BTreeSet<String>) {
    let members = if is_schema { &value["properties"] } else { value };
    for (name, member) in members.as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        found.insert(place.clone());
        paths(member, is_schema, &place, found);
    }
    let entries: Vec<&Value> = match is_schema {
        true => value.get("items").into_iter().collect(),
        false => value.as_array().into_iter().flatten().collect(),
    };
    for entry in entries {
        paths(entry, is_schema, place, found);
    }
}

#[tokio::test]
async fn rule_3_output_schema_scope_failures_have_the_envelope_and_no_form_of_a_success() {
    let envelope = envelope_schema();
    let failures = failures().await;
    for failed in &failures {
        let objections = objections(&envelope, &failed.content);
        assert!(objections.is_empty(), "{:?} {}: {objections:?}", failed.tool, failed.content);
    }
    for done in successes().await {
        assert!(!objections(&envelope, &done.content).is_empty(), "{:?}", done.tool);
    }
    for failed in failures.iter().filter(|failed| failed.tool != ToolName::GetCapabilities) {
        assert!(!objections(&output_schema(failed.tool), &failed.content).is_empty(), "{:?}", failed.tool);
    }
    let said = summary()["error_carriers"]["tool_errors"].to_string();
    assert!(said.contains("outputSchema scopes to success"), "{said}");
}

#[test]
fn rule_3_structured_default_the_text_of_a_success_is_the_structured_content() {
    let mut session = Session::demo(&[]);
    for (tool, arguments) in calls() {
        let result = session.call(tool.as_str(), arguments.clone())["result"].take();
        assert_eq!(result["isError"], false, "{tool:?} {arguments}: {result}");
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, result["structuredContent"], "{tool:?}");
        assert!(text.is_object());
    }
}

#[test]
fn rule_3_content_types_one_text_and_nothing_else_beside_the_structure() {
    let mut session = Session::demo(&[]);
    let refused = (ToolName::GetIssue, json!({"owner": "acme", "repo": "widgets", "issue_number": 999}));
    for (tool, arguments) in calls().into_iter().chain([refused]) {
        let result = session.call(tool.as_str(), arguments)["result"].take();
        let blocks = result["content"].as_array().unwrap();
        assert_eq!((blocks.len(), &blocks[0]["type"]), (1, &json!("text")), "{tool:?}");
        assert_eq!(blocks[0].as_object().unwrap().len(), 2, "no annotations: {}", blocks[0]);
    }
}

#[tokio::test]
async fn rule_3_advertised_fields_each_published_member_appears() {
    let successes = successes().await;
    for tool in ToolName::ALL {
        let (mut published, mut seen) = (BTreeSet::new(), BTreeSet::new());
        paths(&output_schema(tool), true, "", &mut published);
        for done in successes.iter().filter(|done| done.tool == tool) {
            paths(&done.content, false, "", &mut seen);
        }
        assert_eq!(published, seen, "{tool:?}");
    }
}

#[tokio::test]
async fn rule_3_advertised_fields_conditions_are_kept() {
    let has = |value: &Value, name: &str| value.get(name).is_some();
    let mut rows = 0;
    for done in successes().await {
        let content = &done.content;
        assert_eq!(content["has_more"] == true, has(content, "next_cursor"));
        assert_eq!(has(content, "truncated"), has(content, "truncation_hint"));
        assert_eq!(has(content, "estimated_total"), has(&done.arguments, "query"));
        assert_eq!(content["comments_has_more"] == true, has(content, "comments_cursor"));
        let is_full = done.arguments["detail"] == "full";
        for row in content["issues"].as_array().into_iter().flatten() {
            assert_eq!(has(row, "version"), is_full);
            rows += 1;
        }
        if let Some(issue) = content.get("issue") {
            assert_eq!(has(content, "comments"), done.arguments["include_comments"] != false);
            assert!(issue["locked"] == true || !has(issue, "lock_reason"));
            assert!(!is_full || !has(issue, "body_truncated"));
            assert!(
                issue["state"] == "closed"
                    || issue["state_reason"].is_null()
                    || issue["state_reason"] == "reopened"
            );
        }
        if done.tool == ToolName::SetIssueLock {
            assert_eq!(has(content, "lock_reason"), has(&done.arguments, "lock_reason"));
        }
    }
    assert!(rows > 100, "{rows}");
}
