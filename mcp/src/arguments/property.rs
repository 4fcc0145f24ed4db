//! One parameter of a published schema.

use jiff::Timestamp;
use regex_lite::Regex;
use serde_json::{Map, Number, Value};

/// Integers above this are not the same in every JSON reader.
const LARGEST_INTEGER: f64 = 9_007_199_254_740_992.0;

/// What a parameter takes.
#[derive(Debug)]
pub(super) struct Property {
    kind: Kind,
    /// What the server puts in where the parameter is left out.
    pub(super) default: Option<Value>,
}

#[derive(Debug)]
enum Kind {
    Text(Text),
    Integer { minimum: u64 },
    Boolean,
    Texts { least: usize },
}

#[derive(Debug)]
struct Text {
    pattern: Option<Regex>,
    least: usize,
    most: Option<usize>,
    choices: Vec<String>,
    is_moment: bool,
}

/// Why a value is not taken.
#[derive(Debug, PartialEq)]
pub(super) struct Refusal {
    /// One sentence; the value is not in it.
    pub(super) reason: String,
    /// What would be taken, where that is a closed list.
    pub(super) allowed: Vec<String>,
}

fn refuse<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { reason: reason.into(), allowed: Vec::new() })
}

impl Property {
    /// The parameter that a schema describes. `None` where it says something
    /// that is not checked here: nothing may be published and not hold.
    pub(super) fn read(schema: &Map<String, Value>) -> Option<Self> {
        let known = match schema.get("type")?.as_str()? {
            "string" => &["pattern", "minLength", "maxLength", "enum", "format"][..],
            "integer" => &["minimum"],
            "boolean" => &[],
            "array" => &["items", "minItems"],
            _ => return None,
        };
        let always = ["type", "description", "default"];
        if !schema.keys().all(|key| always.contains(&key.as_str()) || known.contains(&key.as_str())) {
            return None;
        }
        let number = |key| match schema.get(key) {
            None => Some(None),
            Some(value) => value.as_u64().and_then(|value| usize::try_from(value).ok()).map(Some),
        };
        let kind = match schema.get("type")?.as_str()? {
            "string" => Kind::Text(Text {
                pattern: match schema.get("pattern") {
                    None => None,
                    Some(pattern) => Some(Regex::new(pattern.as_str()?).ok()?),
                },
                least: number("minLength")?.unwrap_or(0),
                most: number("maxLength")?,
                choices: match schema.get("enum") {
                    None => Vec::new(),
                    Some(choices) => choices
                        .as_array()?
                        .iter()
                        .map(|choice| choice.as_str().map(str::to_owned))
                        .collect::<Option<_>>()?,
                },
                is_moment: match schema.get("format") {
                    None => false,
                    Some(format) if format == "date-time" => true,
                    Some(_) => return None,
                },
            }),
            "integer" => Kind::Integer { minimum: schema.get("minimum")?.as_u64()? },
            "boolean" => Kind::Boolean,
            _ => {
                let plain = serde_json::json!({ "type": "string" });
                if schema.get("items") != Some(&plain) {
                    return None;
                }
                Kind::Texts { least: number("minItems")?.unwrap_or(0) }
            }
        };
        let property = Self { kind, default: schema.get("default").cloned() };
        let default_is_taken = property.default.as_ref().is_none_or(|value| property.check(value).is_ok());
        default_is_taken.then_some(property)
    }

    /// The value as it is taken: itself, or the integer that a number with a
    /// zero fraction is.
    ///
    /// # Errors
    ///
    /// Why it is not taken.
    pub(super) fn check(&self, value: &Value) -> Result<Value, Refusal> {
        match (&self.kind, value) {
            (_, Value::Null) => refuse("null is not accepted; leave the parameter out instead."),
            (Kind::Text(text), Value::String(value)) => text.check(value).map(|()| value.as_str().into()),
            (Kind::Text(_), _) => refuse("A string is expected."),
            (Kind::Integer { minimum }, Value::Number(number)) => match integer(number) {
                Some(integer) if integer >= *minimum => Ok(integer.into()),
                Some(_) => refuse(format!("At least {minimum} is expected.")),
                None => refuse(format!("An integer of at least {minimum} is expected.")),
            },
            (Kind::Integer { .. }, Value::String(_)) => {
                refuse("An integer is expected; a number in quotes is not one.")
            }
            (Kind::Integer { .. }, _) => refuse("An integer is expected."),
            (Kind::Boolean, Value::Bool(value)) => Ok((*value).into()),
            (Kind::Boolean, _) => refuse("A boolean is expected."),
            (Kind::Texts { least }, Value::Array(values)) => {
                if !values.iter().all(Value::is_string) {
                    return refuse("An array of strings is expected.");
                }
                if values.len() < *least {
                    return refuse(format!(
                        "At least {least} entry is expected; leave the parameter out for none."
                    ));
                }
                Ok(value.clone())
            }
            (Kind::Texts { .. }, _) => refuse("An array of strings is expected."),
        }
    }
}

