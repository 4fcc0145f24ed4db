//! Finding the legacy block in an issue body (contract part 8.3, decisions 11,
//! 12 and 88).

use std::ops::Range;

use super::findings;
use crate::desired::envelope::{
    BLOCK_BYTES, BODY_BYTES, Block, Envelope, NOTICES, lines, near_miss, position,
};
use crate::diagnostic::{Code, Failure, Notice};

/// What begins a block, where white space, `-->` or the end of the body
/// follows (decision 88).
const MARKER: &str = "<!-- yukh";

/// What begins a comment.
const COMMENT: &str = "<!--";

/// What ends a block, at the first place after the marker.
const END: &str = "-->";

/// Finds the block of a body of at most 256 KiB. The marker may stand
/// anywhere, but only once, also when its second occurrence is quoted or inside
/// the first block.
///
/// # Errors
///
/// One `YKP-LEGACY-001` at `$`: for a body that is too large; at the second of
/// two markers; at a marker whose block has no end or is larger than 16 KiB.
pub(super) fn find(body: &str) -> Result<Envelope<'_>, Failure> {
    if body.len() > BODY_BYTES {
        return Err(Failure::of(Code::Legacy001));
    }
    let mut markers = markers(body);
    let Some(marker) = markers.next() else {
        return Ok(Envelope { block: None, notices: notices(body, &(0..0)) });
    };
    if let Some(second) = markers.next() {
        return Err(findings::void(position(body, second)));
    }
    let unusable = || findings::void(position(body, marker));
    let start = marker + MARKER.len();
    let rest = body.get(start..).unwrap_or_default();
    let (text, _) = rest.split_once(END).ok_or_else(unusable)?;
    if text.len() > BLOCK_BYTES {
        return Err(unusable());
    }
    let notices = notices(body, &(marker..start + text.len()));
    Ok(Envelope { block: Some(Block { text, start: position(body, start) }), notices })
}

/// The bytes at which a live marker begins.
fn markers(body: &str) -> impl Iterator<Item = usize> {
    body.match_indices(MARKER)
        .map(|(at, _)| at)
        .filter(|at| body.get(at + MARKER.len()..).is_some_and(is_boundary))
}

/// Whether the text begins as it must after a marker.
fn is_boundary(rest: &str) -> bool {
    rest.is_empty()
        || rest.starts_with(END)
        || rest.starts_with(|c: char| c.is_ascii_whitespace() || c == '\u{b}')
}

/// Comments that only look like a block, and the block itself where Markdown
/// shows it as code (decision 11), by place. What follows a backtick speaks
/// about the marker.
fn notices(body: &str, block: &Range<usize>) -> Vec<Notice> {
    let remarks = lines(body).flat_map(|line| {
        let spoken = line.text.find('`').unwrap_or(line.text.len());
        let comments = line.text.match_indices(COMMENT).map(|(offset, _)| offset);
        let remarkable = comments.filter(move |&offset| match line.start + offset {
            at if block.contains(&at) => at == block.start && line.is_fenced,
            _ => offset < spoken && line.text.get(offset + COMMENT.len()..).is_some_and(is_near_miss),
        });
        remarkable.map(move |offset| near_miss(line.position(offset)))
    });
    remarks.take(NOTICES).collect()
}

