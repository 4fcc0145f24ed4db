//! `yukh schema`: JSON Schemas (draft 2020-12) of what is written for this
//! program and of what it prints, made of the tables that it reads and prints
//! by.
//!
//! A schema says less than the program: spellings of numbers, folded names and
//! what one value says about another are no matter of a schema. What a schema
//! refuses the program refuses too.

mod contract;
mod page;
mod policy;
mod reports;
mod words;

use serde_json::{Map, Value, json};

pub use page::page;

/// A document that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// A native policy file.
    PolicyNative,
    /// A legacy policy file.
    PolicyLegacy,
    /// The YAML of a native block.
    ContractNative,
    /// The YAML of a legacy block.
    ContractLegacy,
    /// What `yukh plan --format json` prints.
    Plan,
    /// What `yukh audit --format json` prints.
    Audit,
    /// What `yukh lint --format json` prints.
    Lint,
}

impl Schema {
    /// All schemas.
    pub const ALL: [Self; 7] = [
        Self::PolicyNative,
        Self::PolicyLegacy,
        Self::ContractNative,
        Self::ContractLegacy,
        Self::Plan,
        Self::Audit,
        Self::Lint,
    ];

    /// Its name, which is also that of its file below `schema/`, without `.json`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PolicyNative => "policy-native",
            Self::PolicyLegacy => "policy-legacy",
            Self::ContractNative => "contract-native",
            Self::ContractLegacy => "contract-legacy",
            Self::Plan => "plan",
            Self::Audit => "audit",
            Self::Lint => "lint",
        }
    }

    /// The schema of this name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|schema| schema.as_str() == text)
    }

    /// The schema, with the members of each object in order.
    #[must_use]
    pub fn document(self) -> Value {
        let mut document = self.made();
        // Whether a map keeps its order is decided by who else builds with it.
        document.sort_all_objects();
        document
    }

    fn made(self) -> Value {
        match self {
            Self::PolicyNative => policy::native(),
            Self::PolicyLegacy => policy::legacy(),
            Self::ContractNative => contract::native(),
            Self::ContractLegacy => contract::legacy(),
            Self::Plan => reports::plan(),
            Self::Audit => reports::audit(),
            Self::Lint => reports::lint(),
        }
    }
}

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A schema of a whole document.
fn document(title: &str, body: Value) -> Value {
    let mut whole = Map::new();
    whole.insert("$schema".to_owned(), json!(DRAFT));
    whole.insert("title".to_owned(), json!(title));
    if let Value::Object(members) = body {
        whole.extend(members);
    }
    Value::Object(whole)
}

/// A mapping of these members and no others; those behind `required` have to be
/// there.
fn closed<const COUNT: usize>(members: [(&str, Value); COUNT], required: &[&str]) -> Value {
    let properties: Map<String, Value> =
        members.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The same where further members are ignored.
fn open<const COUNT: usize>(members: [(&str, Value); COUNT], required: &[&str]) -> Value {
    let mut schema = closed(members, required);
    if let Some(members) = schema.as_object_mut() {
        members.remove("additionalProperties");
    }
    schema
}

/// The schema with what an editor shows beside it.
fn told(description: &str, mut schema: Value) -> Value {
    if let Some(members) = schema.as_object_mut() {
        members.insert("description".to_owned(), json!(description));
    }
    schema
}
