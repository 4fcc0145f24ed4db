//! The words that a legacy policy and a legacy contract share (contract part
//! 8.2, decision 87).

use std::collections::BTreeMap;

use crate::desired::yaml::{Entry, Limits, Node, Value};
use crate::desired::{DisplayName, LogicalKey};
use crate::diagnostic::{Path, Position};
use crate::scope::text;

/// The most Unicode scalars of a legacy string.
pub const MAX_SCALARS: usize = 256;

/// The legacy dialect knows no structural limits but the size of its texts.
/// The depth is bounded all the same, so that no text can exhaust the stack:
/// documents of the dialect are at most five levels deep.
pub(super) const LIMITS: Limits = Limits {
    depth: 16,
    root_members: usize::MAX,
    members: usize::MAX,
    entries: Some(usize::MAX),
    scalars: usize::MAX,
    string: usize::MAX,
};

/// A mapping and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Members<'node> {
    /// The path of the mapping.
    pub(super) path: Path,
    /// Where it begins.
    pub(super) position: Position,
    /// Its members in document order.
    pub(super) entries: &'node [Entry],
}

impl<'node> Members<'node> {
    /// The node as a mapping, if it is one.
    pub(super) fn of(node: &'node Node, path: Path) -> Option<Self> {
        match &node.value {
            Value::Mapping(entries) => Some(Self { path, position: node.position, entries }),
            _ => None,
        }
    }

    /// The value of the member, where it is present.
    pub(super) fn get(&self, name: &str) -> Option<&'node Node> {
        self.entries.iter().find(|entry| entry.key == name).map(|entry| &entry.value)
    }
}

/// A legacy string, trimmed: 1 to 256 Unicode scalars after trimming, no
/// control character before.
pub(super) fn string(value: &Value) -> Option<&str> {
    let Value::Text(untrimmed) = value else { return None };
    let trimmed = text::trim(untrimmed);
    let fits = (1..=MAX_SCALARS).contains(&text::scalars(trimmed)) && !text::has_control(untrimmed);
    fits.then_some(trimmed)
}

/// A legacy string as a display name.
pub(super) fn name(value: &Value) -> Option<DisplayName> {
    string(value).and_then(|text| DisplayName::parse(text, MAX_SCALARS))
}

/// A legacy string map: the members that are legacy strings; empty for
/// anything but a mapping.
pub(super) fn names(node: Option<&Node>) -> BTreeMap<LogicalKey, DisplayName> {
    let Some(Value::Mapping(entries)) = node.map(|node| &node.value) else {
        return BTreeMap::new();
    };
    let named = |entry: &Entry| Some((LogicalKey::verbatim(&entry.key), name(&entry.value.value)?));
    entries.iter().filter_map(named).collect()
}

/// Whether the value is the number 1, however it is spelled (`1.0` too), and
/// not a text.
pub(super) fn is_one(value: &Value) -> bool {
    matches!(value, Value::Number(number) if number.value == 1.0)
}

/// Whether the text is plain decimal digits: no sign, no leading zero.
pub(super) fn is_digits(text: &str) -> bool {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0'))
}

/// The number that the text spells in plain decimal, with or without a
/// fraction.
pub(super) fn decimal(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let plain =
        is_digits(whole) && !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::{decimal, is_digits, name, string};
    use crate::desired::yaml::Value;

    #[test]
    fn a_legacy_string_is_trimmed_bounded_and_free_of_controls() {
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(string(&text("\u{feff} a b \u{a0}")), Some("a b"));
        assert_eq!(string(&text(&format!(" {} ", "é".repeat(256)))).map(str::len), Some(512));
        assert_eq!(name(&text(" P1 ")).unwrap().as_str(), "P1");
        for bad in ["", "  ", "a\u{7f}b", " a\t", "a\n", &"a".repeat(257)] {
            assert_eq!(string(&text(bad)), None, "{bad:?}");
        }
        assert_eq!(string(&Value::Null), None);
        assert_eq!(string(&Value::Bool(true)), None);
    }

    #[test]
    fn quoted_numbers_are_plain_decimal() {
        for good in ["0", "7", "10", "9007199254740993"] {
            assert!(is_digits(good), "{good}");
        }
        for bad in ["", "07", "+7", "-7", "1e2", "0x7", " 7", "7 ", "1_0", "７", "7.0"] {
            assert!(!is_digits(bad), "{bad}");
        }
        assert_eq!(decimal("2.50"), Some(2.5));
        assert_eq!(decimal("12"), Some(12.0));
        for bad in ["", ".5", "5.", "05.1", "-1", "1e3", "inf", "NaN", "1.2.3", "1.-2", &"9".repeat(400)] {
            assert_eq!(decimal(bad), None, "{bad}");
        }
    }
}
