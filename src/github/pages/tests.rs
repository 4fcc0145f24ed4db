//! What a header says, and where a link leads.

use super::{Malformed, next_target};

fn next(header: &str) -> Option<&str> {
    next_target(header).unwrap_or_else(|Malformed| panic!("malformed: {header}"))
}

#[test]
fn trap_06_commas_and_semicolons_inside_a_target_are_text() {
    let target = "https://h/items?fields=1,2,3&x=;rel=\"next\"&after=abc";
    assert_eq!(next(&format!("<{target}>; rel=\"next\"")), Some(target));
    assert_eq!(next(&format!("<https://h/?a,b>; rel=\"prev\", <{target}>; rel=\"next\"")), Some(target));
}

#[test]
fn a_relation_may_be_quoted_a_token_or_one_of_a_list_in_any_case() {
    for parameters in [
        "rel=\"next\"",
        "rel=next",
        "REL=NEXT",
        "rel = \"next\"",
        "rel=\"last next\"",
        "rel=\"n\\ext\"",
        "rel=\"next\"; rel=\"prev\"",
        "title=\"a, <b>; rel=\\\"prev\\\"\"; rel=\"next\"",
        "title; rel=next",
        "title*=UTF-8''a%2Cb;rel=next",
    ] {
        assert_eq!(next(&format!("<t>; {parameters}")), Some("t"), "{parameters}");
        assert_eq!(next(&format!(" , <p>;rel=prev ,\t<t> ;{parameters} ,, ")), Some("t"), "{parameters}");
    }
}

#[test]
fn other_relations_are_not_next() {
    for header in [
        "",
        " ",
        ",",
        "<t>",
        "<t>; rel=\"prev\"",
        "<t>; rel=\"prev\"; rel=\"next\"",
        "<t>; rel=\"nextish\"",
        "<t>; title=\"next\"",
        "<t>; rel",
        "<t>; rev=\"next\"",
    ] {
        assert_eq!(next(header), None, "{header}");
    }
}

#[test]
fn a_header_that_is_malformed_or_says_two_things_is_never_the_last_page() {
    for header in [
        "t; rel=\"next\"",
        "<t; rel=\"next\"",
        "<t>; rel=\"next",
        "<t>; rel=\"next\\",
        "<t> rel=\"next\"",
        "<t>; rel=\"next\" <u>; rel=\"prev\"",
        "<t>; rel=\"next\", <u>; rel=\"next\"",
        "<t>; rel=\"next\"; anchor=\"#a\"",
        "<t>; rel=\"prev\", u",
        "<t>; rel='next'",
    ] {
        assert!(next_target(header).is_err(), "{header}");
    }
    assert_eq!(next("<t>; rel=\"next\", <t>; rel=\"next\""), Some("t"), "the same thing twice");
}

proptest::proptest! {
    #[test]
    fn no_header_ends_in_a_panic(header in "[<>;,\"\\\\=a-z \\t?é]{0,40}") {
        let _: Result<Option<&str>, Malformed> = next_target(&header);
    }

    #[test]
    fn any_target_and_title_are_read_back(target in "[^<>]{0,30}", title in "[a-z,;<>= ]{0,20}") {
        let header = format!("<p>; title=\"{title}\"; rel=\"prev\", <{target}>; title=\"{title}\"; rel=\"next\"");
        proptest::prop_assert_eq!(next(&header), Some(target.as_str()));
    }
}
