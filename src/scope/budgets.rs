//! The per-run limits of the specification, *Budgets and rate conservation*.

/// What one run may spend. The defaults are the specification's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// REST requests, default 32.
    pub rest_requests: u32,
    /// GraphQL requests, default 1; 0 forbids the relationship batch.
    pub graphql_requests: u32,
    /// Pages per connection, default 20.
    pub pages: u32,
    /// Decoded bytes of all answers together, default 32 MiB.
    pub bytes: u64,
}

impl Budgets {
    /// The specification's defaults.
    pub const DEFAULT: Self = Self { rest_requests: 32, graphql_requests: 1, pages: 20, bytes: 32 << 20 };
}

impl Default for Budgets {
    fn default() -> Self {
        Self::DEFAULT
    }
}
