//! The answers of the embedded GitHub, request by request.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::world::{Access, Held, Place, Said, World};
use super::{json, search};
use crate::github::{Change, Draft, Operation, Reply, Site};
use crate::issue::{Repository, State};

/// The login of the demo's token.
const SELF: &str = "you";

/// Rows on the pages of lists.
const ISSUES: usize = 100;
const FOUND: usize = 50;
const COMMENTS: usize = 20;

fn reply(status: u16, body: &Value) -> Reply {
    Reply { status, body: body.to_string().into_bytes(), ..Reply::default() }
}

fn refusal(status: u16, message: &str) -> Reply {
    reply(status, &json!({ "message": message, "status": status.to_string() }))
}

fn missing() -> Reply {
    refusal(404, "Not Found")
}

/// A page of rows, and whether there is a next one.
fn page(rows: Vec<Value>, size: usize, page: u32) -> Reply {
    let start = usize::try_from(page.saturating_sub(1)).unwrap_or(usize::MAX).saturating_mul(size);
    let has_next = rows.len() > start.saturating_add(size);
    let rows: Vec<Value> = rows.into_iter().skip(start).take(size).collect();
    Reply { has_next, ..reply(200, &rows.into()) }
}

/// The answer to a request at a moment.
pub(super) fn answer(world: &mut World, operation: &Operation, now: Timestamp) -> Reply {
    match operation {
        Operation::Repository(site) => {
            at(world, site).map_or_else(missing, |place| reply(200, &json::repository(place)))
        }
        Operation::Label { site, name } => {
            let found = at(world, site).and_then(|place| place.label(name));
            found.map_or_else(missing, |name| reply(200, &json!({ "name": name })))
        }
        Operation::Oneself => reply(200, &json!({ "login": SELF })),
        Operation::UserRepositories { .. } | Operation::InstallationRepositories { .. } => {
            let rows = world.repositories.iter().map(json::repository).collect();
            page(rows, ISSUES, 1)
        }
        Operation::Search { search, page: number } => {
            let Some(place) = world.find(search.repository.owner(), search.repository.name()) else {
                return refusal(422, "Validation Failed");
            };
            let found = search::found(place, search);
            let total = found.len();
            let rows: Vec<Value> = found.into_iter().map(|held| json::issue(place, held)).collect();
            let page = page(rows, FOUND, *number);
            let items: Value = serde_json::from_slice(&page.body).unwrap_or_default();
            let body = json!({ "total_count": total, "incomplete_results": false, "items": items });
            Reply { has_next: page.has_next, ..reply(200, &body) }
        }
        Operation::Issues { site, filter, page: number } => with_issues(world, site, |place| {
            let rows = search::newest(place).into_iter().filter(|held| search::passes(held, filter));
            page(rows.map(|held| json::issue(place, held)).collect(), ISSUES, *number)
        }),
        Operation::Labels { site, page: number } => at(world, site).map_or_else(missing, |place| {
            page(place.labels.iter().map(|name| json!({ "name": name })).collect(), ISSUES, *number)
        }),
        Operation::Issue { site, number } => with_issue(world, site, *number, |place, number| {
            place.issues.get(&number).map_or_else(missing, |held| reply(200, &json::issue(place, held)))
        }),
        Operation::Comments { site, number, since, page: index } => {
            with_issue(world, site, *number, |place, number| {
                let Some(held) = place.issues.get(&number) else { return missing() };
                let rows = held.comments.iter().filter(|said| since.is_none_or(|since| said.at >= since));
                page(rows.map(|said| json::comment(place, number, said)).collect(), COMMENTS, *index)
            })
        }
        write => self::write(world, write, now),
    }
}

/// The repository of a site.
fn at<'a>(world: &'a mut World, site: &Site) -> Option<&'a mut Place> {
    match site {
        Site::Named(repository) => world.find(repository.owner(), repository.name()),
        Site::Numbered(id) => world.numbered(*id),
    }
}

/// Answers for a repository that has issues.
fn with_issues(world: &mut World, site: &Site, answer: impl FnOnce(&mut Place) -> Reply) -> Reply {
    match at(world, site) {
        None => missing(),
        Some(place) if !place.has_issues => refusal(410, "Issues has been disabled in this repository."),
        Some(place) => answer(place),
    }
}

/// Answers for an issue that was neither moved nor deleted.
fn with_issue(
    world: &mut World,
    site: &Site,
    number: u64,
    answer: impl FnOnce(&mut Place, u64) -> Reply,
) -> Reply {
    with_issues(world, site, |place| {
        if let Some((repository, number)) = place.moved.get(&number) {
            let location = format!("https://api.github.com/repositories/{repository}/issues/{number}");
            return Reply { location: Some(location), ..refusal(301, "Moved Permanently") };
        }
        if place.deleted.contains(&number) {
            return refusal(410, "This issue was deleted");
        }
        answer(place, number)
    })
}

