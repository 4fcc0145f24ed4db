//! The one door through which YAML enters (decision 16): YAML 1.2, core
//! schema, one document, no anchors, aliases, tags, merge keys, directives,
//! repeated keys or keys that are not strings. Its findings hold no text.
//!
//! Two readers, and both must agree. An event pass of our own over
//! `granit-parser` refuses, bounds and builds: the crate that deserialises
//! resolves tags, integer keys and YAML 1.1 spellings before anyone could
//! refuse them, and keeps neither places nor the spelling of a number. Then
//! the deserialising crate, `serde_yaml`, reads the same text with its
//! strictest options and has to find the same tree, value by value. It shares
//! the scanner with the event pass, so that it judges our resolution of
//! scalars, keys and structure rather than the syntax. A disagreement is a
//! finding like any other error of syntax, so that a fault on either side, or
//! a change in a new version of the crate, can refuse a document but never
//! plan from a misread one. The second reading was measured at about twice the
//! cost of the first, both linear in the text, and only documents within their
//! limits come to it.

mod builder;
mod judge;
mod node;
mod pass;
mod scalar;
mod source;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub(super) use node::{Entry, Finding, FindingKind, Limits, Node, Number, Value, member};

use super::Dialect;
use super::envelope::position;
use crate::diagnostic::Position;

/// A file as text; never repaired (decision 22).
///
/// # Errors
///
/// The place of the first byte that is not UTF-8.
pub(super) fn text_of(file: &[u8]) -> Result<&str, Position> {
    std::str::from_utf8(file).map_err(|error| {
        let (valid, _) = file.split_at(error.valid_up_to());
        position(&String::from_utf8_lossy(valid), valid.len())
    })
}

/// Reads one document. `limits` are those of the calling dialect.
///
/// # Errors
///
/// Every finding of the structural pass, by offset; never empty.
pub(super) fn read(text: &str, limits: &Limits) -> Result<Node, Vec<Finding>> {
    let prepared = source::prepare(text).map_err(pass::syntax)?;
    let restore = matches!(prepared, Cow::Owned(_));
    let root = pass::walk(&prepared, limits, restore)?;
    judge::agree(&prepared, &root, restore).map_err(pass::syntax)?;
    Ok(root)
}

/// The dialect that a policy file's root asks for: legacy with a member
/// `version` and none named `schema`, else native. A file that is too large or
/// not UTF-8 is judged by its first 64 KiB, as far as they can be read, so that
/// it is refused in its own dialect's words.
pub(super) fn dialect_of(file: &[u8]) -> Dialect {
    let head = file.get(..super::POLICY_BYTES).unwrap_or(file);
    let [schema, version] = pass::root_has(&String::from_utf8_lossy(head), ["schema", "version"]);
    if version && !schema { Dialect::Legacy } else { Dialect::Native }
}
