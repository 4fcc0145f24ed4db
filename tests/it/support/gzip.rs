//! Compressed answers.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::world::Reply;

/// One gzip member.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// The same answer, compressed.
pub(crate) fn compressed(reply: Reply) -> Reply {
    let body = gzip(&reply.body);
    Reply { body, ..reply }.header("content-encoding", "gzip")
}
