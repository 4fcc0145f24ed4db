//! From a legacy policy and a legacy contract to what the issue should be
//! (contract part 8.4, decisions 84 and 85).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::contract::{Contract, Word};
use super::grammar;
use super::policy::{Field, Policy, ValueType};
use crate::desired::{
    DependencyDeclaration, Desired, Dialect, DisplayName, FieldDeclaration, LabelDeclaration, LogicalKey,
    Mode, ParentDeclaration, Scalar, Target, ValueDeclaration,
};
use crate::diagnostic::{Code, Diagnostic, Path};
use crate::scope::canonical::canonical;
use crate::scope::{FieldKind, PlainDate};

/// What the contract declares in the policy's terms. Values that the policy
/// does not resolve are findings at the policy's member: `YKP-LEGACY-002` and
/// `-003` at `$.fields.<key>`, `-004` at `$.milestones`.
pub(super) fn resolve(policy: &Policy, contract: &Contract) -> Desired {
    let mut diagnostics = Vec::new();
    let mut values = Vec::new();
    let mut desired_labels = BTreeSet::new();
    for (key, field) in policy.managed() {
        let path = Path::root().member("fields").key(key.as_str());
        let Some((at, word)) = declared(contract, field, key) else {
            if field.required {
                diagnostics.push(Diagnostic::new(Code::Legacy002, path));
            }
            continue;
        };
        let Some((desired, option)) = value(field, &word) else {
            diagnostics.push(Diagnostic::new(Code::Legacy003, path));
            continue;
        };
        values.push(ValueDeclaration { key: key.clone(), path: at, target: field.target, desired, option });
        if let Declared::Text(text) = word {
            desired_labels.extend(field.labels.get(&LogicalKey::verbatim(text)).cloned());
        }
    }
    let milestone = match &contract.milestone {
        None => Some(None),
        Some(code) => policy.milestones().get(&LogicalKey::verbatim(code)).cloned().map(Some),
    };
    if milestone.is_none() {
        diagnostics.push(Diagnostic::new(Code::Legacy004, Path::root().member("milestones")));
    }
    Desired {
        dialect: Dialect::Legacy,
        // An issue type has a Project field too, for owners without issue types.
        fields: declarations(policy, |target| target != Target::IssueField),
        issue_fields: declarations(policy, |target| target == Target::IssueField),
        values,
        labels: LabelDeclaration { managed: managed_labels(policy), desired: desired_labels },
        milestone,
        parent: ParentDeclaration::Exactly(contract.parent),
        dependencies: DependencyDeclaration::Exactly {
            blocks: contract.blocks.clone(),
            blocked_by: contract.depends_on.clone(),
        },
        diagnostics: Diagnostic::sorted(diagnostics),
    }
}

/// A value as the contract has it.
#[derive(Clone, Copy)]
enum Declared<'contract> {
    Text(&'contract str),
    Number(f64),
}

/// The logical value of a policy field and where the contract declares it.
fn declared<'contract>(
    contract: &'contract Contract,
    field: &Field,
    key: &LogicalKey,
) -> Option<(Path, Declared<'contract>)> {
    let root = Path::root();
    match key.as_str() {
        "kind" => return Some((root.member("kind"), Declared::Text(&contract.kind))),
        "area" => return Some((root.member("area"), Declared::Text(&contract.area))),
        "priority" => return Some((root.member("priority"), Declared::Text(&contract.priority))),
        "size" => {
            if let Some(size) = &contract.size {
                return Some((root.member("size"), Declared::Text(size)));
            }
        }
        "estimate" => {
            if let Some(estimate) = contract.estimate {
                return Some((root.member("estimate"), Declared::Number(estimate)));
            }
        }
        _ => {}
    }
    let path = root.member("extensions").key(key.as_str());
    match contract.extensions.get(key.as_str())? {
        Word::Text(text) => Some((path, Declared::Text(text))),
        Word::Number(number) => {
            (value_type(field) == ValueType::Number).then_some((path, Declared::Number(*number)))
        }
    }
}

/// An issue type is a name, whatever type the policy gives the field.
fn value_type(field: &Field) -> ValueType {
    match field.target {
        Target::IssueType => ValueType::String,
        Target::ProjectField | Target::IssueField => field.value_type,
    }
}

/// The desired value and the policy's option for it; none where the policy
/// maps values but not this one, or where it is not of the field's type.
fn value(field: &Field, declared: &Declared<'_>) -> Option<(Scalar, Option<LogicalKey>)> {
    let value_type = value_type(field);
    let text = match *declared {
        Declared::Number(number) if value_type == ValueType::Number => {
            return Some((Scalar::Number(number), None));
        }
        // A number in a field of texts is the text that it prints as.
        Declared::Number(number) => Cow::Owned(canonical(&number.into())),
        Declared::Text(text) => Cow::Borrowed(text),
    };
    let name = match field.values.is_empty() {
        true => None,
        false => Some(field.values.get(&LogicalKey::verbatim(&text))?),
    };
    let text = name.map_or(&*text, DisplayName::as_str);
    match value_type {
        ValueType::Number => grammar::decimal(text).map(|number| (Scalar::Number(number), None)),
        ValueType::Date => PlainDate::parse(text).map(|date| (Scalar::Text(date.to_string()), None)),
        ValueType::String => {
            let option = name.and_then(|name| option_key(field, name));
            Some((Scalar::Text(text.to_owned()), option))
        }
    }
}

/// The declarations of the managed fields that `lives` picks by their target.
fn declarations(policy: &Policy, lives: impl Fn(Target) -> bool) -> BTreeMap<LogicalKey, FieldDeclaration> {
    let picked = policy.managed().filter(|(_, field)| lives(field.target));
    picked.map(|(key, field)| (key.clone(), declaration(field))).collect()
}

fn declaration(field: &Field) -> FieldDeclaration {
    const TEXTS: &[FieldKind] = &[FieldKind::Text, FieldKind::SingleSelect, FieldKind::Iteration];
    let (kind, accepts) = match value_type(field) {
        ValueType::Number => (FieldKind::Number, &[FieldKind::Number][..]),
        ValueType::Date => (FieldKind::Date, &[FieldKind::Date][..]),
        ValueType::String if field.values.is_empty() => (FieldKind::Text, TEXTS),
        ValueType::String => (FieldKind::SingleSelect, TEXTS),
    };
    let mut options = BTreeMap::new();
    if kind == FieldKind::SingleSelect {
        for name in field.values.values() {
            options.extend(option_key(field, name).map(|key| (key, name.clone())));
        }
    }
    FieldDeclaration { name: field.name.clone(), kind, accepts, mode: Mode::Managed, options }
}

/// The option for a display name. Several contract values may map to one name:
/// the first of them, by code unit, is the option's key.
fn option_key(field: &Field, name: &DisplayName) -> Option<LogicalKey> {
    field.values.iter().find(|(_, other)| *other == name).map(|(key, _)| key.clone())
}

fn managed_labels(policy: &Policy) -> BTreeMap<DisplayName, (LogicalKey, LogicalKey)> {
    let mut managed = BTreeMap::new();
    for (key, field) in policy.managed() {
        for (value, label) in &field.labels {
            managed.entry(label.clone()).or_insert_with(|| (key.clone(), value.clone()));
        }
    }
    managed
}
