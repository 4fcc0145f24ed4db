//! What people read of checks.

use super::{plan, world};
use crate::support::program::Outcome;
use crate::support::server::Server;
use crate::support::world::{World, commit};

fn run(world: World, format: &str, requests: u64) -> Outcome {
    let server = Server::of(world);
    let outcome = plan(&server).argument("--format", format).argument("--rest-requests", requests).run();
    assert_eq!(outcome.code, 0, "{outcome:?}");
    outcome
}

/// Pull requests 5 to 7, of which 5 has runs of many kinds.
fn many() -> World {
    let mut world = world(7);
    let mut runs = vec![Some("success"); 12];
    runs.extend([Some("failure"), Some("timed_out"), Some("action_required"), None, None, Some("composted")]);
    world.set_runs(&commit(5), &runs, &[]);
    world
}

/// The section about checks.
fn section(page: &str) -> &str {
    let at = page.find("Checks of pull requests").expect("a section");
    page[at..].split("\n\n").next().unwrap()
}

#[test]
fn a_person_reads_one_short_section() {
    insta::assert_snapshot!("text", run(many(), "text", 7).stdout);
}

#[test]
fn a_job_summary_has_one_short_section() {
    insta::assert_snapshot!("markdown", run(many(), "markdown", 7).stdout);
}

#[test]
fn what_was_not_read_is_not_none() {
    let of = |world, requests| section(&run(world, "text", requests).stdout).to_owned();
    insta::assert_snapshot!("nothing_read", of(many(), 4));
    let mut without = World::organization();
    without.project.items.retain(|item| item.issue().is_some());
    insta::assert_snapshot!("no_pull_requests", of(without, 32));
    let mut silent = world(5);
    silent.runs.clear();
    insta::assert_snapshot!("no_runs", of(silent, 32));
}
