//! How a request is turned away.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, HOST, HeaderName, ORIGIN, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;

use super::correct::Shape;
use super::http::Mcp;
use crate::access::{Access, Refusal, Told};
use crate::caller::Caller;
use crate::protocol::needed;

/// Headers that say what is asked; the SDK holds them to the body.
static METHOD: HeaderName = HeaderName::from_static("mcp-method");
static NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Whether a caller may not do what a body asks for.
pub(super) fn lacks_scope(caller: &Caller, shape: Option<&Shape>) -> Option<Refusal> {
    let Some(Shape::Message { method, name }) = shape else { return None };
    needed(method, name.as_deref()).filter(|scope| !caller.holds(*scope)).map(Refusal::Scope)
}

/// The answer to a request that is turned away. A foreign `Host` or `Origin`
/// goes first: such a page is not told how to do better.
pub(super) async fn refuse(mcp: &Mcp, access: &Access, head: &Parts, refusal: Refusal) -> Response {
    if let Some(forbidden) = foreign(mcp, head).await {
        return forbidden;
    }
    let text = |name: &HeaderName| head.headers.get(name).and_then(|value| value.to_str().ok());
    let asked = text(&METHOD).and_then(|method| needed(method, text(&NAME)));
    let Told { status, challenge, body } = access.tell(refusal, asked);
    tracing::warn!(status, error = refusal.error(), reason = refusal.description(), "turned away");
    let mut answer = super::json(StatusCode::from_u16(status).unwrap_or(StatusCode::UNAUTHORIZED), &body);
    let headers = answer.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    match challenge.map(HeaderValue::try_from) {
        Some(Ok(challenge)) => headers.insert(WWW_AUTHENTICATE, challenge),
        // Its parts are all checked, so there is one unless it can not help.
        Some(Err(_)) => None,
        None => headers.insert(RETRY_AFTER, HeaderValue::from_static("5")),
    };
    answer
}

/// What the SDK says of a request with these `Host` and `Origin`, where it
/// does not want it. It judges them before the method, and has none but POST.
async fn foreign(mcp: &Mcp, head: &Parts) -> Option<Response> {
    let mut probe = Request::new(Body::empty());
    *probe.method_mut() = Method::GET;
    *probe.uri_mut() = head.uri.clone();
    for name in [HOST, ORIGIN] {
        for value in head.headers.get_all(&name) {
            probe.headers_mut().append(&name, value.clone());
        }
    }
    let answer = mcp.handle(probe).await.map(Body::new);
    (answer.status() != StatusCode::METHOD_NOT_ALLOWED).then_some(answer)
}
