//! `yukh compare --plans`: two results of `yukh plan`.

use serde_json::{Value as Json, json};

use super::run;
use crate::support::program::Plan;
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

/// The result of planning issue 3 of the default world: operations on fields,
/// options and relationships, agreements.
fn result() -> Json {
    Plan::against(&Server::of(World::organization())).run().json()
}

/// A directory with two results.
fn directory(first: &Json, second: &Json) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("first.json"), first.to_string()).unwrap();
    std::fs::write(directory.path().join("second.json"), second.to_string()).unwrap();
    directory
}

fn compare(first: &Json, second: &Json) -> (i32, Json) {
    let directory = directory(first, second);
    let output = run(directory.path(), &["--plans", "first.json", "second.json"]);
    (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap())
}

fn shown(first: &Json, second: &Json, format: &str) -> String {
    let directory = directory(first, second);
    let output = run(directory.path(), &["--plans", "first.json", "second.json", "--format", format]);
    String::from_utf8(output.stdout).unwrap()
}

/// The differences where the second result is the first with one change.
fn differences(change: impl FnOnce(&mut Json)) -> Json {
    let first = result();
    let mut second = first.clone();
    change(&mut second);
    assert_ne!(first, second, "nothing was changed");
    let (code, comparison) = compare(&first, &second);
    assert_eq!((code, &comparison["status"]), (1, &json!("different")), "{comparison}");
    comparison["comparisons"][0]["issues"][0]["differences"].clone()
}

/// Where the first operation of a type stands.
fn operation(result: &Json, kind: &str) -> usize {
    let operations = result["report"]["operations"].as_array().unwrap();
    operations.iter().position(|operation| operation["type"] == kind).unwrap()
}

/// Corrects the counts after a change.
fn recount(result: &mut Json) {
    for list in ["diagnostics", "observations", "operations"] {
        let count = result["report"][list].as_array().unwrap().len();
        result["report"]["counts"][list] = json!(count);
    }
    let is_executable = result["report"]["diagnostics"].as_array().unwrap().is_empty();
    result["report"]["executable"] = json!(is_executable);
}

#[test]
fn a_result_is_equal_to_its_copy_and_that_is_exit_0() {
    let result = result();
    let (code, comparison) = compare(&result, &result);
    assert_eq!((code, &comparison["status"]), (0, &json!("equal")));
    let issue = &comparison["comparisons"][0]["issues"][0];
    assert_eq!(issue["outcomes"], json!({"first": "planned", "second": "planned"}));
    assert_eq!(issue["planIds"]["first"], result["report"]["planId"]);
    assert_eq!(issue["differences"], json!([]));
}

#[test]
fn each_part_of_a_result_can_differ_and_is_named() {
    let at = |kind: &str| operation(&result(), kind);
    let area = at("set_field_value");
    let found = differences(|result| result["report"]["operations"][area]["desired"] = json!("Elsewhere"));
    assert_eq!(found[0]["differs"], json!(["desired"]));
    assert_eq!(found[0]["values"]["second"], "Elsewhere");
    let found = differences(|result| result["report"]["operations"][area]["desired"] = Json::Null);
    assert_eq!(found[0]["values"]["second"], Json::Null, "not set is a value");
    let found = differences(|result| result["report"]["operations"][area]["reason"] = json!("another"));
    assert_eq!(found[0]["differs"], json!(["reason"]));
    let found =
        differences(|result| result["report"]["operations"][area]["dependsOn"] = json!(["schema.x.create"]));
    assert_eq!(found[0]["differs"], json!(["dependsOn"]));
    let found = differences(|result| {
        result["report"]["operations"].as_array_mut().unwrap().swap(0, 1);
    });
    assert!(found.as_array().unwrap().iter().all(|found| found["differs"] == json!(["order"])), "{found}");
    let found = differences(|result| {
        let gone = result["report"]["operations"].as_array_mut().unwrap().remove(area);
        assert_eq!(gone["type"], "set_field_value");
        recount(result);
    });
    assert_eq!(found[0]["onlyIn"], "first");
    assert_eq!(found.as_array().unwrap().len(), 1);
    let found = differences(|result| {
        result["report"]["observations"][0]["displayValue"] = json!("Feature");
    });
    assert_eq!((&found[0]["part"], &found[0]["differs"]), (&json!("observation"), &json!(["displayValue"])));
    let found = differences(|result| {
        result["report"]["diagnostics"] = json!([{"code": "YKP-PLAN-005", "path": "$.area"}]);
        recount(result);
    });
    assert_eq!(
        found[0],
        json!({"part": "diagnostic", "code": "YKP-PLAN-005", "path": "$.area", "onlyIn": "second"})
    );
    let found = differences(|result| {
        result["notices"] = json!([{"code": "YKP-CONTRACT-012", "path": "$", "line": 1, "column": 1}]);
    });
    assert_eq!((&found[0]["part"], &found[0]["onlyIn"]), (&json!("notice"), &json!("second")));
}

#[test]
fn what_reports_do_not_show_is_told_by_the_identity_of_the_plan() {
    let found = differences(|result| result["report"]["planId"] = json!("0".repeat(64)));
    assert_eq!(found, json!([{"part": "planId"}]));
}

#[test]
fn an_issue_without_plan_differs_from_one_with_a_plan() {
    let planned = result();
    let absent = json!({"status": "success", "outcome": "absent", "notices": []});
    let (code, comparison) = compare(&planned, &absent);
    let issue = &comparison["comparisons"][0]["issues"][0];
    assert_eq!((code, &issue["differences"]), (1, &json!([{"part": "outcome"}])));
    assert_eq!(issue["outcomes"], json!({"first": "planned", "second": "absent"}));
}

