//! Contract text in bodies.

use super::{plan, with_body};
use crate::support::policies::block;
use crate::support::program::operations;

const CONTRACT: &str = "schema: 1\nwork_type: bug\narea: climate\npriority: urgent\n";

#[test]
fn b41_a_marker_with_a_trailing_space_is_noticed() {
    let body = block(CONTRACT).replace("<!-- yukh:issue:v1\n", "<!-- yukh:issue:v1 \n");
    let outcome = plan(with_body(&body));
    assert_eq!(outcome.outcome(), "no_contract");
    assert_eq!(outcome.notices(), ["YKP-RUNTIME-001", "YKP-CONTRACT-012"]);
}

#[test]
fn b53_line_ends_do_not_change_a_plan() {
    let body = block(CONTRACT);
    let mixed = body.replacen('\n', "\r\n", 4);
    let id = |body: &str| plan(with_body(body)).planned()["planId"].clone();
    assert_eq!(id(&body.replace('\n', "\r\n")), id(&body));
    assert_eq!(id(&mixed), id(&body));
    let lone = plan(with_body(&body.replace("area: climate\n", "area: climate\r")));
    assert_ne!(lone.code, 0, "a lone CR is a character of its line: {lone:?}");
}

#[test]
fn b55_the_end_of_a_comment_inside_a_value_is_refused() {
    for inside in ["priority: \"-->\"\n", "priority: x-->y\n", "size: |\n  text\n  -->\n  more\n"] {
        let body = block(&format!("schema: 1\nwork_type: bug\narea: climate\n{inside}"));
        assert_eq!(plan(with_body(&body)).failure(2), "YKP-CONTRACT-002", "{inside}");
    }
}

#[test]
fn b56_a_block_without_an_end_is_refused() {
    let body = format!("Before\n<!-- yukh:issue:v1\n{CONTRACT}");
    assert_eq!(plan(with_body(&body)).failure(2), "YKP-CONTRACT-002");
}

#[test]
fn b57b_text_after_the_marker_is_noticed() {
    let body = format!("<!-- yukh:issue:v1 --> text\n{CONTRACT}-->\n");
    let outcome = plan(with_body(&body));
    assert_eq!(outcome.outcome(), "no_contract");
    assert_eq!(outcome.notices(), ["YKP-RUNTIME-001", "YKP-CONTRACT-012"]);
}

#[test]
fn the_same_contract_is_read_wherever_it_stands() {
    let body = format!("<!-- yukh:issue:v1\n{CONTRACT}-->");
    assert_eq!(operations(&plan(with_body(&body)).planned()).len(), 2);
}
