//! Counted is what was sent: also what failed, was dropped or never answered.

use std::time::Duration;

use yukh::diagnostic::{Code, Failure, RateResource, Stage};
use yukh::github::{Client, Credential, Endpoint, Exchange as _, Operation, Timeouts};
use yukh::scope::{Budgets, Limit, Login};

use super::{RESET, assert_deferred};
use crate::support::program::TOKEN;
use crate::support::raw::{Act, RawServer};

fn client(server: &RawServer, timeouts: Timeouts) -> Client {
    let endpoint = Endpoint::loopback(server.address()).unwrap();
    let credential = Credential::parse(TOKEN.as_bytes(), None).unwrap();
    let budgets = Budgets::DEFAULT.with(Limit::RestRequests, 3).unwrap();
    Client::live(endpoint, &credential, budgets, timeouts).unwrap()
}

fn owner() -> Operation {
    Operation::Owner { login: Login::parse("acme").unwrap() }
}

fn answer(status: &str, remaining: u64) -> Act {
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\
         x-ratelimit-resource: core\r\nx-ratelimit-remaining: {remaining}\r\nx-ratelimit-reset: {RESET}\r\n\r\n{{}}"
    );
    Act::Answer(head.into_bytes())
}

#[tokio::test]
async fn a_failed_answer_settles_as_a_good_one_does() {
    for (status, code) in [
        ("401 Unauthorized", Code::GithubRead002),
        ("403 Forbidden", Code::GithubRead003),
        ("404 Not Found", Code::GithubRead003),
        ("500 Internal Server Error", Code::GithubRead004),
    ] {
        let server = RawServer::start(vec![answer(status, 501), answer("200 OK", 500)]);
        let client = client(&server, Timeouts::DEFAULT);
        assert_eq!(client.send(&owner()).await.unwrap_err().code(), code, "{status}");
        assert_eq!(client.ledger().rest.remaining, Some(501), "{status}");
        client.send(&owner()).await.unwrap();
        let refused = client.send(&owner()).await.unwrap_err();
        assert_deferred(&refused, RateResource::Rest, Some(super::MINUTE));
        assert_eq!(server.requests().len(), 2, "{status}");
        assert_eq!(client.accounting().rest_requests, 2, "{status}");
    }
}