#[test]
fn the_same_findings_of_a_contract_are_equal_and_others_are_not() {
    let refused = |path: &str| {
        json!({"status": "error", "failureClass": "input", "diagnostics":
            [{"code": "YKP-CONTRACT-008", "message": "", "path": path, "line": 3, "column": 1}]})
    };
    assert_eq!(compare(&refused("$.area"), &refused("$.area")).0, 0);
    let (code, comparison) = compare(&refused("$.area"), &refused("$.estimate"));
    assert_eq!((code, &comparison["counts"]["differences"]), (1, &json!(2)));
    let (code, comparison) = compare(&refused("$.area"), &result());
    assert_eq!((code, &comparison["counts"]["differences"]), (1, &json!(2)), "{comparison}");
}

#[test]
fn a_side_that_was_not_read_is_no_verdict_and_a_deferred_one_is_not_equal() {
    let denied = Builder::of(World::organization())
        .replace(yukh::diagnostic::Stage::Project, Reply::error(403, "no"))
        .start();
    let denied = Plan::against(&denied).run().json();
    let deferred =
        Plan::against(&Server::of(World::organization())).argument("--rest-requests", 1).run().json();
    assert_eq!(deferred["failureClass"], "deferred");
    let result = result();
    for (first, second, code, status) in [
        (&denied, &result, 3, "error"),
        (&denied, &denied, 3, "error"),
        (&deferred, &result, 6, "deferred"),
        (&deferred, &deferred, 6, "deferred"),
        (&deferred, &denied, 3, "error"),
    ] {
        let (exit, comparison) = compare(first, second);
        assert_eq!((exit, &comparison["status"]), (code, &json!(status)), "{comparison}");
    }
}

#[test]
fn what_is_no_result_is_refused_by_its_place() {
    let result = result();
    let mut foreign = result.clone();
    foreign["report"]["schema"] = json!(2);
    let mut miscounted = result.clone();
    miscounted["report"]["counts"]["operations"] = json!(1);
    let mut contradicting = result.clone();
    contradicting["report"]["executable"] = json!(false);
    let mut unknown = result.clone();
    unknown["report"]["operations"][0]["type"] = json!("drop_table");
    let mut hidden = result.clone();
    hidden["report"]["operations"][0]["logicalKey"] = json!("a\u{1b}[31m");
    for (bad, code) in [
        (&foreign, "YKP-REPORT-008"),
        (&miscounted, "YKP-REPORT-007"),
        (&contradicting, "YKP-REPORT-007"),
        (&unknown, "YKP-REPORT-007"),
        (&hidden, "YKP-REPORT-007"),
        (&json!([]), "YKP-REPORT-007"),
        (&json!({}), "YKP-REPORT-007"),
        (&json!({"status": "success"}), "YKP-REPORT-007"),
        (&json!({"status": "success", "outcome": "planned", "notices": []}), "YKP-REPORT-007"),
        (&json!({"status": "error", "failureClass": "input", "diagnostics": []}), "YKP-REPORT-007"),
    ] {
        let (exit, refused) = compare(&result, bad);
        let finding = &refused["diagnostics"][0];
        assert_eq!(
            (exit, &finding["code"], &finding["path"]),
            (2, &json!(code), &json!("$.plans[1]")),
            "{bad}"
        );
    }
}

#[test]
fn files_are_read_below_the_working_directory_and_within_a_bound() {
    let result = result();
    let directory = directory(&result, &result);
    let path = directory.path();
    std::fs::write(path.join("large.json"), vec![b' '; (1 << 20) + 1]).unwrap();
    std::os::unix::fs::symlink("first.json", path.join("link.json")).unwrap();
    std::fs::hard_link(path.join("first.json"), path.join("same.json")).unwrap();
    for bad in [
        "missing.json",
        "large.json",
        "link.json",
        "../x.json",
        "/etc/passwd",
        ".",
        "same.json",
        "first.json",
    ] {
        let output = run(path, &["--plans", "first.json", bad]);
        let refused: Json = serde_json::from_slice(&output.stdout).unwrap();
        let finding = &refused["diagnostics"][0];
        assert_eq!(output.status.code(), Some(2), "{bad}");
        assert_eq!(
            (&finding["code"], &finding["path"]),
            (&json!("YKP-REPORT-006"), &json!("$.plans[1]")),
            "{bad}"
        );
    }
}

#[test]
fn names_act_in_no_medium() {
    let hostile = "|`</code><script>@team #1 ::add-mask::x ##[group]y \u{202e}";
    let first = result();
    let mut second = first.clone();
    let area = operation(&first, "set_field_value");
    second["report"]["operations"][area]["desired"] = json!(hostile);
    second["report"]["operations"][area + 1]["logicalKey"] = json!(format!("::error::{hostile}"));
    insta::assert_snapshot!("hostile_text", shown(&first, &second, "text"));
    insta::assert_snapshot!("hostile_markdown", shown(&first, &second, "markdown"));
    insta::assert_snapshot!("hostile_json", shown(&first, &second, "json"));
}

#[test]
fn a_report_file_takes_the_result_and_the_exit_code_stays() {
    let result = result();
    let mut other = result.clone();
    other["report"]["planId"] = json!("f".repeat(64));
    let directory = directory(&result, &other);
    let arguments = ["--plans", "first.json", "second.json", "--report-file", "comparison.json"];
    let output = run(directory.path(), &arguments);
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true));
    let written: Json =
        serde_json::from_slice(&std::fs::read(directory.path().join("comparison.json")).unwrap()).unwrap();
    assert_eq!(written["status"], "different");
    let again = run(directory.path(), &arguments);
    assert_eq!(again.status.code(), Some(2), "the file is there already");
}
