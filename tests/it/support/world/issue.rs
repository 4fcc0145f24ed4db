//! Issues, pull requests and drafts as GitHub words them.

use serde_json::{Value as Json, json};

use super::{CREATED, Issue, Place, PullRequest, UPDATED, World, account};

impl World {
    /// `issue`
    pub(super) fn issue_json(&self, issue: &Issue) -> Json {
        let full_name = self.repository_of(&issue.at);
        let repository = self.repository_at(&issue.at);
        let api = &self.wording.api;
        let address = self.issue_url(&issue.at);
        let mut json = json!({
            "id": issue.id,
            "node_id": issue_node_id(issue.id),
            "url": address,
            "labels_url": format!("{address}/labels{{/name}}"),
            "comments_url": format!("{address}/comments"),
            "events_url": format!("{address}/events"),
            "html_url": format!("https://github.com/{full_name}/issues/{}", issue.at.number),
            "number": issue.at.number,
            "title": issue.title,
            "body": issue.body,
            "user": account::simple(&repository.owner, api),
            "labels": issue.labels.iter().enumerate().map(|(at, name)| self.label_json(at, name)).collect::<Vec<_>>(),
            "state": if issue.closed { "closed" } else { "open" },
            "state_reason": null,
            "locked": false,
            "active_lock_reason": null,
            "assignees": [],
            "milestone": issue.milestone.as_deref().map(|title| self.milestone_json(title)),
            "comments": 2,
            "author_association": "MEMBER",
            "closed_at": issue.closed.then_some(UPDATED),
            "created_at": CREATED,
            "updated_at": issue.updated_at,
        });
        self.word(issue, &mut json);
        json
    }

    /// The members that GitHub may leave out.
    fn word(&self, issue: &Issue, json: &mut Json) {
        let wording = &self.wording;
        if wording.repository_url {
            json["repository_url"] = json!(self.repository_url(&issue.at));
        }
        if wording.content_repository {
            json["repository"] = account::repository(&self.repository_at(&issue.at), &wording.api);
        }
        if wording.issue_type {
            json["type"] = issue.issue_type.as_deref().map_or(Json::Null, |name| issue_type_json(name, true));
        }
        if wording.issue_fields {
            json["issue_field_values"] =
                issue.issue_fields.iter().enumerate().map(issue_field_json).collect();
        }
        if wording.parent_url {
            json["parent_issue_url"] = json!(
                self.parents
                    .get(&issue.at)
                    .or(self.hidden_parents.get(&issue.at))
                    .map(|parent| self.issue_url(parent))
            );
            let total = self.parents.values().filter(|parent| **parent == issue.at).count();
            json["sub_issues_summary"] = json!({ "total": total, "completed": 0, "percent_completed": 0 });
        }
        if wording.dependency_summary {
            let all = || self.dependencies.union(&self.hidden);
            let blocked_by = all().filter(|(_, blocked)| *blocked == issue.at).count();
            let blocking = all().filter(|(blocker, _)| *blocker == issue.at).count();
            json["issue_dependencies_summary"] = json!({
                "blocked_by": 0, "blocking": 0, "total_blocked_by": blocked_by, "total_blocking": blocking,
            });
        }
    }

    fn label_json(&self, at: usize, name: &str) -> Json {
        json!({
            "id": 3_000 + at,
            "node_id": format!("LA_kwDOlabel{at}"),
            "url": format!("{}/labels/{at}", self.repository_url(&Place::from(1))),
            "name": name,
            "description": "A sticker on the pot",
            "color": "a2eeef",
            "default": false,
        })
    }

    fn milestone_json(&self, title: &str) -> Json {
        let address = format!("{}/milestones/1", self.repository_url(&Place::from(1)));
        json!({
            "id": 4_001,
            "node_id": "MI_kwDOseason1",
            "number": 1,
            "title": title,
            "description": "Until the first frost",
            "state": "open",
            "url": address,
            "html_url": "https://github.com/acme-garden/greenhouse/milestone/1",
            "labels_url": format!("{address}/labels"),
            "creator": account::simple(&self.repository.owner, &self.wording.api),
            "open_issues": 3,
            "closed_issues": 1,
            "created_at": CREATED,
            "updated_at": UPDATED,
            "closed_at": null,
            "due_on": null,
        })
    }

