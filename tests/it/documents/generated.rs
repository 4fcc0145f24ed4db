//! The parts of the documents that the program's own tables make. To write them
//! anew: `YUKH_WRITE_FIXTURES=1 cargo test --test it -- documents::generated`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use yukh::action::{inputs_table, outputs_table};
use yukh::diagnostic::{Code, Face};
use yukh::scope::Limit;

use super::document;

const END: &str = "<!-- end of generated -->\n";

/// Compares a part of a document with what it has to be, or writes it.
pub(crate) fn check(name: &str, part: &str, expected: &str) {
    let text = document(name);
    let begin = format!("<!-- generated: {part} -->\n");
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("{name} has no part {part}"));
    let (found, after) = rest.split_once(END).unwrap_or_else(|| panic!("{name}: {part} does not end"));
    let expected = format!("\n{}\n\n", expected.trim_ascii());
    if found == expected {
        return;
    }
    if std::env::var_os("YUKH_WRITE_FIXTURES").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        fs::write(path, format!("{before}{begin}{expected}{END}{after}")).unwrap();
        return;
    }
    panic!("{name}: the part {part} is stale; write it anew with YUKH_WRITE_FIXTURES=1");
}

#[test]
fn the_inputs_and_outputs_are_those_of_the_action() {
    check("docs/action.md", "inputs", &inputs_table());
    check("docs/action.md", "outputs", &outputs_table());
}

#[test]
fn the_table_of_tokens_is_the_one_that_the_program_asks() {
    let output = Command::new(env!("CARGO_BIN_EXE_yukh"))
        .args(["capabilities", "--format", "markdown"])
        .output()
        .unwrap();
    check("docs/tokens.md", "capabilities", &String::from_utf8(output.stdout).unwrap());
}

#[test]
fn the_budgets_are_those_of_the_program() {
    let mut table = String::from("| Budget | Default | Bound | What it is |\n| --- | --- | --- | --- |\n");
    for limit in Limit::ALL {
        let bound = match limit.maximum() {
            Some(maximum) => format!("at most {maximum}"),
            None => format!("at least {}", limit.minimum()),
        };
        let name = limit.option().trim_start_matches('-');
        let _ = writeln!(table, "| `{name}` | {} | {bound} | {}. |", limit.default(), limit.purpose());
    }
    check("docs/budgets.md", "limits", &table);
}

#[test]
fn every_code_is_explained_in_the_words_of_the_program() {
    let mut page = String::new();
    for code in Code::ALL {
        let _ = writeln!(page, "## {}\n\n**{}**\n", code.as_str(), code.message());
        let _ = writeln!(page, "{} {}\n", code.cause(), code.consequence());
        let exit = code.class().exit().code();
        let [typed, step] = [Face::CommandLine, Face::Action].map(|face| code.hint(face));
        let in_action = if step == typed { String::new() } else { format!("In the Action: {step} ") };
        let _ = writeln!(page, "What to do: {typed} {in_action}Exit code {exit} where it ends a run.\n");
    }
    check("docs/troubleshooting.md", "codes", &page);
}
