//! The error code catalog.

/// What went wrong. Agents branch on this alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// A parameter, or several together, can not be taken.
    InvalidField,
    /// No such issue, or none that the token may see.
    IssueNotFound,
    /// No such repository, or none that the token may see.
    RepoNotFound,
    /// A label that the repository does not have.
    LabelNotFound,
    /// The conversation is locked.
    IssueLocked,
    /// The issue is no longer the one that was read.
    VersionConflict,
    /// A cursor is older than 15 minutes or of another key.
    CursorExpired,
    /// A limit of GitHub's.
    RateLimited,
    /// No GitHub token is configured.
    MissingCredential,
    /// GitHub refuses the token.
    InvalidCredential,
    /// The token may not do this.
    InsufficientScope,
    /// GitHub or the way to it failed.
    UpstreamUnavailable,
}

impl Code {
    /// All codes, in the order of the catalog.
    pub const ALL: [Self; 12] = [
        Self::InvalidField,
        Self::IssueNotFound,
        Self::RepoNotFound,
        Self::LabelNotFound,
        Self::IssueLocked,
        Self::VersionConflict,
        Self::CursorExpired,
        Self::RateLimited,
        Self::MissingCredential,
        Self::InvalidCredential,
        Self::InsufficientScope,
        Self::UpstreamUnavailable,
    ];

    /// The code as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidField => "invalid_field",
            Self::IssueNotFound => "issue_not_found",
            Self::RepoNotFound => "repo_not_found",
            Self::LabelNotFound => "label_not_found",
            Self::IssueLocked => "issue_locked",
            Self::VersionConflict => "version_conflict",
            Self::CursorExpired => "cursor_expired",
            Self::RateLimited => "rate_limited",
            Self::MissingCredential => "missing_credential",
            Self::InvalidCredential => "invalid_credential",
            Self::InsufficientScope => "insufficient_scope",
            Self::UpstreamUnavailable => "upstream_unavailable",
        }
    }

    /// Whether the same call may succeed later.
    #[must_use]
    pub const fn is_temporary(self) -> bool {
        matches!(self, Self::RateLimited | Self::UpstreamUnavailable)
    }

    /// The number on the JSON-RPC carrier: the protocol's own where it has
    /// one, else one outside of the ranges that JSON-RPC and MCP reserve.
    #[must_use]
    pub const fn rpc_code(self) -> i32 {
        match self {
            Self::InvalidField
            | Self::IssueNotFound
            | Self::RepoNotFound
            | Self::LabelNotFound
            | Self::IssueLocked
            | Self::VersionConflict
            | Self::CursorExpired => -32602,
            Self::UpstreamUnavailable => -32603,
            Self::RateLimited => 1001,
            Self::MissingCredential => 1002,
            Self::InvalidCredential => 1003,
            Self::InsufficientScope => 1004,
        }
    }
}
