//! The page of an audit, and that of joined audits.

use std::rc::Rc;

use super::{judged, keep, texts};
use crate::support::html::Element;
use crate::support::policies::block;
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;

/// The issues of a board begin here.
const FIRST: u64 = 1_001;

/// A board of so many issues with some of each kind, a few of which hang
/// together.
fn board(issues: u64) -> World {
    let mut world = World::organization();
    world.project.items.clear();
    world.parents.clear();
    for number in FIRST..FIRST + issues {
        let area = if number % 10 == 3 { "attic" } else { "water" };
        let parent = if number % 100 == 2 { "relationships:\n  parent: 1001\n" } else { "" };
        let body = block(&format!("schema: 1\nwork_type: task\narea: {area}\n{parent}"));
        let item = world.add_issue(number);
        item.body(if number % 50 == 7 { "Nothing is declared here." } else { &body });
        item.set("Work Type", "Task");
        if number % 2 == 0 {
            item.set("Area", "Water");
        }
        item.archived = number % 100 == 9;
    }
    world
}

fn page(outcome: &crate::support::program::Outcome) -> Rc<Element> {
    judged(&outcome.stdout)
}

/// The rows of the table of issues.
fn rows(root: &Rc<Element>) -> Vec<Rc<Element>> {
    root.classed("board")[0].every("tbody")[0].every("tr")
}

#[test]
fn every_issue_of_an_audit_has_a_row_the_worst_first() {
    let server = Server::of(board(2_000));
    let outcome = Plan::audit(&server).argument("--format", "html").run();
    keep("audit.html", &outcome.stdout);
    let root = page(&outcome);
    let rows = rows(&root);
    assert_eq!(rows.len(), 2_000);
    let order = ["error", "deferred", "drift", "absent", "no_contract", "archived", "converged"];
    let ranks: Vec<usize> = rows
        .iter()
        .map(|row| order.iter().position(|status| Some(*status) == row.attribute("data-status")).unwrap())
        .collect();
    assert!(ranks.is_sorted(), "the worst first");
    assert!(outcome.stdout.len() < 4 << 20, "{}", outcome.stdout.len());
    // What the report says of each, the page says as well.
    let server = Server::of(board(2_000));
    let report = Plan::audit(&server).run().json();
    for (status, count) in report["statuses"].as_object().unwrap() {
        let shown = rows.iter().filter(|row| row.attribute("data-status") == Some(status)).count();
        assert_eq!(Some(shown as u64), count.as_u64(), "{status}");
        let tile = format!("{count} {status}");
        assert!(texts(&root.classed("tile")).iter().any(|told| told.starts_with(&tile)), "{tile}");
    }
    for issue in report["issues"].as_array().unwrap().iter().take(300) {
        let id = format!("issue-{}", issue["issueNumber"]);
        let row = rows.iter().find(|row| row.attribute("id") == Some(&id)).unwrap();
        let said = row.text();
        let codes = issue["diagnostics"].as_array().unwrap().iter();
        let plan_id = issue.get("planId").into_iter();
        for told in codes.map(|finding| &finding["code"]).chain(plan_id) {
            assert!(said.contains(told.as_str().unwrap()), "{told}: {said}");
        }
    }
}

#[test]
fn an_audit_draws_the_relationships_that_its_plans_speak_of() {
    let server = Server::of(board(300));
    let outcome = Plan::audit(&server).argument("--format", "html").run();
    keep("audit-small.html", &outcome.stdout);
    let root = page(&outcome);
    let [drawing] = &root.every("svg")[..] else { panic!("one group") };
    assert_eq!(texts(&drawing.every("text")), ["1001", "1002", "1102", "1202"]);
    assert_eq!(drawing.classed("added").len(), 3);
    let words = texts(&root.every("tr"));
    assert!(words.iter().any(|row| row.contains("is the parent of")), "{words:?}");
}

#[test]
fn more_relationships_than_can_be_read_are_not_drawn() {
    let mut world = board(300);
    for number in FIRST + 1..FIRST + 200 {
        world.set_parent(number, FIRST);
    }
    let body = block("schema: 1\nwork_type: task\narea: water\nrelationships:\n  parent: 1001\n");
    for number in FIRST + 1..FIRST + 200 {
        world.item(number).body(&body);
    }
    let outcome = Plan::audit(&Server::of(world)).argument("--format", "html").run();
    let root = page(&outcome);
    assert!(root.every("svg").is_empty());
    assert!(root.text().contains("related, too many to draw"), "{}", root.text());
}

#[test]
fn joined_audits_are_one_page_whose_links_lead_to_the_right_rows() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, world: World| {
        let report = Plan::audit(&Server::of(world)).run().stdout;
        std::fs::write(directory.path().join(name), report).unwrap();
    };
    write("a.json", board(30));
    let run = |arguments: &[&str]| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
        command.current_dir(directory.path()).env_clear().arg("merge").args(arguments).output().unwrap()
    };
    // A report without a result stands beside it.
    let failed = Plan::audit(&Server::of(board(1))).argument("--rest-requests", 1).run().stdout;
    std::fs::write(directory.path().join("b.json"), failed).unwrap();
    let output = run(&["--label", "report-1=a.json", "b.json", "--format", "html"]);
    let page = String::from_utf8(output.stdout).unwrap();
    keep("merged.html", &page);
    let root = judged(&page);
    assert_eq!(rows(&root).len(), 30);
    assert!(rows(&root).iter().all(|row| row.attribute("id").unwrap().starts_with("issue-report-1-")));
    assert!(root.text().contains("report 2: no result, YKP-RATE-001"), "{}", root.text());
    assert!(root.every("svg").is_empty(), "a report in a file has no relationships");
}
