//! `yukh compare --recording`: what both readers make of recorded worlds.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::recorded::Recorded;
use super::run;
use crate::support::policies::block;

fn json(output: &std::process::Output) -> Json {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("JSON: {output:?}"))
}

/// A working directory with worlds in its folder `worlds`.
fn worlds(worlds: &[(&str, &Recorded)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, world) in worlds {
        world.write(&directory.path().join("worlds").join(name));
    }
    directory
}

fn compare(directory: &Path, folder: &str) -> (i32, Json) {
    let output = run(directory, &["--recording", folder]);
    (output.status.code().unwrap(), json(&output))
}

/// The differences of issue 6 where v1 is answered something else.
fn differences(change: impl FnOnce(&mut Recorded)) -> Json {
    let mut world = Recorded::new();
    change(&mut world);
    let directory = worlds(&[("a", &world)]);
    let (code, comparison) = compare(directory.path(), "worlds/a");
    assert_eq!((code, &comparison["status"]), (1, &json!("different")), "{comparison}");
    let issue = &comparison["comparisons"][0]["issues"][0];
    assert_eq!(issue["issueNumber"], 6);
    issue["differences"].clone()
}

#[test]
fn one_world_in_which_both_readers_plan_the_same_is_equal() {
    let directory = worlds(&[("a", &Recorded::new())]);
    let (code, comparison) = compare(directory.path(), "worlds/a");
    assert_eq!((code, &comparison["status"]), (0, &json!("equal")), "{comparison}");
    let [six, seven] = [0, 1].map(|index| &comparison["comparisons"][0]["issues"][index]);
    assert_eq!(six["outcomes"], json!({"v1": "planned", "v2": "planned"}));
    assert_eq!(six["planIds"]["v1"], six["planIds"]["v2"]);
    assert_eq!(seven["outcomes"], json!({"v1": "archived", "v2": "archived"}));
    let evidence = &comparison["evidence"];
    assert_eq!((&evidence["v1"]["restRequests"], &evidence["v2"]["restRequests"]), (&json!(0), &json!(5)));
    assert_eq!((&evidence["v1"]["graphqlPoints"], &evidence["v2"]["graphqlPoints"]), (&json!(5), &json!(0)));
}

#[test]
fn what_differs_on_one_side_alone_is_named() {
    let found = differences(|world| world.issue()["updatedAt"] = json!("2026-03-01T08:00:01Z"));
    assert!(found.as_array().is_some_and(|found| !found.is_empty()), "{found}");
    for found in found.as_array().unwrap() {
        assert_eq!(
            (&found["differs"], &found["preconditions"]),
            (&json!(["preconditions"]), &json!(["item_fingerprint"]))
        );
    }
    let found = differences(|world| {
        world.issue()["body"] = json!(block("schema: 1\nwork_type: task\narea: beds\npriority: soon\n"));
    });
    let desired = found.as_array().unwrap().iter().find(|found| found["logicalKey"] == "area").unwrap();
    assert_eq!(desired["differs"], json!(["desired"]));
    assert_eq!(desired["values"], json!({"v1": "Beds", "v2": "Water"}));
    let found = differences(|world| world.issue()["body"] = json!("Nothing hidden here."));
    assert_eq!(found, json!([{"part": "outcome"}]));
    let found = differences(|world| {
        world.issue()["body"] = json!(block("schema: 1\nwork_type: task\n"));
    });
    assert_eq!(found[0], json!({"part": "outcome"}));
    assert_eq!(found[1]["code"], "YKP-CONTRACT-001");
    assert_eq!(found[1]["onlyIn"], "v1");
    let found = differences(|world| {
        let project = world.v2["project.json"]["node_id"].as_str().unwrap().to_owned();
        world.renamed(&project, "PVT_another");
    });
    assert!(
        found.as_array().unwrap().iter().all(|found| found["differs"] == json!(["references"])),
        "{found}"
    );
}

#[test]
fn a_folder_of_worlds_is_compared_as_a_whole_and_only_the_unequal_are_listed() {
    let mut other = Recorded::new();
    other.issue()["body"] = json!("Nothing hidden here.");
    let directory = worlds(&[("b.other", &other), ("a", &Recorded::new()), ("c", &Recorded::new())]);
    std::fs::write(directory.path().join("worlds/README.md"), "Invented.").unwrap();
    let (code, comparison) = compare(directory.path(), "worlds");
    assert_eq!((code, &comparison["counts"]["comparisons"]), (1, &json!(3)));
    assert_eq!(comparison["counts"]["different"], 1);
    let names: Vec<&Json> =
        comparison["comparisons"].as_array().unwrap().iter().map(|pair| &pair["name"]).collect();
    assert_eq!(names, ["a", "b.other", "c"]);
    for format in ["text", "markdown"] {
        let output = run(directory.path(), &["--recording", "worlds", "--format", format]);
        insta::assert_snapshot!(format!("worlds_{format}"), String::from_utf8(output.stdout).unwrap());
    }
}

