//! Answers that arrive whole and are wrong at any request.

use yukh::diagnostic::Code;

use super::{CHECKS, EVERY, Ending, Fault, LISTS, NEEDED, OBJECTS, Read};
use crate::support::gzip::compressed;
use crate::support::world::Reply;

const SPENT: &str = "status 403 or 429 with no request left";
const WAIT: &str = "status 403 or 429 with a time to wait";
const SECONDARY: &str = "status 403 or 429 whose text names a secondary limit";
const LIMIT: &str = "a limit that is reached, in any of the forms above";
const GONE: &str = "status 404, 410 or 422: the commit is gone";
const MOVED: &str = "status 301, 302, 307 or 308";
const BROKEN: &str = "status 500, 502, 503, 504 or any other from 500 on";
const OTHER: &str = "any other status, such as 206, 400 or 422";

/// Statuses, and what headers and bodies add to them.
pub(super) const STATUSES: &[Fault] = &[
    Fault::answer("status 401", EVERY, Code::GithubRead002, |_| refused(401)),
    Fault::answer("status 403 while requests are left", EVERY, Code::GithubRead003, |_| {
        refused(403).header("x-ratelimit-remaining", 4_900)
    }),
    Fault::answer("status 404", NEEDED, Code::GithubRead003, |_| refused(404)),
    Fault::answer("status 429 that names no limit", EVERY, Code::GithubRead003, |_| refused(429)),
    Fault::answer(SPENT, NEEDED, Code::Rate001, spent),
    Fault::answer(SPENT, NEEDED, Code::Rate001, |_| {
        refused(429).header("x-ratelimit-remaining", 0).header("x-ratelimit-reset", 1_900_000_059)
    }),
    Fault::answer(WAIT, NEEDED, Code::Rate001, wait),
    Fault::answer(WAIT, NEEDED, Code::Rate001, |_| refused(429).header("retry-after", 60)),
    Fault::answer(SECONDARY, NEEDED, Code::Rate001, secondary),
    Fault::answer("status 410", NEEDED, Code::GithubRead011, |_| refused(410)),
    Fault::answer(MOVED, EVERY, Code::Snapshot001, |_| moved(301)),
    Fault::answer(MOVED, EVERY, Code::Snapshot001, |_| moved(302)),
    Fault::answer(MOVED, EVERY, Code::Snapshot001, |_| moved(307)),
    Fault::answer(MOVED, EVERY, Code::Snapshot001, |_| moved(308)),
    Fault::answer("status 304 although nothing was asked about", EVERY, Code::Cache001, |reply| Reply {
        status: 304,
        body: Vec::new(),
        ..reply
    }),
    Fault::answer(BROKEN, EVERY, Code::GithubRead004, |_| refused(500)),
    Fault::answer(BROKEN, EVERY, Code::GithubRead004, |_| refused(502)),
    Fault::answer(BROKEN, EVERY, Code::GithubRead004, |_| refused(503).header("retry-after", 60)),
    Fault::answer(BROKEN, EVERY, Code::GithubRead004, |_| refused(504)),
    Fault::answer(OTHER, EVERY, Code::Rest001, |_| refused(400)),
    Fault::answer(OTHER, NEEDED, Code::Rest001, |_| refused(422)),
    Fault::answer(OTHER, EVERY, Code::Rest001, |reply| Reply { status: 206, ..reply }),
];

/// Limits, and what is gone, where the run can do without the answer.
pub(super) const CHECK_LIMITS: &[Fault] = &[
    Fault::answer(LIMIT, CHECKS, Code::Rate001, spent).ending(Ending::LeavesOut),
    Fault::answer(LIMIT, CHECKS, Code::Rate001, wait).ending(Ending::LeavesOut),
    Fault::answer(LIMIT, CHECKS, Code::Rate001, secondary).ending(Ending::LeavesOut),
    Fault::answer(GONE, CHECKS, Code::GithubRead011, |_| refused(404)).ending(Ending::LeavesOut),
    Fault::answer(GONE, CHECKS, Code::GithubRead011, |_| refused(410)).ending(Ending::LeavesOut),
    Fault::answer(GONE, CHECKS, Code::GithubRead011, |_| refused(422)).ending(Ending::LeavesOut),
];