impl Text {
    fn check(&self, value: &str) -> Result<(), Refusal> {
        let length = value.chars().count();
        if !self.choices.is_empty() && !self.choices.iter().any(|choice| choice == value) {
            return Err(Refusal {
                reason: "One of the published values is expected.".to_owned(),
                allowed: self.choices.clone(),
            });
        }
        if length < self.least {
            return refuse(format!("At least {} character is expected.", self.least));
        }
        if let Some(most) = self.most.filter(|most| length > *most) {
            return refuse(format!("At most {most} characters are accepted; there are {length}."));
        }
        if let Some(pattern) = self.pattern.as_ref().filter(|pattern| !pattern.is_match(value)) {
            return refuse(format!("The pattern {} is expected.", pattern.as_str()));
        }
        if self.is_moment && !is_moment(value) {
            return refuse("An RFC3339 instant such as 2026-07-29T00:00:00Z is expected.");
        }
        Ok(())
    }
}

/// Whether a text is an instant of RFC 3339: what jiff takes beyond that
/// (annotations, other separators) is not.
fn is_moment(text: &str) -> bool {
    let plain = |byte: u8| {
        byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b':' | b'.' | b'T' | b't' | b'Z' | b'z')
    };
    text.bytes().all(plain) && text.parse::<Timestamp>().is_ok()
}

/// The integer that a number is, if it is one of at least 0: `42` and `42.0`.
fn integer(number: &Number) -> Option<u64> {
    number.as_u64().or_else(|| {
        let number = number.as_f64()?;
        let is_whole = number.fract() == 0.0 && (0.0..=LARGEST_INTEGER).contains(&number);
        #[expect(
            clippy::as_conversions,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number from 0 to 2^53 is exact in both types"
        )]
        is_whole.then_some(number as u64)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Property;

    fn property(schema: Value) -> Property {
        Property::read(schema.as_object().unwrap()).unwrap()
    }

    #[test]
    fn c13_a_whole_number_is_the_integer_and_a_quoted_one_is_none() {
        let number = property(json!({"type": "integer", "minimum": 1}));
        for good in ["42", "42.0", "4.2e1", "1"] {
            let value: Value = serde_json::from_str(good).unwrap();
            assert!(number.check(&value).unwrap().is_u64(), "{good}");
        }
        for bad in ["\"42\"", "42.5", "0", "-1", "1e300", "9007199254740994.5e9", "true", "null", "[42]"] {
            let value: Value = serde_json::from_str(bad).unwrap();
            assert!(number.check(&value).is_err(), "{bad}");
        }
    }

    #[test]
    fn lengths_count_code_points() {
        let text = property(json!({"type": "string", "minLength": 1, "maxLength": 3}));
        assert!(text.check(&json!("🌱🌱🌱")).is_ok());
        assert!(text.check(&json!("🌱🌱🌱🌱")).is_err());
        assert!(text.check(&json!("")).is_err());
    }

    #[test]
    fn a_moment_is_one_of_rfc_3339() {
        let moment = property(json!({"type": "string", "format": "date-time"}));
        for good in ["2026-07-29T00:00:00Z", "2026-07-29T02:00:00.25+02:00"] {
            assert!(moment.check(&json!(good)).is_ok(), "{good}");
        }
        for bad in [
            "2026-07-29",
            "yesterday",
            "2026-07-29T00:00:00",
            "2026-07-29T00:00:00Z[UTC]",
            "2026-02-30T00:00:00Z",
        ] {
            assert!(moment.check(&json!(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn rule_3_stringified_shim_a_stringified_list_is_no_list() {
        let texts = property(json!({"type": "array", "items": {"type": "string"}}));
        assert!(texts.check(&json!([])).is_ok());
        assert!(texts.check(&json!("[\"bug\"]")).is_err());
        assert!(texts.check(&json!([1])).is_err());
    }

    #[test]
    fn nothing_is_published_that_is_not_checked() {
        for unchecked in [
            json!({"type": "string", "contentEncoding": "base64"}),
            json!({"type": "string", "format": "uri"}),
            json!({"type": "integer", "maximum": 3, "minimum": 1}),
            json!({"type": "array", "items": {"type": "integer"}}),
            json!({"type": "object"}),
            json!({"type": "string", "enum": ["a"], "default": "b"}),
        ] {
            assert!(Property::read(unchecked.as_object().unwrap()).is_none(), "{unchecked}");
        }
    }
}
