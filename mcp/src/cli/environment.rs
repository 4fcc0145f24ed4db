//! The environment: every variable that this program reads, declared,
//! documented and read here alone.

use std::ffi::OsString;
use std::path::PathBuf;

/// A variable and what it is for.
struct Variable {
    name: &'static str,
    purpose: &'static str,
}

/// The key that cursors are sealed with.
pub(super) const CURSOR_KEY_FILE: &str = "GITHUB_ISSUES_MCP_CURSOR_KEY_FILE";
/// The log level.
pub(super) const LOG: &str = "GITHUB_ISSUES_MCP_LOG";

/// All variables, in the order of the help text.
const VARIABLES: [Variable; 2] = [
    Variable {
        name: CURSOR_KEY_FILE,
        purpose: "A file with the key of cursors, at least 32 bytes, for servers that share them. Otherwise \
                  cursors end with the process.",
    },
    Variable { name: LOG, purpose: "What is logged: off, error, warn, info (default), debug or trace." },
];

const EXAMPLES: &str = "\
Examples:
  github-issues-mcp --demo                          the demo on http://127.0.0.1:8080/mcp
  github-issues-mcp --demo --stdio                  the demo for a client that starts the program
  github-issues-mcp --demo --listen 127.0.0.1:9000 --http-token-file tokens";

/// The values, read once.
#[derive(Debug)]
pub(super) struct Environment {
    pub(super) cursor_key_file: Option<PathBuf>,
    pub(super) log: Option<String>,
}

impl Environment {
    /// Reads every variable.
    pub(super) fn read() -> Self {
        Self {
            cursor_key_file: value(CURSOR_KEY_FILE).filter(|path| !path.is_empty()).map(PathBuf::from),
            // What is not UTF-8 becomes something that no check accepts.
            log: value(LOG).map(|value| value.to_string_lossy().into_owned()),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
fn value(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Variables and examples, for the end of the help text.
pub(super) fn help() -> String {
    let variables: Vec<String> =
        VARIABLES.iter().map(|variable| format!("  {}\n      {}", variable.name, variable.purpose)).collect();
    format!("Variables:\n{}\n\n{EXAMPLES}", variables.join("\n"))
}
