//! One GraphQL connection, page by page.

use std::collections::BTreeSet;

use super::Cursor;
use super::wire::Connection;

/// What is wrong with an answer, before a reader makes a code of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is not of the accepted form.
    Malformed,
    /// It is not whole, or its parts do not belong together.
    Torn,
    /// A connection goes on and does not say where.
    NoCursor,
    /// A connection goes on where it has been already.
    Repeated,
    /// There is more than may be read.
    TooMuch,
}

/// The pages of one connection that were read so far.
pub(crate) struct Walk {
    total: u32,
    entries: usize,
    seen: BTreeSet<Cursor>,
    next: Option<Cursor>,
}

impl Walk {
    /// No page was read yet.
    pub(crate) fn new<Node>(first: &Connection<'_, Node>) -> Self {
        Self { total: first.total, entries: 0, seen: BTreeSet::new(), next: None }
    }

    /// Adds a page. A short page is not the last one, a page that says so is.
    ///
    /// # Errors
    ///
    /// [`Fault::Torn`] for a total that changed, [`Fault::NoCursor`] and
    /// [`Fault::Repeated`].
    pub(crate) fn add<Node>(&mut self, page: &Connection<'_, Node>) -> Result<(), Fault> {
        if page.total != self.total {
            return Err(Fault::Torn);
        }
        self.entries += page.nodes.len();
        self.next = None;
        if page.page.has_next {
            let end = page.page.end.as_ref().and_then(|end| Cursor::parse(end.as_str()));
            let end = end.ok_or(Fault::NoCursor)?;
            if !self.seen.insert(end.clone()) {
                return Err(Fault::Repeated);
            }
            self.next = Some(end);
        }
        Ok(())
    }

    /// The entries that there are, as the answers count them.
    pub(crate) fn total(&self) -> u32 {
        self.total
    }

    /// Where the connection goes on.
    pub(crate) fn next(&self) -> Option<&Cursor> {
        self.next.as_ref()
    }

    /// Passes if no page is missing and there were as many entries as the
    /// connection counts.
    ///
    /// # Errors
    ///
    /// [`Fault::Torn`].
    pub(crate) fn finish(&self) -> Result<(), Fault> {
        let is_whole = self.next.is_none() && usize::try_from(self.total) == Ok(self.entries);
        if is_whole { Ok(()) } else { Err(Fault::Torn) }
    }
}
