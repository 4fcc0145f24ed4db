//! The schemas of what is printed: plan, audit, lint.

use serde_json::{Map, Value, json};

use super::words::{count, issue, list, one_of};
use super::{closed, document};
use crate::authoring::lint::{Kind, Severity};
use crate::diagnostic::{Code, Detail, FailureClass, RateResource, Stage};
use crate::observed::RunConclusion;
use crate::plan::{ObservationKind, OperationKind};
use crate::report::{AuditStatus, CAPABILITIES, IssueStatus, Outcome, counted_as};

/// The pattern of a path.
const PATH: &str = "^\\$(?:\\.[A-Za-z0-9_-]{1,64}|\\[[0-9]+\\])*$";

fn code() -> Value {
    json!({ "$ref": "#/$defs/code" })
}

fn finding() -> Value {
    json!({ "$ref": "#/$defs/finding" })
}

fn notice() -> Value {
    json!({ "$ref": "#/$defs/notice" })
}

/// Every code.
fn every_code() -> (&'static str, Value) {
    ("code", one_of(Code::ALL.iter().map(|code| code.as_str())))
}

/// What the result of a run refers to.
fn of_a_run() -> [(&'static str, Value); 3] {
    [every_code(), ("finding", finding_of_a_run()), ("notice", notice_of_a_run())]
}

/// A schema of a report, with what its parts refer to.
fn report_document<const COUNT: usize>(
    title: &str,
    mut body: Value,
    definitions: [(&'static str, Value); COUNT],
) -> Value {
    let definitions: Map<String, Value> =
        definitions.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    if let Some(members) = body.as_object_mut() {
        members.insert("$defs".to_owned(), Value::Object(definitions));
    }
    document(title, body)
}

fn message() -> Value {
    json!({ "type": "string", "minLength": 1 })
}

fn path() -> Value {
    json!({ "type": "string", "pattern": PATH })
}

fn digest() -> Value {
    json!({ "type": "string", "pattern": "^[0-9a-f]{64}$" })
}

fn position() -> Value {
    json!({ "type": "integer", "minimum": 1 })
}

/// The schema with `line` and `column`, which are there both or not at all.
fn placed(mut schema: Value) -> Value {
    if let Some(Value::Object(members)) = schema.get_mut("properties") {
        members.insert("line".to_owned(), position());
        members.insert("column".to_owned(), position());
    }
    if let Some(members) = schema.as_object_mut() {
        members.insert("dependentRequired".to_owned(), json!({ "line": ["column"], "column": ["line"] }));
    }
    schema
}

/// A finding of a run.
fn finding_of_a_run() -> Value {
    placed(closed(
        [
            ("code", code()),
            ("message", message()),
            ("path", path()),
            ("operation", one_of(Stage::ALL.map(Stage::as_str))),
            (
                "resource",
                one_of(
                    [RateResource::Rest, RateResource::Graphql, RateResource::Secondary]
                        .map(RateResource::as_str),
                ),
            ),
            ("reset", json!({ "type": "integer", "minimum": 0, "multipleOf": 60 })),
            ("option", json!({ "type": "string" })),
            ("reason", one_of(Detail::PullRequest.reason())),
        ],
        &["code", "message"],
    ))
}

fn notice_of_a_run() -> Value {
    placed(closed([("code", code()), ("path", path()), ("message", message())], &["code", "path", "message"]))
}

fn checks() -> Value {
    let runs: Map<String, Value> =
        RunConclusion::ALL.iter().map(|conclusion| (conclusion.as_str().to_owned(), count())).collect();
    let runs = json!({ "type": "object", "properties": runs, "additionalProperties": false });
    let pull_requests =
        closed([("read", count()), ("notRead", count()), ("notShown", count())], &["read", "notRead"]);
    closed(
        [("pullRequests", pull_requests), ("checkRuns", runs.clone()), ("workflowRuns", runs)],
        &["pullRequests", "checkRuns", "workflowRuns"],
    )
}

/// What `yukh plan` prints.
pub(super) fn plan() -> Value {
    let failed = closed(
        [
            ("status", json!({ "const": "error" })),
            ("failureClass", one_of(FailureClass::ALL.map(FailureClass::as_str))),
            ("diagnostics", list(finding())),
        ],
        &["status", "failureClass", "diagnostics"],
    );
    let planned = closed(
        [
            ("status", json!({ "const": "success" })),
            ("outcome", one_of(Outcome::ALL.map(Outcome::as_str))),
            ("report", report()),
            ("notices", list(notice())),
            ("checks", checks()),
        ],
        &["status", "outcome", "notices"],
    );
    report_document("Result of yukh plan", json!({ "oneOf": [planned, failed] }), of_a_run())
}

/// The report of one plan (contract part 5).
fn report() -> Value {
    let shown = json!({ "type": ["string", "number", "null"] });
    let diagnostic = placed(closed(
        [
            ("code", code()),
            ("path", path()),
            ("severity", json!({ "const": "error" })),
            ("message", message()),
        ],
        &["code", "path", "severity", "message"],
    ));
    let kinds = ObservationKind::ALL.map(ObservationKind::as_str);
    let key = || json!({ "type": "string" });
    let observation = closed(
        [("type", one_of(kinds)), ("logicalKey", key()), ("displayValue", shown.clone())],
        &["type", "logicalKey", "displayValue"],
    );
    let operation = closed(
        [
            ("type", one_of(OperationKind::ALL.map(OperationKind::as_str))),
            ("logicalKey", key()),
            ("desired", shown),
            ("reason", json!({ "type": "string", "pattern": "^[a-z_]+(?:\\.[a-z_]+)+$" })),
            ("dependsOn", list(key())),
        ],
        &["type", "logicalKey", "reason", "dependsOn"],
    );
    let counts = closed(
        [("diagnostics", count()), ("observations", count()), ("operations", count())],
        &["diagnostics", "observations", "operations"],
    );
    closed(
        [
            ("schema", json!({ "const": 1 })),
            ("planId", digest()),
            ("executable", json!({ "type": "boolean" })),
            ("counts", counts),
            ("diagnostics", list(diagnostic)),
            ("observations", list(observation)),
            ("operations", list(operation)),
            ("notices", list(notice())),
        ],
        &["schema", "planId", "executable", "counts", "diagnostics", "observations", "operations", "notices"],
    )
}

/// What `yukh audit` prints.
pub(super) fn audit() -> Value {
    let by_kind: Map<String, Value> =
        OperationKind::ALL.iter().map(|kind| (counted_as(*kind).to_owned(), count())).collect();
    let by_kind = json!({ "type": "object", "properties": by_kind, "additionalProperties": false });
    let statuses: Map<String, Value> =
        IssueStatus::ALL.iter().map(|status| (status.as_str().to_owned(), count())).collect();
    let statuses = json!({ "type": "object", "properties": statuses, "additionalProperties": false });
    let audited = closed(
        [
            ("issueNumber", issue()),
            ("status", one_of(IssueStatus::ALL.map(IssueStatus::as_str))),
            ("operationCounts", by_kind.clone()),
            ("diagnostics", list(finding())),
            ("planId", digest()),
            ("notices", list(notice())),
        ],
        &["issueNumber", "status", "operationCounts", "diagnostics", "notices"],
    );
    let body = closed(
        [
            ("schema", json!({ "const": 1 })),
            ("status", one_of(AuditStatus::ALL.map(AuditStatus::as_str))),
            ("failureClass", one_of(FailureClass::ALL.map(FailureClass::as_str))),
            ("diagnostics", list(finding())),
            ("issues", list(audited)),
            ("totals", by_kind),
            ("capabilities", json!({ "const": CAPABILITIES })),
            ("evidence", json!({ "type": "object", "additionalProperties": count() })),
            ("statuses", statuses),
            ("scopeId", digest()),
            ("checks", checks()),
        ],
        &["schema", "status", "diagnostics", "issues", "totals", "capabilities", "evidence", "statuses"],
    );
    report_document("Report of yukh audit", body, of_a_run())
}

/// What `yukh lint` prints.
pub(super) fn lint() -> Value {
    let finding = placed(closed(
        [
            ("severity", one_of(Severity::ALL.map(Severity::as_str))),
            ("code", code()),
            ("path", path()),
            ("message", message()),
            ("hint", message()),
        ],
        &["severity", "code", "path", "message", "hint"],
    ));
    let file = closed(
        [
            ("file", json!({ "type": "string" })),
            ("kind", one_of(Kind::ALL.map(Kind::as_str))),
            ("checked", json!({ "type": "boolean" })),
            ("findings", list(finding)),
        ],
        &["file", "kind", "checked", "findings"],
    );
    let totals = closed(
        [("checked", count()), ("errors", count()), ("notices", count())],
        &["checked", "errors", "notices"],
    );
    let body = closed(
        [
            ("schema", json!({ "const": 1 })),
            ("status", one_of(["success", "error"])),
            ("files", list(file)),
            ("totals", totals),
        ],
        &["schema", "status", "files", "totals"],
    );
    report_document("Report of yukh lint", body, [every_code()])
}
