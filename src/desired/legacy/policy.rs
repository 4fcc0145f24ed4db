//! The version 1 policy (contract part 8.2, decisions 85, 86 and 90).

use std::collections::{BTreeMap, BTreeSet};

use super::findings::{self, Findings};
use super::grammar::{self, Members};
use crate::desired::yaml::{self, Entry, Node, Value};
use crate::desired::{DisplayName, LogicalKey, POLICY_BYTES, Target};
use crate::diagnostic::{Code, Failure, Path};
use crate::scope::{Selection, emoji};

/// A valid legacy policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    fields: BTreeMap<LogicalKey, Field>,
    milestones: BTreeMap<LogicalKey, DisplayName>,
}

/// The type of a field's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// Text, an option or an iteration.
    String,
    /// A number.
    Number,
    /// A plain date.
    Date,
}

/// One field of a legacy policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub(super) name: DisplayName,
    pub(super) target: Target,
    pub(super) required: bool,
    pub(super) value_type: ValueType,
    pub(super) managed: bool,
    pub(super) values: BTreeMap<LogicalKey, DisplayName>,
    pub(super) labels: BTreeMap<LogicalKey, DisplayName>,
}

impl Field {
    /// The display name of the Project field or issue field; of an issue
    /// type's field, the Project field that stands in where the owner has no
    /// issue types.
    #[must_use]
    pub fn name(&self) -> &DisplayName {
        &self.name
    }

    /// Where the value lives.
    #[must_use]
    pub fn target(&self) -> Target {
        self.target
    }

    /// Whether a contract without the value is refused.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// The type of the values.
    #[must_use]
    pub fn value_type(&self) -> ValueType {
        self.value_type
    }

    /// Whether the planner may compare and change it (decision 85).
    #[must_use]
    pub fn is_managed(&self) -> bool {
        self.managed
    }

    /// The display value of each contract value; empty where the contract's
    /// own value is the display value.
    #[must_use]
    pub fn values(&self) -> &BTreeMap<LogicalKey, DisplayName> {
        &self.values
    }

    /// The label of each contract value.
    #[must_use]
    pub fn labels(&self) -> &BTreeMap<LogicalKey, DisplayName> {
        &self.labels
    }
}

impl Policy {
    /// Reads a policy file of at most 64 KiB.
    ///
    /// # Errors
    ///
    /// `YKP-LEGACY-001` for every violation, by place.
    pub(in crate::desired) fn parse(file: &[u8]) -> Result<Self, Failure> {
        if file.len() > POLICY_BYTES {
            return Err(Failure::of(Code::Legacy001));
        }
        let text = yaml::text_of(file).map_err(findings::void)?;
        let mut findings = Findings::in_file();
        let policy = match yaml::read(text, &grammar::LIMITS) {
            Ok(root) => Self::of_root(&root, &mut findings),
            Err(found) => {
                findings.structural(found);
                None
            }
        };
        findings.finish(policy)
    }

    fn of_root(root: &Node, findings: &mut Findings<'_>) -> Option<Self> {
        let Some(members) = Members::of(root, Path::root()) else {
            findings.invalid(Path::root(), root.position);
            return None;
        };
        let version = members.get("version");
        if !version.is_some_and(|node| grammar::is_one(&node.value)) {
            let position = version.map_or(members.position, |node| node.position);
            findings.invalid(members.path.member("version"), position);
        }
        judge_marker(&members, findings);
        let fields = fields(&members, findings);
        let milestones = grammar::names(members.get("milestones"));
        Some(Self { fields: fields?, milestones })
    }

    /// The fields by logical key, unmanaged ones included.
    #[must_use]
    pub fn fields(&self) -> &BTreeMap<LogicalKey, Field> {
        &self.fields
    }

    /// The milestone titles by contract code.
    #[must_use]
    pub fn milestones(&self) -> &BTreeMap<LogicalKey, DisplayName> {
        &self.milestones
    }

    /// The fields that the planner may compare and change, by logical key.
    pub(super) fn managed(&self) -> impl Iterator<Item = (&LogicalKey, &Field)> {
        self.fields.iter().filter(|(_, field)| field.managed)
    }

    /// What a snapshot must hold. The Project field that stands in for an
    /// issue type is asked for too: which of the two is compared depends on
    /// the repository's owner.
    pub(in crate::desired) fn selection(&self) -> Selection {
        let targets = |target| self.managed().any(|(_, field)| field.target == target);
        let in_project = self.managed().filter(|(_, field)| field.target != Target::IssueField);
        Selection {
            project_fields: in_project.map(|(_, field)| field.name.as_str().to_owned()).collect(),
            issue_types: targets(Target::IssueType),
            issue_fields: targets(Target::IssueField),
            checks: false,
            word: crate::desired::envelope::WORD,
        }
    }
}

