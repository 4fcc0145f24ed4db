//! Resources: addresses, entries, and failures of reads.

use std::collections::BTreeSet;

use github_issues_mcp::catalog::{Catalog, ToolName};
use github_issues_mcp::resources::{self, Read};
use serde_json::{Value, json};

use super::corpus::{first, read, rpc_failures, summary, widgets};
use super::schemas::HEDGES;
use super::server::ask;
use crate::support::request;
use crate::support::stdio::Session;
use crate::support::upstream::Bench;

const INDEX: &str = "github://repos/acme/widgets/issues";

/// The records of resources and templates.
fn records() -> Vec<Value> {
    let catalog = Catalog::embedded().unwrap();
    let resources = catalog.resources().iter().map(|resource| json!(resource));
    resources.chain(catalog.templates().iter().map(|template| json!(template))).collect()
}

fn description(record: &Value) -> &str {
    record["description"].as_str().unwrap()
}

#[tokio::test]
async fn rule_4_uri_stable_an_address_leads_to_itself_and_has_one_spelling() {
    for entry in read(INDEX).await["resources"].as_array().unwrap() {
        let issue = read(entry["uri"].as_str().unwrap()).await;
        let uri = format!("{INDEX}/{}", issue["issue_number"]);
        assert_eq!(
            (&entry["uri"], &entry["name"]),
            (&json!(uri), &json!(format!("#{}", issue["issue_number"])))
        );
    }
    for other in
        ["/issues/01", "/issues/1/", "/issues/+1", "/ISSUES/1", "/issues/1?state=open", "/issues/%31"]
    {
        let bench = Bench::new();
        let Read { address, content } =
            resources::read(&bench.service, &format!("github://repos/acme/widgets{other}")).await;
        assert!(address.is_none() && content.is_err() && bench.asked().is_empty(), "{other}");
    }
}

#[test]
fn rule_4_uri_nouns_the_parts_of_addresses_are_few_words() {
    let mut words = BTreeSet::new();
    for record in records() {
        let uri = record.get("uri").or_else(|| record.get("uriTemplate")).unwrap().as_str().unwrap();
        let path = uri.strip_prefix("github://").unwrap().split("{?").next().unwrap();
        words.extend(path.split('/').filter(|part| !part.starts_with('{')).map(str::to_owned));
    }
    assert_eq!(words.into_iter().collect::<Vec<_>>(), ["capabilities", "issues", "repos"]);
}

#[tokio::test]
async fn rule_4_index_vs_body_the_index_sizes_what_the_issue_holds() {
    let index = read(INDEX).await;
    for entry in index["resources"].as_array().unwrap() {
        let issue = read(entry["uri"].as_str().unwrap()).await;
        assert_eq!(entry["size"], issue.to_string().len(), "{entry}");
        assert!(issue["body"].is_string());
    }
}

#[tokio::test]
async fn rule_4_summary_first_a_long_body_comes_when_it_is_asked_for() {
    let bench = Bench::new();
    let short = bench.call(ToolName::GetIssue, widgets(json!({"issue_number": 4}))).await.unwrap();
    let whole = read(&format!("{INDEX}/4")).await;
    let length = |value: &Value| value.as_str().unwrap().chars().count();
    assert_eq!((length(&short["issue"]["body"]), &short["issue"]["body_truncated"]), (2_000, &json!(true)));
    assert!(length(&whole["body"]) > 2_000);
    let templates: Vec<Value> =
        records().into_iter().filter(|record| record.get("uriTemplate").is_some()).collect();
    assert_eq!(templates[0]["name"], "issue_index", "the index is offered first");
}

#[tokio::test]
async fn rule_4_chunkable_a_body_of_the_greatest_length_is_one_part() {
    let bench = Bench::new();
    let body = "x".repeat(65_536);
    let made = bench.call(ToolName::CreateIssue, widgets(json!({"title": "t", "body": body}))).await.unwrap();
    let Read { content, .. } =
        resources::read(&bench.service, &format!("{INDEX}/{}", made["issue_number"])).await;
    let issue: Value = serde_json::from_str(&content.unwrap()).unwrap();
    assert_eq!(issue["body"], body);
}

#[tokio::test]
async fn rule_4_triage_metadata_entries_have_what_one_decides_by() {
    for record in records() {
        for member in ["name", "title", "description", "mimeType"] {
            assert!(record[member].is_string(), "{record}: {member}");
        }
    }
    for entry in read(INDEX).await["resources"].as_array().unwrap() {
        for member in ["uri", "name", "title", "description", "mimeType"] {
            assert!(entry[member].is_string(), "{entry}: {member}");
        }
        assert!(
            entry["size"].is_u64() && entry["annotations"]["lastModified"].as_str().unwrap().ends_with('Z')
        );
        assert_eq!(entry.as_object().unwrap().len(), 7, "native members alone: {entry}");
    }
}

#[test]
fn rule_4_templates_two_are_published() {
    let mut session = Session::demo(&[]);
    let listed = ask(&mut session, "resources/templates/list", json!({}))["resourceTemplates"].take();
    let names: Vec<&Value> = listed.as_array().unwrap().iter().map(|template| &template["name"]).collect();
    assert_eq!(names, ["issue_index", "issue"]);
}

