//! The values of fields and issue fields.

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Stage};
use yukh::observed::{Known, ObservedValue, ProviderText};

use super::fake::{Run, item_of, parts, remove};
use crate::support::world::{Value, World};

/// What the snapshot holds of a field of issue 1 whose value is this.
fn observed(field: &str, value: Value) -> Result<Option<ObservedValue>, Code> {
    let mut world = World::organization();
    world.item(1).set(field, value);
    let snapshot = Run::of(world, [1]).read().map_err(|failure| failure.code())?;
    let values = &parts(&snapshot, 1).values;
    Ok(values.get(&ProviderText::new(field)).expect("an entry for each requested field").clone())
}

fn text(text: &str) -> Result<Option<ObservedValue>, Code> {
    Ok(Some(ObservedValue::Text(ProviderText::new(text))))
}

#[test]
fn trap_26_each_kind_has_its_normalised_value() {
    assert_eq!(observed("Priority", "High".into()), text("High"));
    assert_eq!(observed("Estimate", 0.5.into()), Ok(Some(ObservedValue::Number(0.5))));
    assert_eq!(observed("Iteration", Value::Iteration("Week 10".to_owned())), text("Week 10"));
    assert_eq!(observed("Start Date", Value::Date("2028-02-29".to_owned())), text("2028-02-29"));
    assert_eq!(observed("Notes", Value::Text("Only on dry days".to_owned())), text("Only on dry days"));
    assert_eq!(observed("Notes", Value::Raw(json!("plain"))), text("plain"));
    assert_eq!(observed("Priority", Value::Raw(json!({ "name": "High" }))), text("High"));
    assert_eq!(observed("Iteration", Value::Raw(json!({ "title": "Week 10" }))), text("Week 10"));
}

#[test]
fn decision_19_a_time_stamp_counts_as_its_date() {
    for stamp in ["2026-03-01T00:00:00Z", "2026-03-01T00:00:00.000+00:00", "2026-03-01T00:00:00"] {
        assert_eq!(observed("Start Date", Value::Date(stamp.to_owned())), text("2026-03-01"), "{stamp}");
    }
    for bad in ["2026-03-01T12:00:00Z", "2026-03-01T00:00:00 soon", "2026-02-29", "2026-3-1", "tomorrow", ""]
    {
        assert_eq!(observed("Start Date", Value::Date(bad.to_owned())), Err(Code::Rest001), "{bad}");
    }
}

#[test]
fn null_and_a_missing_entry_are_unset() {
    for field in ["Priority", "Estimate", "Iteration", "Start Date", "Notes"] {
        assert_eq!(observed(field, Value::Null), Ok(None), "{field}");
        assert_eq!(observed(field, Value::Omitted), Ok(None), "{field}");
    }
}

#[test]
fn trap_26_a_shape_that_does_not_fit_the_kind_is_never_null() {
    let shapes = [
        json!(true),
        json!([]),
        json!({}),
        json!({ "raw": 1 }),
        json!({ "name": null, "title": null, "raw": null }),
        json!({ "name": { "html": "High" }, "title": { "html": "Week 10" } }),
    ];
    for field in ["Priority", "Estimate", "Iteration", "Start Date", "Notes"] {
        for shape in &shapes {
            assert_eq!(observed(field, Value::Raw(shape.clone())), Err(Code::Rest001), "{field} {shape}");
        }
    }
    for (field, shape) in [
        ("Priority", json!("High")),
        ("Iteration", json!("Week 10")),
        ("Iteration", json!({ "name": "Week 10" })),
        ("Estimate", json!("3")),
        ("Start Date", json!({ "raw": "2026-03-01" })),
        ("Notes", json!(3)),
    ] {
        assert_eq!(observed(field, Value::Raw(shape)), Err(Code::Rest001), "{field}");
    }
}

#[test]
fn the_values_of_an_item_are_bounded() {
    let sized = |issue: u64, values: u64| {
        Run::of(World::organization(), [1]).edit(Stage::Items, move |items| {
            let fields = item_of(items, issue)["fields"].as_array_mut().unwrap();
            let more = values - fields.len() as u64;
            fields.extend((20_000..20_000 + more).map(|id| json!({ "id": id, "name": "More", "value": 1 })));
        })
    };
    parts(&sized(1, 256).snapshot(), 1);
    assert_eq!(sized(1, 257).failure(), (Code::GithubRead005, Some(Stage::Items)));
    parts(&sized(2, 257).snapshot(), 1);
}

