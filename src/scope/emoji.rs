//! Emoji as labels use them: as glyphs, or as GitHub's `:shortcode:` words.

use icu_properties::CodePointSetData;
use icu_properties::props::{EmojiComponent, ExtendedPictographic};

/// Whether a word is the name of an emoji between colons: `:bug:`, `:+1:`, `:e-mail:`
#[must_use]
pub fn is_shortcode(word: &str) -> bool {
    let inner = word.strip_prefix(':').and_then(|rest| rest.strip_suffix(':'));
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+');
    inner.is_some_and(|inner| !inner.is_empty() && inner.chars().all(allowed))
}

/// A selector of text or emoji presentation.
#[must_use]
pub fn is_variation_selector(character: char) -> bool {
    matches!(character, '\u{fe0e}' | '\u{fe0f}')
}

/// Whether the character is a pictograph or a part of one that is not ASCII:
/// a joiner, a skin tone, a regional indicator. Letters and digits are not.
#[must_use]
pub fn is_pictograph(character: char) -> bool {
    let is_component =
        || !character.is_ascii() && CodePointSetData::new::<EmojiComponent>().contains(character);
    CodePointSetData::new::<ExtendedPictographic>().contains(character) || is_component()
}

/// The combining mark that makes an emoji of a digit, `#` or `*`.
const KEYCAP: char = '\u{20e3}';

/// Whether the text is emoji and nothing else, white space apart. Empty text is
/// not.
#[must_use]
pub fn is_only_emoji(text: &str) -> bool {
    let mut seen = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character.is_whitespace() {
            continue;
        }
        if matches!(character, '0'..='9' | '#' | '*') {
            // They stand for themselves unless the keycap follows.
            characters.next_if_eq(&'\u{fe0f}');
            if characters.next_if_eq(&KEYCAP).is_none() {
                return false;
            }
        } else if !is_pictograph(character) {
            return false;
        }
        seen = true;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::{is_only_emoji, is_pictograph, is_shortcode};

    #[test]
    fn words_between_colons_are_shortcodes() {
        for good in [":bug:", ":+1:", ":e-mail:", ":non-potable_water:"] {
            assert!(is_shortcode(good), "{good}");
        }
        for bad in ["bug", ":bug", "bug:", "::", ":", ":a b:", ":é:", "type:bug"] {
            assert!(!is_shortcode(bad), "{bad}");
        }
    }

    #[test]
    fn letters_and_digits_are_no_pictographs() {
        assert!("🐛🏃\u{200d}♀⚡✅🇫🇷".chars().all(is_pictograph));
        assert!(!"aé1#*Ωж字あ→".chars().any(is_pictograph));
    }

    #[test]
    fn b52_a_name_of_emoji_alone_is_found() {
        for only in [
            "🐛",
            "🐛 🚀",
            "🏃\u{200d}♀\u{fe0f}",
            "👍🏽",
            "🇮🇹",
            "1\u{fe0f}\u{20e3}",
            "❤\u{fe0f}",
            "🏴\u{e0067}\u{e007f}",
        ] {
            assert!(is_only_emoji(only), "{only}");
        }
        for other in ["", " ", "bug", "🐛 bug", "1", "#", "*", "p1", "é", "→", ":bug:", "日本", "1\u{fe0f}"]
        {
            assert!(!is_only_emoji(other), "{other}");
        }
    }
}