/// `contract.marker` must be `yukh` (decision 86).
fn judge_marker(root: &Members<'_>, findings: &mut Findings<'_>) {
    let path = root.path.member("contract");
    let contract = root.get("contract");
    let Some(members) = contract.and_then(|node| Members::of(node, path.clone())) else {
        findings.invalid(path, contract.map_or(root.position, |node| node.position));
        return;
    };
    let marker = members.get("marker");
    if !marker.is_some_and(|node| matches!(&node.value, Value::Text(text) if text == "yukh")) {
        let position = marker.map_or(members.position, |node| node.position);
        findings.invalid(members.path.member("marker"), position);
    }
}

fn fields(root: &Members<'_>, findings: &mut Findings<'_>) -> Option<BTreeMap<LogicalKey, Field>> {
    let path = root.path.member("fields");
    let node = root.get("fields");
    let Some(members) = node.and_then(|node| Members::of(node, path.clone())) else {
        findings.invalid(path, node.map_or(root.position, |node| node.position));
        return None;
    };
    let mut fields = BTreeMap::new();
    for Entry { key, value, .. } in members.entries {
        if let Some(field) = field(key, value, members.path.key(key), findings) {
            fields.insert(LogicalKey::verbatim(key), field);
        }
    }
    Some(fields)
}

fn field(key: &str, node: &Node, path: Path, findings: &mut Findings<'_>) -> Option<Field> {
    let Some(members) = Members::of(node, path.clone()) else {
        findings.invalid(path, node.position);
        return None;
    };
    let name_node = members.get("project_field");
    let name = name_node.and_then(|node| grammar::name(&node.value));
    if name.is_none() {
        let position = name_node.map_or(members.position, |node| node.position);
        findings.invalid(members.path.member("project_field"), position);
    }
    let targets = [
        ("project_field", Target::ProjectField),
        ("issue_type", Target::IssueType),
        ("issue_field", Target::IssueField),
    ];
    let target = one_of(&members, "target", targets, findings);
    let types = [("string", ValueType::String), ("number", ValueType::Number), ("date", ValueType::Date)];
    let value_type = one_of(&members, "type", types, findings);
    let values = grammar::names(members.get("values"));
    let labels = labels(&members, findings);
    // The contract's estimate is a number by itself. Without a type of its own
    // and without values it is compared as one.
    let is_estimate = key == "estimate" && values.is_empty();
    let default_type = if is_estimate { ValueType::Number } else { ValueType::String };
    Some(Field {
        name: name?,
        target: target.unwrap_or(Target::ProjectField),
        required: is_true(members.get("required")),
        value_type: value_type.unwrap_or(default_type),
        managed: !is_true(members.get("derived")) && !is_foreign(members.get("ownership")),
        values,
        labels,
    })
}

/// The choice that the member names; none where it is absent or, with a
/// finding, no choice.
fn one_of<T: Copy, const COUNT: usize>(
    members: &Members<'_>,
    name: &'static str,
    choices: [(&str, T); COUNT],
    findings: &mut Findings<'_>,
) -> Option<T> {
    let node = members.get(name)?;
    let chosen = match &node.value {
        Value::Text(text) => choices.iter().find(|(word, _)| word == text).map(|(_, choice)| *choice),
        _ => None,
    };
    if chosen.is_none() {
        findings.invalid(members.path.member(name), node.position);
    }
    chosen
}

/// The labels by contract value. A label that GitHub refuses to create is a
/// violation at its entry (field case B52).
fn labels(field: &Members<'_>, findings: &mut Findings<'_>) -> BTreeMap<LogicalKey, DisplayName> {
    let node = field.get("labels");
    let labels = grammar::names(node);
    let path = field.path.member("labels");
    let refused: BTreeSet<&str> = labels
        .iter()
        .filter(|(_, label)| emoji::is_only_emoji(label.as_str()))
        .map(|(value, _)| value.as_str())
        .collect();
    for entry in
        node.and_then(|node| Members::of(node, path.clone())).map_or(&[][..], |labels| labels.entries)
    {
        if refused.contains(entry.key.as_str()) {
            findings.invalid(path.key(&entry.key), entry.value.position);
        }
    }
    labels
}

fn is_true(node: Option<&Node>) -> bool {
    node.is_some_and(|node| node.value == Value::Bool(true))
}

fn is_foreign(ownership: Option<&Node>) -> bool {
    let foreign =
        |value: &Value| matches!(value, Value::Text(text) if text == "external" || text == "derived");
    ownership.is_some_and(|node| foreign(&node.value))
}
