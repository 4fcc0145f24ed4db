//! Step 3: the Project's fields and options.

use std::collections::{BTreeMap, BTreeSet};

use super::Binding;
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::pages::{Pages, Place};
use crate::github::{Exchange, Operation, wire};
use crate::observed::{FieldOption, ProjectField, ProviderRef, ProviderText};
use crate::scope::{FieldKind, OwnerKind, Selection};

/// The most fields of one Project.
const MAX_FIELDS: usize = 256;

/// The most options of one field.
const MAX_OPTIONS: usize = 256;

/// The most options of all fields together.
const MAX_OPTIONS_IN_TOTAL: usize = 2048;

/// The most fields that one items request may name.
const MAX_SELECTED: usize = 50;

/// The Project's fields by numeric id.
pub(super) struct Schema(BTreeMap<u64, ProjectField>);

/// A field whose values are read.
pub(super) struct SelectedField {
    /// The display name.
    pub(super) name: ProviderText,
    /// The kind, which decides what a value looks like.
    pub(super) kind: FieldKind,
}

/// Reads all pages of the fields.
///
/// # Errors
///
/// `YKP-CAPABILITY-001` where a user-owned Project lists no field at all, as
/// GitHub answers a token that can not read it; `YKP-SNAPSHOT-001` where an
/// organization's lists none, for each Project has a title.
pub(super) async fn read<E: Exchange>(exchange: &E, binding: &Binding) -> Result<Schema, Failure> {
    let mut reader = Reader::default();
    let mut pages = Pages::new(Stage::Fields, &binding.scope.budgets);
    let mut after = None;
    loop {
        let operation =
            Operation::Fields { owner: binding.project_owner.clone(), number: binding.scope.project, after };
        let answer = exchange.send(&operation).await?;
        for field in wire::decode::<Vec<wire::Field<'_>>>(&answer.body, Stage::Fields)? {
            reader.add(&field)?;
        }
        let place =
            Place { origin: exchange.origin(), operation: &operation, owner_id: binding.project_owner_id };
        after = pages.after(answer.link.as_deref(), &place)?;
        if after.is_none() {
            break;
        }
    }
    if !reader.fields.is_empty() {
        return Ok(Schema(reader.fields));
    }
    Err(failure(match binding.project_owner.kind {
        OwnerKind::User => Code::Capability001,
        OwnerKind::Organization => Code::Snapshot001,
    }))
}

impl Schema {
    /// The fields that the policy names and that can be planned on, by id
    /// (decision 45).
    ///
    /// # Errors
    ///
    /// `YKP-GH-READ-005` for more than 50.
    pub(super) fn select(&self, selection: &Selection) -> Result<BTreeMap<u64, SelectedField>, Failure> {
        let selected: BTreeMap<u64, SelectedField> = self
            .0
            .iter()
            .filter(|(_, field)| selection.project_fields.contains(field.name.expose()))
            .filter_map(|(id, field)| {
                Some((*id, SelectedField { name: field.name.clone(), kind: field.kind? }))
            })
            .collect();
        if selected.len() > MAX_SELECTED {
            return Err(failure(Code::GithubRead005));
        }
        Ok(selected)
    }

    /// All fields.
    pub(super) fn into_fields(self) -> Vec<ProjectField> {
        self.0.into_values().collect()
    }
}

/// The fields of the pages read so far.
#[derive(Default)]
struct Reader {
    fields: BTreeMap<u64, ProjectField>,
    references: BTreeSet<ProviderRef>,
    options: usize,
}

impl Reader {
    /// Adds one field. A field that was there before means that the pages
    /// moved.
    fn add(&mut self, field: &wire::Field<'_>) -> Result<(), Failure> {
        let malformed = || failure(Code::Rest001);
        if self.fields.len() == MAX_FIELDS {
            return Err(failure(Code::GithubRead005));
        }
        let id = field.id;
        let decimal = id.to_string();
        let reference = field.node_id.value().map_or(decimal.as_str(), wire::Str::as_str);
        let reference = ProviderRef::parse(reference).ok_or_else(malformed)?;
        let kind = FieldKind::parse(field.data_type.as_str());
        let options = match kind {
            Some(FieldKind::SingleSelect) => self.options(field)?,
            _ => Vec::new(),
        };
        let name = field.name.text().ok_or_else(malformed)?;
        let is_new = self.references.insert(reference.clone());
        let field = ProjectField { reference, name: ProviderText::new(name), kind, options };
        if self.fields.insert(id, field).is_some() || !is_new {
            return Err(failure(Code::Snapshot001));
        }
        Ok(())
    }

    /// The options of a single-select field.
    fn options(&mut self, field: &wire::Field<'_>) -> Result<Vec<FieldOption>, Failure> {
        let malformed = || failure(Code::Rest001);
        let listed = field.options.value().ok_or_else(malformed)?;
        self.options += listed.len();
        if listed.len() > MAX_OPTIONS || self.options > MAX_OPTIONS_IN_TOTAL {
            return Err(failure(Code::GithubRead005));
        }
        let mut references = BTreeSet::new();
        let mut options = Vec::with_capacity(listed.len());
        for option in listed {
            let reference = ProviderRef::parse(option.id.as_str()).ok_or_else(malformed)?;
            let name = ProviderText::new(option.name.text().ok_or_else(malformed)?);
            if !references.insert(reference.clone()) {
                return Err(failure(Code::Snapshot001));
            }
            options.push(FieldOption { reference, name });
        }
        Ok(options)
    }
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Fields)
}
