//! Logs on standard error, of this program alone (decision 27): the SDK
//! prints arguments at debug level, so it stays silent at every level.

use std::io::Write as _;
use std::net::SocketAddr;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::StartError;
use super::arguments::LogFormat;
use super::environment::LOG;

/// Starts logging at the level that the variable names.
///
/// # Errors
///
/// For a word that is no level.
pub(super) fn start(format: LogFormat, level: Option<&str>) -> Result<(), StartError> {
    let level = match level.unwrap_or_default() {
        "" | "info" => LevelFilter::INFO,
        "off" => LevelFilter::OFF,
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "debug" => LevelFilter::DEBUG,
        "trace" => LevelFilter::TRACE,
        _ => {
            let reason = "one of off, error, warn, info, debug and trace is expected".to_owned();
            return Err(StartError::Option { name: LOG, reason });
        }
    };
    let targets = Targets::new().with_target(env!("CARGO_CRATE_NAME"), level);
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    // Only a second call in one process could fail, and then logs exist.
    let _ = match format {
        LogFormat::Text => tracing_subscriber::registry().with(layer).with(targets).try_init(),
        LogFormat::Json => tracing_subscriber::registry().with(layer.json()).with(targets).try_init(),
    };
    Ok(())
}

/// Says where the server listens.
pub(super) fn started(address: SocketAddr) {
    tracing::info!("listening on http://{address}/mcp");
}

/// Says that nothing outlives the process, and why.
pub(super) fn without_state(reason: &str) {
    tracing::warn!("no state folder ({reason}): idempotency keys and cursors end with the process");
}

/// Says that cursors do not outlive the process.
pub(super) fn without_cursor_key() {
    tracing::warn!("the key of cursors in the state folder can not be used: cursors end with the process");
}

/// Says why the program ends.
pub(super) fn complain(error: &StartError) {
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "github-issues-mcp: {error}");
}
