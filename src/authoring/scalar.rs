//! Text as a YAML scalar that every reader takes for the same text, whatever
//! the text is, and that is safe in a terminal, in a comment of HTML and in the
//! log of a runner.

use crate::report::is_hidden;

/// Words that some reader takes for something else than text.
const WORDS: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];

/// The text as it stands where that is plain, else in double quotation marks.
pub(super) fn scalar(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}

/// The text in double quotation marks, on one line. `<` and `>` are escapes, so
/// that no comment begins or ends in it; so is everything that a terminal or a
/// runner would obey.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        let code = u32::from(character);
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '<' | '>' | '#' => quoted.push_str(&format!("\\x{code:02x}")),
            _ if !is_hidden(character) => quoted.push(character),
            _ if code < 0x1_0000 => quoted.push_str(&format!("\\u{code:04x}")),
            _ => quoted.push_str(&format!("\\U{code:08x}")),
        }
    }
    quoted.push('"');
    quoted
}

/// Letters, digits, spaces and the gentlest of signs, and no word with a
/// meaning of its own.
fn is_plain(text: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'-' | b'.' | b'/');
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.ends_with(|last: char| last.is_ascii_alphanumeric())
        && text.bytes().all(inner)
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::scalar;

    #[test]
    fn what_is_not_plain_is_quoted() {
        for plain in ["Area", "Work Type", "p1", "in-progress", "v1.2", "a/b"] {
            assert_eq!(scalar(plain), plain);
        }
        for (text, quoted) in [
            ("", "\"\""),
            ("No", "\"No\""),
            ("1", "\"1\""),
            ("a: b", "\"a: b\""),
            ("a ", "\"a \""),
            ("say \"hi\" \\", "\"say \\\"hi\\\" \\\\\""),
            ("--> ##[x]", "\"--\\x3e \\x23\\x23[x]\""),
            ("é\u{202e}\u{e0041}\n", "\"é\\u202e\\U000e0041\\u000a\""),
        ] {
            assert_eq!(scalar(text), quoted);
        }
    }
}
