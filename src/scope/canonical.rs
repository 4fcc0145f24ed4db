//! Canonical JSON (RFC 8785) and the digest over it (decisions 6 and 7).

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The canonical text: members in UTF-16 code-unit order, ECMAScript numbers,
/// no white space.
#[must_use]
pub fn canonical(value: &Value) -> String {
    // A `Value` holds neither a non-finite number nor a key that is not text,
    // the only two things that can not be serialised.
    serde_json_canonicalizer::to_string(value).unwrap_or_default()
}

/// The SHA-256 of the canonical text as 64 lower-case hexadecimal digits.
#[must_use]
pub fn digest(value: &Value) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(canonical(value)) {
        for nibble in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(u32::from(nibble), 16));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{canonical, digest};
    use serde_json::json;

    #[test]
    fn numbers_and_order_are_those_of_rfc_8785() {
        let value = json!({"b": -0.0, "a": 1000.0, "\u{fb01}": 1, "\u{1f600}": 2, "c": 1e21, "d": 1e-7});
        assert_eq!(
            canonical(&value),
            "{\"a\":1000,\"b\":0,\"c\":1e+21,\"d\":1e-7,\"\u{1f600}\":2,\"\u{fb01}\":1}"
        );
        assert_eq!(digest(&json!({})), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }
}
