//! What is not joined.

use serde_json::{Value as Json, json};

use super::{checks, directory, merge, refusal, reports};

/// The report with a fault, as text and as JSON.
fn broken() -> (String, Json) {
    let [_, broken, ..] = reports();
    let report = serde_json::from_str(&broken).unwrap();
    (broken, report)
}

/// The report after a change.
fn changed(report: &Json, change: impl FnOnce(&mut Json)) -> String {
    let mut report = report.clone();
    change(&mut report);
    report.to_string()
}

/// The report with another value at a place.
fn set(report: &Json, pointer: &str, value: Json) -> String {
    changed(report, |report| *report.pointer_mut(pointer).unwrap() = value)
}

/// Refused beside a good report, and nothing of it is repeated.
fn is_refused(good: &str, content: &str) {
    let directory = directory(&[("good", good), ("bad", content)]);
    let output = merge(directory.path(), &["good", "bad"]);
    let start: String = content.chars().take(200).collect();
    assert_eq!(refusal(&output), ("YKP-REPORT-003".to_owned(), "$.reports[1]".to_owned()), "{start}");
    assert!(!format!("{output:?}").contains("CANARY"), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("CANARY"), "{output:?}");
}

#[test]
fn what_is_no_report_is_refused_and_not_repeated() {
    let (broken, _) = broken();
    for content in [
        String::new(),
        "CANARY".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        broken[..broken.len() / 2].to_owned(),
        broken.replace("\"issues\":", "\"issues\":[],\"issues\":"),
        format!("{broken}{broken}"),
        "[".repeat(100_000),
        // No version of a report: something else.
        json!({"status": "success", "outcome": "planned", "report": {}}).to_string(),
        broken.replace("\"schema\":1", "\"schema\":1,\"schema\":1"),
    ] {
        is_refused(&broken, &content);
    }
}

#[test]
fn a_report_with_a_wrong_member_is_refused_and_not_repeated() {
    let (broken, report) = broken();
    for content in [
        set(&report, "/issues", json!({"CANARY": 1})),
        set(&report, "/scopeId", json!("CANARY")),
        set(&report, "/scopeId", Json::Null),
        set(&report, "/diagnostics", json!([{"code": "YKP-RATE-001"}])),
        set(&report, "/issues/0/issueNumber", json!(0)),
        set(&report, "/issues/0/issueNumber", json!(9_007_199_254_740_992_u64)),
        set(&report, "/issues/1/issueNumber", json!(1)),
        set(&report, "/issues/0/status", json!("CANARY")),
        set(&report, "/issues/0/planId", json!("CANARY")),
        set(&report, "/issues/0/operationCounts", json!({"CANARY": 1})),
        set(&report, "/issues/0/operationCounts", json!({"set_field_value": 1})),
        set(&report, "/issues/0/operationCounts", json!({"set_parent": 0})),
        set(&report, "/issues/0/operationCounts", json!({"set_parent": -1})),
        set(&report, "/issues/0/diagnostics", json!([{"code": "YKP-CANARY-001"}])),
        set(&report, "/issues/0/diagnostics", json!([{"code": "YKP-REST-001", "path": "CANARY"}])),
        set(
            &report,
            "/issues/0/diagnostics",
            json!([{"code": "YKP-REST-001", "path": "$.a\n::error::CANARY"}]),
        ),
        set(&report, "/issues/0/diagnostics", json!([{"code": "YKP-REST-001", "line": 1}])),
        set(&report, "/issues/0/diagnostics", json!([{"code": "YKP-REST-001", "operation": "CANARY"}])),
        set(&report, "/issues/0/diagnostics", json!([{"code": "YKP-RATE-001", "resource": "CANARY"}])),
        set(
            &report,
            "/issues/0/diagnostics",
            json!([{"code": "YKP-RATE-001", "resource": "rest", "reset": 61}]),
        ),
        set(&report, "/issues/0/diagnostics", json!(vec![json!({"code": "YKP-REST-001"}); 257])),
        set(&report, "/issues/0/notices", json!([{"code": "CANARY"}])),
        set(&report, "/evidence", json!({"restRequests": "CANARY"})),
        set(&report, "/evidence", json!([1, 2])),
        // A sum of such numbers could be wrong.
        set(&report, "/evidence/restRequests", json!(9_007_199_254_740_992_u64)),
        changed(&report, |report| report["checks"] = json!("CANARY")),
        changed(&report, |report| report["checks"] = checks("CANARY", 1)),
        changed(&report, |report| report["checks"] = checks("success", 0)),
    ] {
        is_refused(&broken, &content);
    }
}

#[test]
fn a_report_of_another_version_is_told_apart() {
    let (broken, report) = broken();
    let other = [
        json!(0),
        json!(2),
        json!(999),
        json!(-1),
        json!(1.0),
        json!("1"),
        json!("CANARY"),
        json!(true),
        json!([1]),
        json!({"CANARY": 1}),
        Json::Null,
    ];
    let foreign = other.map(|schema| set(&report, "/schema", schema)).into_iter().chain([
        changed(&report, |report| drop(report.as_object_mut().unwrap().remove("schema"))),
        broken.replace("\"schema\":1", "\"schema\":1e0"),
    ]);
    for content in foreign {
        let directory = directory(&[("bad", &content)]);
        let output = merge(directory.path(), &["bad"]);
        assert_eq!(refusal(&output).0, "YKP-REPORT-004", "{}", &content[..40]);
        assert!(!String::from_utf8_lossy(&output.stdout).contains("CANARY"), "{output:?}");
    }
}

#[test]
fn a_report_that_contradicts_itself_is_refused() {
    let (_, report) = broken();
    let set = |pointer, value| set(&report, pointer, value);
    for content in [
        set("/issues/0/operationCounts", json!({"set_parent": 1})),
        set("/issues/0/diagnostics", json!([{"code": "YKP-GRAPH-002"}])),
        set("/issues/0/status", json!("drift")),
        set("/issues/0/status", json!("absent")),
        set("/issues/0/status", json!("error")),
        set("/issues/0/planId", Json::Null),
        set("/totals", json!({"set_parent": 1})),
        set("/totals", json!({})),
        set("/status", json!("success")),
    ] {
        let directory = directory(&[("bad", &content)]);
        assert_eq!(refusal(&merge(directory.path(), &["bad"])).0, "YKP-REPORT-003", "{content}");
    }
}
