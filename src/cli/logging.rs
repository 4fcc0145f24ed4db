//! Logs: off by default, on standard error, of this program alone.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::environment::LOG;
use super::resolve::refused;
use crate::diagnostic::Failure;

/// Starts logging at the level that the variable names. Dependencies stay
/// silent at every level: some of them print request data.
///
/// # Errors
///
/// `YKP-RUNTIME-003` for a word that is no level.
pub(super) fn start(level: Option<&str>) -> Result<(), Failure> {
    let level = match level.unwrap_or_default() {
        "" | "off" => return Ok(()),
        "error" => LevelFilter::ERROR,
        "warn" => LevelFilter::WARN,
        "info" => LevelFilter::INFO,
        "debug" => LevelFilter::DEBUG,
        "trace" => LevelFilter::TRACE,
        _ => return Err(refused(LOG.name)),
    };
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(false).without_time();
    let targets = Targets::new().with_target(env!("CARGO_CRATE_NAME"), level);
    // Only a second call in one process could fail, and then logs exist.
    let _ = tracing_subscriber::registry().with(layer).with(targets).try_init();
    Ok(())
}
