//! When a list of runs is whole, and that nothing is made of one that is not.

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Stage};

use super::{asked, checks, plan, read, world};
use crate::acquisition::fake::Run;
use crate::support::server::Server;
use crate::support::world::commit;

/// The two lists: where they are read, and the member that holds the runs.
const LISTS: [(Stage, &str); 2] = [(Stage::CheckRuns, "check_runs"), (Stage::WorkflowRuns, "workflow_runs")];

/// Changes a list, and a page of it.
type Edit = Box<dyn Fn(&mut Json)>;
type EditPage = Box<dyn Fn(usize, &mut Json)>;

/// A run for issue 3 that asks for checks, two on a page: pull request 5 has
/// three check runs and three workflow runs.
fn run() -> Run {
    let mut world = world(5);
    world.set_runs(&commit(5), &super::RUNS, &super::RUNS);
    world.wording.run_page_size = 2;
    let mut run = Run::of(world, [3]);
    run.selection.checks = true;
    run
}

#[test]
fn a_list_is_read_until_all_runs_are_there() {
    for (length, pages) in [(0, 1), (1, 1), (100, 1), (101, 2), (200, 2), (201, 3)] {
        let mut world = world(5);
        world.set_runs(&commit(5), &vec![Some("skipped"); length], &[]);
        let server = Server::of(world);
        let outcome = plan(&server).run();
        assert_eq!(checks(&outcome)["checkRuns"]["skipped"].as_u64().unwrap_or(0), length as u64);
        assert_eq!(asked(&server).len(), pages + 1, "{length}");
        let numbers: Vec<Option<String>> = server.asked()[4..4 + pages]
            .iter()
            .map(|asked| asked.parameter("page").map(str::to_owned))
            .collect();
        let expected: Vec<Option<String>> =
            (1..=pages).map(|page| (page > 1).then(|| page.to_string())).collect();
        assert_eq!(numbers, expected, "{length}");
    }
}

#[test]
fn a_short_page_is_not_the_last_one() {
    let server = Server::of({
        let mut world = world(5);
        world.wording.run_page_size = 1;
        world
    });
    assert_eq!(read(&plan(&server).run()), (1, 0));
    assert_eq!(asked(&server), ["check-runs", "check-runs", "check-runs", "workflow-runs"]);
}

#[test]
fn pages_that_do_not_belong_together_are_no_snapshot() {
    for (stage, member) in LISTS {
        let edits: [(&str, EditPage); 7] = [
            ("total grows", Box::new(|page, list| list["total_count"] = (3 + page).into())),
            ("total shrinks", Box::new(|page, list| list["total_count"] = (3 - page).into())),
            ("total too small", Box::new(|_, list| list["total_count"] = 1.into())),
            (
                "a run missing",
                Box::new(move |page, list| {
                    if page == 1 {
                        list[member] = json!([]);
                    }
                }),
            ),
            ("none at all", Box::new(move |_, list| list[member] = json!([]))),
            ("twice on a page", Box::new(move |_, list| list[member][1] = list[member][0].clone())),
            ("twice over pages", Box::new(move |_, list| list[member][0]["id"] = 1.into())),
        ];
        for (name, edit) in edits {
            let run = run().change(stage, move |page, reply| reply.edit(|list| edit(page, list)));
            assert_eq!(run.failure(), (Code::Snapshot001, Some(stage)), "{name}");
        }
    }
}

#[test]
fn a_run_of_another_commit_or_repository_is_no_snapshot() {
    for (stage, member) in LISTS {
        let other = run().edit(stage, move |list| list[member][0]["head_sha"] = commit(6).into());
        assert_eq!(other.failure(), (Code::Snapshot001, Some(stage)));
        let shouted = run().edit(stage, move |list| {
            list[member][0]["head_sha"] = commit(5).to_uppercase().into();
        });
        assert!(shouted.read().is_ok());
    }
    let elsewhere = run().edit(Stage::WorkflowRuns, |list| {
        list["workflow_runs"][0]["repository"]["id"] = 1.into();
    });
    assert_eq!(elsewhere.failure(), (Code::Snapshot001, Some(Stage::WorkflowRuns)));
}

#[test]
fn what_is_not_of_the_form_is_refused() {
    for (stage, member) in LISTS {
        let edits: [(&str, Edit); 9] = [
            ("conclusion left out", Box::new(move |list| remove(&mut list[member][0], "conclusion"))),
            ("conclusion a number", Box::new(move |list| list[member][0]["conclusion"] = 1.into())),
            ("id left out", Box::new(move |list| remove(&mut list[member][0], "id"))),
            ("commit left out", Box::new(move |list| remove(&mut list[member][0], "head_sha"))),
            ("total left out", Box::new(|list| remove(list, "total_count"))),
            ("total negative", Box::new(|list| list["total_count"] = (-1).into())),
            ("runs left out", Box::new(move |list| remove(list, member))),
            ("runs null", Box::new(move |list| list[member] = Json::Null)),
            ("a list", Box::new(move |list| *list = list[member].clone())),
        ];
        for (name, edit) in edits {
            let run = run().edit(stage, edit);
            assert_eq!(run.failure(), (Code::Rest001, Some(stage)), "{name}");
        }
    }
}

fn remove(object: &mut Json, member: &str) {
    object.as_object_mut().unwrap().remove(member);
}
