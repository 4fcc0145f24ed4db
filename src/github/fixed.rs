//! The same way to GitHub for another program of this workspace (feature
//! `fixed-requests`, which `yukh` is built without): its own closed list of
//! requests through this transport, these bounds and this credential. What an
//! answer means is judged there; nothing here knows a request.

use std::fmt;

use http::header::{CONTENT_LENGTH, CONTENT_TYPE, LINK, LOCATION, RETRY_AFTER, USER_AGENT};
use http::{HeaderMap, HeaderValue, Method, Request};
use octocrab::{OctoBody, Octocrab};

use super::body::Coding;
use super::{Credential, Endpoint, Timeouts, Validator, body, headers, layered, rate};
use crate::diagnostic::{Code, Failure};

/// The longest address of a redirect that is looked at, in bytes.
const LONGEST_LOCATION: usize = 2048;

/// A request of a closed list. Implementations build the target from fixed
/// templates and checked words alone.
pub trait FixedRequest {
    /// The method.
    fn method(&self) -> Method;

    /// Path and query, encoded; it begins with a slash.
    fn target(&self) -> String;

    /// The JSON body, where there is one.
    fn body(&self) -> Option<Vec<u8>>;
}

/// Sends requests, each once: nothing is retried, followed or waited for.
pub struct Sender {
    octocrab: Octocrab,
    origin: String,
    timeouts: Timeouts,
}

/// An answer, whole and bounded (decision 8).
pub struct Received {
    /// The status.
    pub status: u16,
    /// What its head says about limits.
    pub limits: Limits,
    /// Whether the `Link` header names a next page.
    pub has_next: bool,
    /// The `Location` header, at most 2,048 bytes of visible ASCII.
    pub location: Option<String>,
    /// What identifies this state of the answer.
    pub validator: Option<Validator>,
    /// The decoded body, at most 8 MiB.
    pub body: Vec<u8>,
}

/// What the head of an answer says about limits, in plain decimal digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The limit that it speaks of, where it says so.
    pub resource: Option<String>,
    /// What is left of it.
    pub remaining: Option<u64>,
    /// When it is reset, in Unix seconds.
    pub reset: Option<u64>,
    /// Whether it asks to wait.
    pub asks_to_wait: bool,
    /// How many seconds, where it says that as a number.
    pub retry_after: Option<u64>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// No connection stood: the request never left.
    #[error("the request was not sent")]
    NotSent,
    /// The request may have arrived; its answer did not come whole, in time or
    /// within bounds.
    #[error("no answer came")]
    Lost,
}

/// That a request has a JSON body, for the layer that writes the headers.
#[derive(Clone, Copy)]
struct HasBody;

impl Sender {
    /// A sender to GitHub, or to a server on this machine, that says it is
    /// `agent`. To be called inside a tokio runtime.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-004` for a token that can not be sent, `YKP-GH-READ-004`
    /// when no certificate can be trusted.
    pub fn live(
        endpoint: &Endpoint,
        credential: &Credential,
        agent: &'static str,
        timeouts: Timeouts,
    ) -> Result<Self, Failure> {
        let authorization = credential.header()?;
        let agent = HeaderValue::from_str(agent).map_err(|_| Failure::of(Code::Runtime009))?;
        let stamp = move |mut request: Request<OctoBody>| {
            headers::replace(&mut request, Some(&authorization));
            let has_body = request.extensions().get::<HasBody>().is_some();
            let is_get = request.method() == Method::GET;
            let headers = request.headers_mut();
            headers.insert(USER_AGENT, agent.clone());
            headers.remove(CONTENT_TYPE);
            if has_body {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            } else if !is_get {
                // GitHub wants to be told that nothing follows.
                headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
            }
            request
        };
        let octocrab = layered::live(endpoint, timeouts.connect, stamp)?;
        Ok(Self { octocrab, origin: endpoint.origin().to_owned(), timeouts })
    }

    /// Sends a request once. With a validator it is answered by status 304
    /// where GitHub has nothing else to say.
    ///
    /// # Errors
    ///
    /// Where no whole answer came.
    pub async fn send(
        &self,
        request: &(impl FixedRequest + Sync),
        validator: Option<&Validator>,
    ) -> Result<Received, NoAnswer> {
        let body = request.body();
        let mut built = Request::builder()
            .method(request.method())
            .uri(format!("{}{}", self.origin, request.target()))
            .body(OctoBody::empty())
            .map_err(|_| NoAnswer::NotSent)?;
        if let Some(body) = body {
            *built.body_mut() = OctoBody::from(body);
            built.extensions_mut().insert(HasBody);
        }
        if let Some(validator) = validator {
            built.extensions_mut().insert(validator.clone());
        }
        let exchange = self.exchange(built);
        tokio::time::timeout(self.timeouts.request, exchange).await.unwrap_or(Err(NoAnswer::Lost))
    }

    async fn exchange(&self, request: Request<OctoBody>) -> Result<Received, NoAnswer> {
        let response = self.octocrab.execute(request).await.map_err(|error| reason(&error))?;
        let (head, body) = response.into_parts();
        let coding = Coding::of(&head.headers).ok_or(NoAnswer::Lost)?;
        let body = body::whole(body, coding, |_| true).await.map_err(|_| NoAnswer::Lost)?;
        let location = head.headers.get(LOCATION).and_then(|value| value.to_str().ok());
        Ok(Received {
            status: head.status.as_u16(),
            limits: Limits::of(&head.headers),
            has_next: names_a_next_page(&head.headers),
            location: location.filter(|text| text.len() <= LONGEST_LOCATION).map(str::to_owned),
            validator: Validator::of(&head.headers),
            body,
        })
    }
}

impl fmt::Debug for Sender {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sender").field("origin", &self.origin).finish_non_exhaustive()
    }
}

impl fmt::Debug for Received {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Received(…)")
    }
}

impl Limits {
    fn of(headers: &HeaderMap) -> Self {
        let resource = headers.get(&rate::RESOURCE).and_then(|value| value.to_str().ok());
        Self {
            resource: resource.map(str::to_owned),
            remaining: rate::number(headers, &rate::REMAINING),
            reset: rate::number(headers, &rate::RESET),
            asks_to_wait: headers.contains_key(RETRY_AFTER),
            retry_after: rate::number(headers, &RETRY_AFTER),
        }
    }
}

fn names_a_next_page(headers: &HeaderMap) -> bool {
    headers.get_all(LINK).iter().any(|value| value.to_str().is_ok_and(|text| text.contains("rel=\"next\"")))
}

/// Whether a request that failed had left. The error's own text is not kept.
fn reason(error: &octocrab::Error) -> NoAnswer {
    let mut causes =
        std::iter::successors(Some(error as &(dyn std::error::Error + 'static)), |error| error.source());
    let is_connect = causes.any(|cause| {
        cause.downcast_ref::<hyper_util::client::legacy::Error>().is_some_and(|error| error.is_connect())
    });
    if is_connect { NoAnswer::NotSent } else { NoAnswer::Lost }
}
