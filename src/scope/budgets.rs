//! The per-run limits of the specification, *Budgets and rate conservation*.
//! One table: the program obeys it, and the command line makes its options and
//! their help text of it.

use super::Transport;

/// A limit that a caller may choose within bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// REST requests.
    RestRequests,
    /// GraphQL requests; 0 forbids the relationship batch.
    GraphqlRequests,
    /// GraphQL points, estimated before a request and reported after it.
    GraphqlPoints,
    /// Pages of one connection.
    Pages,
    /// Decoded bytes of all answers together.
    ResponseBytes,
    /// REST requests that must remain after each request.
    RestReserve,
    /// GraphQL points that must remain after each estimated query.
    GraphqlReserve,
}

/// One row of the table.
struct Row {
    option: &'static str,
    purpose: &'static str,
    default: u64,
    minimum: u64,
    maximum: Option<u64>,
}

impl Limit {
    /// All limits, in the order of the specification.
    pub const ALL: [Self; 7] = [
        Self::RestRequests,
        Self::GraphqlRequests,
        Self::GraphqlPoints,
        Self::Pages,
        Self::ResponseBytes,
        Self::RestReserve,
        Self::GraphqlReserve,
    ];

    /// The option that chooses it, with its dashes.
    #[must_use]
    pub fn option(self) -> &'static str {
        self.row().option
    }

    /// What it bounds, in a few words.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        self.row().purpose
    }

    /// What holds where nobody chooses.
    #[must_use]
    pub const fn default(self) -> u64 {
        self.row().default
    }

    /// What holds for a transport where nobody chooses.
    #[must_use]
    pub const fn default_of(self, transport: Transport) -> u64 {
        self.row_of(transport).default
    }

    /// The least that may be chosen.
    #[must_use]
    pub fn minimum(self) -> u64 {
        self.row().minimum
    }

    /// The most that may be chosen; `None` for a reserve, which can be raised
    /// at will.
    #[must_use]
    pub fn maximum(self) -> Option<u64> {
        self.row().maximum
    }

    /// The most that may be chosen for a transport.
    #[must_use]
    pub fn maximum_of(self, transport: Transport) -> Option<u64> {
        self.row_of(transport).maximum
    }

    /// Its bound, in words: `at most 64`, `at least 500`.
    #[must_use]
    pub fn bound(self) -> String {
        match self.maximum() {
            Some(maximum) => format!("at most {maximum}"),
            None => format!("at least {}", self.minimum()),
        }
    }

    /// The row for a transport. The v1 reader asks four questions for each
    /// issue, and reads 16 MiB at most (contract part 6.1).
    const fn row_of(self, transport: Transport) -> Row {
        let row = self.row();
        match (transport, self) {
            (Transport::GraphqlV1, Self::GraphqlRequests) => Row { default: 64, maximum: Some(256), ..row },
            (Transport::GraphqlV1, Self::ResponseBytes) => {
                Row { default: 16 << 20, maximum: Some(16 << 20), ..row }
            }
            (Transport::RestV2 | Transport::GraphqlV1, _) => row,
        }
    }

    /// The table.
    const fn row(self) -> Row {
        match self {
            Self::RestRequests => {
                Row::at_most("--rest-requests", "The most REST requests of the run", 32, 1, 64)
            }
            Self::GraphqlRequests => Row::at_most(
                "--graphql-requests",
                "The most GraphQL requests of the run; 0 forbids them",
                1,
                0,
                2,
            ),
            Self::GraphqlPoints => {
                Row::at_most("--graphql-points", "The most GraphQL points of the run", 100, 1, 500)
            }
            Self::Pages => Row::at_most("--pages", "The most pages of one list", 20, 1, 20),
            Self::ResponseBytes => Row::at_most(
                "--response-bytes",
                "The most bytes of all answers together",
                32 << 20,
                1,
                64 << 20,
            ),
            Self::RestReserve => {
                Row::at_least("--rest-reserve", "The REST requests that the run leaves to others", 500)
            }
            Self::GraphqlReserve => {
                Row::at_least("--graphql-reserve", "The GraphQL points that the run leaves to others", 500)
            }
        }
    }
}

