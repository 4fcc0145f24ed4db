//! Reading a body within bounds: its content coding is undone while it
//! arrives, and both the bytes that arrive and those that come out are bounded
//! (decision 8). What lies beyond a bound is neither kept nor waited for.

use std::io::{self, Write};

use flate2::write::GzDecoder;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, HeaderValue};
use http_body::Body;
use http_body_util::BodyExt as _;
use hyper::body::Bytes;

use crate::diagnostic::Code;

/// The most bytes of one answer, before decoding and after.
pub(crate) const ANSWER_BYTES: usize = 8 << 20;

/// The most bytes of a refusal that are looked at to classify it.
const REASON_BYTES: usize = 64 << 10;

/// How a body is coded. No other coding is asked for, so none is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// As it is.
    Identity,
    /// One gzip member (RFC 1952).
    Gzip,
}

impl Coding {
    /// What `Accept-Encoding` asks for.
    pub(crate) const ACCEPTED: HeaderValue = HeaderValue::from_static("gzip");

    /// The coding that the headers name, none meaning identity. Nothing for
    /// any other coding and for a sequence of codings.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(CONTENT_ENCODING).iter();
        match (values.next(), values.next()) {
            (None, _) => Some(Self::Identity),
            (Some(value), None) if value.as_bytes().eq_ignore_ascii_case(b"identity") => Some(Self::Identity),
            (Some(value), None) if value.as_bytes().eq_ignore_ascii_case(b"gzip") => Some(Self::Gzip),
            _ => None,
        }
    }
}

/// Reads a whole body of at most 8 MiB. `charge` takes decoded bytes off the
/// run's budget and says whether it had that many left.
///
/// # Errors
///
/// `YKP-GH-READ-005` at a bound, `YKP-GH-READ-004` when the connection breaks,
/// `YKP-REST-001` when what arrived whole is not one whole gzip member: the
/// representation is at fault then, as with JSON that is cut off, and not the
/// way it came.
pub(crate) async fn whole<B: Body<Data = Bytes> + Unpin>(
    body: B,
    coding: Coding,
    charge: impl FnMut(usize) -> bool,
) -> Result<Vec<u8>, Code> {
    if body.size_hint().lower() > ANSWER_BYTES as u64 {
        return Err(Code::GithubRead005);
    }
    let mut decoder = Decoder::new(coding, ANSWER_BYTES, charge);
    decoder.expect(body.size_hint().lower());
    pour(body, &mut decoder, ANSWER_BYTES).await?;
    decoder.finish()
}

/// Reads the beginning of a body, up to 64 KiB or to where it breaks.
pub(crate) async fn beginning<B: Body<Data = Bytes> + Unpin>(
    body: B,
    coding: Coding,
    charge: impl FnMut(usize) -> bool,
) -> Vec<u8> {
    let mut decoder = Decoder::new(coding, REASON_BYTES, charge);
    // Whatever ended it, what came before is the beginning.
    let _ = pour(body, &mut decoder, REASON_BYTES).await;
    decoder.kept()
}

/// Decodes the frames of a body of at most `limit` bytes as they arrive.
async fn pour<B: Body<Data = Bytes> + Unpin, C: FnMut(usize) -> bool>(
    mut body: B,
    decoder: &mut Decoder<C>,
    limit: usize,
) -> Result<(), Code> {
    let mut arrived = 0_usize;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Code::GithubRead004)?.into_data() else { continue };
        decoder.decode(&data)?;
        arrived = arrived.saturating_add(data.len());
        if arrived > limit {
            return Err(Code::GithubRead005);
        }
    }
    Ok(())
}

/// Undoes a coding piece by piece.
enum Decoder<C: FnMut(usize) -> bool> {
    Identity(Kept<C>),
    Gzip(Box<GzDecoder<Kept<C>>>),
}

impl<C: FnMut(usize) -> bool> Decoder<C> {
    fn new(coding: Coding, limit: usize, charge: C) -> Self {
        let kept = Kept { bytes: Vec::new(), limit, charge, full: false };
        match coding {
            Coding::Identity => Self::Identity(kept),
            Coding::Gzip => Self::Gzip(Box::new(GzDecoder::new(kept))),
        }
    }

    /// Makes room for a body that says how long it is, so that it is not moved
    /// as it grows. What a compressed one becomes is not known.
    fn expect(&mut self, bytes: u64) {
        if let (Self::Identity(kept), Ok(bytes)) = (self, usize::try_from(bytes)) {
            kept.bytes.reserve_exact(bytes.min(kept.limit));
        }
    }

    /// Decodes all of `data`.
    ///
    /// # Errors
    ///
    /// `YKP-GH-READ-005` at the bound of decoded bytes, `YKP-REST-001` for
    /// bytes that are no gzip and for any byte after the member's end: readers
    /// disagree about what follows there, so it is not read at all.
    fn decode(&mut self, mut data: &[u8]) -> Result<(), Code> {
        match self {
            Self::Identity(kept) => kept.write_all(data).map_err(|_| Code::GithubRead005),
            Self::Gzip(decoder) => {
                while !data.is_empty() {
                    match decoder.write(data) {
                        Ok(taken) if taken > 0 => data = data.get(taken..).unwrap_or_default(),
                        _ if decoder.get_ref().full => return Err(Code::GithubRead005),
                        _ => return Err(Code::Rest001),
                    }
                }
                Ok(())
            }
        }
    }

    /// Everything decoded, when the coding is complete.
    ///
    /// # Errors
    ///
    /// As [`decode`](Self::decode); `YKP-REST-001` for a member that is cut off
    /// or has another length or checksum than it says.
    fn finish(mut self) -> Result<Vec<u8>, Code> {
        if let Self::Gzip(decoder) = &mut self {
            let finished = decoder.try_finish();
            if decoder.get_ref().full {
                return Err(Code::GithubRead005);
            }
            finished.map_err(|_| Code::Rest001)?;
        }
        Ok(self.kept())
    }

    /// What is decoded so far.
    fn kept(mut self) -> Vec<u8> {
        match &mut self {
            Self::Identity(kept) => std::mem::take(&mut kept.bytes),
            Self::Gzip(decoder) => {
                // Decoded bytes wait in the decoder until the next ones come.
                let _ = decoder.flush();
                std::mem::take(&mut decoder.get_mut().bytes)
            }
        }
    }
}

/// Decoded bytes, up to a bound of their own and of the run's budget.
struct Kept<C: FnMut(usize) -> bool> {
    bytes: Vec<u8>,
    limit: usize,
    charge: C,
    /// Whether more came than could be kept.
    full: bool,
}

impl<C: FnMut(usize) -> bool> Write for Kept<C> {
    /// Keeps all of `data`, or what of it the bound leaves room for and fails.
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let room = self.limit.saturating_sub(self.bytes.len());
        let fits = data.get(..room).unwrap_or(data);
        if self.full || !(self.charge)(fits.len()) {
            self.full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(fits);
        self.full = fits.len() < data.len();
        if self.full { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(data.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
