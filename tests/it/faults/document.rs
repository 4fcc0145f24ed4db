//! `docs/failures.md`, made from the table.

use std::fmt::Write as _;
use std::path::Path;

use yukh::diagnostic::{Code, Face};

use super::{Ending, Fault, SECTIONS, Section, rollback};

const OPENING: &str = "\
# When a read fails

`yukh` reads its snapshot in a few requests. This page lists what can go wrong with the answer to each of them, how the
run then ends, and what to do. It is made from the table of a test that lets every one of these faults happen at every
request that it can happen at, for one issue, for a hundred and for an audit.

Whatever it is:

- There is no plan and no report file. Nothing that was read so far is used.
- The request that failed was made once. Nothing is retried, followed or waited for, and no other credential is tried.
  Where a fault shows only in a list as a whole, or in the plan, the requests up to there are made; after it there is
  none.
- Nothing of the answer is printed or logged. The result names the code and, where it is about one request, which:
  `repository`, `owner`, `project`, `fields`, `items`, `relationships`, `issue-types`, `check-runs`, `workflow-runs`,
  and over the v1 transport `scope` and `item`.

An audit ends with the same code and no issue in its report. Only what is about single issues stands in their entries: a
limit that is reached while relationships are read, and what a row with exit code 0 says.

Rows with exit code 0 are no failures: the run is complete. Where such a row has a code, nothing of the plan can be carried
out.

[troubleshooting.md](troubleshooting.md) and `yukh explain CODE` tell more about a code, and the
[README](../README.md#what-you-see-when-something-is-wrong) what the exit codes mean.
";

/// The whole document.
fn document() -> String {
    let mut text = OPENING.to_owned();
    for section in SECTIONS.iter().chain([&rollback::SECTION]) {
        write_section(&mut text, section);
    }
    text
}

fn write_section(text: &mut String, section: &Section) {
    let _ = write!(text, "\n## {}\n\n", section.title);
    if !section.about.is_empty() {
        let _ = write!(text, "{}\n\n", section.about);
    }
    text.push_str("| What goes wrong | Code | Exit | What to do |\n| --- | --- | --- | --- |\n");
    for rows in section.rows {
        let mut endings: Vec<Ending> = Vec::new();
        for row in *rows {
            if !endings.contains(&row.ending) {
                endings.push(row.ending);
                write_row(text, rows, row.ending);
            }
        }
    }
}

/// One row for everything that ends alike.
fn write_row(text: &mut String, rows: &[Fault], ending: Ending) {
    let mut names: Vec<String> =
        rows.iter().filter(|row| row.ending == ending).map(|row| capitalised(row.what)).collect();
    names.dedup();
    let (code, exit, hint) = match ending {
        Ending::Fails(code) => (link(code), code.class().exit().code(), code.hint(Face::CommandLine)),
        Ending::Says(code) => (link(code), 0, code.hint(Face::CommandLine)),
        Ending::Plans => ("none".to_owned(), 0, "Nothing: the answer is read as if it were not there."),
        Ending::LeavesOut => {
            ("none".to_owned(), 0, "Nothing, or run again later: the pull request counts as not read.")
        }
    };
    let _ = writeln!(text, "| {} | {code} | {exit} | {hint} |", names.join("<br>"));
}

/// A code, with where it is explained.
fn link(code: Code) -> String {
    let code = code.as_str();
    format!("[`{code}`](troubleshooting.md#{})", code.to_ascii_lowercase())
}

fn capitalised(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

#[test]
fn the_document_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/failures.md");
    let document = document();
    if std::env::var_os("YUKH_WRITE_FIXTURES").is_some() {
        std::fs::write(&path, &document).expect("the document can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == document, "docs/failures.md is stale: run this test with YUKH_WRITE_FIXTURES=1");
}
