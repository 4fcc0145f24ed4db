//! The options.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use super::environment;

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Lets an agent find, read, create, edit, comment on and lock GitHub issues,
/// over the Model Context Protocol (revision 2026-07-28).
#[derive(Debug, Parser)]
#[command(name = "github-issues-mcp", version, after_help = environment::help())]
pub(super) struct Arguments {
    /// Serve the embedded demo GitHub: in memory, offline, without a token;
    /// writes are lost at the end.
    #[arg(long)]
    pub(super) demo: bool,

    /// A file that holds GitHub's token and nothing else.
    #[arg(long, value_name = "FILE", conflicts_with = "demo")]
    pub(super) github_token_file: Option<PathBuf>,

    /// The folder of what outlives the process: idempotency keys and the key of
    /// cursors, for all servers that name it. Made where it is not there; only
    /// you may write in it. The default is XDG_STATE_HOME/github-issues-mcp.
    #[arg(long, value_name = "FOLDER", conflicts_with = "demo")]
    pub(super) state_dir: Option<PathBuf>,

    /// Speak on standard input and output instead of HTTP.
    #[arg(long)]
    pub(super) stdio: bool,

    /// Where to listen. Another address than one of this machine needs
    /// --allow-host, and --http-token-file with digests or the --oauth options.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", conflicts_with = "stdio")]
    pub(super) listen: SocketAddr,

    /// A further value that the Host header may have; can be repeated.
    #[arg(long, value_name = "HOST[:PORT]", conflicts_with = "stdio")]
    pub(super) allow_host: Vec<String>,

    /// A further value that the Origin header may have, with its scheme and
    /// port or `:*`; can be repeated.
    #[arg(long, value_name = "ORIGIN", conflicts_with = "stdio")]
    pub(super) allow_origin: Vec<String>,

    /// A file of bearer tokens, one on each line, or of their digests as
    /// `sha256:` and 64 hexadecimal digits; requests have to carry one of them.
    /// They never go to GitHub.
    #[arg(long, value_name = "FILE", conflicts_with = "stdio")]
    pub(super) http_token_file: Option<PathBuf>,

    /// The authorization server whose tokens are accepted: JWTs with this `iss`.
    /// Needs the other two --oauth options. Tokens never go to GitHub.
    #[arg(long, value_name = "URL", conflicts_with = "stdio")]
    pub(super) oauth_issuer: Option<String>,

    /// Its public keys: a JSON Web Key Set in a file or at an https:// address.
    #[arg(long, value_name = "FILE|URL", conflicts_with = "stdio")]
    pub(super) oauth_jwks: Option<String>,

    /// The canonical URI of this server, as clients reach it: tokens have to
    /// have it as `aud`.
    #[arg(long, value_name = "URI", conflicts_with = "stdio")]
    pub(super) oauth_resource: Option<String>,

    /// How log lines are written to standard error.
    #[arg(long, value_enum, default_value = "text")]
    pub(super) log_format: LogFormat,
}
