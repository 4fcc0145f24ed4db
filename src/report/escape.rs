//! Names made safe for the medium they are shown in.
//!
//! A display name is reviewed but free: it can hold escape sequences, text
//! direction overrides, Markdown, markup, mentions and workflow commands. Only
//! these three types put one into an output made for people.

use std::fmt;

use unicode_width::UnicodeWidthStr as _;

use crate::scope::text;

/// A name for a terminal or a log: one line, no control or invisible
/// character, no workflow command of GitHub Actions. What was taken out is
/// shown by its code point, as in `⟨U+001B⟩`; emoji joined by U+200D stay whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalText(String);

/// A name for Markdown on GitHub: a code span, inside which neither Markdown
/// nor HTML, mentions, references, links, emoji codes or workflow commands
/// work. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkdownText(String);

/// A text for HTML, as the content of an element or as a value between double
/// quotes: it opens and closes nothing there. What hides or acts is shown by its
/// code point, as in a terminal. Not for `script` and `style`, which hold no
/// text of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HtmlText(String);

impl TerminalText {
    /// The name, escaped.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self(visible(name))
    }

    /// How many columns the name takes in a terminal.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.width()
    }
}

impl MarkdownText {
    /// The name, escaped and quoted.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self(code_span(&visible(name)))
    }

    /// The same for a cell of a table, whose rows are cut at every `|` before
    /// anything else is read. One that a backslash stands before can not be
    /// escaped for every reader and is shown by its code point.
    #[must_use]
    pub fn in_cell(name: &str) -> Self {
        Self(code_span(&visible(name).replace("\\|", "\\⟨U+007C⟩").replace('|', "\\|")))
    }
}

impl HtmlText {
    /// The text, escaped.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut escaped = String::with_capacity(text.len());
        for character in visible(text).chars() {
            match character {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '"' => escaped.push_str("&quot;"),
                '\'' => escaped.push_str("&#39;"),
                // HTML has no way to write these (section 3.2.1.2 of the standard).
                _ if is_noncharacter(character) => {
                    escaped.push_str(&format!("⟨U+{:04X}⟩", u32::from(character)));
                }
                _ => escaped.push(character),
            }
        }
        Self(escaped)
    }
}

impl fmt::Display for HtmlText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Display for TerminalText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Display for MarkdownText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The name with every character that hides or acts replaced by its code point.
fn visible(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    let at = |index: Option<usize>| index.and_then(|index| characters.get(index)).copied();
    let mut shown = String::with_capacity(name.len());
    let mut blank = true;
    for (index, &character) in characters.iter().enumerate() {
        let previous = at(index.checked_sub(1));
        let next = at(index.checked_add(1));
        // The runner of GitHub Actions obeys `::` at the start of a line and
        // `##[` anywhere in it.
        let command = match character {
            ':' => blank && next == Some(':'),
            '#' => previous == Some('#') && next == Some('['),
            _ => false,
        };
        if command || hides(character, previous, next) {
            shown.push_str(&format!("⟨U+{:04X}⟩", u32::from(character)));
        } else {
            shown.push(character);
        }
        blank &= character == ' ';
    }
    shown
}

/// Whether a reader would not see this character for what it is.
fn hides(character: char, previous: Option<char>, next: Option<char>) -> bool {
    if character == text::JOINER { !text::joins(previous, next, is_hidden) } else { is_hidden(character) }
}

/// Control characters, what [`text::is_spoofing`] names, the blank of Braille
/// and the rest of the plane of tags. Variation selectors stay: they
/// choose between the text and the emoji form of what precedes them.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    text::is_control(character)
        || text::is_spoofing(character)
        || matches!(character, '\u{2800}' | '\u{e0080}'..='\u{e0fff}')
}

/// The 66 code points that are set aside and stand for no character.
fn is_noncharacter(character: char) -> bool {
    matches!(u32::from(character), 0xFDD0..=0xFDEF) || u32::from(character) & 0xFFFE == 0xFFFE
}

