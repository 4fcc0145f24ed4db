//! Tokens of an authorization server: this server is an OAuth 2.1 resource
//! server (MCP, *Authorization*) for one issuer.

use jsonwebtoken::{Validation, decode, decode_header};
use serde_json::{Value, json};

use super::Refusal;
use super::address::{Issuer, Resource};
use super::claims::Claims;
use super::keys::{Keys, Load};
use super::signature;
use crate::caller::{Caller, Scope};
use crate::clock::Clock;

/// The types that tokens may have (RFC 9068, section 4; RFC 7519).
const TYPES: [&str; 3] = ["at+jwt", "application/at+jwt", "JWT"];

/// Whose tokens are accepted, for which resource, checked with which keys.
pub(super) struct Issued {
    issuer: Issuer,
    resource: Resource,
    audience: String,
    keys: Keys,
    clock: Clock,
}

impl Issued {
    pub(super) fn new(issuer: Issuer, resource: Resource, load: Load, clock: Clock) -> Self {
        signature::install();
        let (audience, keys) = (resource.to_string(), Keys::new(load, clock.clone()));
        Self { issuer, resource, audience, keys, clock }
    }

    /// Who presents a token.
    ///
    /// # Errors
    ///
    /// Why it is not accepted.
    pub(super) async fn caller(&self, token: &str) -> Result<Caller, Refusal> {
        let invalid = Refusal::Invalid;
        let not_one = invalid("The access token is no JWT that is signed in an accepted way.");
        let header = decode_header(token).map_err(|_| not_one)?;
        let is_type = |given: &str| TYPES.iter().any(|known| known.eq_ignore_ascii_case(given));
        if !header.typ.as_deref().is_some_and(is_type) {
            return Err(invalid("The access token is of another type than at+jwt or JWT."));
        }
        if !signature::accepts(header.alg) {
            return Err(not_one);
        }
        let key =
            self.keys.find(header.kid.as_deref(), header.alg).await.map_err(|_| Refusal::Unavailable)?;
        let key = key.ok_or(invalid("The access token is signed with a key that is not known."))?;
        // The signature alone: what the token says is judged by our own clock.
        let mut validation = Validation::new(header.alg);
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.required_spec_claims.clear();
        let claims = decode::<Claims>(token, &key.decoding, &validation)
            .map_err(|_| invalid("The access token's signature or form is not valid."))?
            .claims;
        claims.judge(&self.issuer, &self.audience, self.clock.now()).map_err(invalid)
    }

    /// The canonical URI.
    pub(super) const fn resource(&self) -> &Resource {
        &self.resource
    }

    /// The metadata (RFC 9728, section 2).
    pub(super) fn metadata(&self) -> Value {
        json!({
            "resource": self.audience,
            "authorization_servers": [self.issuer.as_str()],
            "scopes_supported": Scope::ALL.map(Scope::as_str),
            "bearer_methods_supported": ["header"],
            "resource_name": super::REALM,
        })
    }
}
