//! Size of answers: detail, pages, filters, what is left out.

use std::collections::BTreeSet;

use github_issues_mcp::catalog::ToolName;
use serde_json::{Value, json};

use super::corpus::{first, parameters, successes, summary, texts, tools, widgets, with};
use super::server::ask;
use crate::support::request;
use crate::support::stdio::Session;
use crate::support::upstream::Bench;

fn backlog(members: Value) -> Value {
    with(json!({"owner": "acme", "repo": "backlog"}), members)
}

/// Whether a value holds a null.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(entries) => entries.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}

#[tokio::test]
async fn rule_8_concise_default_less_comes_unasked() {
    let bench = Bench::new();
    for (tool, arguments) in [
        (ToolName::FindIssues, widgets(json!({}))),
        (ToolName::GetIssue, widgets(json!({"issue_number": 4, "include_comments": false}))),
    ] {
        let unasked = bench.call(tool, arguments.clone()).await.unwrap();
        let summary = bench.call(tool, with(arguments.clone(), json!({"detail": "summary"}))).await.unwrap();
        let full = bench.call(tool, with(arguments, json!({"detail": "full"}))).await.unwrap();
        assert_eq!(unasked, summary, "{tool:?}");
        assert!(unasked.to_string().len() < full.to_string().len(), "{tool:?}");
    }
}

#[tokio::test]
async fn rule_8_detail_row_count_is_the_same_in_every_detail() {
    let bench = Bench::new();
    for (tool, arguments, list) in [
        (ToolName::FindIssues, backlog(json!({})), "issues"),
        (ToolName::FindIssues, backlog(json!({"query": "entry"})), "issues"),
        (ToolName::GetIssue, widgets(json!({"issue_number": 4})), "comments"),
        (ToolName::ListComments, widgets(json!({"issue_number": 4})), "comments"),
    ] {
        let mut counts = Vec::new();
        for detail in ["summary", "full"] {
            let arguments = with(arguments.clone(), json!({ "detail": detail }));
            counts.push(bench.call(tool, arguments).await.unwrap()[list].as_array().unwrap().len());
        }
        assert!(counts[0] == counts[1] && counts[0] >= 20, "{tool:?}: {counts:?}");
    }
}

#[tokio::test]
async fn rule_8_cursor_pagination_a_page_is_reached_by_what_the_last_one_said() {
    for tool in tools() {
        for parameter in ["page", "per_page", "offset", "limit", "after", "first"] {
            assert!(!parameters(&tool).contains_key(parameter), "{}: {parameter}", tool["name"]);
        }
        let has_pages = tool["outputSchema"]["properties"].get("next_cursor").is_some();
        assert_eq!(parameters(&tool).contains_key("cursor"), has_pages, "{}", tool["name"]);
    }
    let bench = Bench::new();
    let page = bench.call(ToolName::FindIssues, backlog(json!({}))).await.unwrap();
    let next =
        bench.call(ToolName::FindIssues, backlog(json!({"cursor": page["next_cursor"]}))).await.unwrap();
    let number = |row: &Value| row["issue_number"].as_u64().unwrap();
    assert!(number(page["issues"].as_array().unwrap().last().unwrap()) > number(&next["issues"][0]));
}

#[test]
fn rule_8_cursor_lifetime_it_and_what_a_walk_sees_are_declared() {
    let said = summary()["prerequisites"]["state_handles"]["cursors"].as_str().unwrap().to_owned();
    for words in ["15-minute lifetime", "cursor_expired", "best effort", "newest first", "without duplicates"]
    {
        assert!(said.contains(words), "{said}");
    }
    for tool in tools().iter().filter(|tool| parameters(tool).contains_key("cursor")) {
        let text = parameters(tool)["cursor"]["description"].as_str().unwrap();
        assert!(text.contains("15 minutes") && text.contains("cursor_expired"), "{text}");
    }
}

#[test]
fn rule_8_native_pagination_the_protocols_lists_have_none_of_ours() {
    let mut session = Session::demo(&[]);
    for method in ["tools/list", "resources/list", "resources/templates/list"] {
        let listed = ask(&mut session, method, json!({}));
        for ours in ["has_more", "next_cursor", "truncated", "nextCursor"] {
            assert!(listed.get(ours).is_none(), "{method}: {ours}");
        }
        let answer = session.ask(&request(&json!(1), method, json!({"cursor": "x"})).to_string());
        assert_eq!(answer["error"]["code"], -32602, "{method}");
    }
}

