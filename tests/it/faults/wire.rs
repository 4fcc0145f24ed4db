//! What goes wrong on the wire at any request, and what is too much of it.

use std::sync::LazyLock;
use std::time::Duration;

use yukh::diagnostic::Code;

use super::{CANARY, EVERY, Fault};
use crate::support::gzip::gzip;
use crate::support::raw::Act;
use crate::support::world::Reply;

/// Connections that break, and answers that do not come.
pub(super) const CONNECTIONS: &[Fault] = &[
    Fault::wire("a connection that closes before the headers", Code::GithubRead004, |_| {
        Act::AnswerAndClose(Vec::new())
    }),
    Fault::wire("a connection that closes within the headers", Code::GithubRead004, |bytes| {
        Act::AnswerAndClose(bytes[..head(&bytes).len() - 3].to_vec())
    }),
    Fault::wire("a connection that closes within the body", Code::GithubRead004, |bytes| {
        Act::AnswerAndClose(bytes[..bytes.len() - 3].to_vec())
    }),
    Fault::wire("a connection that closes within the body", Code::GithubRead004, |bytes| {
        let (body, head) = (&bytes[head(&bytes).len()..], chunked(&bytes));
        let size = format!("{:x}\r\n", body.len());
        Act::AnswerAndClose([head.as_bytes(), size.as_bytes(), &body[..body.len() - 3]].concat())
    }),
    Fault::wire("something that is not HTTP", Code::GithubRead004, |_| {
        Act::AnswerAndClose(b"SSH-2.0-CANARY\r\n".to_vec())
    }),
    Fault::wire("headers without end", Code::GithubRead004, |_| {
        let header = format!("x-canary: {CANARY}\r\n");
        Act::AnswerAndClose(format!("HTTP/1.1 200 OK\r\n{}", header.repeat(50_000)).into_bytes())
    }),
    Fault::wire("no answer in time", Code::GithubRead004, |_| Act::Stall(Vec::new())).slow(),
    Fault::wire("an answer that stops within its headers", Code::GithubRead004, |bytes| {
        Act::Stall(head(&bytes).as_bytes()[..20].to_vec())
    })
    .slow(),
    Fault::wire("an answer that stops within its body", Code::GithubRead004, |bytes| {
        Act::Stall(bytes[..bytes.len() - 3].to_vec())
    })
    .slow(),
    Fault::wire("an answer that comes too slowly", Code::GithubRead004, |bytes| {
        Act::Trickle(head(&bytes).as_bytes().to_vec(), vec![b' '; 40], Duration::from_millis(50))
    })
    .slow(),
];

/// Answers that are larger than an answer may be.
pub(super) const SIZES: &[Fault] = &[
    Fault::wire("a body that says it is larger than 8 MiB", Code::GithubRead005, |bytes| {
        let head = format!("{}content-length: {}\r\n\r\n", open(&bytes), (8 << 20) + 1);
        Act::Answer(head.into_bytes())
    }),
    Fault::wire("a body without end", Code::GithubRead005, |_| Act::Endless),
    Fault::answer("a body that is larger once it is decompressed", EVERY, Code::GithubRead005, |reply| {
        static BOMB: LazyLock<Vec<u8>> = LazyLock::new(|| gzip(&vec![b' '; (8 << 20) + 1]));
        Reply { body: BOMB.clone(), ..reply }.header("content-encoding", "gzip")
    }),
];

/// The head of an answer, with the empty line.
fn head(bytes: &[u8]) -> &str {
    let end = bytes.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
    std::str::from_utf8(&bytes[..end]).unwrap()
}

/// The head without its length and without the empty line.
fn open(bytes: &[u8]) -> &str {
    let head = head(bytes);
    &head[..head.rfind("content-length").unwrap()]
}

/// The head of the same answer in chunks.
fn chunked(bytes: &[u8]) -> String {
    format!("{}transfer-encoding: chunked\r\n\r\n", open(bytes))
}
