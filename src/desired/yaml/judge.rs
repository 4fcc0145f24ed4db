//! The second reader: the same text through the `serde` YAML crate, which must
//! find the tree that the event pass built.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_yaml::{DuplicateKeyPolicy, MergeKeyPolicy, NonFiniteFloatPolicy};

use super::{Entry, Node, Value, source};
use crate::diagnostic::Position;

/// Agrees, or tells the place where the two readers part. `restore` says that
/// the text holds stand-ins.
pub(super) fn agree(text: &str, root: &Node, restore: bool) -> Result<(), Position> {
    let seed = Seed { node: root, restore };
    let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    // The error holds text of the document: its place is all that is taken.
    serde_yaml::with_deserializer_from_str_with_options(text, options(), |reader| seed.deserialize(reader))
        .map_err(|error| match error.location() {
            Some(place) if place.line() > 0 => {
                Position { line: number(place.line()), column: number(place.column()).max(1) }
            }
            _ => root.position,
        })
}

/// Everything that the crate can refuse by itself is refused by it too.
fn options() -> serde_yaml::Options {
    serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_documents: 1,
            max_aliases: 0,
            max_anchors: 0,
            max_merge_keys: 0,
        },
        strict_indentation: true,
        strict_booleans: true,
        underscored_numbers_as_strings: true,
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
        reject_unsupported_tags: true,
        reject_tagged_field_names: true,
        emit_comments: false,
        with_snippet: false,
    }
}

/// The node that the reader must find next.
#[derive(Clone, Copy)]
struct Seed<'tree> {
    node: &'tree Node,
    restore: bool,
}

/// The key that the reader must find next.
#[derive(Clone, Copy)]
struct Key<'tree> {
    text: &'tree str,
    restore: bool,
}

/// 2 to the power of 64.
const BEYOND_64_BITS: f64 = 18_446_744_073_709_551_616.0;

fn is_same(expected: &str, read: &str, restore: bool) -> bool {
    if restore { source::restore(read) == expected } else { read == expected }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        match &self.node.value {
            // Text is asked for as text: left alone, the crate would take
            // `0b11` and `-0x1` for numbers.
            Value::Text(_) => reader.deserialize_str(self),
            Value::Sequence(_) => reader.deserialize_seq(self),
            Value::Mapping(_) => reader.deserialize_map(self),
            Value::Null | Value::Bool(_) | Value::Number(_) => reader.deserialize_any(self),
        }
    }
}

impl Seed<'_> {
    fn judge<E: Error>(self, agrees: bool) -> Result<(), E> {
        if agrees { Ok(()) } else { Err(E::custom(self)) }
    }

    fn number<E: Error>(self, read: f64) -> Result<(), E> {
        let agrees = match &self.node.value {
            Value::Number(number) => number.value == read || number.value.is_nan() && read.is_nan(),
            _ => false,
        };
        self.judge(agrees)
    }
}

/// What the crate's error says where the two readers part.
impl fmt::Display for Seed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("another value")
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.judge(self.node.value == Value::Null)
    }

    fn visit_bool<E: Error>(self, read: bool) -> Result<(), E> {
        self.judge(self.node.value == Value::Bool(read))
    }

    fn visit_i64<E: Error>(self, read: i64) -> Result<(), E> {
        self.number(read as f64)
    }

    fn visit_u64<E: Error>(self, read: u64) -> Result<(), E> {
        self.number(read as f64)
    }

    fn visit_f64<E: Error>(self, read: f64) -> Result<(), E> {
        self.number(read)
    }

    fn visit_str<E: Error>(self, read: &str) -> Result<(), E> {
        let agrees = match &self.node.value {
            Value::Text(text) => is_same(text, read, self.restore),
            // A prefixed integer beyond 64 bits is left as text by the crate.
            Value::Number(number) => {
                (read.starts_with("0x") || read.starts_with("0o")) && number.value >= BEYOND_64_BITS
            }
            _ => false,
        };
        self.judge(agrees)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut reader: A) -> Result<(), A::Error> {
        let entries: &[Node] = match &self.node.value {
            Value::Sequence(entries) => entries,
            _ => &[],
        };
        for node in entries {
            let read = reader.next_element_seed(Seed { node, restore: self.restore })?;
            self.judge(read.is_some())?;
        }
        let end = reader.next_element::<serde::de::IgnoredAny>()?;
        self.judge(end.is_none())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut reader: A) -> Result<(), A::Error> {
        let entries: &[Entry] = match &self.node.value {
            Value::Mapping(entries) => entries,
            _ => &[],
        };
        for entry in entries {
            let key = reader.next_key_seed(Key { text: &entry.key, restore: self.restore })?;
            self.judge(key.is_some())?;
            reader.next_value_seed(Seed { node: &entry.value, restore: self.restore })?;
        }
        let end = reader.next_key::<serde::de::IgnoredAny>()?;
        self.judge(end.is_none())
    }
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("another key")
    }

    fn visit_str<E: Error>(self, read: &str) -> Result<(), E> {
        if is_same(self.text, read, self.restore) { Ok(()) } else { Err(E::custom("another key")) }
    }
}
