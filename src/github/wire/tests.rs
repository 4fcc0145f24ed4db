//! The raw types.

use proptest::prelude::*;
use serde::Deserialize;

use super::{Item, Member, Shape, Str, decode, decode_each};
use crate::diagnostic::{Code, Failure, Stage};

#[derive(Deserialize)]
struct One<'body> {
    #[serde(borrow, default)]
    member: Member<Str<'body>>,
}

fn one(json: &str) -> Member<Str<'_>> {
    decode::<One<'_>>(json.as_bytes(), Stage::Items).unwrap().member
}

#[test]
fn absent_null_and_value_are_three_things() {
    assert!(matches!(one("{}"), Member::Absent));
    assert!(matches!(one("{\"member\":null}"), Member::Null));
    assert!(matches!(one("{\"member\":\"\"}"), Member::Value(text) if text.as_str().is_empty()));
}

#[test]
fn text_is_borrowed_where_it_holds_no_escapes() {
    use std::borrow::Cow;
    assert!(matches!(one("{\"member\":\"plain é\"}"), Member::Value(Str(Cow::Borrowed("plain é")))));
    assert!(matches!(one("{\"member\":\"a\\n\"}"), Member::Value(Str(Cow::Owned(text))) if text == "a\n"));
}

#[test]
fn a_member_that_comes_twice_is_refused() {
    for json in [
        "[{\"id\":1,\"id\":1,\"content_type\":\"Issue\",\"updated_at\":\"\"}]",
        "[{\"id\":1,\"content_type\":\"Issue\",\"updated_at\":\"\",\"fields\":[{\"id\":1,\"value\":{\"raw\":\"\",\"raw\":\"\"}}]}]",
    ] {
        let failure = decode::<Vec<Item<'_>>>(json.as_bytes(), Stage::Items).map(|_| ()).unwrap_err();
        assert_eq!(failure.code(), Code::Rest001);
    }
}

#[test]
fn one_byte_order_mark_is_tolerated_and_two_are_not() {
    let with = |marks: usize| format!("{}{{}}", "\u{feff}".repeat(marks));
    assert!(decode::<One<'_>>(with(1).as_bytes(), Stage::Items).is_ok());
    assert!(decode::<One<'_>>(with(2).as_bytes(), Stage::Items).is_err());
    assert!(decode::<One<'_>>(b"{\"member\":\"\xff\"}", Stage::Items).is_err());
    assert!(decode::<One<'_>>(b"{} {}", Stage::Items).is_err());
}

#[test]
fn text_that_nobody_reads_has_to_be_utf_8_too() {
    let body = b"[{\"nobody\":\"\xff\"}]";
    assert!(decode::<Vec<One<'_>>>(body, Stage::Items).is_err());
    assert!(decode_each(body, Stage::Items, |_: One<'_>| Ok(())).is_err());
}

#[test]
fn a_shape_keeps_what_carries_text_and_drops_the_rest() {
    let shape = |json| -> Shape<'_> { serde_json::from_str(json).unwrap() };
    assert_eq!(shape("\"a\"").text(), Some("a"));
    assert_eq!(shape("{\"raw\":\"a\",\"html\":\"b\"}").text(), Some("a"));
    assert_eq!(shape("{\"name\":{\"raw\":\"a\"}}").name(), Some("a"));
    assert_eq!(shape("{\"title\":\"a\",\"name\":\"b\"}").title(), Some("a"));
    for other in ["null", "true", "[\"a\"]", "7", "{\"raw\":{\"raw\":\"a\"}}", "{\"html\":\"a\"}"] {
        assert_eq!(shape(other).text(), None, "{other}");
    }
    assert!(matches!(shape("-7"), Shape::Number(number) if number == -7.0));
    assert!(matches!(shape("0.5"), Shape::Number(number) if number == 0.5));
    assert!(serde_json::from_str::<Shape<'_>>("1e999").is_err(), "not finite");
}

#[test]
fn nothing_of_a_body_is_debugged_into_the_open() {
    assert!(!format!("{:?}", one("{\"member\":\"canary\"}")).contains("canary"));
}

proptest! {
    /// A last digit that is lost would be drift that no run can mend.
    #[test]
    fn a_number_is_read_to_its_last_digit(number in proptest::num::f64::NORMAL | proptest::num::f64::SUBNORMAL) {
        let json = format!("{number:e}");
        let read = decode::<Shape<'_>>(json.as_bytes(), Stage::Items).map_err(|failure| failure.code());
        prop_assert!(matches!(read, Ok(Shape::Number(read)) if read.to_bits() == number.to_bits()), "{json}");
    }
}

/// The texts of a list up to one that fails, and how the reading ended.
fn each(body: &str, fails: &str) -> (Vec<String>, Option<Code>) {
    let mut read = Vec::new();
    let end = decode_each(body.as_bytes(), Stage::Items, |text: Str<'_>| {
        read.push(text.as_str().to_owned());
        if text.as_str() == fails { Err(Failure::read(Code::Snapshot001, Stage::Items)) } else { Ok(()) }
    });
    (read, end.err().map(|failure| failure.code()))
}

#[test]
fn a_list_is_given_entry_by_entry_up_to_the_first_that_fails() {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(each("\u{feff}[\"a\",\"b\\n\"]", ""), (texts(&["a", "b\n"]), None));
    assert_eq!(each("[]", ""), (texts(&[]), None));
    assert_eq!(each("[\"a\",\"b\",\"c\"]", "b"), (texts(&["a", "b"]), Some(Code::Snapshot001)));
    for broken in ["[\"a\"", "[\"a\"] x", "[\"a\"][]", "[\"a\",]", "[\"a\",1]"] {
        assert_eq!(each(broken, ""), (texts(&["a"]), Some(Code::Rest001)), "{broken}");
    }
    for other in ["", "{}", "null", "\"a\"", "[1]"] {
        assert_eq!(each(other, ""), (texts(&[]), Some(Code::Rest001)), "{other}");
    }
}
