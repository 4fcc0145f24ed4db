//! `yukh merge`: several audits as one.

mod refused;

use std::path::Path;
use std::process::Output;

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use yukh::report::{AuditReport, MergedReport, Submission};

use crate::support::policies::block;
use crate::support::program::Plan;
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

/// A world whose Project is another one for each number.
fn world(project: u64) -> World {
    let mut world = World::organization();
    world.project.id += project;
    world
}

/// Reports of three boards and of one that could not be read: without a fault,
/// with one, with something to wait for, without a result.
fn reports() -> [String; 4] {
    let audit = |server: &Server| Plan::audit(server);
    let mut converged = world(1);
    converged.remove_issue(3);
    let mut broken = world(2);
    broken.add_issue(7).body(&block("schema: 1\nwork_type: cuckoo\narea: beds\n"));
    broken.add_issue(10).body("<!-- yukh:issue:v1 \nschema: 1\n-->\n");
    let mut waiting = world(3);
    waiting.add_dependency(1, 3);
    let denied =
        Builder::of(world(4)).replace(yukh::diagnostic::Stage::Project, Reply::error(403, "no")).start();
    [
        audit(&Server::of(converged)).run().stdout,
        audit(&Server::of(broken)).run().stdout,
        audit(&Server::of(waiting)).argument("--graphql-requests", 0).run().stdout,
        audit(&denied).run().stdout,
    ]
}

/// A directory with files.
fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, content) in files {
        std::fs::write(directory.path().join(name), content).unwrap();
    }
    directory
}

fn merge(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
    command.current_dir(directory).env_clear().arg("merge").args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn json(output: &Output) -> Json {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("JSON: {output:?}"))
}

/// Code and path of a refusal.
fn refusal(output: &Output) -> (String, String) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let finding = &json(output)["diagnostics"][0];
    let word = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    (word("code"), word("path"))
}

#[test]
fn reports_become_one_summary_and_one_object() {
    let [converged, broken, waiting, denied] = reports();
    let files = [("a.json", &*converged), ("b.json", &*broken), ("c.json", &*waiting), ("d.json", &*denied)];
    let directory = directory(&files);
    let all = ["--label", "greenhouse=a.json", "--label", "acme/orchard=b.json", "c.json", "d.json"];
    let run = |format: &str| merge(directory.path(), &[&all[..], &["--format", format]].concat());
    insta::assert_snapshot!("text", text(&run("text")));
    insta::assert_snapshot!("markdown", text(&run("markdown")));

    let merged = run("json");
    assert_eq!(merged.status.code(), Some(3), "a report without a result comes first");
    let merged = json(&merged);
    assert_eq!((&merged["schema"], &merged["status"]), (&json!(1), &json!("error")));
    assert_eq!(merged["failureClass"], "authorization");
    let entries = merged["reports"].as_array().unwrap();
    let labels: Vec<&Json> = entries.iter().map(|entry| &entry["label"]).collect();
    assert_eq!(labels, [&json!("greenhouse"), &json!("acme/orchard"), &Json::Null, &Json::Null]);
    for (entry, (_, report)) in entries.iter().zip(files) {
        let report: Json = serde_json::from_str(report).unwrap();
        for member in
            ["status", "failureClass", "diagnostics", "issues", "totals", "evidence", "statuses", "scopeId"]
        {
            assert_eq!(entry[member], report[member], "{member}");
        }
    }
    let sum =
        |member: &str| entries.iter().map(|entry| entry["evidence"][member].as_u64().unwrap()).sum::<u64>();
    assert_eq!(merged["evidence"]["restRequests"], sum("restRequests"));
    assert_eq!(
        merged["statuses"],
        json!({"error": 1, "deferred": 2, "drift": 1, "no_contract": 4, "converged": 5})
    );
    assert_eq!(merged["totals"], json!({"set_project_field": 3}));
}

