//! What identifies one state of an answer: its entity tag, or when it changed.

use std::fmt;

use http::header::{ETAG, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED};
use http::{HeaderMap, HeaderName, HeaderValue};

/// The most bytes of a validator.
const MAX_BYTES: usize = 256;

/// The validator of one answer, byte for byte as GitHub wrote it: its entity
/// tag, strong or weak, else its time of change. `Debug` prints a placeholder.
#[derive(Clone, PartialEq, Eq)]
pub struct Validator(Kind);

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Tag(HeaderValue),
    Changed(HeaderValue),
}

impl Validator {
    /// The validator of an answer with this `ETag` and this `Last-Modified`;
    /// the tag wins. One that is not of RFC 9110's form, or longer than 256
    /// bytes, is none: a tag without quotes never matches.
    #[must_use]
    pub fn new(tag: Option<&str>, changed: Option<&str>) -> Option<Self> {
        let value = |text: &str| HeaderValue::from_str(text).ok();
        Self::choose(tag.and_then(value), changed.and_then(value))
    }

    /// The validator in the head of an answer. A header that is there twice is
    /// no validator.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        Self::choose(only(headers, &ETAG), only(headers, &LAST_MODIFIED))
    }

    fn choose(tag: Option<HeaderValue>, changed: Option<HeaderValue>) -> Option<Self> {
        let tag = tag.filter(|tag| opaque(tag).is_some()).map(Kind::Tag);
        tag.or_else(|| changed.filter(is_moment).map(Kind::Changed)).map(Self)
    }

    /// The header that asks whether the answer is still this one.
    pub(crate) fn condition(&self) -> (HeaderName, HeaderValue) {
        match &self.0 {
            Kind::Tag(tag) => (IF_NONE_MATCH, tag.clone()),
            Kind::Changed(moment) => (IF_MODIFIED_SINCE, moment.clone()),
        }
    }

    /// Whether the head of a 304 is about this validator: it names no other.
    /// Tags are compared weakly, as `If-None-Match` is (RFC 9110, 13.1.2).
    pub(crate) fn is_confirmed_by(&self, headers: &HeaderMap) -> bool {
        let (name, own) = match &self.0 {
            Kind::Tag(tag) => (ETAG, tag),
            Kind::Changed(moment) => (LAST_MODIFIED, moment),
        };
        let same = |value: &HeaderValue| match self.0 {
            Kind::Tag(_) => opaque(value) == opaque(own),
            Kind::Changed(_) => value == own,
        };
        headers.get_all(name).iter().all(same)
    }
}

impl fmt::Debug for Validator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Validator(…)")
    }
}

/// The value of a header that is there once, in memory of its own: a clone
/// would share the whole buffer that the answer was read into, and keep it as
/// long as the cache keeps the validator.
fn only(headers: &HeaderMap, name: &HeaderName) -> Option<HeaderValue> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().filter(|_| values.next().is_none())?;
    HeaderValue::from_bytes(first.as_bytes()).ok()
}

/// The opaque part of an entity tag, quotes included; `None` for what is no
/// entity tag.
fn opaque(tag: &HeaderValue) -> Option<&[u8]> {
    let bytes = tag.as_bytes();
    let opaque = bytes.strip_prefix(b"W/").unwrap_or(bytes);
    let inner = opaque.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let is_tag = bytes.len() <= MAX_BYTES && inner.iter().all(|byte| *byte > b' ' && *byte != b'"');
    is_tag.then_some(opaque)
}

/// Whether the value can be a date of HTTP: it is sent back, never computed
/// with.
fn is_moment(value: &HeaderValue) -> bool {
    let bytes = value.as_bytes();
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b',' | b':' | b'-' | b'+');
    (1..=64).contains(&bytes.len()) && bytes.iter().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    const MOMENT: &str = "Sun, 01 Mar 2026 08:00:00 GMT";

    #[test]
    fn a_tag_is_sent_back_byte_for_byte_and_wins() {
        for tag in ["\"abc\"", "W/\"abc\"", "\"\"", "\"a/b+c=,W/\""] {
            let validator = Validator::of(&head(&[(ETAG, tag), (LAST_MODIFIED, MOMENT)])).unwrap();
            assert_eq!(validator.condition(), (IF_NONE_MATCH, HeaderValue::from_str(tag).unwrap()));
        }
    }

    #[test]
    fn a_validator_does_not_keep_the_buffer_that_its_answer_was_read_into() {
        let buffer = hyper::body::Bytes::from_static(b"\"abc\"");
        let shared = HeaderValue::from_maybe_shared(buffer.clone()).unwrap();
        assert_eq!(shared.as_bytes().as_ptr(), buffer.as_ptr(), "as a header of an answer does");
        let validator = Validator::of(&HeaderMap::from_iter([(ETAG, shared)])).unwrap();
        assert_ne!(validator.condition().1.as_bytes().as_ptr(), buffer.as_ptr());
    }

    #[test]
    fn without_a_tag_the_time_of_change_is_sent_back() {
        let expected = (IF_MODIFIED_SINCE, HeaderValue::from_static(MOMENT));
        let malformed = ["abc", "\"abc", "abc\"", "w/\"abc\"", "W/abc", "\"a\"b\"", "\"a b\"", "\"", "*"];
        for tag in malformed {
            let validator = Validator::new(Some(tag), Some(MOMENT)).unwrap();
            assert_eq!(validator.condition(), expected, "{tag}");
        }
        assert_eq!(Validator::of(&head(&[(LAST_MODIFIED, MOMENT)])).unwrap().condition(), expected);
    }

    #[test]
    fn what_is_no_validator_is_none() {
        assert!(Validator::new(None, None).is_none());
        assert!(Validator::new(Some("abc"), None).is_none());
        assert!(Validator::new(Some(&format!("\"{}\"", "a".repeat(255))), None).is_none());
        assert!(Validator::new(None, Some("")).is_none());
        assert!(Validator::new(None, Some("soon; \"x\"")).is_none());
        let mut twice = head(&[(ETAG, "\"a\"")]);
        twice.append(ETAG, HeaderValue::from_static("\"b\""));
        assert!(Validator::of(&twice).is_none());
    }

    #[test]
    fn a_confirmation_names_no_other_validator() {
        let tag = Validator::new(Some("W/\"a\""), None).unwrap();
        let cases = [(&[][..], true), (&[(ETAG, "W/\"a\"")], true), (&[(ETAG, "\"a\"")], true)];
        for (pairs, expected) in cases {
            assert_eq!(tag.is_confirmed_by(&head(pairs)), expected, "{pairs:?}");
        }
        for other in ["\"b\"", "W/\"b\"", "a", "W/a"] {
            assert!(!tag.is_confirmed_by(&head(&[(ETAG, other)])), "{other}");
        }
        let moment = Validator::new(None, Some(MOMENT)).unwrap();
        assert!(moment.is_confirmed_by(&head(&[(ETAG, "\"a\""), (LAST_MODIFIED, MOMENT)])));
        assert!(!moment.is_confirmed_by(&head(&[(LAST_MODIFIED, "Mon, 02 Mar 2026 08:00:00 GMT")])));
    }

    #[test]
    fn a_validator_can_not_be_debugged_into_the_open() {
        let shown = format!("{:?}", Validator::new(Some("\"canary\""), None));
        assert!(!shown.contains("canary"), "{shown}");
    }
}
