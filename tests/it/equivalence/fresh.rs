//! Worlds that nobody recorded.

use proptest::prelude::*;
use yukh::scope::Transport;

use super::ending;
use crate::recordings::{SEEDS, sketch};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        max_shrink_iters: 0,
        ..ProptestConfig::default()
    })]

    #[test]
    fn both_readers_plan_the_same_in_any_world(seed in SEEDS.end() + 1..u64::MAX) {
        let case = sketch(seed);
        let policy = case.parsed_policy();
        let [v1, v2] = [Transport::GraphqlV1, Transport::RestV2].map(|transport| case.side(transport).snapshot);
        let (Ok(v1), Ok(v2)) = (&v1, &v2) else { return Err(TestCaseError::fail(format!("{v1:?} {v2:?}"))) };
        for issue in v1.scope().issues.iter() {
            prop_assert_eq!(ending(v1, &policy, issue), ending(v2, &policy, issue), "issue {}", issue.get());
        }
    }
}
