//! The real way to GitHub: what goes over the wire, with the real program and
//! an invented server on this machine.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::support::stdio::Session;

const TOKEN: &str = "ghp_CANARYTokenThatNobodyEverHad0000000000";

/// Answers each request with the first of the given answers whose part its
/// line holds; else with 404.
struct Fake {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.to_ascii_lowercase();
            let length =
                length.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
        let count = stream.read(&mut buffer).ok()?;
        if count == 0 {
            return None;
        }
        bytes.extend_from_slice(&buffer[..count]);
    }
}

impl Fake {
    fn answering(answers: Vec<(&'static str, String)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { continue };
                let Some(request) = read_request(&mut stream) else { continue };
                let line = request.lines().next().unwrap_or_default().to_owned();
                log.lock().unwrap().push(request);
                let answer =
                    answers.iter().find(|(part, _)| line.contains(part)).map(|(_, answer)| answer.clone());
                let answer = answer.unwrap_or_else(|| http("404 Not Found", "", "{}"));
                // An empty answer is a connection that breaks.
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        Self { address, requests }
    }

    fn session(&self) -> Session {
        Session::github(&[
            ("GITHUB_ISSUES_MCP_LOOPBACK_API", &self.address),
            ("GITHUB_ISSUES_MCP_TOKEN", TOKEN),
            ("GITHUB_ISSUES_MCP_LOG", "trace"),
        ])
    }
}

fn http(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn issue() -> String {
    json!({
        "number": 1, "title": "CANARY title", "state": "open", "state_reason": null, "locked": false,
        "user": null, "labels": [{"name": "bug"}, "plain"], "assignees": [], "comments": 0,
        "created_at": "2026-07-01T00:00:00Z", "updated_at": "2026-07-02T00:00:00Z", "body": null,
        "html_url": "https://github.com/acme/widgets/issues/1",
        "repository_url": "https://api.github.com/repos/acme/widgets",
    })
    .to_string()
}

fn place() -> Value {
    json!({"owner": "acme", "repo": "widgets", "issue_number": 1})
}

fn structured(result: &Value) -> &Value {
    &result["result"]["structuredContent"]
}

#[test]
fn a_read_is_one_exact_request_and_is_confirmed_the_next_time() {
    let answer = http("200 OK", "ETag: \"one\"\r\n", &issue());
    let fake = Fake::answering(vec![("GET /repos/acme/widgets/issues/1 ", answer)]);
    let mut session = fake.session();
    let mut arguments = place();
    arguments["include_comments"] = json!(false);
    for _ in 0..2 {
        let result = session.call("github_get_issue", arguments.clone());
        let read = &structured(&result)["issue"];
        assert_eq!((&read["author"], &read["body"]), (&json!("ghost"), &json!("")), "{result}");
        assert_eq!(read["labels"], json!(["bug", "plain"]));
    }
    let ended = session.end();
    assert!(!ended.stderr.contains("CANARY"), "{}", ended.stderr);
    let requests = fake.requests.lock().unwrap();
    assert_eq!(requests.len(), 2);
    let head = requests[0].to_ascii_lowercase();
    for line in [
        "accept: application/vnd.github+json\r\n",
        "accept-encoding: gzip\r\n",
        "x-github-api-version: 2026-03-10\r\n",
        concat!("user-agent: github-issues-mcp/", env!("CARGO_PKG_VERSION"), "\r\n"),
        "authorization: bearer ghp_canary",
    ] {
        assert_eq!(head.matches(line).count(), 1, "{line}");
    }
    assert!(!head.contains("content-type") && !head.contains("if-none-match"));
    assert!(requests[1].contains("if-none-match: \"one\"") || requests[1].contains("If-None-Match: \"one\""));
}

#[test]
fn a_write_carries_its_body_once_and_one_without_a_body_says_so() {
    let fake = Fake::answering(vec![
        ("PATCH /repos/acme/widgets/issues/1 ", http("200 OK", "", &issue())),
        (
            "PUT /repos/acme/widgets/issues/1/lock ",
            "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".to_owned(),
        ),
        ("GET /repos/acme/widgets/issues/1 ", http("200 OK", "", &issue())),
    ]);
    let mut session = fake.session();
    let mut edit = place();
    edit["title"] = json!("new");
    assert_eq!(session.call("github_update_issue", edit)["result"]["isError"], false);
    let mut lock = place();
    lock["locked"] = json!(true);
    // The fake does not lock: what is not there is no success.
    assert_eq!(structured(&session.call("github_set_issue_lock", lock))["code"], "insufficient_scope");
    drop(session.end());
    let requests = fake.requests.lock().unwrap();
    let find = |method: &str| {
        requests.iter().find(|request| request.starts_with(method)).unwrap().to_ascii_lowercase()
    };
    assert!(find("PATCH").ends_with("\r\n\r\n{\"title\":\"new\"}"));
    assert_eq!(find("PATCH").matches("content-type: application/json\r\n").count(), 1);
    assert_eq!(find("PUT").matches("content-length: 0\r\n").count(), 1, "{}", find("PUT"));
}

#[test]
fn every_failure_of_github_has_its_code() {
    let limited = "x-ratelimit-remaining: 0\r\nx-ratelimit-resource: core\r\nretry-after: 7\r\n";
    for (answer, code) in [
        (http("401 Unauthorized", "", "{\"message\":\"CANARY\"}"), "invalid_credential"),
        (http("403 Forbidden", "", "{\"message\":\"CANARY\"}"), "insufficient_scope"),
        (http("403 Forbidden", limited, "{}"), "rate_limited"),
        (http("404 Not Found", "", "{}"), "repo_not_found"),
        (http("502 Bad Gateway", "", "CANARY"), "upstream_unavailable"),
        (http("200 OK", "", "{\"number\":\"CANARY\"}"), "upstream_unavailable"),
        (String::new(), "upstream_unavailable"),
    ] {
        let fake = Fake::answering(vec![("GET", answer)]);
        let mut session = fake.session();
        let result = session.call("github_get_issue", place());
        assert_eq!(structured(&result)["code"], code, "{result}");
        assert!(!result.to_string().contains("CANARY"), "{result}");
        assert!(!session.end().stderr.contains("CANARY"));
    }
}

#[test]
fn without_a_token_every_call_says_so_and_nothing_is_sent() {
    let mut session = Session::github(&[]);
    let result = session.call("github_get_issue", place());
    assert_eq!(structured(&result)["code"], "missing_credential");
    assert_eq!(structured(&result)["repair"]["tool"], "github_get_capabilities");
    let result = session.call("github_get_capabilities", json!({}));
    assert_eq!(result["result"]["isError"], false);
    assert_eq!(session.end().code, Some(0));
}