#[test]
fn a_side_that_can_not_be_read_has_no_verdict_and_its_own_exit_code() {
    let mut world = Recorded::new();
    world.v1.remove("relationships");
    let directory = worlds(&[("a", &world), ("b", &Recorded::new())]);
    let (code, comparison) = compare(directory.path(), "worlds");
    assert_eq!((code, &comparison["status"]), (5, &json!("error")), "{comparison}");
    let pair = &comparison["comparisons"][0];
    assert_eq!(pair["issues"], json!([]));
    assert_eq!(pair["diagnostics"]["v1"][0]["code"], "YKP-SNAPSHOT-001");
    assert_eq!(pair["diagnostics"]["v2"], Json::Null);
    for format in ["text", "markdown"] {
        let output = run(directory.path(), &["--recording", "worlds", "--format", format]);
        insta::assert_snapshot!(format!("unread_{format}"), String::from_utf8(output.stdout).unwrap());
    }
}

#[test]
fn a_reader_that_github_limits_is_deferred_and_never_equal() {
    let mut world = Recorded::new();
    *world.v1.get_mut("item").unwrap() =
        json!({ "errors": [{ "type": "RATE_LIMITED", "message": "API rate limit exceeded" }] });
    let directory = worlds(&[("a", &world)]);
    let (code, comparison) = compare(directory.path(), "worlds/a");
    assert_eq!((code, &comparison["status"]), (6, &json!("deferred")), "{comparison}");
    assert_eq!(comparison["comparisons"][0]["diagnostics"]["v1"][0]["code"], "YKP-RATE-001");
}

