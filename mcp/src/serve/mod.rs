//! The two transports (decision 2), and how they end: what was asked is
//! answered, and a write that is under way is finished.

mod bind;
mod correct;
mod guard;
mod http;
mod stdio;

use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;

use crate::tools::Service;

pub use bind::{Bind, BindError};
pub use http::serve as serve_http;
pub use stdio::serve as serve_stdio;

/// How long the end waits for writes.
const FINISH: Duration = Duration::from_secs(30);

/// Why a transport ended before its time. The texts are ours alone.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address can not be listened on.
    #[error("can not listen on {0}: another program may use it")]
    Listen(std::net::SocketAddr),
    /// The connection broke, or the SDK gave up on it.
    #[error("the connection broke")]
    Broken,
    /// The client opened with `initialize`.
    #[error(
        "the client speaks an older revision of MCP: this server speaks 2026-07-28 only; select the modern era in \
         the client"
    )]
    LegacyClient,
}

/// Waits for the writes that are under way, but not forever.
async fn finish_writes(service: &Service) {
    if !service.finish_writes(FINISH).await {
        tracing::warn!("a write did not end in time");
    }
}

/// An answer with a JSON body.
fn json(status: StatusCode, body: &Value) -> Response {
    (status, [(CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
