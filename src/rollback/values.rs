//! From the values of GraphQL to normalised ones: those of the other transport.

use super::wire::{FieldValue, IssueFieldValue};
use crate::github::connection::Fault;
use crate::github::normalised;
use crate::github::wire::{Member, Shape};
use crate::observed::{Known, ObservedValue};
use crate::scope::FieldKind;

/// The field and the kind of a value; `None` for a type of value that is not
/// planned on, such as those of the built-in fields.
pub(super) fn kind<'value>(value: &'value FieldValue<'_>) -> Result<Option<(&'value str, FieldKind)>, Fault> {
    let kind = match value.kind.as_str() {
        "ProjectV2ItemFieldTextValue" => FieldKind::Text,
        "ProjectV2ItemFieldNumberValue" => FieldKind::Number,
        "ProjectV2ItemFieldDateValue" => FieldKind::Date,
        "ProjectV2ItemFieldSingleSelectValue" => FieldKind::SingleSelect,
        "ProjectV2ItemFieldIterationValue" => FieldKind::Iteration,
        _ => return Ok(None),
    };
    let field = value.field.value().ok_or(Fault::Malformed)?;
    Ok(Some((field.id.as_str(), kind)))
}

/// The value of a Project field: `None` where the field is not set.
pub(super) fn of_field(value: &FieldValue<'_>, kind: FieldKind) -> Result<Option<ObservedValue>, Fault> {
    let member = match kind {
        FieldKind::Text => &value.text,
        FieldKind::Number => &value.number,
        FieldKind::Date => &value.date,
        FieldKind::SingleSelect => &value.name,
        FieldKind::Iteration => &value.title,
    };
    of_kind(member, kind)
}

/// The value of an issue field. Unknown where it is of a type that this version
/// can not read.
pub(super) fn of_issue_field(value: &IssueFieldValue<'_>) -> Result<Known<Option<ObservedValue>>, Fault> {
    let (member, kind) = match value.kind.as_str() {
        "IssueFieldTextValue" => (&value.text, FieldKind::Text),
        "IssueFieldNumberValue" => (&value.number, FieldKind::Number),
        "IssueFieldDateValue" => (&value.date, FieldKind::Date),
        "IssueFieldSingleSelectValue" => (&value.name, FieldKind::SingleSelect),
        _ => return Ok(Known::Unknown),
    };
    of_kind(member, kind).map(Known::Known)
}

fn of_kind(member: &Member<Shape<'_>>, kind: FieldKind) -> Result<Option<ObservedValue>, Fault> {
    match member {
        Member::Absent => Err(Fault::Malformed),
        Member::Null => Ok(None),
        Member::Value(shape) => normalised(shape, kind).map(Some).ok_or(Fault::Malformed),
    }
}
