//! Step 5: parent and dependencies.

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Detail, Diagnostic, Failure, Path, RateResource, Stage};
use yukh::github::Operation;
use yukh::observed::{Coverage, Edges, Known, Parent, RelationshipsState, Snapshot};
use yukh::scope::Limit;

use super::fake::{Run, item_of, number, numbers, parts, relationships, remove};
use crate::support::world::{Place, World};

pub(super) const SNAPSHOT: (Code, Option<Stage>) = (Code::Snapshot001, Some(Stage::Relationships));

/// Edges of these issues of the repository, all of them seen.
pub(super) fn local(issues: impl IntoIterator<Item = u64>) -> Edges {
    Edges { local: numbers(issues), foreign: 0, hidden: 0 }
}

/// A world in which 1 blocks 3 and 4, and 2 has the parent 1.
fn world() -> World {
    let mut world = World::organization();
    world.add_dependency(1, 3);
    world.add_dependency(1, 4);
    world
}

/// The batch of a run, changed; `node` is the one of the only issue.
fn batch(world: World, issue: u64, change: impl Fn(&mut Json) + 'static) -> Run {
    Run::of(world, [issue]).edit(Stage::Relationships, move |answer| change(&mut answer["data"]["nodes"][0]))
}

/// Why the relationships of an issue were not read.
pub(super) fn deferred(snapshot: &Snapshot, issue: u64) -> Option<Diagnostic> {
    match &parts(snapshot, issue).relationships {
        RelationshipsState::Deferred(diagnostic) => Some(diagnostic.clone()),
        RelationshipsState::Complete(_) => None,
    }
}

#[test]
fn decision_38_known_parents_and_zero_summaries_need_no_batch() {
    let run = Run::of(World::organization(), [1, 2, 3, 4]);
    let snapshot = run.snapshot();
    assert_eq!(run.count(Stage::Relationships), 0);
    assert_eq!(relationships(&snapshot, 1).parent, Parent::None);
    assert_eq!(relationships(&snapshot, 2).parent, Parent::Local(number(1)));
    assert_eq!(relationships(&snapshot, 2).blocked_by, Edges::default());
    assert_eq!(relationships(&snapshot, 1).sub_issues, Known::Unknown);
    assert_eq!(snapshot.completeness().relationships, Coverage::Complete);
}

#[test]
fn decision_38_the_batch_asks_for_the_issues_that_need_it_and_no_others() {
    let run = Run::of(world(), [1, 2, 3]);
    let snapshot = run.snapshot();
    let asked: Vec<usize> = run
        .operations()
        .iter()
        .filter_map(|operation| match operation {
            Operation::Relationships { issues, .. } => Some(issues.len()),
            _ => None,
        })
        .collect();
    assert_eq!(asked, [2]);
    assert_eq!(relationships(&snapshot, 1).blocking, local([3, 4]));
    assert_eq!(relationships(&snapshot, 1).blocked_by, local([]));
    assert_eq!(relationships(&snapshot, 1).sub_issues, Known::Known(local([2])));
    assert_eq!(relationships(&snapshot, 3).blocked_by, local([1]));
    assert_eq!(relationships(&snapshot, 2).sub_issues, Known::Unknown);
}

#[test]
fn b48_trap_08_decision_37_what_rest_leaves_out_is_asked_for() {
    let members = ["issue_dependencies_summary", "parent_issue_url"];
    for member in members {
        let run = Run::of(World::organization(), [2])
            .edit(Stage::Items, move |items| remove(&mut item_of(items, 2)["content"], member));
        let snapshot = run.snapshot();
        assert_eq!(run.count(Stage::Relationships), 1, "{member}");
        assert_eq!(relationships(&snapshot, 2).parent, Parent::Local(number(1)));
    }
    let edits: [fn(&mut Json); 4] = [
        |content| content["issue_dependencies_summary"] = json!(null),
        |content| content["issue_dependencies_summary"] = json!({ "blocked_by": 0, "blocking": 0 }),
        |content| content["parent_issue_url"] = json!("https://example.com/acme-garden/greenhouse/1"),
        |content| {
            content["parent_issue_url"] =
                json!("https://api.github.com/repos/acme-garden/greenhouse/issues/01")
        },
    ];
    for edit in edits {
        let run = Run::of(World::organization(), [2])
            .edit(Stage::Items, move |items| edit(&mut item_of(items, 2)["content"]));
        run.snapshot();
        assert_eq!(run.count(Stage::Relationships), 1);
    }
}

