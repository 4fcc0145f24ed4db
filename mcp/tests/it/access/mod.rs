//! Who may come in over HTTP (decision 25), with the real program.

mod fetched;
mod oauth;
mod refusals;
mod start;
mod tokens;

use serde_json::{Value, json};

use crate::support::http::{Answer, Program};
use crate::support::request;

/// The header lines and the body of a request.
fn message(method: &str, name: &str, params: Value) -> (Vec<String>, String) {
    let mut lines = vec!["MCP-Protocol-Version: 2026-07-28".to_owned(), format!("Mcp-Method: {method}")];
    if !name.is_empty() {
        lines.push(format!("Mcp-Name: {name}"));
    }
    (lines, request(&json!(1), method, params).to_string())
}

/// Asks for something with further header lines.
fn ask(program: &Program, message: &(Vec<String>, String), path: &str, further: &[&str]) -> Answer {
    let lines: Vec<&str> = message.0.iter().map(String::as_str).chain(further.iter().copied()).collect();
    program.send("POST", path, &lines, &message.1)
}

fn list() -> (Vec<String>, String) {
    message("tools/list", "", json!({}))
}

fn call(tool: &str, arguments: Value) -> (Vec<String>, String) {
    message("tools/call", tool, json!({ "name": tool, "arguments": arguments }))
}

/// The value of a header, as it was sent but in small letters.
fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Fails where an answer is not exactly this refusal.
fn assert_refused(answer: &Answer, status: u16, challenge: &str, error: &str, description: &str, row: &str) {
    assert_eq!(answer.status, status, "{row}: {answer:?}");
    assert_eq!(header(answer, "www-authenticate"), Some(&*challenge.to_lowercase()), "{row}");
    assert_eq!(header(answer, "cache-control"), Some("no-store"), "{row}");
    assert_eq!(header(answer, "content-type"), Some("application/json"), "{row}");
    assert_eq!(answer.json(), json!({ "error": error, "error_description": description }), "{row}");
}