#[test]
fn the_exit_code_is_that_of_the_worst_report() {
    let [converged, broken, waiting, denied] = reports();
    let directory = directory(&[("a", &*converged), ("b", &*broken), ("c", &*waiting), ("d", &*denied)]);
    for (files, codes) in [
        (&["a"][..], [0, 0, 0]),
        (&["a", "c"], [6, 6, 0]),
        (&["c", "b"], [5, 5, 0]),
        (&["b", "d"], [3, 3, 3]),
    ] {
        for (fail_on, code) in ["error", "drift", "never"].into_iter().zip(codes) {
            let run = merge(directory.path(), &[files, &["--fail-on", fail_on]].concat());
            assert_eq!(run.status.code(), Some(code), "{files:?} {fail_on}");
        }
    }
}

#[test]
fn a_report_that_is_there_already_is_refused() {
    let [converged, broken, _, denied] = reports();
    let directory =
        directory(&[("a", &*converged), ("again", &*converged), ("b", &*broken), ("d", &*denied)]);
    let refused = |arguments: &[&str]| refusal(&merge(directory.path(), arguments));
    let already = |index: usize| ("YKP-REPORT-005".to_owned(), format!("$.reports[{index}]"));
    assert_eq!(refused(&["a", "b", "again"]), already(2));
    assert_eq!(refused(&["--label", "x=a", "--label", "x=b"]), already(1));
    assert_eq!(refused(&["--label", "x=a", "--label", "y=again"]), already(1));
    assert_eq!(merge(directory.path(), &["a", "b", "d"]).status.code(), Some(3));
}

#[test]
fn one_file_is_one_report_by_whatever_path_it_is_named() {
    let [converged, _, _, denied] = reports();
    // A report without a result has no other sign of its own.
    for content in [converged, denied] {
        let directory = directory(&[("a.json", &*content)]);
        std::fs::hard_link(directory.path().join("a.json"), directory.path().join("linked")).unwrap();
        for again in ["a.json", "./a.json", ".//./a.json", "linked"] {
            for arguments in [vec!["a.json", again], vec!["--label", "x=a.json", again]] {
                let refused = refusal(&merge(directory.path(), &arguments));
                assert_eq!(
                    refused,
                    ("YKP-REPORT-005".to_owned(), "$.reports[1]".to_owned()),
                    "{arguments:?}"
                );
            }
        }
    }
}

/// Checks of one pull request with so many runs of one conclusion.
fn checks(conclusion: &str, count: u32) -> Json {
    json!({"pullRequests": {"read": 1, "notRead": 0}, "checkRuns": {conclusion: count}, "workflowRuns": {}})
}

#[test]
fn checks_are_joined_too() {
    let [converged, broken, ..] = reports();
    let with = |report: &str, checks: &Json| {
        let mut report: Json = serde_json::from_str(report).unwrap();
        report["checks"] = checks.clone();
        report.to_string()
    };
    let [first, second] = [checks("success", 2), checks("timed_out", 1)];
    let directory = directory(&[("a", &with(&converged, &first)), ("b", &with(&broken, &second))]);
    let merged = json(&merge(directory.path(), &["a", "b", "--format", "json"]));
    assert_eq!([&merged["reports"][0]["checks"], &merged["reports"][1]["checks"]], [&first, &second]);
    assert_eq!(merged["checks"]["pullRequests"], json!({"read": 2, "notRead": 0}));
    assert_eq!(merged["checks"]["checkRuns"], json!({"success": 2, "timed_out": 1}));
    for format in ["text", "markdown"] {
        let shown = text(&merge(directory.path(), &["a", "b", "--format", format]));
        assert!(shown.contains("2 success, 1 timed out"), "{shown}");
    }
}

#[test]
fn a_report_without_a_result_says_nothing_of_issues_and_drift_is_no_agreement() {
    let denied = reports()[3].clone();
    let drifting = Plan::audit(&Server::of(world(7))).run().stdout;
    let directory = directory(&[("denied", &denied), ("drifting", &drifting)]);
    for format in ["text", "markdown"] {
        let shown = |file| text(&merge(directory.path(), &[file, "--format", format]));
        let first = shown("denied").lines().next().unwrap().to_owned();
        assert!(first.ends_with("Audits: 1 report, 1 without a result"), "{first}");
        let all = shown("drifting");
        let row = all.lines().find(|line| line.contains("report 1")).unwrap();
        assert!(row.contains('~') || row.contains("✏️"), "{row}");
    }
}

