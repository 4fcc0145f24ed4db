//! Diagnostics about a document, collected while its tree is judged.

use crate::desired::yaml::{Entry, Finding, FindingKind, Node, Value, member};
use crate::diagnostic::{Code, Diagnostic, Failure, Path, Position};

/// The codes in which a document's findings are told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Codes {
    /// Not in the subset of YAML.
    pub(super) syntax: Code,
    /// Beyond a structural limit.
    pub(super) limit: Code,
    /// A sequence where the document may not have any.
    pub(super) sequence: Code,
    /// A required member is absent.
    pub(super) missing: Code,
    /// A member is not known.
    pub(super) unknown: Code,
    /// A value of another type.
    pub(super) wrong_type: Code,
    /// A value that is not allowed.
    pub(super) not_allowed: Code,
}

/// What is wrong with one document.
pub(super) struct Findings<'document> {
    codes: Codes,
    place: &'document dyn Fn(Position) -> Position,
    found: Vec<Diagnostic>,
}

impl<'document> Findings<'document> {
    /// No findings yet; `place` turns a place in the document into the place
    /// that the reader of a diagnostic sees.
    pub(super) fn new(codes: Codes, place: &'document dyn Fn(Position) -> Position) -> Self {
        Self { codes, place, found: Vec::new() }
    }

    /// The findings of the structural pass, in their own order.
    pub(super) fn structural(mut self, findings: Vec<Finding>) -> Failure {
        for Finding { kind, path, position } in findings {
            let code = match kind {
                FindingKind::Syntax | FindingKind::Feature => self.codes.syntax,
                FindingKind::Limit => self.codes.limit,
                FindingKind::Sequence => self.codes.sequence,
            };
            self.add(code, path, position);
        }
        Failure::from_all(self.found).unwrap_or_else(|| Failure::of(self.codes.syntax))
    }

    /// The value, unless something was found; findings by code, then path.
    pub(super) fn conclude<T>(self, value: Option<T>) -> Result<T, Failure> {
        match (Failure::from_all(Diagnostic::sorted(self.found)), value) {
            (None, Some(value)) => Ok(value),
            (Some(failure), _) => Err(failure),
            (None, None) => Err(Failure::of(Code::Runtime009)),
        }
    }

    /// Adds a finding at a place in the document.
    pub(super) fn add(&mut self, code: Code, path: Path, position: Position) {
        self.found.push(Diagnostic::new(code, path).at((self.place)(position)));
    }

    /// A value of another type; returns nothing, for use as a last expression.
    pub(super) fn wrong_type<T>(&mut self, node: &Node, path: &Path) -> Option<T> {
        self.add(self.codes.wrong_type, path.clone(), node.position);
        None
    }

    /// A value that is not allowed; returns nothing.
    pub(super) fn not_allowed<T>(&mut self, node: &Node, path: &Path) -> Option<T> {
        self.add(self.codes.not_allowed, path.clone(), node.position);
        None
    }

    /// The members of a mapping; another type is a finding.
    pub(super) fn mapping<'tree>(&mut self, node: &'tree Node, path: &Path) -> Option<&'tree [Entry]> {
        match &node.value {
            Value::Mapping(entries) => Some(entries),
            _ => self.wrong_type(node, path),
        }
    }

    /// The text; another type is a finding.
    pub(super) fn text<'tree>(&mut self, node: &'tree Node, path: &Path) -> Option<&'tree str> {
        match &node.value {
            Value::Text(text) => Some(text),
            _ => self.wrong_type(node, path),
        }
    }

    /// Judges `schema`: the number 1, spelled so (decision 15).
    pub(super) fn schema(&mut self, node: &Node, path: &Path) -> Option<()> {
        match node.value {
            Value::Number(number) if number.plain == Some(1) => Some(()),
            Value::Number(_) => self.not_allowed(node, path),
            _ => self.wrong_type(node, path),
        }
    }

    /// The mapping's member of that name; its absence is a finding.
    pub(super) fn required<'tree>(
        &mut self,
        mapping: &'tree Node,
        path: &Path,
        name: &'static str,
    ) -> Option<&'tree Node> {
        let found = member(mapping, name);
        if found.is_none() {
            self.add(self.codes.missing, path.member(name), mapping.position);
        }
        found
    }

    /// Finds the members that are not among those known.
    pub(super) fn unknown(&mut self, entries: &[Entry], path: &Path, known: &[&str]) {
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            self.add(self.codes.unknown, path.key(&entry.key), entry.position);
        }
    }
}
