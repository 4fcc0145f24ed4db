//! Step 3: the Project's fields and options.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};

use super::Binding;
use super::source::{Source, Wanted};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::cache::{Group, Loaded, Page};
use crate::github::{Exchange, Operation, wire};
use crate::observed::{Coverage, FieldOption, ProjectField, ProviderRef, ProviderText};
use crate::scope::canonical::digest;
use crate::scope::{FieldKind, OwnerKind, Selection};

/// The most fields of one Project.
pub(crate) const MAX_FIELDS: usize = 256;

/// The most options of one field.
pub(crate) const MAX_OPTIONS: usize = 256;

/// The most options of all fields together.
pub(crate) const MAX_OPTIONS_IN_TOTAL: usize = 2048;

/// The most fields that one items request may name.
pub(crate) const MAX_SELECTED: usize = 50;

/// The Project's fields by numeric id.
pub(in crate::github) struct Schema(BTreeMap<u64, ProjectField>);

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
pub(super) async fn read<E: Exchange>(
    source: &Source<'_, E>,
    binding: &Binding,
) -> Result<Arc<Schema>, Failure> {
    let kind = binding.project_owner.kind;
    let operation = |after| Operation::Fields {
        owner: binding.project_owner.clone(),
        number: binding.board.project,
        after,
    };
    let load = async |known: Vec<Page>| {
        let mut reader = Reader::new(binding);
        let read = source.pages(&known, binding, operation, |body| {
            wire::decode_each(body, Stage::Fields, |field: wire::Field<'_>| reader.add(&field))
        });
        Ok(match read.await? {
            None => Loaded::Unchanged,
            Some(pages) => Loaded::Read { data: reader.finish(kind)?, pages, coverage: Coverage::Complete },
        })
    };
    let wanted = Wanted { group: Group::Fields, kind: Some(kind), digest: binding.digest() };
    source.group(|cache| &cache.fields, wanted, load).await
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
    pub(super) fn fields(&self) -> Vec<ProjectField> {
        self.0.values().cloned().collect()
    }

    /// The digest of all fields and options.
    pub(super) fn digest(&self) -> String {
        let option = |option: &FieldOption| json!([option.reference.expose(), option.name.expose()]);
        let field = |(id, field): (&u64, &ProjectField)| {
            let options: Vec<Value> = field.options.iter().map(option).collect();
            let kind = field.kind.map(FieldKind::as_str);
            json!([id, field.reference.expose(), field.name.expose(), kind, options])
        };
        digest(&self.0.iter().map(field).collect())
    }
}

/// The fields of the pages read so far.
struct Reader<'a> {
    binding: &'a Binding,
    fields: BTreeMap<u64, ProjectField>,
    references: BTreeSet<ProviderRef>,
    options: usize,
}

impl<'a> Reader<'a> {
    fn new(binding: &'a Binding) -> Self {
        Self { binding, fields: BTreeMap::new(), references: BTreeSet::new(), options: 0 }
    }

    /// All fields: each Project has some.
    fn finish(self, owner: OwnerKind) -> Result<Schema, Failure> {
        if !self.fields.is_empty() {
            return Ok(Schema(self.fields));
        }
        Err(failure(match owner {
            OwnerKind::User => Code::Capability001,
            OwnerKind::Organization => Code::Snapshot001,
        }))
    }

    /// Adds one field. A field that was there before means that the pages
    /// moved, a field of another Project that the answer is not ours.
    fn add(&mut self, field: &wire::Field<'_>) -> Result<(), Failure> {
        let malformed = || failure(Code::Rest001);
        let is_ours = field.project_url.value().is_none_or(|url| self.binding.may_be_project(url.as_str()));
        if !is_ours {
            return Err(failure(Code::Snapshot001));
        }
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
