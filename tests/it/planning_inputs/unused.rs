//! Members that planning does not use may be missing, or be anything; and any
//! object may have members that nobody has heard of.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage;

use super::disorder::next;
use crate::acquisition::fake::Run;

/// The members that are used, by the name under which an object stands; the
/// entries of a list stand under the name of the list.
const USED: [(&str, &[&str]); 28] = [
    ("repository answer", &["id", "node_id", "full_name", "url", "owner"]),
    ("owner", &["id", "login", "type"]),
    ("project answer", &["number", "node_id", "owner", "updated_at", "deleted_at"]),
    ("fields answer", &["id", "node_id", "name", "data_type", "options", "project_url"]),
    ("options", &["id", "name"]),
    ("name", &["raw"]),
    ("title", &["raw"]),
    ("issue_types answer", &["node_id", "name", "is_enabled"]),
    (
        "items answer",
        &["id", "node_id", "project_url", "content_type", "content", "updated_at", "archived_at", "fields"],
    ),
    (
        "content",
        &[
            "number",
            "node_id",
            "updated_at",
            "repository",
            "repository_url",
            "base",
            "head",
            "body",
            "labels",
            "type",
            "milestone",
            "issue_field_values",
            "issue_dependencies_summary",
            "parent_issue_url",
        ],
    ),
    ("repository", &["id", "full_name", "nameWithOwner"]),
    ("base", &["repo"]),
    ("repo", &["id", "full_name"]),
    ("head", &["sha"]),
    ("labels", &["name"]),
    ("type", &["name"]),
    ("milestone", &["title"]),
    ("issue_field_values", &["issue_field_name", "data_type", "value", "single_select_option"]),
    ("single_select_option", &["name"]),
    ("issue_dependencies_summary", &["total_blocked_by", "total_blocking"]),
    ("fields", &["id", "data_type", "value"]),
    ("value", &["raw", "name", "title"]),
    ("relationships answer", &["data", "errors"]),
    ("data", &["nodes"]),
    (
        "nodes",
        &[
            "id",
            "number",
            "repository",
            "parent",
            "issueDependenciesSummary",
            "subIssuesSummary",
            "subIssues",
            "blockedBy",
            "blocking",
        ],
    ),
    ("parent", &["id", "number", "repository"]),
    ("issueDependenciesSummary", &["totalBlockedBy", "totalBlocking"]),
    ("subIssuesSummary", &["total"]),
];

/// Objects of which every member is used.
const WHOLE: [&str; 4] = ["subIssues", "blockedBy", "blocking", "pageInfo"];

/// The run with everything that is not used replaced, taken away or added to
/// as the seed decides.
pub(super) fn replaced(mut run: Run, seed: u64) -> Run {
    let stages = [
        (Stage::Repository, "repository answer"),
        (Stage::Project, "project answer"),
        (Stage::Fields, "fields answer"),
        (Stage::Items, "items answer"),
        (Stage::IssueTypes, "issue_types answer"),
        (Stage::Relationships, "relationships answer"),
    ];
    for (stage, place) in stages {
        run = run.edit(stage, move |answer| replace(answer, place, &mut (seed | 1)));
    }
    run
}

fn replace(json: &mut Json, place: &str, state: &mut u64) {
    match json {
        Json::Array(entries) => entries.iter_mut().for_each(|entry| replace(entry, place, state)),
        Json::Object(members) => {
            let used = USED.iter().find(|(name, _)| *name == place).map(|(_, used)| *used);
            assert!(used.is_some() || WHOLE.contains(&place), "nobody says what is used of {place}");
            let is_used = |name: &str| used.is_none_or(|used| used.contains(&name));
            members.retain(|name, _| {
                *state = next(*state);
                is_used(name) || !(*state >> 40).is_multiple_of(3)
            });
            for (name, value) in members.iter_mut() {
                if is_used(name) {
                    replace(value, name, state);
                } else {
                    *value = anything(state);
                }
            }
            for name in ["", "new", "Body", "is_new", "x-title"] {
                members.insert(name.to_owned(), anything(state));
            }
        }
        _ => {}
    }
}

/// Any value, from small to strange.
fn anything(state: &mut u64) -> Json {
    *state = next(*state);
    match (*state >> 40) % 7 {
        0 => Json::Null,
        1 => json!(false),
        2 => json!(-1.5e300),
        3 => json!("canary \u{202e}\n"),
        4 => json!([null, ["canary"], {}]),
        5 => json!({ "name": { "raw": 1 }, "title": [], "body": "<!-- yukh:issue:v1", "id": -1 }),
        _ => json!(*state),
    }
}
