//! Static text in lines of a fixed width, whatever the terminal.

/// The columns of a line, its indent included.
const WIDTH: usize = 80;

/// The text, broken between words, indented, and marked on its first line; the
/// other lines stand below the first word. Each line ends with a line end. For
/// text of this program alone: columns are counted as characters.
#[must_use]
pub fn wrap(indent: usize, mark: &str, text: &str) -> String {
    let hanging = indent + mark.chars().count();
    let mut wrapped = format!("{:indent$}{mark}", "");
    let mut column = hanging;
    for (index, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > WIDTH {
            wrapped.push_str(&format!("\n{:hanging$}", ""));
            column = hanging;
        } else if index > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped.push('\n');
    wrapped
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_between_words_and_hang_below_the_first() {
        let text = "word ".repeat(20);
        let wrapped = wrap(4, "→ ", text.trim_end_matches(' '));
        let lines: Vec<&str> = wrapped.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("    → word"), "{wrapped}");
        assert!(lines[1].starts_with("      word"), "{wrapped}");
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{wrapped}");
    }

    #[test]
    fn a_word_that_is_too_long_stands_alone() {
        let long = "x".repeat(100);
        assert_eq!(wrap(2, "", &format!("a {long} b")), format!("  a\n  {long}\n  b\n"));
    }
}
