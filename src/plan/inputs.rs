//! What planning starts from, as data (contract parts 4.1 and 4.2). Each part
//! is checked on its own, so that all findings are reported together; with any
//! finding nothing is planned.

use std::collections::BTreeMap;

use super::graph::Graph;
use super::operation::PlanValue;
use super::schema::EffectiveSchema;
use crate::desired::{Desired, Dialect, LogicalKey};
use crate::diagnostic::{Code, Diagnostic, Path};
use crate::observed::{Bindings, Item, ObservedValue, ProviderText};
use crate::scope::{IssueNumber, SubjectClass, text};

/// The references that a plan's operations are bound to. Opaque.
#[derive(Clone, PartialEq, Eq)]
pub struct PlanScope {
    subject: String,
    repository: String,
    project: String,
    issue: IssueNumber,
}

/// The references as they come, before they are checked.
#[derive(Clone, Copy)]
pub struct References<'a> {
    /// The class of the subject that asks (decision 3).
    pub subject: &'a str,
    /// The repository.
    pub repository: &'a str,
    /// The Project.
    pub project: &'a str,
    /// The issue. Checked with the others, but part of no operation.
    pub issue: &'a str,
    /// The number of the issue.
    pub number: u64,
}

impl PlanScope {
    /// The scope, if every reference has 1 to 256 scalars without control
    /// characters and the number names an issue.
    ///
    /// # Errors
    ///
    /// `YKP-PLAN-001` at `$.scope`.
    pub fn new(references: References<'_>) -> Result<Self, Diagnostic> {
        let References { subject, repository, project, issue, number } = references;
        match IssueNumber::new(number) {
            Some(number) if [subject, repository, project, issue].into_iter().all(is_reference) => Ok(Self {
                subject: subject.to_owned(),
                repository: repository.to_owned(),
                project: project.to_owned(),
                issue: number,
            }),
            _ => Err(Diagnostic::new(Code::Plan001, Path::root().member("scope"))),
        }
    }

    pub(super) fn of(subject: SubjectClass, bindings: &Bindings, issue: IssueNumber) -> Self {
        Self {
            subject: subject.reference().to_owned(),
            repository: bindings.repository.expose().to_owned(),
            project: bindings.project.expose().to_owned(),
            issue,
        }
    }

    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    pub(super) fn repository(&self) -> &str {
        &self.repository
    }

    pub(super) fn project(&self) -> &str {
        &self.project
    }

    pub(super) fn issue(&self) -> IssueNumber {
        self.issue
    }
}

fn is_reference(reference: &str) -> bool {
    (1..=256).contains(&text::scalars(reference)) && !text::has_control(reference)
}

/// A value of the item as it comes, before it is checked.
#[derive(Clone, Debug, PartialEq)]
pub enum RawValue {
    /// Not set.
    Null,
    /// A number.
    Number(f64),
    /// Text.
    Text(String),
    /// Anything that no Project field holds.
    Other,
}

/// The values of the item by logical key, and the item's fingerprint.
#[derive(Clone, PartialEq)]
pub struct ObservedItem {
    values: BTreeMap<LogicalKey, PlanValue>,
    fingerprint: String,
}

impl ObservedItem {
    /// The most values of an item that are given as data.
    const MAX_VALUES: usize = 64;

    /// The item, if it has at most 64 values, each under a key of the native
    /// grammar, null, a finite number or text of at most 512 scalars without
    /// control characters, and if the fingerprint has the form of a reference.
    ///
    /// # Errors
    ///
    /// `YKP-PLAN-001` at `$.observedItem`, `YKP-PLAN-006` at
    /// `$.observedItem.values.<key>`; all of them, never none.
    pub fn new(values: BTreeMap<String, RawValue>, fingerprint: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        if !is_reference(fingerprint) || values.len() > Self::MAX_VALUES {
            findings.push(Diagnostic::new(Code::Plan001, Path::root().member("observedItem")));
        }
        let mut checked = BTreeMap::new();
        for (key, raw) in values {
            match (LogicalKey::parse(&key), checked_value(raw)) {
                (Some(key), Some(value)) => {
                    checked.insert(key, value);
                }
                _ => findings.push(unusable_value(&key)),
            }
        }
        if findings.is_empty() {
            Ok(Self { values: checked, fingerprint: fingerprint.to_owned() })
        } else {
            Err(findings)
        }
    }