impl Row {
    /// A limit that can be lowered, and raised up to a hard maximum.
    const fn at_most(
        option: &'static str,
        purpose: &'static str,
        default: u64,
        minimum: u64,
        maximum: u64,
    ) -> Self {
        Self { option, purpose, default, minimum, maximum: Some(maximum) }
    }

    /// A reserve: it can be raised and never lowered.
    const fn at_least(option: &'static str, purpose: &'static str, default: u64) -> Self {
        Self { option, purpose, default, minimum: default, maximum: None }
    }
}

/// What one run may spend. Each limit is within its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    transport: Transport,
    rest_requests: u64,
    graphql_requests: u64,
    graphql_points: u64,
    pages: u64,
    response_bytes: u64,
    rest_reserve: u64,
    graphql_reserve: u64,
}

/// A chosen limit that lies outside its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is out of bounds", .0.option())]
pub struct OutOfBounds(pub Limit);

impl Budgets {
    /// The specification's defaults.
    pub const DEFAULT: Self = Self::of(Transport::RestV2);

    /// The defaults of a transport.
    #[must_use]
    pub const fn of(transport: Transport) -> Self {
        Self {
            transport,
            rest_requests: Limit::RestRequests.default_of(transport),
            graphql_requests: Limit::GraphqlRequests.default_of(transport),
            graphql_points: Limit::GraphqlPoints.default_of(transport),
            pages: Limit::Pages.default_of(transport),
            response_bytes: Limit::ResponseBytes.default_of(transport),
            rest_reserve: Limit::RestReserve.default_of(transport),
            graphql_reserve: Limit::GraphqlReserve.default_of(transport),
        }
    }

    /// The transport that they are for, which is the one that reads.
    #[must_use]
    pub fn transport(&self) -> Transport {
        self.transport
    }

    /// The hard maximum of each limit of a transport, and the reserves.
    #[must_use]
    pub const fn most_of(transport: Transport) -> Self {
        const fn most(limit: Limit, transport: Transport) -> u64 {
            match limit.row_of(transport) {
                Row { maximum: Some(maximum), .. } => maximum,
                Row { default, .. } => default,
            }
        }
        Self {
            transport,
            rest_requests: most(Limit::RestRequests, transport),
            graphql_requests: most(Limit::GraphqlRequests, transport),
            graphql_points: most(Limit::GraphqlPoints, transport),
            pages: most(Limit::Pages, transport),
            response_bytes: most(Limit::ResponseBytes, transport),
            rest_reserve: most(Limit::RestReserve, transport),
            graphql_reserve: most(Limit::GraphqlReserve, transport),
        }
    }

    /// The same budgets with one limit chosen.
    ///
    /// # Errors
    ///
    /// [`OutOfBounds`] for a value below the limit's minimum or above its hard
    /// maximum.
    pub fn with(mut self, limit: Limit, value: u64) -> Result<Self, OutOfBounds> {
        let maximum = limit.maximum_of(self.transport);
        let fits = value >= limit.minimum() && maximum.is_none_or(|maximum| value <= maximum);
        if !fits {
            return Err(OutOfBounds(limit));
        }
        *match limit {
            Limit::RestRequests => &mut self.rest_requests,
            Limit::GraphqlRequests => &mut self.graphql_requests,
            Limit::GraphqlPoints => &mut self.graphql_points,
            Limit::Pages => &mut self.pages,
            Limit::ResponseBytes => &mut self.response_bytes,
            Limit::RestReserve => &mut self.rest_reserve,
            Limit::GraphqlReserve => &mut self.graphql_reserve,
        } = value;
        Ok(self)
    }