#[tokio::test]
async fn a_dropped_request_keeps_its_reservation() {
    let server = RawServer::start(vec![answer("200 OK", 502), Act::Stall(Vec::new()), answer("200 OK", 500)]);
    let client = client(&server, Timeouts::DEFAULT);
    client.send(&owner()).await.unwrap();
    let dropped = tokio::time::timeout(Duration::from_millis(200), client.send(&owner())).await;
    assert!(dropped.is_err());
    assert_eq!(server.requests().len(), 2);
    assert_eq!(client.accounting().rest_requests, 2);
    assert_eq!(client.ledger().rest.remaining, Some(501));
    client.send(&owner()).await.unwrap();
    assert_eq!(client.ledger().spent.requests[&Stage::Owner], 3);
    let refused = client.send(&owner()).await.unwrap_err();
    assert_deferred(&refused, RateResource::Rest, Some(super::MINUTE));
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn a_request_that_runs_out_of_time_is_counted_and_not_repeated() {
    let server = RawServer::start(vec![Act::Stall(Vec::new())]);
    let short = Timeouts { request: Duration::from_millis(100), ..Timeouts::DEFAULT };
    let client = client(&server, short);
    assert_eq!(client.send(&owner()).await.unwrap_err().code(), Code::GithubRead004);
    let refused = client.send(&owner()).await.unwrap_err();
    assert_deferred(&refused, RateResource::Rest, None);
    assert_eq!((server.requests().len(), client.accounting().rest_requests), (1, 1));
}

#[tokio::test]
async fn a_request_that_is_never_polled_is_not_counted() {
    let server = RawServer::start(vec![answer("200 OK", 4_900)]);
    let client = client(&server, Timeouts::DEFAULT);
    drop(client.send(&owner()));
    assert_eq!(client.accounting().rest_requests, 0);
    client.send(&owner()).await.unwrap();
    assert_eq!((server.requests().len(), client.accounting().rest_requests), (1, 1));
}

#[tokio::test]
async fn trap_15_after_a_secondary_limit_nothing_more_leaves() {
    let named = "HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: 36\r\n\
                 x-ratelimit-remaining: 4900\r\n\r\n{\"message\":\"a secondary rate limit\"}";
    let asked = "HTTP/1.1 503 Unavailable\r\nretry-after: 60\r\ncontent-length: 0\r\n\r\n";
    for (bytes, code) in [(named, Code::Rate001), (asked, Code::GithubRead004)] {
        let server = RawServer::start(vec![Act::Answer(bytes.as_bytes().to_vec())]);
        let client = client(&server, Timeouts::DEFAULT);
        assert_eq!(client.send(&owner()).await.unwrap_err().code(), code);
        assert_deferred(&client.send(&owner()).await.unwrap_err(), RateResource::Secondary, None);
        assert_eq!(server.requests().len(), 1);
    }
}

/// Two requests at once, the first one sent while nobody knows what is left.
async fn two_at_once(acts: Vec<Act>) -> (Vec<Result<(), Failure>>, usize) {
    let server = RawServer::start(acts);
    let client = client(&server, Timeouts { request: Duration::from_millis(300), ..Timeouts::DEFAULT });
    let (owner, again) = (owner(), owner());
    let (first, second) = tokio::join!(client.send(&owner), client.send(&again));
    let ended = [first, second].map(|answer| answer.map(|_| ())).to_vec();
    assert_eq!(client.accounting().rest_requests as usize, server.requests().len());
    (ended, server.requests().len())
}

#[tokio::test]
async fn decision_68_a_second_request_waits_for_what_the_first_one_is_told() {
    let (ended, sent) = two_at_once(vec![answer("200 OK", 4_900), answer("200 OK", 4_899)]).await;
    assert!(ended.iter().all(Result::is_ok), "{ended:?}");
    assert_eq!(sent, 2);
    // A failed answer tells what is left as a good one does.
    let (ended, sent) = two_at_once(vec![answer("404 Not Found", 4_900), answer("200 OK", 4_899)]).await;
    assert_eq!(ended[0].as_ref().map_err(Failure::code), Err(Code::GithubRead003));
    assert!(ended[1].is_ok());
    assert_eq!(sent, 2);
}

#[tokio::test]
async fn decision_68_a_second_request_is_refused_by_what_the_first_one_is_told() {
    let (ended, sent) = two_at_once(vec![answer("200 OK", 500), answer("200 OK", 499)]).await;
    assert!(ended[0].is_ok());
    assert_deferred(ended[1].as_ref().unwrap_err(), RateResource::Rest, Some(super::MINUTE));
    assert_eq!(sent, 1);
}

#[tokio::test]
async fn decision_68_where_the_first_request_is_told_nothing_the_second_one_is_not_sent() {
    let silent = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
    let acts = [
        (Act::Answer(silent.as_bytes().to_vec()), None),
        (Act::Stall(Vec::new()), Some(Code::GithubRead004)),
    ];
    for (act, code) in acts {
        let (ended, sent) = two_at_once(vec![act, answer("200 OK", 4_900)]).await;
        assert_eq!(ended[0].as_ref().err().map(Failure::code), code);
        assert_deferred(ended[1].as_ref().unwrap_err(), RateResource::Rest, None);
        assert_eq!(sent, 1);
    }
}

#[tokio::test]
async fn decision_68_a_request_that_waits_is_let_go_when_the_first_one_is_given_up() {
    let server = RawServer::start(vec![Act::Stall(Vec::new()), answer("200 OK", 4_900)]);
    let client = client(&server, Timeouts::DEFAULT);
    let (owner, again) = (owner(), owner());
    let first = tokio::time::timeout(Duration::from_millis(200), client.send(&owner));
    let (first, second) = tokio::join!(first, client.send(&again));
    assert!(first.is_err(), "given up");
    // It may have reached GitHub, and nobody knows what it left.
    assert_deferred(&second.map(|_| ()).unwrap_err(), RateResource::Rest, None);
    assert_eq!(server.requests().len(), 1);
}
