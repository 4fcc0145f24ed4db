//! What a token says (RFC 9068), once its signature is known to be the
//! issuer's.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Number, Value, json};

use super::address::Issuer;
use crate::caller::{Caller, Scopes};

/// How far clocks may differ, in seconds.
const LEEWAY: i64 = 30;

/// The longest name of a subject, in bytes.
const LONGEST_SUBJECT: usize = 1024;

/// The claims that count. A member that stands twice fails the token.
#[derive(Deserialize)]
pub(super) struct Claims {
    iss: String,
    sub: String,
    aud: Words,
    exp: Number,
    nbf: Option<Number>,
    iat: Option<Number>,
    scope: Option<String>,
    scp: Option<Words>,
    /// A token that is bound to a key of its client's.
    cnf: Option<Value>,
}

/// One text or a list of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    One(String),
    Many(Vec<String>),
}

impl Words {
    fn list(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Many(words) => words,
        }
    }
}

impl Claims {
    /// Who calls.
    ///
    /// # Errors
    ///
    /// A sentence on why the token is not accepted.
    pub(super) fn judge(
        &self,
        issuer: &Issuer,
        resource: &str,
        now: Timestamp,
    ) -> Result<Caller, &'static str> {
        let now = now.as_second();
        let second = |number: &Number| second(number).ok_or("The access token has a time that is none.");
        if self.iss != issuer.as_str() {
            return Err("The access token is of another issuer.");
        }
        if !self.aud.list().iter().any(|audience| audience == resource) {
            return Err("The access token was issued for another resource.");
        }
        if now >= second(&self.exp)?.saturating_add(LEEWAY) {
            return Err("The access token has expired.");
        }
        for since in [&self.nbf, &self.iat].into_iter().flatten() {
            if second(since)? > now.saturating_add(LEEWAY) {
                return Err("The access token is not valid yet.");
            }
        }
        if self.cnf.is_some() {
            return Err("The access token is bound to a key and is no bearer token.");
        }
        if self.sub.is_empty() || self.sub.len() > LONGEST_SUBJECT {
            return Err("The access token names no subject.");
        }
        let subject = yukh::scope::canonical::digest(&json!(["subject", self.iss, self.sub]));
        Ok(Caller::somebody(subject, self.scopes()))
    }

    /// `scope` where it is there, else `scp`, which some issuers write as a
    /// list and some as one text.
    fn scopes(&self) -> Scopes {
        let words = self.scope.as_ref().map(std::slice::from_ref);
        let words = words.or_else(|| self.scp.as_ref().map(Words::list)).unwrap_or_default();
        Scopes::among(words.iter().flat_map(|text| text.split(' ')))
    }
}

/// The second of a date (RFC 7519, section 2), which may have a fraction.
fn second(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let text = number.to_string();
        let (whole, fraction) = text.split_once('.')?;
        fraction.bytes().all(|byte| byte.is_ascii_digit()).then(|| whole.parse().ok()).flatten()
    })
}
