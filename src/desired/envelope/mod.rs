//! Finding the hidden block in an issue body (contract part 1.1), and what
//! looks like one but is not read (decision 12).

mod lines;

use super::yaml::{self, Limits, member};
use crate::diagnostic::{Code, Diagnostic, Notice, Path, Position};

pub(super) use crate::scope::BODY_BYTES;
pub(super) use lines::{Line, lines, position};

/// The largest content of a block, in either dialect.
pub(super) const BLOCK_BYTES: usize = 16 << 10;

/// How many near misses of one body are told; more are of no use to anyone.
pub(super) const NOTICES: usize = 64;

/// What every marker of either dialect holds, and everything that looks like
/// one: a body without it, in whatever ASCII case, has nothing to say here.
pub(super) const WORD: &str = "yukh";

const OPENING: &str = "<!-- yukh:issue:v1";
const CLOSING: &str = "-->";
const COMMENT: &str = "<!--";

/// The content of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block<'body> {
    /// The document, between the opening and the closing line.
    pub(super) text: &'body str,
    /// Where the document begins in the body.
    pub(super) start: Position,
}

impl Block<'_> {
    /// The place in the body of a place in the document.
    pub(super) fn position(&self, place: Position) -> Position {
        let column = if place.line == 1 { self.start.column.saturating_sub(1) } else { 0 };
        Position {
            line: place.line.saturating_add(self.start.line.saturating_sub(1)),
            column: place.column.saturating_add(column),
        }
    }

    /// The place in the body of the value of this key, which stands at the root
    /// or in one of the mappings named; else of the root. `None` for a document
    /// that can not be read.
    pub(super) fn place_of(&self, limits: &Limits, mappings: &[&str], key: &str) -> Option<Position> {
        let root = yaml::read(self.text, limits).ok()?;
        let nested = || mappings.iter().find_map(|name| member(member(&root, name)?, key));
        let node = member(&root, key).or_else(nested).unwrap_or(&root);
        Some(self.position(node.position))
    }
}

/// What a body holds for the native dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Envelope<'body> {
    /// The block; `None` where no line opens one.
    pub(super) block: Option<Block<'body>>,
    /// Near misses and a block inside a code fence, by place.
    pub(super) notices: Vec<Notice>,
}

/// Finds the native block.
///
/// # Errors
///
/// `YKP-CONTRACT-002` where the block is opened twice, not closed or holds
/// `-->` (decision 13), `-003` where body or block are too large.
pub(super) fn find(body: &str) -> Result<Envelope<'_>, Diagnostic> {
    let root = |code: Code| Diagnostic::new(code, Path::root());
    if body.len() > BODY_BYTES {
        return Err(root(Code::Contract003));
    }
    let mut openings = lines(body).filter(|line| line.text == OPENING);
    let Some(opening) = openings.next() else {
        return Ok(Envelope { block: None, notices: notices(body, 0..0) });
    };
    if let Some(second) = openings.next() {
        return Err(root(Code::Contract002).at(second.position(0)));
    }
    let mut content = lines(body).skip_while(|line| line.number <= opening.number);
    let Some((ending, offset)) = content.find_map(|line| Some((line, line.text.find(CLOSING)?))) else {
        return Err(root(Code::Contract002).at(opening.position(0)));
    };
    if ending.text != CLOSING {
        return Err(root(Code::Contract002).at(ending.position(offset)));
    }
    let text = body.get(opening.end..ending.start).unwrap_or_default();
    if text.len() > BLOCK_BYTES {
        return Err(root(Code::Contract003).at(opening.position(0)));
    }
    let start = Position { line: opening.number.saturating_add(1), column: 1 };
    let notices = notices(body, opening.start..ending.end);
    Ok(Envelope { block: Some(Block { text, start }), notices })
}

/// What looks like a block outside of the block, and the block itself where
/// Markdown shows it as code (decision 11).
fn notices(body: &str, block: std::ops::Range<usize>) -> Vec<Notice> {
    let miss = |line: Line<'_>| {
        let offset = if block.contains(&line.start) {
            (line.is_fenced && line.start == block.start).then_some(0)
        } else {
            comment_named(line.text, "yukh:issue")
        };
        offset.map(|offset| near_miss(line.position(offset)))
    };
    lines(body).filter_map(miss).take(NOTICES).collect()
}

/// The notice about text that looks like a block and is none.
pub(super) fn near_miss(position: Position) -> Notice {
    Notice::new(Code::Contract012, Path::root()).at(position)
}

