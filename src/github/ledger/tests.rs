use std::collections::{BTreeMap, VecDeque};
use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use http::{HeaderName, HeaderValue};
use proptest::prelude::*;

use super::*;
use crate::diagnostic::{Detail, Diagnostic};
use crate::github::RelationshipCursors;
use crate::observed::ProviderRef;
use crate::scope::Login;

const RESET: u64 = 1_900_000_059;
const MINUTE: u64 = 1_900_000_020;

fn rest() -> Operation {
    Operation::Owner { login: Login::parse("acme").unwrap() }
}

/// A query that is estimated at 4 points.
fn query() -> Operation {
    let issues = vec![ProviderRef::parse("I_1").unwrap(); 100];
    Operation::Relationships { issues, after: RelationshipCursors::default() }
}

fn headers(pairs: &[(&'static str, String)]) -> HeaderMap {
    let pair = |(name, value): &(&'static str, String)| {
        (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
    };
    pairs.iter().map(pair).collect()
}

/// The headers of an answer.
fn left(resource: &str, remaining: u64, reset: u64) -> HeaderMap {
    headers(&[
        ("x-ratelimit-resource", resource.to_owned()),
        ("x-ratelimit-remaining", remaining.to_string()),
        ("x-ratelimit-reset", reset.to_string()),
    ])
}

/// The body of a query's answer; its reset is `RESET`.
fn priced(cost: u64, remaining: u64) -> Vec<u8> {
    format!(
        r#"{{"data":{{"rateLimit":{{"cost":{cost},"remaining":{remaining},"resetAt":"2030-03-17T17:47:39Z"}}}}}}"#
    )
    .into_bytes()
}

fn ledger() -> Ledger {
    Ledger::metered(Budgets::DEFAULT)
}

fn with(limit: Limit, value: u64) -> Ledger {
    Ledger::metered(Budgets::DEFAULT.with(limit, value).unwrap())
}

/// The tally of a reader that nobody asks.
static TALLY: LazyLock<Tally> = LazyLock::new(Tally::new);

/// What a request gets that need not wait for another one.
fn reserve<'a>(ledger: &'a Ledger, operation: &Operation) -> Result<Reservation<'a>, Failure> {
    let reserving = pin!(ledger.reserve(operation, &TALLY));
    match reserving.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(reserved) => reserved,
        Poll::Pending => panic!("it waits"),
    }
}

/// Sends a request and gets this answer.
fn exchange<'a>(
    ledger: &'a Ledger,
    operation: &Operation,
    headers: &HeaderMap,
) -> Result<Reservation<'a>, Failure> {
    let mut reservation = reserve(ledger, operation)?;
    ledger.answered(&mut reservation, headers);
    Ok(reservation)
}

fn refused(resource: RateResource, reset: Option<u64>) -> Option<Detail> {
    Some(Detail::Rate { resource, reset })
}

fn refusal(ledger: &Ledger, operation: &Operation) -> Option<Detail> {
    let before = ledger.state();
    let failure = reserve(ledger, operation).unwrap_err();
    assert_eq!(failure.code(), Code::Rate001);
    assert_eq!(failure.diagnostics().count(), 1);
    assert_eq!(ledger.state(), before, "a refusal changes nothing");
    failure.diagnostics().next().and_then(Diagnostic::detail)
}

#[test]
fn what_is_afforded_passes_and_is_not_taken() {
    let ledger = ledger();
    assert!(ledger.affords(2), "nobody said anything: the first request asks");
    let unsaid = reserve(&ledger, &rest()).unwrap();
    assert!(!ledger.affords(1), "and nothing passes before its answer");
    drop(unsaid);
    let ledger = with(Limit::RestRequests, 4);
    exchange(&ledger, &rest(), &left("core", 502, RESET)).unwrap();
    let before = ledger.state();
    let asked: Vec<bool> = (0..4).map(|requests| ledger.affords(requests)).collect();
    assert_eq!((asked, ledger.state()), (vec![true, true, true, false], before));
    exchange(&ledger, &rest(), &left("core", 4_000, RESET + 3_600)).unwrap();
    assert_eq!((ledger.affords(2), ledger.affords(3)), (true, false), "the limit of the run");
    ledger.pause();
    assert!(!ledger.affords(1), "a secondary limit");
}

#[test]
fn what_is_afforded_has_room_for_the_largest_answers() {
    let ledger = with(Limit::ResponseBytes, 3 * ANSWER_BYTES as u64);
    exchange(&ledger, &rest(), &left("core", 4_000, RESET)).unwrap();
    assert!(ledger.affords(3));
    assert!(ledger.charge(&Tally::new(), 1));
    assert_eq!((ledger.affords(2), ledger.affords(3)), (true, false));
}

