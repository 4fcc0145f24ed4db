//! Tools: names, descriptions and schemas.

use std::collections::{BTreeMap, BTreeSet};

use github_issues_mcp::catalog::ToolName;
use github_issues_mcp::failure::Code;
use serde_json::{Value, json};

use super::corpus::{parameters, summary, tools};
use crate::support::upstream::Bench;

/// Words that leave open how strong a rule is.
pub(super) const HEDGES: [&str; 10] = [
    "generally",
    "usually",
    "normally",
    "typically",
    "try to",
    "be careful",
    "should probably",
    "might want",
    "as appropriate",
    "if possible",
];

/// Words that languages keep for themselves.
const KEYWORDS: [&str; 12] =
    ["class", "def", "from", "import", "in", "is", "lambda", "new", "return", "type", "var", "with"];

fn name(tool: &Value) -> &str {
    tool["name"].as_str().unwrap()
}

fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        && !KEYWORDS.contains(&text)
}

/// Every schema below a schema, itself included, with where it stands.
fn schemas(schema: &Value, place: &str) -> Vec<(String, Value)> {
    let mut found = vec![(place.to_owned(), schema.clone())];
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        found.extend(schemas(property, &format!("{place}.{name}")));
    }
    if let Some(items) = schema.get("items") {
        found.extend(schemas(items, &format!("{place}[]")));
    }
    found
}

/// Every schema of every tool.
fn all() -> Vec<(String, Value)> {
    let both = |tool: &Value| {
        let of = |kind: &str| schemas(&tool[kind], &format!("{} {kind}", name(tool)));
        [of("inputSchema"), of("outputSchema")].concat()
    };
    tools().iter().flat_map(both).collect()
}

#[test]
fn rule_3_naming_names_are_prefix_verb_and_noun() {
    for tool in tools() {
        let parts: Vec<&str> = name(&tool).split('_').collect();
        assert_eq!(parts[0], "github", "{parts:?}");
        assert!(parts.len() >= 3, "{parts:?}");
        assert!(parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_lowercase())), "{parts:?}");
    }
}

#[test]
fn rule_3_verbs_mean_one_thing_each() {
    for tool in tools() {
        let verb = name(&tool).split('_').nth(1).unwrap();
        let (is_reading, has_pages) = (
            &tool["annotations"]["readOnlyHint"],
            tool["outputSchema"]["properties"].get("has_more").is_some(),
        );
        let expected = match verb {
            "get" => (true, false),
            "find" | "list" => (true, true),
            "add" | "create" | "set" | "update" => (false, false),
            other => panic!("{other} is a new verb"),
        };
        assert_eq!((is_reading, has_pages), (&json!(expected.0), expected.1), "{verb}");
    }
}

#[test]
fn rule_3_constraint_separation_no_description_hedges() {
    for tool in tools() {
        let mut said = vec![tool["description"].as_str().unwrap().to_lowercase()];
        said.extend(
            parameters(&tool).values().map(|one| one["description"].as_str().unwrap().to_lowercase()),
        );
        for text in said {
            assert!(!HEDGES.iter().any(|hedge| text.contains(hedge)), "{}: {text}", name(&tool));
        }
    }
}

#[test]
fn rule_3_descriptions_name_the_tool_to_use_instead_and_only_tools_there_are() {
    let names: BTreeSet<String> = tools().iter().map(|tool| name(tool).to_owned()).collect();
    let mut pointing = 0;
    for tool in tools() {
        let text = tool["description"].as_str().unwrap();
        let words = text.split(|c: char| !c.is_ascii_lowercase() && c != '_');
        let others: Vec<&str> = words.filter(|word| word.starts_with("github_")).collect();
        assert!(others.iter().all(|other| names.contains(*other)), "{}: {others:?}", name(&tool));
        pointing += usize::from(others.iter().any(|other| *other != name(&tool)));
    }
    assert!(pointing >= 5, "{pointing}");
}

#[test]
fn rule_3_param_names_say_what_they_take_and_are_the_same_everywhere() {
    let mut seen: BTreeMap<String, Value> = BTreeMap::new();
    for tool in tools() {
        for (parameter, schema) in parameters(&tool) {
            for bare in ["user", "issue", "since", "id", "number", "name", "date", "filter", "data", "value"]
            {
                assert_ne!(parameter, bare, "{}", name(&tool));
            }
            if ["owner", "repo", "issue_number"].contains(&parameter.as_str()) {
                assert_eq!(seen.entry(parameter.clone()).or_insert_with(|| schema.clone()), schema);
            }
        }
    }
    assert_eq!(seen.len(), 3);
}

#[test]
fn rule_3_required_optional_defaults_are_those_that_are_applied() {
    let tools = tools();
    let found: Vec<(String, &Value)> = tools
        .iter()
        .flat_map(|tool| parameters(tool).iter().map(move |(parameter, schema)| (tool, parameter, schema)))
        .filter_map(|(tool, parameter, schema)| {
            Some((format!("{} {parameter}", name(tool)), schema.get("default")?))
        })
        .collect();
    for (place, default) in &found {
        let schema = tools.iter().find(|tool| place.starts_with(name(tool))).unwrap();
        let text = parameters(schema)[place.split(' ').nth(1).unwrap()]["description"].as_str().unwrap();
        let said = match default {
            Value::String(word) => format!("Omitted means \"{word}\""),
            other => format!("Omitted means {other}"),
        };
        assert!(text.contains(&said), "{place}: {text}");
    }
    assert_eq!(found.len(), 6, "{found:?}");
}

