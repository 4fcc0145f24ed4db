//! Pull requests: what both readers plan is compared.

use std::fs;

use serde_json::json;

use super::{job, on, run};
use crate::compare::live::Served;
use crate::compare::recorded::Recorded;
use crate::runner::job::Job;
use crate::support::program::TOKEN;
use crate::support::server::Server;
use crate::support::world::World;

const FORK: &str =
    r#"{"number":5,"pull_request":{"number":5,"head":{"repo":{"id":8}},"base":{"repo":{"id":7}}}}"#;

/// A job for a pull request of a fork, without a token: the workspace has two
/// worlds, of which `change` changes one.
fn forked(payload: impl AsRef<[u8]>, change: impl FnOnce(&mut Recorded)) -> Job {
    let job = Job::new()
        .input("binary-path", env!("CARGO_BIN_EXE_yukh"))
        .input("github-token", "")
        .input("recordings", "worlds")
        .variable("GITHUB_REPOSITORY", "acme-garden/greenhouse")
        .variable("GITHUB_ACTOR", "an-invented-gardener");
    let mut world = Recorded::new();
    world.write(&job.workspace("worlds/a"));
    change(&mut world);
    world.write(&job.workspace("worlds/b"));
    on(job, "pull_request", payload)
}

#[test]
fn a_pull_request_of_a_fork_is_compared_without_a_token() {
    let outcome = run(forked(FORK, |_| ()));
    assert_eq!(outcome.end(), (0, "equal", "false", "false"), "{outcome:?}");
    assert!(outcome.output("report-path").ends_with("/comparison.json"));
    assert_eq!(outcome.report()["counts"]["issues"], 4);
    assert!(
        outcome.summary.starts_with("### ✅ Comparison: v1 and v2 are equal, 4 issues\n"),
        "{}",
        outcome.summary
    );
    let [(_, uploaded)] = &outcome.used[..] else { panic!("one upload: {outcome:?}") };
    let mut files: Vec<String> = fs::read_dir(&uploaded["path"])
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(
        files,
        ["comparison.json", "compatibility.json", "evidence.json", "report.html", "summary.md"]
    );
    let evidence = fs::read_to_string(format!("{}/evidence.json", uploaded["path"])).unwrap();
    let evidence: serde_json::Value = serde_json::from_str(&evidence).unwrap();
    assert_eq!(
        (&evidence["v1"]["graphqlRequests"], &evidence["v2"]["restRequests"]),
        (&json!(10), &json!(10))
    );
}

#[test]
fn any_difference_lets_the_check_fail_and_is_kept() {
    let outcome = run(forked(FORK, |world| world.issue()["body"] = json!("Nothing hidden here.")));
    assert_eq!(outcome.end(), (1, "different", "false", "false"), "{outcome:?}");
    assert!(outcome.summary.contains("outcome: v1 no contract, v2 planned"), "{}", outcome.summary);
    assert_eq!(outcome.used.len(), 1, "{outcome:?}");
    let outcome =
        run(forked(FORK, |world| world.issue()["body"] = json!("Nothing.")).input("fail-on", "never"));
    assert_eq!(outcome.end(), (0, "different", "false", "false"), "{outcome:?}");
}

#[test]
fn a_side_that_can_not_be_read_is_an_error_and_a_limit_defers() {
    let outcome = run(forked(FORK, |world| {
        world.v1.remove("relationships");
    }));
    assert_eq!(outcome.end(), (5, "error", "false", "false"), "{outcome:?}");
    assert!(outcome.annotations("error")[0].contains("YKP-SNAPSHOT-001"), "{outcome:?}");
    let limited = json!({ "errors": [{ "type": "RATE_LIMITED", "message": "API rate limit exceeded" }] });
    let limit = |world: &mut Recorded| *world.v1.get_mut("item").unwrap() = limited;
    let outcome = run(forked(FORK, limit).input("fail-on", "never"));
    assert_eq!(outcome.end(), (6, "deferred", "false", "true"), "{outcome:?}");
    assert_eq!(outcome.output("resource"), "graphql");
}

