//! How much of an agent's context answers take, through the real program.

use serde_json::{Value, json};

use crate::support::github::FakeGitHub;
use crate::support::request;
use crate::support::stdio::Session;

/// Twelve KB, to the reader who counts thousands.
const MOST_PAGE: usize = 12_000;

const API: &str = "https://api.github.com";

/// What GitHub says of a user wherever it names one.
fn user(login: &str) -> Value {
    let api = format!("{API}/users/{login}");
    json!({
        "login": login, "id": 1_000_001, "node_id": "MDQ6VXNlcjEwMDAwMDE=", "gravatar_id": "",
        "avatar_url": "https://avatars.githubusercontent.com/u/1000001?v=4", "url": api,
        "html_url": format!("https://github.com/{login}"), "followers_url": format!("{api}/followers"),
        "following_url": format!("{api}/following{{/other_user}}"), "gists_url": format!("{api}/gists{{/gist_id}}"),
        "starred_url": format!("{api}/starred{{/owner}}{{/repo}}"),
        "subscriptions_url": format!("{api}/subscriptions"), "organizations_url": format!("{api}/orgs"),
        "repos_url": format!("{api}/repos"), "events_url": format!("{api}/events{{/privacy}}"),
        "received_events_url": format!("{api}/received_events"), "type": "User", "user_view_type": "public",
        "site_admin": false,
    })
}

fn label(name: &str) -> Value {
    json!({
        "id": 2_000_002, "node_id": "MDU6TGFiZWwyMDAwMDAy", "name": name, "color": "d73a4a", "default": false,
        "url": format!("{API}/repos/acme/widgets/labels/{name}"), "description": "What the label is for",
    })
}

/// Titles as people write them, 21 to 83 characters long.
const TITLES: [&str; 6] = [
    "Crash on save with empty filename",
    "Colour picker shows the wrong preview after undo when two documents are open",
    "Add a setting for the autosave interval",
    "Memory grows by 40 MB an hour while the \"recent files\" panel stays open on Windows",
    "Document plugin hooks",
    "Exporting to PDF drops embedded fonts if their names are not ASCII",
];

const LABELS: [&[&str]; 4] =
    [&["bug", "area: editor"], &["enhancement"], &["bug", "regression", "priority: high"], &[]];

const PEOPLE: [&[&str]; 3] = [&["thistle-qa"], &[], &["marigold-dev", "bracken-ops"]];

/// A report as templates ask for it: some 3 to 9 KB of Markdown.
fn body(number: usize) -> String {
    let steps =
        "1. Open a document of more than 200 pages.\r\n2. Choose *Save as* and clear the name.\r\n\r\n";
    let trace = "```\nat editor::buffer::flush (src/buffer.rs:118)\nat editor::save::write_all (src/save.rs:62)\n```\r\n";
    format!("### What happened\r\n\r\n{}{}", steps.repeat(10 + number % 20), trace.repeat(20 + number % 40))
}

/// An issue as GitHub answers it in lists.
fn issue(number: usize) -> Value {
    let api = format!("{API}/repos/acme/widgets/issues/{number}");
    let pick = |choices: &[&'static [&'static str]]| choices[number % choices.len()];
    let assignees: Vec<Value> = pick(&PEOPLE).iter().map(|login| user(login)).collect();
    json!({
        "url": api, "repository_url": format!("{API}/repos/acme/widgets"),
        "labels_url": format!("{api}/labels{{/name}}"), "comments_url": format!("{api}/comments"),
        "events_url": format!("{api}/events"), "html_url": format!("https://github.com/acme/widgets/issues/{number}"),
        "id": 3_000_000_000_u64, "node_id": "I_kwDOAAAAAc6y0F4A", "number": number,
        "title": TITLES[number % TITLES.len()], "user": user("marigold-dev"),
        "labels": pick(&LABELS).iter().map(|name| label(name)).collect::<Vec<_>>(), "state": "open",
        "locked": false, "assignee": assignees.first(), "assignees": assignees, "milestone": null,
        "comments": 4, "created_at": "2026-06-01T08:00:00Z", "updated_at": "2026-07-01T09:30:00Z",
        "closed_at": null, "author_association": "CONTRIBUTOR", "active_lock_reason": null,
        "body": body(number), "closed_by": null, "timeline_url": format!("{api}/timeline"),
        "performed_via_github_app": null, "state_reason": null,
        "reactions": { "url": format!("{api}/reactions"), "total_count": 3, "+1": 3, "-1": 0, "laugh": 0,
                       "hooray": 0, "confused": 0, "heart": 0, "rocket": 0, "eyes": 0 },
    })
}

/// The line that answers a call about 30 issues, and what GitHub sent for it.
fn page(detail: &str) -> (String, String) {
    let issues: Vec<Value> = (1_401..=1_430).map(issue).collect();
    let sent = json!(issues).to_string();
    let github = FakeGitHub::new();
    github.hold(issues);
    let state = tempfile::tempdir().unwrap();
    let mut session = Session::github(&github.variables(state.path().to_str().unwrap()));
    let arguments = json!({ "owner": "acme", "repo": "widgets", "detail": detail });
    let params = json!({ "name": "github_find_issues", "arguments": arguments });
    session.say(&request(&json!(1), "tools/call", params).to_string());
    (session.hear_line(), sent)
}

#[test]
fn thirty_issues_in_summary_detail_take_under_12_kb_of_an_agents_context() {
    let (line, sent) = page("summary");
    let answer: Value = serde_json::from_str(&line).unwrap();
    let result = &answer["result"];
    assert_eq!(result["isError"], false, "{line}");
    assert_eq!(result["structuredContent"]["issues"].as_array().unwrap().len(), 30);
    // A host shows the text to its model, or the structured content; the other
    // one is the same again.
    let text = result["content"][0]["text"].as_str().unwrap();
    let structured = result["structuredContent"].to_string();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), result["structuredContent"]);
    // Even a host that shows both shows less than that.
    let both = text.len() + structured.len();
    assert!(both < MOST_PAGE, "{} + {} bytes", text.len(), structured.len());
    // The two carriers, the quotes that the text escapes, and the envelope: the
    // whole result, as it goes over the wire.
    assert!(line.len() < 13_000, "{}", line.len());
    assert!(sent.len() > 179_000, "{}: the page is as long as those that people complain about", sent.len());
}
