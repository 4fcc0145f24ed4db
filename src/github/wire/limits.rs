//! What is left of GitHub's limits.

use serde::Deserialize;

use super::Member;

/// `GET /rate_limit`
#[derive(Deserialize)]
pub(in crate::github) struct Limits {
    /// The limits by resource.
    pub(in crate::github) resources: Resources,
}

/// The two resources that this program's requests count against.
#[derive(Deserialize)]
pub(in crate::github) struct Resources {
    /// REST requests.
    pub(in crate::github) core: Remaining,
    /// GraphQL points; GitHub does not promise the member.
    #[serde(default)]
    pub(in crate::github) graphql: Member<Remaining>,
}

/// One limit.
#[derive(Deserialize)]
pub(in crate::github) struct Remaining {
    /// What is left.
    pub(in crate::github) remaining: u64,
    /// When it is reset, in Unix seconds.
    pub(in crate::github) reset: u64,
}