#[test]
fn recordings_that_are_none_are_refused_and_the_reason_is_kept() {
    let job = forked(FORK, |_| ());
    fs::write(job.workspace("worlds/b/policy.yaml"), "::error::x\n").unwrap();
    let outcome = run(job);
    assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
    assert_eq!(outcome.report()["diagnostics"][0]["path"], "$.recordings.b");
    for folder in ["../worlds", "/etc", "missing", "link"] {
        let job = forked(FORK, |_| ());
        std::os::unix::fs::symlink("worlds", job.workspace("link")).unwrap();
        let outcome = run(job.input("recordings", folder));
        assert_eq!(outcome.end(), (2, "error", "false", "false"), "{folder}: {outcome:?}");
        assert!(outcome.annotations("error")[0].contains("YKP-REPORT-006"), "{outcome:?}");
    }
}

#[test]
fn nothing_of_a_hostile_payload_or_recording_is_printed() {
    let hostile = "::error::CANARY\n::add-mask::x ##[group]CANARY \u{202e} @team <script>CANARY</script>";
    let payload = json!({
        "action": hostile, "number": hostile,
        "pull_request": { "title": hostile, "body": hostile, "head": { "ref": hostile, "repo": { "id": hostile } } },
    });
    for payload in [payload.to_string(), "not JSON CANARY".to_owned(), String::new(), "[]".to_owned()] {
        let outcome = run(forked(payload, |world| {
            world.about["note"] = json!(hostile);
            world.about["expect"] = json!(hostile);
            world.issue()["body"] = json!(hostile);
        }));
        assert_eq!(outcome.end(), (1, "different", "false", "false"), "{outcome:?}");
        let report = outcome.report().to_string();
        assert!(
            ![&outcome.log, &outcome.summary, &report].iter().any(|text| text.contains("CANARY")),
            "{outcome:?}"
        );
        assert!(outcome.commands().is_empty(), "{outcome:?}");
    }
}

#[test]
fn a_fork_without_recordings_is_left_alone_as_before() {
    let server = Server::of(World::organization());
    let job = on(job(&server), "pull_request", FORK).input("github-token", "").input("issue-numbers", "3");
    let outcome = run(job);
    assert_eq!(outcome.end(), (0, "skipped", "false", "false"), "{outcome:?}");
    assert!(server.asked().is_empty());
}

/// A job with a token against a server that answers both readers.
fn served(server: &Served, event: &str) -> Job {
    let job = Job::new()
        .input("binary-path", env!("CARGO_BIN_EXE_yukh"))
        .input("github-token", TOKEN)
        .input("project-number", "4")
        .variable("GITHUB_REPOSITORY", "acme-garden/greenhouse")
        .variable("YUKH_LOOPBACK_API", &server.address());
    super::policy(&job, &Recorded::new().policy);
    on(job, event, r#"{"issue":{"number":6}}"#)
}

#[test]
fn with_a_token_a_pull_request_compares_its_list_on_github() {
    let server = Served::of(&Recorded::new(), 4000);
    let outcome = run(served(&server, "pull_request").input("issue-numbers", "6, 7"));
    assert_eq!(outcome.end(), (0, "equal", "false", "false"), "{outcome:?}");
    assert_eq!(outcome.report()["counts"]["issues"], 2);
    assert!(outcome.log.starts_with("::add-mask::"), "{outcome:?}");
    let server = Served::of(&Recorded::new(), 4000);
    let outcome =
        run(served(&server, "workflow_dispatch").input("mode", "compare").input("issue-number", "6"));
    assert_eq!(outcome.end(), (0, "equal", "false", "false"), "{outcome:?}");
}

#[test]
fn the_v1_transport_plans_one_issue_with_budgets_of_its_own_and_a_warning() {
    let server = Served::of(&Recorded::new(), 4000);
    let outcome = run(served(&server, "issues").input("transport", "v1-graphql"));
    assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");
    assert!(server.asked().iter().all(|name| name.starts_with("YukhRollback")), "{:?}", server.asked());
    assert!(outcome.log.contains("the transport v1-graphql is for a rollback"), "{outcome:?}");
    let over_rest = run(served(&server, "issues"));
    assert_eq!(outcome.output("plan-id"), over_rest.output("plan-id"));
    let outcome =
        run(served(&server, "issues").input("transport", "v1-graphql").input("graphql-requests", "2"));
    assert_eq!(outcome.end(), (6, "deferred", "false", "true"), "{outcome:?}");
    let asked = server.asked().len();
    let outcome = run(served(&server, "schedule").input("transport", "v1-graphql"));
    assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
    assert!(outcome.log.contains("YKP-RUNTIME-003 (transport)"), "{outcome:?}");
    assert_eq!(server.asked().len(), asked);
}
