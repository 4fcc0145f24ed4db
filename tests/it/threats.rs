//! The threat model of `docs/security.md` names every boundary, and for each
//! threat a module or file that is there and a test or step that is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::documents::document;
use crate::evidence::tests;

/// Where something from outside comes in, or something of ours goes out.
const BOUNDARIES: [&str; 15] = [
    "Event payload",
    "Inputs, options and variables",
    "Policy file",
    "Issue bodies",
    "Answers of GitHub",
    "Network, TLS, redirects, proxies",
    "Cache and ledger",
    "Artifacts, summaries, reports",
    "Recorded worlds",
    "What the programs are made of",
    "Action and release",
    "Runner",
    "MCP: requests that come in",
    "MCP: issue text that reaches an agent",
    "MCP: the state folder",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What stands in backticks in a cell.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// A module of either package or a file of the repository.
fn is_there(guard: &str) -> bool {
    let Some((package, module)) = (match guard.split_once("::") {
        Some(("mcp", module)) => Some(("mcp/src", module)),
        Some(_) => Some(("src", guard)),
        None => None,
    }) else {
        return root().join(guard).exists();
    };
    let path: PathBuf = root().join(package).join(module.replace("::", "/"));
    path.with_extension("rs").is_file() || path.join("mod.rs").is_file()
}

/// The rows of a section's table, without its head.
fn rows(section: &str) -> Vec<[&str; 3]> {
    let lines = section.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(" | ").collect();
            <[&str; 3]>::try_from(cells).unwrap_or_else(|cells| panic!("three cells: {cells:?}"))
        })
        .skip(2)
        .collect()
}

#[test]
fn each_threat_has_a_guard_and_a_test_that_exist() {
    let mut existing = BTreeSet::new();
    for folder in ["src", "tests", "mcp/src", "mcp/tests"] {
        tests(&root().join(folder), &mut existing);
    }
    let check = fs::read_to_string(root().join(".ci/run")).unwrap();
    let document = document("docs/security.md");
    let (_, model) = document.split_once("\n## Threat model\n").unwrap();
    let sections: Vec<&str> = model.split("\n### ").skip(1).collect();
    let titles: Vec<&str> = sections.iter().filter_map(|section| section.lines().next()).collect();
    let expected: Vec<String> =
        BOUNDARIES.iter().zip(1..).map(|(boundary, number)| format!("{number}. {boundary}")).collect();
    assert_eq!(titles, expected);
    for (title, section) in titles.iter().zip(&sections) {
        let rows = rows(section);
        assert!(rows.len() >= 3, "{title}: a boundary has more than two threats");
        for [threat, guarded, shown] in rows {
            let (guards, shown) = (quoted(guarded), quoted(shown));
            assert!(!guards.is_empty() && !shown.is_empty(), "{title}: {threat}");
            for guard in guards.iter().filter(|guard| guard.contains("::") || guard.contains(['/', '.'])) {
                assert!(is_there(guard), "{title}: {threat}: no {guard}");
            }
            assert!(guards.iter().any(|guard| is_there(guard)), "{title}: {threat}: nothing guards");
            for name in shown {
                match name.strip_prefix(".ci/run: ") {
                    Some(step) => {
                        let step = format!("\nstep '{step}'\n");
                        assert!(check.contains(&step), "{title}: {threat}: no step {name}");
                    }
                    None => assert!(existing.contains(name), "{title}: {threat}: no test {name}"),
                }
            }
        }
    }
}

#[test]
fn the_security_policy_says_how_to_report_what_is_supported_and_what_is_in_scope() {
    let policy = document("SECURITY.md");
    let titles: Vec<&str> = policy.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(titles, ["Reporting", "Supported versions", "In scope", "Out of scope"]);
    assert!(policy.contains("Report a vulnerability") && policy.contains("(docs/security.md)"));
}
