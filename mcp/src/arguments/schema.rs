//! The published schemas, ready to check arguments.

use std::collections::BTreeMap;

use rmcp::model::Tool;
use serde_json::{Map, Value};

use super::calls::{self, Call};
use super::property::Property;
use crate::catalog::{Catalog, CatalogError, ToolName};
use crate::failure::{Arguments, Details, Failure};

/// The longest name of an unknown argument that a failure repeats, in bytes.
const LONGEST_NAME: usize = 64;

/// The schemas of all tools.
#[derive(Debug)]
pub struct Schemas(BTreeMap<ToolName, Schema>);

#[derive(Debug)]
struct Schema {
    /// By name, in the published order.
    properties: Vec<(String, Property)>,
    required: Vec<String>,
}

/// Arguments as they are taken: as given, and with defaults.
#[derive(Default)]
struct Taken {
    given: Map<String, Value>,
    filled: Map<String, Value>,
}

/// Arguments that fit: what is asked for, and the arguments as they came.
#[derive(Debug)]
pub struct Checked {
    /// What is asked for, with every default put in.
    pub call: Call,
    /// The arguments without the defaults, for repairs.
    pub given: Arguments,
    /// The arguments with the defaults, in the published order, for digests.
    pub filled: Map<String, Value>,
}

impl Schemas {
    /// The schemas of a catalog.
    ///
    /// # Errors
    ///
    /// [`CatalogError::Schema`] where a tool is missing or its schema says
    /// something that is not checked here.
    pub fn of(catalog: &Catalog) -> Result<Self, CatalogError> {
        let schema = |tool: ToolName| {
            let published = catalog.tool(tool.as_str())?;
            Schema::read(published).map(|schema| (tool, schema))
        };
        let schemas: Option<BTreeMap<_, _>> = ToolName::ALL.into_iter().map(schema).collect();
        schemas.map(Self).ok_or(CatalogError::Schema)
    }

    /// Checks the arguments of a call.
    ///
    /// # Errors
    ///
    /// `invalid_field`; `repo_not_found` for names that fit the patterns and
    /// that no repository can have.
    pub fn check(&self, tool: ToolName, arguments: &Map<String, Value>) -> Result<Checked, Failure> {
        let schema = self.0.get(&tool).ok_or_else(|| Failure::invalid(Details::default()))?;
        let Taken { given, filled } = schema.check(arguments)?;
        let call = calls::read(tool, &filled)?;
        Ok(Checked { call, given: Arguments::checked(given), filled })
    }
}

impl Schema {
    fn read(tool: &Tool) -> Option<Self> {
        let schema = &tool.input_schema;
        let known = ["$schema", "type", "required", "properties", "additionalProperties"];
        let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        if !is_closed || !schema.keys().all(|key| known.contains(&key.as_str())) {
            return None;
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let required = match schema.get("required") {
            None => Vec::new(),
            Some(names) => names.as_array()?.iter().map(text).collect::<Option<_>>()?,
        };
        let property = |(name, schema): (&String, &Value)| {
            Property::read(schema.as_object()?).map(|property| (name.clone(), property))
        };
        let properties =
            schema.get("properties")?.as_object()?.iter().map(property).collect::<Option<_>>()?;
        Some(Self { properties, required })
    }

    /// The arguments as they are taken: as given, and with defaults.
    fn check(&self, arguments: &Map<String, Value>) -> Result<Taken, Failure> {
        let is_known = |name: &str| self.properties.iter().any(|(known, _)| known == name);
        if let Some(unknown) = arguments.keys().find(|name| !is_known(name)) {
            return Err(Failure::invalid(self.unknown(unknown)));
        }
        let mut taken = Taken::default();
        for (name, property) in &self.properties {
            match arguments.get(name) {
                Some(value) => {
                    let value = property.check(value).map_err(|refusal| {
                        let details = Details::field(name).because(refusal.reason);
                        Failure::invalid(details.allowing(refusal.allowed))
                    })?;
                    taken.given.insert(name.clone(), value.clone());
                    taken.filled.insert(name.clone(), value);
                }
                None if self.required.contains(name) => {
                    let details = Details::field(name).because("The parameter is required.");
                    return Err(Failure::invalid(details));
                }
                None => {
                    if let Some(default) = &property.default {
                        taken.filled.insert(name.clone(), default.clone());
                    }
                }
            }
        }
        Ok(taken)
    }

    /// What is said about an argument that no tool of this name has. Its name
    /// is repeated where it looks like one; anything else may be text.
    fn unknown(&self, name: &str) -> Details {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let known = self.properties.iter().map(|(name, _)| name.clone()).collect();
        let details = match (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_name) {
            true => Details::field(name),
            false => Details::default(),
        };
        details.because("No such parameter; the tool takes the allowed ones alone.").allowing(known)
    }
}
