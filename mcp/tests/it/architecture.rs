//! The shape of the member's tree: which room imports which, how long a file
//! is, and that nothing flows back into the root package.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The longest file of code, in lines: a longer one holds two ideas.
const LONGEST: usize = 400;

fn member() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn workspace() -> PathBuf {
    member().parent().unwrap().to_owned()
}

/// Every Rust file below a directory, with its text.
fn files(directory: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
    found
}

/// The rooms that each room may import: the table of the member in
/// `CONTRIBUTING.md`.
fn allowed() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(workspace().join("CONTRIBUTING.md")).unwrap();
    let section = text.split("\n## ").find(|section| section.starts_with("The member `mcp/`")).unwrap();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let rows = section.lines().filter(|line| line.starts_with("| `")).map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        (names(cells[1])[0].clone(), names(cells[3]).into_iter().collect())
    });
    rows.collect()
}

/// The rooms that a text names, as `crate::room`.
fn named(text: &str) -> BTreeSet<&str> {
    let word = |rest: &str| rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len());
    text.split("crate::").skip(1).map(|rest| &rest[..word(rest)]).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_room_imports_only_what_stands_below_it() {
    let allowed = allowed();
    let mut rooms = BTreeSet::new();
    for (path, text) in files(&member().join("src")) {
        let inner = path.strip_prefix(member().join("src")).unwrap();
        let room = inner.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if ["lib", "main"].contains(&room.as_str()) {
            continue;
        }
        let may = allowed.get(&room).unwrap_or_else(|| panic!("CONTRIBUTING.md has no room {room}"));
        for name in named(&text) {
            let is_test = inner.ends_with("tests.rs");
            assert!(
                is_test || name == room || may.contains(name),
                "{}: {room} may not import {name}",
                inner.display()
            );
        }
        rooms.insert(room);
    }
    assert_eq!(rooms, allowed.keys().cloned().collect(), "the rooms of CONTRIBUTING.md and of src/");
}

#[test]
fn no_import_goes_round_in_a_circle() {
    let mut open = allowed();
    while !open.is_empty() {
        let is_lowest = |may: &BTreeSet<String>| may.iter().all(|name| !open.contains_key(name));
        let lowest: Vec<String> =
            open.iter().filter(|(_, may)| is_lowest(may)).map(|(room, _)| room.clone()).collect();
        assert!(!lowest.is_empty(), "no floor is the lowest of {:?}", open.keys());
        open.retain(|room, _| !lowest.contains(room));
    }
}

#[test]
fn no_file_holds_two_ideas() {
    for (path, text) in ["src", "tests"].into_iter().flat_map(|directory| files(&member().join(directory))) {
        let lines = text.lines().count();
        assert!(lines <= LONGEST, "{}: {lines} lines", path.display());
    }
}

#[test]
fn the_root_package_knows_nothing_of_the_member_and_holds_no_method_that_writes() {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    let package = manifest.split("[package]").nth(1).unwrap();
    assert!(!package.contains("github-issues-mcp") && !package.contains("rmcp"));
    let features = package.split("[features]").nth(1).unwrap().split("\n[").next().unwrap();
    assert!(features.contains("fixed-requests = []") && !features.contains("default"), "{features}");
    for (path, text) in files(&workspace().join("src")) {
        for word in ["Method::PATCH", "Method::PUT", "Method::DELETE", "github_issues_mcp"] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    }
}
