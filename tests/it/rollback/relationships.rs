//! Parents, sub-issues, dependencies and what contracts relate to.

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Stage};
use yukh::observed::{Edges, Known, Parent};

use super::model::{Issue, Model, Reading, at, elsewhere, item};
use crate::acquisition::fake::{number, numbers, relationships};

#[test]
fn trap_own_13_a_parent_is_of_the_repository_or_elsewhere() {
    let parent = |parent: Json| {
        let mut model = Model::new();
        model.issue(1).parent = parent;
        relationships(&Reading::of(model, [1]).snapshot(), 1).parent
    };
    assert_eq!(parent(Json::Null), Parent::None);
    assert_eq!(parent(at(9)), Parent::Local(number(9)));
    assert_eq!(parent(elsewhere(9)), Parent::Elsewhere);
}

#[test]
fn foreign_and_hidden_edges_are_counted_and_have_no_number() {
    let mut model = Model::new();
    let issue = model.issue(1);
    issue.blocked_by = vec![at(2), elsewhere(3)];
    issue.blocking = vec![at(4)];
    issue.sub_issues = vec![at(7)];
    issue.hidden = 2;
    let snapshot = Reading::of(model, [1]).snapshot();
    let seen = relationships(&snapshot, 1);
    assert_eq!(seen.blocked_by, Edges { local: numbers([2]), foreign: 1, hidden: 2 });
    assert_eq!(seen.blocking, Edges { local: numbers([4]), foreign: 0, hidden: 0 });
    assert_eq!(seen.sub_issues, Known::Known(Edges { local: numbers([7]), foreign: 0, hidden: 0 }));
}

#[test]
fn sub_issues_are_known_where_the_other_transport_knows_them() {
    let mut model = Model::new();
    model.issue(1).sub_issues = vec![at(7)];
    assert_eq!(relationships(&Reading::of(model.clone(), [1]).snapshot(), 1).sub_issues, Known::Unknown);
    model.issue(1).hidden = 1;
    let known = relationships(&Reading::of(model, [1]).snapshot(), 1).sub_issues.clone();
    assert!(matches!(known, Known::Known(_)));
}

#[test]
fn more_edges_than_the_summary_counts_and_an_edge_to_itself_are_refused() {
    let more =
        |node: &mut Json| node["data"]["node"]["issueDependenciesSummary"]["totalBlockedBy"] = json!(0);
    let mut model = Model::new();
    model.issue(1).blocked_by = vec![at(2)];
    let reading = Reading::of(model, [1]).edit(Stage::Relationships, 0, more);
    assert_eq!(reading.failure(), (Code::Snapshot001, Some(Stage::Relationships)));
    let mut model = Model::new();
    model.issue(1).parent = at(1);
    assert_eq!(Reading::of(model, [1]).failure(), (Code::GithubRead008, Some(Stage::Relationships)));
}

#[test]
fn what_a_contract_relates_to_is_asked_for_once() {
    let mut model = Model::new();
    model.issues.insert(3, Issue::new(3));
    model.issues.insert(4, Issue::new(4));
    model.issue(3).items = vec![item("PVTI_3", true)];
    model.issue(4).items = Vec::new();
    model.issue(1).blocking = vec![at(6)];
    let mut reading = Reading::of(model, [1, 2]);
    // 2 is requested, 3 archived, 4 without item, 5 a pull request, 6 a
    // neighbour, 88 nothing.
    reading.declared.insert(1, vec![2, 3, 4, 5, 6, 88]);
    reading.declared.insert(2, vec![1, 3]);
    let snapshot = reading.snapshot();
    let seen: Vec<u64> = (1..=90).filter(|&issue| snapshot.has_seen(number(issue))).collect();
    assert_eq!(seen, [1, 2, 3]);
    assert_eq!(reading.stages()[7..], ["scope"; 4]);
}

#[test]
fn an_endpoint_that_can_not_be_asked_for_drops_everything() {
    let mut reading = Reading::of(Model::new(), [1]);
    reading.declared.insert(1, vec![2]);
    reading.scope.budgets = reading.scope.budgets.with(yukh::scope::Limit::GraphqlRequests, 4).unwrap();
    assert_eq!(reading.failure(), (Code::Rate001, None));
    assert_eq!(reading.stages(), ["scope", "fields", "item", "relationships"]);
}
