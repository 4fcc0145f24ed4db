//! Commands to the runner: the lines of standard output that it obeys.
//!
//! Nothing of GitHub's or of an issue's becomes part of one. The token is the
//! one secret, and the runner is told once to hide it.

use secrecy::zeroize::Zeroizing;

use crate::diagnostic::{Code, Face};
use crate::github::Credential;
use crate::report::command_data;

/// The line that lets the runner hide the token in everything that follows;
/// `None` for what is no token and could break the line.
#[must_use]
pub(super) fn mask(token: &[u8]) -> Option<Zeroizing<String>> {
    let token = std::str::from_utf8(Credential::line(token)?).ok()?;
    // The whole capacity at once: growing would leave copies behind.
    let mut line = Zeroizing::new(String::with_capacity(3 * token.len() + 16));
    line.push_str("::add-mask::");
    for character in token.chars() {
        match character {
            '%' => line.push_str("%25"),
            other => line.push(other),
        }
    }
    line.push('\n');
    Some(line)
}

/// How loud an annotation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Error,
    Notice,
}

/// The line that shows codes with their static texts; `None` without any. One
/// code brings its message and hint; several, their messages' place being the
/// summary, stand alone.
#[must_use]
pub(super) fn annotation(level: Level, codes: &[Code]) -> Option<String> {
    let name = match level {
        Level::Error => "error",
        Level::Notice => "notice",
    };
    let mut texts: Vec<&str> = codes.iter().map(|code| code.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    let text = match (texts.as_slice(), codes.first()) {
        ([], _) | (_, None) => return None,
        ([one], Some(code)) => format!("{one}: {} {}", code.message(), code.hint(Face::Action)),
        (several, _) => several.join(", "),
    };
    Some(format!("::{name} title=yukh::{}\n", command_data(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_masked_in_one_line() {
        let line = |token: &[u8]| mask(token).map(|line| line.to_string());
        assert_eq!(line(b"ghp_x").as_deref(), Some("::add-mask::ghp_x\n"));
        assert_eq!(line(b"ghp_x\r\n").as_deref(), Some("::add-mask::ghp_x\n"));
        assert_eq!(line(b"a%0Ab::c").as_deref(), Some("::add-mask::a%250Ab::c\n"));
        for bad in [&b""[..], b"\n", b"ghp_\n::error::x", b"ghp_\xff", b"a b", &[b'x'; 8193]] {
            assert_eq!(line(bad), None);
        }
    }

    #[test]
    fn an_annotation_is_one_line_of_static_text() {
        let one = annotation(Level::Error, &[Code::Rate001, Code::Rate001]).unwrap();
        assert!(one.starts_with("::error title=yukh::YKP-RATE-001: The run stopped"), "{one}");
        let several = annotation(Level::Notice, &[Code::Plan005, Code::Graph003, Code::Plan005]);
        assert_eq!(several.as_deref(), Some("::notice title=yukh::YKP-GRAPH-003, YKP-PLAN-005\n"));
        assert_eq!(annotation(Level::Error, &[]), None);
        for code in Code::ALL {
            let line = annotation(Level::Error, &[*code]).unwrap();
            assert_eq!(line.matches('\n').count(), 1, "{line}");
        }
    }
}
