//! How long each part of a request may take (decision 69).

use std::time::{Duration, Instant};

use yukh::diagnostic::Code;
use yukh::github::{Client, Endpoint, Exchange as _, Proxy, Timeouts, Way};
use yukh::scope::Budgets;

use super::{client_with, credential, repository};
use crate::support::gzip::gzip;
use crate::support::proxy::{self, Gate};
use crate::support::raw::{Act, RawServer};

const SHORT: Duration = Duration::from_millis(200);

/// Much longer than a short time-out and much shorter than a default one.
const SOON: Duration = Duration::from_secs(5);

#[tokio::test]
async fn trap_30_a_connection_has_to_stand_in_time_through_proxy_and_handshake() {
    for gate in [Gate::Silent, Gate::Deaf] {
        let proxy = proxy::Proxy::start(gate);
        let way = Way { proxy: Proxy::parse(&proxy.url()), ..Way::default() };
        let timeouts = Timeouts { connect: SHORT, ..Timeouts::DEFAULT };
        let client =
            Client::live(Endpoint::github_by(way), &credential(), Budgets::DEFAULT, timeouts).unwrap();
        let begun = Instant::now();
        assert_eq!(client.send(&repository()).await.unwrap_err().code(), Code::GithubRead004);
        assert!((SHORT..SOON).contains(&begun.elapsed()), "{:?}", begun.elapsed());
        assert_eq!((proxy.connections(), client.accounting().rest_requests), (1, 1));
        assert!(!proxy.wire().contains("ghp_"));
    }
}

#[tokio::test]
async fn trap_30_a_body_that_trickles_does_not_hold_the_run() {
    let plain = (String::new(), vec![b' '; 1_000]);
    let coded = ("content-encoding: gzip\r\n".to_owned(), gzip(&vec![b' '; 100_000]));
    for (header, body) in [plain, coded] {
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n{header}content-length: {}\r\n\r\n",
            body.len()
        );
        // Each pause alone would be short enough.
        let server = RawServer::start(vec![Act::Trickle(head.into_bytes(), body, SHORT / 8)]);
        let timeouts = Timeouts { request: SHORT, ..Timeouts::DEFAULT };
        let client = client_with(server.address(), Budgets::DEFAULT, timeouts);
        let begun = Instant::now();
        assert_eq!(client.send(&repository()).await.unwrap_err().code(), Code::GithubRead004);
        assert!((SHORT..SOON).contains(&begun.elapsed()), "{:?}", begun.elapsed());
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn trap_30_a_head_that_trickles_does_not_hold_the_run() {
    let server = RawServer::start(vec![Act::Trickle(
        b"HTTP/1.1 200 OK\r\n".to_vec(),
        b"x: y\r\n".repeat(1_000),
        SHORT / 8,
    )]);
    let timeouts = Timeouts { request: SHORT, ..Timeouts::DEFAULT };
    let client = client_with(server.address(), Budgets::DEFAULT, timeouts);
    assert_eq!(client.send(&repository()).await.unwrap_err().code(), Code::GithubRead004);
    assert_eq!(server.requests().len(), 1);
}
