//! What comes back, and where it is left (decision 8).

use yukh::diagnostic::Stage;

use crate::end_to_end::FOUR_READS;
use crate::support::gzip::{compressed, gzip};
use crate::support::program::Plan;
use crate::support::raw::{Act, RawServer};
use crate::support::server::Builder;
use crate::support::world::{Reply, World};

const MIB: usize = 1 << 20;

#[test]
fn compressed_answers_give_the_same_plan_byte_for_byte() {
    let plain = Plan::against(&Builder::of(World::organization()).start()).run();
    let mut builder = Builder::of(World::organization());
    for stage in [Stage::Repository, Stage::Project, Stage::Fields, Stage::Items] {
        builder = builder.change(stage, compressed);
    }
    let server = builder.start();
    let outcome = Plan::against(&server).run();
    outcome.planned();
    assert_eq!(server.stages(), FOUR_READS);
    assert_eq!(outcome.stdout, plain.stdout);
    for (asked, reply) in server.asked().iter().zip(server.replies()) {
        assert_eq!(asked.header("accept-encoding"), ["gzip"]);
        assert!(reply.body.starts_with(&[0x1f, 0x8b]), "compressed indeed");
    }
}

#[test]
fn a_compressed_bomb_is_left_at_the_bound() {
    let bomb = gzip(&vec![b' '; 100 * MIB]);
    assert!(bomb.len() < MIB, "{}", bomb.len());
    let server = Builder::of(World::organization())
        .change(Stage::Items, move |reply| {
            Reply { body: bomb.clone(), ..reply }.header("content-encoding", "gzip")
        })
        .start();
    let outcome = Plan::against(&server).run();
    assert_eq!(outcome.failure(4), "YKP-GH-READ-005");
    assert_eq!(server.count(Stage::Items), 1);
}

#[test]
fn an_endless_answer_is_left_at_the_bound() {
    let server = RawServer::start(vec![Act::Endless]);
    let outcome = Plan::at(server.address()).run();
    assert_eq!(outcome.failure(4), "YKP-GH-READ-005");
    assert_eq!(server.requests().len(), 1);
    // What the socket's buffers hold was written but never read.
    assert!(server.written() < 24 * MIB as u64, "{}", server.written());
}

#[test]
fn what_is_announced_beyond_the_bound_is_not_read_at_all() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 8388609\r\n\r\n";
    let gzip = head.replace("\r\n\r\n", "\r\ncontent-encoding: gzip\r\n\r\n");
    for head in [head, &gzip] {
        let server = RawServer::start(vec![Act::Stall(head.as_bytes().to_vec())]);
        let outcome = Plan::at(server.address()).run();
        assert_eq!(outcome.failure(4), "YKP-GH-READ-005");
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn an_answer_that_is_closed_early_is_one_failed_attempt() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    let gzip = gzip(b"{}");
    let half = &gzip[..gzip.len() / 2];
    let coded = format!("{head}content-encoding: gzip\r\ncontent-length: {}\r\n\r\n", gzip.len());
    for bytes in [
        Vec::new(),
        head.as_bytes().to_vec(),
        format!("{head}content-length: 9\r\n\r\n").into_bytes(),
        format!("{head}content-length: 9\r\n\r\n{{}}").into_bytes(),
        format!("{head}transfer-encoding: chunked\r\n\r\n2\r\n{{}}\r\n").into_bytes(),
        [coded.as_bytes(), half].concat(),
    ] {
        let server = RawServer::start(vec![Act::AnswerAndClose(bytes.clone())]);
        let outcome = Plan::at(server.address()).run();
        assert_eq!(outcome.failure(4), "YKP-GH-READ-004", "{:?}", String::from_utf8_lossy(&bytes));
        assert_eq!(server.requests().len(), 1);
    }
}