#[test]
fn b48_a_parent_whose_url_can_not_be_read_is_never_none() {
    for url in ["", "https://example.com/1", "https://api.github.com/repos/acme-garden/greenhouse/issues/01"]
    {
        let parent = |issue| {
            let run = Run::of(World::organization(), [issue]).edit(Stage::Items, move |items| {
                item_of(items, issue)["content"]["parent_issue_url"] = json!(url);
            });
            relationships(&run.snapshot(), issue).parent
        };
        assert_eq!(parent(2), Parent::Local(number(1)), "{url}: the batch names it");
        assert_eq!(parent(3), Parent::Elsewhere, "{url}: the batch shows none, so it is hidden");
    }
}

#[test]
fn the_parent_url_is_compared_and_not_parsed_further() {
    let parent = |url: &'static str| {
        let run = Run::of(World::organization(), [3]).edit(Stage::Items, move |items| {
            item_of(items, 3)["content"]["parent_issue_url"] = json!(url);
        });
        let snapshot = run.snapshot();
        assert_eq!(run.count(Stage::Relationships), 0, "{url}");
        relationships(&snapshot, 3).parent
    };
    let own = Parent::Local(number(1));
    assert_eq!(parent("https://api.github.com/repos/Acme-Garden/GREENHOUSE/issues/1"), own);
    assert_eq!(parent("https://api.github.com/repositories/77001/issues/1"), own);
    assert_eq!(parent("https://api.github.com/repos/acme-garden/orchard/issues/1"), Parent::Elsewhere);
    assert_eq!(parent("https://api.github.com/repositories/1/issues/1"), Parent::Elsewhere);
    let itself = Run::of(World::organization(), [3]).edit(Stage::Items, move |items| {
        item_of(items, 3)["content"]["parent_issue_url"] =
            json!("https://api.github.com/repos/acme-garden/greenhouse/issues/3");
    });
    assert_eq!(itself.failure(), (Code::Rest001, Some(Stage::Items)));
}

#[test]
fn trap_10_decision_43_edges_to_other_repositories_are_counted_and_never_mapped() {
    let mut world = World::organization();
    world.add_dependency(Place::elsewhere("acme-garden/orchard", 2), 3);
    world.add_dependency(3, Place::elsewhere("acme-garden/orchard", 4));
    world.add_dependency(3, 4);
    world.set_parent(3, Place::elsewhere("acme-garden/orchard", 1));
    let snapshot = Run::of(world, [3]).snapshot();
    let seen = relationships(&snapshot, 3);
    assert_eq!(seen.parent, Parent::Elsewhere);
    assert_eq!(seen.blocked_by, Edges { foreign: 1, ..Edges::default() });
    assert_eq!(seen.blocking, Edges { foreign: 1, ..local([4]) });
    assert!(seen.notice().is_some());
}

#[test]
fn trap_08_decision_39_a_requested_node_that_is_missing_discards_the_snapshot() {
    let edits: [fn(&mut Json); 5] = [
        |answer| answer["data"]["nodes"] = json!([]),
        |answer| answer["data"]["nodes"][0] = json!(null),
        |answer| {
            let again = answer["data"]["nodes"][0].clone();
            answer["data"]["nodes"].as_array_mut().unwrap().push(again);
        },
        |answer| answer["data"]["nodes"][0]["id"] = json!("I_another"),
        |answer| answer["data"]["nodes"][0]["number"] = json!(9),
    ];
    for edit in edits {
        assert_eq!(Run::of(world(), [3]).edit(Stage::Relationships, edit).failure(), SNAPSHOT);
    }
}

