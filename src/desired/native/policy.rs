//! The native policy file (contract part 2).

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::{FIELDS, NAME, OPTIONS};
use super::findings::{Codes, Findings};
use crate::desired::yaml::{self, Entry, Limits, Node, member};
use crate::desired::{DisplayName, FieldDeclaration, LogicalKey, Mode, POLICY_BYTES};
use crate::diagnostic::{Code, Diagnostic, Failure, Path, Position};
use crate::scope::{FieldKind, text};

const LIMITS: Limits = Limits {
    depth: 8,
    root_members: usize::MAX,
    members: usize::MAX,
    entries: None,
    scalars: 2048,
    string: 512,
};

const CODES: Codes = Codes {
    syntax: Code::Policy002,
    limit: Code::Policy003,
    sequence: Code::Policy005,
    missing: Code::Policy001,
    unknown: Code::Policy004,
    wrong_type: Code::Policy005,
    not_allowed: Code::Policy006,
};

/// The fields of a policy file, by key.
pub(super) type Fields = BTreeMap<LogicalKey, FieldDeclaration>;

/// Reads a policy file.
///
/// # Errors
///
/// `YKP-POLICY-002`, `-003` and `-005` by place in the file where its structure
/// is refused; else `-001` and `-003` to `-007` by code and path.
pub(super) fn read(file: &[u8]) -> Result<Fields, Failure> {
    if file.len() > POLICY_BYTES {
        return Err(Failure::of(Code::Policy003));
    }
    let place = |position: Position| position;
    let findings = Findings::new(CODES, &place);
    let text = yaml::text_of(file).map_err(|place| Diagnostic::new(CODES.syntax, Path::root()).at(place))?;
    match yaml::read(text, &LIMITS) {
        Ok(root) => {
            let mut judge = Judge { findings };
            let fields = judge.policy(&root);
            judge.findings.conclude(fields)
        }
        Err(found) => Err(findings.structural(found)),
    }
}

/// Judges a tree; every part is judged, whatever was found before.
struct Judge<'document> {
    findings: Findings<'document>,
}

impl Judge<'_> {
    fn policy(&mut self, root: &Node) -> Option<Fields> {
        let path = Path::root();
        let entries = self.findings.mapping(root, &path)?;
        self.findings.unknown(entries, &path, &["schema", "fields"]);
        let schema = self.findings.required(root, &path, "schema");
        let schema = schema.and_then(|node| self.findings.schema(node, &path.member("schema")));
        let fields = self.findings.required(root, &path, "fields");
        let fields = fields.and_then(|node| self.fields(node, &path.member("fields")));
        schema.and(fields)
    }

    fn fields(&mut self, node: &Node, path: &Path) -> Option<Fields> {
        let mut fields = Fields::new();
        let mut names = BTreeSet::new();
        for entry in self.members(node, path, FIELDS)? {
            let path = path.key(&entry.key);
            let key = self.key(entry, &path);
            if let (Some(field), Some(key)) = (self.field(&entry.value, &path, &mut names), key) {
                fields.insert(key, field);
            }
        }
        Some(fields)
    }

    fn field(&mut self, node: &Node, path: &Path, names: &mut BTreeSet<String>) -> Option<FieldDeclaration> {
        let entries = self.findings.mapping(node, path)?;
        self.findings.unknown(entries, path, &["name", "kind", "mode", "options"]);
        let name = self.findings.required(node, path, "name");
        let name = name.and_then(|node| self.name(node, &path.member("name"), names));
        let kind = self.findings.required(node, path, "kind");
        let kind = kind.and_then(|node| self.word(node, &path.member("kind"), FieldKind::parse));
        let mode = self.findings.required(node, path, "mode");
        let mode = mode.and_then(|node| self.word(node, &path.member("mode"), mode_named));
        let takes_options = (kind, mode) == (Some(FieldKind::SingleSelect), Some(Mode::Managed));
        let options = self.options(node, path, takes_options);
        let (name, kind, mode, options) = (name?, kind?, mode?, options?);
        Some(FieldDeclaration { name, kind, accepts: accepts(kind), mode, options })
    }

    /// The options; empty where the field takes none.
    fn options(
        &mut self,
        field: &Node,
        path: &Path,
        takes_options: bool,
    ) -> Option<BTreeMap<LogicalKey, DisplayName>> {
        let mut options = BTreeMap::new();
        if !takes_options {
            return match member(field, "options") {
                Some(node) => self.findings.not_allowed(node, &path.member("options")),
                None => Some(options),
            };
        }
        let node = self.findings.required(field, path, "options")?;
        let path = path.member("options");
        let mut names = BTreeSet::new();
        for entry in self.members(node, &path, OPTIONS)? {
            let path = path.key(&entry.key);
            let key = self.key(entry, &path);
            if let (Some(name), Some(key)) = (self.name(&entry.value, &path, &mut names), key) {
                options.insert(key, name);
            }
        }
        Some(options)
    }

    /// The members of a mapping of 1 to `limit`, by key.
    fn members<'tree>(&mut self, node: &'tree Node, path: &Path, limit: usize) -> Option<Vec<&'tree Entry>> {
        let mut entries: Vec<_> = self.findings.mapping(node, path)?.iter().collect();
        if !(1..=limit).contains(&entries.len()) {
            self.findings.add(Code::Policy003, path.clone(), node.position);
            return None;
        }
        entries.sort_by_key(|entry| &entry.key);
        Some(entries)
    }

    fn key(&mut self, entry: &Entry, path: &Path) -> Option<LogicalKey> {
        let key = LogicalKey::parse(&entry.key);
        if key.is_none() {
            self.findings.add(Code::Policy006, path.clone(), entry.position);
        }
        key
    }

    /// A display name that can be told from those before it.
    fn name(&mut self, node: &Node, path: &Path, names: &mut BTreeSet<String>) -> Option<DisplayName> {
        let written = self.findings.text(node, path)?;
        let name = DisplayName::parse(written, NAME).or_else(|| self.findings.not_allowed(node, path))?;
        if !names.insert(text::fold(name.as_str())) {
            self.findings.add(Code::Policy007, path.clone(), node.position);
        }
        Some(name)
    }

    fn word<T>(&mut self, node: &Node, path: &Path, parse: fn(&str) -> Option<T>) -> Option<T> {
        let word = self.findings.text(node, path)?;
        parse(word).or_else(|| self.findings.not_allowed(node, path))
    }
}

fn mode_named(word: &str) -> Option<Mode> {
    match word {
        "managed" => Some(Mode::Managed),
        "observed" => Some(Mode::Observed),
        _ => None,
    }
}

/// A native field accepts its own kind alone.
fn accepts(kind: FieldKind) -> &'static [FieldKind] {
    match kind {
        FieldKind::Text => &[FieldKind::Text],
        FieldKind::Number => &[FieldKind::Number],
        FieldKind::Date => &[FieldKind::Date],
        FieldKind::SingleSelect => &[FieldKind::SingleSelect],
        FieldKind::Iteration => &[FieldKind::Iteration],
    }
}
