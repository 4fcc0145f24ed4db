//! How far idempotency keys reach.

/// How far idempotency keys reach, as the summary says it (decision 18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyScope {
    /// They end with the process.
    Process,
    /// They survive restarts, and all processes of one state folder keep them
    /// together.
    StateFolder,
}

impl KeyScope {
    /// The word of the summary.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::StateFolder => "state_folder",
        }
    }
}