#[tokio::test]
async fn rule_3_required_optional_what_is_left_out_is_as_the_default_that_is_said() {
    use ToolName::{FindIssues, GetIssue, ListComments};
    let bench = Bench::new();
    let place = json!({"owner": "acme", "repo": "widgets"});
    for (tool, members) in [
        (FindIssues, json!({"state": "open", "include_pull_requests": false, "detail": "summary"})),
        (GetIssue, json!({"include_comments": true, "detail": "summary"})),
        (ListComments, json!({"detail": "summary"})),
    ] {
        let mut short = place.clone();
        if tool != FindIssues {
            short["issue_number"] = json!(7);
        }
        let long = super::corpus::with(short.clone(), members);
        let (short, long) = (bench.call(tool, short).await.unwrap(), bench.call(tool, long).await.unwrap());
        assert_eq!(short, long, "{tool:?}");
    }
}

#[test]
fn rule_3_strict_types_sets_are_enumerations_and_moments_and_addresses_have_formats() {
    for (place, schema) in all() {
        let last = place.rsplit(['.', ' ']).next().unwrap().trim_end_matches("[]");
        let kind = schema["type"].as_str().unwrap();
        assert!(["object", "array", "string", "integer", "boolean"].contains(&kind), "{place}: {kind}");
        if last.ends_with("_at") || last == "updated_after" {
            assert_eq!(schema["format"], "date-time", "{place}");
        }
        if last == "url" {
            assert_eq!(schema["format"], "uri", "{place}");
        }
        if ["state", "detail", "state_reason"].contains(&last) {
            assert!(schema["enum"].is_array(), "{place}");
        }
        if last == "issue_number" || last == "comment_id" || last.ends_with("_count") {
            assert_eq!(kind, "integer", "{place}");
        }
        if kind == "array" {
            assert!(schema["items"].is_object(), "{place}");
        }
        if place.contains("inputSchema") && last == "issue_number" {
            assert_eq!(schema["minimum"], 1, "{place}");
        }
    }
}

#[test]
fn rule_3_dialect_each_schema_names_it() {
    let mut count = 0;
    for tool in tools() {
        for kind in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[kind]["$schema"], "https://json-schema.org/draft/2020-12/schema");
            count += 1;
        }
    }
    assert_eq!(count, 16);
}

#[test]
fn rule_3_portable_schema_no_unions_references_and_patterns_of_names() {
    let known = [
        "$schema",
        "type",
        "required",
        "properties",
        "additionalProperties",
        "description",
        "enum",
        "default",
        "format",
        "items",
        "minItems",
        "minLength",
        "maxLength",
        "minimum",
        "pattern",
    ];
    for (place, schema) in all() {
        for (keyword, value) in schema.as_object().unwrap() {
            assert!(known.contains(&keyword.as_str()), "{place}: {keyword}");
            assert!(keyword != "type" || value.is_string(), "{place}: {value}");
        }
    }
}

#[test]
fn rule_3_code_exec_clients_names_are_identifiers_that_do_not_collide() {
    let mut names = BTreeSet::new();
    for tool in tools() {
        assert!(is_identifier(name(&tool)) && names.insert(name(&tool).to_owned()), "{tool}");
        for parameter in parameters(&tool).keys() {
            assert!(is_identifier(parameter), "{}: {parameter}", name(&tool));
        }
    }
    for code in Code::ALL {
        assert!(is_identifier(code.as_str()), "{code:?}");
    }
    let fields =
        all().into_iter().filter(|(place, _)| place.contains("outputSchema.") && !place.ends_with("[]"));
    for (place, _) in fields {
        assert!(is_identifier(place.rsplit('.').next().unwrap().trim_end_matches("[]")), "{place}");
    }
}

#[test]
fn rule_3_document_reading_the_summary_says_how_the_hint_is_meant() {
    let reading = summary()["readonly_hint_reading"].as_str().unwrap().to_owned();
    assert!(reading.starts_with("observable-scope") && reading.contains("consistently"), "{reading}");
}

#[test]
fn rule_3_annotation_visibility_what_overwrites_says_so_in_words_too() {
    let tools = tools();
    let destructive: Vec<&Value> =
        tools.iter().filter(|tool| tool["annotations"]["destructiveHint"] == true).collect();
    assert_eq!(destructive.iter().map(|tool| name(tool)).collect::<Vec<_>>(), ["github_update_issue"]);
    let parameters = parameters(destructive[0]);
    for parameter in ["body", "labels", "assignees"] {
        let text = parameters[parameter]["description"].as_str().unwrap();
        assert!(text.contains("eplac"), "{parameter}: {text}");
    }
}
