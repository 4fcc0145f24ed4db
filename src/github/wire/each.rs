//! A list that is read entry by entry: one entry is decoded at a time, however
//! long the page.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer as _, Error, SeqAccess, Visitor};

use crate::diagnostic::{Code, Failure, Stage};

/// Decodes a body that holds a list, as [`decode`](super::decode) does, and
/// gives each entry to `each`, in order: how many there were. Text that had to be unescaped lives
/// as long as its entry.
///
/// # Errors
///
/// The first failure of `each`; `YKP-REST-001` where the body is not UTF-8,
/// not JSON or not a list of such entries.
pub(in crate::github) fn decode_each<'body, T: Deserialize<'body>>(
    body: &'body [u8],
    stage: Stage,
    each: impl FnMut(T) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let mut failed = None;
    let mut json = serde_json::Deserializer::from_str(super::text(body, stage)?);
    let entries = Entries { each, failed: &mut failed, of: PhantomData };
    let read = json.deserialize_seq(entries).and_then(|count| json.end().map(|()| count));
    match failed {
        Some(failure) => Err(failure),
        None => read.map_err(|_| Failure::read(Code::Rest001, stage)),
    }
}

/// Takes the entries of a list up to the first that fails.
struct Entries<'a, T, F> {
    each: F,
    failed: &'a mut Option<Failure>,
    of: PhantomData<T>,
}

impl<'de, T, F> Visitor<'de> for Entries<'_, T, F>
where
    T: Deserialize<'de>,
    F: FnMut(T) -> Result<(), Failure>,
{
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut entries: A) -> Result<usize, A::Error> {
        let mut count = 0;
        while let Some(entry) = entries.next_element()? {
            if let Err(failure) = (self.each)(entry) {
                *self.failed = Some(failure);
                return Err(A::Error::custom("an entry failed"));
            }
            count += 1;
        }
        Ok(count)
    }
}
