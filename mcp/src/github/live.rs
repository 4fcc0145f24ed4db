//! GitHub itself, over the transport and with the credential of the root
//! package's library.

use http::Method;
use yukh::diagnostic;
use yukh::github::{
    Credential, Endpoint, FixedRequest, Limits, NoAnswer, Received, Sender, Timeouts, Validator,
};

use super::{Bucket, Operation, Reply, Sending, Told, Unanswered, Upstream};

/// Who asks: GitHub refuses requests that do not say.
const AGENT: &str = concat!("github-issues-mcp/", env!("CARGO_PKG_VERSION"));

/// How long to wait where an answer asks to and does not say how long, in
/// seconds.
const UNTOLD_WAIT: u64 = 60;

/// GitHub with one token.
#[derive(Debug)]
pub struct Live(Sender);

/// GitHub without a token: nothing is sent.
#[derive(Debug)]
pub struct Unconfigured;

impl FixedRequest for Operation {
    fn method(&self) -> Method {
        Self::method(self)
    }

    fn target(&self) -> String {
        Self::target(self)
    }

    fn body(&self) -> Option<Vec<u8>> {
        Self::body(self).map(|body| body.to_string().into_bytes())
    }
}

impl Live {
    /// GitHub, or a server on this machine. To be called inside a tokio
    /// runtime.
    ///
    /// # Errors
    ///
    /// Those of [`Sender::live`].
    pub fn new(endpoint: &Endpoint, credential: &Credential) -> Result<Self, diagnostic::Failure> {
        Sender::live(endpoint, credential, AGENT, Timeouts::DEFAULT).map(Self)
    }

    async fn ask(&self, operation: &Operation, validator: Option<&Validator>) -> Result<Reply, Unanswered> {
        let received = self.0.send(operation, validator).await.map_err(|reason| match reason {
            NoAnswer::NotSent => Unanswered::NotSent,
            NoAnswer::Lost => Unanswered::Lost,
        })?;
        let Received { status, limits, has_next, location, validator, body } = received;
        Ok(Reply { status, told: told(operation, limits), has_next, location, validator, body })
    }
}

impl Upstream for Live {
    fn send<'a>(&'a self, operation: &'a Operation, validator: Option<&'a Validator>) -> Sending<'a> {
        Box::pin(self.ask(operation, validator))
    }
}

impl Upstream for Unconfigured {
    fn send<'a>(&'a self, _: &'a Operation, _: Option<&'a Validator>) -> Sending<'a> {
        Box::pin(std::future::ready(Err(Unanswered::NoCredential)))
    }
}

/// What the head says about the limit that the request counts against.
fn told(operation: &Operation, limits: Limits) -> Told {
    let own = match operation.bucket() {
        Bucket::Core => "core",
        Bucket::Search => "search",
    };
    let wait = limits.asks_to_wait.then(|| limits.retry_after.unwrap_or(UNTOLD_WAIT));
    Told {
        is_own_bucket: limits.resource.is_none_or(|resource| resource == own),
        remaining: limits.remaining,
        reset: limits.reset,
        retry_after: wait,
    }
}
