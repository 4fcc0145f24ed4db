//! A value that GitHub types as an open object.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The shape of an open value: what planning can use of it, and nothing else.
/// Reading one never fails for its shape; whether it fits is decided where the
/// kind of the value is known.
pub(crate) enum Shape<'body> {
    /// Null.
    Null,
    /// Text.
    Text(Cow<'body, str>),
    /// A finite number.
    Number(f64),
    /// An object, of which three members matter.
    Object(Box<Members<'body>>),
    /// A boolean or a sequence.
    Other,
}

/// The members of an open object that carry text.
#[derive(Default)]
pub(crate) struct Members<'body> {
    raw: Option<Shape<'body>>,
    name: Option<Shape<'body>>,
    title: Option<Shape<'body>>,
}

impl Shape<'_> {
    /// Plain text, or the `raw` text of rich text.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Object(members) => match &members.raw {
                Some(Self::Text(text)) => Some(text),
                _ => None,
            },
            Self::Null | Self::Number(_) | Self::Other => None,
        }
    }

    /// The text of the member `name`.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Object(members) => members.name.as_ref().and_then(Self::text),
            _ => None,
        }
    }

    /// The text of the member `title`.
    pub(crate) fn title(&self) -> Option<&str> {
        match self {
            Self::Object(members) => members.title.as_ref().and_then(Self::text),
            _ => None,
        }
    }
}

struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = Shape<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Shape<'de>, E> {
        Ok(Shape::Null)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Shape<'de>, E> {
        Ok(Shape::Other)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Shape<'de>, E> {
        Ok(Shape::Number(number))
    }

    #[expect(clippy::cast_precision_loss, reason = "JSON numbers are IEEE 754 doubles here")]
    fn visit_u64<E: Error>(self, number: u64) -> Result<Shape<'de>, E> {
        Ok(Shape::Number(number as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "JSON numbers are IEEE 754 doubles here")]
    fn visit_i64<E: Error>(self, number: i64) -> Result<Shape<'de>, E> {
        Ok(Shape::Number(number as f64))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Shape<'de>, E> {
        Ok(Shape::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Shape<'de>, E> {
        Ok(Shape::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Shape<'de>, A::Error> {
        while entries.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Shape::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Shape<'de>, A::Error> {
        let mut members = Members::default();
        while let Some(key) = entries.next_key::<Cow<'de, str>>()? {
            let slot = match &*key {
                "raw" => &mut members.raw,
                "name" => &mut members.name,
                "title" => &mut members.title,
                _ => {
                    entries.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if slot.replace(entries.next_value()?).is_some() {
                return Err(A::Error::duplicate_field("raw, name or title"));
            }
        }
        Ok(Shape::Object(Box::new(members)))
    }
}

impl<'de: 'body, 'body> Deserialize<'de> for Shape<'body> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}
