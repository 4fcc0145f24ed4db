//! The server: its name, its transports, what it needs and remembers.

use github_issues_mcp::catalog::ToolName;
use github_issues_mcp::github::Told;
use serde_json::{Value, json};

use super::corpus::{changed, first, summary, tools, widgets};
use crate::support::http::Program;
use crate::support::request;
use crate::support::stdio::Session;
use crate::support::upstream::{Bench, Fault, refusal};

/// The result of a method of the demo.
pub(super) fn ask(session: &mut Session, method: &str, params: Value) -> Value {
    session.ask(&request(&json!(1), method, params).to_string())["result"].take()
}

fn name(discovered: &Value) -> String {
    discovered["_meta"]["io.modelcontextprotocol/serverInfo"]["name"].as_str().unwrap().to_owned()
}

#[test]
fn rule_1_name_says_what_is_served_and_no_version() {
    let mut session = Session::demo(&[]);
    let name = name(&ask(&mut session, "server/discover", json!({})));
    assert_eq!(name, "github-issues-mcp");
    assert!(!name.bytes().any(|byte| byte.is_ascii_digit()));
    for method in ["tools/list", "resources/list", "resources/templates/list"] {
        assert_eq!(self::name(&ask(&mut session, method, json!({}))), name, "{method}");
    }
}

#[test]
fn rule_1_name_generic_is_not_what_it_is() {
    let name = summary()["server"]["name"].as_str().unwrap().to_owned();
    let telling = name.split('-').filter(|part| !["api", "data", "tools", "server", "mcp"].contains(part));
    assert_eq!(telling.collect::<Vec<_>>(), ["github", "issues"]);
}

#[test]
fn rule_1_transport_both_are_named_and_both_serve() {
    assert_eq!(summary()["server"]["transport"], json!(["streamable-http", "stdio"]));
    let over_http = Program::demo(&[]).call("github_get_capabilities", json!({}));
    let over_stdio = Session::demo(&[]).call("github_get_capabilities", json!({}))["result"].take();
    assert_eq!(over_http, over_stdio);
}

#[test]
fn rule_1_transport_each_header_has_to_be_there_and_to_agree() {
    let program = Program::demo(&[]);
    let version = "MCP-Protocol-Version: 2026-07-28";
    let uri = "github://capabilities";
    for (method, name, params) in [
        ("tools/call", "github_get_capabilities", json!({"name": "github_get_capabilities"})),
        ("resources/read", uri, json!({ "uri": uri })),
    ] {
        let body = request(&json!(1), method, params).to_string();
        let (method, name) = (format!("Mcp-Method: {method}"), format!("Mcp-Name: {name}"));
        let whole = [version, &method, &name];
        assert_eq!(program.post(&whole, &body).status, 200);
        for (place, other) in
            [(0, "MCP-Protocol-Version: 2025-11-25"), (1, "Mcp-Method: tools/list"), (2, "Mcp-Name: other")]
        {
            let mut lines = whole.to_vec();
            lines[place] = other;
            let answer = program.post(&lines, &body);
            assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32020)), "{other}");
            lines.remove(place);
            let answer = program.post(&lines, &body);
            assert_eq!(
                (answer.status, &answer.json()["error"]["code"]),
                (400, &json!(-32020)),
                "without {place}"
            );
        }
    }
}

#[test]
fn rule_1_auth_model_what_the_token_needs_is_in_the_summary() {
    let auth = &summary()["prerequisites"]["auth"];
    assert!(auth["mode"].as_str().unwrap().contains("GitHub token"));
    assert_eq!(auth["required_permissions"], json!({"reads": "issues:read", "mutations": "issues:write"}));
}

#[tokio::test]
async fn rule_1_cred_modes_three_lacks_are_three_codes() {
    let mut codes = Vec::new();
    for fault in [
        Fault::NoCredential,
        refusal(401, "Bad credentials", Told::default()),
        refusal(403, "Resource not accessible by personal access token", Told::default()),
    ] {
        let bench = Bench::new();
        bench.fault("GET", fault);
        let failure = bench.call(ToolName::GetIssue, first(json!({}))).await.unwrap_err();
        assert_eq!(failure.repair().unwrap().tool(), "github_get_capabilities");
        codes.push(failure.code().as_str());
    }
    assert_eq!(codes, ["missing_credential", "invalid_credential", "insufficient_scope"]);
    let said = summary()["prerequisites"]["failure_codes"].clone();
    assert_eq!(said.as_object().unwrap().keys().collect::<Vec<_>>(), codes);
}

#[test]
fn rule_1_implicit_state_what_is_remembered_is_declared() {
    let prerequisites = &summary()["prerequisites"];
    let handles = prerequisites["state_handles"].as_object().unwrap();
    let names: Vec<&String> = handles.keys().collect();
    assert_eq!(names, ["cursors", "version_tokens", "idempotency_keys", "idempotency_scope"]);
    let limits = prerequisites["rate_limits"].as_str().unwrap();
    for kept in ["answered without asking GitHub", "label names are kept", "repositories of completion"] {
        assert!(limits.contains(kept), "{limits}");
    }
}

