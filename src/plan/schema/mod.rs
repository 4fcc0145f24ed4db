//! The effective schema: how the Project's fields meet the policy's (contract
//! part 3). Nothing is ever deleted, renamed, recoloured, reordered or
//! converted, and no iteration is ever touched.

mod observation;

use std::collections::BTreeMap;

use crate::desired::{Dialect, DisplayName, FieldDeclaration, LogicalKey, Mode};
use crate::diagnostic::{Code, Diagnostic, Path};
use crate::observed::{FieldOption, ProjectField, ProviderRef, ProviderText};
use crate::scope::{FieldKind, text};

/// One step from the Project's fields to the policy's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaOperation {
    /// The Project lacks the field.
    CreateField {
        /// The key of the field.
        field: LogicalKey,
        /// Its display name.
        name: DisplayName,
        /// Its kind.
        kind: FieldKind,
        /// The options it would be created with, by key.
        options: BTreeMap<LogicalKey, DisplayName>,
    },
    /// The field exists.
    PreserveField {
        /// The key of the field.
        field: LogicalKey,
        /// GitHub's reference of the field.
        reference: ProviderRef,
        /// Its display name.
        name: DisplayName,
        /// Its kind in the Project.
        kind: FieldKind,
    },
    /// The field lacks the option.
    AddOption {
        /// The key of the field.
        field: LogicalKey,
        /// GitHub's reference of the field.
        reference: ProviderRef,
        /// The key of the option.
        option: LogicalKey,
        /// The option's display name.
        name: DisplayName,
    },
    /// The option exists.
    PreserveOption {
        /// The key of the field.
        field: LogicalKey,
        /// GitHub's reference of the field.
        reference: ProviderRef,
        /// The key of the option.
        option: LogicalKey,
        /// GitHub's reference of the option.
        option_reference: ProviderRef,
        /// The option's display name.
        name: DisplayName,
    },
}

impl SchemaOperation {
    /// The word used for it.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::CreateField { .. } => "create_field",
            Self::PreserveField { .. } => "preserve_field",
            Self::AddOption { .. } => "add_option",
            Self::PreserveOption { .. } => "preserve_option",
        }
    }

    /// Field key, rank, option key.
    fn order(&self) -> (&LogicalKey, u8, Option<&LogicalKey>) {
        match self {
            Self::CreateField { field, .. } => (field, 0, None),
            Self::PreserveField { field, .. } => (field, 1, None),
            Self::AddOption { field, option, .. } => (field, 2, Some(option)),
            Self::PreserveOption { field, option, .. } => (field, 3, Some(option)),
        }
    }
}

/// The result of comparing the policy's fields with the Project's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectiveSchema {
    executable: bool,
    diagnostics: Vec<Diagnostic>,
    unmanaged: Vec<ProviderText>,
    operations: Vec<SchemaOperation>,
}

impl EffectiveSchema {
    /// A result that was calculated elsewhere.
    #[must_use]
    pub fn from_parts(
        executable: bool,
        diagnostics: Vec<Diagnostic>,
        unmanaged: Vec<ProviderText>,
        operations: Vec<SchemaOperation>,
    ) -> Self {
        Self { executable, diagnostics, unmanaged, operations }
    }

    /// Compares the declared fields with all fields of the Project, by exact
    /// display name. Every declared field of a legacy policy is one that a
    /// value needs; its options are never added to.
    #[must_use]
    pub fn calculate(
        dialect: Dialect,
        declared: &BTreeMap<LogicalKey, FieldDeclaration>,
        observed: &[ProjectField],
    ) -> Self {
        let findings = observation::findings(declared, observed);
        if !findings.is_empty() {
            return Self::from_parts(false, Diagnostic::sorted(findings), Vec::new(), Vec::new());
        }
        let mut calculation = Calculation { dialect, diagnostics: Vec::new(), operations: Vec::new() };
        let folded: Vec<String> = observed.iter().map(|field| text::fold(field.name.expose())).collect();
        for (key, declaration) in declared {
            let name = declaration.name.as_str();
            match observed.iter().find(|field| field.name.expose() == name) {
                Some(field) => calculation.existing(key, declaration, field),
                None => calculation.missing(key, declaration, folded.contains(&text::fold(name))),
            }
        }
        let Calculation { diagnostics, mut operations, .. } = calculation;
        operations.sort_by(|a, b| a.order().cmp(&b.order()));
        let is_declared = |field: &&ProjectField| {
            declared.values().any(|declaration| declaration.name.as_str() == field.name.expose())
        };
        let mut unmanaged: Vec<ProviderText> =
            observed.iter().filter(|field| !is_declared(field)).map(|field| field.name.clone()).collect();
        unmanaged.sort();
        Self::from_parts(diagnostics.is_empty(), Diagnostic::sorted(diagnostics), unmanaged, operations)
    }

