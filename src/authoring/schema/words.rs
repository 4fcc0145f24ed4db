//! The words that several schemas share, from the tables of the program.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::scope::{IssueNumber, text};

/// The characters of a kind, as the inside of a class of a regular expression
/// that ECMAScript (with the flag `u`) and this program's tests read alike.
fn class(is_member: impl Fn(char) -> bool) -> String {
    let mut class = String::new();
    let mut open: Option<(char, char)> = None;
    let mut close = |range: Option<(char, char)>| {
        if let Some((first, last)) = range {
            class.push_str(&escape(first));
            if first != last {
                class.push('-');
                class.push_str(&escape(last));
            }
        }
    };
    for character in (0..=0x10_ffff).filter_map(char::from_u32) {
        if !is_member(character) {
            close(open.take());
        } else {
            open = Some((open.map_or(character, |(first, _)| first), character));
        }
    }
    close(open);
    class
}

fn escape(character: char) -> String {
    match u32::from(character) {
        code @ 0..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\u{{{code:x}}}"),
    }
}

/// Characters that a text may not have, as classes: anywhere, and at its ends.
struct Refused {
    inner: String,
    edge: String,
}

impl Refused {
    fn of(is_refused: impl Fn(char) -> bool) -> Self {
        let is_edge = |character| is_refused(character) || text::is_trimmed(character);
        Self { edge: class(is_edge), inner: class(is_refused) }
    }
}

static BLANK: LazyLock<String> = LazyLock::new(|| class(text::is_trimmed));
static CONTROL: LazyLock<Refused> = LazyLock::new(|| Refused::of(text::is_control));
/// What a reader does not see. The joiner of emoji passes, which the program
/// judges by what it joins.
static UNSEEN: LazyLock<Refused> = LazyLock::new(|| {
    let is_unseen = |character| text::is_spoofing(character) && character != text::JOINER;
    Refused::of(|character| text::is_control(character) || is_unseen(character))
});

/// A text that has 1 to `limit` characters of what is not refused, blanks at its
/// ends aside.
fn trimmed(limit: usize, refused: &Refused) -> String {
    let (blank, Refused { inner, edge }) = (&*BLANK, refused);
    let between = limit.saturating_sub(2);
    format!("^[{blank}]*[^{edge}](?:[^{inner}]{{0,{between}}}[^{edge}])?[{blank}]*$")
}

/// A display name of a native policy, of at most so many characters.
pub(super) fn name(limit: usize) -> Value {
    json!({
        "type": "string",
        "pattern": trimmed(limit, &CONTROL),
        "patternErrorMessage": format!("1 to {limit} characters, without control characters"),
    })
}

/// A vocabulary string of a native contract.
pub(super) fn vocabulary(limit: usize) -> Value {
    json!({
        "type": "string",
        "pattern": trimmed(limit, &UNSEEN),
        "patternErrorMessage": format!("1 to {limit} characters that a reader sees"),
    })
}

/// A legacy string: at most so many characters between blanks, and no control
/// character anywhere.
pub(super) fn legacy_text(limit: usize) -> Value {
    let control = &CONTROL.inner;
    json!({
        "type": "string",
        "allOf": [
            { "pattern": trimmed(limit, &CONTROL) },
            { "pattern": format!("^[^{control}]*$") },
        ],
    })
}

/// An issue number.
pub(super) fn issue() -> Value {
    json!({ "type": "integer", "minimum": 1, "maximum": IssueNumber::MAX })
}

/// A date as `YYYY-MM-DD`, years 0100 to 9999.
pub(super) fn date() -> Value {
    json!({
        "type": "string",
        "format": "date",
        "pattern": "^(?:0[1-9]|[1-9][0-9])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$",
    })
}

/// One of these words.
pub(super) fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> Value {
    json!({ "enum": words.into_iter().collect::<Vec<_>>() })
}

/// A count.
pub(super) fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

/// A list of such entries.
pub(super) fn list(entry: Value) -> Value {
    json!({ "type": "array", "items": entry })
}
