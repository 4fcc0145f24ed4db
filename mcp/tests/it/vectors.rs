//! The 24 exchanges that fix the protocol on the wire, over HTTP and, without
//! their headers, over standard input and output.

use serde_json::{Value, json};

use crate::support::http::{Answer, Program};
use crate::support::request;
use crate::support::stdio::Session;

const VERSION: &str = "MCP-Protocol-Version: 2026-07-28";
const COMMENT: &str = "github_add_comment";

fn post(lines: &[&str], body: &Value) -> Answer {
    Program::demo(&[]).post(lines, &body.to_string())
}

/// An answer to a well-formed request, which is the same over both transports.
fn both(method: &str, name: Option<&str>, id: &Value, params: Value) -> Value {
    let body = request(id, method, params).to_string();
    let method_line = format!("Mcp-Method: {method}");
    let name_line = name.map(|name| format!("Mcp-Name: {name}"));
    let mut lines = vec![VERSION, &method_line];
    lines.extend(name_line.as_deref());
    let answer = Program::demo(&[]).post(&lines, &body);
    assert!(answer.head.contains("content-type: application/json"), "{answer:?}");
    assert!(answer.status == 200 || answer.json()["error"]["code"] == -32601, "{answer:?}");
    let mut session = Session::demo(&[]);
    let mut over_stdio = session.ask(&body);
    assert_eq!(session.end().code, Some(0));
    let mut over_http = answer.json();
    for answer in [&mut over_http, &mut over_stdio] {
        erase(answer);
    }
    assert_eq!(over_http, over_stdio);
    over_http
}

/// Takes out what differs from call to call.
fn erase(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, value) in members.iter_mut() {
                if ["request_id", "created_at", "text"].contains(&name.as_str()) {
                    *value = json!("…");
                }
                erase(value);
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(erase),
        _ => {}
    }
}

fn comment(number: u64) -> Value {
    json!({
        "name": COMMENT,
        "arguments": { "owner": "acme", "repo": "widgets", "issue_number": number, "body": "hi" },
    })
}

#[test]
fn v01_discover() {
    let answer = both("server/discover", None, &json!("d1"), json!({}));
    assert_eq!(answer["id"], "d1");
    let result = &answer["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(result["capabilities"], json!({"completions": {}, "resources": {}, "tools": {}}));
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(3_600_000), &json!("public")));
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "github-issues-mcp");
}

#[test]
fn v02_tools_list_within_its_budget_and_byte_for_byte_the_same() {
    let body = request(&json!(2), "tools/list", json!({})).to_string();
    let lines = [VERSION, "Mcp-Method: tools/list"];
    let first = Program::demo(&[]).post(&lines, &body);
    assert_eq!(first.status, 200);
    assert!(first.body.len() <= 26_624, "{}", first.body.len());
    assert_eq!(first.body, Program::demo(&[]).post(&lines, &body).body);
    let result = &first.json()["result"];
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(3_600_000), &json!("public")));
    assert_eq!(result["tools"].as_array().unwrap().len(), 8);
    assert!(result.get("nextCursor").is_none());
    both("tools/list", None, &json!(2), json!({}));
}

#[test]
fn v03_a_tool_that_succeeds() {
    let answer = both("tools/call", Some(COMMENT), &json!(3), comment(1));
    let result = &answer["result"];
    assert_eq!((&result["isError"], &result["resultType"]), (&json!(false), &json!("complete")));
    assert!(result["structuredContent"]["comment_id"].is_u64());
    assert!(result.get("ttlMs").is_none());
}

#[test]
fn v04_a_tool_that_fails_for_good_with_a_repair() {
    let answer = both("tools/call", Some(COMMENT), &json!(4), comment(2));
    let (result, envelope) = (&answer["result"], &answer["result"]["structuredContent"]);
    assert_eq!(result["isError"], true);
    assert_eq!(envelope["code"], "issue_locked");
    assert_eq!(envelope["repair"]["tool"], "github_set_issue_lock");
    assert_eq!((&envelope["temporary"], &envelope["retry_after_ms"]), (&json!(false), &Value::Null));
}

#[test]
fn v06_a_resource() {
    let uri = "github://capabilities";
    let answer = both("resources/read", Some(uri), &json!(6), json!({ "uri": uri }));
    let result = &answer["result"];
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(30_000), &json!("private")));
    assert_eq!(result["contents"][0]["uri"], uri);
    assert_eq!(result["contents"][0]["mimeType"], "application/json");
}

#[test]
fn v07_a_resource_that_is_not_there() {
    let uri = "github://repos/acme/widgets/issues/9999";
    let answer = both("resources/read", Some(uri), &json!(7), json!({ "uri": uri }));
    let error = &answer["error"];
    assert_eq!((&error["code"], &error["message"]), (&json!(-32602), &json!("Resource not found.")));
    assert_eq!(error["data"]["machine_code"], "issue_not_found");
    assert_eq!(error["data"]["resource_uri"], uri);
    assert_eq!(error["data"]["details"]["field"], "uri");
}

#[test]
fn v08_templates() {
    let answer = both("resources/templates/list", None, &json!(8), json!({}));
    let result = &answer["result"];
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(3_600_000), &json!("public")));
    let uris: Vec<&Value> = result["resourceTemplates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|template| &template["uriTemplate"])
        .collect();
    assert_eq!(
        uris,
        [
            "github://repos/{owner}/{repo}/issues{?state,labels,updated_after}",
            "github://repos/{owner}/{repo}/issues/{issue_number}"
        ]
    );
}