    /// Whether it can be planned on.
    #[must_use]
    pub fn is_executable(&self) -> bool {
        self.executable && self.diagnostics.is_empty()
    }

    /// Findings, by code, then path.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The names of the Project's fields that the policy does not name, sorted.
    #[must_use]
    pub fn unmanaged(&self) -> &[ProviderText] {
        &self.unmanaged
    }

    /// By field key, then kind of step, then option key. Listed even when the
    /// result is not executable.
    #[must_use]
    pub fn operations(&self) -> &[SchemaOperation] {
        &self.operations
    }

    /// The reference of a field that exists.
    pub(super) fn field_reference(&self, key: &LogicalKey) -> Option<&ProviderRef> {
        self.operations.iter().find_map(|operation| match operation {
            SchemaOperation::PreserveField { field, reference, .. } if field == key => Some(reference),
            _ => None,
        })
    }

    /// The kind of a field as it exists, or as it would be created.
    pub(super) fn field_kind(&self, key: &LogicalKey) -> Option<FieldKind> {
        self.operations.iter().find_map(|operation| match operation {
            SchemaOperation::PreserveField { field, kind, .. }
            | SchemaOperation::CreateField { field, kind, .. }
                if field == key =>
            {
                Some(*kind)
            }
            _ => None,
        })
    }
}

struct Calculation {
    dialect: Dialect,
    diagnostics: Vec<Diagnostic>,
    operations: Vec<SchemaOperation>,
}

impl Calculation {
    fn find(&mut self, code: Code, path: Path) {
        self.diagnostics.push(Diagnostic::new(code, path));
    }

    fn missing(&mut self, key: &LogicalKey, declaration: &FieldDeclaration, has_folded_match: bool) {
        let path = field_path(key);
        if has_folded_match {
            let name = match self.dialect {
                Dialect::Native => "name",
                Dialect::Legacy => "project_field",
            };
            self.find(Code::Schema005, path.member(name));
        } else if declaration.mode == Mode::Observed {
            self.find(Code::Schema003, path);
        } else {
            self.operations.push(SchemaOperation::CreateField {
                field: key.clone(),
                name: declaration.name.clone(),
                kind: declaration.kind,
                options: declaration.options.clone(),
            });
        }
    }

    fn existing(&mut self, key: &LogicalKey, declaration: &FieldDeclaration, field: &ProjectField) {
        let Some(kind) = field.kind.filter(|kind| declaration.accepts.contains(kind)) else {
            let member = match self.dialect {
                Dialect::Native => "kind",
                Dialect::Legacy => "type",
            };
            return self.find(Code::Schema004, field_path(key).member(member));
        };
        self.operations.push(SchemaOperation::PreserveField {
            field: key.clone(),
            reference: field.reference.clone(),
            name: declaration.name.clone(),
            kind,
        });
        let manages_options = self.dialect == Dialect::Native
            && declaration.mode == Mode::Managed
            && kind == FieldKind::SingleSelect;
        if manages_options {
            for (option, name) in &declaration.options {
                self.option(key, field, option, name);
            }
        }
    }

    fn option(&mut self, key: &LogicalKey, field: &ProjectField, option: &LogicalKey, name: &DisplayName) {
        let reference = field.reference.clone();
        let (key, option) = (key.clone(), option.clone());
        match find_option(&field.options, name.as_str()) {
            OptionMatch::Exact(existing) => self.operations.push(SchemaOperation::PreserveOption {
                field: key,
                reference,
                option,
                option_reference: existing.reference.clone(),
                name: name.clone(),
            }),
            OptionMatch::Folded => {
                self.find(Code::Schema005, field_path(&key).member("options").key(option.as_str()));
            }
            OptionMatch::None => self.operations.push(SchemaOperation::AddOption {
                field: key,
                reference,
                option,
                name: name.clone(),
            }),
        }
    }
}

/// How a name meets the options of one field.
pub(super) enum OptionMatch<'a> {
    /// The option with exactly this name.
    Exact(&'a FieldOption),
    /// An option whose name is equal only when folded.
    Folded,
    /// No such option.
    None,
}

/// Looks a name up among the options of one field.
pub(super) fn find_option<'a>(options: &'a [FieldOption], name: &str) -> OptionMatch<'a> {
    if let Some(exact) = options.iter().find(|option| option.name.expose() == name) {
        return OptionMatch::Exact(exact);
    }
    let folded = text::fold(name);
    if options.iter().any(|option| text::fold(option.name.expose()) == folded) {
        OptionMatch::Folded
    } else {
        OptionMatch::None
    }
}

/// `$.fields.<key>`
pub(super) fn field_path(key: &LogicalKey) -> Path {
    Path::root().member("fields").key(key.as_str())
}
