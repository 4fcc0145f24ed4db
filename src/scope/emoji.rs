//! Emoji as labels use them: as glyphs, or as GitHub's `:shortcode:` words.

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

/// Whether the character is shown as a pictograph, or belongs to one. Letters
/// and digits of any script are not.
#[must_use]
pub fn is_pictograph(character: char) -> bool {
    matches!(
        character,
        '\u{200d}'
            | '\u{203c}'
            | '\u{2049}'
            | '\u{20e3}'
            | '\u{2122}'
            | '\u{2139}'
            | '\u{2190}'..='\u{21ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{24c2}'
            | '\u{25a0}'..='\u{27bf}'
            | '\u{2900}'..='\u{297f}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{3030}'
            | '\u{303d}'
            | '\u{3297}'
            | '\u{3299}'
            | '\u{1f000}'..='\u{1faff}'
            | '\u{e0020}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::{is_pictograph, is_shortcode};

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
        assert!(!"aé1#*Ωж字あ".chars().any(is_pictograph));
    }
}
