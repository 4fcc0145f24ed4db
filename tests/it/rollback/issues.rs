//! Items, their values and their issues.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Stage};
use yukh::observed::{Absence, IssueObservation, Known, ObservedValue, ProviderText};

use super::model::{Issue, Model, Reading, item, value, whole};
use crate::acquisition::fake::{number, parts};

fn text(text: &str) -> Option<ObservedValue> {
    Some(ObservedValue::Text(ProviderText::new(text)))
}

fn missing(reading: &Reading, issue: u64) -> Absence {
    match reading.snapshot().issue(number(issue)) {
        Some(IssueObservation::Missing(absence)) => *absence,
        other => panic!("{other:?}"),
    }
}

#[test]
fn trap_own_13_each_kind_of_a_real_project_has_its_normalised_value() {
    let reading = Reading::of(Model::new(), [1, 2]);
    let snapshot = reading.snapshot();
    let values: BTreeMap<&str, _> =
        parts(&snapshot, 1).values.iter().map(|(name, value)| (name.expose(), value.clone())).collect();
    let expected = [
        ("Estimate", Some(ObservedValue::Number(2.5))),
        ("Iteration", text("Spring 1")),
        ("Notes", text("A note")),
        ("Size", text("Large")),
        ("Start Date", text("2026-03-01")),
    ];
    assert_eq!(values, BTreeMap::from(expected));
    assert!(parts(&snapshot, 2).values.values().all(Option::is_none));
    assert_eq!(parts(&snapshot, 2).values.len(), 5);
    let kinds: Vec<_> = snapshot.fields().iter().filter(|field| field.kind.is_none()).collect();
    assert_eq!(kinds.len(), 2, "built-in fields are there and not planned on");
    let iteration = snapshot.fields().iter().find(|field| field.name.expose() == "Iteration").unwrap();
    assert!(iteration.options.is_empty(), "an iteration has no options");
    let each = ["scope", "fields", "item", "relationships", "scope", "item", "relationships"];
    assert_eq!(reading.stages(), each);
    assert_eq!(snapshot.accounting().graphql_requests, 7);
    assert_eq!(snapshot.accounting().rest_requests, 0);
}

#[test]
fn the_issue_is_read_with_what_the_older_dialect_compares() {
    let mut model = Model::new();
    let content = &mut model.issue(1).content;
    content["milestone"] = json!({ "title": "Spring planting" });
    content["issueFieldValues"] = whole(vec![
        json!({ "__typename": "IssueFieldTextValue", "text": "x", "field": { "name": "Remark" } }),
        json!({ "__typename": "IssueFieldNumberValue", "number": 3, "field": { "name": "Weight" } }),
        json!({ "__typename": "IssueFieldDateValue", "date": "2026-03-01", "field": { "name": "Due" } }),
        json!({ "__typename": "IssueFieldSingleSelectValue", "name": "High", "field": { "name": "Risk" } }),
    ]);
    let snapshot = Reading::of(model, [1]).snapshot();
    let parts = parts(&snapshot, 1);
    assert_eq!(parts.labels, Known::Known([ProviderText::new("area: beds")].into()));
    assert_eq!(parts.issue_type, Known::Known(Some(ProviderText::new("Task"))));
    assert_eq!(parts.milestone, Known::Known(Some(ProviderText::new("Spring planting"))));
    let fields = parts.issue_fields.as_known().unwrap();
    let named = |name: &str| fields[&ProviderText::new(name)].clone();
    assert_eq!((named("Remark"), named("Risk")), (text("x"), text("High")));
    assert_eq!((named("Weight"), named("Due")), (Some(ObservedValue::Number(3.0)), text("2026-03-01")));
    assert_eq!((parts.issue.expose(), parts.item.expose()), ("I_1", "PVTI_1"));
    assert_eq!(parts.issue_updated_at.expose(), "2026-03-01T08:00:00Z");
    assert_eq!(parts.item_updated_at.expose(), "2026-03-02T08:00:00Z");
    let types: Vec<_> = snapshot.issue_types().unwrap().iter().map(|kind| kind.name.expose()).collect();
    assert_eq!(types, ["Task"], "a disabled type can not be given to an issue");
}

#[test]
fn unknown_is_not_empty() {
    let unknown = json!({ "__typename": "IssueFieldColourValue" });
    let hidden = json!({ "__typename": "IssueFieldTextValue", "text": "x", "field": null });
    for fields in [whole(vec![unknown]), whole(vec![hidden]), Json::Null] {
        let mut model = Model::new();
        model.issue(1).content["issueFieldValues"] = fields;
        model.issue(1).content["labels"] = Json::Null;
        let snapshot = Reading::of(model, [1]).snapshot();
        assert_eq!(parts(&snapshot, 1).issue_fields, Known::Unknown);
        assert_eq!(parts(&snapshot, 1).labels, Known::Unknown);
    }
}

