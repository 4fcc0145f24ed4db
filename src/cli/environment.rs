//! The environment: every variable that this program reads, declared,
//! documented and read here alone.

use std::ffi::OsString;
use std::path::PathBuf;

use secrecy::zeroize::Zeroizing;

use crate::action::Given;

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

/// The proxy (decision 71). The first of the two that is set and not empty
/// counts, as with curl.
const PROXIES: [Variable; 2] = [
    Variable { name: "https_proxy", purpose: "The proxy to GitHub: http://[USER:PASSWORD@]HOST[:PORT]." },
    Variable { name: "HTTPS_PROXY", purpose: "The same, where https_proxy is not set." },
];
/// Where the proxy is not used. As above.
const NO_PROXIES: [Variable; 2] = [
    Variable {
        name: "no_proxy",
        purpose: "Hosts that are reached without the proxy, separated by commas; * for all.",
    },
    Variable { name: "NO_PROXY", purpose: "The same, where no_proxy is not set." },
];
/// A file of trusted certificates (decision 71).
pub(super) const CERTIFICATE_FILE: Variable = Variable {
    name: "SSL_CERT_FILE",
    purpose: "A PEM file of certificates to trust instead of the machine's.",
};
/// Directories of trusted certificates.
pub(super) const CERTIFICATE_DIRECTORIES: Variable =
    Variable { name: "SSL_CERT_DIR", purpose: "Directories of such files, separated by colons." };

/// All variables, in the order of the help text.
pub(super) const VARIABLES: [Variable; 11] = {
    let [lower_proxy, upper_proxy] = PROXIES;
    let [lower_none, upper_none] = NO_PROXIES;
    [
        TOKEN,
        LOOPBACK,
        lower_proxy,
        upper_proxy,
        lower_none,
        upper_none,
        CERTIFICATE_FILE,
        CERTIFICATE_DIRECTORIES,
        LOG,
        NO_COLOR,
        TERM,
    ]
};

/// The values, read once. Not validated yet, except for what can not be wrong.
pub(super) struct Environment {
    /// Empty means not set.
    pub(super) token: Option<Zeroizing<Vec<u8>>>,
    pub(super) loopback: Option<String>,
    /// The proxy's address, which may hold credentials, and the name of the
    /// variable that it came from.
    pub(super) proxy: Option<(&'static str, Zeroizing<String>)>,
    pub(super) no_proxy: Option<String>,
    pub(super) certificate_file: Option<PathBuf>,
    pub(super) certificate_directories: Vec<PathBuf>,
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
            proxy: first(PROXIES).map(|(name, value)| (name, Zeroizing::new(value))),
            no_proxy: first(NO_PROXIES).map(|(_, value)| value),
            certificate_file: value(CERTIFICATE_FILE).map(PathBuf::from),
            certificate_directories: value(CERTIFICATE_DIRECTORIES).map_or_else(Vec::new, |value| {
                std::env::split_paths(&value).filter(|path| !path.as_os_str().is_empty()).collect()
            }),
            log: value(LOG).map(|value| value.to_string_lossy().into_owned()),
            colourless: no_color || dumb,
        }
    }
}

/// What the runner of GitHub Actions hands over; those variables are declared
/// and documented in [`crate::action`], and read for `yukh action` alone.
pub(super) fn given() -> Given {
    Given::read(named)
}

/// Name and value of the first variable that is set and not empty.
fn first(variables: [Variable; 2]) -> Option<(&'static str, String)> {
    variables.into_iter().find_map(|variable| {
        let value = value(variable).filter(|value| !value.is_empty())?;
        Some((variable.name, value.to_string_lossy().into_owned()))
    })
}

fn value(variable: Variable) -> Option<OsString> {
    named(variable.name)
}

/// The variable of this name.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
fn named(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}
