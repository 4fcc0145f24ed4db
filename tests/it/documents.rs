//! The documents of the repository say what the program does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use yukh::desired::Policy;
use yukh::diagnostic::Code;
use yukh::scope::IssueNumber;

mod commands;
pub(crate) mod generated;

const DOCUMENTS: [&str; 22] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs/action.md",
    "docs/architecture.md",
    "docs/audit.md",
    "docs/authoring.md",
    "docs/budgets.md",
    "docs/dialects.md",
    "docs/docker.md",
    "docs/editor.md",
    "docs/equivalence.md",
    "docs/evidence.md",
    "docs/failures.md",
    "docs/fleet.md",
    "docs/report.md",
    "docs/rollback.md",
    "docs/rulings.md",
    "docs/security.md",
    "docs/tokens.md",
    "docs/troubleshooting.md",
];

/// Variables that no help lists: one of the tests, and secrets of the examples.
const FURTHER: [&str; 2] = ["YUKH_WRITE_FIXTURES", "YUKH_TOKEN"];

/// What the lines of other programs' options hold.
const OTHERS: [&str; 8] = [
    "cargo ",
    "docker ",
    "buildah ",
    "--volume ",
    "--env ",
    "gh attestation ",
    "embedded demo",
    "github-issues-mcp --",
];

pub(crate) fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The help of the program and of `yukh plan`.
fn help() -> String {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_yukh")).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    ["plan", "snapshot", "audit", "merge", "compare", "lint", "init", "contract"]
        .into_iter()
        .fold(help(&["--help"]), |all, command| all + &help(&[command, "--help"]))
}

/// The content of each fenced block of a language, without its indentation.
pub(crate) fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some((indentation, _)) = line.split_once("```").filter(|(_, name)| *name == language) else {
            continue;
        };
        let inside = lines.by_ref().take_while(|line| !line.ends_with("```"));
        let content: Vec<&str> = inside.map(|line| line.strip_prefix(indentation).unwrap_or(line)).collect();
        blocks.push(content.join("\n") + "\n");
    }
    blocks
}

/// Every word of a text that begins with `prefix` and goes on with characters
/// that `is_part` takes.
fn words(text: &str, prefix: &str, is_part: fn(char) -> bool) -> BTreeSet<String> {
    let found = text.match_indices(prefix).map(|(at, _)| {
        let rest = &text[at + prefix.len()..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        format!("{prefix}{}", &rest[..end])
    });
    found.filter(|word| word.len() > prefix.len()).collect()
}

#[test]
fn the_policy_and_the_block_of_the_readme_make_a_plan() {
    let readme = document("README.md");
    let policies: Vec<String> =
        blocks(&readme, "yaml").into_iter().filter(|block| block.starts_with("schema: 1")).collect();
    let [policy] = &policies[..] else { panic!("one policy") };
    let [block] = &blocks(&readme, "markdown")[..] else { panic!("one block") };
    let reading =
        Policy::parse(policy.as_bytes()).unwrap().read(block, IssueNumber::new(3).unwrap()).unwrap();
    assert!(reading.notices.is_empty(), "{:?}", reading.notices);
    let desired = reading.desired.expect("a contract");
    assert!(desired.diagnostics.is_empty(), "{:?}", desired.diagnostics);
    assert_eq!(desired.values.len(), 3);
    for block in blocks(&document("docs/dialects.md"), "markdown") {
        let reading = yukh::desired::native::read_contract(&block, None).unwrap();
        assert!(reading.contract.is_some() && reading.notices.is_empty(), "{block}");
    }
}

#[test]
fn every_option_and_variable_that_is_named_exists() {
    /// Options stand after a space, a backtick or a parenthesis.
    fn options(text: &str) -> BTreeSet<String> {
        let spaced = text.replace(['`', '(', '|'], " ");
        words(&spaced, " --", |c| c.is_ascii_lowercase() || c == '-')
    }
    let help = help();
    let known = options(&help);
    for name in DOCUMENTS {
        let text = document(name);
        let is_ours = |line: &&str| !OTHERS.iter().any(|other| line.contains(other));
        let ours: String = text.lines().filter(is_ours).map(|line| format!("{line}\n")).collect();
        for option in options(&ours).iter().filter(|option| !option.starts_with(" ---")) {
            assert!(known.contains(option), "{name}: {option}");
        }
        for variable in words(&ours, "YUKH_", |c| c.is_ascii_uppercase() || c == '_') {
            let is_known = help.contains(&variable) || FURTHER.contains(&variable.as_str());
            assert!(is_known, "{name}: {variable}");
        }
    }
}

#[test]
fn every_code_that_is_named_exists() {
    for name in DOCUMENTS {
        let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
        for code in words(&document(name), "YKP-", is_part).iter().filter(|code| !code.ends_with('-')) {
            assert!(Code::parse(code).is_some(), "{name}: {code}");
        }
    }
}

#[test]
fn every_document_is_looked_at() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for entry in fs::read_dir(folder).unwrap() {
        let name = format!("docs/{}", entry.unwrap().file_name().into_string().unwrap());
        assert!(DOCUMENTS.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn every_file_that_is_linked_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in DOCUMENTS {
        let text = document(name);
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (target, _) in targets.filter(|(target, _)| !target.contains("://")) {
            let file = target.split('#').next().unwrap_or_default();
            let folder = root.join(name).parent().unwrap().to_owned();
            assert!(folder.join(file).exists(), "{name}: {target}");
        }
    }
}

#[test]
fn readme_and_help_list_the_same_exit_codes() {
    let digit = |text: &str| text.chars().next().filter(char::is_ascii_digit);
    let readme = document("README.md");
    let rows: Vec<char> = readme.lines().filter_map(|line| digit(line.strip_prefix("| ")?)).collect();
    let help = help();
    let (_, codes) = help.split_once("Exit codes:\n").unwrap();
    let listed: Vec<char> = codes.lines().map_while(|line| digit(line.strip_prefix("  ")?)).collect();
    assert_eq!(rows, listed);
    assert_eq!(listed, ['0', '1', '2', '3', '4', '5', '6']);
}
