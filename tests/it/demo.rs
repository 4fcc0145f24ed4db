//! `yukh demo`.

use std::process::Command;

use serde_json::Value;

/// Runs the demo in an empty environment, away from the repository.
fn demo(arguments: &[&str], environment: &[(&str, &str)]) -> (String, String, i32) {
    let workspace = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_yukh"));
    command.current_dir(workspace.path()).env_clear().envs(environment.iter().copied());
    let output = command.arg("demo").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

fn shown(format: &str) -> String {
    let (stdout, stderr, code) = demo(&["--format", format], &[]);
    assert_eq!((stderr.as_str(), code), ("", 0));
    stdout
}

#[test]
fn the_demo_shows_plans_for_people() {
    insta::assert_snapshot!(shown("text"));
}

#[test]
fn the_demo_shows_plans_for_a_job_summary() {
    insta::assert_snapshot!(shown("markdown"));
}

#[test]
fn the_demo_has_a_plan_of_several_kinds_a_converged_an_absent_and_a_non_executable_issue() {
    let printed = shown("json");
    assert!(printed.ends_with('\n') && printed.matches('\n').count() == 1);
    let result: Value = serde_json::from_str(&printed).unwrap();
    let issues = result["issues"].as_array().unwrap();
    let find = |holds: &dyn Fn(&Value) -> bool| issues.iter().any(holds);
    assert!(find(&|issue| {
        let operations = issue["report"]["operations"].as_array();
        let kinds: std::collections::BTreeSet<_> =
            operations.into_iter().flatten().map(|operation| operation["type"].as_str().unwrap()).collect();
        kinds.len() >= 4
    }));
    assert!(find(&|issue| {
        issue["report"]["executable"] == true && issue["report"]["counts"]["operations"] == 0
    }));
    assert!(find(&|issue| issue["report"]["executable"] == false));
    for outcome in ["planned", "absent", "archived", "no_contract"] {
        assert!(find(&|issue| issue["outcome"] == outcome), "{outcome}");
    }
}

#[test]
fn one_issue_of_the_demo_is_the_result_object_of_a_run() {
    let (stdout, _, code) = demo(&["8", "--format", "json"], &[]);
    assert_eq!(code, 0);
    assert_eq!(
        stdout,
        "{\"status\":\"success\",\"outcome\":\"absent\",\"notices\":[{\"code\":\"YKP-RUNTIME-002\",\
         \"path\":\"$\",\"message\":\"The issue has no item in the Project.\"}]}\n"
    );
    let (stdout, stderr, code) = demo(&["9", "--format", "json"], &[]);
    assert_eq!(code, 2);
    assert!(stdout.contains("\"option\":\"ISSUE\"") && stderr.contains("YKP-RUNTIME-003"));
}

#[test]
fn b44_the_demo_is_the_same_in_every_place_and_language() {
    let here = demo(&[], &[]);
    for (zone, language) in [("Pacific/Kiritimati", "tr_TR.UTF-8"), ("America/Adak", "C")] {
        let there = demo(&[], &[("TZ", zone), ("LC_ALL", language), ("LANG", language)]);
        assert_eq!(here, there);
    }
}

#[test]
fn the_demo_needs_no_token_and_ignores_the_loopback_override() {
    let plain = demo(&[], &[]);
    let other = demo(&[], &[("YUKH_GITHUB_TOKEN", "nonsense"), ("YUKH_LOOPBACK_API", "http://example.com")]);
    assert_eq!(plain, other);
}
