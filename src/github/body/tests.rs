//! Bodies in every piece and every state of disrepair.

use std::pin::Pin;
use std::task::{Context, Poll};

use flate2::Compression;
use flate2::write::GzEncoder;
use http_body::Frame;
use proptest::prelude::*;

use super::*;

const MIB: usize = 1 << 20;
const TEXT: &[u8] = b"{\"name\":\"greenhouse\",\"beds\":[1,2,3]}";

/// A body that comes in pieces, then ends or breaks.
struct Pieces<I> {
    pieces: I,
    breaks: bool,
}

impl<I: Iterator<Item = Vec<u8>> + Unpin> Body for Pieces<I> {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        Poll::Ready(match self.pieces.next() {
            Some(piece) => Some(Ok(Frame::data(Bytes::from(piece)))),
            None if self.breaks => Some(Err(io::ErrorKind::ConnectionReset.into())),
            None => None,
        })
    }
}

fn pieces<I: IntoIterator<Item = Vec<u8>>>(pieces: I) -> Pieces<I::IntoIter> {
    Pieces { pieces: pieces.into_iter(), breaks: false }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A gzip member without end: its header, then blocks of nothing.
fn nothing_without_end() -> impl Iterator<Item = Vec<u8>> {
    let block = [0, 0, 0, 0xff, 0xff].repeat(MIB / 5);
    std::iter::once(gzip(b"")[..10].to_vec()).chain(std::iter::repeat(block))
}

/// Reads a whole body; the second value says how many bytes were charged.
fn read<I>(body: Pieces<I>, coding: Coding, budget: usize) -> (Result<Vec<u8>, Code>, usize)
where
    I: Iterator<Item = Vec<u8>> + Unpin,
{
    let mut charged = 0;
    let read = now(whole(body, coding, |bytes| {
        let left = bytes <= budget - charged;
        charged += if left { bytes } else { 0 };
        left
    }));
    (read, charged)
}

fn read_gzip(bytes: Vec<u8>) -> Result<Vec<u8>, Code> {
    read(pieces([bytes]), Coding::Gzip, usize::MAX).0
}

/// The value of a future that never waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(std::task::Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("every piece was there"),
    }
}

proptest! {
    #[test]
    fn the_pieces_in_which_a_body_comes_make_no_difference(
        text in proptest::collection::vec(any::<u8>(), 0..2_000),
        size in 1_usize..300,
    ) {
        for (coding, encoded) in [(Coding::Identity, text.clone()), (Coding::Gzip, gzip(&text))] {
            let body = pieces(encoded.chunks(size).map(<[u8]>::to_vec).collect::<Vec<_>>());
            let (read, charged) = read(body, coding, usize::MAX);
            prop_assert_eq!(read.as_ref(), Ok(&text));
            prop_assert_eq!(charged, text.len(), "decoded bytes are charged");
        }
    }

    #[test]
    fn no_bytes_whatever_are_read_as_something_else(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        size in 1_usize..50,
    ) {
        let mut member = gzip(TEXT)[..10].to_vec();
        member.extend(bytes);
        let (read, _) = read(pieces(member.chunks(size).map(<[u8]>::to_vec).collect::<Vec<_>>()), Coding::Gzip, MIB);
        prop_assert!(matches!(read, Err(Code::Rest001 | Code::GithubRead005)), "{:?}", read);
    }
}

#[test]
fn trap_11_both_sides_of_the_8_mib_bound_are_exact() {
    for coding in [Coding::Identity, Coding::Gzip] {
        for (length, fits) in [(8 * MIB, true), (8 * MIB + 1, false)] {
            let text = vec![b' '; length];
            let encoded = if coding == Coding::Gzip { gzip(&text) } else { text };
            let (read, charged) = read(pieces([encoded]), coding, usize::MAX);
            assert_eq!(read.map(|text| text.len()), if fits { Ok(length) } else { Err(Code::GithubRead005) });
            assert_eq!(charged, 8 * MIB);
        }
    }
}

#[test]
fn a_compressed_bomb_is_left_at_the_bound() {
    let bomb = gzip(&vec![0; 100 * MIB]);
    assert!(bomb.len() < MIB, "{}", bomb.len());
    let all = bomb.len().div_ceil(4_096);
    let mut taken = 0;
    let counted = pieces(bomb.chunks(4_096).map(<[u8]>::to_vec).inspect(|_| taken += 1));
    let (read, charged) = read(counted, Coding::Gzip, usize::MAX);
    assert_eq!((read, charged), (Err(Code::GithubRead005), 8 * MIB));
    assert!(taken < all / 10, "{taken} of {all} pieces");
}

