//! Every command that a document shows runs, or is proven where it is named.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{DOCUMENTS, blocks, document};
use crate::compare::recorded::Recorded;
use crate::support::policies;
use crate::support::program::{Plan, TOKEN};
use crate::support::server::Server;
use crate::support::world::World;

/// Commands of other programs, and a file that holds the words that prove them.
const PROVEN: [(&str, &str, &str); 7] = [
    ("cargo run --release -- demo", "tests/it/demo.rs", "demo"),
    ("cargo test --workspace", ".ci/run", "\ncargo test --workspace\n"),
    ("bash .ci/build x86_64-unknown-linux-musl", ".ci/run", "\nbash .ci/build \"$target\"\n"),
    (
        "docker build --file Dockerfile --tag yukh target/x86_64-unknown-linux-musl/release",
        "tests/it/live/image.rs",
        "\"--file\"",
    ),
    ("docker run --rm yukh demo", "tests/it/live/image.rs", "\"demo\""),
    (
        "docker run --rm --volume \"$PWD:/work:ro\" --env YUKH_GITHUB_TOKEN yukh plan --repo acme-garden/greenhouse --project 4 7",
        "tests/it/live/image.rs",
        ":/work:ro",
    ),
    ("export YUKH_GITHUB_TOKEN=…", "tests/it/documents/commands.rs", "YUKH_GITHUB_TOKEN"),
];

/// The commands of a document: the lines behind `$ `, joined where one ends in
/// a backslash, without what stands behind a `#`.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for block in blocks(text, "console") {
        let joined = block.replace("\\\n", " ");
        let lines = joined.lines().filter_map(|line| line.strip_prefix("$ "));
        found.extend(lines.map(|line| line.split_ascii_whitespace().collect::<Vec<_>>().join(" ")));
    }
    found
}

fn all() -> Vec<(&'static str, String)> {
    let named = |name: &'static str| {
        let found = commands(&document(name)).into_iter();
        found.map(move |command| (name, command))
    };
    DOCUMENTS.into_iter().flat_map(named).collect()
}

#[test]
fn every_command_of_ours_runs() {
    let server = Server::of(World::organization());
    let workspace = tempfile::tempdir().unwrap();
    fs::create_dir(workspace.path().join(".yukh")).unwrap();
    fs::write(workspace.path().join(".yukh/project.yaml"), policies::NATIVE).unwrap();
    Recorded::new().write(&workspace.path().join("fixtures/recordings/water"));
    let planned = Plan::against(&server).run().stdout;
    for name in ["before.json", "after.json"] {
        fs::write(workspace.path().join(name), &planned).unwrap();
    }
    let ours: Vec<_> = all().into_iter().filter(|(_, command)| command.starts_with("yukh ")).collect();
    assert!(!ours.is_empty());
    for (name, command) in ours {
        let output = Command::new(env!("CARGO_BIN_EXE_yukh"))
            .args(command.split(' ').skip(1))
            .current_dir(workspace.path())
            .env_clear()
            .env("YUKH_LOOPBACK_API", server.address())
            .env("YUKH_GITHUB_TOKEN", TOKEN)
            .output()
            .unwrap();
        assert!(output.status.success(), "{name}: {command}: {output:?}");
    }
}

#[test]
fn every_command_of_others_is_proven() {
    let proofs: BTreeMap<&str, (&str, &str)> =
        PROVEN.into_iter().map(|(command, file, words)| (command, (file, words))).collect();
    let mut seen = Vec::new();
    for (name, command) in all() {
        if command.starts_with("yukh ") {
            continue;
        }
        let Some((file, words)) = proofs.get(command.as_str()) else { panic!("{name}: {command}") };
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        assert!(text.contains(words), "{name}: {command}: {file} does not prove it");
        seen.push(command);
    }
    for command in proofs.keys() {
        assert!(seen.iter().any(|seen| seen == command), "nobody shows {command}");
    }
}
