//! JSON as this program prints it: one line, members in the documented order,
//! numbers as ECMAScript prints them.

use std::io;

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::escape::is_hidden;
use crate::scope::canonical::canonical;
use crate::scope::text::JOINER;

/// No white space; numbers in the form of RFC 8785.
struct OneLine;

impl Formatter for OneLine {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(number(value).as_bytes())
    }
}

/// The number as ECMAScript prints it: `3`, `0.5`, `1e-7`.
pub(super) fn number(value: f64) -> String {
    canonical(&serde_json::json!(value))
}

/// The value as one line without its end. What would act on a terminal or a
/// runner that prints the line is written as an escape, so that a reader of
/// JSON gets the same text.
#[must_use]
#[expect(
    clippy::expect_used,
    reason = "writing into memory does not fail, every key is text, and an empty line in place of a \
              result would pass for one"
)]
pub fn line(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    let written = value.serialize(&mut Serializer::with_formatter(&mut bytes, OneLine));
    written.expect("a value made for printing can be printed");
    inert(&String::from_utf8(bytes).expect("JSON is UTF-8"))
}

/// The same JSON without characters that hide and without `##[`, which a runner
/// of GitHub Actions obeys anywhere in a line. Both can only occur in strings.
fn inert(json: &str) -> String {
    let mut inert = String::with_capacity(json.len());
    for character in json.chars() {
        if character != JOINER && is_hidden(character) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                inert.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            inert.push(character);
        }
    }
    inert.replace("##[", "#\\u0023[")
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn numbers_are_printed_as_ecmascript_prints_them() {
        let numbers = [3.0, -0.0, 0.5, 1e-6, 1e-7, 10_000.0, 1e16, 1e21];
        assert_eq!(line(&numbers), "[3,0,0.5,0.000001,1e-7,10000,10000000000000000,1e+21]");
    }

    #[test]
    fn a_workflow_command_inside_a_string_is_inert_and_reads_the_same() {
        let printed = line(&["###[error]x"]);
        assert_eq!(printed, "[\"##\\u0023[error]x\"]");
        let read: Vec<String> = serde_json::from_str(&printed).unwrap();
        assert_eq!(read, ["###[error]x"]);
    }

    #[test]
    fn characters_that_hide_are_escapes_that_read_the_same() {
        let name = "\u{7f}\u{9b}2J \u{202e}1P \u{e0041} 🏃\u{200d}♀\u{fe0f} é";
        let printed = line(&[name]);
        assert_eq!(printed, "[\"\\u007f\\u009b2J \\u202e1P \\udb40\\udc41 🏃\u{200d}♀\u{fe0f} é\"]");
        let read: Vec<String> = serde_json::from_str(&printed).unwrap();
        assert_eq!(read, [name]);
    }
}
