//! What people read of an audit.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use yukh::report::SUMMARY_BYTES;

use super::board;
use crate::support::policies::block;
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;

/// A backlog with an issue of each kind.
fn backlog() -> World {
    let mut world = World::organization();
    world.add_issue(6).body(&block("schema: 1\nwork_type: task\narea: attic\n"));
    world.add_issue(7).body(&block("schema: 1\nwork_type: cuckoo\narea: beds\nsize: []\n"));
    world.add_issue(9).archived = true;
    world.add_issue(10).body("<!-- yukh:issue:v1 \nschema: 1\n-->\n");
    world
        .add_issue(11)
        .body(&block("schema: 1\nwork_type: task\narea: water\nrelationships:\n  parent: 1\n"));
    world.add_issue(12).body(&block("schema: 1\nwork_type: task\narea: beds\n"));
    world.add_dependency(1, 12);
    world
}

fn audit(world: World, format: &str) -> String {
    let server = Server::of(world);
    let audit = Plan::audit(&server).argument("--format", format).argument("--issue-numbers", ISSUES);
    audit.argument("--graphql-requests", 0).run().stdout
}

const ISSUES: &str = "1,2,3,4,6,7,9,10,11,12,99";

#[test]
fn an_audit_for_a_terminal() {
    insta::assert_snapshot!(audit(backlog(), "text"));
}

#[test]
fn an_audit_for_a_job_summary() {
    insta::assert_snapshot!(audit(backlog(), "markdown"));
}

/// Drifting issues, each with findings of its own.
fn long(issues: u64) -> World {
    let mut world = board(issues);
    for item in &mut world.project.items {
        item.body(&block("schema: 1\nwork_type: task\narea: attic\nsize: attic\npriority: attic\n"));
        item.values.clear();
    }
    world
}

#[test]
fn b64_b65_a_summary_of_a_long_backlog_stays_below_its_bound_and_says_what_it_leaves_out() {
    let server = Server::of(long(2_000));
    let summary = Plan::audit(&server).argument("--format", "markdown").run().stdout;
    assert!(summary.len() <= SUMMARY_BYTES, "{}", summary.len());
    assert_eq!(SUMMARY_BYTES, 900 * 1024);
    let last = summary.lines().last().unwrap();
    assert!(last.contains("This summary ends here") && last.contains("1000 more issues are"), "{last}");
    assert!(last.contains("the report that `--format json` prints"), "no artifact is there: {last}");
    // The report holds them all, and is more than a report of one issue may be.
    let audit = Plan::audit(&server).argument("--report-file", "audit.json").run();
    let report = audit.report.unwrap();
    assert_eq!((audit.code, audit.stdout.as_str()), (5, ""));
    assert_eq!(report.matches("\"issueNumber\"").count(), 2_000);
    assert!(report.len() > 1 << 20, "{}", report.len());
}

#[test]
fn issues_that_nothing_is_planned_for_are_named_up_to_a_hundred() {
    let mut world = board(0);
    for number in 1..=150 {
        world.add_issue(number);
    }
    world.add_issue(200).archived = true;
    let server = Server::of(world);
    for (format, quote) in [("text", ""), ("markdown", "`")] {
        let numbers = (1..=150).chain([200, 901, 902]).map(|number| number.to_string()).collect::<Vec<_>>();
        let audit = Plan::audit(&server).argument("--format", format);
        let shown = audit.argument("--issue-numbers", numbers.join(",")).run().stdout;
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        let hundred = (1..=100).map(|number| number.to_string()).collect::<Vec<_>>().join(", ");
        for line in [
            format!("{quote}absent{quote}, no item in the Project: 901 and 902"),
            format!("{quote}no_contract{quote}, no contract in the body: {hundred} and 50 more"),
            format!("{quote}archived{quote}, the item is archived: 200"),
        ] {
            assert!(shown.contains(&line), "{line}: {shown}");
        }
        assert!(!shown.contains("101"), "{shown}");
    }
}

#[test]
fn a_pie_of_one_slice_is_not_drawn() {
    let shown =
        |issues| Plan::audit(&Server::of(board(issues))).argument("--format", "markdown").run().stdout;
    assert!(!shown(1).contains("mermaid"), "one status");
    assert!(shown(2).contains("pie showData"), "two");
}

#[test]
fn a_summary_makes_no_link_no_mention_and_no_html_but_its_own() {
    let summary = audit(backlog(), "markdown");
    let mut in_code = false;
    for event in Parser::new_ext(&summary, Options::all()) {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock) => panic!("{event:?}"),
            Event::InlineHtml(html) | Event::Html(html) => assert_eq!(&*html, "<br>"),
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) => assert!(in_code || !text.contains(['#', '@']), "{text}"),
            _ => {}
        }
    }
}
