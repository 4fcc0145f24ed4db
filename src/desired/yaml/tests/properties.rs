//! What must hold for every text.

use proptest::prelude::*;

use super::LIMITS;
use crate::desired::yaml::{Limits, Value, dialect_of, read};

/// Pieces that make a text look like YAML.
fn soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "b: ",
        "- ",
        "? ",
        ": ",
        "\n",
        "\n  ",
        "\n\t",
        "\t",
        "[",
        "]",
        "{",
        "}",
        ",",
        "&x ",
        "*x",
        "!t ",
        "!!str ",
        "<<",
        "'",
        "\"",
        "|\n",
        ">-\n",
        "#",
        " # c",
        "---\n",
        "...\n",
        "%YAML 1.2\n",
        "\r",
        "\r\n",
        "\u{feff}",
        "\u{0}",
        "\u{85}",
        "\u{2028}",
        "0x1",
        "1e9",
        ".inf",
        "~",
        "null",
        "\\",
        "\\x",
        "é",
        "🏃",
        " ",
    ]);
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = (read(&text, &LIMITS).map(drop), dialect_of(text.as_bytes()));
    }

    #[test]
    fn any_bytes_have_a_dialect(bytes in any::<Vec<u8>>()) {
        let _ = dialect_of(&bytes);
    }

    #[test]
    fn anything_that_looks_like_yaml_is_read_or_refused(text in soup()) {
        let unbounded = Limits { depth: usize::MAX, root_members: usize::MAX, members: usize::MAX,
            entries: Some(usize::MAX), scalars: usize::MAX, string: usize::MAX };
        for limits in [&LIMITS, &unbounded] {
            match read(&text, limits) {
                Ok(_) => {}
                Err(found) => {
                    prop_assert!(!found.is_empty());
                    prop_assert!(found.iter().all(|finding| finding.position.line > 0 && finding.position.column > 0));
                }
            }
        }
    }

    #[test]
    fn json_is_yaml(text in "[^\u{10f800}-\u{10f8ff}\u{feff}]{0,40}", number in -1.0e9..1.0e9_f64, flag: bool) {
        let json = serde_json::json!({"text": text, "number": number, "list": [flag, null_of(flag)]}).to_string();
        let root = read(&json, &LIMITS).expect("JSON is accepted");
        let Value::Mapping(entries) = root.value else { panic!("a mapping") };
        let text_read = entries.iter().find(|entry| entry.key == "text").map(|entry| &entry.value.value);
        prop_assert_eq!(text_read, Some(&Value::Text(text)));
    }
}

fn null_of(flag: bool) -> Option<bool> {
    flag.then_some(flag)
}