#[test]
fn rule_8_cacheable_results_the_hints_are_those_of_the_design() {
    let mut session = Session::demo(&[]);
    let issue = json!({"uri": "github://repos/acme/widgets/issues/1"});
    for (method, params, hints) in [
        ("server/discover", json!({}), Some((3_600_000, "public"))),
        ("tools/list", json!({}), Some((3_600_000, "public"))),
        ("resources/templates/list", json!({}), Some((3_600_000, "public"))),
        ("resources/list", json!({}), Some((30_000, "private"))),
        ("resources/read", json!({"uri": "github://capabilities"}), Some((30_000, "private"))),
        ("resources/read", issue, Some((30_000, "private"))),
        ("tools/call", json!({"name": "github_find_issues", "arguments": widgets(json!({}))}), None),
    ] {
        let result = ask(&mut session, method, params);
        let found =
            result.get("ttlMs").map(|time| (time.as_u64().unwrap(), result["cacheScope"].as_str().unwrap()));
        assert_eq!(found, hints, "{method}");
    }
}

#[tokio::test]
async fn rule_8_house_pagination_more_is_said_with_a_cursor_and_called_ours() {
    for done in successes().await {
        for (more, cursor) in [("has_more", "next_cursor"), ("comments_has_more", "comments_cursor")] {
            if let Some(more) = done.content.get(more) {
                assert_eq!(*more == json!(true), done.content.get(cursor).is_some());
            }
        }
    }
    let find = tools().into_iter().find(|tool| tool["name"] == "github_find_issues").unwrap();
    let said = find["outputSchema"]["properties"]["has_more"]["description"].as_str().unwrap();
    assert!(said.contains("convention, not protocol"), "{said}");
}

#[tokio::test]
async fn rule_8_filters_each_one_is_githubs_and_makes_the_answer_smaller() {
    let bench = Bench::new();
    let all = bench.call(ToolName::FindIssues, widgets(json!({"state": "all"}))).await.unwrap();
    bench.asked();
    for (members, sent) in [
        (json!({"state": "closed"}), "state=closed"),
        (json!({"state": "all", "labels": ["documentation"]}), "labels=documentation"),
        (json!({"state": "all", "assignee": "thistle-qa"}), "assignee=thistle-qa"),
        (json!({"state": "all", "creator": "marigold-dev"}), "creator=marigold-dev"),
        (json!({"state": "all", "updated_after": "2026-01-01T07:30:00Z"}), "since=2026-01-01T07"),
        (json!({"state": "all", "query": "crash"}), "q=crash"),
    ] {
        let found = bench.call(ToolName::FindIssues, widgets(members.clone())).await.unwrap();
        let asked = bench.asked();
        assert!(asked.iter().all(|line| line.contains(sent)), "{members}: {asked:?}");
        let count = |value: &Value| value["issues"].as_array().unwrap().len();
        assert!(count(&found) >= 1 && count(&found) < count(&all), "{members}: {found}");
    }
    let whole = widgets(json!({"issue_number": 4}));
    let recent = with(whole.clone(), json!({"updated_after": "2030-01-01T00:00:00Z"}));
    let none = bench.call(ToolName::ListComments, recent).await.unwrap();
    assert_eq!(none["comments"], json!([]));
}

#[tokio::test]
async fn rule_8_truncation_what_is_cut_off_is_said_with_parameters_to_narrow_by() {
    let bench = Bench::new();
    let cut = bench.call(ToolName::FindIssues, backlog(json!({"query": "entry"}))).await.unwrap();
    assert_eq!((&cut["truncated"], &cut["has_more"]), (&json!(true), &json!(true)), "both may be");
    let find = tools().into_iter().find(|tool| tool["name"] == "github_find_issues").unwrap();
    let hint = cut["truncation_hint"].as_str().unwrap();
    let named: Vec<&str> = hint
        .split(|c: char| !c.is_ascii_lowercase() && c != '_' && c != '=')
        .filter_map(|word| word.strip_suffix('='))
        .collect();
    assert!(named.len() >= 3 && named.iter().all(|name| parameters(&find).contains_key(*name)), "{hint}");
    let whole = bench.call(ToolName::FindIssues, widgets(json!({"query": "crash"}))).await.unwrap();
    assert!(whole.get("truncated").is_none() && whole.get("truncation_hint").is_none());
    let body = bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 4}))).await.unwrap();
    assert_eq!(body["issue"]["body_truncated"], true);
}

