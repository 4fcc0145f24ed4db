//! From GitHub's open values to normalised ones.

use crate::github::wire::{FieldEntry, IssueFieldValue, Member, Shape};
use crate::observed::{Known, ObservedValue, ProviderText};
use crate::scope::{FieldKind, PlainDate};

/// A value that does not fit the kind of its field. It is never read as null.
pub(super) struct Unfit;

/// The value of a Project field: `None` where the field is not set, which
/// GitHub says with null.
pub(super) fn of_field(entry: &FieldEntry<'_>, kind: FieldKind) -> Result<Option<ObservedValue>, Unfit> {
    if entry.data_type.value().is_some_and(|data_type| data_type.as_str() != kind.as_str()) {
        return Err(Unfit);
    }
    let shape = match &entry.value {
        Member::Absent => return Err(Unfit),
        Member::Null => return Ok(None),
        Member::Value(shape) => shape,
    };
    let value = match kind {
        FieldKind::Text => shape.text().map(text),
        FieldKind::Number => number(shape),
        FieldKind::Date => date(shape),
        FieldKind::SingleSelect => shape.name().map(text),
        FieldKind::Iteration => shape.title().map(text),
    };
    value.map(Some).ok_or(Unfit)
}

/// The value of an issue field. Unknown where it has a data type, or lacks a
/// member, that this version can not read.
pub(super) fn of_issue_field(entry: &IssueFieldValue<'_>) -> Result<Known<Option<ObservedValue>>, Unfit> {
    let value = &entry.value;
    let read = match entry.data_type.as_str() {
        "single_select" => match &entry.single_select_option {
            Member::Value(option) => return known(option.name().map(text)),
            Member::Null => return Ok(Known::Known(None)),
            // The value of a single-select field may be an id.
            Member::Absent if matches!(value, Member::Null) => return Ok(Known::Known(None)),
            Member::Absent => return Ok(Known::Unknown),
        },
        "text" => |shape: &Shape<'_>| shape.text().map(text),
        "number" => number,
        "date" => date,
        _ => return Ok(Known::Unknown),
    };
    match value {
        Member::Absent => Ok(Known::Unknown),
        Member::Null => Ok(Known::Known(None)),
        Member::Value(shape) => known(read(shape)),
    }
}

/// The value of a kind that GraphQL writes plainly: `None` where it does not
/// fit.
pub(crate) fn normalised(shape: &Shape<'_>, kind: FieldKind) -> Option<ObservedValue> {
    match kind {
        FieldKind::Text | FieldKind::SingleSelect | FieldKind::Iteration => match shape {
            Shape::Text(plain) => Some(text(plain)),
            _ => None,
        },
        FieldKind::Number => number(shape),
        FieldKind::Date => date(shape),
    }
}

fn known(value: Option<ObservedValue>) -> Result<Known<Option<ObservedValue>>, Unfit> {
    value.map(|value| Known::Known(Some(value))).ok_or(Unfit)
}

fn text(text: &str) -> ObservedValue {
    ObservedValue::Text(ProviderText::new(text))
}

fn number(shape: &Shape<'_>) -> Option<ObservedValue> {
    match shape {
        Shape::Number(number) if number.is_finite() => Some(ObservedValue::Number(*number)),
        _ => None,
    }
}

/// `YYYY-MM-DD`, or a time stamp at midnight, which counts as its date
/// (decision 19).
fn date(shape: &Shape<'_>) -> Option<ObservedValue> {
    let Shape::Text(given) = shape else { return None };
    let day = match given.split_once('T') {
        None => &**given,
        Some((day, time)) => {
            let rest = time.strip_prefix("00:00:00")?;
            let zone = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b':' | b'+' | b'-' | b'Z');
            rest.bytes().all(zone).then_some(day)?
        }
    };
    PlainDate::parse(day).map(|day| text(&day.to_string()))
}
