//! The core schema of YAML 1.2: what a plain scalar is (contract part 0).

use super::{Number, Value};

/// What the text of a plain scalar means.
pub(super) fn resolve(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number(text).map_or_else(|| Value::Text(text.to_owned()), Value::Number),
    }
}

fn number(text: &str) -> Option<Number> {
    let value = special(text).or_else(|| prefixed(text)).or_else(|| decimal(text))?;
    Some(Number { value, plain: plain(text) })
}

/// `[-+]?.inf` and `.nan` in their three spellings each.
fn special(text: &str) -> Option<f64> {
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Some(f64::NAN);
    }
    let (unsigned, sign) = match text.strip_prefix('-') {
        Some(rest) => (rest, -1.0),
        None => (text.strip_prefix('+').unwrap_or(text), 1.0),
    };
    matches!(unsigned, ".inf" | ".Inf" | ".INF").then_some(sign * f64::INFINITY)
}

/// `0o[0-7]+` and `0x[0-9a-fA-F]+`, without a sign.
fn prefixed(text: &str) -> Option<f64> {
    let (digits, radix) = match text.strip_prefix("0o") {
        Some(digits) => (digits, 8),
        None => (text.strip_prefix("0x")?, 16),
    };
    if digits.is_empty() {
        return None;
    }
    digits
        .chars()
        .try_fold(0.0, |value, digit| Some(value * f64::from(radix) + f64::from(digit.to_digit(radix)?)))
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, which includes the
/// decimal integers.
fn decimal(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mantissa_fits = digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    let exponent_fits = exponent.is_none_or(|exponent| !exponent.is_empty() && digits(exponent));
    // The standard parser accepts all of this grammar and more (`inf`, `nan`).
    (mantissa_fits && exponent_fits).then(|| text.parse().ok()).flatten()
}

/// The value of `0` or `[1-9][0-9]*`, where it fits (decision 15).
fn plain(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (text == "0" || !text.starts_with('0'))).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::{Value, resolve};

    #[test]
    fn plain_scalars_resolve_by_the_core_schema() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(resolve(text), Value::Null, "{text}");
        }
        for (text, value) in
            [("true", true), ("True", true), ("TRUE", true), ("false", false), ("FALSE", false)]
        {
            assert_eq!(resolve(text), Value::Bool(value), "{text}");
        }
        for text in [
            "yes",
            "no",
            "on",
            "off",
            "y",
            "n",
            "nULL",
            "tRUE",
            "1_000",
            "0b11",
            "2026-08-01",
            "0o",
            "0o8",
            "0x",
            "0xg",
            "-0x1",
            "+0o7",
            "0X1F",
            "0O17",
            "1e",
            "1e+",
            ".",
            "-",
            "+",
            "-.",
            "e5",
            ".e5",
            "1.2.3",
            "inf",
            "nan",
            "NaN",
            "infinity",
            "+.nan",
            "-.nan",
            ".iNF",
            "1:30",
            "١",
            "5.0f",
            "--1",
            "0x1p3",
            "<<",
        ] {
            assert_eq!(resolve(text), Value::Text(text.to_owned()), "{text}");
        }
    }

    #[test]
    fn numbers_keep_whether_they_are_plain_decimal() {
        for (text, value, plain) in [
            ("0", 0.0, Some(0)),
            ("7", 7.0, Some(7)),
            ("9007199254740991", 9_007_199_254_740_991.0, Some(9_007_199_254_740_991)),
            ("18446744073709551616", 18_446_744_073_709_551_616.0, None),
            ("00", 0.0, None),
            ("017", 17.0, None),
            ("+5", 5.0, None),
            ("-0", 0.0, None),
            ("-0.5", -0.5, None),
            ("5.", 5.0, None),
            (".5", 0.5, None),
            ("7.0", 7.0, None),
            ("1.5E+2", 150.0, None),
            ("1e2", 100.0, None),
            ("0o17", 15.0, None),
            ("0xFf", 255.0, None),
            (".inf", f64::INFINITY, None),
            ("-.INF", f64::NEG_INFINITY, None),
            ("+.Inf", f64::INFINITY, None),
            ("1e999", f64::INFINITY, None),
        ] {
            let Value::Number(number) = resolve(text) else { panic!("{text} is no number") };
            assert_eq!(number.plain, plain, "{text}");
            assert!((number.value - value).abs() < f64::EPSILON || number.value == value, "{text}");
        }
        let Value::Number(number) = resolve(".nan") else { panic!("no number") };
        assert!(number.value.is_nan());
    }
}