#[test]
fn additions_of_a_report_are_passed_over_and_not_repeated() {
    let [converged, ..] = reports();
    let mut report: Json = serde_json::from_str(&converged).unwrap();
    report["addition"] = json!({"CANARY": ["CANARY"]});
    report["issues"][0]["addition"] = json!("CANARY");
    report["capabilities"] = json!("CANARY");
    let directory = directory(&[("a", &report.to_string())]);
    for format in ["json", "text", "markdown"] {
        let output = merge(directory.path(), &["a", "--format", format]);
        assert_eq!(output.status.code(), Some(0));
        assert!(!text(&output).contains("CANARY"));
    }
}

#[test]
fn files_are_plain_few_and_below_the_working_directory() {
    let [converged, ..] = reports();
    let outside = directory(&[("report", &converged)]);
    let directory = directory(&[("a", &converged)]);
    let link =
        |name: &str, target: &Path| std::os::unix::fs::symlink(target, directory.path().join(name)).unwrap();
    link("link", Path::new("a"));
    link("away", outside.path());
    std::fs::create_dir(directory.path().join("folder")).unwrap();
    let sparse = std::fs::File::create(directory.path().join("large")).unwrap();
    sparse.set_len((16 << 20) + 1).unwrap();
    for bad in ["missing", "link", "away/report", "folder", "large", "../a", "/etc/hostname", ""] {
        let (code, path) = refusal(&merge(directory.path(), &["a", bad]));
        assert_eq!((code.as_str(), path.as_str()), ("YKP-REPORT-002", "$.reports[1]"), "{bad}");
    }
    assert_eq!(
        refusal(&merge(directory.path(), &["a"; 257])),
        ("YKP-REPORT-002".to_owned(), "$.reports[256]".to_owned())
    );
}

#[test]
fn labels_are_of_a_closed_alphabet() {
    let [converged, ..] = reports();
    let directory = directory(&[("a", &converged)]);
    for bad in [
        "a",
        "=a",
        "a b=a",
        "@team=a",
        "#1=a",
        "x`=a",
        "x|=a",
        "-x=a",
        "é=a",
        "::error::=a",
        "<b>=a",
        "x\n=a",
    ] {
        let output = merge(directory.path(), &[&format!("--label={bad}")]);
        assert_eq!(output.status.code(), Some(2), "{bad}");
        assert_eq!(json(&output)["diagnostics"][0]["option"], "--label", "{bad}");
    }
    let long = format!("{}=a", "x".repeat(101));
    assert_eq!(merge(directory.path(), &["--label", &long]).status.code(), Some(2));
    let good = format!("{}=a", "x".repeat(100));
    assert_eq!(merge(directory.path(), &["--label", &good]).status.code(), Some(0));
    assert_eq!(merge(directory.path(), &[]).status.code(), Some(2));
}

#[test]
fn a_report_file_takes_the_joined_report() {
    let [converged, ..] = reports();
    let directory = directory(&[("a", &converged)]);
    let output = merge(directory.path(), &["a", "--report-file", "fleet.json"]);
    assert_eq!((output.status.code(), text(&output).as_str()), (Some(0), ""));
    let written = std::fs::read_to_string(directory.path().join("fleet.json")).unwrap();
    assert_eq!(written, text(&merge(directory.path(), &["a", "--format", "json"])));
    assert_eq!(refusal(&merge(directory.path(), &["a", "--report-file", "a"])).0, "YKP-RUNTIME-007");
}

proptest! {
    #[test]
    fn no_bytes_make_the_door_give_way(content in prop::collection::vec(any::<u8>(), 0..200)) {
        let merged = MergedReport::of(vec![Submission { label: None, content }]);
        prop_assert!(merged.is_err());
    }

    #[test]
    fn one_changed_byte_is_refused_or_gives_a_report(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let report = AuditReport::new(Vec::new(), &"0".repeat(64), yukh::report::Evidence::default());
        let mut content = report.object().into_bytes();
        let at = at.index(content.len());
        content[at] = byte;
        if let Ok(merged) = MergedReport::of(vec![Submission { label: None, content }]) {
            prop_assert!(serde_json::from_str::<Json>(&merged.object()).is_ok());
        }
    }
}
