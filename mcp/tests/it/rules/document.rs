//! `docs/rules.md`, made of the register. To write it anew:
//! `YUKH_WRITE_FIXTURES=1 cargo test -p github-issues-mcp --test it rules::document`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::register::{Kind, complaints, rules, showing_mark, showing_rules, vectors};
use super::sources::{Test, tests};

const NAME: &str = "docs/rules.md";

const BEGIN: &str = "# Rules, complaints and exchanges, and what shows them

This file is made by the test `rules::document` out of `tests/it/rules/` and the names of the tests; a change by hand is
undone. A test is named after what it shows: `rule_3_closed_schemas_…` after the rule `3.closed-schemas`, `c12_…` after a
complaint, `v05_…` after an exchange. A rule without a test has a reason here, and the tests fail where it has neither.

## Rules

What the contract towards agents has to keep to. *Not applicable* are rules about what this server does not have; a test
beside them shows that it has not. *To a reader* is left what no test can tell.
";

const CHAPTERS: [&str; 9] = [
    "The server",
    "Discovery",
    "Tools",
    "Resources",
    "Prompts",
    "Failures",
    "Long calls",
    "Size of answers",
    "Versions",
];

fn names<'a>(tests: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    tests.into_iter().map(|name| format!("`{name}`")).collect()
}

fn document() -> String {
    let (rules, tests) = (rules(), tests());
    let of_rules = showing_rules(&rules, &tests);
    let mut text = BEGIN.to_owned();
    for (index, chapter) in CHAPTERS.iter().enumerate() {
        let number = format!("{}.", index + 1);
        let _ = write!(text, "\n### {number} {chapter}\n\n| Rule | Asks | Shown by |\n| --- | --- | --- |\n");
        for rule in rules.iter().filter(|rule| rule.id.starts_with(&number)) {
            let shown = of_rules.get(rule.id).into_iter().flatten();
            let note = rule.note.map(|note| match rule.kind {
                Kind::Absent => format!("*not applicable:* {note}"),
                Kind::Test | Kind::Reader => format!("*to a reader:* {note}"),
            });
            let shown: Vec<String> = note.into_iter().chain(names(shown.map(String::as_str))).collect();
            let _ = writeln!(text, "| {} | {} | {} |", rule.id, rule.asks, shown.join("<br>"));
        }
    }
    let table = |text: &mut String, rows: Vec<(&str, &str)>| {
        let _ = writeln!(text, "| | | Shown by |\n| --- | --- | --- |");
        for (id, what) in rows {
            let shown = names(showing_mark(id, &tests).into_iter().map(|test: &Test| test.name.as_str()));
            let _ = writeln!(text, "| {} | {what} | {} |", id.to_uppercase(), shown.join("<br>"));
        }
    };
    text.push_str("\n## Complaints\n\nWhat users of servers of this kind complain about.\n\n");
    table(&mut text, complaints());
    text.push_str("\n## Exchanges\n\nWhat fixes the protocol on the wire, each over HTTP and over standard input and output.\n\n");
    table(&mut text, vectors());
    text
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a variable of the tests, as in the root package's")]
fn the_document_is_the_register() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(NAME);
    let expected = document();
    if std::env::var_os("YUKH_WRITE_FIXTURES").is_some() {
        fs::write(path, expected).unwrap();
        return;
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{NAME} is stale; write it anew with YUKH_WRITE_FIXTURES=1");
}
