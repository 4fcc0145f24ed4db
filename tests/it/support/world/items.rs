//! Project items and their values as GitHub words them.

use serde_json::{Value as Json, json};

use super::fields::text;
use super::{CREATED, Content, Field, Item, UPDATED, Value, World, account};

impl World {
    /// `projects-v2-item-with-content`, with the values of the asked fields and
    /// of the title.
    pub(super) fn item_json(&self, item: &Item, asked: &[u64]) -> Json {
        let mut json = json!({
            "id": item.id,
            "node_id": item_node_id(item.id),
            "content_type": content_type(&item.content),
            "project_url": self.project_url(),
            "item_url": format!("{}/items/{}", self.project_url(), item.id),
            "creator": account::simple(&self.project.owner, &self.wording.api),
            "archived_at": item.archived.then_some(UPDATED),
            "created_at": CREATED,
            "updated_at": item.updated_at,
        });
        match &item.content {
            Content::Issue(issue) => json["content"] = self.issue_json(issue),
            Content::PullRequest(request) => json["content"] = self.pull_request_json(request),
            Content::Draft { id, title } => json["content"] = self.draft_json(*id, title),
            Content::Redacted => json["content"] = Json::Null,
            Content::Unsaid => {}
        }
        if self.wording.values {
            let shown = |field: &&Field| field.data_type == "title" || asked.contains(&field.id);
            json["fields"] = self
                .project
                .fields
                .iter()
                .filter(shown)
                .filter_map(|field| self.value_json(item, field))
                .collect();
        }
        json
    }

    /// `{id, name, data_type, value}`, or nothing where GitHub says nothing.
    fn value_json(&self, item: &Item, field: &Field) -> Option<Json> {
        let value = match item.values.get(&field.name) {
            Some(Value::Omitted) => return None,
            Some(value) => field.value_json(value),
            None => match self.built_in_json(item, field) {
                Json::Null if !self.wording.unset_is_null => return None,
                value => value,
            },
        };
        Some(json!({ "id": field.id, "name": field.name, "data_type": field.data_type, "value": value }))
    }

    /// The value of a field that GitHub derives from the content.
    fn built_in_json(&self, item: &Item, field: &Field) -> Json {
        match (field.data_type.as_str(), &item.content) {
            ("title", Content::Issue(issue)) => json!({
                "raw": issue.title, "html": issue.title, "number": issue.at.number,
                "url": format!("https://github.com/{}/issues/{}", self.repository_of(&issue.at), issue.at.number),
                "issue_id": issue.id, "state": "open", "state_reason": null, "is_draft": false,
            }),
            ("title", Content::PullRequest(request)) => text(&request.title),
            ("title", Content::Draft { title, .. }) => text(title),
            ("repository", Content::Issue(issue)) => {
                account::repository(&self.repository_at(&issue.at), &self.wording.api)
            }
            ("linked_pull_requests" | "assignees" | "labels", Content::Issue(_)) => json!([]),
            ("reviewers", Content::Issue(_)) => json!({ "requested_reviewers": [], "requested_teams": [] }),
            _ => Json::Null,
        }
    }
}

impl Field {
    fn value_json(&self, value: &Value) -> Json {
        let at = |position: Option<usize>| position.expect("the field has that option or iteration");
        match value {
            Value::Text(raw) => text(raw),
            Value::Number(number) => json!(number),
            Value::Date(date) => json!(date),
            Value::Select(name) => self.option_json(at(self.options.iter().position(|o| o == name))),
            Value::Iteration(title) => {
                self.iteration_json(at(self.iterations.iter().position(|(t, _)| t == title)))
            }
            Value::Null | Value::Omitted => Json::Null,
            Value::Raw(json) => json.clone(),
        }
    }
}

/// The node id of an item.
pub(super) fn item_node_id(id: u64) -> String {
    format!("PVTI_lADOplot{id}")
}

/// An item whose content is hidden is said to hold an issue.
fn content_type(content: &Content) -> &'static str {
    match content {
        Content::Issue(_) | Content::Redacted | Content::Unsaid => "Issue",
        Content::PullRequest(_) => "PullRequest",
        Content::Draft { .. } => "DraftIssue",
    }
}
