//! What each status, header and body means (decisions 62 to 67, 70).

use std::collections::BTreeSet;
use std::time::Duration;

use yukh::diagnostic::{Code, Detail, ExitClass, RateResource, Stage};
use yukh::github::{Exchange as _, Timeouts};
use yukh::scope::Budgets;

use super::{ask, client, client_with, detail, http, relationships, repository};
use crate::support::raw::{Act, RawServer};

const DENIED: &str = "{\"message\":\"Resource not accessible by integration\"}";
const SECONDARY: &str = "{\"message\":\"You have exceeded a secondary rate limit. Please wait.\"}";

#[tokio::test]
async fn b10_a_503_is_one_request_and_one_failure() {
    let fail = Act::Answer(http("503 Service Unavailable", "", "{}").into_bytes());
    let server =
        RawServer::start(vec![fail.clone(), fail, Act::Answer(http("200 OK", "", "{}").into_bytes())]);
    let client = client(server.address());
    let failure = client.send(&repository()).await.unwrap_err();
    assert_eq!((failure.code(), failure.class().exit()), (Code::GithubRead004, ExitClass::Provider));
    assert_eq!(server.requests().len(), 1);
    assert_eq!(client.accounting().rest_requests, 1);
}

#[tokio::test]
async fn b31_missing_denied_gone_and_unauthenticated_are_told_apart() {
    let mut codes = BTreeSet::new();
    for (status, body, code) in [
        ("401 Unauthorized", "{}", Code::GithubRead002),
        ("403 Forbidden", DENIED, Code::GithubRead003),
        ("404 Not Found", "{}", Code::GithubRead003),
        ("410 Gone", "{}", Code::GithubRead011),
    ] {
        let server = RawServer::answering(&http(status, "", body));
        let failure = ask(server.address()).await.unwrap_err();
        assert_eq!(failure.code(), code, "{status}");
        assert_eq!(detail(&failure), Some(Detail::Stage(Stage::Repository)), "{status}");
        codes.insert(failure.code().as_str());
    }
    // GitHub answers 404 for what a token may not see, so the two denials
    // share a code (decision 64) and the read tells them apart.
    assert_eq!(codes.len(), 3);
}

#[tokio::test]
async fn trap_29_a_404_names_its_read_and_a_301_is_a_moved_binding() {
    let server = RawServer::answering(&http("404 Not Found", "", "{}"));
    let missing = ask(server.address()).await.unwrap_err();
    assert_eq!((missing.code(), missing.class().exit()), (Code::GithubRead003, ExitClass::Credential));
    assert_eq!(detail(&missing), Some(Detail::Stage(Stage::Repository)));
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let target = RawServer::answering(&http("200 OK", "", "{}"));
        let location = format!("location: {}/repositories/1\r\n", target.address());
        let server = RawServer::answering(&http(status, &location, "{}"));
        let moved = ask(server.address()).await.unwrap_err();
        assert_eq!(moved.code(), Code::Snapshot001, "{status}");
        assert_eq!((server.requests().len(), target.requests().len()), (1, 0), "{status} was followed");
    }
}

#[tokio::test]
async fn b08_trap_15_a_secondary_limit_is_a_deferral() {
    let headers = "x-ratelimit-remaining: 4900\r\nx-ratelimit-reset: 1796083199\r\nretry-after: 60\r\n";
    for (status, headers, body) in [
        ("403 Forbidden", headers, SECONDARY),
        ("403 Forbidden", "retry-after: 60\r\n", "{}"),
        ("403 Forbidden", "x-ratelimit-remaining: 4900\r\n", SECONDARY),
        ("429 Too Many Requests", "", SECONDARY),
    ] {
        let server = RawServer::answering(&http(status, headers, body));
        let failure = ask(server.address()).await.unwrap_err();
        assert_eq!((failure.code(), failure.class().exit()), (Code::Rate001, ExitClass::Deferred));
        let rate = Detail::Rate { resource: RateResource::Secondary, reset: None };
        assert_eq!(detail(&failure), Some(rate));
    }
}