#[test]
fn a_request_passes_while_the_reserve_remains_after_it() {
    let ledger = ledger();
    exchange(&ledger, &rest(), &left("core", 502, RESET)).unwrap();
    exchange(&ledger, &rest(), &left("core", 501, RESET)).unwrap();
    exchange(&ledger, &rest(), &left("core", 500, RESET)).unwrap();
    assert_eq!(refusal(&ledger, &rest()), refused(RateResource::Rest, Some(MINUTE)));
    assert_eq!(ledger.state().spent.rest_requests, 3);
    assert_eq!(ledger.state().rest, ResourceState { remaining: Some(500), reset: Some(MINUTE) });
}

#[test]
fn decision_68_what_is_not_known_passes_once() {
    let silent = ledger();
    exchange(&silent, &rest(), &HeaderMap::new()).unwrap();
    assert_eq!(refusal(&silent, &rest()), refused(RateResource::Rest, None));
    assert!(reserve(&silent, &query()).is_ok(), "the other resource has its own");
    assert_eq!(refusal(&silent, &query()), refused(RateResource::Graphql, None));

    let dropped = ledger();
    reserve(&dropped, &rest()).unwrap();
    assert_eq!(refusal(&dropped, &rest()), refused(RateResource::Rest, None));
    assert_eq!(dropped.state().spent.rest_requests, 1, "it may have been sent");
}

#[test]
fn an_answer_that_says_nothing_leaves_what_is_known_less_the_request() {
    let ledger = ledger();
    exchange(&ledger, &rest(), &left("core", 502, RESET)).unwrap();
    exchange(&ledger, &rest(), &HeaderMap::new()).unwrap();
    assert_eq!(ledger.state().rest.remaining, Some(501));
    reserve(&ledger, &rest()).unwrap();
    assert_eq!(ledger.state().rest.remaining, Some(500));
    assert_eq!(refusal(&ledger, &rest()), refused(RateResource::Rest, Some(MINUTE)));
}

#[test]
fn within_a_window_an_answer_only_lowers_and_a_later_reset_begins_a_new_one() {
    let ledger = ledger();
    let seen = |resource: &str, remaining, reset| {
        exchange(&ledger, &rest(), &left(resource, remaining, reset)).unwrap();
        ledger.state().rest.remaining
    };
    assert_eq!(seen("core", 4_000, RESET), Some(4_000));
    assert_eq!(seen("core", 4_500, RESET), Some(4_000), "the same window");
    assert_eq!(seen("core", 3_000, RESET), Some(3_000));
    assert_eq!(seen("core", 5_000, RESET - 3_600), Some(3_000), "an answer of an older window");
    assert_eq!(seen("core", 4_999, RESET + 3_600), Some(4_999), "a new window");
    assert_eq!(ledger.state().rest.reset, Some(MINUTE + 3_600));
}

#[test]
fn trap_15_the_resource_of_an_answer_decides_which_limit_it_lowers() {
    let ledger = ledger();
    exchange(&ledger, &rest(), &left("core", 4_000, RESET)).unwrap();
    exchange(&ledger, &rest(), &left("graphql", 503, RESET + 60)).unwrap();
    assert_eq!(ledger.state().rest.remaining, Some(3_999), "its own answer said nothing about it");
    assert_eq!(refusal(&ledger, &query()), refused(RateResource::Graphql, Some(MINUTE + 60)));
    exchange(&ledger, &rest(), &left("search", 0, RESET)).unwrap();
    assert_eq!(ledger.state().rest.remaining, Some(3_998), "nobody's here");
    assert!(reserve(&ledger, &rest()).is_ok());
}

#[test]
fn trap_13_the_graphql_reserve_remains_after_the_estimated_query() {
    for (remaining, passes) in [(504, true), (503, false), (0, false)] {
        let ledger = Ledger::metered(Budgets::DEFAULT.with(Limit::GraphqlRequests, 2).unwrap());
        let mut first = reserve(&ledger, &query()).unwrap();
        ledger.answered(&mut first, &HeaderMap::new());
        ledger.priced(&mut first, &priced(3, remaining)).unwrap();
        assert_eq!(reserve(&ledger, &query()).is_ok(), passes, "{remaining}");
        if !passes {
            assert_eq!(refusal(&ledger, &query()), refused(RateResource::Graphql, Some(MINUTE)));
        }
    }
}

