//! Compressed answers on the wire (decision 8).

use yukh::diagnostic::{Code, Detail, RateResource};
use yukh::github::{Exchange as _, Timeouts};
use yukh::scope::{Budgets, Limit};

use super::{client, client_with, detail, repository};
use crate::support::gzip::gzip;
use crate::support::raw::{Act, RawServer};

const MIB: usize = 1 << 20;

/// An answer of these compressed bytes.
fn answer(status: &str, body: &[u8]) -> Act {
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    Act::Answer([head.as_bytes(), body].concat())
}

#[tokio::test]
async fn decoded_bytes_are_given_and_counted() {
    let text = format!("\"{}\"", "a".repeat(MIB));
    let server = RawServer::start(vec![answer("200 OK", &gzip(text.as_bytes()))]);
    let client = client(server.address());
    assert_eq!(client.send(&repository()).await.unwrap().body, text.as_bytes());
    assert_eq!(client.accounting().bytes, text.len() as u64);
    assert!(server.requests()[0].contains("\r\naccept-encoding: gzip\r\n"), "{}", server.requests()[0]);
}

#[tokio::test]
async fn the_bounds_hold_for_decoded_bytes() {
    let (fits, more) = (gzip(&vec![b' '; 8 * MIB]), gzip(&vec![b' '; 8 * MIB + 1]));
    let server = RawServer::start(vec![answer("200 OK", &fits)]);
    assert_eq!(client(server.address()).send(&repository()).await.unwrap().body.len(), 8 * MIB);
    let budgets = Budgets::DEFAULT.with(Limit::ResponseBytes, 8 * MIB as u64 - 1).unwrap();
    let poor = client_with(server.address(), budgets, Timeouts::DEFAULT);
    assert_eq!(poor.send(&repository()).await.unwrap_err().code(), Code::GithubRead005);
    assert!(poor.accounting().bytes <= budgets.get(Limit::ResponseBytes));
    let server = RawServer::start(vec![answer("200 OK", &more)]);
    assert_eq!(client(server.address()).send(&repository()).await.unwrap_err().code(), Code::GithubRead005);
}

/// A gzip member of exactly so many bytes that becomes a few: blocks of nothing
/// before the one that holds something.
fn padded(length: usize) -> Vec<u8> {
    let (head, nothing, sum) = (10, [0, 0, 0, 0xff, 0xff], 8);
    let room = length - head - nothing.len() - sum;
    let text = vec![b' '; room % nothing.len()];
    let size = u16::try_from(text.len()).unwrap();
    let mut member = gzip(b"")[..head].to_vec();
    member.extend(nothing.repeat(room / nothing.len()));
    member.push(1);
    member.extend([size.to_le_bytes(), (!size).to_le_bytes()].concat());
    member.extend(&text);
    let mut sums = flate2::Crc::new();
    sums.update(&text);
    member.extend([sums.sum().to_le_bytes(), sums.amount().to_le_bytes()].concat());
    assert_eq!(member.len(), length);
    member
}

#[tokio::test]
async fn the_bound_holds_for_bytes_before_decoding_too() {
    let chunked = |bytes: &[u8]| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\n\
                    transfer-encoding: chunked\r\n\r\n";
        let size = format!("{head}{:x}\r\n", bytes.len());
        Act::Answer([size.as_bytes(), bytes, b"\r\n0\r\n\r\n"].concat())
    };
    for (length, fits) in [(8 * MIB, true), (8 * MIB + 1, false)] {
        let member = padded(length);
        for act in [answer("200 OK", &member), chunked(&member)] {
            let server = RawServer::start(vec![act]);
            let read = client(server.address()).send(&repository()).await;
            let expected = if fits { Ok(()) } else { Err(Code::GithubRead005) };
            assert_eq!(read.map(drop).map_err(|failure| failure.code()), expected, "{length}");
        }
    }
}

#[tokio::test]
async fn a_representation_that_is_broken_is_told_from_a_connection_that_is() {
    let whole = gzip(b"{}");
    let cut = &whole[..whole.len() - 1];
    let mut other = whole.clone();
    *other.last_mut().unwrap() ^= 1;
    for body in
        [cut, &other, &[whole.as_slice(), b"{}"].concat(), &[whole.as_slice(), &whole].concat(), b"{}", b""]
    {
        let server = RawServer::start(vec![answer("200 OK", body)]);
        assert_eq!(client(server.address()).send(&repository()).await.unwrap_err().code(), Code::Rest001);
        assert_eq!(server.requests().len(), 1);
    }
    let Act::Answer(mut bytes) = answer("200 OK", &whole) else { panic!("an answer") };
    bytes.pop();
    let server = RawServer::start(vec![Act::AnswerAndClose(bytes)]);
    assert_eq!(client(server.address()).send(&repository()).await.unwrap_err().code(), Code::GithubRead004);
}

#[tokio::test]
async fn the_compressed_reason_of_a_denial_is_looked_at_up_to_its_bound() {
    let (padding, name) = (" ".repeat(MIB), "You have exceeded a secondary rate limit.");
    let rate = Detail::Rate { resource: RateResource::Secondary, reset: None };
    for (reason, deferred) in [
        (name.to_owned(), true),
        (format!("{name}{padding}"), true),
        (format!("{padding}{name}"), false),
        ("Resource not accessible by integration".to_owned(), false),
    ] {
        let server = RawServer::start(vec![answer("403 Forbidden", &gzip(reason.as_bytes()))]);
        let client = client(server.address());
        let failure = client.send(&repository()).await.unwrap_err();
        let code = if deferred { Code::Rate001 } else { Code::GithubRead003 };
        assert_eq!((failure.code(), detail(&failure) == Some(rate)), (code, deferred));
        assert_eq!(client.accounting().bytes, reason.len().min(64 << 10) as u64);
    }
}
