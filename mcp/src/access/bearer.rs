//! The token that a request presents (RFC 6750, section 2): in one
//! `Authorization` header and nowhere else.

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Uri};
use percent_encoding::percent_decode_str;

use super::Refusal;

/// The most bytes of a token.
const MOST_BYTES: usize = 8 << 10;

/// The token of a request.
///
/// # Errors
///
/// [`Refusal::Missing`] where there is none, [`Refusal::Malformed`] where it
/// is not presented as it has to be, [`Refusal::Invalid`] for one that is too
/// long to be looked at.
pub(super) fn presented<'a>(headers: &'a HeaderMap, uri: &Uri) -> Result<&'a str, Refusal> {
    // It would be in the log of everything that stands between.
    if uri.query().is_some_and(has_token) {
        return Err(Refusal::Malformed("An access token may not be part of the address."));
    }
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = match (values.next(), values.next()) {
        (None, _) => return Err(Refusal::Missing),
        (Some(value), None) => value,
        (Some(_), Some(_)) => return Err(Refusal::Malformed("There is more than one Authorization header.")),
    };
    let malformed = Refusal::Malformed("The Authorization header is not of the form: Bearer TOKEN.");
    let Ok(value) = value.to_str() else { return Err(malformed) };
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Refusal::Missing);
    }
    let token = token.trim_start_matches(' ');
    match token {
        _ if token.len() > MOST_BYTES => Err(Refusal::Invalid("The access token is too long.")),
        _ if !is_token(token) => Err(malformed),
        _ => Ok(token),
    }
}

/// Whether a text is of the form of bearer tokens (`b64token`).
pub(super) fn is_token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    !body.is_empty() && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))
}

fn has_token(query: &str) -> bool {
    query.split('&').any(|pair| {
        let name = pair.split_once('=').map_or(pair, |(name, _)| name);
        percent_decode_str(name).eq(b"access_token".iter().copied())
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn of(values: &[&[u8]], uri: &str) -> Result<String, Refusal> {
        let values = values.iter().map(|value| (AUTHORIZATION, HeaderValue::from_bytes(value).unwrap()));
        let mut headers = HeaderMap::new();
        values.for_each(|(name, value)| {
            headers.append(name, value);
        });
        presented(&headers, &uri.parse().unwrap()).map(str::to_owned)
    }

    #[test]
    fn a_token_is_taken_from_one_header_alone() {
        for (value, token) in [
            ("Bearer abc", "abc"),
            ("bEARER   abc", "abc"),
            ("Bearer a-._~+/9==", "a-._~+/9=="),
            ("Bearer x.y.z", "x.y.z"),
        ] {
            assert_eq!(of(&[value.as_bytes()], "/mcp?x=access_token"), Ok(token.to_owned()), "{value}");
        }
        let longest = format!("Bearer {}", "a".repeat(MOST_BYTES));
        assert!(of(&[longest.as_bytes()], "/mcp").is_ok());
    }

    #[test]
    fn nothing_else_is_a_token() {
        for none in [&[][..], &[&b"Basic dTpw"[..]], &[b""], &[b"abc"], &[b"DPoP abc"]] {
            assert_eq!(of(none, "/mcp"), Err(Refusal::Missing), "{none:?}");
        }
        for bad in [
            &[&b"Bearer"[..]][..],
            &[b"Bearer "],
            &[b"Bearer a b"],
            &[b"Bearer a\tb"],
            &[b"Bearer =a"],
            &[b"Bearer =="],
            &[b"Bearer a,b"],
            &[b"Bearer \"a\""],
            &[b"Bearer \xff"],
            &[b"Bearer abc", b"Bearer abc"],
            &[b"Bearer abc", b"Basic dTpw"],
        ] {
            assert!(matches!(of(bad, "/mcp"), Err(Refusal::Malformed(_))), "{bad:?}");
        }
        for query in ["access_token=abc", "a=b&access_token=abc", "access%5Ftoken=abc", "access_token"] {
            for values in [&[][..], &[&b"Bearer abc"[..]]] {
                let answer = of(values, &format!("/mcp?{query}"));
                assert!(matches!(answer, Err(Refusal::Malformed(_))), "{query}");
            }
        }
        let long = format!("Bearer {}", "a".repeat(MOST_BYTES + 1));
        assert!(matches!(of(&[long.as_bytes()], "/mcp"), Err(Refusal::Invalid(_))));
    }
}