/// Where in the line a comment opens that `name` begins, however it is
/// indented, quoted, spaced and capitalised. A line with a backtick before it
/// speaks about the marker.
pub(super) fn comment_named(line: &str, name: &str) -> Option<usize> {
    // One pass: an author could make a body of which every place is a start.
    let unspoken = line.split_once('`').map_or(line, |(before, _)| before);
    unspoken.match_indices(COMMENT).map(|(offset, _)| offset).find(|&offset| {
        let comment = line.get(offset + COMMENT.len()..).unwrap_or_default();
        let words = comment.trim_start_matches([' ', '\t']);
        words.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BLOCK_BYTES, BODY_BYTES, Envelope, OPENING, WORD, find};
    use crate::diagnostic::{Code, Position};

    fn block(body: &str) -> Option<&str> {
        find(body).expect("no diagnostic").block.map(|block| block.text)
    }

    /// The code and place of the diagnostic.
    fn refusal(body: &str) -> (&'static str, Option<(u32, u32)>) {
        let diagnostic = find(body).expect_err("a diagnostic");
        assert_eq!(diagnostic.path().as_str(), "$");
        (diagnostic.code().as_str(), diagnostic.position().map(|place| (place.line, place.column)))
    }

    /// The places of the notices.
    fn notices(body: &str) -> Vec<(u32, u32)> {
        let Envelope { notices, .. } = find(body).expect("no diagnostic");
        assert!(notices.iter().all(|n| n.code() == Code::Contract012 && n.path().as_str() == "$"));
        notices.iter().filter_map(super::Notice::position).map(|p| (p.line, p.column)).collect()
    }

    #[test]
    fn every_marker_and_every_near_miss_holds_the_word() {
        for text in
            [OPENING, "<!-- yukh\n", "<!--YUKH:Issue:v2 -->", "> <!-- Yukh:issue:v1", "<!-- yukh: -->"]
        {
            assert!(text.to_ascii_lowercase().contains(WORD), "{text}");
        }
    }

    #[test]
    fn the_block_is_what_stands_between_its_lines() {
        assert_eq!(block("t\n<!-- yukh:issue:v1\na: 1\nb: 2\n-->\nx"), Some("a: 1\nb: 2\n"));
        assert_eq!(block("<!-- yukh:issue:v1\n-->"), Some(""));
        assert_eq!(block("plain"), None);
        assert_eq!(block(""), None);
        assert_eq!(block("<!-- yukh\na: 1\n-->"), None, "the other dialect's block is text");
        assert_eq!(block("-->\n<!-- yukh:issue:v1\n#\n-->\n-->"), Some("#\n"));
    }

    #[test]
    fn b53_line_ends_are_lf_or_crlf_and_a_lone_cr_is_a_character() {
        assert_eq!(block("t\r\n<!-- yukh:issue:v1\r\na: 1\r\n-->\r\nx"), Some("a: 1\r\n"));
        assert_eq!(block("t\n<!-- yukh:issue:v1\r\na: 1\n-->\r\nx"), Some("a: 1\n"));
        assert_eq!(block("t\r<!-- yukh:issue:v1\na: 1\n-->\n"), None);
        assert_eq!(block("<!-- yukh:issue:v1\r\r\na: 1\n-->\n"), None);
        assert_eq!(refusal("<!-- yukh:issue:v1\na: 1\r-->\n").0, "YKP-CONTRACT-002");
    }

    #[test]
    fn b56_a_block_opened_twice_or_not_closed_is_refused() {
        let twice = "<!-- yukh:issue:v1\n-->\n\n<!-- yukh:issue:v1\n-->\n";
        assert_eq!(refusal(twice), ("YKP-CONTRACT-002", Some((4, 1))));
        let nested = "<!-- yukh:issue:v1\n<!-- yukh:issue:v1\n-->\n";
        assert_eq!(refusal(nested), ("YKP-CONTRACT-002", Some((2, 1))));
        for open in ["t\n<!-- yukh:issue:v1", "t\n<!-- yukh:issue:v1\n", "t\n<!-- yukh:issue:v1\na: 1\n--\n>"]
        {
            assert_eq!(refusal(open), ("YKP-CONTRACT-002", Some((2, 1))));
        }
    }

    #[test]
    fn b55_the_end_of_a_comment_inside_the_block_is_refused() {
        for (body, place) in [
            ("<!-- yukh:issue:v1\npriority: \"-->\"\n-->\n", (2, 12)),
            ("<!-- yukh:issue:v1\na: |\n  -->\n-->\n", (3, 3)),
            ("<!-- yukh:issue:v1\na: 1\n--> \n-->\n", (3, 1)),
            ("<!-- yukh:issue:v1\n# é -->\n-->\n", (2, 5)),
            ("<!-- yukh:issue:v1\na: --->\n", (2, 5)),
        ] {
            assert_eq!(refusal(body), ("YKP-CONTRACT-002", Some(place)), "{body:?}");
        }
    }

    #[test]
    fn sizes_are_counted_in_bytes() {
        let body = |content: &str| format!("<!-- yukh:issue:v1\n{content}\n-->\n");
        assert!(find(&body(&"x".repeat(BLOCK_BYTES - 1))).is_ok());
        let over = body(&"x".repeat(BLOCK_BYTES));
        assert_eq!(refusal(&over), ("YKP-CONTRACT-003", Some((1, 1))));
        assert!(find(&"x".repeat(BODY_BYTES)).is_ok());
        assert_eq!(refusal(&"é".repeat(BODY_BYTES / 2 + 1)), ("YKP-CONTRACT-003", None));
    }

    #[test]
    fn b41_b57b_near_misses_are_noticed_at_their_place() {
        for (line, column) in [
            ("<!-- yukh:issue:v1 ", 1),
            ("<!-- yukh:issue:v1\t", 1),
            ("<!-- yukh:issue:v1\r\r", 1),
            ("  <!-- yukh:issue:v1", 3),
            ("\t<!-- yukh:issue:v1", 2),
            ("<!-- YUKH:ISSUE:V1", 1),
            ("<!-- Yukh:Issue:v1", 1),
            ("<!-- yukh:issue:v2", 1),
            ("<!-- yukh:issue:v10", 1),
            ("<!-- yukh:issue", 1),
            ("<!--yukh:issue:v1", 1),
            ("<!--  yukh:issue:v1", 1),
            ("<!-- yukh:issue:v1 -->", 1),
            ("<!-- yukh:issue:v1 --> text", 1),
            ("<!-- yukh:issue:v1 schema: 1", 1),
            ("\u{feff}<!-- yukh:issue:v1", 2),
            ("> <!-- yukh:issue:v1", 3),
            ("- <!-- yukh:issue:v1", 3),
            ("é <!-- a --> <!-- yukh:issue:v1", 14),
        ] {
            let body = format!("t\n{line}\nschema: 1\n-->\n");
            assert_eq!(block(&body), None, "{line:?}");
            assert_eq!(notices(&body), [(2, column)], "{line:?}");
        }
        for line in [
            "Write `<!-- yukh:issue:v1` first",
            "yukh:issue:v1",
            "<!-- yukh",
            "<! -- yukh:issue:v1",
            "<!-- é",
        ] {
            assert_eq!(notices(line), [], "{line:?}");
        }
    }

    #[test]
    fn a_block_in_a_code_fence_lives_and_is_noticed() {
        for (body, place) in [
            ("```html\n<!-- yukh:issue:v1\na: 1\n-->\n```\n", (2, 1)),
            ("~~~\r\n\r\n<!-- yukh:issue:v1\r\na: 1\r\n-->\r\n~~~\r\n", (3, 1)),
        ] {
            assert!(block(body).is_some());
            assert_eq!(notices(body), [place]);
        }
        assert_eq!(notices("```\n```\n<!-- yukh:issue:v1\n```\n-->\n"), []);
    }

    #[test]
    fn near_misses_beside_a_block_are_noticed_and_those_inside_are_its_text() {
        let body =
            "> <!-- yukh:issue:v1\n<!-- yukh:issue:v1\n # <!-- yukh:issue:v1\n-->\n<!-- yukh:issue:v2\n";
        assert_eq!(notices(body), [(1, 3), (5, 1)]);
        assert_eq!(notices(&"<!--yukh:issue\n".repeat(1000)).len(), 64);
    }

    #[test]
    fn places_in_the_block_are_places_in_the_body() {
        let block = find("t\r\n\r\n<!-- yukh:issue:v1\r\na: 1\r\n-->").ok().and_then(|found| found.block);
        let place = block.expect("a block").position(Position { line: 1, column: 4 });
        assert_eq!(place, Position { line: 4, column: 4 });
    }

    #[test]
    fn a_body_made_to_be_slow_is_judged_at_once() {
        let quoted = format!("{}`", "x".repeat(BODY_BYTES / 2));
        for (start, unit) in [("", "<!--"), ("", "<!--<!-- "), ("", "<!--\t"), (&*quoted, "<!--yukh:issue")] {
            let body = format!("{start}{}", unit.repeat((BODY_BYTES - start.len()) / unit.len()));
            let (done, judged) = std::sync::mpsc::channel();
            std::thread::spawn(move || done.send(notices(&body).len()));
            assert_eq!(judged.recv_timeout(std::time::Duration::from_secs(10)), Ok(0), "{unit:?}");
        }
    }

    proptest! {
        #[test]
        fn any_body_has_a_block_or_a_reason(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "<!-- yukh:issue:v1", "<!--", "-->", "\n", "\r\n", "\r", "```", "~~~", " ", "é", "a: 1", "> ", "yukh:issue",
            ]), 0..40)
        ) {
            let body = pieces.concat();
            if let Ok(Envelope { block: Some(block), .. }) = find(&body) {
                prop_assert!(!block.text.contains("-->"));
                prop_assert!(body.contains(block.text));
            }
        }
    }
}