#[test]
fn a_body_is_null_or_kept_where_it_holds_the_word() {
    let kept = |body: Json| {
        let mut model = Model::new();
        model.issue(1).content["body"] = body;
        let mut reading = Reading::of(model, [1]);
        reading.selection.word = "yukh";
        parts(&reading.snapshot(), 1).body.as_ref().map(|body| body.expose().to_owned())
    };
    assert_eq!(kept(Json::Null), None);
    assert_eq!(kept(json!("Words.")), Some(String::new()));
    assert_eq!(kept(json!("a YUKH b")), Some("a YUKH b".to_owned()));
    let mut model = Model::new();
    model.issue(1).content["body"] = json!("x".repeat((256 << 10) + 1));
    assert_eq!(Reading::of(model, [1]).failure(), (Code::GithubRead005, Some(Stage::Item)));
}

#[test]
fn an_issue_without_item_is_absent_and_costs_one_query() {
    let mut model = Model::new();
    let elsewhere = json!({ "id": "X_1", "isArchived": false, "project": { "id": "PVT_9", "number": 4 } });
    model.issue(2).items = vec![elsewhere];
    for issue in [2, 77] {
        let reading = Reading::of(model.clone(), [issue]);
        assert_eq!(missing(&reading, issue), Absence::Absent);
        assert_eq!(reading.stages(), ["scope"]);
        assert!(!reading.snapshot().has_seen(number(issue)));
    }
}

#[test]
fn an_archived_item_is_seen_and_a_live_one_wins() {
    let mut model = Model::new();
    model.issue(2).items = vec![item("PVTI_8", true)];
    let reading = Reading::of(model.clone(), [2]);
    assert_eq!(missing(&reading, 2), Absence::Archived);
    assert!(reading.snapshot().has_seen(number(2)));
    model.issue(2).items.push(item("PVTI_2", false));
    let snapshot = Reading::of(model.clone(), [2]).snapshot();
    assert_eq!(parts(&snapshot, 2).item.expose(), "PVTI_2");
    model.issue(2).items.push(item("PVTI_9", false));
    assert_eq!(Reading::of(model, [2]).failure(), (Code::Snapshot001, Some(Stage::Scope)));
}

#[test]
fn an_item_that_can_not_be_seen_makes_absence_doubtful_and_nothing_else() {
    let mut model = Model::new();
    model.issue(2).items.push(Json::Null);
    let snapshot = Reading::of(model.clone(), [2]).snapshot();
    assert_eq!(parts(&snapshot, 2).item.expose(), "PVTI_2");
    assert_eq!(snapshot.accounting().unreadable, 1);
    model.issue(2).items = vec![Json::Null];
    assert_eq!(Reading::of(model, [2]).failure(), (Code::Snapshot001, Some(Stage::Scope)));
}

#[test]
fn a_pull_request_is_no_issue() {
    assert_eq!(Reading::of(Model::new(), [1, 5]).failure(), (Code::Snapshot001, Some(Stage::Scope)));
}

#[test]
fn a_value_that_its_field_can_not_have_is_refused() {
    for wrong in [
        value("Text", "text", json!(7), "F_notes"),
        value("Number", "number", json!("7"), "F_estimate"),
        value("Date", "date", json!("soon"), "F_start"),
        value("Text", "text", json!("x"), "F_estimate"),
        json!({ "__typename": "ProjectV2ItemFieldTextValue", "field": { "id": "F_notes" } }),
        json!({ "__typename": "ProjectV2ItemFieldTextValue", "text": "x" }),
    ] {
        let mut model = Model::new();
        model.issue(2).values = vec![wrong.clone()];
        let failure = Reading::of(model, [2]).failure();
        assert_eq!(failure, (Code::GithubRead008, Some(Stage::Item)), "{wrong}");
    }
    let mut model = Model::new();
    model.issue(2).values = vec![value("Text", "text", Json::Null, "F_notes")];
    let snapshot = Reading::of(model, [2]).snapshot();
    assert_eq!(parts(&snapshot, 2).values[&ProviderText::new("Notes")], None);
}

#[test]
fn lists_on_one_page_are_bounded() {
    let mut more = whole(vec![json!({ "name": "one" })]);
    more["pageInfo"] = json!({ "hasNextPage": true, "endCursor": "c1" });
    for list in ["labels", "issueFieldValues"] {
        let mut model = Model::new();
        let mut page = more.clone();
        if list == "issueFieldValues" {
            page["nodes"] = json!([]);
        }
        model.issue(1).content[list] = page;
        assert_eq!(Reading::of(model, [1]).failure(), (Code::GithubRead005, Some(Stage::Item)), "{list}");
    }
    let mut model = Model::new();
    model.issue_types = more;
    model.issue_types["nodes"] = json!([]);
    assert_eq!(Reading::of(model, [1]).failure(), (Code::GithubRead005, Some(Stage::Scope)));
}

#[test]
fn at_most_ten_issues_are_read_and_no_checks() {
    let mut model = Model::new();
    model.issues = (1..=11).map(|issue| (issue, Issue::new(issue))).collect();
    let reading = Reading::of(model.clone(), 1..=11);
    assert_eq!(reading.failure(), (Code::GithubRead001, None));
    assert!(reading.stages().is_empty());
    let reading = Reading::of(model.clone(), 1..=10);
    reading.snapshot();
    assert_eq!(reading.stages().len(), 31);
    let mut reading = Reading::of(model, [1]);
    reading.selection.checks = true;
    assert_eq!(reading.failure(), (Code::GithubRead001, None));
}
