//! Check runs and workflow runs of the pull requests on the Project: what is
//! counted, what it may cost, and what never comes of it.

mod budgets;
mod counts;
mod faults;
mod heads;
mod lists;
mod shown;

use serde_json::Value as Json;

use crate::support::program::{Outcome, Plan};
use crate::support::server::Server;
use crate::support::world::{World, commit};

/// How the runs of the test's pull requests end.
const RUNS: [Option<&str>; 3] = [Some("success"), Some("failure"), None];

/// The default world with live pull requests 5 to `last`, of each of which the
/// head commit has three check runs and one workflow run.
fn world(last: u64) -> World {
    let mut world = World::organization();
    // The provider's order is not that of the numbers.
    for number in (6..=last).rev() {
        world.add_pull_request(number);
    }
    for number in 5..=last {
        world.set_runs(&commit(number), &RUNS, &[Some("success")]);
    }
    world
}

/// A run that asks for checks.
fn plan(server: &Server) -> Plan {
    Plan::against(server).flag("--include-checks")
}

/// What a complete run says about checks.
fn checks(outcome: &Outcome) -> Json {
    outcome.planned();
    outcome.json()["checks"].clone()
}

/// The pull requests that were read and not read.
fn read(outcome: &Outcome) -> (u64, u64) {
    let requests = &checks(outcome)["pullRequests"];
    (requests["read"].as_u64().unwrap(), requests["notRead"].as_u64().unwrap())
}

/// What was asked after the snapshot's own four reads.
fn asked(server: &Server) -> Vec<&'static str> {
    let stages = server.stages();
    assert_eq!(stages[..4], crate::end_to_end::FOUR_READS);
    stages[4..].to_vec()
}