/// Puts this one exchange in the place of all that v1 is answered.
fn exchange(world: &Path, exchange: &str) {
    let exchanges = format!(r#"{{"format":1,"exchanges":[{exchange}]}}"#);
    std::fs::write(world.join("v1/exchanges.json"), exchanges).unwrap();
}

#[test]
fn a_world_on_top_of_others_does_not_hide_them() {
    let mut other = Recorded::new();
    other.issue()["body"] = json!("Nothing hidden here.");
    let directory = worlds(&[("other", &other)]);
    assert_eq!(compare(directory.path(), "worlds").0, 1);
    Recorded::new().write(&directory.path().join("worlds"));
    let (exit, refused) = compare(directory.path(), "worlds");
    assert_eq!((exit, &refused["diagnostics"][0]["code"]), (2, &json!("YKP-REPORT-007")));
}

#[test]
fn a_difference_in_one_world_does_not_stand_for_a_world_that_was_not_read() {
    let (mut other, mut limited) = (Recorded::new(), Recorded::new());
    other.issue()["body"] = json!("Nothing hidden here.");
    *limited.v1.get_mut("item").unwrap() =
        json!({ "errors": [{ "type": "RATE_LIMITED", "message": "API rate limit exceeded" }] });
    let directory = worlds(&[("a", &other), ("b", &limited)]);
    let (exit, comparison) = compare(directory.path(), "worlds");
    assert_eq!((exit, &comparison["status"]), (6, &json!("deferred")));
    assert_eq!(comparison["counts"]["different"], 1);
    assert_eq!(comparison["counts"]["unread"], 1);
}

#[test]
fn a_folder_is_named_as_a_shell_completes_it() {
    let directory = worlds(&[("a", &Recorded::new())]);
    for (root, folder) in
        [(".", "worlds/"), (".", "./worlds"), ("worlds", "."), ("worlds", "./"), ("worlds", "a/")]
    {
        assert_eq!(compare(&directory.path().join(root), folder).0, 0, "{root} {folder}");
    }
}

#[test]
fn what_is_no_world_is_refused_by_its_name() {
    type Change = fn(&Path);
    let changes: [(&str, Change); 15] = [
        ("YKP-REPORT-006", |world| std::fs::remove_file(world.join("policy.yaml")).unwrap()),
        ("YKP-REPORT-006", |world| std::fs::remove_dir_all(world.join("v1")).unwrap()),
        ("YKP-REPORT-006", |world| {
            std::fs::rename(world.join("v1"), world.join("moved")).unwrap();
            std::os::unix::fs::symlink("moved", world.join("v1")).unwrap();
        }),
        ("YKP-REPORT-007", |world| std::fs::write(world.join("policy.yaml"), "schema: 2").unwrap()),
        ("YKP-REPORT-007", |world| std::fs::write(world.join("comparison.json"), "[]").unwrap()),
        ("YKP-REPORT-008", |world| {
            let mut about = Recorded::new().about;
            about["format"] = json!(2);
            std::fs::write(world.join("comparison.json"), about.to_string()).unwrap();
        }),
        ("YKP-REPORT-007", |world| {
            let mut about = Recorded::new().about;
            about["issues"] = json!((1..=11).collect::<Vec<u64>>());
            std::fs::write(world.join("comparison.json"), about.to_string()).unwrap();
        }),
        ("YKP-REPORT-007", |world| {
            let mut about = Recorded::new().about;
            about["token_profile"] = json!("a@b");
            std::fs::write(world.join("comparison.json"), about.to_string()).unwrap();
        }),
        ("YKP-REPORT-008", |world| {
            std::fs::write(world.join("v1/exchanges.json"), r#"{"format":2,"exchanges":[]}"#).unwrap();
        }),
        // What a later format has besides is not judged by this one.
        ("YKP-REPORT-008", |world| {
            std::fs::write(world.join("v1/exchanges.json"), r#"{"format":2,"worlds":{}}"#).unwrap();
        }),
        ("YKP-REPORT-008", |world| {
            std::fs::write(world.join("comparison.json"), r#"{"format":2,"about":{}}"#).unwrap();
        }),
        ("YKP-REPORT-007", |world| std::fs::write(world.join("v1/exchanges.json"), "[1,[]]").unwrap()),
        ("YKP-REPORT-007", |world| exchange(world, r#"[{"path":"/a"},{"json":1}]"#)),
        ("YKP-REPORT-007", |world| exchange(world, r#"{"request":["/a",{}],"response":{"json":1}}"#)),
        ("YKP-REPORT-007", |world| {
            exchange(world, r#"{"request":{"path":"/a","query":{"a":"1","a":"2"}},"response":{"json":1}}"#);
        }),
    ];
    for (index, (code, change)) in changes.into_iter().enumerate() {
        let directory = worlds(&[("a", &Recorded::new()), ("b", &Recorded::new())]);
        change(&directory.path().join("worlds/b"));
        let (exit, refused) = compare(directory.path(), "worlds");
        let finding = &refused["diagnostics"][0];
        assert_eq!((exit, &finding["code"]), (2, &json!(code)), "{index}: {refused}");
        assert_eq!(finding["path"], "$.recordings.b", "{index}");
    }
}

#[test]
fn the_folder_lies_below_the_working_directory_and_holds_worlds_alone() {
    let directory = worlds(&[("a", &Recorded::new())]);
    let path = directory.path();
    std::os::unix::fs::symlink("worlds", path.join("link")).unwrap();
    std::fs::create_dir(path.join("empty")).unwrap();
    std::fs::write(path.join("file"), "").unwrap();
    for (folder, code) in [
        ("missing", "YKP-REPORT-006"),
        ("link", "YKP-REPORT-006"),
        ("file", "YKP-REPORT-006"),
        ("../worlds", "YKP-REPORT-006"),
        ("/etc", "YKP-REPORT-006"),
        ("empty", "YKP-REPORT-007"),
    ] {
        let (exit, refused) = compare(path, folder);
        assert_eq!((exit, &refused["diagnostics"][0]["code"]), (2, &json!(code)), "{folder}");
    }
    // What is passed over would pass for equal.
    std::os::unix::fs::symlink("a", path.join("worlds/linked")).unwrap();
    let (exit, refused) = compare(path, "worlds");
    assert_eq!((exit, &refused["diagnostics"][0]["code"]), (2, &json!("YKP-REPORT-006")));
}

#[test]
fn a_source_is_one_of_three_and_each_misuse_names_its_option() {
    let directory = tempfile::tempdir().unwrap();
    let live = ["--repo", "acme/site", "--project", "4"];
    for (arguments, name) in [
        (vec!["--plans", "a.json"], Some("--plans")),
        (vec!["--plans", "a.json", "b.json", "--recording", "worlds"], Some("--plans")),
        (vec!["--plans", "a.json", "b.json", "7"], Some("--plans")),
        (vec!["--plans", "a.json", "b.json", "--policy-path", "p.yaml"], Some("--plans")),
        (vec!["--recording", "worlds", "--pages", "2"], Some("--recording")),
        (vec!["--recording", "worlds", "--owner", "acme"], Some("--recording")),
        ([&live[..], &[]].concat(), Some("ISSUE")),
        ([&live[..], &["7", "--include-checks"]].concat(), Some("--include-checks")),
        ([&live[..], &["7", "--items-filter", "all"]].concat(), Some("--items-filter")),
        ([&live[..], &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]].concat(), Some("ISSUE")),
        ([&live[..], &["--issue-numbers", "1,1"]].concat(), Some("--issue-numbers")),
        (vec!["7"], Some("--owner")),
    ] {
        let output = run(directory.path(), &arguments);
        let finding = &json(&output)["diagnostics"][0];
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(
            (&finding["code"], finding["option"].as_str()),
            (&json!("YKP-RUNTIME-003"), name),
            "{arguments:?}"
        );
    }
}
