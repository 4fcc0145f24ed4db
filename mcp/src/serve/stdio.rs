//! Standard input and output: one message a line, nothing else on either.

use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use tokio::io::AsyncWriteExt as _;

use super::{ServeError, finish_writes};
use crate::protocol::Server;

/// How much of the input is read ahead, in bytes.
const AHEAD: usize = 64 << 10;

/// Serves until standard input ends or `end` is over. Then no request is read
/// any more, writes that are under way are finished, and what was asked is
/// answered.
///
/// # Errors
///
/// Where the connection breaks, or the client speaks an older revision.
pub async fn serve(server: Server, end: impl Future<Output = ()>) -> Result<(), ServeError> {
    let service = server.service().clone();
    // The SDK waits five seconds for answers once its input has ended, which
    // is less than a write may take: its input ends after the writes.
    let (input, mut requests) = tokio::io::simplex(AHEAD);
    let talk = async {
        match server.serve((input, tokio::io::stdout())).await {
            Ok(running) => running.waiting().await.map(drop).map_err(|_| ServeError::Broken),
            // The input ended before it began, which is an end like any (R4).
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(ServerInitializeError::InitializeFailed(_)) => Err(ServeError::LegacyClient),
            Err(_) => Err(ServeError::Broken),
        }
    };
    let hand_over = async {
        let mut stdin = tokio::io::stdin();
        tokio::select! {
            // However it ends, it is the end.
            _ = tokio::io::copy(&mut stdin, &mut requests) => {}
            () = end => {}
        }
        finish_writes(&service).await;
        // Nobody reads any more where that fails.
        let _ = requests.shutdown().await;
        std::future::pending().await
    };
    let ended = tokio::select! {
        ended = talk => ended,
        () = hand_over => Ok(()),
    };
    // Where the connection broke, writes may still be under way.
    finish_writes(&service).await;
    ended
}