/// Bodies of an answer with status 200.
pub(super) const BODIES: &[Fault] = &[
    Fault::answer("an HTML page", EVERY, Code::Rest001, |reply| {
        with(reply, "<html>CANARY</html>").header("content-type", "text/html")
    }),
    Fault::answer("an HTML page that is called JSON", EVERY, Code::Rest001, |reply| {
        with(reply, "<html>CANARY</html>")
    }),
    Fault::answer("JSON that is called something else", EVERY, Code::Rest001, |reply| {
        reply.header("content-type", "text/plain; charset=CANARY")
    }),
    Fault::answer("no content type", EVERY, Code::Rest001, |reply| reply.without("content-type")),
    Fault::answer("an empty body", EVERY, Code::Rest001, |reply| with(reply, "")),
    Fault::answer("JSON that is cut off", EVERY, Code::Rest001, |mut reply| {
        reply.body.truncate(reply.body.len() * 9 / 10);
        reply
    }),
    Fault::answer("text after the JSON", EVERY, Code::Rest001, |reply| {
        changed(reply, |body| body + "CANARY")
    }),
    Fault::answer("`null`", EVERY, Code::Rest001, |reply| with(reply, "null")),
    Fault::answer("another JSON value", EVERY, Code::Rest001, |reply| with(reply, "[\"CANARY\", [], 7]")),
    Fault::answer("an object where a list is asked for", LISTS_AND_TYPES, Code::Rest001, |reply| {
        with(reply, "{\"message\": \"CANARY\"}")
    }),
    Fault::answer("a list, `[]`, where an object is asked for", OBJECTS, Code::Rest001, |reply| {
        with(reply, "[]")
    }),
    Fault::answer("JSON of boundless depth", EVERY, Code::Rest001, |reply| {
        with(reply, &"[".repeat(100_000)).header("x-depth", 100_000)
    }),
    Fault::answer("a member that occurs twice", EVERY, Code::Rest001, |reply| {
        let twice = "{\"id\":7,\"node_id\":\"CANARY\",\"data\":null,\"total_count\":1,";
        changed(reply, |body| body.replacen('{', twice, 1))
    }),
    Fault::answer("bytes that are not UTF-8", EVERY, Code::Rest001, |reply| {
        bytes(reply, |body| {
            let at = body.windows(6).position(|word| word == b"CANARY").unwrap();
            [&body[..at], b"\xff", &body[at..]].concat()
        })
    }),
    Fault::answer("UTF-16", EVERY, Code::Rest001, |reply| {
        bytes(reply, |body| [0xff, 0xfe].into_iter().chain(body.iter().flat_map(|&byte| [byte, 0])).collect())
    }),
    Fault::answer("two byte order marks", EVERY, Code::Rest001, |reply| {
        changed(reply, |body| format!("\u{feff}\u{feff}{body}"))
    }),
    Fault::answer("one byte order mark", EVERY, Code::Rest001, |reply| {
        changed(reply, |body| format!("\u{feff}{body}"))
    })
    .ending(Ending::Plans),
    Fault::answer("gzip that is cut off", EVERY, Code::Rest001, |reply| {
        bytes(compressed(reply), |body| body[..body.len() - 9].to_vec())
    }),
    Fault::answer("gzip with a wrong checksum", EVERY, Code::Rest001, |reply| {
        bytes(compressed(reply), |body| {
            let mut body = body.to_vec();
            let end = body.len() - 8;
            body[end] ^= 1;
            body
        })
    }),
    Fault::answer("gzip that goes on after its end", EVERY, Code::Rest001, |reply| {
        bytes(compressed(reply), |body| body.repeat(2))
    }),
    Fault::answer("a body that is called gzip and is none", EVERY, Code::Rest001, |reply| {
        reply.header("content-encoding", "gzip")
    }),
    Fault::answer("another content coding", EVERY, Code::Rest001, |reply| {
        compressed(reply).header("content-encoding", "br")
    }),
];

const LISTS_AND_TYPES: &[Read] = &[LISTS[0], LISTS[1], LISTS[2], LISTS[3], Read::IssueTypes];

/// GitHub's own error with this status.
fn refused(status: u16) -> Reply {
    Reply::error(status, "CANARY message")
}

/// A primary limit that is used up.
fn spent(_: Reply) -> Reply {
    refused(403).header("x-ratelimit-remaining", 0)
}

/// A secondary limit, told by the time to wait.
fn wait(_: Reply) -> Reply {
    refused(403).header("retry-after", 60)
}

/// A secondary limit, told by the text alone.
fn secondary(_: Reply) -> Reply {
    let text = "CANARY You have exceeded a secondary rate limit. Please wait.";
    Reply::error(403, text).header("x-ratelimit-remaining", 4_900)
}

/// A redirect to something that the server would answer.
fn moved(status: u16) -> Reply {
    refused(status).header("location", "ORIGIN/CANARY")
}

/// The same answer with another body.
pub(super) fn with(reply: Reply, body: &str) -> Reply {
    Reply { body: body.as_bytes().to_vec(), ..reply }
}

/// The same answer with its text changed.
fn changed(reply: Reply, change: impl FnOnce(String) -> String) -> Reply {
    let text = String::from_utf8(reply.body.clone()).unwrap();
    with(reply, &change(text))
}

/// The same answer with its bytes changed.
fn bytes(reply: Reply, change: impl FnOnce(&[u8]) -> Vec<u8>) -> Reply {
    Reply { body: change(&reply.body), ..reply }
}