#[tokio::test]
async fn b26_a_denial_is_no_deferral() {
    let headers = "x-ratelimit-remaining: 4900\r\nx-ratelimit-reset: 1796083199\r\n";
    let server = RawServer::answering(&http("403 Forbidden", headers, DENIED));
    let failure = ask(server.address()).await.unwrap_err();
    assert_eq!((failure.code(), failure.class().exit()), (Code::GithubRead003, ExitClass::Credential));
}

#[tokio::test]
async fn trap_14_an_exhausted_limit_says_which_and_until_when() {
    let rest = "x-ratelimit-remaining: 0\r\nx-ratelimit-reset: 1796083199\r\nx-ratelimit-resource: core\r\n";
    let graphql = rest.replace("core", "graphql");
    for (status, headers, resource) in [
        ("403 Forbidden", rest, RateResource::Rest),
        ("429 Too Many Requests", rest, RateResource::Rest),
        ("403 Forbidden", graphql.as_str(), RateResource::Graphql),
    ] {
        let server = RawServer::answering(&http(status, headers, "{}"));
        let failure = ask(server.address()).await.unwrap_err();
        let rate = Detail::Rate { resource, reset: Some(1_796_083_140) };
        assert_eq!((failure.code(), detail(&failure)), (Code::Rate001, Some(rate)));
    }
    let unnamed = RawServer::answering(&http("403 Forbidden", "x-ratelimit-remaining: 0\r\n", "{}"));
    let failure = client(unnamed.address()).send(&relationships()).await.unwrap_err();
    let rate = Detail::Rate { resource: RateResource::Graphql, reset: None };
    assert_eq!(detail(&failure), Some(rate));
}

#[tokio::test]
async fn an_answer_is_whole_json() {
    for (answer, code) in [
        ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}".to_owned(), Code::Rest001),
        (http("200 OK", "", "{}").replace("application/json", "text/html"), Code::Rest001),
        (http("200 OK", "content-encoding: gzip\r\n", "{}"), Code::Rest001),
        (http("200 OK", "content-encoding: br\r\n", "{}"), Code::Rest001),
        (http("200 OK", "content-encoding: identity, gzip\r\n", "{}"), Code::Rest001),
        (http("200 OK", "link: <\u{e9}>; rel=\"next\"\r\n", "{}"), Code::Rest001),
        (http("204 No Content", "", ""), Code::Rest001),
        (http("304 Not Modified", "", ""), Code::Cache001),
        (http("422 Unprocessable Content", "", "{}"), Code::Rest001),
        ("nonsense\r\n\r\n".to_owned(), Code::GithubRead004),
    ] {
        let server = RawServer::answering(&answer);
        let failure = ask(server.address()).await.unwrap_err();
        assert_eq!(failure.code(), code, "{answer}");
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_connection_that_breaks_is_one_request_and_one_failure() {
    for bytes in ["", "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{}"] {
        let server = RawServer::start(vec![Act::AnswerAndClose(bytes.as_bytes().to_vec())]);
        let failure = ask(server.address()).await.unwrap_err();
        assert_eq!(failure.code(), Code::GithubRead004);
        assert_eq!(server.requests().len(), 1);
    }
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert_eq!(ask(&format!("http://{nobody}")).await.unwrap_err().code(), Code::GithubRead004);
}

#[tokio::test]
async fn trap_30_a_silent_server_does_not_hold_the_run() {
    let short = Timeouts { request: Duration::from_millis(200), ..Timeouts::DEFAULT };
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
    let denied = "HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\n\r\n{";
    for before in ["", "HTTP/1.1 200", head, denied] {
        let server = RawServer::start(vec![Act::Stall(before.as_bytes().to_vec())]);
        let client = client_with(server.address(), Budgets::DEFAULT, short);
        let failure = client.send(&repository()).await.unwrap_err();
        assert_eq!(failure.code(), Code::GithubRead004, "{before}");
        assert_eq!(server.requests().len(), 1);
        assert_eq!(client.accounting().rest_requests, 1);
    }
}

#[test]
fn trap_30_the_timeouts_are_10_and_60_seconds() {
    let specified = Timeouts { connect: Duration::from_secs(10), request: Duration::from_secs(60) };
    assert_eq!(Timeouts::DEFAULT, specified);
}
