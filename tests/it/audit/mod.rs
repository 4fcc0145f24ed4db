//! `yukh audit`: what it asks, what it says of each issue, and what it does
//! when something can not be afforded.

mod deferral;
mod requests;
mod shape;
mod statuses;
mod summaries;

use serde_json::Value as Json;

use crate::support::policies::block;
use crate::support::program::Outcome;
use crate::support::world::World;

/// The issues of a board begin here.
const FIRST: u64 = 1_001;

/// A board of so many issues, one drifting for each that does not. Their
/// bodies are small, and their relationships are told by the items.
fn board(issues: u64) -> World {
    let mut world = World::organization();
    world.project.items.clear();
    world.parents.clear();
    for number in FIRST..FIRST + issues {
        let item = world.add_issue(number).body(&block("schema: 1\nwork_type: task\narea: water\n"));
        item.set("Work Type", "Task");
        if number % 2 == 0 {
            item.set("Area", "Water");
        }
    }
    world
}

/// Gives so many issues of a board a dependency that takes a batch, spread over
/// the whole board.
fn relate(world: &mut World, issues: u64, of: u64) {
    for index in 0..issues {
        world.add_dependency(900, FIRST + index * of / issues);
    }
}

/// `1001 drift {"set_project_field":1} ` for each issue of a report, in its
/// order.
fn lines(report: &Json) -> Vec<String> {
    let line = |issue: &Json| {
        let codes = issue["diagnostics"].as_array().unwrap().iter();
        let codes: Vec<&str> = codes.map(|finding| finding["code"].as_str().unwrap()).collect();
        format!(
            "{} {} {} {}",
            issue["issueNumber"],
            issue["status"].as_str().unwrap(),
            issue["operationCounts"],
            codes.join(" ")
        )
    };
    let lines = report["issues"].as_array().unwrap().iter().map(line);
    lines.map(|line| line.trim_end_matches(' ').to_owned()).collect()
}

/// The report of a run that ended with this code.
fn ended(outcome: &Outcome, code: i32) -> Json {
    assert_eq!(outcome.code, code, "{outcome:?}");
    outcome.json()
}
