//! Canonical JSON (RFC 8785) and the digest over it (decisions 6 and 7).

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The canonical text: members in UTF-16 code-unit order, ECMAScript numbers,
/// no white space.
#[must_use]
#[expect(
    clippy::expect_used,
    reason = "a `Value` holds neither a non-finite number nor a key that is not text or stands twice, \
              which is all that has no canonical form; any text put in its place would give different \
              plans one identity"
)]
pub fn canonical(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).expect("a JSON value has a canonical form")
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
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::{canonical, digest};

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::btree_map(any::<String>(), inner, 0..8)
                    .prop_map(|members| members.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_value_has_one_canonical_form(value in any_value()) {
            let text = canonical(&value);
            let again: Value = serde_json::from_str(&text).expect("JSON");
            prop_assert_eq!(canonical(&again), text);
        }
    }

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
