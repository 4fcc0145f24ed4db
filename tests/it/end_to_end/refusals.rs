//! What is refused before any request is made.

use crate::support::policies::NATIVE;
use crate::support::program::{Plan, TOKEN};
use crate::support::server::Server;
use crate::support::world::World;

/// Runs and checks that nothing was asked.
fn refused(change: impl Fn(Plan) -> Plan, code: &str, exit: i32) {
    let server = Server::of(World::organization());
    let outcome = change(Plan::against(&server)).run();
    assert_eq!(outcome.failure(exit), code, "{outcome:?}");
    assert_eq!(server.stages(), [""; 0], "{code}");
    assert!(!outcome.stderr.is_empty(), "one sentence of advice");
    assert!(!outcome.stderr.contains(TOKEN) && !outcome.stdout.contains(TOKEN));
}

#[test]
fn a_loopback_override_that_is_no_loopback_address_is_refused() {
    for bad in [
        "https://api.github.com",
        "http://localhost:8080",
        "http://127.0.0.1",
        "http://127.0.0.1:80/api",
        "http://user@127.0.0.1:80",
        "http://10.0.0.1:80",
        "",
    ] {
        refused(|plan| plan.variable("YUKH_LOOPBACK_API", bad), "YKP-RUNTIME-008", 2);
    }
}

#[test]
fn a_scope_that_is_not_valid_is_refused() {
    for (name, value) in [
        ("--owner", "-acme"),
        ("--owner", "a/b"),
        ("--repository", ".."),
        ("--project-number", "0"),
        ("--project-number", "1e2"),
        ("--issue-number", "+3"),
        ("--issue-number", "2147483648"),
        ("--project-owner", "a_b"),
    ] {
        let server = Server::of(World::organization());
        let outcome = Plan::against(&server).argument(name, value).run();
        assert_eq!(outcome.code, 2, "{name} {value}: {outcome:?}");
        assert_eq!(server.stages(), [""; 0]);
        let output = format!("{}{}", outcome.stdout, outcome.stderr);
        assert!(value.len() < 3 || !output.contains(value), "no input in the output: {outcome:?}");
    }
}

#[test]
fn a_policy_that_is_not_valid_is_refused() {
    refused(|plan| plan.policy("schema: 2\nfields: {}\n"), "YKP-POLICY-003", 2);
    refused(|plan| plan.policy(NATIVE.replace("kind: number", "kind: money")), "YKP-POLICY-006", 2);
    refused(|plan| plan.policy(b"schema: 1\nfields: {a: {name: \xff}}\n"), "YKP-POLICY-002", 2);
    refused(|plan| plan.policy("version: 1\nfields: {}\n"), "YKP-LEGACY-001", 2);
}

#[test]
fn a_report_file_that_can_not_be_created_is_refused() {
    for path in ["../report.json", "missing/report.json", ".yukh/project.yaml", "/report.json", ".yukh"] {
        refused(|plan| plan.argument("--report-file", path), "YKP-RUNTIME-007", 2);
    }
}

#[test]
fn a_token_that_is_not_usable_is_refused() {
    refused(|plan| plan.token(""), "YKP-RUNTIME-004", 2);
    refused(|plan| plan.token("\n"), "YKP-RUNTIME-004", 2);
    refused(|plan| plan.token("ghp_one\nghp_two\n"), "YKP-RUNTIME-004", 2);
    refused(|plan| plan.token("hunter2"), "YKP-RUNTIME-005", 2);
    refused(|plan| plan.argument("--token-profile", "installation-token"), "YKP-RUNTIME-005", 2);
}

#[test]
fn a_user_owned_project_is_refused_to_tokens_that_github_does_not_list() {
    for prefix in ["ghs_", "ghu_", "github_pat_"] {
        let server = Server::of(World::user());
        let token = format!("{prefix}{}", "a1B2".repeat(9));
        let outcome = Plan::against(&server).token(&token).run();
        assert_eq!(outcome.failure(4), "YKP-CAPABILITY-001");
        assert_eq!(server.stages(), ["repository"], "the owner's kind is known from there");

        let server = Server::of(World::user());
        let outcome = Plan::against(&server).token(&token).argument("--owner-kind", "user").run();
        assert_eq!(outcome.failure(4), "YKP-CAPABILITY-001");
        assert_eq!(server.stages(), [""; 0]);
    }
}
