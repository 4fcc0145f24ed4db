//! The environment: every variable that this program reads, declared,
//! documented and read here alone.

use std::ffi::OsString;
use std::path::PathBuf;

use secrecy::zeroize::Zeroizing;

use crate::catalog::SERVER_NAME;

/// A variable and what it is for.
struct Variable {
    name: &'static str,
    purpose: &'static str,
}

/// GitHub's token.
pub(super) const TOKEN: &str = "GITHUB_ISSUES_MCP_TOKEN";
/// The loopback override.
pub(super) const LOOPBACK: &str = "GITHUB_ISSUES_MCP_LOOPBACK_API";
/// The proxy. The first of the two that is set and not empty counts.
const PROXIES: [&str; 2] = ["https_proxy", "HTTPS_PROXY"];
/// Where the proxy is not used. As above.
const NO_PROXIES: [&str; 2] = ["no_proxy", "NO_PROXY"];
/// A file of trusted certificates.
pub(super) const CERTIFICATE_FILE: &str = "SSL_CERT_FILE";
/// Directories of trusted certificates.
pub(super) const CERTIFICATE_DIRECTORIES: &str = "SSL_CERT_DIR";
/// The key that cursors are sealed with.
pub(super) const CURSOR_KEY_FILE: &str = "GITHUB_ISSUES_MCP_CURSOR_KEY_FILE";
/// The state folder.
const STATE_FOLDER: &str = "GITHUB_ISSUES_MCP_STATE_DIR";
/// Where programs keep their state.
const STATE_HOME: &str = "XDG_STATE_HOME";
/// The user's folder.
const HOME: &str = "HOME";
/// The log level.
pub(super) const LOG: &str = "GITHUB_ISSUES_MCP_LOG";

/// All variables, in the order of the help text.
const VARIABLES: [Variable; 10] = [
    Variable { name: TOKEN, purpose: "GitHub's token, unless --github-token-file is given." },
    Variable {
        name: CURSOR_KEY_FILE,
        purpose: "A file with the key of cursors, at least 32 bytes, for servers that share them. Otherwise \
                  it is in the state folder.",
    },
    Variable { name: STATE_FOLDER, purpose: "The state folder, unless --state-dir is given." },
    Variable {
        name: "XDG_STATE_HOME, HOME",
        purpose: "Where the state folder is otherwise: in the first of them, or in .local/state of the second.",
    },
    Variable {
        name: LOOPBACK,
        purpose: "Where requests go instead of GitHub, for tests: http://127.0.0.1:PORT or http://[::1]:PORT.",
    },
    Variable {
        name: "https_proxy, HTTPS_PROXY",
        purpose: "The proxy to GitHub and to the keys of --oauth-jwks: http://[USER:PASSWORD@]HOST[:PORT].",
    },
    Variable {
        name: "no_proxy, NO_PROXY",
        purpose: "Hosts that are reached without the proxy, separated by commas; * for all.",
    },
    Variable {
        name: CERTIFICATE_FILE,
        purpose: "A PEM file of certificates to trust instead of the machine's.",
    },
    Variable { name: CERTIFICATE_DIRECTORIES, purpose: "Directories of such files, separated by colons." },
    Variable { name: LOG, purpose: "What is logged: off, error, warn, info (default), debug or trace." },
];

const EXAMPLES: &str = "\
Examples:
  github-issues-mcp --demo                          the demo on http://127.0.0.1:8080/mcp
  github-issues-mcp --demo --stdio                  the demo for a client that starts the program
  github-issues-mcp --github-token-file token       GitHub on http://127.0.0.1:8080/mcp
  github-issues-mcp --github-token-file token --listen 127.0.0.1:9000 --http-token-file bearers
  github-issues-mcp --github-token-file token --listen 0.0.0.0:8080 --allow-host issues.example \\
    --http-token-file digests
  github-issues-mcp --github-token-file token --listen 0.0.0.0:8080 --allow-host issues.example \\
    --oauth-resource https://issues.example/mcp --oauth-issuer https://login.example \\
    --oauth-jwks https://login.example/keys";

/// The values, read once. Not judged yet; empty means not set.
pub(super) struct Environment {
    pub(super) token: Option<Zeroizing<Vec<u8>>>,
    pub(super) loopback: Option<String>,
    /// The proxy's address, which may hold credentials, and the name of the
    /// variable that it came from.
    pub(super) proxy: Option<(&'static str, Zeroizing<String>)>,
    pub(super) no_proxy: Option<String>,
    pub(super) certificate_file: Option<PathBuf>,
    pub(super) certificate_directories: Vec<PathBuf>,
    pub(super) cursor_key_file: Option<PathBuf>,
    /// The state folder that is named, else the usual one.
    pub(super) state_folder: Option<PathBuf>,
    pub(super) log: Option<String>,
}

impl Environment {
    /// Reads every variable.
    pub(super) fn read() -> Self {
        // What is not UTF-8 becomes something that no check accepts.
        let text = |name| value(name).map(|value| value.to_string_lossy().into_owned());
        let first =
            |names: [&'static str; 2]| names.into_iter().find_map(|name| text(name).map(|text| (name, text)));
        let directories = value(CERTIFICATE_DIRECTORIES).unwrap_or_default();
        let directories = std::env::split_paths(&directories).filter(|path| !path.as_os_str().is_empty());
        Self {
            token: value(TOKEN).map(|token| Zeroizing::new(token.into_encoded_bytes())),
            loopback: text(LOOPBACK),
            proxy: first(PROXIES).map(|(name, address)| (name, Zeroizing::new(address))),
            no_proxy: first(NO_PROXIES).map(|(_, list)| list),
            certificate_file: value(CERTIFICATE_FILE).map(PathBuf::from),
            certificate_directories: directories.collect(),
            cursor_key_file: value(CURSOR_KEY_FILE).map(PathBuf::from),
            state_folder: state_folder(),
            log: text(LOG),
        }
    }
}

/// The value of a variable that is set and not empty.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
fn value(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The state folder, as the XDG Base Directory Specification says where it is
/// not named: a relative path of its variables does not count.
fn state_folder() -> Option<PathBuf> {
    let absolute = |name| value(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let usual = || absolute(STATE_HOME).or_else(|| Some(absolute(HOME)?.join(".local/state")));
    value(STATE_FOLDER).map(PathBuf::from).or_else(|| Some(usual()?.join(SERVER_NAME)))
}

/// Variables and examples, for the end of the help text.
pub(super) fn help() -> String {
    let variables: Vec<String> =
        VARIABLES.iter().map(|variable| format!("  {}\n      {}", variable.name, variable.purpose)).collect();
    format!("Variables:\n{}\n\n{EXAMPLES}", variables.join("\n"))
}
