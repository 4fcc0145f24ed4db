//! Items of Projects and their values.

use serde_json::{Value as Json, json};

use super::super::{Content, Value, items};
use super::{Field, Item, Object, OtherItem, ResolveInfo, Resolved, Thing};
use apollo_compiler::resolvers::{ObjectValue as _, ResolvedValue};

impl<'w> Object<'w> {
    pub(super) fn item<'a>(&'a self, item: &'w Item, info: &ResolveInfo<'_>) -> Resolved<'a> {
        Ok(match info.field_name() {
            "id" => ResolvedValue::leaf(items::item_node_id(item.id)),
            "isArchived" => ResolvedValue::leaf(item.archived),
            "updatedAt" => ResolvedValue::leaf(item.updated_at.clone()),
            "project" => self.thing(Thing::Project),
            "content" => match &item.content {
                Content::Issue(issue) => self.thing(Thing::Issue(issue.at.clone())),
                Content::PullRequest(request) => self.thing(Thing::PullRequest(request.at.number)),
                Content::Draft { .. } => self.thing(Thing::Plain("DraftIssue", json!({}), None)),
                Content::Redacted | Content::Unsaid => ResolvedValue::null(),
            },
            "fieldValues" => {
                let fields = self.world.project.fields.iter();
                let values = fields.filter_map(|field| value(item, field)).map(Some).collect();
                self.page("ProjectV2ItemFieldValueConnection", values, info)
            }
            _ => return Err(self.unknown_field_error(info)),
        })
    }

    pub(super) fn other_item<'a>(&'a self, item: &'a OtherItem, info: &ResolveInfo<'_>) -> Resolved<'a> {
        Ok(match info.field_name() {
            "id" => ResolvedValue::leaf(items::item_node_id(item.id)),
            "isArchived" => ResolvedValue::leaf(item.archived),
            "project" => self.thing(Thing::OtherProject(item.project_id, item.project_number)),
            _ => return Err(self.unknown_field_error(info)),
        })
    }
}

/// The value of a field, where the item has one; GraphQL has no node for a
/// field that is not set.
fn value<'w>(item: &'w Item, field: &'w Field) -> Option<Thing<'w>> {
    let plain = |kind: &'static str, members: Json| {
        Some(Thing::Plain(kind, members, Some(Box::new(Thing::Field(field)))))
    };
    match item.values.get(&field.name) {
        Some(Value::Text(text)) => plain("ProjectV2ItemFieldTextValue", json!({ "text": text })),
        Some(Value::Number(number)) => plain("ProjectV2ItemFieldNumberValue", json!({ "number": number })),
        // GraphQL knows dates alone, where REST may tell a moment.
        Some(Value::Date(date)) => {
            plain("ProjectV2ItemFieldDateValue", json!({ "date": date.get(..10).unwrap_or(date) }))
        }
        Some(Value::Select(name)) => plain("ProjectV2ItemFieldSingleSelectValue", json!({ "name": name })),
        Some(Value::Iteration(title)) => plain("ProjectV2ItemFieldIterationValue", json!({ "title": title })),
        Some(Value::Raw(json)) => panic!("only REST answers {json}"),
        Some(Value::Null | Value::Omitted) => None,
        None => derived(item, field).and_then(|(kind, members)| plain(kind, members)),
    }
}

/// The value of a field that GitHub derives from the issue.
fn derived(item: &Item, field: &Field) -> Option<(&'static str, Json)> {
    let issue = item.issue()?;
    match field.data_type.as_str() {
        "title" => Some(("ProjectV2ItemFieldTextValue", json!({ "text": issue.title }))),
        "repository" => Some(("ProjectV2ItemFieldRepositoryValue", json!({}))),
        "labels" if !issue.labels.is_empty() => Some(("ProjectV2ItemFieldLabelValue", json!({}))),
        "milestone" if issue.milestone.is_some() => Some(("ProjectV2ItemFieldMilestoneValue", json!({}))),
        _ => None,
    }
}
