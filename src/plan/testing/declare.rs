//! Building a declaration.

use std::collections::{BTreeMap, BTreeSet};

use super::{display, issue, issues, key};
use crate::desired::{
    DependencyDeclaration, Desired, Dialect, FieldDeclaration, LabelDeclaration, Mode, ParentDeclaration,
    Scalar, Target, ValueDeclaration,
};
use crate::diagnostic::Path;
use crate::scope::FieldKind;

/// A declaration in the making.
pub(in crate::plan) fn native() -> Desired {
    declaration(
        Dialect::Native,
        ParentDeclaration::Keep,
        DependencyDeclaration::Add { blocks: BTreeSet::new(), blocked_by: BTreeSet::new() },
    )
}

/// A legacy declaration that is silent about everything.
pub(in crate::plan) fn legacy() -> Desired {
    declaration(
        Dialect::Legacy,
        ParentDeclaration::Exactly(None),
        DependencyDeclaration::Exactly { blocks: BTreeSet::new(), blocked_by: BTreeSet::new() },
    )
}

fn declaration(dialect: Dialect, parent: ParentDeclaration, dependencies: DependencyDeclaration) -> Desired {
    Desired {
        dialect,
        fields: BTreeMap::new(),
        issue_fields: BTreeMap::new(),
        values: Vec::new(),
        labels: LabelDeclaration::default(),
        milestone: (dialect == Dialect::Legacy).then_some(None),
        parent,
        dependencies,
        diagnostics: Vec::new(),
    }
}

/// Steps of building a declaration.
pub(in crate::plan) trait Declare: Sized {
    fn field(self, key: &str, name: &str, kind: FieldKind, options: &[(&str, &str)]) -> Self;
    fn observed(self, key: &str, name: &str, kind: FieldKind) -> Self;
    fn value(self, key: &str, value: impl Into<Value>) -> Self;
    fn issue_field(self, key: &str, name: &str, value: impl Into<Value>) -> Self;
    fn issue_type(self, key: &str, field: &str, name: &str) -> Self;
    fn label(self, pair: (&str, &str), name: &str, is_desired: bool) -> Self;
    fn parent(self, number: u64) -> Self;
    fn dependencies(self, blocks: &[u64], blocked_by: &[u64]) -> Self;
}

/// A declared value.
pub(in crate::plan) struct Value(Scalar);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self(Scalar::Text(text.to_owned()))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self(Scalar::Number(number))
    }
}

fn field_declaration(
    dialect: Dialect,
    name: &str,
    kind: FieldKind,
    mode: Mode,
    options: &[(&str, &str)],
) -> FieldDeclaration {
    const LEGACY_TEXT: &[FieldKind] = &[FieldKind::Text, FieldKind::SingleSelect, FieldKind::Iteration];
    let exactly: &[FieldKind] = match kind {
        FieldKind::Text => &[FieldKind::Text],
        FieldKind::Number => &[FieldKind::Number],
        FieldKind::Date => &[FieldKind::Date],
        FieldKind::SingleSelect => &[FieldKind::SingleSelect],
        FieldKind::Iteration => &[FieldKind::Iteration],
    };
    let accepts = match (dialect, kind) {
        (Dialect::Legacy, FieldKind::Text | FieldKind::SingleSelect) => LEGACY_TEXT,
        _ => exactly,
    };
    let options = options.iter().map(|(option, name)| (key(option), display(name))).collect();
    FieldDeclaration { name: display(name), kind, accepts, mode, options }
}

impl Declare for Desired {
    fn field(mut self, field: &str, name: &str, kind: FieldKind, options: &[(&str, &str)]) -> Self {
        let declaration = field_declaration(self.dialect, name, kind, Mode::Managed, options);
        self.fields.insert(key(field), declaration);
        self
    }

    fn observed(mut self, field: &str, name: &str, kind: FieldKind) -> Self {
        let declaration = field_declaration(self.dialect, name, kind, Mode::Observed, &[]);
        self.fields.insert(key(field), declaration);
        self
    }

    fn value(mut self, field: &str, value: impl Into<Value>) -> Self {
        let Value(desired) = value.into();
        let option = self.fields[&key(field)].options.iter().find_map(|(option, name)| {
            (desired == Scalar::Text(name.as_str().to_owned())).then(|| option.clone())
        });
        let path = Path::root().member("contract").key(field);
        let target = Target::ProjectField;
        self.values.push(ValueDeclaration { key: key(field), path, target, desired, option });
        self.values.sort_by(|a, b| a.key.cmp(&b.key));
        self
    }

    fn issue_field(mut self, field: &str, name: &str, value: impl Into<Value>) -> Self {
        let declaration = field_declaration(self.dialect, name, FieldKind::Text, Mode::Managed, &[]);
        self.issue_fields.insert(key(field), declaration.clone());
        self.fields.insert(key(field), declaration);
        self = self.value(field, value);
        self.fields.remove(&key(field));
        retarget(&mut self, field, Target::IssueField);
        self
    }

    fn issue_type(mut self, field: &str, project_field: &str, name: &str) -> Self {
        self = self.field(field, project_field, FieldKind::SingleSelect, &[("only", name)]);
        self = self.value(field, name);
        retarget(&mut self, field, Target::IssueType);
        self
    }

    fn label(mut self, (field, value): (&str, &str), name: &str, is_desired: bool) -> Self {
        self.labels.managed.insert(display(name), (key(field), key(value)));
        if is_desired {
            self.labels.desired.insert(display(name));
        }
        self
    }

    fn parent(mut self, number: u64) -> Self {
        self.parent = match self.dialect {
            Dialect::Native => ParentDeclaration::Add(issue(number)),
            Dialect::Legacy => ParentDeclaration::Exactly(Some(issue(number))),
        };
        self
    }

    fn dependencies(mut self, blocks: &[u64], blocked_by: &[u64]) -> Self {
        let (blocks, blocked_by) = (issues(blocks), issues(blocked_by));
        self.dependencies = match self.dialect {
            Dialect::Native => DependencyDeclaration::Add { blocks, blocked_by },
            Dialect::Legacy => DependencyDeclaration::Exactly { blocks, blocked_by },
        };
        self
    }
}

fn retarget(desired: &mut Desired, field: &str, target: Target) {
    for value in desired.values.iter_mut().filter(|value| value.key.as_str() == field) {
        value.target = target;
    }
}
