//! Bytes and requests that a run may spend.

use yukh::diagnostic::Code;
use yukh::github::{Exchange as _, Timeouts};
use yukh::scope::{Budgets, Limit, OwnerKind};

use super::{ask, client, client_with, http, items, repository};
use crate::support::raw::{Act, RawServer};

const MIB: usize = 1 << 20;

fn json_of(bytes: usize) -> String {
    http("200 OK", "", &format!("\"{}\"", "a".repeat(bytes - 2)))
}

#[tokio::test]
async fn trap_11_an_answer_of_8_mib_is_read_and_one_more_byte_is_not() {
    let whole = RawServer::answering(&json_of(8 * MIB));
    assert_eq!(ask(whole.address()).await.unwrap().body.len(), 8 * MIB);
    let more = RawServer::answering(&json_of(8 * MIB + 1));
    assert_eq!(ask(more.address()).await.unwrap_err().code(), Code::GithubRead005);
}

#[tokio::test]
async fn trap_11_an_endless_answer_is_left_at_the_bound() {
    let server = RawServer::start(vec![Act::Endless]);
    let client = client(server.address());
    assert_eq!(client.send(&repository()).await.unwrap_err().code(), Code::GithubRead005);
    assert!(client.accounting().bytes <= 8 * MIB as u64);
    drop(client);
    // What the socket's buffers hold was written but never read.
    assert!(server.written() < 24 * MIB as u64, "{}", server.written());
}

#[tokio::test]
async fn trap_11_all_answers_of_a_run_share_one_budget_of_bytes() {
    let server = RawServer::answering(&json_of(MIB));
    let budgets = Budgets::DEFAULT.with(Limit::ResponseBytes, 2 * MIB as u64 + 100).unwrap();
    let client = client_with(server.address(), budgets, Timeouts::DEFAULT);
    client.send(&repository()).await.unwrap();
    client.send(&items(OwnerKind::Organization)).await.unwrap();
    assert_eq!(client.accounting().bytes, 2 * MIB as u64);
    assert_eq!(client.send(&repository()).await.unwrap_err().code(), Code::GithubRead005);
    assert!(client.accounting().bytes <= budgets.get(Limit::ResponseBytes));
}

#[tokio::test]
async fn the_reason_of_a_denial_is_looked_at_up_to_its_bound() {
    let (padding, name) = ("a".repeat(MIB), "secondary rate limit");
    for (body, code) in
        [(format!("{name}{padding}"), Code::Rate001), (format!("{padding}{name}"), Code::GithubRead003)]
    {
        let server = RawServer::answering(&http("403 Forbidden", "", &body));
        let client = client(server.address());
        assert_eq!(client.send(&repository()).await.unwrap_err().code(), code);
        assert_eq!(client.accounting().bytes, 64 << 10);
    }
}
