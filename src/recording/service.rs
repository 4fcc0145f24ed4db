//! The service at the bottom of a client that answers from a recording.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::{Request, Response, Uri};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use octocrab::OctoBody;
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::{Map, Value};
use tower::Service;

use super::index::{Answer, Key};
use crate::github::NotRecorded;

/// Answers each request with what was recorded for it.
pub(super) struct Replay {
    answers: Arc<BTreeMap<Key, Answer>>,
}

impl Replay {
    pub(super) fn new(answers: Arc<BTreeMap<Key, Answer>>) -> Self {
        Self { answers }
    }
}

impl Service<Request<OctoBody>> for Replay {
    type Response = Response<Full<Bytes>>;
    type Error = NotRecorded;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<OctoBody>) -> Self::Future {
        let answers = Arc::clone(&self.answers);
        Box::pin(async move {
            let key = key(request).await.ok_or(NotRecorded)?;
            let Answer { status, headers, body } = answers.get(&key).ok_or(NotRecorded)?.clone();
            let mut response = Response::new(Full::new(body));
            *response.status_mut() = status;
            *response.headers_mut() = headers;
            Ok(response)
        })
    }
}

/// The key of a request.
async fn key(request: Request<OctoBody>) -> Option<Key> {
    #[derive(Deserialize)]
    struct GraphqlBody {
        #[serde(rename = "operationName")]
        operation_name: String,
        variables: Map<String, Value>,
    }
    let (head, body) = request.into_parts();
    let body = body.collect().await.ok()?.to_bytes();
    if body.is_empty() {
        return Some(Key::rest(head.uri.path(), &parameters(&head.uri)?));
    }
    let GraphqlBody { operation_name, variables } = serde_json::from_slice(&body).ok()?;
    Some(Key::graphql(&operation_name, variables))
}

/// The decoded parameters of a query.
fn parameters(uri: &Uri) -> Option<BTreeMap<String, String>> {
    let pairs = uri.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=')?;
            Some((name.to_owned(), percent_decode_str(value).decode_utf8().ok()?.into_owned()))
        })
        .collect()
}