#[test]
fn bytes_that_never_decode_to_anything_are_bounded_as_well() {
    let mut taken = 0;
    let body = pieces(nothing_without_end().inspect(|_| taken += 1));
    assert_eq!(read(body, Coding::Gzip, usize::MAX), (Err(Code::GithubRead005), 0));
    assert!(taken <= 10, "{taken} MiB");
    // A file name without end in the header.
    let mut name = gzip(TEXT)[..10].to_vec();
    name[3] = 0x08;
    let body = pieces(std::iter::once(name).chain(std::iter::repeat(vec![b'a'; MIB])));
    let (read, charged) = read(body, Coding::Gzip, usize::MAX);
    assert!(read.is_err());
    assert_eq!(charged, 0);
}

#[test]
fn the_budget_of_the_run_bounds_decoded_bytes() {
    for coding in [Coding::Identity, Coding::Gzip] {
        let text = vec![b' '; MIB];
        let encoded = if coding == Coding::Gzip { gzip(&text) } else { text };
        assert_eq!(read(pieces([encoded.clone()]), coding, MIB).0.map(|text| text.len()), Ok(MIB));
        let (read, charged) = read(pieces([encoded]), coding, MIB - 1);
        assert_eq!(read, Err(Code::GithubRead005));
        assert!(charged < MIB);
    }
}

#[test]
fn a_member_that_is_cut_off_anywhere_is_no_representation() {
    let whole = gzip(TEXT);
    for length in 0..whole.len() {
        assert_eq!(read_gzip(whole[..length].to_vec()), Err(Code::Rest001), "{length}");
    }
    assert_eq!(read_gzip(whole).as_deref(), Ok(TEXT));
}

#[test]
fn a_member_that_contradicts_itself_is_no_representation() {
    let whole = gzip(TEXT);
    // Magic, method, flags; then checksum and length.
    for index in (0..4).chain(whole.len() - 8..whole.len()) {
        let mut other = whole.clone();
        other[index] ^= 0x40;
        assert_eq!(read_gzip(other), Err(Code::Rest001), "{index}");
    }
    assert_eq!(read_gzip(TEXT.to_vec()), Err(Code::Rest001), "not compressed");
}

#[test]
fn nothing_may_follow_the_one_member() {
    for more in [b"\0".to_vec(), vec![0; 512], b"x".to_vec(), TEXT.to_vec(), gzip(b""), gzip(TEXT)] {
        assert_eq!(read_gzip([gzip(TEXT), more.clone()].concat()), Err(Code::Rest001));
        assert_eq!(read(pieces([gzip(TEXT), more]), Coding::Gzip, MIB).0, Err(Code::Rest001));
    }
    let empty = pieces([Vec::new(), gzip(TEXT), Vec::new()]);
    assert_eq!(read(empty, Coding::Gzip, MIB).0.as_deref(), Ok(TEXT));
}

#[test]
fn a_connection_that_breaks_is_told_from_a_representation_that_does() {
    for (coding, encoded) in [(Coding::Identity, TEXT.to_vec()), (Coding::Gzip, gzip(TEXT))] {
        let body = Pieces { pieces: [encoded].into_iter(), breaks: true };
        assert_eq!(read(body, coding, MIB).0, Err(Code::GithubRead004));
    }
}

#[test]
fn the_beginning_is_what_came_before_the_bound_or_the_fault() {
    let first = |body: Vec<u8>, coding, breaks| {
        let mut charged = 0;
        let body = Pieces { pieces: [body].into_iter(), breaks };
        let begun = now(beginning(body, coding, |bytes| {
            charged += bytes;
            true
        }));
        assert_eq!(begun.len(), charged);
        begun
    };
    let long = vec![b'a'; MIB];
    for (coding, encoded) in [(Coding::Identity, long.clone()), (Coding::Gzip, gzip(&long))] {
        assert_eq!(first(encoded, coding, false), long[..64 << 10]);
    }
    assert_eq!(first(TEXT.to_vec(), Coding::Identity, true), TEXT);
    assert_eq!(first(gzip(TEXT), Coding::Gzip, true), TEXT);
    let cut = gzip(TEXT);
    assert_eq!(first(cut[..cut.len() - 8].to_vec(), Coding::Gzip, false), TEXT);
    assert_eq!(first(TEXT.to_vec(), Coding::Gzip, false), b"");
}
