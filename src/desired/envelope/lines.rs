//! An issue body as lines, and which of them Markdown shows as code.

use crate::diagnostic::Position;

/// A line of an issue body.
#[derive(Clone, Copy, Debug)]
pub(in crate::desired) struct Line<'body> {
    /// Its text, without LF and without one CR before it; a lone CR is a
    /// character (decision 14).
    pub(in crate::desired) text: &'body str,
    /// Its number, from 1.
    pub(in crate::desired) number: u32,
    /// Bytes of the body before it.
    pub(in crate::desired) start: usize,
    /// Bytes of the body up to and including its line end.
    pub(in crate::desired) end: usize,
    /// Whether it is shown as code, inside a fence of `` ` `` or `~`.
    pub(in crate::desired) is_fenced: bool,
}

impl Line<'_> {
    /// The place of a byte of its text.
    pub(in crate::desired) fn position(&self, offset: usize) -> Position {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let column = u32::try_from(before.chars().count()).unwrap_or(u32::MAX).saturating_add(1);
        Position { line: self.number, column }
    }
}

/// The lines of a body, in order (contract part 1.1). The last one may lack a
/// line end.
pub(in crate::desired) fn lines(body: &str) -> impl Iterator<Item = Line<'_>> {
    let mut block = Block::Text;
    let mut start = 0;
    body.split_inclusive('\n').zip(1_u32..).map(move |(whole, number)| {
        let text = whole.strip_suffix('\n').unwrap_or(whole);
        let text = if whole.len() > text.len() { text.strip_suffix('\r').unwrap_or(text) } else { text };
        let (next, is_fenced) = block.after(text);
        let line = Line { text, number, start, end: start + whole.len(), is_fenced };
        (block, start) = (next, line.end);
        line
    })
}

/// The place of a byte of a body.
pub(in crate::desired) fn position(body: &str, offset: usize) -> Position {
    let before = body.get(..offset).unwrap_or(body);
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
    Position { line: number(line), column: number(column) }
}

/// What Markdown is in the middle of.
#[derive(Clone, Copy)]
enum Block {
    Text,
    /// A comment, in which nothing is a fence.
    Comment,
    /// Code between fences of this many of these.
    Code(char, usize),
}

impl Block {
    /// What the next line is in, and whether this one is code.
    fn after(self, text: &str) -> (Self, bool) {
        match self {
            Self::Comment if text.contains("-->") => (Self::Text, false),
            Self::Comment => (self, false),
            Self::Code(mark, length) => match fence(text) {
                Some((other, count, "")) if other == mark && count >= length => (Self::Text, false),
                _ => (self, true),
            },
            Self::Text => match fence(text) {
                Some(('`', _, info)) if info.contains('`') => (self, false),
                Some((mark, length, _)) => (Self::Code(mark, length), false),
                None if unindented(text).starts_with("<!--") && !text.contains("-->") => {
                    (Self::Comment, false)
                }
                None => (self, false),
            },
        }
    }
}

/// The mark, length and trailing text of a fence line (CommonMark 0.31,
/// section 4.5).
fn fence(text: &str) -> Option<(char, usize, &str)> {
    let text = unindented(text);
    let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let length = text.len() - info.len();
    (length >= 3).then_some((mark, length, info.trim_matches([' ', '\t', '\r'])))
}

/// The text without up to three spaces, the most that a fence may be indented.
fn unindented(text: &str) -> &str {
    let rest = text.trim_start_matches(' ');
    if text.len() - rest.len() <= 3 { rest } else { text }
}

#[cfg(test)]
mod tests {
    use super::{lines, position};
    use crate::diagnostic::Position;

    #[test]
    fn a_line_ends_at_lf_and_loses_one_cr() {
        let texts: Vec<_> = lines("a\r\nb\r\r\nc\rd\n\ne\r").map(|line| line.text).collect();
        assert_eq!(texts, ["a", "b\r", "c\rd", "", "e\r"]);
        let spans: Vec<_> = lines("é\r\nb").map(|line| (line.number, line.start, line.end)).collect();
        assert_eq!(spans, [(1, 0, 4), (2, 4, 5)]);
        assert_eq!(lines("").count(), 0);
    }

    #[test]
    fn positions_count_characters() {
        assert_eq!(position("é\r\näb", 7), Position { line: 2, column: 3 });
        assert_eq!(position("", 0), Position { line: 1, column: 1 });
        let line = lines("x\n🏃y").last().expect("a line");
        assert_eq!(line.position(4), Position { line: 2, column: 2 });
    }

    /// The lines that are code, by their text.
    fn fenced(body: &str) -> Vec<&str> {
        lines(body).filter(|line| line.is_fenced).map(|line| line.text).collect()
    }

    #[test]
    fn fences_of_both_kinds_hold_code() {
        assert_eq!(fenced("a\n```yaml\nb\n```\nc"), ["b"]);
        assert_eq!(fenced("   ~~~ `x`\r\nb\r\n~~~~ \r\nc"), ["b"]);
        assert_eq!(fenced("````\na\n```\n~~~~\nb\n`````\nc"), ["a", "```", "~~~~", "b"]);
        assert_eq!(fenced("```\na\n``` x\nb"), ["a", "``` x", "b"], "a fence may stay open");
        for none in ["``` a`b\nc", "``\na", "    ```\na", "> ```\na", "<!--\n```\n-->\na", "<!-- ``` -->\na"]
        {
            assert_eq!(fenced(none), [""; 0], "{none:?}");
        }
    }
}