#[test]
fn rule_4_template_completion_no_variable_is_unknown() {
    let mut session = Session::demo(&[]);
    for record in records().iter().filter(|record| record.get("uriTemplate").is_some()) {
        let template = record["uriTemplate"].as_str().unwrap();
        let expressions = template.split('{').skip(1).map(|rest| rest.split('}').next().unwrap());
        for variable in expressions.flat_map(|expression| expression.trim_start_matches('?').split(',')) {
            let argument = json!({"name": variable, "value": ""});
            let params = json!({"ref": {"type": "ref/resource", "uri": template}, "argument": argument});
            let completion = ask(&mut session, "completion/complete", params)["completion"].take();
            let is_known = ["owner", "repo", "state"].contains(&variable);
            assert_eq!(!completion["values"].as_array().unwrap().is_empty(), is_known, "{variable}");
        }
    }
}

#[test]
fn rule_4_short_summaries_three_sentences_at_most() {
    for record in records() {
        let sentences = description(&record).split(". ").count();
        assert!(sentences <= 3 && description(&record).ends_with('.'), "{record}");
    }
}

#[test]
fn rule_4_description_constraints_no_description_of_a_resource_hedges() {
    for record in records() {
        let text = description(&record).to_lowercase();
        assert!(!HEDGES.iter().any(|hedge| text.contains(hedge)), "{text}");
    }
}

#[test]
fn rule_4_subscriptions_are_declined_and_that_is_said() {
    let mut session = Session::demo(&[]);
    let capabilities = ask(&mut session, "server/discover", json!({}))["capabilities"].take();
    assert_eq!(capabilities["resources"], json!({}));
    let listen = request(&json!(1), "subscriptions/listen", json!({"notifications": {}}));
    assert_eq!(session.ask(&listen.to_string())["error"]["code"], -32601);
    let read = ask(&mut session, "resources/read", json!({"uri": format!("{INDEX}/1")}));
    assert_eq!(read["ttlMs"], 30_000);
    assert!(summary()["does_not"].to_string().contains("Push notifications of issue changes"));
}

#[tokio::test]
async fn rule_4_failure_contract_each_lack_of_a_read_has_its_code() {
    let codes: Vec<String> = rpc_failures()
        .await
        .into_iter()
        .map(|(_, error)| error["data"]["machine_code"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        codes,
        [
            "issue_not_found",
            "issue_not_found",
            "repo_not_found",
            "repo_not_found",
            "invalid_field",
            "rate_limited",
            "missing_credential",
            "invalid_credential",
            "insufficient_scope",
            "upstream_unavailable",
        ]
    );
}

#[tokio::test]
async fn rule_4_jsonrpc_errors_hold_the_envelope_of_tools_under_its_two_other_names() {
    for (uri, error) in rpc_failures().await {
        let mut envelope = error["data"].clone();
        let members = envelope.as_object_mut().unwrap();
        for (name, other) in [("machine_code", "code"), ("human_message", "message")] {
            let value = members.remove(name).unwrap();
            members.insert(other.to_owned(), value);
        }
        let of_resource = members.remove("resource_uri");
        assert_eq!(of_resource.is_some(), uri != "github://elsewhere", "{uri}");
        let objections = super::results::objections(&super::results::envelope_schema(), &envelope);
        assert!(objections.is_empty(), "{envelope}: {objections:?}");
    }
}

#[tokio::test]
async fn rule_4_tool_fallback_a_tool_gives_what_a_resource_gives() {
    let bench = Bench::new();
    let issue = bench.call(ToolName::GetIssue, first(json!({"detail": "full"}))).await.unwrap();
    assert_eq!(read(&format!("{INDEX}/1")).await, issue["issue"]);
    let found = bench.call(ToolName::FindIssues, widgets(json!({}))).await.unwrap();
    let numbers: Vec<String> =
        found["issues"].as_array().unwrap().iter().map(|row| format!("#{}", row["issue_number"])).collect();
    let index = read(INDEX).await;
    let names: Vec<&Value> =
        index["resources"].as_array().unwrap().iter().map(|entry| &entry["name"]).collect();
    assert_eq!(names, numbers.iter().collect::<Vec<_>>());
    assert_eq!(
        read("github://capabilities").await,
        bench.call(ToolName::GetCapabilities, json!({})).await.unwrap()
    );
}

#[tokio::test]
async fn rule_4_token_rules_the_index_is_bounded_and_filtered() {
    let backlog = read("github://repos/acme/backlog/issues?state=all").await;
    assert_eq!((backlog["resources"].as_array().unwrap().len(), &backlog["has_more"]), (50, &json!(true)));
    let names = |index: Value| -> Vec<String> {
        let entries = index["resources"].as_array().unwrap().clone();
        entries.into_iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(read(&format!("{INDEX}?labels=bug,documentation")).await), ["#7"]);
    assert_eq!(names(read(&format!("{INDEX}?state=closed")).await), ["#5", "#2"]);
    assert!(names(read(&format!("{INDEX}?updated_after=2030-01-01T00%3A00%3A00Z")).await).is_empty());
}

#[tokio::test]
async fn rule_4_write_is_tool_no_read_of_a_resource_writes() {
    let bench = Bench::new();
    for uri in ["github://capabilities", INDEX, "github://repos/acme/widgets/issues/1", "github://elsewhere"]
    {
        drop(resources::read(&bench.service, uri).await);
    }
    let asked = bench.asked();
    assert!(asked.len() == 2 && asked.iter().all(|line| line.starts_with("GET ")), "{asked:?}");
}
