//! Standard input and output: one message a line, nothing else on either.

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;

use super::{FINISH, ServeError};
use crate::protocol::Server;

/// Serves until standard input ends or `end` is over, then finishes what is
/// under way.
///
/// # Errors
///
/// Where the connection breaks, or the client speaks an older revision.
pub async fn serve(server: Server, end: impl Future<Output = ()>) -> Result<(), ServeError> {
    let service = server.service().clone();
    let talk = async {
        match server.serve((tokio::io::stdin(), tokio::io::stdout())).await {
            Ok(running) => running.waiting().await.map(drop).map_err(|_| ServeError::Broken),
            // The input ended before it began, which is an end like any (R4).
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(ServerInitializeError::InitializeFailed(_)) => Err(ServeError::LegacyClient),
            Err(_) => Err(ServeError::Broken),
        }
    };
    let ended = tokio::select! {
        ended = talk => ended,
        () = end => Ok(()),
    };
    if !service.finish_writes(FINISH).await {
        tracing::warn!("a write did not end in time");
    }
    ended
}
