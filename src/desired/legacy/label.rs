//! What GitHub does not take as the name of a label (field case B52).

use icu_properties::CodePointSetData;
use icu_properties::props::{EmojiComponent, ExtendedPictographic};

/// The combining mark that makes an emoji of a digit, `#` or `*`.
const KEYCAP: char = '\u{20e3}';

/// Whether the name is emoji and nothing else, white space apart. GitHub
/// refuses such a label when it is created.
pub(super) fn is_only_emoji(name: &str) -> bool {
    let pictographs = CodePointSetData::new::<ExtendedPictographic>();
    let components = CodePointSetData::new::<EmojiComponent>();
    // Digits, `#` and `*` are components too, but stand for themselves unless
    // the keycap follows.
    let is_emoji = |c: char| pictographs.contains(c) || (components.contains(c) && !c.is_ascii());
    let mut seen = false;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        if character.is_whitespace() {
            continue;
        }
        if components.contains(character) && character.is_ascii() {
            characters.next_if_eq(&'\u{fe0f}');
            if characters.next_if_eq(&KEYCAP).is_none() {
                return false;
            }
        } else if !is_emoji(character) {
            return false;
        }
        seen = true;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::is_only_emoji;

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
