//! `yukh completions` and `yukh man`.

use std::process::{Command, Output};

fn yukh(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yukh")).env_clear().args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = yukh(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let (_, rest) = help.split_once("Commands:\n").unwrap();
    let (listed, _) = rest.split_once("\n\n").unwrap();
    let names = listed.lines().filter(|line| !line.starts_with("   "));
    names.map(|line| line.split_ascii_whitespace().next().unwrap().to_owned()).collect()
}

#[test]
fn every_shell_completes_every_command_and_option() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        for word in commands.iter().map(String::as_str).chain(["require-contract", "policy-path"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    for wrong in [&["completions"][..], &["completions", "CANARY"], &["man", "CANARY"], &["schema", "CANARY"]]
    {
        let output = yukh(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(!format!("{output:?}").contains("CANARY"), "{output:?}");
    }
}

#[test]
fn bash_takes_the_script() {
    let script = printed(&["completions", "bash"]);
    let line = "COMP_WORDS=(yukh li) COMP_CWORD=1; _yukh yukh li yukh; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash").args(["--norc", "-c", &format!("{script}\n{line}")]).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "lint\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn the_manual_has_a_page_for_the_program_and_each_command() {
    let page = printed(&["man"]);
    assert!(
        page.contains(".TH yukh 1") && page.contains("YUKH_GITHUB_TOKEN") && page.contains("Exit codes:")
    );
    for command in commands() {
        assert!(page.contains(&format!("yukh\\-{command}(1)")), "{command}: {page}");
        let of_command = printed(&["man", &command]);
        assert!(of_command.contains(&format!(".TH yukh-{command} 1")), "{command}: {of_command}");
        assert!(of_command.contains(".SH OPTIONS"), "{command}");
    }
}
