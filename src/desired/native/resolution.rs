//! A contract in the terms of its policy (contract part 4.3).

use std::collections::BTreeMap;

use super::block::Places;
use super::contract::{Contract, Relationships};
use super::policy::Fields;
use crate::desired::{
    DependencyDeclaration, Desired, Dialect, LabelDeclaration, LogicalKey, Mode, ParentDeclaration, Scalar,
    Target, ValueDeclaration,
};
use crate::diagnostic::{Code, Diagnostic, Path};
use crate::scope::FieldKind;

/// What the contract declares; values that the policy does not resolve are
/// diagnostics of the result, with their place in the body where the body is
/// what they are about.
pub(super) fn resolve(contract: &Contract, places: &Places, fields: &Fields) -> Desired {
    let mut values = Vec::new();
    let mut diagnostics = Vec::new();
    for declared in declared(contract) {
        match declared.resolve(places, fields) {
            Ok(value) => values.push(value),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    values.sort_by(|left, right| left.key.cmp(&right.key));
    let Relationships { parent, blocks, blocked_by } = contract.relationships.clone().unwrap_or_default();
    Desired {
        dialect: Dialect::Native,
        fields: fields.clone(),
        issue_fields: BTreeMap::new(),
        values,
        labels: LabelDeclaration::default(),
        milestone: None,
        parent: parent.map_or(ParentDeclaration::Keep, ParentDeclaration::Add),
        dependencies: DependencyDeclaration::Add {
            blocks: blocks.into_iter().flatten().collect(),
            blocked_by: blocked_by.into_iter().flatten().collect(),
        },
        diagnostics: Diagnostic::sorted(diagnostics),
    }
}

/// A value that the contract has.
struct Declared<'contract> {
    /// The key of its policy field.
    key: &'static str,
    path: Path,
    kind: FieldKind,
    value: Written<'contract>,
}

enum Written<'contract> {
    Number(f64),
    Text(&'contract str),
}

/// Every value that is present.
fn declared(contract: &Contract) -> impl Iterator<Item = Declared<'_>> {
    let values = contract.project.as_ref();
    let status = values.and_then(|values| values.status.as_deref());
    let start_date = values.and_then(|values| values.start_date.as_deref());
    let target_date = values.and_then(|values| values.target_date.as_deref());
    let root = Path::root().member("contract");
    let project = root.member("project");
    let text = |value: Option<_>| value.map(Written::Text);
    [
        (&root, "work_type", FieldKind::SingleSelect, text(Some(contract.work_type.option_key()))),
        (&root, "area", FieldKind::SingleSelect, text(Some(contract.area.as_str()))),
        (&root, "priority", FieldKind::SingleSelect, text(contract.priority.as_deref())),
        (&root, "size", FieldKind::SingleSelect, text(contract.size.as_deref())),
        (&root, "estimate", FieldKind::Number, contract.estimate.map(Written::Number)),
        (&root, "iteration", FieldKind::Iteration, text(contract.iteration.as_deref())),
        (&project, "status", FieldKind::SingleSelect, text(status)),
        (&project, "start_date", FieldKind::Date, text(start_date)),
        (&project, "target_date", FieldKind::Date, text(target_date)),
    ]
    .map(|(path, key, kind, value)| Some(Declared { key, path: path.member(key), kind, value: value? }))
    .into_iter()
    .flatten()
}

impl Declared<'_> {
    /// The value to compare and to set.
    ///
    /// A native contract has no value that could not be rendered
    /// (`YKP-PLAN-006`): its texts are at most 128 characters without control
    /// characters, its numbers finite.
    fn resolve(self, places: &Places, fields: &Fields) -> Result<ValueDeclaration, Diagnostic> {
        let at_field =
            |code| Diagnostic::new(code, Path::root().member("policy").member("fields").member(self.key));
        let declaration = LogicalKey::parse(self.key).and_then(|key| fields.get_key_value(&key));
        let Some((key, field)) = declaration else { return Err(at_field(Code::Plan003)) };
        if field.mode != Mode::Managed || field.kind != self.kind {
            return Err(at_field(Code::Plan004));
        }
        let (desired, option) = match self.value {
            Written::Number(number) => (Scalar::Number(number), None),
            Written::Text(word) if self.kind == FieldKind::SingleSelect => {
                let option = LogicalKey::parse(word).and_then(|key| field.options.get_key_value(&key));
                let Some((key, name)) = option else {
                    let diagnostic = Diagnostic::new(Code::Plan005, self.path);
                    return Err(match places.get(self.key) {
                        Some(place) => diagnostic.at(*place),
                        None => diagnostic,
                    });
                };
                (Scalar::Text(name.as_str().to_owned()), Some(key.clone()))
            }
            Written::Text(text) => (Scalar::Text(text.to_owned()), None),
        };
        let key = key.clone();
        Ok(ValueDeclaration { key, path: self.path, target: Target::ProjectField, desired, option })
    }
}
