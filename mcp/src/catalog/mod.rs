//! The published surface, one embedded file: tools with their schemas,
//! resources, templates, completion and the capability summary, with the
//! fingerprint over all of it (design, *Discovery surface*; decisions 3, 23
//! and 24).
//!
//! The file is served as it is written: what a client reads is what a reviewer
//! read.

mod name;
mod scope;

use rmcp::model::{Resource, ResourceTemplate, Tool};
use serde::Deserialize;
use serde_json::{Map, Value};

pub use name::ToolName;
pub use scope::KeyScope;

/// The server's name.
pub const SERVER_NAME: &str = "github-issues-mcp";

/// The server's version.
pub const SERVER_VERSION: &str = env!("CARGO_PKG_VERSION");

const FILE: &str = include_str!("catalog.json");

/// How many digits of the digest a fingerprint shows.
const FINGERPRINT_DIGITS: usize = 7;

/// Why a catalog can not be served: it is part of the program, so this is a
/// fault of the build.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The file is not of the form that is served.
    #[error("the embedded catalog can not be read")]
    Form,
    /// A tool has no schema of the form that arguments are checked against.
    #[error("the embedded catalog has a schema that arguments can not be checked against")]
    Schema,
}

/// The surface as it is served.
#[derive(Clone, Debug)]
pub struct Catalog {
    tools: Vec<Tool>,
    resources: Vec<Resource>,
    templates: Vec<ResourceTemplate>,
    states: Vec<String>,
    summary: Value,
    fingerprint: String,
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    tools: Vec<Tool>,
    resources: Vec<Resource>,
    templates: Vec<ResourceTemplate>,
    completion: Completion,
    summary: Map<String, Value>,
}

/// What the variables of the templates are completed from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Completion {
    #[serde(rename = "owner")]
    _owner: String,
    #[serde(rename = "repo")]
    _repo: String,
    state: Vec<String>,
}

impl Catalog {
    /// The catalog of this program, for keys of one process.
    ///
    /// # Errors
    ///
    /// Where the embedded file is not of its form; a test holds it to it.
    pub fn embedded() -> Result<Self, CatalogError> {
        Self::embedded_for(KeyScope::Process)
    }

    /// The catalog of this program, for keys that reach that far.
    ///
    /// # Errors
    ///
    /// As [`embedded`](Self::embedded).
    pub fn embedded_for(scope: KeyScope) -> Result<Self, CatalogError> {
        Self::read(FILE, scope)
    }

    /// The catalog that a text describes. Version, fingerprint and the scope
    /// of idempotency keys are written into the summary here.
    ///
    /// # Errors
    ///
    /// [`CatalogError::Form`].
    pub fn read(text: &str, scope: KeyScope) -> Result<Self, CatalogError> {
        let form = |_| CatalogError::Form;
        let mut whole: Value = serde_json::from_str(text).map_err(form)?;
        let shown = whole.pointer_mut("/summary/prerequisites/state_handles/idempotency_scope");
        *shown.ok_or(CatalogError::Form)? = scope.as_str().into();
        let server = whole.pointer_mut("/summary/server").and_then(Value::as_object_mut);
        let server = server.ok_or(CatalogError::Form)?;
        server.insert("version".to_owned(), SERVER_VERSION.into());
        // The fingerprint can not cover itself.
        server.insert("fingerprint".to_owned(), Value::from(""));
        let fingerprint = fingerprint(&whole);
        if let Some(server) = whole.pointer_mut("/summary/server").and_then(Value::as_object_mut) {
            server.insert("fingerprint".to_owned(), fingerprint.clone().into());
        }
        let file: File = serde_json::from_value(whole).map_err(form)?;
        let File { tools, resources, templates, completion, summary } = file;
        Ok(Self {
            tools,
            resources,
            templates,
            states: completion.state,
            summary: Value::Object(summary),
            fingerprint,
        })
    }

    /// The tools, in alphabetical order.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// The definition of a tool.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// The resources that have a fixed URI.
    #[must_use]
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// The templates of the other resources.
    #[must_use]
    pub fn templates(&self) -> &[ResourceTemplate] {
        &self.templates
    }

    /// What the template variable `state` can be.
    #[must_use]
    pub fn states(&self) -> &[String] {
        &self.states
    }

    /// The capability summary.
    #[must_use]
    pub fn summary(&self) -> &Value {
        &self.summary
    }

    /// `github-issues-mcp@<version>+<7 hexadecimal digits>`.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

/// The fingerprint of a catalog without one: the first digits of the SHA-256
/// over the canonical JSON (RFC 8785) of all of it. The error catalog is part
/// of the summary.
fn fingerprint(whole: &Value) -> String {
    let digest = yukh::scope::canonical::digest(whole);
    let digits = digest.get(..FINGERPRINT_DIGITS).unwrap_or(&digest);
    format!("{SERVER_NAME}@{SERVER_VERSION}+{digits}")
}

#[cfg(test)]
mod tests;
