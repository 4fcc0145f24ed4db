//! The 24 exchanges that fix the protocol on the wire, over HTTP and, without
//! their headers, over standard input and output.

mod answers;
mod refusals;

use serde_json::{Value, json};

use crate::support::http::{Answer, Program};
use crate::support::request;
use crate::support::stdio::Session;

const VERSION: &str = "MCP-Protocol-Version: 2026-07-28";
const COMMENT: &str = "github_add_comment";

/// A body posted with these header lines to the demo.
fn over_http(lines: &[&str], body: &Value) -> Answer {
    Program::demo(&[]).post(lines, &body.to_string())
}

/// A body as the first line of a conversation about the demo, which ends well.
fn over_stdio(body: &Value) -> Value {
    let mut session = Session::demo(&[]);
    let answer = session.ask(&body.to_string());
    let ended = session.end();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""));
    answer
}

/// An answer to a well-formed request, which is the same over both transports.
fn both(method: &str, name: Option<&str>, id: &Value, params: Value) -> Value {
    both_of(&Program::demo(&[]), Session::demo(&[]), method, name, &request(id, method, params))
}

/// The same of two programs.
fn both_of(program: &Program, mut session: Session, method: &str, name: Option<&str>, body: &Value) -> Value {
    let method_line = format!("Mcp-Method: {method}");
    let name_line = name.map(|name| format!("Mcp-Name: {name}"));
    let mut lines = vec![VERSION, &method_line];
    lines.extend(name_line.as_deref());
    let answer = program.post(&lines, &body.to_string());
    assert!(answer.head.contains("content-type: application/json"), "{answer:?}");
    assert!(answer.status == 200 || answer.json()["error"]["code"] == -32601, "{answer:?}");
    let over_stdio = session.ask(&body.to_string());
    assert_eq!(session.end().code, Some(0));
    same(answer.json(), over_stdio)
}

/// Two answers that are one but for what differs from call to call.
fn same(mut one: Value, mut other: Value) -> Value {
    for answer in [&mut one, &mut other] {
        erase(answer);
    }
    assert_eq!(one, other);
    one
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
