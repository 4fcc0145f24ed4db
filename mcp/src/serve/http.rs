//! Streamable HTTP: one endpoint, no sessions, JSON answers.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::correct::Shape;
use super::{Bind, FINISH, ServeError, finish_writes, guard};
use crate::access::{Access, WELL_KNOWN};
use crate::catalog::{SERVER_NAME, SERVER_VERSION};
use crate::protocol::Server;

/// The most bytes of a request's body: an issue of 65,536 characters and all
/// that is around it fit.
const MOST_BYTES: usize = 1 << 20;

pub(super) type Mcp = StreamableHttpService<Server, NeverSessionManager>;

#[derive(Clone)]
struct Endpoint {
    mcp: Mcp,
    access: Arc<Access>,
}

/// Serves until `end` is over, then finishes what is under way. `started` is
/// told the address that it listens on.
///
/// # Errors
///
/// Where the address can not be listened on.
pub async fn serve(
    server: Server,
    bind: Bind,
    started: impl FnOnce(SocketAddr),
    end: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let refused = || ServeError::Listen(bind.address());
    let listener = TcpListener::bind(bind.address()).await.map_err(|_| refused())?;
    started(listener.local_addr().map_err(|_| refused())?);
    let service = server.service().clone();
    let stop = CancellationToken::new();
    let router = router(server, &bind, stop.clone());
    let ending = CancellationToken::new();
    let told = ending.clone();
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
        end.await;
        told.cancel();
    });
    // Whoever sends no more than half a request does not keep the server.
    let overdue = async {
        ending.cancelled().await;
        tokio::time::sleep(FINISH).await;
    };
    let ended = tokio::select! {
        ended = serving.into_future() => ended,
        () = overdue => Ok(()),
    };
    stop.cancel();
    finish_writes(&service).await;
    ended.map_err(|_| ServeError::Broken)
}

/// The routes: the endpoint, and whether the server is alive.
fn router(server: Server, bind: &Bind, stop: CancellationToken) -> Router {
    // The SDK's own defaults are those of older revisions (R5).
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_stateless_protocol_metadata_required(true)
        .with_allowed_hosts(bind.hosts())
        .with_allowed_origins(bind.origins())
        .enforce_origin_validation()
        .with_max_request_body_bytes(MOST_BYTES)
        .with_cancellation_token(stop);
    let mcp = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let access = Arc::new(bind.access().clone());
    described(Router::new(), &access)
        .route("/mcp", any(answer))
        .route("/health", get(health))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .with_state(Endpoint { mcp, access })
}

/// The metadata, where both forms of its address are (RFC 9728, section 3; MCP,
/// *Authorization Server Discovery*).
fn described(router: Router<Endpoint>, access: &Access) -> Router<Endpoint> {
    let (Some(resource), Some(metadata)) = (access.resource(), access.metadata()) else { return router };
    let paths = BTreeSet::from([WELL_KNOWN.to_owned(), resource.metadata_path()]);
    paths.into_iter().fold(router, |router, path| {
        let metadata = metadata.clone();
        router.route(&path, get(move || async move { super::json(StatusCode::OK, &metadata) }))
    })
}

/// Says that the server is alive, and nothing else.
async fn health() -> Response {
    super::json(StatusCode::OK, &json!({ "status": "ok", "name": SERVER_NAME, "version": SERVER_VERSION }))
}

/// Answers a request to the endpoint.
async fn answer(State(endpoint): State<Endpoint>, request: Request) -> Response {
    let (mut head, body) = request.into_parts();
    let caller = match endpoint.access.admit(&head.headers, &head.uri).await {
        Ok(caller) => caller,
        Err(refusal) => return guard::refuse(&endpoint.mcp, &endpoint.access, &head, refusal).await,
    };
    // Nothing below has a use for it.
    head.headers.remove(AUTHORIZATION);
    let body: Bytes = match axum::body::to_bytes(body, MOST_BYTES).await {
        Ok(body) => body,
        Err(_) => return (StatusCode::PAYLOAD_TOO_LARGE, "Payload Too Large").into_response(),
    };
    let is_json =
        head.headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let shape = (head.method == Method::POST && is_json).then(|| Shape::of(&body));
    if let Some(refusal) = guard::lacks_scope(&caller, shape.as_ref()) {
        return guard::refuse(&endpoint.mcp, &endpoint.access, &head, refusal).await;
    }
    head.extensions.insert(caller);
    let answer = endpoint.mcp.handle(Request::from_parts(head, Body::from(body))).await.map(Body::new);
    match shape {
        Some(shape) => shape.correct(answer),
        None => answer,
    }
}
