//! Issues: their own data and their relationships.

use serde_json::{Value as Json, json};

use super::super::issue::issue_node_id;
use super::{Object, Place, ResolveInfo, Resolved, Thing};
use apollo_compiler::resolvers::{ObjectValue as _, ResolvedValue};

impl Object<'_> {
    pub(super) fn issue<'a>(&'a self, at: &'a Place, info: &ResolveInfo<'_>) -> Resolved<'a> {
        let world = self.world;
        let blocker = |(blocker, blocked): &(Place, Place)| (blocked == at).then(|| blocker.clone());
        let blocked = |(blocker, blocked): &(Place, Place)| (blocker == at).then(|| blocked.clone());
        Ok(match info.field_name() {
            "id" => ResolvedValue::leaf(issue_node_id(world.issue_id(at))),
            "number" => ResolvedValue::leaf(at.number),
            "state" => ResolvedValue::leaf("OPEN"),
            "repository" => self.thing(Thing::Repository(world.repository_at(at))),
            "parent" => self.optional(world.parents.get(at).map(|parent| Thing::Issue(parent.clone()))),
            "issueDependenciesSummary" => {
                let total = |of: &dyn Fn(&(Place, Place)) -> Option<Place>| {
                    world.dependencies.union(&world.hidden).filter_map(of).count()
                };
                let members = json!({
                    "blockedBy": 0, "blocking": 0,
                    "totalBlockedBy": total(&blocker), "totalBlocking": total(&blocked),
                });
                self.thing(Thing::Plain("IssueDependenciesSummary", members, None))
            }
            "subIssuesSummary" => {
                let members = json!({
                    "total": self.children(at).len(), "completed": 0, "percentCompleted": 0,
                });
                self.thing(Thing::Plain("SubIssuesSummary", members, None))
            }
            "subIssues" => self.issues(self.children(at), info),
            "blockedBy" => self.issues(world.dependencies.iter().filter_map(blocker).collect(), info),
            "blocking" => self.issues(world.dependencies.iter().filter_map(blocked).collect(), info),
            _ => return self.content(at, info),
        })
    }

    fn children(&self, at: &Place) -> Vec<Place> {
        let parents = self.world.parents.iter();
        parents.filter(|(_, parent)| *parent == at).map(|(child, _)| child.clone()).collect()
    }

    fn issues<'a>(&'a self, places: Vec<Place>, info: &ResolveInfo<'_>) -> ResolvedValue<'a> {
        let issues = places.into_iter().map(|place| Some(Thing::Issue(place))).collect();
        self.page("IssueConnection", issues, info)
    }

    /// What only an issue that the world knows has.
    fn content<'a>(&'a self, at: &Place, info: &ResolveInfo<'_>) -> Resolved<'a> {
        let Some(issue) = self.world.issues().find(|issue| issue.at == *at) else {
            return Err(self.unknown_field_error(info));
        };
        Ok(match info.field_name() {
            "body" => ResolvedValue::leaf(issue.body.clone().unwrap_or_default()),
            "updatedAt" => ResolvedValue::leaf(issue.updated_at.clone()),
            "issueType" => self.optional(
                issue
                    .issue_type
                    .as_ref()
                    .map(|name| Thing::Plain("IssueType", json!({ "name": name }), None)),
            ),
            "milestone" => self.optional(
                issue
                    .milestone
                    .as_ref()
                    .map(|title| Thing::Plain("Milestone", json!({ "title": title }), None)),
            ),
            "labels" => {
                let label = |name: &String| Some(Thing::Plain("Label", json!({ "name": name }), None));
                self.page("LabelConnection", issue.labels.iter().map(label).collect(), info)
            }
            "issueFieldValues" => {
                let values = issue.issue_fields.iter().filter_map(issue_field).map(Some).collect();
                self.page("IssueFieldValueConnection", values, info)
            }
            "projectItems" => {
                let of_issue = |item: &&super::Item| item.issue().is_some_and(|issue| issue.at == *at);
                let own = self.world.project.items.iter().filter(of_issue);
                let others = self.world.other_items.get(at).into_iter().flatten();
                let others = others.map(|item| item.is_visible.then_some(Thing::OtherItem(item)));
                let items = others.chain(own.map(|item| Some(Thing::Item(item)))).collect();
                self.page("ProjectV2ItemConnection", items, info)
            }
            _ => return Err(self.unknown_field_error(info)),
        })
    }
}

/// The value of an issue field that is set.
fn issue_field((name, data_type, value): &(String, String, Json)) -> Option<Thing<'static>> {
    if value.is_null() {
        return None;
    }
    let (kind, field) = match data_type.as_str() {
        "text" => ("IssueFieldTextValue", "IssueFieldText"),
        "number" => ("IssueFieldNumberValue", "IssueFieldNumber"),
        "date" => ("IssueFieldDateValue", "IssueFieldDate"),
        "single_select" => ("IssueFieldSingleSelectValue", "IssueFieldSingleSelect"),
        other => panic!("no issue field of type {other}"),
    };
    let field = Thing::Plain(field, json!({ "name": name }), None);
    let members =
        if data_type == "single_select" { json!({ "name": value }) } else { json!({ "value": value }) };
    Some(Thing::Plain(kind, members, Some(Box::new(field))))
}