#[test]
fn decision_39_a_node_must_be_of_the_bound_repository() {
    let edits: [fn(&mut Json); 3] = [
        |repository| repository["id"] = json!("R_another"),
        |repository| repository["nameWithOwner"] = json!("acme-garden/orchard"),
        |repository| *repository = json!({ "id": "R_another", "nameWithOwner": "acme-garden/orchard" }),
    ];
    for edit in edits {
        assert_eq!(batch(world(), 3, move |node| edit(&mut node["repository"])).failure(), SNAPSHOT);
    }
    let half: fn(&mut Json) = |node| node["blockedBy"]["nodes"][0]["repository"]["id"] = json!("R_another");
    assert_eq!(batch(world(), 3, half).failure(), SNAPSHOT, "an edge that is half of another repository");
}

#[test]
fn decision_39_the_count_of_a_connection_is_that_of_its_nodes() {
    let edits: [fn(&mut Json); 4] = [
        |node| node["blockedBy"]["totalCount"] = json!(2),
        |node| node["blockedBy"]["totalCount"] = json!(0),
        |node| node["blockedBy"]["nodes"] = json!([]),
        |node| node["blockedBy"]["nodes"][0] = json!(null),
    ];
    for edit in edits {
        assert_eq!(batch(world(), 3, edit).failure(), SNAPSHOT);
    }
}

#[test]
fn decision_39_fewer_edges_than_the_summary_are_hidden_and_more_discard_the_snapshot() {
    let mut hidden = world();
    hidden.hidden.insert((Place::elsewhere("acme-garden/cellar", 1), Place::from(3)));
    let snapshot = Run::of(hidden, [3]).snapshot();
    assert_eq!(relationships(&snapshot, 3).blocked_by, Edges { hidden: 1, ..local([1]) });
    assert!(relationships(&snapshot, 3).has_unseen());

    let rest = Run::of(world(), [1]).edit(Stage::Items, |items| {
        item_of(items, 1)["content"]["issue_dependencies_summary"]["total_blocking"] = json!(1);
    });
    assert_eq!(rest.failure(), SNAPSHOT);
    let summary = batch(world(), 1, |node| node["issueDependenciesSummary"]["totalBlocking"] = json!(1));
    assert_eq!(summary.failure(), SNAPSHOT);
    let children = batch(world(), 1, |node| node["subIssuesSummary"]["total"] = json!(0));
    assert_eq!(children.failure(), SNAPSHOT);
    let more_children = batch(world(), 1, |node| node["subIssuesSummary"]["total"] = json!(3));
    let snapshot = more_children.snapshot();
    assert_eq!(relationships(&snapshot, 1).sub_issues, Known::Known(Edges { hidden: 2, ..local([2]) }));
}

#[test]
fn without_a_rest_summary_the_summary_of_the_batch_finds_the_hidden_edges() {
    let mut hidden = world();
    hidden.wording.dependency_summary = false;
    hidden.hidden.insert((Place::elsewhere("acme-garden/cellar", 1), Place::from(3)));
    let snapshot = Run::of(hidden, [3]).snapshot();
    assert_eq!(relationships(&snapshot, 3).blocked_by.hidden, 1);
}

#[test]
fn both_readers_must_agree_about_the_parent() {
    let mut related = world();
    related.add_dependency(2, 4);
    let orchard = json!({ "id": "I_o", "number": 1,
        "repository": { "id": "R_orchard", "nameWithOwner": "acme-garden/orchard" } });
    for (other, outcome) in [
        (json!(null), Ok(Parent::Elsewhere)),
        (orchard, Err(SNAPSHOT)),
        (
            json!({ "id": "I_4", "number": 4, "repository":
                { "id": "R_kgDOglass77001", "nameWithOwner": "acme-garden/greenhouse" } }),
            Err(SNAPSHOT),
        ),
    ] {
        let run = batch(related.clone(), 2, move |node| node["parent"] = other.clone());
        match outcome {
            Ok(parent) => assert_eq!(relationships(&run.snapshot(), 2).parent, parent),
            Err(failure) => assert_eq!(run.failure(), failure),
        }
    }
    let appeared = Run::of(related, [2]).edit(Stage::Items, |items| {
        item_of(items, 2)["content"]["parent_issue_url"] = json!(null);
    });
    assert_eq!(appeared.failure(), SNAPSHOT, "REST says none, the batch names one");
}

