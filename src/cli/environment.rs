//! The environment: every variable that this program reads, declared,
//! documented and read here alone.

use std::ffi::OsString;

use secrecy::zeroize::Zeroizing;

/// A variable and what it is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    /// Its name.
    pub(super) name: &'static str,
    /// What it is for, in one sentence.
    pub(super) purpose: &'static str,
}

/// The token.
pub(super) const TOKEN: Variable =
    Variable { name: "YUKH_GITHUB_TOKEN", purpose: "The token, unless --github-token-stdin is given." };
/// The loopback override (decision 72).
pub(super) const LOOPBACK: Variable = Variable {
    name: "YUKH_LOOPBACK_API",
    purpose: "Where requests go instead of GitHub, for tests: http://127.0.0.1:PORT or http://[::1]:PORT.",
};
/// The log level.
pub(super) const LOG: Variable = Variable {
    name: "YUKH_LOG",
    purpose: "What is logged to standard error: off (default), error, warn, info, debug or trace.",
};
/// <https://no-color.org>
pub(super) const NO_COLOR: Variable = Variable { name: "NO_COLOR", purpose: "No colours, when not empty." };
/// The kind of the terminal.
pub(super) const TERM: Variable = Variable { name: "TERM", purpose: "No colours, when it is dumb." };

/// All variables, in the order of the help text.
pub(super) const VARIABLES: [Variable; 5] = [TOKEN, LOOPBACK, LOG, NO_COLOR, TERM];

/// The values, read once. Not validated yet, except for what can not be wrong.
pub(super) struct Environment {
    /// Empty means not set.
    pub(super) token: Option<Zeroizing<Vec<u8>>>,
    pub(super) loopback: Option<String>,
    pub(super) log: Option<String>,
    /// Whether colours are unwanted.
    pub(super) colourless: bool,
}

impl Environment {
    /// Reads every variable.
    pub(super) fn read() -> Self {
        let token = value(TOKEN).map(|token| Zeroizing::new(token.into_encoded_bytes()));
        let no_color = value(NO_COLOR).is_some_and(|value| !value.is_empty());
        let dumb = value(TERM).is_some_and(|value| value == "dumb");
        Self {
            token: token.filter(|token| !token.is_empty()),
            // What is not UTF-8 becomes something that no check accepts.
            loopback: value(LOOPBACK).map(|value| value.to_string_lossy().into_owned()),
            log: value(LOG).map(|value| value.to_string_lossy().into_owned()),
            colourless: no_color || dumb,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
fn value(variable: Variable) -> Option<OsString> {
    std::env::var_os(variable.name)
}
