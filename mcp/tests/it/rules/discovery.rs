//! Discovery: what an agent reads before its first call.

use serde_json::{Value, json};

use super::corpus::{changed, read, summary, texts, tools, widgets};
use super::schemas::HEDGES;
use super::server::ask;
use crate::support::github::FakeGitHub;
use crate::support::http::Program;
use crate::support::request;
use crate::support::stdio::Session;

const LISTS: [&str; 3] = ["tools/list", "resources/list", "resources/templates/list"];

/// The most bytes of the whole answer to `tools/list`.
const MOST_OF_TOOLS: usize = 26_624;

/// The bytes of the answer to a method over HTTP.
fn size(program: &Program, method: &str) -> usize {
    let body = request(&json!(1), method, json!({})).to_string();
    let answer = program.post(&["MCP-Protocol-Version: 2026-07-28", &format!("Mcp-Method: {method}")], &body);
    assert_eq!(answer.status, 200);
    answer.body.len()
}

fn capabilities(session: &mut Session) -> Value {
    session.call("github_get_capabilities", json!({}))["result"]["structuredContent"].take()
}

#[test]
fn rule_2_summary_one_read_has_it_as_a_tool_and_as_a_resource() {
    let mut session = Session::demo(&[]);
    let read = ask(&mut session, "resources/read", json!({"uri": "github://capabilities"}));
    let resource: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(resource, capabilities(&mut session));
    for member in ["server", "does", "does_not", "errors", "prerequisites"] {
        assert!(resource.get(member).is_some(), "{member}");
    }
}

