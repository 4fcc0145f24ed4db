//! The Project's fields.

use serde_json::json;
use yukh::diagnostic::{Code, Stage};

use super::model::{Model, Reading};

#[test]
fn a_project_without_fields_or_with_one_twice_is_refused() {
    let mut model = Model::new();
    model.fields.push(model.fields[0].clone());
    assert_eq!(Reading::of(model.clone(), [1]).failure(), (Code::Snapshot001, Some(Stage::Fields)));
    model.fields.clear();
    assert_eq!(Reading::of(model, [1]).failure(), (Code::Snapshot001, Some(Stage::Fields)));
}

#[test]
fn options_are_whole_and_bounded() {
    let size = |options: serde_json::Value| {
        let mut model = Model::new();
        let size = model.fields.iter_mut().find(|field| field["name"] == "Size").unwrap();
        size["options"] = options;
        Reading::of(model, [1]).failure()
    };
    let option = |id: usize| json!({ "id": id.to_string(), "name": "n" });
    let fields = Some(Stage::Fields);
    assert_eq!(size(serde_json::Value::Null), (Code::GithubRead008, fields));
    assert_eq!(size(json!([option(1), option(1)])), (Code::Snapshot001, fields));
    assert_eq!(size((0..257).map(option).collect()), (Code::GithubRead005, fields));
}
