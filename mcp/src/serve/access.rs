//! Who may talk over HTTP (decision 25): whoever holds one of the bearer
//! tokens of a file, where there is such a file. The token is compared as a
//! digest and goes nowhere.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use serde_json::json;

/// The fewest characters of a token.
const FEWEST: usize = 16;

/// The most bytes of the file.
const MOST_BYTES: usize = 64 << 10;

/// Digests of the accepted tokens.
#[derive(Clone)]
pub struct Bearers(Vec<String>);

/// A file without a usable token.
#[derive(Debug, thiserror::Error)]
#[error("it holds no token: one on each line, at least {FEWEST} visible ASCII characters")]
pub struct NoBearer;

impl std::fmt::Debug for Bearers {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Bearers(…)")
    }
}

impl Bearers {
    /// The tokens of a file, one on each line. Empty lines and lines that begin
    /// with `#` are left out.
    ///
    /// # Errors
    ///
    /// Where there is none, or a line is too short for one.
    pub fn parse(text: &[u8]) -> Result<Self, NoBearer> {
        let text = std::str::from_utf8(text).ok().filter(|text| text.len() <= MOST_BYTES).ok_or(NoBearer)?;
        let lines = text.lines().map(yukh::scope::text::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let digests: Vec<String> = lines.map(digest_of).collect::<Option<_>>().ok_or(NoBearer)?;
        if digests.is_empty() { Err(NoBearer) } else { Ok(Self(digests)) }
    }

    /// Whether a request carries one of the tokens.
    pub(super) fn admit(&self, headers: &HeaderMap) -> bool {
        let mut values = headers.get_all(AUTHORIZATION).iter();
        let (Some(value), None) = (values.next(), values.next()) else { return false };
        let Some((scheme, token)) = value.to_str().ok().and_then(|value| value.split_once(' ')) else {
            return false;
        };
        // Equal digests are looked for, so that time tells nothing about a
        // token: who does not hold one can not steer what is compared.
        let digest = digest(token);
        scheme.eq_ignore_ascii_case("bearer")
            && self.0.iter().fold(false, |found, own| found | (*own == digest))
    }
}

fn digest(token: &str) -> String {
    yukh::scope::canonical::digest(&json!(["bearer", token]))
}

fn digest_of(line: &str) -> Option<String> {
    (line.len() >= FEWEST && line.bytes().all(|byte| byte.is_ascii_graphic())).then(|| digest(line))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn admits(bearers: &Bearers, value: &'static str) -> bool {
        bearers.admit(&HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_static(value))]))
    }

    #[test]
    fn one_of_the_tokens_is_needed() {
        let bearers = Bearers::parse(b"# people\nfirst-token-of-two\n\n  second-token-of-two\r\n").unwrap();
        assert!(admits(&bearers, "Bearer first-token-of-two"));
        assert!(admits(&bearers, "bearer second-token-of-two"));
        for bad in ["Bearer first-token-of-tw", "Bearer ", "first-token-of-two", "Basic first-token-of-two"] {
            assert!(!admits(&bearers, bad), "{bad}");
        }
        assert!(!bearers.admit(&HeaderMap::new()));
        assert_eq!(format!("{bearers:?}"), "Bearers(…)");
    }

    #[test]
    fn a_file_without_a_usable_token_is_refused() {
        for bad in [&b""[..], b"# nothing\n", b"short\n", b"with a blank in it\n", b"\xff\xff"] {
            assert!(Bearers::parse(bad).is_err(), "{bad:?}");
        }
    }
}