#[test]
fn v09_completion_with_context() {
    let params = json!({
        "ref": { "type": "ref/resource", "uri": "github://repos/{owner}/{repo}/issues/{issue_number}" },
        "argument": { "name": "repo", "value": "w" },
        "context": { "arguments": { "owner": "acme" } },
    });
    let answer = both("completion/complete", None, &json!(9), params);
    let completion = json!({"values": ["widgets", "wiki"], "total": 2, "hasMore": false});
    assert_eq!(answer["result"]["completion"], completion);
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[test]
fn v10_v11_missing_meta() {
    let list = |params| json!({ "jsonrpc": "2.0", "id": 10, "method": "tools/list", "params": params });
    let lines = [VERSION, "Mcp-Method: tools/list"];
    let version_alone = json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } });
    for params in [json!({}), version_alone] {
        let answer = post(&lines, &list(params));
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32602)));
        assert!(answer.body.contains("io.modelcontextprotocol/clientCapabilities"), "{answer:?}");
    }
}

#[test]
fn v12_v13_versions() {
    let lines = ["MCP-Protocol-Version: 2025-11-25", "Mcp-Method: tools/list"];
    let mut body = request(&json!(12), "tools/list", json!({}));
    let answer = post(&lines, &body);
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32020)));
    body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2025-11-25");
    let answer = post(&lines, &body);
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32022)));
    let data = json!({"requested": "2025-11-25", "supported": ["2026-07-28"]});
    assert_eq!(answer.json()["error"]["data"], data);
}

#[test]
fn v14_v15_headers_that_are_missing_or_contradict() {
    let answer = post(&[VERSION], &request(&json!(14), "tools/list", json!({})));
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32020)));
    let lines = [VERSION, "Mcp-Method: tools/call", "Mcp-Name: other"];
    let answer = post(&lines, &request(&json!(15), "tools/call", comment(1)));
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32020)));
}

#[test]
fn v16_a_name_in_base64() {
    let lines = [VERSION, "Mcp-Method: tools/call", "Mcp-Name: =?base64?Z2l0aHViX2FkZF9jb21tZW50?="];
    let answer = post(&lines, &request(&json!(16), "tools/call", comment(1)));
    assert_eq!((answer.status, &answer.json()["result"]["isError"]), (200, &json!(false)));
}

#[test]
fn v17_v18_methods_that_there_are_not() {
    let methods = ["foo/bar", "prompts/list", "prompts/get", "tasks/get", "ping", "logging/setLevel"];
    for method in methods.into_iter().chain(["resources/subscribe", "subscriptions/listen"]) {
        let params = json!({ "name": "x", "uri": "x", "taskId": "x", "level": "info", "notifications": {} });
        let line = format!("Mcp-Method: {method}");
        let answer = post(&[VERSION, &line, "Mcp-Name: x"], &request(&json!(17), method, params));
        assert_eq!(answer.json()["error"]["code"], -32601, "{method}: {answer:?}");
        assert_eq!(answer.status, 404, "{method}");
    }
}

#[test]
fn v19_v20_calls_that_are_none() {
    let params = json!({ "name": "nope", "arguments": {} });
    let answer = both("tools/call", Some("nope"), &json!(19), params);
    assert_eq!(answer["error"], json!({"code": -32602, "message": "Unknown tool: nope"}));
    let answer = both("tools/call", Some(COMMENT), &json!(20), json!({ "name": COMMENT, "arguments": [1] }));
    assert_eq!(answer["error"], json!({"code": -32602, "message": "Invalid params for tools/call"}));
}

#[test]
fn v21_v22_bodies_that_are_no_request() {
    let lines = [VERSION, "Mcp-Method: tools/list"];
    let program = Program::demo(&[]);
    let answer = program.post(&lines, "{\"jsonrpc\":");
    assert_eq!(answer.status, 400);
    assert_eq!(answer.body, r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#);
    let batch = json!([request(&json!(22), "tools/list", json!({}))]).to_string();
    for body in [&batch, "[]", "7", r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#] {
        let answer = program.post(&lines, body);
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (400, &json!(-32600)), "{body}");
    }
}

#[test]
fn v23_foreign_pages_and_hosts() {
    let program =
        Program::demo(&["--allow-host", "issues.example", "--allow-origin", "https://app.example:443"]);
    let list = request(&json!(23), "resources/list", json!({})).to_string();
    let send =
        |line: &str, body: &str| program.post(&[VERSION, "Mcp-Method: resources/list", line], body).status;
    for body in [list.as_str(), "{", r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#] {
        assert_eq!(send("Origin: http://evil.example", body), 403, "{body}");
        assert_eq!(send("Host: evil.example", body), 403, "{body}");
    }
    for line in [
        "Origin: http://localhost:3000",
        "Origin: https://app.example",
        "Host: issues.example",
        "Host: localhost",
    ] {
        assert_eq!(send(line, &list), 200, "{line}");
    }
}

#[test]
fn v24_initialize_says_how_to_go_on() {
    let body = json!({
        "jsonrpc": "2.0", "id": 24, "method": "initialize",
        "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } },
    });
    let answer = post(&[], &body);
    assert_eq!((answer.status, &answer.json()["id"]), (400, &json!(24)));
    let error = &answer.json()["error"];
    assert_eq!(error["code"], -32022);
    assert_eq!(error["data"], json!({"supported": ["2026-07-28"], "requested": "2025-11-25"}));
    assert!(error["message"].as_str().unwrap().contains("modern era"));
    let mut session = Session::demo(&[]);
    let answer = session.ask(&body.to_string());
    assert_eq!(answer["error"]["code"], -32022);
    let ended = session.end();
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("modern era"), "{}", ended.stderr);
}

#[test]
fn lists_have_one_page() {
    for (method, params) in
        [("tools/list", json!({"cursor": "x"})), ("resources/list", json!({"cursor": ""}))]
    {
        let answer = both(method, None, &json!(1), params);
        assert_eq!(answer["error"]["code"], -32602, "{method}");
    }
}