/// A code span (CommonMark 0.31, section 6.1): the fence is longer than any
/// run of backticks inside, and a space pads a backtick at an end.
fn code_span(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let spaced = text.starts_with(' ') && text.ends_with(' ');
    let pad =
        if text.is_empty() || text.starts_with('`') || text.ends_with('`') || spaced { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

    use super::{MarkdownText, TerminalText, visible};

    #[test]
    fn what_hides_or_acts_is_shown_by_its_code_point() {
        for (name, shown) in [
            ("In progress", "In progress"),
            ("\u{1b}[31mred", "⟨U+001B⟩[31mred"),
            ("a\nb\r\tc", "a⟨U+000A⟩b⟨U+000D⟩⟨U+0009⟩c"),
            ("\u{9b}2J", "⟨U+009B⟩2J"),
            ("\u{202e}1P", "⟨U+202E⟩1P"),
            ("P\u{200b}1", "P⟨U+200B⟩1"),
            ("P\u{200d}1", "P⟨U+200D⟩1"),
            ("\u{feff}x\u{ad}", "⟨U+FEFF⟩x⟨U+00AD⟩"),
            ("\u{e0041}", "⟨U+E0041⟩"),
            ("::add-mask::x", "⟨U+003A⟩:add-mask::x"),
            ("  ::error::x", "  ⟨U+003A⟩:error::x"),
            ("a::b", "a::b"),
            ("x ##[error]y", "x #⟨U+0023⟩[error]y"),
            ("###[x", "##⟨U+0023⟩[x"),
        ] {
            assert_eq!(TerminalText::new(name).to_string(), shown);
        }
    }

    #[test]
    fn b38_a_joined_emoji_and_combining_marks_stay_readable() {
        for name in
            ["🏃\u{200d}♀\u{fe0f} In progress", "👨\u{200d}👩\u{200d}👧", "e\u{301}", "1\u{fe0f}\u{20e3}"]
        {
            assert_eq!(TerminalText::new(name).to_string(), name);
        }
        assert_eq!(TerminalText::new("日本").width(), 4);
    }

    #[test]
    fn markdown_names_are_code_spans() {
        for (name, shown) in [
            ("P1", "`P1`"),
            ("a|b", "`a|b`"),
            ("@team #123 <script>", "`@team #123 <script>`"),
            ("[x](https://example.com)", "`[x](https://example.com)`"),
            ("a`b``c", "```a`b``c```"),
            ("`a", "`` `a ``"),
        ] {
            assert_eq!(MarkdownText::new(name).to_string(), shown);
        }
    }

    #[test]
    fn a_cell_is_not_cut_by_a_name() {
        for (name, shown) in [
            ("P1", "`P1`"),
            ("a|b", "`a\\|b`"),
            ("||", "`\\|\\|`"),
            ("a\\|b", "`a\\⟨U+007C⟩b`"),
            ("a\\\\", "`a\\\\`"),
        ] {
            assert_eq!(MarkdownText::in_cell(name).to_string(), shown);
        }
    }

    /// Names in which the characters that matter are frequent.
    fn name() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            any::<char>().prop_map(String::from),
            "[`|<>@#:\\[\\]()!*_~\\\\&; \n\r\t]{1,4}",
            Just("::add-mask::".to_owned()),
            Just("##[".to_owned()),
            Just("\u{202e}\u{200d}\u{1b}[0m".to_owned()),
            Just("</code><script>".to_owned()),
            "[a-z0-9]{1,5}",
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn terminal_text_is_one_inert_line(name in name()) {
            let shown = TerminalText::new(&name).to_string();
            prop_assert!(!shown.chars().any(char::is_control));
            let spoofs = |c: char| c != crate::scope::text::JOINER && crate::scope::text::is_spoofing(c);
            prop_assert!(!shown.chars().any(spoofs));
            prop_assert!(!shown.contains("##["));
            prop_assert!(!shown.trim_start().starts_with("::"));
        }

        #[test]
        fn a_cell_holds_exactly_one_code_span(name in name()) {
            let shown = MarkdownText::in_cell(&name).to_string();
            let source = format!("| a | b | c |\n| --- | --- | --- |\n| x | {shown} | y |\n");
            let events: Vec<Event<'_>> = Parser::new_ext(&source, Options::all()).collect();
            let cells = events.iter().filter(|event| matches!(event, Event::End(TagEnd::TableCell))).count();
            prop_assert_eq!(cells, 6, "{:?} {:?}", source, events);
            let codes: Vec<&str> = events.iter().filter_map(|event| match event {
                Event::Code(code) => Some(code.as_ref()),
                _ => None,
            }).collect();
            let expected = visible(&name).replace("\\|", "\\⟨U+007C⟩");
            let same = match codes.as_slice() {
                [code] => *code == expected || code.chars().all(|c| c == ' '),
                _ => false,
            };
            prop_assert!(same, "{source:?} {events:?}");
            let texts: Vec<&str> = events.iter().filter_map(|event| match event {
                Event::Text(text) => Some(text.as_ref()),
                _ => None,
            }).collect();
            prop_assert_eq!(texts, ["a", "b", "c", "x", "y"], "{:?}", source);
        }

        #[test]
        fn markdown_text_is_exactly_one_code_span(name in name(), before in "[a-z]{0,3}") {
            let shown = MarkdownText::new(&name).to_string();
            let source = format!("- {before} {shown} end");
            let events: Vec<Event<'_>> = Parser::new_ext(&source, Options::all()).collect();
            let codes: Vec<&str> = events.iter().filter_map(|event| match event {
                Event::Code(code) => Some(code.as_ref()),
                _ => None,
            }).collect();
            let expected = visible(&name);
            // An empty or blank span keeps the spaces that quote it.
            let same = match codes.as_slice() {
                [code] => *code == expected || code.chars().all(|c| c == ' '),
                _ => false,
            };
            prop_assert!(same, "{source:?} {events:?}");
            let allowed = events.iter().all(|event| matches!(event,
                Event::Code(_) | Event::Text(_)
                | Event::Start(Tag::List(None) | Tag::Item)
                | Event::End(TagEnd::List(false) | TagEnd::Item)));
            prop_assert!(allowed, "{source:?} {events:?}");
        }
    }
}
