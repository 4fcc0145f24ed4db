//! The schemas of both contracts (contract parts 1.3 and 8.3).

use serde_json::{Value, json};

use super::words::{date, issue, legacy_text, one_of, vocabulary};
use super::{closed, document, open, told};
use crate::desired::legacy::{MAX_ENTRIES, MAX_SCALARS};
use crate::desired::native::{WorkType, bounds};
use crate::scope::IssueNumber;

/// A native contract.
pub(super) fn native() -> Value {
    let issues =
        || json!({ "type": "array", "items": issue(), "maxItems": bounds::ENTRIES, "uniqueItems": true });
    let project = closed(
        [
            ("status", told("An option of the field `status`.", vocabulary(bounds::STATUS))),
            ("start_date", date()),
            ("target_date", told("Not before the start date.", date())),
        ],
        &[],
    );
    let relationships = closed(
        [
            ("parent", told("The parent, where there is none yet.", issue())),
            ("blocks", told("Issues that this one blocks.", issues())),
            ("blocked_by", told("Issues that block this one.", issues())),
        ],
        &[],
    );
    let body = closed(
        [
            ("schema", told("The version of the contract.", json!({ "const": 1 }))),
            ("work_type", told("The kind of work.", one_of(WorkType::ALL.map(WorkType::as_str)))),
            ("area", told("An option of the field `area`.", vocabulary(bounds::AREA))),
            ("priority", told("An option of the field `priority`.", vocabulary(bounds::PRIORITY))),
            ("size", told("An option of the field `size`.", vocabulary(bounds::SIZE))),
            ("estimate", json!({ "type": "number", "minimum": 0, "maximum": bounds::ESTIMATE })),
            ("iteration", told("The title of an iteration.", vocabulary(bounds::ITERATION))),
            ("project", project),
            ("relationships", relationships),
        ],
        &["schema", "work_type", "area"],
    );
    document("Contract of yukh, native dialect", body)
}

/// A legacy contract. Members that it does not name are ignored.
pub(super) fn legacy() -> Value {
    let text = || legacy_text(MAX_SCALARS);
    let digits = "^(?:0|[1-9][0-9]*)$";
    let issues = || json!({ "type": "array", "items": issue(), "maxItems": MAX_ENTRIES });
    let body = open(
        [
            ("schema", told("The version of the contract.", json!({ "const": 1 }))),
            ("kind", text()),
            ("area", text()),
            ("priority", text()),
            (
                "estimate",
                json!({ "anyOf": [{ "type": "number", "minimum": 0 }, { "type": "string", "pattern": digits }] }),
            ),
            (
                "parent",
                json!({ "anyOf": [
                    { "type": "integer", "minimum": 1, "maximum": IssueNumber::MAX },
                    { "type": "string", "pattern": digits },
                ] }),
            ),
            ("depends_on", told("Issues that block this one.", issues())),
            ("blocks", told("Issues that this one blocks.", issues())),
            ("extensions", told("Field key to text, or to a number.", json!({}))),
            ("size", json!({})),
            ("milestone", told("A code of the policy's `milestones`.", json!({}))),
        ],
        &["schema", "kind", "area", "priority"],
    );
    document("Contract of yukh, legacy dialect", body)
}
