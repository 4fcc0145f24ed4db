//! Who may come in over HTTP (decision 25): anyone who reaches this machine,
//! whoever holds a token of a file, or whoever an authorization server gave one
//! for this server. What is decided here is who somebody is and
//! how far they may go; the token ends here and never goes to GitHub.

mod address;
mod bearer;
mod claims;
mod digests;
mod issued;
mod key_set;
mod keys;
mod refusal;
mod signature;
mod source;

use std::sync::Arc;

use axum::http::{HeaderMap, Uri};
use serde_json::{Value, json};

use crate::caller::{Caller, Scope};
use crate::clock::Clock;
use bearer::presented;
use issued::Issued;

pub use address::{BadAddress, Issuer, Resource, WELL_KNOWN};
pub use digests::{Digests, NoToken};
pub use refusal::Refusal;
pub use source::{KeySource, NoKeySource};

/// What a challenge is about.
const REALM: &str = "github-issues-mcp";

/// Who may come in. There is no value of it that is half configured.
#[derive(Clone)]
pub struct Access(Mode);

#[derive(Clone)]
enum Mode {
    Open,
    Tokens(Digests),
    Issued(Arc<Issued>),
}

/// How a refusal is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The status.
    pub status: u16,
    /// The value of `WWW-Authenticate`, where there is one.
    pub challenge: Option<String>,
    /// The body.
    pub body: Value,
}

impl Access {
    /// Anyone: no token is asked for.
    #[must_use]
    pub const fn open() -> Self {
        Self(Mode::Open)
    }

    /// Whoever holds one of these tokens.
    #[must_use]
    pub const fn tokens(tokens: Digests) -> Self {
        Self(Mode::Tokens(tokens))
    }

    /// Whoever an issuer gave a token for a resource, which is this server.
    #[must_use]
    pub fn issued(issuer: Issuer, resource: Resource, keys: &KeySource, clock: Clock) -> Self {
        Self(Mode::Issued(Arc::new(Issued::new(issuer, resource, keys.load(), clock))))
    }

    /// Whether anyone may come in.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.0, Mode::Open)
    }

    /// Whether tokens themselves, and not only digests, are kept.
    #[must_use]
    pub fn holds_tokens(&self) -> bool {
        matches!(&self.0, Mode::Tokens(tokens) if tokens.holds_tokens())
    }

    /// Who sends a request.
    ///
    /// # Errors
    ///
    /// Why they may not.
    pub async fn admit(&self, headers: &HeaderMap, uri: &Uri) -> Result<Caller, Refusal> {
        match &self.0 {
            Mode::Open => Ok(Caller::anyone()),
            Mode::Tokens(tokens) => {
                let token = presented(headers, uri)?;
                tokens.caller(token).ok_or(Refusal::Invalid("The token is none of this server's."))
            }
            Mode::Issued(issued) => issued.caller(presented(headers, uri)?).await,
        }
    }

    /// How a refusal is told to a request that needs a scope.
    #[must_use]
    pub fn tell(&self, refusal: Refusal, needed: Option<Scope>) -> Told {
        let metadata = self.resource().map(Resource::metadata_address);
        Told {
            status: refusal.status(),
            challenge: refusal.challenge(REALM, needed, metadata.as_deref()),
            body: json!({ "error": refusal.error(), "error_description": refusal.description() }),
        }
    }

    /// The canonical URI, where tokens are issued for it.
    #[must_use]
    pub fn resource(&self) -> Option<&Resource> {
        match &self.0 {
            Mode::Issued(issued) => Some(issued.resource()),
            Mode::Open | Mode::Tokens(_) => None,
        }
    }

    /// The metadata of the resource, where there is one (RFC 9728).
    #[must_use]
    pub fn metadata(&self) -> Option<Value> {
        match &self.0 {
            Mode::Issued(issued) => Some(issued.metadata()),
            Mode::Open | Mode::Tokens(_) => None,
        }
    }
}
