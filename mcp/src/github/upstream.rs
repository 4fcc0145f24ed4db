//! Whatever answers a request.

use std::pin::Pin;

use yukh::github::Validator;

use super::Operation;

/// A request on its way.
pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<Reply, Unanswered>> + Send + 'a>>;

/// Answers requests: GitHub, or the embedded demo.
pub trait Upstream: Send + Sync {
    /// Sends one request once. `validator` asks for the answer only if it is
    /// no longer the one that it identifies.
    ///
    /// The answer is whole and bounded; what it means is judged above.
    fn send<'a>(&'a self, operation: &'a Operation, validator: Option<&'a Validator>) -> Sending<'a>;
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// What its head says about limits.
    pub told: Told,
    /// Whether it names a next page.
    pub has_next: bool,
    /// Where else to ask, as GitHub writes it.
    pub location: Option<String>,
    /// What identifies this state of the answer.
    pub validator: Option<Validator>,
    /// The body, at most 8 MiB.
    pub body: Vec<u8>,
}

/// What the head of an answer says about limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Whether it speaks of the limit that the request counts against.
    pub is_own_bucket: bool,
    /// What is left.
    pub remaining: Option<u64>,
    /// When that is reset, in Unix seconds.
    pub reset: Option<u64>,
    /// How many seconds to wait.
    pub retry_after: Option<u64>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unanswered {
    /// No token is configured.
    #[error("no GitHub token is configured")]
    NoCredential,
    /// The request never left.
    #[error("the request was not sent")]
    NotSent,
    /// It may have reached GitHub, or not.
    #[error("no answer came")]
    Lost,
}
