//! Static bearer tokens: a file of them, or better of their digests. A token is
//! compared as a digest, in the same time whatever it is, and goes nowhere.

use ring::digest::{SHA256, SHA256_OUTPUT_LEN, digest};
use serde_json::json;
use subtle::ConstantTimeEq as _;

use super::bearer::is_token;
use crate::caller::{Caller, Scopes};

/// The fewest characters of a token.
const FEWEST: usize = 16;

/// The most bytes of the file.
const MOST_BYTES: usize = 64 << 10;

/// What a digest begins with.
const PREFIX: &str = "sha256:";

type Digest = [u8; SHA256_OUTPUT_LEN];

/// Digests of the accepted tokens, at least one.
#[derive(Clone)]
pub struct Digests {
    digests: Vec<Digest>,
    holds_tokens: bool,
}

/// A file without a usable token.
#[derive(Debug, thiserror::Error)]
#[error(
    "a token on each line is expected, at least {FEWEST} characters of A-Z a-z 0-9 - . _ ~ + /, or \
     sha256: and the digest of one in 64 hexadecimal digits"
)]
pub struct NoToken;

impl Digests {
    /// The tokens of a file, one on each line, or their SHA-256 as `sha256:`
    /// and 64 hexadecimal digits. Empty lines and lines that begin with `#`
    /// are left out.
    ///
    /// # Errors
    ///
    /// Where there is none, or a line is neither.
    pub fn parse(text: &[u8]) -> Result<Self, NoToken> {
        let text = std::str::from_utf8(text).ok().filter(|text| text.len() <= MOST_BYTES).ok_or(NoToken)?;
        let lines = text.lines().map(yukh::scope::text::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let digests: Vec<Digest> =
            lines.iter().map(|line| digest_of(line)).collect::<Option<_>>().ok_or(NoToken)?;
        let holds_tokens = lines.iter().any(|line| !line.starts_with(PREFIX));
        if digests.is_empty() { Err(NoToken) } else { Ok(Self { digests, holds_tokens }) }
    }

    /// Whether a token itself stands in the file.
    #[must_use]
    pub fn holds_tokens(&self) -> bool {
        self.holds_tokens
    }

    /// Who presents a token: each token is a caller of its own, with all
    /// scopes.
    pub(super) fn caller(&self, token: &str) -> Option<Caller> {
        let presented = sha256(token);
        // All of them are compared, so that time does not tell which is it.
        let is_one = self.digests.iter().fold(0, |found, own| found | own.ct_eq(&presented).unwrap_u8());
        let subject = || yukh::scope::canonical::digest(&json!(["bearer", presented.as_slice()]));
        (is_one == 1 && token.len() >= FEWEST).then(|| Caller::somebody(subject(), Scopes::ALL))
    }
}

fn sha256(token: &str) -> Digest {
    let mut bytes = [0; SHA256_OUTPUT_LEN];
    bytes.copy_from_slice(digest(&SHA256, token.as_bytes()).as_ref());
    bytes
}

fn digest_of(line: &str) -> Option<Digest> {
    let Some(digits) = line.strip_prefix(PREFIX) else {
        return (line.len() >= FEWEST && is_token(line)).then(|| sha256(line));
    };
    let mut bytes = [0; SHA256_OUTPUT_LEN];
    if digits.len() != bytes.len().saturating_mul(2) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        let at = index.saturating_mul(2);
        *byte = u8::from_str_radix(digits.get(at..at.saturating_add(2))?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `first-token-of-two`, by `sha256sum`.
    const FIRST: &str = "sha256:c3dac21dd5a6f7c205c568192c82d9e74b70f40cf3e4a9a23e5488d97349bdac";

    #[test]
    fn a_token_is_one_of_the_file_or_has_its_digest_there() {
        let tokens = Digests::parse(b"# people\nfirst-token-of-two\n\n  second-token-of-two\r\n").unwrap();
        let digests = Digests::parse(FIRST.as_bytes()).unwrap();
        let upper = Digests::parse(FIRST.to_uppercase().replace("SHA256", "sha256").as_bytes()).unwrap();
        assert!(tokens.holds_tokens() && !digests.holds_tokens());
        for accepted in [&tokens, &digests, &upper] {
            assert!(accepted.caller("first-token-of-two").is_some());
            for bad in ["first-token-of-tw", "first-token-of-two=", "", FIRST] {
                assert!(accepted.caller(bad).is_none(), "{bad}");
            }
        }
        assert!(Digests::parse(format!("{FIRST}\nsecond-token-of-two").as_bytes()).unwrap().holds_tokens());
    }

    #[test]
    fn each_token_is_a_caller_and_says_nothing_of_itself() {
        let tokens = Digests::parse(b"first-token-of-two\nsecond-token-of-two\n").unwrap();
        let [first, second] =
            ["first-token-of-two", "second-token-of-two"].map(|token| tokens.caller(token).unwrap());
        let subject = first.subject().unwrap();
        assert_ne!(first, second);
        assert!(!subject.contains("first") && !FIRST.contains(subject), "{subject}");
        assert_eq!(Some(first), Digests::parse(FIRST.as_bytes()).unwrap().caller("first-token-of-two"));
    }

    #[test]
    fn a_file_without_a_usable_token_is_refused() {
        let short = &FIRST[..FIRST.len() - 1];
        let other = FIRST.replace('a', "g");
        for bad in [
            &b""[..],
            b"# nothing\n",
            b"short\n",
            b"with a blank in the line\n",
            b"with,comma,in-the-line\n",
            b"\xff\xff",
            b"sha256:\n",
            short.as_bytes(),
            other.as_bytes(),
            format!("{FIRST}\nshort").as_bytes(),
            format!("{FIRST}0").as_bytes(),
        ] {
            assert!(Digests::parse(bad).is_err(), "{bad:?}");
        }
        assert!(Digests::parse(&[b"x".repeat(MOST_BYTES), b"\n".to_vec()].concat()).is_err());
    }
}