    /// `pull-request-simple`
    pub(super) fn pull_request_json(&self, request: &PullRequest) -> Json {
        let number = request.at.number;
        let address = format!("{}/pulls/{number}", self.repository_url(&request.at));
        let repository = account::repository(&self.repository_at(&request.at), &self.wording.api);
        let user = account::simple(&self.repository.owner, &self.wording.api);
        let end = |name: &str, sha: &str| json!({ "label": name, "ref": name, "sha": sha, "repo": repository, "user": user });
        let link = |name: &str| json!({ "href": format!("{address}/{name}") });
        let mut json = json!({
            "id": request.id,
            "node_id": format!("PR_kwDOpipe{}", request.id),
            "number": number,
            "title": request.title,
            "body": "Fixes the drip.",
            "state": "open",
            "locked": false,
            "labels": [],
            "milestone": null,
            "user": user,
            "author_association": "MEMBER",
            "auto_merge": null,
            "head": request.head.as_deref().map_or(Json::Null, |sha| end("barrel", sha)),
            "base": end("main", "d670460b4b4aece5915caf5c68d12f560a9fe3e4"),
            "closed_at": null,
            "merged_at": null,
            "created_at": CREATED,
            "updated_at": UPDATED,
            "url": address,
            "html_url": format!("https://github.com/{}/pull/{number}", self.repository_of(&request.at)),
            "_links": {
                "comments": link("comments"), "commits": link("commits"), "statuses": link("statuses"),
                "html": link("html"), "issue": link("issue"), "review_comments": link("review_comments"),
                "review_comment": link("review_comment"), "self": link("self"),
            },
        });
        for name in
            ["comments", "commits", "diff", "patch", "issue", "review_comment", "review_comments", "statuses"]
        {
            json[format!("{name}_url")] = json!(format!("{address}/{name}"));
        }
        if self.wording.content_repository {
            json["repository"] = repository;
        }
        json
    }

    /// `projects-v2-draft-issue`
    pub(super) fn draft_json(&self, id: u64, title: &str) -> Json {
        json!({
            "id": id,
            "node_id": format!("DI_lADOidea{id}"),
            "title": title,
            "body": "Perhaps in autumn",
            "user": account::simple(&self.repository.owner, &self.wording.api),
            "created_at": CREATED,
            "updated_at": UPDATED,
        })
    }

    pub(super) fn repository_at(&self, place: &Place) -> super::Repository {
        match &place.repository {
            None => self.repository.clone(),
            Some(full_name) => account::elsewhere(full_name),
        }
    }

    fn repository_url(&self, place: &Place) -> String {
        format!("{}/repos/{}", self.wording.api, self.repository_of(place))
    }

    fn issue_url(&self, place: &Place) -> String {
        format!("{}/issues/{}", self.repository_url(place), place.number)
    }
}

/// The node id of an issue.
pub(super) fn issue_node_id(id: u64) -> String {
    format!("I_kwDOseed{id}")
}

/// `issue-type`
pub(super) fn issue_type_json(name: &str, is_enabled: bool) -> Json {
    json!({
        "id": 500 + name.bytes().map(u64::from).sum::<u64>(),
        "node_id": format!("IT_kwDO{}", name.to_lowercase()),
        "name": name,
        "description": format!("What a {name} is"),
        "color": "blue",
        "is_enabled": is_enabled,
        "created_at": CREATED,
        "updated_at": UPDATED,
    })
}

/// `issue-field-value`
fn issue_field_json((at, (name, data_type, value)): (usize, &(String, String, Json))) -> Json {
    let mut json = json!({
        "issue_field_id": 600 + at,
        "issue_field_name": name,
        "node_id": format!("IFV_kwDOleaf{at}"),
        "data_type": data_type,
        "value": value,
    });
    if data_type == "single_select" {
        json["single_select_option"] = if value.is_null() {
            Json::Null
        } else {
            json!({ "id": 700 + at, "name": value, "color": "red" })
        };
    }
    json
}
