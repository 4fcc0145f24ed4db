//! The headers of every request, each exactly once.

use http::header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, HeaderName, HeaderValue, Request};

use super::Validator;
use super::body::Coding;
use super::request::GRAPHQL_METHOD;
use crate::scope::API_VERSION;

/// The representation asked for.
const MEDIA_TYPE: &str = "application/vnd.github+json";

/// Pins the API version on REST and GraphQL alike.
const VERSION_HEADER: HeaderName = HeaderName::from_static("x-github-api-version");

/// GitHub refuses requests that do not say who asks.
const AGENT: &str = concat!("yukh/", env!("CARGO_PKG_VERSION"));

/// Replaces whatever headers a request has by the fixed ones, so that none is
/// there twice and none comes from elsewhere; a [`Validator`] among the
/// request's extensions becomes its condition. The connection adds `Host` and
/// `Content-Length` below.
pub(crate) fn replace<B>(request: &mut Request<B>, authorization: Option<&HeaderValue>) {
    let has_body = request.method() == GRAPHQL_METHOD;
    let mut headers = HeaderMap::with_capacity(6);
    headers.insert(ACCEPT, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(ACCEPT_ENCODING, Coding::ACCEPTED);
    headers.insert(VERSION_HEADER, HeaderValue::from_static(API_VERSION));
    headers.insert(USER_AGENT, HeaderValue::from_static(AGENT));
    if let Some(value) = authorization {
        headers.insert(AUTHORIZATION, value.clone());
    }
    if has_body {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    if let Some((name, value)) = request.extensions().get().map(Validator::condition) {
        headers.insert(name, value);
    }
    *request.headers_mut() = headers;
}
