//! The program: options, ends, who may connect.

use assert_cmd::Command;
use serde_json::json;

use crate::support::http::Program;
use crate::support::request;
use crate::support::stdio::Session;

const LIST: [&str; 2] = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list"];

fn run(options: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_github-issues-mcp"));
    let output = command.env_clear().args(options).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn help_names_every_option_and_variable_and_shows_examples() {
    let (code, help, _) = run(&["--help"]);
    assert_eq!(code, Some(0));
    for part in [
        "--demo",
        "--github-token-file",
        "GITHUB_ISSUES_MCP_TOKEN",
        "GITHUB_ISSUES_MCP_LOOPBACK_API",
        "https_proxy",
        "SSL_CERT_FILE",
        "--stdio",
        "--listen",
        "--allow-host",
        "--allow-origin",
        "--http-token-file",
        "--oauth-issuer",
        "--oauth-jwks",
        "--oauth-resource",
        "--log-format",
        "--state-dir",
        "GITHUB_ISSUES_MCP_CURSOR_KEY_FILE",
        "GITHUB_ISSUES_MCP_STATE_DIR",
        "XDG_STATE_HOME",
        "GITHUB_ISSUES_MCP_LOG",
        "Examples:",
    ] {
        assert!(help.contains(part), "{part}");
    }
    assert_eq!(run(&["--version"]).1, format!("github-issues-mcp {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn what_can_not_be_used_is_refused_by_name_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let short = folder.path().join("short");
    std::fs::write(&short, "short\n").unwrap();
    let short = short.to_str().unwrap();
    for (options, name) in [
        (&["--demo", "--github-token-file", short][..], "--github-token-file"),
        (&["--demo", "--state-dir", "no-such-folder"], "--state-dir"),
        (&["--github-token-file", "no-such-file"], "--github-token-file"),
        (&["--github-token-file", folder.path().to_str().unwrap()], "--github-token-file"),
        (&["--demo", "--stdio", "--listen", "127.0.0.1:0"], "--stdio"),
        (&["--demo", "--no-such-option"], "--no-such-option"),
    ] {
        let (code, stdout, stderr) = run(options);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{options:?}");
        assert!(stderr.contains(name) && !stderr.contains("short\n"), "{options:?}: {stderr}");
    }
}

#[test]
fn rule_1_transport_one_path_one_method_bounded_bodies() {
    let program = Program::demo(&[]);
    for method in ["GET", "DELETE", "PUT"] {
        assert_eq!(program.send(method, "/mcp", &[], "").status, 405, "{method}");
    }
    assert_eq!(program.send("POST", "/elsewhere", &[], "{}").status, 404);
    assert_eq!(program.post(&LIST, &" ".repeat((1 << 20) + 1)).status, 413);
    let body = request(&json!(1), "tools/list", json!({})).to_string();
    let kept = ["Mcp-Session-Id: abc", "Last-Event-ID: 7"];
    let answer = program.post(&[&LIST[..], &kept].concat(), &body);
    assert_eq!(answer.status, 200);
    assert!(!answer.head.contains("mcp-session-id"), "{}", answer.head);
    let health = program.send("GET", "/health", &[], "");
    assert_eq!((health.status, &health.json()["status"]), (200, &json!("ok")));
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    let lines = [LIST[0], "Mcp-Method: notifications/cancelled"];
    assert_eq!(program.post(&lines, notification).status, 202);
}

#[test]
fn the_program_ends_when_it_is_told_to() {
    assert_eq!(Program::demo(&[]).terminate(), Some(0));
}

#[test]
fn rule_1_stdout_nothing_but_answers_is_written_and_the_end_of_input_is_an_end() {
    for variables in [&[][..], &[("GITHUB_ISSUES_MCP_LOG", "trace")]] {
        let mut session = Session::demo(variables);
        session.call("github_find_issues", json!({"owner": "acme", "repo": "widgets"}));
        session.call("github_get_issue", json!({"owner": "acme", "repo": "widgets"}));
        let ended = session.end();
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), ""));
        for line in ended.stderr.lines() {
            let _: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        }
    }
    assert_eq!(Session::demo(&[]).end().code, Some(0));
}
