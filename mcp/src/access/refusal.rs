//! Why a request is turned away, and how it is told (RFC 6750, section 3).

use crate::caller::Scope;

/// Why a request is turned away. Texts are ours alone; none holds anything of
/// a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It presents no token.
    Missing,
    /// It presents one in a way that is not to be.
    Malformed(&'static str),
    /// The token is not accepted.
    Invalid(&'static str),
    /// The token does not go that far.
    Scope(Scope),
    /// Whether the token is to be accepted can not be told now.
    Unavailable,
}

impl Refusal {
    /// The status of the answer (MCP, *Authorization*, *Error Handling*).
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Missing | Self::Invalid(_) => 401,
            Self::Malformed(_) => 400,
            Self::Scope(_) => 403,
            Self::Unavailable => 503,
        }
    }

    /// The word for it: RFC 6750's own where it has one.
    #[must_use]
    pub const fn error(self) -> &'static str {
        match self {
            Self::Missing => "missing_token",
            Self::Malformed(_) => "invalid_request",
            Self::Invalid(_) => "invalid_token",
            Self::Scope(_) => "insufficient_scope",
            Self::Unavailable => "temporarily_unavailable",
        }
    }

    /// A sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Missing => "A bearer token is needed.",
            Self::Malformed(text) | Self::Invalid(text) => text,
            Self::Scope(Scope::Read) => "The access token lacks the scope issues:read.",
            Self::Scope(Scope::Write) => "The access token lacks the scope issues:write.",
            Self::Unavailable => "The keys of the authorization server can not be had.",
        }
    }

    /// The value of `WWW-Authenticate`: how to do better. `needed` is the scope
    /// that the request needs, and `metadata` the address of the resource's
    /// metadata, where tokens come from an authorization server. Nothing where
    /// the client can do nothing.
    #[must_use]
    pub fn challenge(self, realm: &str, needed: Option<Scope>, metadata: Option<&str>) -> Option<String> {
        let mut parts = Vec::new();
        match self {
            Self::Unavailable => return None,
            // Who presents nothing is told of no error.
            Self::Missing => {}
            _ => {
                parts.push(format!("error=\"{}\"", self.error()));
                parts.push(format!("error_description=\"{}\"", self.description()));
            }
        }
        match metadata {
            None => parts.insert(0, format!("realm=\"{realm}\"")),
            Some(address) => {
                let needed = match self {
                    Self::Scope(scope) => scope,
                    // The least that there is any use in.
                    _ => needed.unwrap_or(Scope::Read),
                };
                parts.push(format!("scope=\"{}\"", needed.as_str()));
                parts.push(format!("resource_metadata=\"{address}\""));
            }
        }
        Some(format!("Bearer {}", parts.join(", ")))
    }
}
