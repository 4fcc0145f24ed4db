//! The text before it is parsed: what no document may contain, and stand-ins
//! for the characters that a YAML reader does not take.

use std::borrow::Cow;

use granit_parser::Span;

use crate::desired::envelope::position;
use crate::diagnostic::Position;

/// The first stand-in; the character U+00nn is written as this plus nn. Private
/// use characters of the last plane, which nobody assigns.
const STAND_IN: u32 = 0x0010_f800;

/// The document's text as the parsers see it: same lines, same columns.
///
/// Raw control characters get stand-ins, because the contract judges them as
/// characters of a value (part 1.3), while a YAML reader would refuse the whole
/// document, or end it at U+0000. So does a carriage return that is not part of
/// a line end: YAML would break the line there, the envelope does not
/// (decision 14).
///
/// # Errors
///
/// The place of a byte order mark that is not the first character (decision
/// 16), or of a stand-in in a text that needs stand-ins itself.
pub(super) fn prepare(text: &str) -> Result<Cow<'_, str>, Position> {
    let mark = text.char_indices().skip(1).find(|(_, character)| *character == '\u{feff}');
    if let Some((offset, _)) = mark {
        return Err(position(text, offset));
    }
    if !characters(text).any(|(character, next)| needs_stand_in(character, next)) {
        return Ok(Cow::Borrowed(text));
    }
    let own = text.find(|character| (STAND_IN..STAND_IN + 0x100).contains(&u32::from(character)));
    if let Some(offset) = own {
        return Err(position(text, offset));
    }
    let replace = |(character, next)| match needs_stand_in(character, next) {
        true => char::from_u32(STAND_IN + u32::from(character)).unwrap_or(character),
        false => character,
    };
    Ok(Cow::Owned(characters(text).map(replace).collect()))
}

/// Each character with the one behind it.
fn characters(text: &str) -> impl Iterator<Item = (char, Option<char>)> {
    text.chars().zip(text.chars().skip(1).map(Some).chain([None]))
}

/// The scalar that `scalar` stands for in a text that [`prepare`] changed.
pub(super) fn restore(scalar: &str) -> String {
    let original = |character: char| {
        let code = u32::from(character).checked_sub(STAND_IN).and_then(|code| u8::try_from(code).ok());
        code.map_or(character, char::from)
    };
    scalar.chars().map(original).collect()
}

/// Whether a YAML reader would not take the character as part of a line.
fn needs_stand_in(character: char, next: Option<char>) -> bool {
    match character {
        '\r' => next != Some('\n'),
        '\u{0}'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}' => true,
        _ => false,
    }
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
    use std::borrow::Cow;

    use super::{prepare, restore};
    use crate::diagnostic::Position;

    #[test]
    fn stand_ins_are_undone() {
        let text = "a\u{0}b\u{7}\u{9f}\u{85}\t\r\n\rc\r";
        let prepared = prepare(text).expect("no place");
        assert!(!prepared.contains(['\u{0}', '\u{7}', '\u{9f}']));
        assert_eq!(prepared.matches('\r').count(), 1);
        assert_eq!(prepared.chars().count(), text.chars().count());
        assert_eq!(restore(&prepared), text);
    }

    #[test]
    fn a_text_that_needs_no_stand_in_is_left_alone() {
        let text = "\u{feff}\u{10f807} \u{85}\t\r\n";
        assert!(matches!(prepare(text), Ok(Cow::Borrowed(same)) if same == text));
    }

    #[test]
    fn a_later_byte_order_mark_and_a_stand_in_beside_what_needs_one_are_refused() {
        assert_eq!(prepare("a\nb\u{feff}"), Err(Position { line: 2, column: 2 }));
        assert_eq!(prepare("a\r\n\u{10f807}\r"), Err(Position { line: 2, column: 1 }));
    }
}