/// Answers a write.
fn write(world: &mut World, operation: &Operation, now: Timestamp) -> Reply {
    let comment_id = world.comment_id();
    match operation {
        Operation::CreateIssue { repository, draft } => {
            with_issues(world, &named(repository), |place| create(place, draft, now))
        }
        Operation::UpdateIssue { repository, number, change } => {
            edit(world, repository, *number, now, |place, held| {
                apply(held, change);
                reply(200, &json::issue(place, held))
            })
        }
        Operation::AddLabels { repository, number, labels } => {
            edit(world, repository, *number, now, |_, held| {
                for label in labels {
                    if !held.labels.iter().any(|own| own.eq_ignore_ascii_case(label)) {
                        held.labels.push(label.clone());
                    }
                }
                reply(200, &json!([]))
            })
        }
        Operation::RemoveLabel { repository, number, label } => {
            edit(world, repository, *number, now, |_, held| {
                let before = held.labels.len();
                held.labels.retain(|own| !own.eq_ignore_ascii_case(label));
                if held.labels.len() == before {
                    refusal(404, "Label does not exist")
                } else {
                    reply(200, &json!([]))
                }
            })
        }
        Operation::CreateComment { repository, number, body } => {
            with_issue(world, &named(repository), *number, |place, number| {
                if place.access == Access::Archived {
                    return refusal(403, "Repository was archived so is read-only.");
                }
                let said = Said { id: comment_id, author: Some(SELF), body: body.clone(), at: now };
                let Some(held) = place.issues.get_mut(&number) else { return missing() };
                held.comments.push(said.clone());
                held.updated_at = now;
                reply(201, &json::comment(place, number, &said))
            })
        }
        Operation::Lock { repository, number, reason } => edit(world, repository, *number, now, |_, held| {
            let reason = serde_json::to_value(reason).unwrap_or_default();
            held.lock = Some(reason.as_str().map(str::to_owned));
            Reply { status: 204, ..Reply::default() }
        }),
        Operation::Unlock { repository, number } => edit(world, repository, *number, now, |_, held| {
            held.lock = None;
            Reply { status: 204, ..Reply::default() }
        }),
        _ => missing(),
    }
}

fn named(repository: &Repository) -> Site {
    Site::Named(repository.clone())
}

/// Changes an issue where the token may push.
fn edit(
    world: &mut World,
    repository: &Repository,
    number: u64,
    now: Timestamp,
    change: impl FnOnce(&Place, &mut Held) -> Reply,
) -> Reply {
    with_issue(world, &named(repository), number, |place, number| {
        if place.access != Access::Push {
            return refusal(403, "Resource not accessible by personal access token");
        }
        let Some(mut held) = place.issues.get(&number).cloned() else { return missing() };
        let reply = change(place, &mut held);
        held.updated_at = now;
        place.issues.insert(number, held);
        reply
    })
}

/// Creates an issue. Without push access labels and assignees are dropped in
/// silence, as GitHub does.
fn create(place: &mut Place, draft: &Draft, now: Timestamp) -> Reply {
    if place.access == Access::Archived {
        return refusal(403, "Repository was archived so is read-only.");
    }
    let may_push = place.access == Access::Push;
    let labels = draft.labels.iter().filter(|_| may_push);
    let people = draft.assignees.iter().filter(|_| may_push);
    let held = Held {
        number: place.next_number(),
        title: draft.title.clone(),
        body: Some(draft.body.clone()),
        author: Some(SELF),
        is_open: true,
        state_reason: None,
        is_pull_request: false,
        lock: None,
        labels: labels.map(|name| place.label(name).map_or_else(|| name.clone(), str::to_owned)).collect(),
        assignees: people.filter(|login| is_person(place, login)).cloned().collect(),
        created_at: now,
        updated_at: now,
        comments: Vec::new(),
    };
    let answer = reply(201, &json::issue(place, &held));
    place.issues.insert(held.number, held);
    answer
}

fn is_person(place: &Place, login: &str) -> bool {
    login == SELF || place.people.iter().any(|known| known.eq_ignore_ascii_case(login))
}

fn apply(held: &mut Held, change: &Change) {
    let Change { title, body, state, state_reason, assignees, labels } = change.clone();
    held.title = title.unwrap_or_else(|| held.title.clone());
    held.body = body.or_else(|| held.body.clone());
    held.labels = labels.unwrap_or_else(|| held.labels.clone());
    held.assignees = assignees.unwrap_or_else(|| held.assignees.clone());
    let Some(state) = state else { return };
    let was_open = held.is_open;
    held.is_open = state == State::Open;
    let reason = serde_json::to_value(state_reason).unwrap_or_default();
    let usual = match (was_open, held.is_open) {
        (true, false) => Some("completed"),
        (false, true) => Some("reopened"),
        _ => held.state_reason.as_deref(),
    };
    held.state_reason = reason.as_str().or(usual).map(str::to_owned);
}
