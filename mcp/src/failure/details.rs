//! What a failure is about.

use serde::Serialize;
use serde_json::Value;

/// The most names that are offered in place of one.
const MOST_ALLOWED: usize = 100;

/// The published parameters that a failure is about: one, or several that do
/// not go together.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// One parameter.
    Field(String),
    /// Several.
    Fields(Vec<&'static str>),
}

/// A value that may be shown again: a number that names something on GitHub, a
/// token of this server's, a member of a published enumeration, a resource
/// URI. Free-form text has no variant.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// An issue number or the like.
    Number(u64),
    /// A version token of this server's form.
    Version(crate::issue::Version),
    /// The URI of a resource, as this server writes it.
    Uri(crate::issue::Address),
}

/// What a failure is about. A member that says nothing is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allowed: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    allowed_truncated: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    required_scopes: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    applied: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_applied: Vec<&'static str>,
}

impl Details {
    /// About one parameter.
    #[must_use]
    pub fn field(name: impl Into<String>) -> Self {
        Self { field: Some(name.into()), ..Self::default() }
    }

    /// About parameters that do not go together.
    #[must_use]
    pub fn fields(names: &[&'static str]) -> Self {
        Self { fields: names.to_vec(), ..Self::default() }
    }

    /// With a value that may be shown.
    #[must_use]
    pub fn with_value(mut self, value: Known) -> Self {
        self.value = Some(match value {
            Known::Number(number) => number.into(),
            Known::Version(version) => version.as_str().into(),
            Known::Uri(address) => address.uri().into(),
        });
        self
    }

    /// With one sentence of ours.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// With what would be taken, the nearest first; more than 100 are cut off
    /// and said to be (decision 10).
    #[must_use]
    pub fn allowing(mut self, mut names: Vec<String>) -> Self {
        self.allowed_truncated = names.len() > MOST_ALLOWED;
        names.truncate(MOST_ALLOWED);
        self.allowed = names;
        self
    }

    /// With the permissions that the token needs.
    #[must_use]
    pub fn requiring(mut self, scopes: &[&'static str]) -> Self {
        self.required_scopes = scopes.to_vec();
        self
    }

    /// With which parts of a change took place and which did not
    /// (decision 11).
    #[must_use]
    pub fn applied(mut self, applied: Vec<&'static str>, not_applied: Vec<&'static str>) -> Self {
        self.applied = applied;
        self.not_applied = not_applied;
        self
    }

    /// The parameters that it is about.
    #[must_use]
    pub fn subject(&self) -> Option<Subject> {
        match (&self.field, self.fields.as_slice()) {
            (Some(field), _) => Some(Subject::Field(field.clone())),
            (None, []) => None,
            (None, fields) => Some(Subject::Fields(fields.to_vec())),
        }
    }

    /// The sentence.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }
}