    /// The same budgets with one limit chosen as somebody types it: in plain
    /// decimal digits, without sign or leading zero.
    ///
    /// # Errors
    ///
    /// [`OutOfBounds`] for anything else, and as [`Self::with`].
    pub fn with_text(self, limit: Limit, text: &str) -> Result<Self, OutOfBounds> {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
        let value = plain.then(|| text.parse().ok()).flatten().ok_or(OutOfBounds(limit))?;
        self.with(limit, value)
    }

    /// What was chosen for a limit, or its default.
    #[must_use]
    pub fn get(&self, limit: Limit) -> u64 {
        match limit {
            Limit::RestRequests => self.rest_requests,
            Limit::GraphqlRequests => self.graphql_requests,
            Limit::GraphqlPoints => self.graphql_points,
            Limit::Pages => self.pages,
            Limit::ResponseBytes => self.response_bytes,
            Limit::RestReserve => self.rest_reserve,
            Limit::GraphqlReserve => self.graphql_reserve,
        }
    }
}

impl Default for Budgets {
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The specification's table; a reserve has no maximum.
    const SPECIFIED: [(Limit, u64, u64, Option<u64>); 7] = [
        (Limit::RestRequests, 32, 1, Some(64)),
        (Limit::GraphqlRequests, 1, 0, Some(2)),
        (Limit::GraphqlPoints, 100, 1, Some(500)),
        (Limit::Pages, 20, 1, Some(20)),
        (Limit::ResponseBytes, 32 * 1024 * 1024, 1, Some(64 * 1024 * 1024)),
        (Limit::RestReserve, 500, 500, None),
        (Limit::GraphqlReserve, 500, 500, None),
    ];

    #[test]
    fn the_limits_are_those_of_the_specification() {
        assert_eq!(SPECIFIED.map(|(limit, ..)| limit), Limit::ALL);
        for (limit, default, minimum, maximum) in SPECIFIED {
            assert_eq!(Budgets::DEFAULT.get(limit), default, "{limit:?}");
            let accepted = |value| Budgets::DEFAULT.with(limit, value).map(|budgets| budgets.get(limit));
            for value in [Some(minimum), maximum, Some(maximum.unwrap_or(u64::MAX))].into_iter().flatten() {
                assert_eq!(accepted(value), Ok(value), "{limit:?}");
            }
            let beyond = [minimum.checked_sub(1), maximum.map(|maximum| maximum + 1)];
            for value in beyond.into_iter().flatten() {
                assert_eq!(accepted(value), Err(OutOfBounds(limit)), "{limit:?} {value}");
            }
        }
    }

    #[test]
    fn the_v1_transport_has_more_queries_and_fewer_bytes() {
        let of = Budgets::of(Transport::GraphqlV1);
        for (limit, default, maximum) in
            [(Limit::GraphqlRequests, 64, 256), (Limit::ResponseBytes, 16 << 20, 16 << 20)]
        {
            assert_eq!(of.get(limit), default, "{limit:?}");
            assert!(of.with(limit, maximum).is_ok(), "{limit:?}");
            assert_eq!(of.with(limit, maximum + 1), Err(OutOfBounds(limit)));
        }
        for limit in [Limit::RestRequests, Limit::GraphqlPoints, Limit::Pages, Limit::GraphqlReserve] {
            assert_eq!(of.get(limit), limit.default(), "{limit:?}");
        }
    }

    #[test]
    fn a_choice_changes_its_own_limit_alone() {
        for chosen in Limit::ALL {
            let value = chosen.maximum().unwrap_or(chosen.default() + 1);
            let budgets = Budgets::DEFAULT.with(chosen, value).unwrap();
            for limit in Limit::ALL {
                let expected = if limit == chosen { value } else { limit.default() };
                assert_eq!(budgets.get(limit), expected, "{chosen:?} {limit:?}");
            }
        }
    }
}
