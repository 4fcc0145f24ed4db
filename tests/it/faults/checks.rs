//! What goes wrong with the lists of runs of a pull request's head commit.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Code;

use super::{CHECKS, Ending, Fault, Read};
use crate::support::world::Reply;

const WORKFLOW_RUNS: &[Read] = &[Read::WorkflowRuns];

pub(super) const LISTS: &[Fault] = &[
    Fault::answer("more runs than may be read", CHECKS, Code::GithubRead005, |reply| {
        reply.edit(|list| list["total_count"] = json!(201))
    })
    .ending(Ending::LeavesOut),
    Fault::answer("a run of another commit", CHECKS, Code::Snapshot001, |reply| {
        run(reply, |run| run["head_sha"] = json!("deadbeef".repeat(5)))
    }),
    Fault::answer("a commit that is none", CHECKS, Code::Snapshot001, |reply| {
        run(reply, |run| run["head_sha"] = json!("CANARY"))
    }),
    Fault::answer("a run of another repository", WORKFLOW_RUNS, Code::Snapshot001, |reply| {
        run(reply, |run| run["repository"]["id"] = json!(7))
    }),
    Fault::answer("a run that occurs twice", CHECKS, Code::Snapshot001, |reply| {
        runs(reply, |runs| {
            let first = runs[0].clone();
            runs[1] = first;
        })
    }),
    Fault::answer("more runs than the list counts", CHECKS, Code::Snapshot001, |reply| {
        reply.edit(|list| list["total_count"] = json!(1))
    }),
    Fault::answer("an empty page of a list that counts some", CHECKS, Code::Snapshot001, |reply| {
        runs(reply, Vec::clear)
    }),
    Fault::answer("a list that does not count its runs", CHECKS, Code::Rest001, |reply| {
        reply.edit(|list| remove(list, "total_count"))
    }),
    Fault::answer("a run that does not say how it ended", CHECKS, Code::Rest001, |reply| {
        run(reply, |run| remove(run, "conclusion"))
    }),
    Fault::answer("a run without its id", CHECKS, Code::Rest001, |reply| run(reply, |run| remove(run, "id"))),
];

/// The same answer with its runs changed.
fn runs(reply: Reply, change: impl FnOnce(&mut Vec<Json>)) -> Reply {
    reply.edit(|list| {
        let runs = list.as_object_mut().unwrap().values_mut().find_map(Json::as_array_mut);
        change(runs.expect("a list of runs"));
    })
}

/// The same answer with its first run changed.
fn run(reply: Reply, change: impl FnOnce(&mut Json)) -> Reply {
    runs(reply, |runs| change(&mut runs[0]))
}

fn remove(json: &mut Json, member: &str) {
    json.as_object_mut().unwrap().remove(member).unwrap();
}