#[tokio::test]
async fn rule_8_identifier_roles_numbers_are_githubs_and_tokens_are_opaque() {
    let bench = Bench::new();
    let read = bench.call(ToolName::GetIssue, first(json!({}))).await.unwrap();
    assert_eq!(read["issue"]["issue_number"], 1);
    let version = read["issue"]["version"].as_str().unwrap().strip_prefix("v:").unwrap();
    assert!(version.len() == 16 && version.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let page = bench.call(ToolName::FindIssues, backlog(json!({"creator": "marigold-dev"}))).await.unwrap();
    let cursor = page["next_cursor"].as_str().unwrap();
    assert!(!cursor.contains("backlog") && !cursor.contains("marigold"), "{cursor}");
}

#[test]
fn rule_8_per_capability_detail_it_can_be_chosen_where_results_are_long() {
    let with_detail: BTreeSet<String> = tools()
        .iter()
        .filter(|tool| parameters(tool).contains_key("detail"))
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect();
    let expected = ["github_find_issues", "github_get_issue", "github_list_comments"];
    assert_eq!(with_detail, expected.map(str::to_owned).into());
    for tool in tools().iter().filter(|tool| parameters(tool).contains_key("detail")) {
        assert_eq!(parameters(tool)["detail"]["enum"], json!(["summary", "full"]));
    }
}

#[tokio::test]
async fn rule_8_strip_nulls_results_have_none_nor_flags_that_say_nothing() {
    for done in successes().await {
        assert!(!has_null(&done.content), "{}", done.text);
        for flag in ["\"truncated\":false", "\"body_truncated\":false", "\"is_pull_request\":false"] {
            assert!(!done.text.contains(flag), "{}", done.text);
        }
    }
}

#[tokio::test]
async fn rule_8_locale_independent_moments_are_utc_to_the_second() {
    fn moments(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    if name.ends_with("_at") {
                        found.push(member.as_str().unwrap().to_owned());
                    }
                    moments(member, found);
                }
            }
            Value::Array(entries) => entries.iter().for_each(|entry| moments(entry, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for done in successes().await {
        moments(&done.content, &mut found);
    }
    assert!(found.len() > 100, "{}", found.len());
    for moment in found {
        let parsed: jiff::Timestamp = moment.parse().unwrap();
        assert_eq!((parsed.to_string(), moment.len()), (moment.clone(), 20), "{moment}");
    }
}

#[test]
fn rule_8_ap_response_format_there_is_no_choice_of_one() {
    for tool in tools() {
        for parameter in ["format", "response_format", "output_format", "render", "markdown"] {
            assert!(!parameters(&tool).contains_key(parameter), "{}", tool["name"]);
        }
    }
}

#[tokio::test]
async fn rule_8_ap_fixed_prose_no_two_results_of_a_tool_share_a_sentence_of_ours() {
    let bench = Bench::new();
    for (tool, one, other) in [
        (ToolName::FindIssues, widgets(json!({})), json!({"owner": "acme", "repo": "gadgets"})),
        (ToolName::GetIssue, first(json!({})), widgets(json!({"issue_number": 7}))),
        (ToolName::ListComments, first(json!({})), widgets(json!({"issue_number": 4}))),
        (ToolName::CreateIssue, widgets(json!({"title": "a"})), widgets(json!({"title": "b"}))),
        (ToolName::AddComment, first(json!({"body": "a"})), first(json!({"body": "b"}))),
    ] {
        let (one, other) = (bench.call(tool, one).await.unwrap(), bench.call(tool, other).await.unwrap());
        let long = |text: &&str| text.split(' ').count() > 2;
        let said: BTreeSet<&str> = texts(&one).into_iter().filter(long).collect();
        assert!(texts(&other).into_iter().filter(long).all(|text| !said.contains(text)), "{tool:?}");
    }
}
