//! The schemas of both policies (contract parts 2 and 8.2).

use serde_json::{Value, json};

use super::words::{legacy_text, name, one_of};
use super::{closed, document, open, told};
use crate::desired::LogicalKey;
use crate::desired::legacy::MAX_SCALARS;
use crate::desired::native::bounds::{FIELDS, NAME, OPTIONS};
use crate::scope::FieldKind;

/// A native policy.
pub(super) fn native() -> Value {
    let keyed = |values: Value, most: usize| {
        json!({
            "type": "object",
            "propertyNames": { "pattern": LogicalKey::PATTERN },
            "minProperties": 1,
            "maxProperties": most,
            "additionalProperties": values,
        })
    };
    let kinds = FieldKind::ALL.map(FieldKind::as_str);
    let mut field = closed(
        [
            ("name", told("The display name of the Project field.", name(NAME))),
            ("kind", told("The kind of the Project field.", one_of(kinds))),
            (
                "mode",
                told(
                    "managed: follows the issues; observed: never touched.",
                    one_of(["managed", "observed"]),
                ),
            ),
            ("options", told("Key to display name.", keyed(name(NAME), OPTIONS))),
        ],
        &["name", "kind", "mode"],
    );
    // Options belong to managed fields of this kind, and these need them.
    let takes_options = json!({
        "properties": { "kind": { "const": FieldKind::SingleSelect.as_str() }, "mode": { "const": "managed" } },
        "required": ["kind", "mode"],
    });
    if let Some(members) = field.as_object_mut() {
        members.insert("if".to_owned(), takes_options);
        members.insert("then".to_owned(), json!({ "required": ["options"] }));
        members.insert("else".to_owned(), json!({ "properties": { "options": false } }));
    }
    let body = closed(
        [
            ("schema", told("The version of the dialect.", json!({ "const": 1 }))),
            ("fields", told("The fields of the Project, by keys of yours.", keyed(field, FIELDS))),
        ],
        &["schema", "fields"],
    );
    document("Policy of yukh, native dialect", body)
}

/// A legacy policy. Members that it does not name are ignored, and so are
/// entries of mappings that are no texts.
pub(super) fn legacy() -> Value {
    let text = || legacy_text(MAX_SCALARS);
    let field = open(
        [
            ("project_field", told("The display name of the Project field.", text())),
            (
                "target",
                told("Where the value lives.", one_of(["project_field", "issue_type", "issue_field"])),
            ),
            ("type", told("The type of the values.", one_of(["string", "number", "date"]))),
            ("required", told("true: a contract without the value is reported.", json!({}))),
            ("derived", told("true: the field is not managed.", json!({}))),
            ("ownership", told("derived or external: the field is not managed.", json!({}))),
            ("values", told("Contract value to display name.", json!({}))),
            ("labels", told("Contract value to label; every label here is managed.", json!({}))),
        ],
        &["project_field"],
    );
    let contract = open([("marker", json!({ "const": "yukh" }))], &["marker"]);
    let fields = json!({ "type": "object", "additionalProperties": field });
    let mut body = open(
        [
            ("version", told("The version of the dialect.", json!({ "const": 1 }))),
            ("contract", told("How the hidden block is marked.", contract)),
            ("fields", told("The fields of the Project, by keys of yours.", fields)),
            ("milestones", told("Code to milestone title.", json!({}))),
        ],
        &["version", "contract", "fields"],
    );
    if let Some(members) = body.as_object_mut() {
        // A file with both would be judged as native.
        members.insert("not".to_owned(), json!({ "required": ["schema"] }));
    }
    document("Policy of yukh, legacy dialect", body)
}
