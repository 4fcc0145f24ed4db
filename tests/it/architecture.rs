//! The shape of the tree: which room imports which, and how long a file is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The longest file of code, in lines: a longer one holds two ideas.
const LONGEST: usize = 400;

/// The rooms that each room may import, as `CONTRIBUTING.md` says: the rows of
/// the table of this package whose first cell is one name in backticks.
fn allowed() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let section =
        text.split("\n## ").find(|section| section.starts_with("How the code is laid out")).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        let room: Vec<String> = names(cells[1]);
        (room[0].clone(), names(cells[3]).into_iter().collect())
    })
    .collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
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

/// The rooms that a text names, as `crate::room` or `yukh::room`.
fn named(text: &str) -> BTreeSet<&str> {
    let after = |prefix| text.split(prefix).skip(1);
    let word = |rest: &'_ str| rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len());
    after("crate::")
        .chain(after("yukh::"))
        .map(|rest| &rest[..word(rest)])
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn every_room_imports_only_what_stands_below_it() {
    let allowed = allowed();
    let mut rooms = BTreeSet::new();
    for (path, text) in files(&root().join("src")) {
        let inner = path.strip_prefix(root().join("src")).unwrap();
        let Some(room) = inner.parent().and_then(|parent| parent.iter().next()) else { continue };
        let room = room.to_str().unwrap().to_owned();
        let may = allowed.get(&room).unwrap_or_else(|| panic!("CONTRIBUTING.md has no room {room}"));
        for name in named(&text) {
            assert!(name == room || may.contains(name), "{}: {room} may not import {name}", inner.display());
        }
        // The root of a room can reach its neighbours through `super` too.
        let is_root = inner.iter().count() == 2 && inner.ends_with("mod.rs");
        assert!(!is_root || !text.contains("\nuse super"), "{}: imports by `super`", inner.display());
        rooms.insert(room);
    }
    assert_eq!(rooms, allowed.keys().cloned().collect(), "the rooms of CONTRIBUTING.md and of src/");
}

#[test]
fn no_import_goes_round_in_a_circle() {
    let mut open = allowed();
    while !open.is_empty() {
        let lowest: Vec<String> = open
            .iter()
            .filter(|(_, may)| may.iter().all(|name| !open.contains_key(name)))
            .map(|(room, _)| room.clone())
            .collect();
        assert!(!lowest.is_empty(), "no floor is the lowest of {:?}", open.keys());
        open.retain(|room, _| !lowest.contains(room));
    }
}

#[test]
fn no_file_holds_two_ideas() {
    for (path, text) in ["src", "tests"].into_iter().flat_map(|directory| files(&root().join(directory))) {
        let lines = text.lines().count();
        assert!(lines <= LONGEST, "{}: {lines} lines", path.display());
    }
}

#[test]
fn yaml_enters_through_one_door() {
    for (path, text) in files(&root().join("src")) {
        let inner = path.strip_prefix(root().join("src")).unwrap();
        let names_it =
            ["serde_yaml", "serde_saphyr", "granit_parser", "saphyr"].iter().any(|name| text.contains(name));
        assert!(!names_it || inner.starts_with("desired/yaml"), "{} goes around the door", inner.display());
    }
}
