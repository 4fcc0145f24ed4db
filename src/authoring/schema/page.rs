//! A schema as a file that people read.

use serde::Serialize as _;
use serde_json::Value;
use serde_json::ser::{PrettyFormatter, Serializer};

/// The schema with one member a line, members by name. Ends with a line end.
#[must_use]
pub fn page(schema: &Value) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, PrettyFormatter::new());
    // Writing a value into memory does not fail.
    let _ = schema.serialize(&mut serializer);
    let mut page = String::from_utf8(bytes).unwrap_or_default();
    page.push('\n');
    page
}