#[test]
fn rule_2_discover_first_agrees_with_the_summary_and_leads_to_it() {
    let mut session = Session::demo(&[]);
    let discovered = ask(&mut session, "server/discover", json!({}));
    let server = capabilities(&mut session)["server"].take();
    let info = &discovered["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!((&info["name"], &info["version"]), (&server["name"], &server["version"]));
    assert_eq!(discovered["supportedVersions"], json!([server["protocol_target"]["revision"]]));
    let instructions = discovered["instructions"].as_str().unwrap();
    assert!(instructions.starts_with(server["summary"].as_str().unwrap().trim_end_matches('.')));
    assert!(instructions.contains("github_get_capabilities"), "{instructions}");
}

#[test]
fn rule_2_instructions_advisory_each_sentence_of_them_stands_in_the_summary_too() {
    let mut session = Session::demo(&[]);
    let instructions = ask(&mut session, "server/discover", json!({}))["instructions"].take();
    let sentences: Vec<&str> = instructions.as_str().unwrap().split(". ").collect();
    let summary = summary();
    let carriers = [
        ("Find, read", "/server/summary", "Find, read"),
        ("Does not manage", "/does_not/0", "Manage pull requests"),
        ("Failures carry", "/error_carriers/tool_errors", "structuredContent"),
        ("Issue text", "/does_not/4", "never instructions"),
        ("github_get_capabilities has", "/server/fingerprint", "github-issues-mcp@"),
    ];
    assert_eq!(sentences.len(), carriers.len(), "{sentences:?}");
    for (sentence, (begins, pointer, words)) in sentences.iter().zip(carriers) {
        assert!(sentence.starts_with(begins), "{sentence}");
        assert!(summary.pointer(pointer).unwrap().as_str().unwrap().contains(words), "{pointer}");
    }
}

#[test]
fn rule_2_negative_scope_what_is_not_done_is_listed() {
    let summary = summary();
    let said = summary["does_not"].to_string();
    assert!(summary["does_not"].as_array().unwrap().len() >= 4);
    for topic in ["pull requests", "labels or milestones", "Delete", "transfer", "Push notifications"] {
        assert!(said.contains(topic), "{topic}");
    }
}

#[test]
fn rule_2_rules_then_context_what_is_done_and_not_comes_first_and_nothing_hedges() {
    let summary = summary();
    let members: Vec<&String> = summary.as_object().unwrap().keys().collect();
    assert_eq!(members[..3], ["server", "does", "does_not"]);
    let mut session = Session::demo(&[]);
    let instructions = ask(&mut session, "server/discover", json!({}))["instructions"].take();
    for text in texts(&summary).into_iter().chain(texts(&instructions)) {
        let text = text.to_lowercase();
        assert!(!HEDGES.iter().any(|hedge| text.contains(hedge)), "{text}");
    }
}

#[test]
fn rule_2_compact_baseline_the_definitions_fit_their_budget_on_the_wire() {
    let whole = size(&Program::demo(&[]), "tools/list");
    assert!(whole <= MOST_OF_TOOLS, "{whole}");
    for tool in tools() {
        let size = tool.to_string().len();
        assert!(size <= MOST_OF_TOOLS / 5, "{}: {size}", tool["name"]);
    }
}

#[test]
fn rule_2_pd_reduction_eight_tools_are_all_there_are() {
    let mut session = Session::demo(&[]);
    let listed = ask(&mut session, "tools/list", json!({}));
    assert_eq!(listed["tools"].as_array().unwrap().len(), 8);
    for disclosing in ["search_tools", "describe_tool", "github_search_tools"] {
        let answer = session.call(disclosing, json!({}));
        assert_eq!(answer["error"]["code"], -32602, "{disclosing}");
    }
}

#[test]
fn rule_2_completion_owners_repositories_and_states_are_completed() {
    let mut session = Session::demo(&[]);
    let index = "github://repos/{owner}/{repo}/issues{?state,labels,updated_after}";
    let mut complete = |variable: &str, value: &str| {
        let reference = json!({"type": "ref/resource", "uri": index});
        let params = json!({"ref": reference, "argument": {"name": variable, "value": value}});
        ask(&mut session, "completion/complete", params)["completion"]["values"].take()
    };
    assert_eq!(complete("owner", "b"), json!(["bluebell"]));
    assert_eq!(complete("repo", "lib"), json!(["library"]));
    assert_eq!(complete("state", "c"), json!(["closed"]));
}

#[test]
fn rule_2_token_rules_what_is_read_first_is_small() {
    let program = Program::demo(&[]);
    let sizes = ["server/discover", "resources/list", "resources/templates/list"]
        .map(|method| size(&program, method));
    assert!(sizes.iter().all(|size| *size <= 2_048), "{sizes:?}");
    let summary =
        program.call("github_get_capabilities", json!({}))["content"][0]["text"].as_str().unwrap().len();
    assert!(summary <= 6_144, "{summary}");
}

#[test]
fn rule_2_client_variance_the_text_alone_is_enough() {
    let mut session = Session::demo(&[]);
    let found = session.call("github_find_issues", widgets(json!({})))["result"].take();
    assert!(found["content"][0]["text"].as_str().unwrap().contains("Crash on save with empty filename"));
    let comment = widgets(json!({"issue_number": 2, "body": "x"}));
    let refused = session.call("github_add_comment", comment)["result"].take();
    let text = refused["content"][0]["text"].as_str().unwrap();
    for part in
        ["[issue_locked]", "Next: call github_set_issue_lock with", "\"issue_number\":2", "\"locked\":false"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[tokio::test]
async fn rule_2_index_not_bodies_an_entry_names_and_sizes_an_issue() {
    let index = read("github://repos/acme/widgets/issues").await;
    let entries = index["resources"].as_array().unwrap();
    assert!(entries.len() >= 4);
    for entry in entries {
        assert!(entry.get("body").is_none() && entry.get("text").is_none(), "{entry}");
        assert!(entry["description"].as_str().unwrap().chars().count() <= 200);
    }
}

#[test]
fn rule_2_surface_is_contract_a_new_name_is_another_fingerprint() {
    let fingerprint = changed(|_| ()).fingerprint().to_owned();
    for pointer in [
        "/tools/0/name",
        "/resources/0/uri",
        "/resources/0/name",
        "/templates/0/uriTemplate",
        "/templates/1/name",
    ] {
        let other = changed(|whole| *whole.pointer_mut(pointer).unwrap() = json!("renamed"));
        assert_ne!(other.fingerprint(), fingerprint, "{pointer}");
    }
    let fewer = changed(|whole| drop(whole["tools"].as_array_mut().unwrap().pop()));
    assert_ne!(fewer.fingerprint(), fingerprint);
}

#[test]
fn rule_2_resource_catalog_what_is_listed_can_be_read_as_it_is_listed() {
    let mut session = Session::demo(&[]);
    let mut listed = Vec::new();
    for resource in ask(&mut session, "resources/list", json!({}))["resources"].as_array().unwrap() {
        listed.push((resource["uri"].as_str().unwrap().to_owned(), resource["mimeType"].clone()));
    }
    let templates = ask(&mut session, "resources/templates/list", json!({}))["resourceTemplates"].take();
    for template in templates.as_array().unwrap() {
        let uri = template["uriTemplate"].as_str().unwrap();
        let uri = uri.replace("{owner}", "acme").replace("{repo}", "widgets").replace("{issue_number}", "1");
        listed.push((uri.split('{').next().unwrap().to_owned(), template["mimeType"].clone()));
    }
    assert_eq!(listed.len(), 3);
    for (uri, kind) in listed {
        let read = ask(&mut session, "resources/read", json!({ "uri": uri }));
        assert_eq!((&read["contents"][0]["uri"], &read["contents"][0]["mimeType"]), (&json!(uri), &kind));
    }
}

#[test]
fn rule_2_fingerprint_in_discovery_and_in_every_failure() {
    let mut session = Session::demo(&[]);
    let fingerprint = capabilities(&mut session)["server"]["fingerprint"].take();
    let refused = session.call("github_get_issue", widgets(json!({})));
    assert_eq!(refused["result"]["structuredContent"]["fingerprint"], fingerprint);
    let missing =
        request(&json!(1), "resources/read", json!({"uri": "github://repos/acme/widgets/issues/999"}));
    assert_eq!(session.ask(&missing.to_string())["error"]["data"]["fingerprint"], fingerprint);
}

#[test]
fn rule_2_auth_scoped_stable_the_lists_are_those_of_everyone_before_and_after_any_call() {
    let (github, state) = (FakeGitHub::new(), tempfile::tempdir().unwrap());
    let mut variables = github.variables(state.path().to_str().unwrap());
    let mut with_token = Session::github(&variables);
    variables.remove(1);
    let mut without = Session::github(&variables);
    let lists = |session: &mut Session| LISTS.map(|method| ask(session, method, json!({})).to_string());
    let before = lists(&mut with_token);
    for (tool, arguments) in [
        ("github_create_issue", widgets(json!({"title": "t"}))),
        ("github_find_issues", widgets(json!({}))),
        ("github_get_issue", widgets(json!({"issue_number": 999}))),
    ] {
        with_token.call(tool, arguments.clone());
        assert_eq!(
            without.call(tool, arguments)["result"]["structuredContent"]["code"],
            "missing_credential"
        );
    }
    assert_eq!(lists(&mut with_token), before);
    assert_eq!(lists(&mut without), before);
}
