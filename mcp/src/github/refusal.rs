//! What an answer that is none says.

/// Where a redirect points: ids, never text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The repository's id.
    pub repository: u64,
    /// The number there, where the redirect names one.
    pub number: Option<u64>,
}

/// Why GitHub did not do what it was asked. Nothing of its text is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No token is configured.
    NoCredential,
    /// The token is not accepted (401).
    Unauthorized,
    /// The token may not do this (403).
    Forbidden,
    /// A limit (403 or 429; decision 21).
    Limited {
        /// How long to wait, in milliseconds.
        after_ms: u64,
        /// What is left of it.
        remaining: Option<u64>,
    },
    /// Nothing there that the token may see (404).
    Missing,
    /// No longer there, or issues are disabled (410).
    Gone,
    /// Elsewhere (301, 302, 307, 308); `None` where that is not a place of
    /// GitHub's API.
    Moved(Option<Moved>),
    /// What was sent can not be taken (422).
    Unprocessable,
    /// GitHub or the way to it failed, or its answer can not be read.
    Unavailable {
        /// Whether the request may have taken effect.
        may_have_applied: bool,
        /// How long to wait, in milliseconds.
        after_ms: u64,
    },
}
