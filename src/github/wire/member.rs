//! A member that may be left out, and text that borrows.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A member of an object. Left out is not the same as null (decision 37). Use
/// it with `#[serde(default)]`.
#[derive(Debug, Default)]
pub(crate) enum Member<T> {
    /// The member is not there.
    #[default]
    Absent,
    /// The member is null.
    Null,
    /// The member has a value.
    Value(T),
}

impl<T> Member<T> {
    /// The value, where there is one.
    pub(crate) fn value(&self) -> Option<&T> {
        match self {
            Self::Absent | Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Member<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}

/// Text of a body, borrowed where it holds no escapes.
pub(crate) struct Str<'body>(pub(crate) Cow<'body, str>);

impl Str<'_> {
    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Str<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Str(…)")
    }
}

struct StrVisitor;

impl<'de> Visitor<'de> for StrVisitor {
    type Value = Str<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("text")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Str<'de>, E> {
        Ok(Str(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Str<'de>, E> {
        Ok(Str(Cow::Owned(text.to_owned())))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Str<'de>, E> {
        Ok(Str(Cow::Owned(text)))
    }
}

impl<'de: 'body, 'body> Deserialize<'de> for Str<'body> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(StrVisitor)
    }
}
