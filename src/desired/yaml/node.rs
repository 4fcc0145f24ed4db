//! A YAML document as a tree with places.

use crate::diagnostic::{Path, Position};

/// A node and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::desired) struct Node {
    /// What it is.
    pub(in crate::desired) value: Value,
    /// Where it begins in the document's text.
    pub(in crate::desired) position: Position,
}

/// What a node is, resolved by the core schema.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::desired) enum Value {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, finite or not.
    Number(Number),
    /// Anything else, and everything quoted.
    Text(String),
    /// A sequence.
    Sequence(Vec<Node>),
    /// A mapping, in document order, keys unique.
    Mapping(Vec<Entry>),
}

/// The mapping's member of that name.
pub(in crate::desired) fn member<'tree>(mapping: &'tree Node, name: &str) -> Option<&'tree Node> {
    match &mapping.value {
        Value::Mapping(entries) => entries.iter().find(|entry| entry.key == name).map(|entry| &entry.value),
        _ => None,
    }
}

/// A number with its spelling (decision 15).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::desired) struct Number {
    /// The value; may be infinite or not a number.
    pub(in crate::desired) value: f64,
    /// The value, where it is spelled `0` or `[1-9][0-9]*` and fits.
    pub(in crate::desired) plain: Option<u64>,
}

/// A member of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::desired) struct Entry {
    /// The key.
    pub(in crate::desired) key: String,
    /// Where the key begins.
    pub(in crate::desired) position: Position,
    /// The value.
    pub(in crate::desired) value: Node,
}

/// The structural limits of a dialect; `usize::MAX` where there is none.
#[derive(Clone, Copy, Debug)]
pub(in crate::desired) struct Limits {
    /// Depth of the deepest node; the root has depth 0.
    pub(in crate::desired) depth: usize,
    /// Members of the root mapping.
    pub(in crate::desired) root_members: usize,
    /// Members of any other mapping.
    pub(in crate::desired) members: usize,
    /// Entries of a sequence; `None` where sequences are a wrong type.
    pub(in crate::desired) entries: Option<usize>,
    /// Scalar values of the document; keys do not count.
    pub(in crate::desired) scalars: usize,
    /// Unicode scalars of a string value.
    pub(in crate::desired) string: usize,
}

/// What the structural pass found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::desired) enum FindingKind {
    /// Not YAML, not one document, a directive, a byte order mark, a repeated
    /// key: the whole document is void and nothing else is found.
    Syntax,
    /// An anchor, alias or tag at the node, or a key that is not a plain
    /// string at its mapping.
    Feature,
    /// A limit is exceeded at the node.
    Limit,
    /// A sequence where none is allowed.
    Sequence,
}

/// One finding of the structural pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::desired) struct Finding {
    /// What.
    pub(in crate::desired) kind: FindingKind,
    /// The node; `$` for syntax.
    pub(in crate::desired) path: Path,
    /// The place in the document's text.
    pub(in crate::desired) position: Position,
}