    /// Translates the display names of an observed item into the keys of the
    /// policy; a name that the item does not list gives no value. A legacy
    /// policy looks at declared values alone. Keys and their number were
    /// checked with the policy.
    pub(super) fn of(desired: &Desired, item: &Item) -> Result<Self, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        let mut values = BTreeMap::new();
        for (key, declaration) in &desired.fields {
            let name = ProviderText::new(declaration.name.as_str());
            let is_compared =
                desired.dialect == Dialect::Native || desired.values.iter().any(|value| value.key == *key);
            let Some(value) = item.parts().values.get(&name).filter(|_| is_compared) else { continue };
            match checked_value(raw_value(value.as_ref())) {
                Some(value) => {
                    values.insert(key.clone(), value);
                }
                None => findings.push(unusable_value(key.as_str())),
            }
        }
        if findings.is_empty() {
            Ok(Self { values, fingerprint: item.fingerprint().to_owned() })
        } else {
            Err(findings)
        }
    }

    /// The value of a field; null where it is not set or not listed.
    pub(super) fn value(&self, key: &LogicalKey) -> PlanValue {
        self.values.get(key).cloned().unwrap_or(PlanValue::Null)
    }

    pub(super) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

fn unusable_value(key: &str) -> Diagnostic {
    Diagnostic::new(Code::Plan006, Path::root().member("observedItem").member("values").key(key))
}

/// An observed value before it is checked.
pub(super) fn raw_value(value: Option<&ObservedValue>) -> RawValue {
    match value {
        None => RawValue::Null,
        Some(ObservedValue::Number(number)) => RawValue::Number(*number),
        Some(ObservedValue::Text(text)) => RawValue::Text(text.expose().to_owned()),
    }
}

/// The value, if it can be planned on.
pub(super) fn checked_value(raw: RawValue) -> Option<PlanValue> {
    match raw {
        RawValue::Null => Some(PlanValue::Null),
        RawValue::Number(number) => number.is_finite().then_some(PlanValue::Number(number)),
        RawValue::Text(text) => {
            let fits = text::scalars(&text) <= 512 && !text::has_control(&text);
            fits.then_some(PlanValue::Text(text))
        }
        RawValue::Other => None,
    }
}

/// Everything that planning starts from, checked.
#[derive(Clone)]
pub struct PlanInputs {
    pub(super) scope: PlanScope,
    pub(super) schema: EffectiveSchema,
    pub(super) item: ObservedItem,
    pub(super) graph: Graph,
}

impl PlanInputs {
    /// The inputs, if every part is valid, the effective schema is executable
    /// and the planned issue is a node of the graph.
    ///
    /// # Errors
    ///
    /// The findings of all parts, `YKP-PLAN-002` at `$.schema`,
    /// `YKP-GRAPH-002` at `$.relationships.nodes`; never none.
    pub fn new(
        scope: Result<PlanScope, Diagnostic>,
        schema: EffectiveSchema,
        item: Result<ObservedItem, Vec<Diagnostic>>,
        graph: Result<Graph, Vec<Diagnostic>>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        if !schema.is_executable() {
            findings.push(Diagnostic::new(Code::Plan002, Path::root().member("schema")));
        }
        let scope = scope.map_err(|finding| findings.push(finding)).ok();
        let item = item.map_err(|more| findings.extend(more)).ok();
        let graph = graph.map_err(|more| findings.extend(more)).ok();
        if let (Some(scope), Some(graph)) = (&scope, &graph)
            && !graph.has(scope.issue())
        {
            let nodes = Path::root().member("relationships").member("nodes");
            findings.push(Diagnostic::new(Code::Graph002, nodes));
        }
        match (scope, item, graph) {
            (Some(scope), Some(item), Some(graph)) if findings.is_empty() => {
                Ok(Self { scope, schema, item, graph })
            }
            _ => Err(findings),
        }
    }
}