#[test]
fn rule_1_state_handles_their_lifetimes_are_declared() {
    let handles = &summary()["prerequisites"]["state_handles"];
    for (handle, words) in [
        ("cursors", &["opaque", "15-minute lifetime", "cursor_expired", "authorization re-checked"][..]),
        ("version_tokens", &["opaque", "never expire", "compared on write"]),
        ("idempotency_keys", &["24 hours", "idempotency_scope", "invalid_field"]),
    ] {
        let text = handles[handle].as_str().unwrap();
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn rule_1_observability_limits_and_the_fingerprint_are_in_the_answer() {
    use crate::support::github::{FakeGitHub, Fault};
    let (github, state) = (FakeGitHub::new(), tempfile::tempdir().unwrap());
    let head = "X-RateLimit-Remaining: 0\r\nX-RateLimit-Resource: core\r\nRetry-After: 9\r\n";
    github.fault("GET", Fault::Answer("403 Forbidden", head, "{\"message\":\"x\"}"));
    let mut session = Session::github(&github.variables(state.path().to_str().unwrap()));
    let envelope = session.call("github_get_issue", first(json!({})))["result"]["structuredContent"].take();
    assert_eq!((&envelope["retry_after_ms"], &envelope["rate_limit_remaining"]), (&json!(9_000), &json!(0)));
    let own = session.call("github_get_capabilities", json!({}))["result"]["structuredContent"].take();
    assert_eq!(envelope["fingerprint"], own["server"]["fingerprint"]);
}

#[test]
fn rule_1_metadata_contract_a_change_of_it_is_a_change_of_the_fingerprint() {
    let fingerprint = changed(|_| ()).fingerprint().to_owned();
    for pointer in
        ["/summary/server/name", "/summary/server/summary", "/summary/server/transport/0", "/summary/does/0"]
    {
        let other = changed(|whole| *whole.pointer_mut(pointer).unwrap() = json!("changed"));
        assert_ne!(other.fingerprint(), fingerprint, "{pointer}");
    }
}

#[test]
fn rule_1_display_metadata_whatever_is_chosen_from_has_a_title() {
    let mut session = Session::demo(&[]);
    let mut count = 0;
    for (method, list) in [
        ("tools/list", "tools"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
    ] {
        for entry in ask(&mut session, method, json!({}))[list].as_array().unwrap() {
            let (title, name) = (entry["title"].as_str().unwrap(), entry["name"].as_str().unwrap());
            assert!(title.starts_with(char::is_uppercase) && title != name && title.len() <= 40, "{title}");
            count += 1;
        }
    }
    assert_eq!(count, 11);
}

#[test]
fn rule_1_negotiated_caps_what_is_used_is_advertised_and_has_a_fallback() {
    let mut session = Session::demo(&[]);
    let capabilities = ask(&mut session, "server/discover", json!({}))["capabilities"].take();
    let negotiated = &summary()["prerequisites"]["negotiated_capabilities"];
    let optional: Vec<String> = capabilities
        .as_object()
        .unwrap()
        .keys()
        .filter(|name| !["tools", "resources"].contains(&name.as_str()))
        .map(|name| format!("capabilities.{name}"))
        .collect();
    assert_eq!(negotiated["server"], json!(optional));
    assert_eq!(negotiated["client"], json!([]));
    assert!(negotiated["fallbacks"]["no_completions"].as_str().unwrap().contains("github_find_issues"));
}

#[test]
fn rule_1_spec_revision_is_the_one_that_is_spoken_and_there_are_no_extensions() {
    let mut session = Session::demo(&[]);
    let discovered = ask(&mut session, "server/discover", json!({}));
    let target = &summary()["server"]["protocol_target"];
    assert_eq!(json!([target["revision"]]), discovered["supportedVersions"]);
    assert_eq!((&target["extensions"], discovered["capabilities"].get("extensions")), (&json!([]), None));
}

#[test]
fn rule_1_roots_no_call_depends_on_a_place_of_the_clients() {
    for tool in tools() {
        let parameters = super::corpus::parameters(&tool);
        assert!(
            !parameters
                .keys()
                .any(|name| ["root", "path", "workspace", "directory"].contains(&name.as_str()))
        );
    }
    let mut session = Session::demo(&[]);
    let params = json!({"name": "github_find_issues", "arguments": widgets(json!({}))});
    let mut with_roots = request(&json!(1), "tools/call", params);
    with_roots["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({"roots": {}});
    assert_eq!(session.ask(&with_roots.to_string())["result"]["resultType"], "complete");
}

#[tokio::test]
async fn rule_1_auth_repair_a_lack_of_rights_names_them_and_who_grants_them() {
    for (tool, arguments, fault, scope) in [
        (ToolName::GetIssue, first(json!({})), "GET", "issues:read"),
        (ToolName::AddComment, first(json!({"body": "x"})), "POST", "issues:write"),
    ] {
        let bench = Bench::new();
        bench.fault(fault, refusal(403, "x", Told::default()));
        let failure = bench.call(tool, arguments).await.unwrap_err();
        let details = serde_json::to_value(failure.details()).unwrap();
        assert_eq!(details["required_scopes"], json!([scope]));
        assert!(failure.repair().unwrap().alternative().unwrap().contains("operator"));
    }
}
