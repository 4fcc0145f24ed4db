//! What the event pass builds and finds: the tree, and every feature and limit
//! that the contract refuses (parts 1.2 and 2).

use std::collections::BTreeSet;

use granit_parser::ScalarStyle;

use super::{Entry, Finding, FindingKind, Limits, Node, Value, scalar, source};
use crate::diagnostic::{Path, Position};

/// How many findings are kept: more than a result shows (contract part 7.1
/// allows 64), and a bound on memory for hostile texts.
const FINDINGS: usize = 512;

/// Where a node begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Characters before it.
    pub(super) offset: usize,
    /// Line and column.
    pub(super) position: Position,
}

/// A collection whose end has not been seen.
struct Frame {
    children: Children,
    place: Place,
    role: Role,
    /// Whether nothing below is judged: it hangs on a node or key that was
    /// refused. Repeated keys void the document there too.
    quiet: bool,
}

enum Children {
    Sequence(Vec<Node>),
    Mapping { is_block: bool, entries: Vec<Entry>, members: usize, keys: BTreeSet<String>, next: Role },
}

/// What a node is to the mapping around it.
enum Role {
    /// Its next key.
    Key,
    /// The value of this key; of a refused key where there is none. Also the
    /// role of sequence entries and of the root.
    Value(Option<(String, Position)>),
}

/// The state of one walk.
pub(super) struct Builder<'limits> {
    limits: &'limits Limits,
    restore: bool,
    frames: Vec<Frame>,
    found: Vec<(usize, Finding)>,
    scalars: usize,
    root: Option<Node>,
}

impl<'limits> Builder<'limits> {
    pub(super) fn new(limits: &'limits Limits, restore: bool) -> Self {
        Self { limits, restore, frames: Vec::new(), found: Vec::new(), scalars: 0, root: None }
    }

    /// Whether the next node is a key of a mapping in block style.
    pub(super) fn expects_block_key(&self) -> bool {
        let children = self.frames.last().map(|frame| &frame.children);
        matches!(children, Some(Children::Mapping { is_block: true, next: Role::Key, .. }))
    }

    /// Takes a scalar; false when it repeats a key of its mapping.
    pub(super) fn scalar(&mut self, text: &str, style: ScalarStyle, marked: bool, place: Place) -> bool {
        let text = if self.restore { source::restore(text) } else { text.to_owned() };
        let value = if style == ScalarStyle::Plain { scalar::resolve(&text) } else { Value::Text(text) };
        if self.expects_key() {
            return self.key(value, marked, place);
        }
        if !self.is_quiet() {
            self.judge_scalar(&value, marked, place);
        }
        self.complete(Node { value, position: place.position });
        true
    }

    /// Takes an alias, which is never followed.
    pub(super) fn alias(&mut self, place: Place) -> bool {
        if self.expects_key() {
            return self.key(Value::Null, true, place);
        }
        if !self.is_quiet() {
            self.judge_node(true, place);
        }
        self.complete(Node { value: Value::Null, position: place.position });
        true
    }

    /// Opens a sequence.
    pub(super) fn sequence(&mut self, marked: bool, place: Place) -> bool {
        if self.limits.entries.is_none() && !self.expects_key() && !self.is_quiet() && !marked {
            self.find(FindingKind::Sequence, place);
        }
        self.open(Children::Sequence(Vec::new()), marked, place)
    }

    /// Opens a mapping.
    pub(super) fn mapping(&mut self, is_block: bool, marked: bool, place: Place) -> bool {
        let (entries, keys) = (Vec::new(), BTreeSet::new());
        let children = Children::Mapping { is_block, entries, members: 0, keys, next: Role::Key };
        self.open(children, marked, place)
    }

    /// Closes the innermost collection.
    pub(super) fn close(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else { return true };
        let is_root = self.frames.is_empty();
        let (value, exceeds) = match frame.children {
            Children::Sequence(entries) => {
                let exceeds = self.limits.entries.is_some_and(|limit| entries.len() > limit);
                (Value::Sequence(entries), exceeds)
            }
            Children::Mapping { entries, members, .. } => {
                let limit = if is_root { self.limits.root_members } else { self.limits.members };
                (Value::Mapping(entries), members > limit)
            }
        };
        if exceeds && !frame.quiet {
            self.find(FindingKind::Limit, frame.place);
        }
        match frame.role {
            Role::Key => self.expect(Role::Value(None)),
            Role::Value(_) => self.complete(Node { value, position: frame.place.position }),
        }
        true
    }

    /// The findings of a walk that the parser ended for its nesting.
    pub(super) fn too_deep(mut self, place: Place) -> Vec<Finding> {
        if self.found.is_empty() {
            self.find(FindingKind::Limit, place);
        }
        self.findings()
    }

    /// The tree or the findings; nothing where there was no document.
    pub(super) fn finish(mut self) -> Option<Result<Node, Vec<Finding>>> {
        let root = self.root.take()?;
        Some(if self.found.is_empty() { Ok(root) } else { Err(self.findings()) })
    }

