//! GitHub's JSON of what the demo holds.

use serde_json::{Value, json};

use super::world::{Held, Place, Said};
use crate::issue::second;

const WEB: &str = "https://github.com";
const API: &str = "https://api.github.com";

fn user(login: Option<&str>) -> Value {
    login.map_or(Value::Null, |login| json!({ "login": login }))
}

pub(super) fn repository(place: &Place) -> Value {
    json!({
        "id": place.id,
        "name": place.name,
        "full_name": format!("{}/{}", place.owner, place.name),
        "owner": { "login": place.owner },
        "has_issues": place.has_issues,
    })
}

pub(super) fn issue(place: &Place, held: &Held) -> Value {
    let kind = if held.is_pull_request { "pull" } else { "issues" };
    let slug = format!("{}/{}", place.owner, place.name);
    let mut issue = json!({
        "number": held.number,
        "title": held.title,
        "state": if held.is_open { "open" } else { "closed" },
        "state_reason": held.state_reason,
        "locked": held.lock.is_some(),
        "active_lock_reason": held.lock.clone().flatten(),
        "user": user(held.author),
        "labels": held.labels.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>(),
        "assignees": held.assignees.iter().map(|login| json!({ "login": login })).collect::<Vec<_>>(),
        "comments": held.comments.len(),
        "created_at": second(held.created_at),
        "updated_at": second(held.updated_at),
        "body": held.body,
        "html_url": format!("{WEB}/{slug}/{kind}/{}", held.number),
        "repository_url": format!("{API}/repos/{slug}"),
    });
    if let (true, Some(issue)) = (held.is_pull_request, issue.as_object_mut()) {
        issue.insert("pull_request".to_owned(), json!({}));
    }
    issue
}

pub(super) fn comment(place: &Place, number: u64, said: &Said) -> Value {
    let (owner, name) = (place.owner, place.name);
    json!({
        "id": said.id,
        "user": user(said.author),
        "created_at": second(said.at),
        "updated_at": second(said.at),
        "body": said.body,
        "html_url": format!("{WEB}/{owner}/{name}/issues/{number}#issuecomment-{}", said.id),
    })
}
