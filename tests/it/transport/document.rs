//! The fixed GraphQL documents, and the promise that nothing here can write.

use std::fs;
use std::path::{Path, PathBuf};

use apollo_compiler::{ExecutableDocument, Schema};

const DOCUMENT: &str = include_str!("../../../src/github/relationships.graphql");
const SCHEMA: &str = include_str!("../../../fixtures/github/schema-slice.graphql");

/// Whether the schema allows the document.
fn is_valid(document: &str) -> bool {
    let schema = Schema::parse_and_validate(SCHEMA, "schema.graphql").unwrap();
    ExecutableDocument::parse_and_validate(&schema, document, "document.graphql").is_ok()
}

/// The documents with the names of their operations.
const DOCUMENTS: [(&str, &str); 5] = [
    ("YukhRelationships", DOCUMENT),
    ("YukhRollbackScope", include_str!("../../../src/github/rollback/scope.graphql")),
    ("YukhRollbackFields", include_str!("../../../src/github/rollback/fields.graphql")),
    ("YukhRollbackItem", include_str!("../../../src/github/rollback/item.graphql")),
    ("YukhRollbackRelationships", include_str!("../../../src/github/rollback/relationships.graphql")),
];

#[test]
fn each_document_is_valid_against_githubs_schema() {
    for (name, document) in DOCUMENTS {
        assert!(is_valid(document), "{name}");
    }
}

#[test]
fn a_wrong_field_argument_or_type_is_rejected_by_the_same_check() {
    for (right, wrong) in [
        ("totalBlockedBy", "totalBlockedby"),
        ("after: $subIssuesAfter", "afterwards: $subIssuesAfter"),
        ("$blockingAfter: String", "$blockingAfter: Int"),
        ("pageInfo { hasNextPage endCursor }", "pageInfo"),
    ] {
        assert!(DOCUMENT.contains(right));
        assert!(!is_valid(&DOCUMENT.replace(right, wrong)), "{wrong}");
    }
}

#[test]
fn each_document_is_one_query() {
    let schema = Schema::parse_and_validate(SCHEMA, "schema.graphql").unwrap();
    for (name, text) in DOCUMENTS {
        let document = ExecutableDocument::parse_and_validate(&schema, text, "document.graphql").unwrap();
        let operations: Vec<_> = document.operations.iter().collect();
        assert_eq!(operations.len(), 1);
        assert!(operations[0].is_query());
        assert_eq!(operations[0].name.as_ref().unwrap().as_str(), name);
        assert!(!text.contains("mutation") && !text.contains("subscription"));
    }
}

/// Every file below a directory.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

#[test]
fn nothing_in_the_sources_can_write() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let words = |line: &str| -> Vec<String> {
        line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    let mut posts = Vec::new();
    for path in files(&source) {
        let text = fs::read_to_string(&path).unwrap();
        // Tests are not part of the program.
        let program = text.split("#[cfg(test)]\nmod ").next().unwrap();
        for line in program.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for word in words(line) {
                let writes = ["PUT", "PATCH", "DELETE", "mutation"].contains(&word.as_str());
                assert!(!writes, "{}: {line}", path.display());
                if word == "POST" {
                    posts.push(path.file_name().unwrap().to_string_lossy().into_owned());
                }
            }
        }
    }
    assert_eq!(posts, ["request.rs"]);
}
