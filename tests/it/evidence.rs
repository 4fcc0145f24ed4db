//! `docs/evidence.md` names tests that exist, for each kind of evidence that
//! the specification asks for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The specification's list, in its order.
const KINDS: [&str; 11] = [
    "Request counts for 1, 10 and 100 issues",
    "GraphQL at zero and the REST reserve, exhausted",
    "Conditional requests: 304, mismatch, invalidation",
    "Single flight: success, failure, cancellation, isolation",
    "Pages, duplicates, truncation, mixed anchors: refused",
    "What each class of token can do",
    "The same plan from the first version and from this one",
    "The older dialect: policies and envelopes",
    "A status field that people own is preserved",
    "One issue and the complete backlog, beside the older planner",
    "Redaction, neutrality, permissions, dependencies, rebuilt bundle",
];

/// What begins a line about what is missing.
const NOT_YET: &str = "**Not yet:** ";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of all tests below a directory: functions under `#[test]` or
/// `#[tokio::test]`, also inside `proptest!`.
pub(crate) fn tests(directory: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let mut is_test = false;
            for line in fs::read_to_string(&path).unwrap().lines().map(str::trim_start) {
                let function = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
                match function {
                    Some(rest) if is_test => {
                        names.extend(rest.split_once('(').map(|(name, _)| name.to_owned()));
                        is_test = false;
                    }
                    Some(_) => {}
                    None if line.starts_with("#[test]") || line.starts_with("#[tokio::test") => {
                        is_test = true
                    }
                    None => is_test &= line.starts_with("#[") || line.starts_with("//"),
                }
            }
        }
    }
}

/// The name in a line of a list that is nothing but a name in backticks.
fn named(line: &str) -> Option<&str> {
    line.strip_prefix("- `")?.strip_suffix('`')
}

#[test]
fn each_kind_of_evidence_is_given_by_tests_that_exist() {
    let mut existing = BTreeSet::new();
    tests(&root().join("src"), &mut existing);
    tests(&root().join("tests"), &mut existing);
    assert!(existing.contains("each_kind_of_evidence_is_given_by_tests_that_exist"));

    let text = fs::read_to_string(root().join("docs/evidence.md")).unwrap();
    let sections: Vec<&str> = text.split("\n## ").skip(1).collect();
    let titles: Vec<&str> = sections.iter().filter_map(|section| section.lines().next()).collect();
    let expected: Vec<String> =
        KINDS.iter().zip(1..).map(|(kind, number)| format!("{number}. {kind}")).collect();
    assert_eq!(titles, expected);
    for (title, section) in titles.iter().zip(&sections) {
        let mut names = BTreeSet::new();
        for line in section.lines().filter(|line| line.starts_with(['-', '*'])) {
            if let Some(missing) = line.strip_prefix(NOT_YET) {
                assert!(missing.len() > 20, "{title}: say what is missing");
                continue;
            }
            let name =
                named(line).unwrap_or_else(|| panic!("{title}: neither a test nor `{NOT_YET}`: {line}"));
            assert!(existing.contains(name), "{title}: no test {name}");
            assert!(names.insert(name), "{title}: {name} twice");
        }
        let says_something = !names.is_empty() || section.contains(&format!("\n{NOT_YET}"));
        assert!(says_something, "{title}: no test, and nothing about why");
    }
}