#[test]
fn an_entry_of_another_data_type_or_a_second_entry_is_malformed() {
    let edits: [fn(&mut Json); 2] = [
        |fields| {
            let entry = fields.as_array_mut().unwrap().last_mut().unwrap();
            entry["data_type"] = json!("number");
        },
        |fields| {
            let again = fields[1].clone();
            fields.as_array_mut().unwrap().push(again);
        },
    ];
    for edit in edits {
        let run = Run::of(World::organization(), [2])
            .edit(Stage::Items, move |items| edit(&mut items[1]["fields"]));
        assert_eq!(run.failure(), (Code::Rest001, Some(Stage::Items)));
    }
}

#[test]
fn decision_37_an_entry_without_its_value_is_malformed_and_never_unset() {
    let without = |issue: u64| {
        Run::of(World::organization(), [issue]).edit(Stage::Items, |items| {
            let entries = items[0]["fields"].as_array_mut().unwrap();
            entries.iter_mut().for_each(|entry| remove(entry, "value"));
        })
    };
    assert_eq!(without(1).failure(), (Code::Rest001, Some(Stage::Items)));
    without(2).snapshot();
}

#[test]
fn b37_decision_37_a_missing_field_list_is_unknown_and_not_a_list_of_nulls() {
    let without = |issues: [u64; 1]| {
        Run::of(World::organization(), issues).edit(Stage::Items, |items| remove(&mut items[0], "fields"))
    };
    assert_eq!(without([1]).failure(), (Code::Snapshot001, Some(Stage::Items)));
    without([2]).snapshot();
    let mut nothing_asked = without([1]);
    nothing_asked.selection.project_fields.clear();
    assert!(parts(&nothing_asked.snapshot(), 1).values.is_empty());
    let null =
        Run::of(World::organization(), [1]).edit(Stage::Items, |items| items[0]["fields"] = json!(null));
    assert_eq!(null.failure(), (Code::Rest001, Some(Stage::Items)));
}

/// Names and values.
type IssueFields = Vec<(String, Option<ObservedValue>)>;

/// The issue fields of issue 1 when GitHub lists these.
fn issue_fields(entries: Json) -> Result<Known<IssueFields>, Code> {
    let mut run = Run::of(World::organization(), [1])
        .edit(Stage::Items, move |items| items[0]["content"]["issue_field_values"] = entries.clone());
    run.selection.issue_fields = true;
    let snapshot = run.read().map_err(|failure| failure.code())?;
    Ok(match &parts(&snapshot, 1).issue_fields {
        Known::Unknown => Known::Unknown,
        Known::Known(fields) => Known::Known(
            fields.iter().map(|(name, value)| (name.expose().to_owned(), value.clone())).collect(),
        ),
    })
}

fn issue_field(data_type: &str, value: Json) -> Json {
    json!({ "issue_field_id": 1, "node_id": "IFV_1", "issue_field_name": "Risk", "data_type": data_type,
            "value": value })
}

#[test]
fn issue_fields_are_read_by_name() {
    let text = |text: &str| Some(ObservedValue::Text(ProviderText::new(text)));
    let mut option = issue_field("single_select", json!("7"));
    option["single_select_option"] = json!({ "id": 7, "name": "low", "color": "red" });
    let mut unset = issue_field("single_select", json!(null));
    unset["single_select_option"] = json!(null);
    for (entry, value) in [
        (issue_field("text", json!("mild")), text("mild")),
        (issue_field("number", json!(3)), Some(ObservedValue::Number(3.0))),
        (issue_field("date", json!("2026-03-01T00:00:00Z")), text("2026-03-01")),
        (issue_field("text", json!(null)), None),
        (option, text("low")),
        (unset, None),
        (issue_field("single_select", json!(null)), None),
    ] {
        assert_eq!(issue_fields(json!([entry])), Ok(Known::Known(vec![("Risk".to_owned(), value)])));
    }
    assert_eq!(issue_fields(json!([])), Ok(Known::Known(Vec::new())));
}

#[test]
fn an_issue_field_that_can_not_be_read_makes_all_of_them_unknown() {
    let mut nameless = issue_field("text", json!("mild"));
    remove(&mut nameless, "issue_field_name");
    let known = issue_field("text", json!("mild"));
    for entry in
        [nameless, issue_field("multi_select", json!(null)), issue_field("single_select", json!("7"))]
    {
        assert_eq!(issue_fields(json!([known, entry])), Ok(Known::Unknown));
    }
    for entry in [issue_field("number", json!("3")), issue_field("date", json!("soon"))] {
        assert_eq!(issue_fields(json!([entry])), Err(Code::Rest001));
    }
    assert_eq!(issue_fields(json!([known, known])), Err(Code::Snapshot001));
}

#[test]
fn issue_fields_that_nobody_compares_are_not_read() {
    let run = Run::of(World::organization(), [1]).edit(Stage::Items, |items| {
        items[0]["content"]["issue_field_values"] = json!([issue_field("number", json!("3"))]);
    });
    assert_eq!(parts(&run.snapshot(), 1).issue_fields, Known::Unknown);
}
