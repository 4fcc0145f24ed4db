//! `exchanges.json`: the list of exchanges, from raw to validated.

use std::collections::BTreeMap;

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use hyper::body::Bytes;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::RecordingError;
use super::files::{FileName, Files};
use super::form::{Distinct, versioned};
use crate::scope::Object;
use crate::scope::canonical::canonical;

const INDEX_BYTES: u64 = 4 << 20;
const BODY_BYTES: u64 = 16 << 20;
const ALL_BODIES_BYTES: u64 = 64 << 20;
const EXCHANGES: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawIndex<'text> {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    #[serde(borrow)]
    exchanges: Vec<Object<RawExchange<'text>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExchange<'text> {
    request: RawRequest,
    #[serde(borrow)]
    response: Object<RawResponse<'text>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawRequest {
    Rest(Object<RawRest>),
    Graphql(Object<RawGraphql>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRest {
    path: String,
    #[serde(default)]
    query: Distinct<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGraphql {
    graphql: String,
    #[serde(default)]
    variables: Distinct<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawResponse<'text> {
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    headers: Distinct<String>,
    #[serde(default)]
    body: Option<String>,
    /// As it stands there: what a reader makes of it is the reader's.
    #[serde(borrow, default)]
    json: Option<&'text RawValue>,
}

fn ok() -> u16 {
    200
}

/// A request, as canonical text of everything that makes it this one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(String);

impl Key {
    /// A `GET` with decoded parameters.
    pub(super) fn rest(path: &str, query: &BTreeMap<String, String>) -> Self {
        Self(canonical(&json!({ "path": path, "query": query })))
    }

    /// The GraphQL operation with this name; a null variable is none.
    pub(super) fn graphql(operation: &str, mut variables: Map<String, Value>) -> Self {
        variables.retain(|_, value| !value.is_null());
        Self(canonical(&json!({ "graphql": operation, "variables": variables })))
    }
}

/// A recorded answer.
#[derive(Clone)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// Reads all exchanges of a recording.
pub(super) fn read(files: &Files) -> Result<BTreeMap<Key, Answer>, RecordingError> {
    let text = files.content(&FileName::index(), INDEX_BYTES)?;
    let raw: RawIndex<'_> = versioned(&text)?;
    if raw.exchanges.len() > EXCHANGES {
        return Err(RecordingError::TooLarge);
    }
    let mut answers = BTreeMap::new();
    let mut left = ALL_BODIES_BYTES;
    for Object(RawExchange { request, response: Object(response) }) in raw.exchanges {
        let answer = answer(response, files, left.min(BODY_BYTES))?;
        left = left.saturating_sub(answer.body.len() as u64);
        if answers.insert(key(request)?, answer).is_some() {
            return Err(RecordingError::Repeated);
        }
    }
    Ok(answers)
}

fn key(request: RawRequest) -> Result<Key, RecordingError> {
    match request {
        RawRequest::Rest(Object(RawRest { path, query })) if path.starts_with('/') => {
            Ok(Key::rest(&path, &query.0))
        }
        RawRequest::Rest(_) => Err(RecordingError::Malformed),
        RawRequest::Graphql(Object(RawGraphql { graphql, variables })) => {
            Ok(Key::graphql(&graphql, variables.0.into_iter().collect()))
        }
    }
}

fn answer(raw: RawResponse<'_>, files: &Files, bound: u64) -> Result<Answer, RecordingError> {
    let malformed = |_| RecordingError::Malformed;
    let status = StatusCode::from_u16(raw.status).ok().filter(|status| status.as_u16() < 600);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    for (name, value) in raw.headers.0 {
        let name = HeaderName::try_from(name).map_err(|_| RecordingError::Malformed)?;
        headers.insert(name, HeaderValue::try_from(value).map_err(malformed)?);
    }
    let body = match (raw.body, raw.json) {
        (Some(_), Some(_)) => return Err(RecordingError::Malformed),
        (Some(name), None) => {
            files.content(&FileName::parse(&name).ok_or(RecordingError::Malformed)?, bound)?
        }
        // The list of exchanges has a bound of its own.
        (None, Some(json)) => Bytes::copy_from_slice(json.get().as_bytes()),
        (None, None) => Bytes::new(),
    };
    Ok(Answer { status: status.ok_or(RecordingError::Malformed)?, headers, body })
}
