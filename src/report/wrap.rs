//! Static text in lines of a fixed width, whatever the terminal.

/// The columns of a line, its indent included.
const WIDTH: usize = 80;

/// The text, broken between words and indented; each line ends with a line
/// end. For text of this program alone: columns are counted as characters.
#[must_use]
pub fn wrap(indent: usize, text: &str) -> String {
    let margin = " ".repeat(indent);
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column == 0 || column + 1 + length > WIDTH {
            wrapped.push_str(if column == 0 { "" } else { "\n" });
            wrapped.push_str(&margin);
            column = indent;
        } else {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped.push('\n');
    wrapped
}