#[test]
fn points_are_estimated_before_a_query_and_reported_after_it() {
    let ledger = ledger();
    let mut first = reserve(&ledger, &query()).unwrap();
    assert_eq!(ledger.state().points, 4);
    ledger.answered(&mut first, &left("graphql", 4_990, RESET));
    assert_eq!(ledger.state().points, 4, "a failed query may have cost them");
    ledger.priced(&mut first, &priced(7, 4_980)).unwrap();
    assert_eq!(ledger.state().points, 7);
    assert_eq!(ledger.state().graphql, ResourceState { remaining: Some(4_980), reset: Some(MINUTE) });
}

#[test]
fn a_query_beyond_the_points_of_the_run_is_not_sent() {
    assert_eq!(refusal(&with(Limit::GraphqlPoints, 3), &query()), refused(RateResource::Graphql, None));
    assert!(reserve(&with(Limit::GraphqlPoints, 4), &query()).is_ok());
    let budgets = Budgets::DEFAULT.with(Limit::GraphqlRequests, 2).unwrap();
    for (cost, passes) in [(96, true), (97, false), (u64::MAX, false)] {
        let ledger = Ledger::metered(budgets);
        let mut first = reserve(&ledger, &query()).unwrap();
        ledger.priced(&mut first, &priced(cost, 4_000)).unwrap();
        assert_eq!(reserve(&ledger, &query()).is_ok(), passes, "{cost}");
    }
}

#[test]
fn a_query_that_cost_more_than_the_run_may_spend_stops_no_rest_request() {
    let ledger = ledger();
    let mut first = reserve(&ledger, &query()).unwrap();
    ledger.priced(&mut first, &priced(101, 4_000)).unwrap();
    assert!(ledger.affords(1));
    assert!(reserve(&ledger, &rest()).is_ok());
}

#[test]
fn a_query_that_used_up_its_points_says_until_when() {
    let limited = br#"{"errors":[{"type":"RATE_LIMIT","code":"graphql_rate_limit"}]}"#;
    for (headers, reset) in [(left("graphql", 0, RESET), Some(MINUTE)), (HeaderMap::new(), None)] {
        let ledger = with(Limit::GraphqlRequests, 2);
        let mut first = exchange(&ledger, &query(), &headers).unwrap();
        let failure = ledger.priced(&mut first, limited).unwrap_err();
        assert_eq!(failure.first().detail(), refused(RateResource::Graphql, reset));
        assert_eq!(refusal(&ledger, &query()), refused(RateResource::Graphql, reset));
        assert!(reserve(&ledger, &rest()).is_ok(), "REST has its own limit");
    }
}

#[test]
fn trap_15_a_query_that_meets_a_secondary_limit_stops_everything() {
    let named: &[u8] = br#"{"errors":[{"message":"You have exceeded a secondary rate limit."}]}"#;
    let failed: &[u8] = br#"{"errors":[{"message":"Something went wrong."}]}"#;
    let wait = headers(&[("retry-after", "60".to_owned())]);
    for (headers, body) in [(HeaderMap::new(), named), (wait, failed)] {
        let ledger = ledger();
        let mut first = exchange(&ledger, &query(), &headers).unwrap();
        let failure = ledger.priced(&mut first, body).unwrap_err();
        assert_eq!(failure.first().detail(), refused(RateResource::Secondary, None));
        assert_eq!(refusal(&ledger, &rest()), refused(RateResource::Secondary, None));
    }
    let ledger = ledger();
    let mut first = reserve(&ledger, &query()).unwrap();
    assert_eq!(ledger.priced(&mut first, failed), Ok(()), "the batch says what is wrong with it");
}

#[test]
fn each_limit_of_requests_is_a_limit_of_what_was_sent() {
    let ledger = with(Limit::RestRequests, 2);
    exchange(&ledger, &rest(), &left("core", 4_000, RESET)).unwrap();
    reserve(&ledger, &rest()).unwrap();
    assert_eq!(refusal(&ledger, &rest()), refused(RateResource::Rest, Some(MINUTE)));
    assert_eq!(ledger.state().spent.requests, BTreeMap::from([(Stage::Owner, 2)]));
    assert!(reserve(&ledger, &query()).is_ok());
    assert_eq!(refusal(&with(Limit::GraphqlRequests, 0), &query()), refused(RateResource::Graphql, None));
}

