//! The contract in a legacy block (contract part 8.3, decisions 21 and 87).

use std::collections::{BTreeMap, BTreeSet};

use super::findings::Findings;
use super::grammar::{self, Members};
use crate::desired::envelope::Block;
use crate::desired::yaml::{self, Node, Number, Value};
use crate::diagnostic::{Failure, Path};
use crate::scope::{IssueNumber, text};

/// The most entries of a list of issues.
pub const MAX_ENTRIES: usize = 100;

/// A valid legacy contract.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contract {
    /// Trimmed, 1 to 256 Unicode scalars, like every text here.
    pub(super) kind: String,
    pub(super) area: String,
    pub(super) priority: String,
    pub(super) size: Option<String>,
    /// Finite, at least zero.
    pub(super) estimate: Option<f64>,
    /// The code of a milestone.
    pub(super) milestone: Option<String>,
    pub(super) parent: Option<IssueNumber>,
    /// Issues that block this one.
    pub(super) depends_on: BTreeSet<IssueNumber>,
    /// Issues that this one blocks.
    pub(super) blocks: BTreeSet<IssueNumber>,
    pub(super) extensions: BTreeMap<String, Word>,
}

/// The value of an extension. A number is for number fields alone; other
/// fields take it as absent (contract part 8.2, *legacy string map*).
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word {
    /// A legacy string.
    Text(String),
    /// A finite number.
    Number(f64),
}

impl Contract {
    /// Reads the content of a block.
    ///
    /// # Errors
    ///
    /// `YKP-LEGACY-001` for every violation, by place in the issue body.
    pub(super) fn parse(block: Block<'_>) -> Result<Self, Failure> {
        let mut findings = Findings::in_block(block);
        let contract = match yaml::read(block.text, &grammar::LIMITS) {
            Ok(root) => Self::of_root(&root, &mut findings),
            Err(found) => {
                findings.structural(found);
                None
            }
        };
        findings.finish(contract)
    }

    fn of_root(root: &Node, findings: &mut Findings<'_>) -> Option<Self> {
        let Some(members) = Members::of(root, Path::root()) else {
            findings.invalid(Path::root(), root.position);
            return None;
        };
        let schema = members.get("schema");
        if !schema.is_some_and(|node| grammar::is_one(&node.value)) {
            let position = schema.map_or(members.position, |node| node.position);
            findings.invalid(members.path.member("schema"), position);
        }
        let kind = required(&members, "kind", findings);
        let area = required(&members, "area", findings);
        let priority = required(&members, "priority", findings);
        // The three that may be missing come last, so that every member has
        // been judged by then.
        Some(Self {
            size: optional(&members, "size", findings),
            estimate: estimate(&members, findings),
            milestone: optional(&members, "milestone", findings),
            parent: parent(&members, findings),
            depends_on: issues(&members, "depends_on", findings),
            blocks: issues(&members, "blocks", findings),
            extensions: extensions(&members, findings),
            kind: kind?,
            area: area?,
            priority: priority?,
        })
    }
}

/// A legacy string without characters that spoof a report (decision 21).
fn required(root: &Members<'_>, name: &'static str, findings: &mut Findings<'_>) -> Option<String> {
    let node = root.get(name);
    let text =
        node.and_then(|node| grammar::string(&node.value)).filter(|text| !text::is_spoofing_text(text));
    if text.is_none() {
        findings.invalid(root.path.member(name), node.map_or(root.position, |node| node.position));
    }
    text.map(str::to_owned)
}

/// A legacy string; absent where the member is anything else. One that spoofs
/// a report is a violation.
fn optional(root: &Members<'_>, name: &'static str, findings: &mut Findings<'_>) -> Option<String> {
    let node = root.get(name)?;
    let text = grammar::string(&node.value)?;
    if text::is_spoofing_text(text) {
        findings.invalid(root.path.member(name), node.position);
    }
    Some(text.to_owned())
}

fn estimate(root: &Members<'_>, findings: &mut Findings<'_>) -> Option<f64> {
    let node = root.get("estimate")?;
    let number = match &node.value {
        Value::Number(number) => Some(number.value),
        Value::Text(text) if grammar::is_digits(text) => grammar::decimal(text),
        _ => None,
    };
    let estimate = number.filter(|number| number.is_finite() && *number >= 0.0);
    if estimate.is_none() {
        findings.invalid(root.path.member("estimate"), node.position);
    }
    estimate
}

fn parent(root: &Members<'_>, findings: &mut Findings<'_>) -> Option<IssueNumber> {
    let node = root.get("parent")?;
    let parent = match &node.value {
        Value::Number(number) => issue(*number),
        Value::Text(text) if grammar::is_digits(text) => text.parse().ok().and_then(IssueNumber::new),
        _ => None,
    };
    if parent.is_none() {
        findings.invalid(root.path.member("parent"), node.position);
    }
    parent
}

/// The issue that a YAML number names, however an integer is spelled.
fn issue(number: Number) -> Option<IssueNumber> {
    let whole = number.value.fract() == 0.0 && (1.0..=9_007_199_254_740_991.0).contains(&number.value);
    // Exact: whole and at most 2^53 - 1.
    number.plain.or_else(|| whole.then_some(number.value as u64)).and_then(IssueNumber::new)
}

/// The issues that a list names. Its entries are YAML numbers: the predecessor
/// converts none of them.
fn issues(root: &Members<'_>, name: &'static str, findings: &mut Findings<'_>) -> BTreeSet<IssueNumber> {
    let Some(node) = root.get(name) else { return BTreeSet::new() };
    let path = root.path.member(name);
    let Value::Sequence(entries) = &node.value else {
        findings.invalid(path, node.position);
        return BTreeSet::new();
    };
    if entries.len() > MAX_ENTRIES {
        findings.invalid(path, node.position);
        return BTreeSet::new();
    }
    let mut issues = BTreeSet::new();
    for (index, entry) in entries.iter().enumerate() {
        let number = match &entry.value {
            Value::Number(number) => issue(*number),
            _ => None,
        };
        match number {
            Some(number) => {
                issues.insert(number);
            }
            None => findings.invalid(path.index(index), entry.position),
        }
    }
    issues
}

fn extensions(root: &Members<'_>, findings: &mut Findings<'_>) -> BTreeMap<String, Word> {
    let path = root.path.member("extensions");
    let Some(members) = root.get("extensions").and_then(|node| Members::of(node, path)) else {
        return BTreeMap::new();
    };
    let mut extensions = BTreeMap::new();
    for entry in members.entries {
        let word = match &entry.value.value {
            Value::Number(number) if number.value.is_finite() => Word::Number(number.value),
            value => match grammar::string(value) {
                Some(text) => Word::Text(text.to_owned()),
                None => continue,
            },
        };
        if matches!(&word, Word::Text(text) if text::is_spoofing_text(text)) {
            findings.invalid(members.path.key(&entry.key), entry.value.position);
        }
        extensions.insert(entry.key.clone(), word);
    }
    extensions
}
