//! The exchanges that end before any method is reached, and those whose
//! headers alone are unusual: over standard input and output, where there are
//! none, such a body is an ordinary one.

use serde_json::{Value, json};

use super::{COMMENT, VERSION, both, comment, over_http, over_stdio};
use crate::support::http::{Answer, Program};
use crate::support::request;
use crate::support::stdio::Session;

const LIST: [&str; 2] = [VERSION, "Mcp-Method: tools/list"];

fn refusal(answer: &Answer) -> (u16, Value) {
    (answer.status, answer.json()["error"]["code"].clone())
}

#[test]
fn v10_v11_missing_meta() {
    let list = |params| json!({ "jsonrpc": "2.0", "id": 10, "method": "tools/list", "params": params });
    let version_alone = json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } });
    for params in [json!({}), version_alone] {
        let body = list(params);
        let answer = over_http(&LIST, &body);
        assert_eq!(refusal(&answer), (400, json!(-32602)));
        for answer in [answer.json(), over_stdio(&body)] {
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(10), &json!(-32602)), "{answer}");
            let text = answer["error"]["message"].as_str().unwrap();
            assert!(text.contains("io.modelcontextprotocol/clientCapabilities"), "{answer}");
        }
    }
}

#[test]
fn v12_v13_versions() {
    let lines = ["MCP-Protocol-Version: 2025-11-25", "Mcp-Method: tools/list"];
    let mut body = request(&json!(12), "tools/list", json!({}));
    assert_eq!(refusal(&over_http(&lines, &body)), (400, json!(-32020)));
    assert!(over_stdio(&body)["result"]["tools"].is_array());
    body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2025-11-25");
    let answer = over_http(&lines, &body);
    assert_eq!(refusal(&answer), (400, json!(-32022)));
    let data = json!({"requested": "2025-11-25", "supported": ["2026-07-28"]});
    for answer in [answer.json(), over_stdio(&body)] {
        assert_eq!((&answer["error"]["code"], &answer["error"]["data"]), (&json!(-32022), &data), "{answer}");
    }
}

#[test]
fn v14_v15_headers_that_are_missing_or_contradict() {
    let body = request(&json!(14), "tools/list", json!({}));
    assert_eq!(refusal(&over_http(&[VERSION], &body)), (400, json!(-32020)));
    assert!(over_stdio(&body)["result"]["tools"].is_array());
    let lines = [VERSION, "Mcp-Method: tools/call", "Mcp-Name: other"];
    let body = request(&json!(15), "tools/call", comment(1));
    assert_eq!(refusal(&over_http(&lines, &body)), (400, json!(-32020)));
    assert_eq!(over_stdio(&body)["result"]["isError"], false);
}

#[test]
fn v16_a_name_in_base64() {
    let lines = [VERSION, "Mcp-Method: tools/call", "Mcp-Name: =?base64?Z2l0aHViX2FkZF9jb21tZW50?="];
    let body = request(&json!(16), "tools/call", comment(1));
    let answer = over_http(&lines, &body);
    assert_eq!(answer.status, 200);
    for answer in [answer.json(), over_stdio(&body)] {
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    }
}

#[test]
fn v17_v18_methods_that_there_are_not() {
    let methods = ["foo/bar", "prompts/list", "prompts/get", "tasks/get", "ping", "logging/setLevel"];
    // The SDK answers a ping of older revisions until the first request.
    let mut session = Session::demo(&[]);
    session.ask(&request(&json!(1), "server/discover", json!({})).to_string());
    let mut over_stdio = |body: &Value| session.ask(&body.to_string());
    for method in methods.into_iter().chain(["resources/subscribe", "subscriptions/listen"]) {
        let params = json!({ "name": "x", "uri": "x", "taskId": "x", "level": "info", "notifications": {} });
        let line = format!("Mcp-Method: {method}");
        let body = request(&json!(17), method, params);
        let answer = over_http(&[VERSION, &line, "Mcp-Name: x"], &body);
        assert_eq!(refusal(&answer), (404, json!(-32601)), "{method}: {answer:?}");
        assert_eq!(over_stdio(&body)["error"]["code"], -32601, "{method}");
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
    let program = Program::demo(&[]);
    let broken = "{\"jsonrpc\":";
    let over_http = |body: &str| program.post(&LIST, body);
    let answer = over_http(broken);
    assert_eq!(answer.status, 400);
    assert_eq!(answer.body, r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}"#);
    let batch = json!([request(&json!(22), "tools/list", json!({}))]).to_string();
    let others = [&batch, "[]", "7", r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#];
    for body in others {
        assert_eq!(refusal(&over_http(body)), (400, json!(-32600)), "{body}");
    }
    // A line that is not JSON is passed over, and the next one is answered.
    let mut session = Session::demo(&[]);
    let next = request(&json!("next"), "tools/list", json!({})).to_string();
    let mut over_stdio = |line: &str| session.ask(line);
    assert_eq!(over_stdio(&format!("{broken}\n{next}"))["id"], "next");
    for line in [&batch, "[]", "7"] {
        assert_eq!(over_stdio(line)["error"]["code"], -32600, "{line}");
    }
    assert_eq!(over_stdio(&next)["id"], "next");
    let ended = session.end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""));
}

#[test]
fn v23_foreign_pages_and_hosts() {
    let program =
        Program::demo(&["--allow-host", "issues.example", "--allow-origin", "https://app.example:443"]);
    let request = request(&json!(23), "resources/list", json!({}));
    let list = request.to_string();
    let over_http =
        |line: &str, body: &str| program.post(&[VERSION, "Mcp-Method: resources/list", line], body).status;
    for body in [list.as_str(), "{", r#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#] {
        assert_eq!(over_http("Origin: http://evil.example", body), 403, "{body}");
        assert_eq!(over_http("Host: evil.example", body), 403, "{body}");
    }
    for line in [
        "Origin: http://localhost:3000",
        "Origin: https://app.example",
        "Host: issues.example",
        "Host: localhost",
    ] {
        assert_eq!(over_http(line, &list), 200, "{line}");
    }
    assert!(over_stdio(&request)["result"]["resources"].is_array());
}

#[test]
fn v24_initialize_says_how_to_go_on() {
    let body = json!({
        "jsonrpc": "2.0", "id": 24, "method": "initialize",
        "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } },
    });
    let answer = over_http(&[], &body);
    assert_eq!((answer.status, &answer.json()["id"]), (400, &json!(24)));
    let error = &answer.json()["error"];
    assert_eq!(error["code"], -32022);
    assert_eq!(error["data"], json!({"supported": ["2026-07-28"], "requested": "2025-11-25"}));
    assert!(error["message"].as_str().unwrap().contains("modern era"));
    let mut session = Session::demo(&[]);
    let mut over_stdio = |body: &Value| session.ask(&body.to_string());
    assert_eq!(over_stdio(&body)["error"]["code"], -32022);
    let ended = session.end();
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("modern era"), "{}", ended.stderr);
}