#[test]
fn a_run_without_bytes_left_asks_for_no_more() {
    let ledger = with(Limit::ResponseBytes, 10);
    assert!(ledger.charge(&TALLY, 9) && !ledger.charge(&TALLY, 2) && ledger.charge(&TALLY, 1));
    let failure = reserve(&ledger, &rest()).unwrap_err();
    assert_eq!(failure, Failure::read(Code::GithubRead005, Stage::Owner));
    assert_eq!(ledger.state().spent.rest_requests, 0);
    assert_eq!(ledger.state().spent.bytes, 10);
}

#[test]
fn trap_15_after_a_secondary_limit_nothing_more_is_sent() {
    let waiting = ledger();
    exchange(&waiting, &rest(), &headers(&[("retry-after", "60".to_owned())])).unwrap();
    let named = ledger();
    exchange(&named, &rest(), &left("core", 4_000, RESET)).unwrap();
    named.pause();
    for ledger in [waiting, named] {
        for operation in [rest(), query()] {
            assert_eq!(refusal(&ledger, &operation), refused(RateResource::Secondary, None));
        }
    }
}

#[test]
fn a_recording_is_held_to_the_limits_of_the_run_alone() {
    let ledger = Ledger::unmetered(Budgets::DEFAULT.with(Limit::RestRequests, 3).unwrap());
    for headers in [HeaderMap::new(), left("core", 0, RESET), left("core", 0, RESET)] {
        exchange(&ledger, &rest(), &headers).unwrap();
    }
    assert_eq!(refusal(&ledger, &rest()), refused(RateResource::Rest, None));
    assert_eq!(ledger.state().rest, ResourceState::default());
}

/// What can happen between a ledger and GitHub.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A request is wanted.
    Want(u64),
    /// The oldest request under way reaches GitHub.
    Arrive,
    /// The oldest request under way never reaches GitHub.
    Lose,
    /// An answer arrives; which one of those under way is free.
    Answer(usize),
    /// An answer arrives that says nothing.
    Silent(usize),
    /// An answer never arrives.
    LoseAnswer(usize),
    /// GitHub begins a new window.
    Reset,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => (1..5_u64).prop_map(Event::Want),
        6 => Just(Event::Arrive),
        1 => Just(Event::Lose),
        5 => (0..4_usize).prop_map(Event::Answer),
        1 => (0..4_usize).prop_map(Event::Silent),
        1 => (0..4_usize).prop_map(Event::LoseAnswer),
        1 => Just(Event::Reset),
    ]
}

proptest! {
    /// A small GitHub that counts for itself: whatever is lost, late, silent or
    /// out of order, no request but the first is ever answered beyond the
    /// reserve.
    #[test]
    fn the_reserve_is_never_crossed(start in 0..40_u64, limit in 0..40_u64, events in prop::collection::vec(event(), 0..200)) {
        let reserve = 10;
        let (mut meter, mut sent) = (Meter::limited(reserve), 0_u32);
        let (mut remaining, mut reset) = (start, RESET);
        let mut under_way: VecDeque<(u64, bool)> = VecDeque::new();
        let mut answers: Vec<(u64, Told)> = Vec::new();
        for event in events {
            match event {
                Event::Want(cost) if meter.take(cost) => {
                    sent += 1;
                    under_way.push_back((cost, sent == 1));
                }
                Event::Want(_) => {}
                Event::Arrive => {
                    let Some((cost, is_first)) = under_way.pop_front() else { continue };
                    prop_assert!(is_first || remaining >= reserve + cost, "{remaining} - {cost}");
                    remaining = remaining.saturating_sub(cost);
                    answers.push((cost, Told { remaining, reset: Some(reset) }));
                }
                Event::Lose => {
                    under_way.pop_front();
                }
                Event::Answer(nth) if nth < answers.len() => {
                    let (cost, told) = answers.remove(nth);
                    meter.settle(cost, told);
                }
                Event::Silent(nth) | Event::LoseAnswer(nth) if nth < answers.len() => {
                    answers.remove(nth);
                }
                Event::Answer(_) | Event::Silent(_) | Event::LoseAnswer(_) => {}
                Event::Reset => {
                    // A window never begins with less than the last one had.
                    (remaining, reset) = (limit.max(remaining), reset + 3_600);
                }
            }
        }
    }

    /// Without a new window nothing that is told raises what is known.
    #[test]
    fn within_a_window_what_is_known_never_rises(told in prop::collection::vec((0..100_u64, prop::option::of(Just(RESET))), 1..20)) {
        let mut meter = Meter::limited(10);
        let mut least = u64::MAX;
        for (remaining, reset) in told {
            meter.settle(0, Told { remaining, reset });
            least = least.min(remaining);
            prop_assert_eq!(meter.remaining(), Some(least));
        }
    }
}