#[test]
fn self_edges_and_repeated_edges_are_refused() {
    let own: fn(&mut Json) = |node| {
        let own = json!({ "id": node["id"], "number": node["number"], "repository": node["repository"] });
        node["blockedBy"]["nodes"][0] = own;
    };
    assert_eq!(batch(world(), 3, own).failure(), (Code::Rest001, Some(Stage::Relationships)));
    let again: fn(&mut Json) = |node| node["blocking"]["nodes"][1] = node["blocking"]["nodes"][0].clone();
    assert_eq!(batch(world(), 1, again).failure(), SNAPSHOT);
    let renumbered: fn(&mut Json) = |node| {
        node["blocking"]["nodes"][1] = node["blocking"]["nodes"][0].clone();
        node["blocking"]["nodes"][1]["id"] = json!("I_renumbered");
    };
    assert_eq!(batch(world(), 1, renumbered).failure(), SNAPSHOT);
}

#[test]
fn decision_41_without_a_graphql_budget_the_unknown_issues_are_deferred_and_the_others_complete() {
    let mut run = Run::of(world(), [1, 2]);
    run.budget(Limit::GraphqlRequests, 0);
    let snapshot = run.snapshot();
    assert_eq!(run.count(Stage::Relationships), 0);
    let finding = deferred(&snapshot, 1).expect("deferred");
    assert_eq!(finding.code(), Code::Rate001);
    assert_eq!(finding.detail(), Some(Detail::Rate { resource: RateResource::Graphql, reset: None }));
    assert_eq!(relationships(&snapshot, 2).parent, Parent::Local(number(1)));
    assert_eq!(snapshot.completeness().relationships, Coverage::Deferred);

    let mut known = Run::of(World::organization(), [1, 2]);
    known.budget(Limit::GraphqlRequests, 0);
    assert_eq!(known.snapshot().completeness().relationships, Coverage::Complete);
}

#[test]
fn decision_41_a_reserve_that_refuses_the_batch_defers_with_its_reset() {
    let detail = Detail::Rate { resource: RateResource::Graphql, reset: Some(1_900_000_020) };
    let refusal = Diagnostic::new(Code::Rate001, Path::root()).with(detail);
    let run = Run::of(world(), [1, 2]).refuse(Stage::Relationships, 0, Failure::from(refusal.clone()));
    let snapshot = run.snapshot();
    assert_eq!(deferred(&snapshot, 1), Some(refusal.clone()));
    assert_eq!(deferred(&snapshot, 2), None);
    let rest = Run::of(world(), [1, 2]).refuse(Stage::Items, 0, Failure::from(refusal));
    assert_eq!(rest.failure(), (Code::Rate001, None), "a REST read that is refused leaves no snapshot");
    let denied = Failure::read(Code::GithubRead003, Stage::Relationships);
    let run = Run::of(world(), [1, 2]).refuse(Stage::Relationships, 0, denied);
    assert_eq!(run.failure(), (Code::GithubRead003, Some(Stage::Relationships)));
}

#[test]
fn b77_decision_66_any_error_voids_the_whole_batch() {
    let errors = |errors: Json| {
        Run::of(world(), [1]).edit(Stage::Relationships, move |answer| answer["errors"] = errors.clone())
    };
    for error in
        [json!([{}]), json!([{ "message": "canary", "type": "NOT_FOUND" }]), json!([{ "type": null }])]
    {
        assert_eq!(errors(error).failure(), (Code::Rest001, Some(Stage::Relationships)));
    }
    errors(json!([])).snapshot();
    let nothing = Run::of(world(), [1]).edit(Stage::Relationships, |answer| answer["data"] = json!(null));
    assert_eq!(nothing.failure(), (Code::Rest001, Some(Stage::Relationships)));
}