    fn open(&mut self, children: Children, marked: bool, place: Place) -> bool {
        let is_key = self.expects_key();
        let mut quiet = self.is_quiet();
        if is_key {
            self.refuse_key(place);
            self.count_member();
            quiet = true;
        } else if !quiet {
            quiet = !self.judge_node(marked, place);
        }
        let role = if is_key { Role::Key } else { Role::Value(None) };
        self.frames.push(Frame { children, place, role, quiet });
        true
    }

    /// Takes a key; false when the mapping has it already.
    fn key(&mut self, value: Value, marked: bool, place: Place) -> bool {
        self.count_member();
        let text = match value {
            Value::Text(text) => Some(text),
            _ => None,
        };
        let is_new = text.as_ref().is_none_or(|text| self.remember_key(text));
        let key = text.filter(|text| !marked && text != "<<");
        if key.is_none() {
            self.refuse_key(place);
        }
        self.expect(Role::Value(key.map(|key| (key, place.position))));
        is_new
    }

    /// Judges a node in value position; false when its children must not be.
    fn judge_node(&mut self, marked: bool, place: Place) -> bool {
        if marked {
            self.find(FindingKind::Feature, place);
            return false;
        }
        if self.frames.len() > self.limits.depth {
            self.find(FindingKind::Limit, place);
        }
        true
    }

    fn judge_scalar(&mut self, value: &Value, marked: bool, place: Place) {
        if !self.judge_node(marked, place) {
            return;
        }
        self.scalars = self.scalars.saturating_add(1);
        let is_long = match value {
            Value::Text(text) => crate::scope::text::scalars(text) > self.limits.string,
            _ => false,
        };
        if is_long || self.scalars > self.limits.scalars {
            self.find(FindingKind::Limit, place);
        }
    }

    /// Refuses a key: at its mapping, which is all that can be named.
    fn refuse_key(&mut self, place: Place) {
        if !self.frames.last().is_some_and(|frame| frame.quiet) {
            let path = path(self.frames.iter().rev().skip(1).rev());
            self.push(FindingKind::Feature, path, place);
        }
    }

    fn find(&mut self, kind: FindingKind, place: Place) {
        let path = path(self.frames.iter());
        self.push(kind, path, place);
    }

    fn push(&mut self, kind: FindingKind, path: Path, place: Place) {
        if self.found.len() < FINDINGS {
            self.found.push((place.offset, Finding { kind, path, position: place.position }));
        }
    }

    /// The findings by offset, kind and path, each pair of kind and path once.
    fn findings(mut self) -> Vec<Finding> {
        self.found
            .sort_by(|(a, left), (b, right)| (a, left.kind, &left.path).cmp(&(b, right.kind, &right.path)));
        let mut seen = BTreeSet::new();
        let findings = self.found.into_iter().map(|(_, finding)| finding);
        findings.filter(|finding| seen.insert((finding.kind, finding.path.clone()))).collect()
    }

    fn expects_key(&self) -> bool {
        let children = self.frames.last().map(|frame| &frame.children);
        matches!(children, Some(Children::Mapping { next: Role::Key, .. }))
    }

    /// Whether a node in value position hangs on something refused.
    fn is_quiet(&self) -> bool {
        self.frames.last().is_some_and(|frame| {
            frame.quiet || matches!(frame.children, Children::Mapping { next: Role::Value(None), .. })
        })
    }

    fn count_member(&mut self) {
        if let Some(Frame { children: Children::Mapping { members, .. }, .. }) = self.frames.last_mut() {
            *members = members.saturating_add(1);
        }
    }

    fn remember_key(&mut self, key: &str) -> bool {
        match self.frames.last_mut() {
            Some(Frame { children: Children::Mapping { keys, .. }, .. }) => keys.insert(key.to_owned()),
            _ => true,
        }
    }

    fn expect(&mut self, role: Role) {
        if let Some(Frame { children: Children::Mapping { next, .. }, .. }) = self.frames.last_mut() {
            *next = role;
        }
    }

    /// Hangs a finished node where it belongs.
    fn complete(&mut self, node: Node) {
        match self.frames.last_mut().map(|frame| &mut frame.children) {
            None => self.root = Some(node),
            Some(Children::Sequence(entries)) => entries.push(node),
            Some(Children::Mapping { entries, next, .. }) => {
                if let Role::Value(Some((key, position))) = std::mem::replace(next, Role::Key) {
                    entries.push(Entry { key, position, value: node });
                }
            }
        }
    }
}

/// The path of the node that the innermost of these collections expects.
fn path<'frames>(frames: impl Iterator<Item = &'frames Frame>) -> Path {
    frames.fold(Path::root(), |path, frame| match &frame.children {
        Children::Sequence(entries) => path.index(entries.len()),
        Children::Mapping { next: Role::Value(Some((key, _))), .. } => path.key(key),
        Children::Mapping { .. } => path,
    })
}
