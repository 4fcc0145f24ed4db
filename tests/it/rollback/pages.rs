//! Lists over several pages.

use serde_json::json;
use yukh::diagnostic::{Code, Stage};
use yukh::observed::Edges;
use yukh::scope::Limit;

use super::model::{Model, Reading, at, item, value};
use crate::acquisition::fake::{numbers, parts, relationships};

/// A board of which each list has several pages.
fn long() -> Model {
    let mut model = Model::new();
    for extra in 0..120 {
        let name = format!("Extra {extra}");
        model
            .fields
            .push(json!({ "__typename": "ProjectV2Field", "id": name, "name": name, "dataType": "TEXT" }));
    }
    let issue = model.issue(1);
    issue.items = (100..200)
        .map(|other| {
            let project = json!({ "id": format!("PVT_{other}"), "number": 4 });
            json!({ "id": format!("PVTI_{other}"), "isArchived": false, "project": project })
        })
        .chain([item("PVTI_1", false)])
        .collect();
    let extra = |extra| value("Text", "text", json!("x"), &format!("Extra {extra}"));
    issue.values = (0..120).map(extra).chain(issue.values.clone()).collect();
    issue.blocked_by = (1_000..1_101).map(at).collect();
    issue.blocking = (2_000..2_051).map(at).collect();
    issue.sub_issues = (3_000..3_040).map(at).collect();
    model
}

#[test]
fn every_page_of_every_list_is_read() {
    let reading = Reading::of(long(), [1]);
    let snapshot = reading.snapshot();
    assert_eq!(snapshot.fields().len(), 127);
    assert_eq!(parts(&snapshot, 1).item.expose(), "PVTI_1");
    assert_eq!(parts(&snapshot, 1).values.values().flatten().count(), 5);
    let seen = relationships(&snapshot, 1);
    assert_eq!(seen.blocked_by, Edges { local: numbers(1_000..1_101), foreign: 0, hidden: 0 });
    assert_eq!(seen.blocking, Edges { local: numbers(2_000..2_051), foreign: 0, hidden: 0 });
    let times = |stage| reading.stages().iter().filter(|asked| **asked == stage).count();
    assert_eq!(["scope", "fields", "item", "relationships"].map(times), [3, 3, 3, 3]);
}

#[test]
fn each_list_is_bounded_by_pages() {
    for (stage, pages) in [(Stage::Scope, 2), (Stage::Fields, 2), (Stage::Item, 2), (Stage::Relationships, 2)]
    {
        let mut model = Model::new();
        let whole = long();
        match stage {
            Stage::Scope => model.issue(1).items.clone_from(&whole.issues[&1].items),
            Stage::Fields => model.fields.clone_from(&whole.fields),
            Stage::Item => model.issue(1).values.clone_from(&whole.issues[&1].values),
            _ => model.issue(1).blocked_by.clone_from(&whole.issues[&1].blocked_by),
        }
        let mut reading = Reading::of(model, [1]);
        reading.scope.budgets = reading.scope.budgets.with(Limit::Pages, pages).unwrap();
        assert_eq!(reading.failure(), (Code::GithubRead005, Some(stage)));
    }
}

#[test]
fn values_fields_and_neighbours_are_bounded() {
    let mut model = Model::new();
    let mut many = |count: usize| {
        model.issue(2).values =
            (0..count).map(|id| value("Text", "text", json!("x"), &id.to_string())).collect();
        Reading::of(model.clone(), [2])
    };
    many(256).snapshot();
    assert_eq!(many(257).failure(), (Code::GithubRead005, Some(Stage::Item)));
    let mut model = Model::new();
    for id in 0..250 {
        model
            .fields
            .push(json!({ "__typename": "F", "id": format!("G{id}"), "name": "n", "dataType": "TEXT" }));
    }
    assert_eq!(Reading::of(model, [1]).failure(), (Code::GithubRead005, Some(Stage::Fields)));
    let mut model = Model::new();
    model.issue(1).blocking = (100..612).map(at).collect();
    assert_eq!(Reading::of(model, [1]).failure(), (Code::GithubRead005, Some(Stage::Relationships)));
}

#[test]
fn pages_of_two_states_are_refused() {
    let moved = |reading: Reading, stage| assert_eq!(reading.failure(), (Code::Snapshot001, Some(stage)));
    let long = || Reading::of(long(), [1]);
    moved(
        long().edit(Stage::Item, 1, |answer| answer["data"]["node"]["updatedAt"] = json!("later")),
        Stage::Item,
    );
    moved(
        long().edit(Stage::Item, 1, |answer| answer["data"]["node"]["content"]["updatedAt"] = json!("later")),
        Stage::Item,
    );
    moved(
        long().edit(Stage::Scope, 1, |answer| {
            answer["data"]["repository"]["issueOrPullRequest"]["id"] = json!("I_9");
        }),
        Stage::Scope,
    );
    moved(
        long().edit(Stage::Relationships, 2, |answer| answer["data"]["node"]["parent"] = at(9)),
        Stage::Relationships,
    );
}
