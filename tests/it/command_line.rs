//! Options, exit codes, standard output and error of the real program.

mod cases;
mod exits;
mod inputs;
mod paths;
mod streams;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The arguments of a complete command line; nothing listens at the address
/// that the tests give.
const COMPLETE: [&str; 7] = ["plan", "--repo", "acme-garden/greenhouse", "--project", "4", "3", "--format"];

/// How a run ended.
#[derive(Debug)]
struct Ended {
    stdout: String,
    stderr: String,
    code: i32,
}

impl Ended {
    fn of(output: Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap(),
        }
    }

    /// The result object, which is one line.
    fn object(&self) -> Value {
        assert!(self.stdout.ends_with('\n') && self.stdout.matches('\n').count() == 1, "{self:?}");
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// The one code of a failed run, and its option.
    fn refusal(&self) -> (String, Option<String>) {
        let object = self.object();
        assert_eq!(object["status"], "error", "{self:?}");
        let [finding] = object["diagnostics"].as_array().unwrap().as_slice() else {
            panic!("one finding: {self:?}");
        };
        let text = |member: &str| finding[member].as_str().map(str::to_owned);
        assert_eq!(self.stderr.lines().count(), 1, "one sentence of advice: {self:?}");
        (text("code").unwrap(), text("option"))
    }
}

/// The program in a directory, with an environment of its own.
fn yukh(directory: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yukh"));
    command.current_dir(directory).env_clear().envs(environment.iter().copied());
    Ended::of(command.args(arguments).stdin(Stdio::null()).output().unwrap())
}

/// A directory with a valid policy.
fn workspace() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join(".yukh")).unwrap();
    std::fs::write(directory.path().join(".yukh/project.yaml"), crate::support::policies::NATIVE).unwrap();
    directory
}

/// A port of this machine where nothing listens, and a token.
const NOWHERE: [(&str, &str); 2] = [
    ("YUKH_LOOPBACK_API", "http://127.0.0.1:9"),
    ("YUKH_GITHUB_TOKEN", "ghp_InventedTokenForTestsOnly000000000000"),
];

/// A complete command line with more arguments.
fn complete<'a>(format: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    COMPLETE.iter().copied().chain([format]).chain(more.iter().copied()).collect()
}
