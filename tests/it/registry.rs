//! Every code with message, hint and exit class.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use yukh::diagnostic::{Code, Face};

/// Codes that are registered for what is still to come, or that the contract
/// registers although nothing can raise them.
const REGISTERED_ONLY: [(Code, &str); 3] = [
    (Code::GithubRead009, "a limit is YKP-RATE-001 for either reader, with its resource and reset"),
    (Code::GithubRead010, "every failure of this program is described by a code, so it can not occur"),
    (Code::Plan007, "operations are ordered by phase, so none can wait for a later one"),
];

#[test]
fn the_list_of_codes_is_pinned() {
    let mut table = String::new();
    for code in Code::ALL {
        let class = code.class();
        let _ = writeln!(
            table,
            "{} {} exit {}\n  {}\n  {}",
            code.as_str(),
            class.as_str(),
            class.exit().code(),
            code.message(),
            code.hint(Face::CommandLine)
        );
        if code.hint(Face::Action) != code.hint(Face::CommandLine) {
            let _ = writeln!(table, "  In the Action: {}", code.hint(Face::Action));
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn codes_are_unique_and_are_found_by_their_text() {
    let texts: BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(texts.len(), Code::ALL.len());
    for code in Code::ALL {
        assert_eq!(Code::parse(code.as_str()), Some(*code));
    }
    assert_eq!(Code::parse("YKP-NONE-001"), None);
}

#[test]
fn every_text_is_whole_sentences_that_fit_a_line_of_advice() {
    for code in Code::ALL {
        let [typed, step] = [Face::CommandLine, Face::Action].map(|face| code.hint(face));
        for text in [code.message(), typed, step, code.cause(), code.consequence()] {
            assert!(text.ends_with('.') && !text.contains('\n') && !text.contains("  "), "{code:?}: {text}");
        }
        assert!(code.message().len() <= 120, "{code:?}");
        assert!(typed.len() <= 240 && step.len() <= 240, "{code:?}");
    }
}

#[test]
fn advice_in_the_action_names_no_option_variable_or_command_of_the_command_line() {
    for code in Code::ALL {
        // The end of a comment of HTML is no option.
        let advice = code.hint(Face::Action).replace("`-->`", "");
        for foreign in
            ["--", "`yukh", "YUKH_GITHUB_TOKEN", "command line", "standard input", "working directory"]
        {
            // Reports are merged and texts are checked by commands, in workflows
            // too.
            let is_command = ["YKP-REPORT-", "YKP-LINT-"].iter().any(|of| code.as_str().starts_with(of));
            let is_its_own = is_command && foreign == "working directory";
            assert!(is_its_own || !advice.contains(foreign), "{code:?}: {advice}");
        }
    }
}

#[test]
fn every_code_is_raised_somewhere_or_listed_with_a_reason() {
    let mut source = String::new();
    collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut source);
    let raised = |code: Code| {
        let name = format!("Code::{code:?}");
        source.match_indices(&name).any(|(at, _)| {
            source[at + name.len()..].chars().next().is_none_or(|next| !next.is_ascii_alphanumeric())
        })
    };
    let faults: Vec<&Code> = Code::ALL
        .iter()
        .filter(|code| {
            let listed = REGISTERED_ONLY.iter().any(|(only, reason)| only == *code && !reason.is_empty());
            raised(**code) == listed
        })
        .collect();
    assert!(faults.is_empty(), "raised or listed, not both and not neither: {faults:?}");
}

/// All sources outside the registry and outside tests.
fn collect(directory: &Path, source: &mut String) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() && name != "diagnostic" && name != "tests" {
            collect(&path, source);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let text = std::fs::read_to_string(&path).unwrap();
            source.push_str(text.split("#[cfg(test)]\nmod tests {").next().unwrap());
        }
    }
}
