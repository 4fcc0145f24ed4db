use serde_json::json;

use super::*;
use crate::failure::Code;

fn catalog() -> Catalog {
    Catalog::embedded().unwrap()
}

fn size(value: &impl serde::Serialize) -> usize {
    serde_json::to_vec(value).unwrap().len()
}

/// Every object of a schema, itself included.
fn objects(schema: &Value) -> Vec<&Map<String, Value>> {
    let mut found = Vec::new();
    match schema {
        Value::Object(members) => {
            if members.get("type") == Some(&json!("object")) {
                found.push(members);
            }
            found.extend(members.values().flat_map(objects));
        }
        Value::Array(entries) => found.extend(entries.iter().flat_map(objects)),
        _ => {}
    }
    found
}

#[test]
fn there_are_eight_tools_in_alphabetical_order() {
    let catalog = catalog();
    let names: Vec<&str> = catalog.tools().iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ToolName::ALL.map(ToolName::as_str));
    assert!(names.is_sorted());
    for name in names {
        assert_eq!(ToolName::parse(name).unwrap().as_str(), name);
    }
}

#[test]
fn rule_3_closed_schemas_every_object_of_every_schema_is_closed_and_flat() {
    for tool in catalog().tools() {
        let output = tool.output_schema.as_ref().unwrap();
        for schema in [&tool.input_schema, output] {
            let schema = json!(schema);
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema", "{}", tool.name);
            for object in objects(&schema) {
                assert_eq!(object["additionalProperties"], false, "{}", tool.name);
            }
            let text = schema.to_string();
            for union in ["oneOf", "anyOf", "allOf", "$ref", "patternProperties", "\"null\""] {
                assert!(!text.contains(union), "{}: {union}", tool.name);
            }
        }
    }
}

#[test]
fn rule_3_required_optional_every_optional_parameter_says_what_omission_means() {
    for tool in catalog().tools() {
        let schema = json!(tool.input_schema);
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, property) in schema["properties"].as_object().unwrap() {
            let says = property["description"].as_str().unwrap().contains("Omitted")
                || property["description"].as_str().unwrap().contains("Optional");
            assert!(required.contains(&name.as_str()) || says, "{}: {name}", tool.name);
        }
    }
}

#[test]
fn rule_3_descriptions_say_when_to_use_and_show_an_example_that_fits() {
    for tool in catalog().tools() {
        let description = tool.description.as_deref().unwrap();
        assert!(description.contains("When to use: "), "{}", tool.name);
        let example = description.split("Example: ").nth(1).unwrap();
        let example: Value = serde_json::from_str(example).unwrap();
        let validator = jsonschema::validator_for(&json!(tool.input_schema)).unwrap();
        assert!(validator.is_valid(&example), "{}: {example}", tool.name);
        assert!(tool.title.is_some());
    }
}

#[test]
fn rule_3_annotation_defaults_reads_carry_no_hints_of_mutations() {
    for tool in catalog().tools() {
        let annotations = json!(tool.annotations);
        let is_mutation = ToolName::parse(&tool.name).unwrap().is_mutation();
        assert_eq!(annotations["readOnlyHint"], !is_mutation, "{}", tool.name);
        for hint in ["destructiveHint", "idempotentHint"] {
            assert_eq!(annotations.get(hint).is_some(), is_mutation, "{}: {hint}", tool.name);
        }
    }
}

#[test]
fn rule_9_tier_metadata_stands_on_every_record() {
    let catalog = catalog();
    let records = catalog.tools().iter().map(|tool| json!(tool));
    let records = records.chain(catalog.resources().iter().map(|resource| json!(resource)));
    for record in records.chain(catalog.templates().iter().map(|template| json!(template))) {
        let tier = &record["_meta"]["net.bconnelly.github-issues-mcp/lifecycle"]["stability"];
        assert!(["stable", "preview", "experimental"].contains(&tier.as_str().unwrap()), "{record}");
    }
}

#[test]
fn rule_6_document_codes_the_catalog_lists_the_twelve_codes() {
    let catalog = catalog();
    let listed: Vec<(&str, bool)> = catalog.summary()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["code"].as_str().unwrap(), entry["temporary"].as_bool().unwrap()))
        .collect();
    let known: Vec<(&str, bool)> =
        Code::ALL.iter().map(|code| (code.as_str(), code.is_temporary())).collect();
    assert_eq!(listed, known);
    for tool in catalog.tools() {
        for code in json!(tool)["_meta"]["net.bconnelly.github-issues-mcp/errors"].as_array().unwrap() {
            assert!(known.iter().any(|(known, _)| code == known), "{}: {code}", tool.name);
        }
    }
}

#[test]
fn c1_the_surface_fits_its_byte_budgets() {
    let catalog = catalog();
    let tools = size(&catalog.tools());
    // The rest of the response is measured on the wire.
    assert!(tools <= 26_400, "{tools}");
    let summary = size(catalog.summary());
    assert!(summary <= 6_144, "{summary}");
}

#[test]
fn the_summary_is_what_its_tool_says_that_it_returns() {
    let catalog = catalog();
    let tool = catalog.tool("github_get_capabilities").unwrap();
    let validator = jsonschema::validator_for(&json!(tool.output_schema)).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(catalog.summary()).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn rule_9_fingerprint_format_is_pinned() {
    let catalog = catalog();
    assert_eq!(catalog.fingerprint(), "github-issues-mcp@0.1.0+a5dba23");
    assert_eq!(catalog.summary()["server"]["fingerprint"], catalog.fingerprint());
    let covers = ["tools", "resources", "templates", "completion", "errors", "summary"];
    assert_eq!(catalog.summary()["server"]["covers"], json!(covers));
}

#[test]
fn rule_9_fingerprint_coverage_any_change_of_the_surface_changes_it() {
    let fingerprint = catalog().fingerprint().to_owned();
    for pointer in [
        "/tools/0/description",
        "/tools/3/outputSchema/properties/server/properties/name/type",
        "/resources/0/title",
        "/templates/1/name",
        "/completion/owner",
        "/summary/errors/4/repair",
        "/summary/does_not/0",
    ] {
        let mut changed: Value = serde_json::from_str(FILE).unwrap();
        *changed.pointer_mut(pointer).unwrap() = json!("changed");
        assert_ne!(
            Catalog::read(&changed.to_string(), KeyScope::Process).unwrap().fingerprint(),
            fingerprint,
            "{pointer}"
        );
    }
}

#[test]
fn a_file_of_another_form_is_refused() {
    for text in ["", "{}", "{\"summary\":{\"server\":{}}}"] {
        assert!(Catalog::read(text, KeyScope::Process).is_err(), "{text}");
    }
}
