//! What a run cost, beside what it might have.

use super::Evidence;
use super::audit::overview;
use crate::scope::{Budgets, Limit};

/// One sentence: `Cost: 4 of 32 REST requests, 0 of 1 GraphQL requests, 96 KiB
/// of 32 MiB.` Without a line end.
#[must_use]
pub fn spent(evidence: &Evidence, budgets: &Budgets) -> String {
    format!(
        "Cost: {} of {} REST requests, {} of {} GraphQL requests, {} of {}.",
        evidence.rest_requests,
        budgets.get(Limit::RestRequests),
        evidence.graphql_requests,
        budgets.get(Limit::GraphqlRequests),
        size(evidence.response_bytes),
        size(budgets.get(Limit::ResponseBytes)),
    )
}

/// What an audit without a result cost: `Cost: 4 REST requests, 0 GraphQL
/// requests, 0 scopes, 1 page, 3 KiB.` Without a line end.
#[must_use]
pub fn spent_in_vain(evidence: &Evidence) -> String {
    format!("Cost: {}.", overview::cost(evidence).join(", "))
}

/// So many bytes, rounded up.
pub(super) fn size(bytes: u64) -> String {
    match bytes.div_ceil(1 << 10) {
        0 => "0 KiB".to_owned(),
        kibibytes if kibibytes < 1 << 10 => format!("{kibibytes} KiB"),
        kibibytes => format!("{} MiB", kibibytes.div_ceil(1 << 10)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_rounded_up() {
        for (bytes, shown) in [
            (0, "0 KiB"),
            (1, "1 KiB"),
            (1024, "1 KiB"),
            (1025, "2 KiB"),
            ((1 << 20) - 1024, "1023 KiB"),
            ((1 << 20) - 1, "1 MiB"),
            ((1 << 20) + 1, "2 MiB"),
            (32 << 20, "32 MiB"),
        ] {
            assert_eq!(size(bytes), shown);
        }
    }

    #[test]
    fn what_was_spent_stands_beside_the_budget() {
        let evidence = Evidence { rest_requests: 4, response_bytes: 98_000, ..Evidence::default() };
        assert_eq!(
            spent(&evidence, &Budgets::DEFAULT),
            "Cost: 4 of 32 REST requests, 0 of 1 GraphQL requests, 96 KiB of 32 MiB."
        );
    }
}
