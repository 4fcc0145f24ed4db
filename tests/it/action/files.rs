//! The files that a step leaves.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value as Json;

use super::{about, job, mode, on, run};
use crate::support::server::Server;
use crate::support::world::World;

fn names(folder: impl AsRef<Path>) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn b59_the_result_is_in_the_summary_and_in_the_artifact() {
    let server = Server::of(World::organization());
    for (event, payload, result) in
        [("issues", about(3), "plan.json"), ("schedule", "{}".to_owned(), "audit.json")]
    {
        let outcome = run(on(job(&server), event, payload));
        let folder = Path::new(outcome.output("artifact-path"));
        assert_eq!(folder.parent().unwrap(), outcome.home.path().join("temp"));
        let expected = [result, "summary.md", "report.html", "compatibility.json", "evidence.json"];
        assert_eq!(names(folder), expected.map(str::to_owned).into());
        assert_eq!(Path::new(outcome.output("report-path")), folder.join(result));
        assert_eq!(Path::new(outcome.output("summary-path")), folder.join("summary.md"));
        assert_eq!(fs::read_to_string(folder.join("summary.md")).unwrap(), outcome.summary);
        assert_eq!(mode(folder), 0o700);
        for name in names(folder) {
            assert_eq!(mode(folder.join(&name)), 0o600, "{name}");
            let text = fs::read_to_string(folder.join(&name)).unwrap();
            assert!(text.ends_with('\n'), "{name}");
            if name.ends_with(".json") {
                let _: Json = serde_json::from_str(&text).unwrap();
            }
        }
        let evidence = fs::read_to_string(folder.join("evidence.json")).unwrap();
        let evidence: Json = serde_json::from_str(&evidence).unwrap();
        assert_eq!(evidence["graphqlRequests"], 0, "{evidence}");
        assert!(evidence["restRequests"].as_u64().unwrap() >= 4, "{evidence}");
        let [(action, with)] = &outcome.used[..] else { panic!("one upload: {outcome:?}") };
        assert!(action.starts_with("actions/upload-artifact@"), "{action}");
        assert_eq!((with["name"].as_str(), Path::new(&with["path"])), ("yukh", folder));
    }
}

#[test]
fn two_steps_of_one_job_do_not_meet() {
    let server = Server::of(World::organization());
    let job = on(job(&server), "issues", about(3));
    let (first, second) = (job.run(), job.run());
    assert!(first.succeeded && second.succeeded, "{second:?}");
    assert_ne!(first.output("artifact-path"), second.output("artifact-path"));
    assert_eq!(first.report(), second.report());
}

#[test]
fn an_artifact_has_a_name_of_its_own_or_is_not_made() {
    let server = Server::of(World::organization());
    let outcome = run(on(job(&server), "issues", about(3)).input("artifact", "plan-of-3"));
    assert_eq!(outcome.output("artifact-name"), "plan-of-3");
    assert!(outcome.output("artifact-path").contains("/plan-of-3-"), "{outcome:?}");
    let outcome = run(on(job(&server), "issues", about(3)).input("artifact", "false"));
    assert_eq!((outcome.output("artifact-name"), outcome.output("artifact-path")), ("", ""));
    assert!(outcome.used.is_empty(), "nothing is uploaded");
    assert_eq!(outcome.report()["status"], "success", "the result is kept for later steps");
}

#[test]
fn the_summary_can_be_left_out() {
    let server = Server::of(World::organization());
    let outcome = run(on(job(&server), "issues", about(3)).input("summary", "false"));
    assert!(outcome.summary.is_empty(), "{outcome:?}");
    assert!(fs::read_to_string(outcome.output("summary-path")).unwrap().starts_with("### Issue 3"));
}

#[test]
fn a_summary_that_can_not_be_written_loses_nothing_of_the_result() {
    let server = Server::of(World::organization());
    let job = on(job(&server), "issues", about(3));
    let folder = job.home.path().join("no-file");
    fs::create_dir(&folder).unwrap();
    let outcome = run(job.variable("GITHUB_STEP_SUMMARY", folder.to_str().unwrap()));
    assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
    assert!(outcome.error().contains("YKP-RUNTIME-017"), "{outcome:?}");
    assert!(fs::read_to_string(outcome.output("report-path")).unwrap().contains("planId"));
    assert_eq!(outcome.output("artifact-name"), "yukh");
}

#[test]
fn a_line_of_ours_is_never_glued_to_what_another_program_left() {
    let server = Server::of(World::organization());
    for (left, joint) in [("", ""), ("before=1\n", ""), ("before=1", "\n")] {
        let job = on(job(&server), "issues", about(3));
        let summary = job.home.path().join("elsewhere.md");
        fs::write(&summary, left).unwrap();
        let ran = run(job.variable("GITHUB_STEP_SUMMARY", summary.to_str().unwrap()));
        assert!(ran.succeeded, "{ran:?}");
        let summary = fs::read_to_string(summary).unwrap();
        assert!(summary.starts_with(&format!("{left}{joint}### Issue 3")), "{summary}");
    }
}

#[test]
fn a_file_that_can_not_be_written_fails_the_step() {
    let server = Server::of(World::organization());
    let job = on(job(&server), "issues", about(3));
    let temporary = job.home.path().join("temp");
    // The owner of everything may write everywhere: nothing to see there.
    fs::remove_dir(&temporary).unwrap();
    let outcome = job.run();
    assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
    assert!(outcome.error().contains("YKP-RUNTIME-017"), "{outcome:?}");
    assert_eq!(outcome.output("report-path"), "");
    fs::write(&temporary, "no folder").unwrap();
    assert!(job.run().error().contains("YKP-RUNTIME-017"));
    fs::remove_file(&temporary).unwrap();
    fs::create_dir(&temporary).unwrap();
    fs::set_permissions(&temporary, fs::Permissions::from_mode(0o700)).unwrap();
    assert!(job.run().succeeded);
}

#[test]
fn a_runner_without_its_paths_is_refused_by_the_variable() {
    let server = Server::of(World::organization());
    for name in ["GITHUB_WORKSPACE", "RUNNER_TEMP", "GITHUB_REPOSITORY", "GITHUB_EVENT_PATH"] {
        let outcome = run(on(job(&server), "issues", about(3)).variable(name, "relative\npath"));
        assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
        assert!(outcome.error().contains("YKP-RUNTIME-003"), "{outcome:?}");
        assert!(outcome.log.contains(&format!("({name})")), "{outcome:?}");
    }
    assert!(server.asked().is_empty());
}
