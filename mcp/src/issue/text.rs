//! Texts as results show them.

use std::fmt::Write as _;

use jiff::Timestamp;

/// The most code points of a body in summary detail.
const MOST_IN_SUMMARY: usize = 2000;

/// The most code points of a body in a list (decision 4).
const MOST_IN_PREVIEW: usize = 200;

/// A body that may be cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capped {
    /// What is left of it.
    pub text: String,
    /// Whether it was longer.
    pub is_truncated: bool,
}

impl Capped {
    /// The body, whole or its first 2,000 code points.
    #[must_use]
    pub fn new(body: &str, whole: bool) -> Self {
        match body.char_indices().nth(MOST_IN_SUMMARY) {
            Some((end, _)) if !whole => Self { text: head(body, end), is_truncated: true },
            _ => Self { text: body.to_owned(), is_truncated: false },
        }
    }
}

/// The first 200 code points of a body.
#[must_use]
pub fn preview(body: &str) -> String {
    let end = body.char_indices().nth(MOST_IN_PREVIEW).map_or(body.len(), |(end, _)| end);
    head(body, end)
}

fn head(text: &str, end: usize) -> String {
    text.get(..end).unwrap_or(text).to_owned()
}

/// A JSON text without control characters: JSON lets some stand in strings that
/// terminals obey. It says what it said.
#[must_use]
pub fn escaped(json: String) -> String {
    if !json.contains(char::is_control) {
        return json;
    }
    json.chars().fold(String::new(), |mut text, c| {
        if c.is_control() {
            // Writing into a text does not fail.
            let _ = write!(text, "\\u{:04x}", u32::from(c));
        } else {
            text.push(c);
        }
        text
    })
}

/// A moment as results and requests write it: RFC 3339 in UTC, whole seconds.
#[must_use]
pub fn second(moment: Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::{Capped, escaped, preview, second};

    #[test]
    fn a_body_is_cut_between_code_points_and_says_so() {
        let exact = "é".repeat(2000);
        assert_eq!(Capped::new(&exact, false), Capped { text: exact.clone(), is_truncated: false });
        let longer = format!("{exact}x");
        assert_eq!(Capped::new(&longer, false), Capped { text: exact, is_truncated: true });
        assert_eq!(Capped::new(&longer, true), Capped { text: longer, is_truncated: false });
    }

    #[test]
    fn a_preview_has_at_most_200_code_points() {
        assert_eq!(preview("short"), "short");
        assert_eq!(preview(&"🌱".repeat(201)), "🌱".repeat(200));
    }

    #[test]
    fn control_characters_of_json_are_escaped() {
        let value = serde_json::json!({"a": "\u{7}\u{7f}\u{9b}31m\u{a0}é\r\n"});
        let text = escaped(value.to_string());
        assert_eq!(text, "{\"a\":\"\\u0007\\u007f\\u009b31m\u{a0}é\\r\\n\"}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn moments_are_utc_and_whole_seconds() {
        let moment = "2026-07-29T14:02:11.9+02:00".parse().unwrap();
        assert_eq!(second(moment), "2026-07-29T12:02:11Z");
    }
}
