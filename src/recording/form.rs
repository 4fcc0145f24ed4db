//! The form that every JSON file of a recording has: an object with a version,
//! in which nothing stands twice.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

use super::RecordingError;
use crate::scope::Object;

/// Reads a file of format 1.
///
/// # Errors
///
/// [`RecordingError::Foreign`] for an object of another format, whatever else
/// it holds; [`RecordingError::Malformed`] for anything else that is not of the
/// form.
pub(super) fn versioned<'text, T: Deserialize<'text>>(text: &'text [u8]) -> Result<T, RecordingError> {
    #[derive(Deserialize)]
    struct Version {
        format: u64,
    }
    let malformed = |_| RecordingError::Malformed;
    let Object(Version { format }) = serde_json::from_slice(text).map_err(malformed)?;
    if format != 1 {
        return Err(RecordingError::Foreign);
    }
    let Object(content) = serde_json::from_slice(text).map_err(malformed)?;
    Ok(content)
}

/// An object whose names are different ones: which of two values counts would
/// be anybody's guess.
pub(super) struct Distinct<T>(pub(super) BTreeMap<String, T>);

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Distinct<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = BTreeMap<String, T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of different names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
                let mut met = BTreeMap::new();
                while let Some((name, value)) = members.next_entry()? {
                    if met.insert(name, value).is_some() {
                        return Err(A::Error::custom("a name stands twice"));
                    }
                }
                Ok(met)
            }
        }

        deserializer.deserialize_map(Members(PhantomData)).map(Self)
    }
}
