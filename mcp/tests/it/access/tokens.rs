//! Static bearer tokens and their digests.

use std::path::PathBuf;

use serde_json::json;
use tempfile::TempDir;

use super::{ask, assert_refused, call, list};
use crate::support::github::{FakeGitHub, TOKEN};
use crate::support::http::Program;

const FIRST: &str = "an-invented-token-of-nobody";
const SECOND: &str = "another-invented-token-of-nobody";

/// By `sha256sum` of the two.
const DIGESTS: &str = "sha256:afd77d95f025a8f02757627ff815467311f5afca900bb08ff2f1fd08c98594c7\nsha256:0e49a14363edf111a5e809e486150756ced40d5bcabf7b9bb07e0fcc3c891829\n";

fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tokens");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}

#[test]
fn every_refusal_of_a_static_token_is_exact() {
    let (_folder, tokens) = file(&format!("# one\n{FIRST}\n"));
    let program = Program::demo(&["--http-token-file", tokens.to_str().unwrap()]);
    let (good, bad) = (bearer(FIRST), bearer(SECOND));
    let long = bearer(&"a".repeat(9000));
    let malformed = "The Authorization header is not of the form: Bearer TOKEN.";
    let more = "There is more than one Authorization header.";
    let address = "An access token may not be part of the address.";
    let with = |error: &str, description: &str| {
        format!("Bearer realm=\"github-issues-mcp\", error=\"{error}\", error_description=\"{description}\"")
    };
    for (path, lines, status, error, description) in [
        ("/mcp", &[][..], 401, "missing_token", "A bearer token is needed."),
        ("/mcp", &["Authorization: Basic dTpw"], 401, "missing_token", "A bearer token is needed."),
        ("/mcp", &[&bad], 401, "invalid_token", "The token is none of this server's."),
        ("/mcp", &[&long], 401, "invalid_token", "The access token is too long."),
        ("/mcp", &["Authorization: Bearer"], 400, "invalid_request", malformed),
        ("/mcp", &["Authorization: Bearer a b"], 400, "invalid_request", malformed),
        ("/mcp", &[&good, &good], 400, "invalid_request", more),
        ("/mcp", &[&good, "Authorization: Basic dTpw"], 400, "invalid_request", more),
        ("/mcp?access_token=an-invented-token-of-nobody", &[], 400, "invalid_request", address),
        ("/mcp?access_token=x", &[&good], 400, "invalid_request", address),
    ] {
        let answer = ask(&program, &list(), path, lines);
        let challenge = match error {
            "missing_token" => "Bearer realm=\"github-issues-mcp\"".to_owned(),
            _ => with(error, description),
        };
        assert_refused(&answer, status, &challenge, error, description, &format!("{path} {lines:?}"));
    }
    assert_eq!(ask(&program, &list(), "/mcp", &[&good]).status, 200);
    assert_eq!(program.send("GET", "/health", &[], "").status, 200);
    let larger = format!("X-Much: {}", "a".repeat(1 << 20));
    assert_eq!(ask(&program, &list(), "/mcp", &[&larger]).status, 431);
    let log = program.log();
    assert!(log.contains("turned away") && !log.contains("an-invented") && !log.contains(SECOND), "{log}");
}

#[test]
fn a_foreign_host_or_origin_is_refused_whatever_token_it_brings() {
    let (_folder, digests) = file(DIGESTS);
    let program = Program::demo(&["--http-token-file", digests.to_str().unwrap()]);
    let good = bearer(FIRST);
    for line in ["Host: issues.example", "Origin: http://issues.example", "Origin: null"] {
        for lines in [&[line][..], &[line, &good]] {
            let answer = ask(&program, &list(), "/mcp", lines);
            assert_eq!(answer.status, 403, "{lines:?}: {answer:?}");
            assert!(!answer.head.contains("www-authenticate"), "{answer:?}");
        }
    }
    assert_eq!(ask(&program, &list(), "/mcp", &[&good, "Origin: http://localhost:5173"]).status, 200);
}

#[test]
fn an_address_that_others_can_reach_is_served_with_digests_and_a_host() {
    let (_folder, digests) = file(DIGESTS);
    let options = ["--http-token-file", digests.to_str().unwrap(), "--allow-host", "issues.example"];
    let program = Program::open(&options);
    for (token, host, status) in [
        (FIRST, "issues.example", 200),
        (SECOND, "issues.example", 200),
        ("sha256:not-a-token-but-long", "issues.example", 400),
        ("a-third-invented-token-of-nobody", "issues.example", 401),
        (FIRST, "127.0.0.1", 403),
        (FIRST, "localhost", 403),
    ] {
        let lines = [bearer(token), format!("Host: {host}")];
        let answer = ask(&program, &list(), "/mcp", &lines.each_ref().map(String::as_str));
        assert_eq!(answer.status, status, "{token} {host}");
    }
}

#[test]
fn neither_a_key_nor_a_cursor_of_one_caller_is_another_ones() {
    let state = tempfile::tempdir().unwrap();
    let (_folder, digests) = file(DIGESTS);
    let github = FakeGitHub::new();
    github.fill(60);
    let options = ["--http-token-file", digests.to_str().unwrap()];
    let program = Program::start(&options, &github.variables(state.path().to_str().unwrap()));
    let result = |token: &str, tool: &str, arguments: serde_json::Value| {
        let answer = ask(&program, &call(tool, arguments), "/mcp", &[&bearer(token)]);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["result"]["structuredContent"].take()
    };
    let create = json!({"owner": "acme", "repo": "widgets", "title": "keyed", "idempotency_key": "k"});
    let number = |token| result(token, "github_create_issue", create.clone())["issue_number"].clone();
    let (first, second) = (number(FIRST), number(SECOND));
    assert_ne!(first, second);
    assert_eq!((number(FIRST), number(SECOND)), (first, second));
    assert_eq!(github.titled("keyed"), 2);
    let mut find = json!({"owner": "acme", "repo": "widgets"});
    find["cursor"] = result(FIRST, "github_find_issues", find.clone())["next_cursor"].clone();
    assert_eq!(result(SECOND, "github_find_issues", find.clone())["code"], "invalid_field");
    assert!(result(FIRST, "github_find_issues", find)["issues"].is_array());
    let heads = github.authorizations();
    assert!(!heads.is_empty());
    assert!(heads.iter().all(|value| *value == format!("Bearer {TOKEN}")), "{heads:?}");
}