/// Whether a comment with this content is meant to be a block: the marker in
/// another case or with other blanks, or with a colon and nothing after it.
/// The marker of a native block and longer words are something else.
fn is_near_miss(comment: &str) -> bool {
    let word = comment.trim_start_matches([' ', '\t', '\u{a0}']);
    let is_word = word.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("yukh"));
    let rest = word.get(4..).unwrap_or_default();
    is_word && is_boundary(rest.strip_prefix(':').unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::{BLOCK_BYTES, Block, NOTICES, find};
    use crate::diagnostic::{Code, Position};

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    fn block(body: &str) -> Option<Block<'_>> {
        find(body).expect("one block or none").block
    }

    /// The place of the one finding; `None` for a finding about the whole.
    fn refused(body: &str) -> Option<Position> {
        let failure = find(body).expect_err("two blocks, or one that is not usable");
        let found: Vec<_> =
            failure.diagnostics().map(|d| (d.code(), d.path().as_str(), d.position())).collect();
        let [(Code::Legacy001, "$", position)] = found[..] else { panic!("{found:?}") };
        position
    }

    fn noticed(body: &str) -> Vec<Position> {
        let scan = find(body).expect("one block or none");
        assert!(scan.notices.iter().all(|n| n.code() == Code::Contract012 && n.path().as_str() == "$"));
        scan.notices.iter().filter_map(|notice| notice.position()).collect()
    }

    #[test]
    fn the_content_runs_from_the_marker_to_the_next_end() {
        assert_eq!(block("no block"), None);
        assert_eq!(block("é <!-- yukh\na: 1\n-->"), Some(Block { text: "\na: 1\n", start: at(1, 12) }));
        assert_eq!(block("x\r\n<!-- yukh {a: 1} --> y"), Some(Block { text: " {a: 1} ", start: at(2, 10) }));
        assert_eq!(block("<!-- yukh-->-->"), Some(Block { text: "", start: at(1, 10) }));
        assert_eq!(block("<!-- yukh\ta\n--->").map(|block| block.text), Some("\ta\n-"));
    }

    #[test]
    fn decision_88_the_native_marker_and_longer_words_are_text() {
        for text in [
            "<!-- yukh:issue:v1\nschema: 1\n-->",
            "<!-- yukhon\n-->",
            "<!-- yukhschema: 1\n-->",
            "<!-- yukh_\n-->",
        ] {
            assert_eq!(block(text), None, "{text}");
            assert_eq!(noticed(text), [], "{text}");
        }
    }

    #[test]
    fn two_markers_are_refused_at_the_second() {
        assert_eq!(refused("<!-- yukh\n-->\n\n  <!-- yukh\n-->"), Some(at(4, 3)));
        assert_eq!(refused("<!-- yukh\n<!-- yukh\n-->"), Some(at(2, 1)));
        assert_eq!(refused("<!-- yukh\n-->\n`<!-- yukh -->`"), Some(at(3, 2)));
    }

    #[test]
    fn b56_a_block_without_an_end_is_refused_at_its_marker() {
        assert_eq!(refused("text\n<!-- yukh\nschema: 1\n-- >"), Some(at(2, 1)));
        assert_eq!(refused("--> <!-- yukh"), Some(at(1, 5)));
    }

    #[test]
    fn body_and_content_are_bounded() {
        assert!(find(&" ".repeat(256 * 1024)).is_ok());
        assert_eq!(refused(&" ".repeat(256 * 1024 + 1)), None);
        let with_text = |length: usize| format!("<!-- yukh{}-->", " ".repeat(length));
        assert!(block(&with_text(BLOCK_BYTES)).is_some());
        assert_eq!(refused(&with_text(BLOCK_BYTES + 1)), Some(at(1, 1)));
    }

    #[test]
    fn near_misses_are_noticed_outside_the_block_alone() {
        for text in [
            "<!--yukh\n-->",
            "<!-- YUKH\n-->",
            "<!--  yukh -->",
            "<!--\tyukh-->",
            "<!-- yukh:\n-->",
            "<!--yukh",
        ] {
            assert_eq!(noticed(text), [at(1, 1)], "{text}");
        }
        for text in
            ["<!-- yukon -->", "<!-- y -->", "<!---->", "<!-- ykuh", "yukh", "<!-- yukhé -->", "<!-- é"]
        {
            assert_eq!(noticed(text), [], "{text}");
        }
        assert_eq!(noticed("<!--yukh-->\n<!-- yukh\n<!--yukh\n-->\n <!--yukh-->"), [at(1, 1), at(5, 2)]);
        assert_eq!(noticed(&"<!--yukh\n".repeat(1000)).len(), NOTICES);
        assert_eq!(noticed("`<!--yukh -->` and <!--yukh -->"), [], "text about the marker");
    }

    #[test]
    fn a_block_in_a_code_fence_lives_and_is_noticed() {
        for (body, place) in [
            ("```html\n <!-- yukh\na: 1\n-->\n```\n", at(2, 2)),
            ("~~~\r\n\r\nx <!-- yukh {a: 1} --> y\r\n~~~\r\n", at(3, 3)),
        ] {
            assert!(block(body).is_some());
            assert_eq!(noticed(body), [place]);
        }
        assert_eq!(noticed("```\n```\n<!-- yukh\n```\n-->\n"), []);
    }
}
