//! The answer to the one relationship query.

use serde_json::{Map, Value as Json, json};

use super::issue::issue_node_id;
use super::{Asked, Place, Reply, World, account};

impl World {
    /// What GraphQL answers for the issues asked for: only the fields that the
    /// document selects.
    pub(super) fn relationships(&self, asked: &Asked) -> Reply {
        let request: Json = serde_json::from_slice(&asked.body).unwrap_or(Json::Null);
        let document = request["query"].as_str().unwrap_or_default();
        let variables = &request["variables"];
        let ids = variables["ids"].as_array().cloned().unwrap_or_default();
        let nodes: Vec<Json> =
            ids.iter().map(|id| self.node(id.as_str().unwrap_or_default(), variables)).collect();
        let mut answer = json!({
            "data": {
                "nodes": nodes,
                "rateLimit": {
                    "cost": 3, "limit": 5_000, "remaining": self.rate.graphql.saturating_sub(3), "used": 203,
                    "resetAt": "2030-03-17T17:47:10Z", "nodeCount": 300,
                },
            },
        });
        prune(&mut answer["data"], document);
        Reply::json(200, &answer)
    }

    fn node(&self, id: &str, variables: &Json) -> Json {
        let issues = self.project.items.iter().filter_map(super::Item::issue);
        let Some(issue) = issues.into_iter().find(|issue| issue_node_id(issue.id) == id) else {
            return Json::Null;
        };
        let at = &issue.at;
        let edges = |of: &dyn Fn(&(Place, Place)) -> Option<Place>, from: &std::collections::BTreeSet<_>| {
            from.iter().filter_map(of).collect::<Vec<Place>>()
        };
        let blocker = |(blocker, blocked): &(Place, Place)| (blocked == at).then(|| blocker.clone());
        let blocked = |(blocker, blocked): &(Place, Place)| (blocker == at).then(|| blocked.clone());
        let children: Vec<Place> =
            self.parents.iter().filter(|(_, parent)| *parent == at).map(|(child, _)| child.clone()).collect();
        let total = |of: &dyn Fn(&(Place, Place)) -> Option<Place>| {
            edges(of, &self.dependencies).len() + edges(of, &self.hidden).len()
        };
        let mut node = self.endpoint(at);
        let more = json!({
            "__typename": "Issue",
            "parent": self.parents.get(at).map(|parent| self.endpoint(parent)),
            "issueDependenciesSummary": {
                "blockedBy": 0, "blocking": 0,
                "totalBlockedBy": total(&blocker), "totalBlocking": total(&blocked),
            },
            "subIssuesSummary": { "total": children.len(), "completed": 0, "percentCompleted": 0 },
            "subIssues": self.connection(&children, after(variables, "sub")),
            "blockedBy": self.connection(&edges(&blocker, &self.dependencies), after(variables, "blockedby")),
            "blocking": self.connection(&edges(&blocked, &self.dependencies), after(variables, "blocking")),
        });
        node = account::merge(node.as_object().cloned().unwrap_or_default(), more);
        node
    }

    fn connection(&self, all: &[Place], after: Option<usize>) -> Json {
        let start = after.unwrap_or(0).min(all.len());
        let end = (start + self.wording.edges).min(all.len());
        json!({
            "totalCount": all.len(),
            "pageInfo": { "hasNextPage": end < all.len(), "endCursor": format!("edge{end}") },
            "nodes": all[start..end].iter().map(|place| self.endpoint(place)).collect::<Vec<_>>(),
        })
    }

    fn endpoint(&self, place: &Place) -> Json {
        let known = self.project.items.iter().filter_map(super::Item::issue).find(|issue| issue.at == *place);
        let id = known.map_or(990_000 + place.number, |issue| issue.id);
        json!({
            "id": issue_node_id(id),
            "number": place.number,
            "state": "OPEN",
            "repository": {
                "id": account::node_id(&self.repository_at(place)),
                "nameWithOwner": self.repository_of(place),
            },
        })
    }
}

/// The place after the cursor that a variable of this beginning holds.
fn after(variables: &Json, beginning: &str) -> Option<usize> {
    let matching = |(name, _): &(&String, &Json)| name.to_lowercase().starts_with(beginning);
    let (_, cursor) = variables.as_object()?.iter().find(matching)?;
    cursor.as_str()?.trim_start_matches("edge").parse().ok()
}

/// Removes members that the document does not name: GraphQL answers nothing
/// else.
fn prune(json: &mut Json, document: &str) {
    match json {
        Json::Object(members) => {
            let names = |name: &String| {
                document.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
            };
            let kept: Map<String, Json> =
                std::mem::take(members).into_iter().filter(|(name, _)| names(name)).collect();
            *members = kept;
            for value in members.values_mut() {
                prune(value, document);
            }
        }
        Json::Array(entries) => entries.iter_mut().for_each(|entry| prune(entry, document)),
        _ => {}
    }
}
