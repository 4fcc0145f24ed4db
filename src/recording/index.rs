//! `exchanges.json`: the list of exchanges, from raw to validated.

use std::collections::BTreeMap;

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use hyper::body::Bytes;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::RecordingError;
use super::files::{FileName, Files};
use crate::scope::canonical::canonical;

const INDEX_BYTES: u64 = 4 << 20;
const BODY_BYTES: u64 = 16 << 20;
const ALL_BODIES_BYTES: u64 = 64 << 20;
const EXCHANGES: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawIndex {
    format: u64,
    exchanges: Vec<RawExchange>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawExchange {
    request: RawRequest,
    response: RawResponse,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawRequest {
    Rest(RawRest),
    Graphql(RawGraphql),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRest {
    path: String,
    #[serde(default)]
    query: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGraphql {
    graphql: String,
    #[serde(default)]
    variables: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawResponse {
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    json: Option<Value>,
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
    let raw: RawIndex = serde_json::from_slice(&text).map_err(|_| RecordingError::Malformed)?;
    if raw.format != 1 {
        return Err(RecordingError::Foreign);
    }
    if raw.exchanges.len() > EXCHANGES {
        return Err(RecordingError::TooLarge);
    }
    let mut answers = BTreeMap::new();
    let mut left = ALL_BODIES_BYTES;
    for RawExchange { request, response } in raw.exchanges {
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
        RawRequest::Rest(RawRest { path, query }) if path.starts_with('/') => Ok(Key::rest(&path, &query)),
        RawRequest::Rest(_) => Err(RecordingError::Malformed),
        RawRequest::Graphql(RawGraphql { graphql, variables }) => Ok(Key::graphql(&graphql, variables)),
    }
}

fn answer(raw: RawResponse, files: &Files, bound: u64) -> Result<Answer, RecordingError> {
    let malformed = |_| RecordingError::Malformed;
    let status = StatusCode::from_u16(raw.status).ok().filter(|status| status.as_u16() < 600);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    for (name, value) in raw.headers {
        let name = HeaderName::try_from(name).map_err(|_| RecordingError::Malformed)?;
        headers.insert(name, HeaderValue::try_from(value).map_err(malformed)?);
    }
    let body = match (raw.body, raw.json) {
        (Some(_), Some(_)) => return Err(RecordingError::Malformed),
        (Some(name), None) => {
            files.content(&FileName::parse(&name).ok_or(RecordingError::Malformed)?, bound)?
        }
        // The list of exchanges has a bound of its own.
        (None, Some(json)) => Bytes::from(json.to_string()),
        (None, None) => Bytes::new(),
    };
    Ok(Answer { status: status.ok_or(RecordingError::Malformed)?, headers, body })
}
