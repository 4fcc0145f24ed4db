//! The text before it is parsed: what no document may contain, and stand-ins
//! for the characters that a YAML reader does not take.

use std::borrow::Cow;

use granit_parser::Span;

use crate::diagnostic::Position;

/// The first stand-in; the character U+00nn is written as this plus nn. Private
/// use characters of the last plane, which nobody assigns.
const STAND_IN: u32 = 0x0010_f800;

/// The document's text as the parsers see it: same lines, same columns.
///
/// Raw control characters get stand-ins, because the contract judges them as
/// characters of a value (part 1.3), while a YAML reader would refuse the whole
/// document, or end it at U+0000. A text that already has stand-ins keeps its
/// control characters, and the readers refuse them.
pub(super) fn prepare(text: &str) -> Cow<'_, str> {
    let stands_in = |character: char| (STAND_IN..STAND_IN + 0x100).contains(&u32::from(character));
    if !text.chars().any(needs_stand_in) || text.chars().any(stands_in) {
        return Cow::Borrowed(text);
    }
    let replace = |character: char| match needs_stand_in(character) {
        true => char::from_u32(STAND_IN + u32::from(character)).unwrap_or(character),
        false => character,
    };
    Cow::Owned(text.chars().map(replace).collect())
}

/// The scalar that `scalar` stands for in a text that [`prepare`] changed.
pub(super) fn restore(scalar: &str) -> String {
    let original = |character: char| {
        let code = u32::from(character).checked_sub(STAND_IN).and_then(|code| u8::try_from(code).ok());
        code.map_or(character, char::from)
    };
    scalar.chars().map(original).collect()
}

/// Whether YAML 1.2 calls the character not printable, of those below U+0100.
fn needs_stand_in(character: char) -> bool {
    matches!(
        character,
        '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}'
    )
}

/// The place of the first character that no document may contain: a byte order
/// mark that is not the first character (decision 16), or a carriage return
/// that is not part of a line end. YAML would break the line there, the
/// envelope does not (decision 14), so that the two would disagree.
pub(super) fn refused(text: &str) -> Option<Position> {
    let mut position = Position { line: 1, column: 1 };
    let mut characters = text.chars().enumerate().peekable();
    while let Some((index, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        if character == '\u{feff}' && index > 0 || character == '\r' && next != Some('\n') {
            return Some(position);
        }
        position = match character {
            '\n' => Position { line: position.line.saturating_add(1), column: 1 },
            _ => Position { line: position.line, column: position.column.saturating_add(1) },
        };
    }
    None
}

/// Whether the white space right before the node has a tab in it. Before an
/// entry of a block collection that space is indentation.
pub(super) fn is_indented_by_tab(text: &str, node: &Span) -> bool {
    let before = node.start.byte_offset().and_then(|offset| text.get(..offset)).unwrap_or_default();
    let mut space = before.chars().rev().take_while(|character| matches!(character, ' ' | '\t'));
    space.any(|character| character == '\t')
}

/// A tab in the indentation of the line that could not be read, or of the next
/// one: the parser names the node before the tab that it could not continue.
pub(super) fn tab_near(text: &str, error: Position) -> Option<Position> {
    let lines = (error.line..).zip(text.lines().skip(error.line.checked_sub(1)? as usize)).take(2);
    lines.into_iter().find_map(|(line, text)| {
        let spaces = text.chars().take_while(|character| *character == ' ').count();
        let column = u32::try_from(spaces).ok()?.checked_add(1)?;
        text.chars().nth(spaces).filter(|character| *character == '\t')?;
        Some(Position { line, column })
    })
}

#[cfg(test)]
mod tests {
    use super::{prepare, refused, restore};
    use crate::diagnostic::Position;

    #[test]
    fn stand_ins_are_undone() {
        let text = "a\u{0}b\u{7}\u{9f}\u{85}\t\n";
        let prepared = prepare(text);
        assert!(!prepared.chars().any(|c| c == '\u{0}' || c == '\u{9f}'));
        assert_eq!(restore(&prepared), text);
    }

    #[test]
    fn a_text_with_stand_ins_of_its_own_is_left_alone() {
        let text = "\u{10f807} \u{7}";
        assert_eq!(prepare(text), text);
    }

    #[test]
    fn a_later_byte_order_mark_and_a_lone_carriage_return_are_found() {
        assert_eq!(refused("\u{feff}a\r\nb\n"), None);
        assert_eq!(refused("a\nb\u{feff}"), Some(Position { line: 2, column: 2 }));
        assert_eq!(refused("a\r\n\rb"), Some(Position { line: 2, column: 1 }));
        assert_eq!(refused("a\r"), Some(Position { line: 1, column: 2 }));
    }
}
