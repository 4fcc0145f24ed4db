//! The contract's notions of text: trimming, control characters, counting,
//! folding (contract part 0).

use unicode_normalization::UnicodeNormalization as _;

/// Whether the contract trims this character (the ECMAScript set).
#[must_use]
pub fn is_trimmed(character: char) -> bool {
    matches!(
        character,
        '\u{9}'..='\u{d}'
            | ' '
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
            | '\u{feff}'
    )
}

/// The text without the characters that the contract trims, at both ends.
/// Unlike `str::trim` this keeps U+0085 and strips U+FEFF.
#[must_use]
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_trimmed)
}

/// U+0000..U+001F and U+007F. C1 controls are not in the set.
#[must_use]
pub fn is_control(character: char) -> bool {
    matches!(character, '\u{0}'..='\u{1f}' | '\u{7f}')
}

/// Whether any character is a control character.
#[must_use]
pub fn has_control(text: &str) -> bool {
    text.chars().any(is_control)
}

/// Characters that nobody means in a vocabulary value and that spoof a report
/// (decision 21): C1 controls, line and paragraph separators, zero-width and
/// bidirectional formatting characters, and letters that show as nothing.
/// U+200D is not refused where it joins emoji, see [`is_spoofing_text`];
/// variation selectors are no part of the set, because emoji need them.
#[must_use]
pub fn is_spoofing(character: char) -> bool {
    matches!(
        character,
        '\u{80}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Whether a vocabulary value contains a character of [`is_spoofing`]. A
/// zero-width joiner passes where it [`joins`].
#[must_use]
pub fn is_spoofing_text(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    characters.iter().enumerate().any(|(index, &character)| {
        if character != JOINER {
            return is_spoofing(character);
        }
        let at = |index: Option<usize>| index.and_then(|index| characters.get(index)).copied();
        !joins(at(index.checked_sub(1)), at(index.checked_add(1)), is_spoofing)
    })
}

/// Joins emoji, and letters of some scripts.
pub const JOINER: char = '\u{200d}';

/// Whether a [`JOINER`] between these two is part of an emoji or of a script
/// that needs it: neither is ASCII, and neither is one that a reader does not
/// see.
#[must_use]
pub fn joins(previous: Option<char>, next: Option<char>, is_unseen: fn(char) -> bool) -> bool {
    let is_joined =
        |neighbour: Option<char>| neighbour.is_some_and(|other| !other.is_ascii() && !is_unseen(other));
    is_joined(previous) && is_joined(next)
}

/// The number of Unicode scalars.
#[must_use]
pub fn scalars(text: &str) -> usize {
    text.chars().count()
}

/// The folded form, used to find ambiguity and never to match: NFKC, then full
/// lower case without a locale.
#[must_use]
pub fn fold(text: &str) -> String {
    text.nfkc().collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{fold, has_control, is_spoofing_text, trim};

    #[test]
    fn trimming_uses_the_ecmascript_set() {
        assert_eq!(trim("\u{feff}\u{a0} a b \u{3000}\n"), "a b");
        assert_eq!(trim("\u{85}a"), "\u{85}a");
        assert_eq!(trim("\u{200b}a"), "\u{200b}a");
    }

    #[test]
    fn c1_controls_are_not_control_characters() {
        assert!(has_control("a\u{7f}"));
        assert!(has_control("\u{0}"));
        assert!(!has_control("\u{80}\u{9f}"));
    }

    #[test]
    fn folding_finds_ambiguity_as_the_contract_says() {
        assert_ne!(fold("Straße"), fold("STRASSE"));
        assert_eq!(fold("ﬁeld"), fold("FIELD"));
        assert_ne!(fold("İx"), fold("ix"));
        assert_eq!(fold("ΟΔΟΣ"), fold("οδος"));
    }

    #[test]
    fn a_joiner_passes_inside_an_emoji_alone() {
        assert!(!is_spoofing_text("🏃\u{200d}♀\u{fe0f} In progress"));
        assert!(is_spoofing_text("P\u{200d}1"));
        assert!(is_spoofing_text("\u{202e}1P"));
        assert!(is_spoofing_text("a\u{85}"));
        assert!(is_spoofing_text("\u{200d}"));
        assert!(is_spoofing_text("\u{3164}"));
        assert!(!is_spoofing_text("1\u{fe0f}\u{20e3} Größe"));
    }
}
