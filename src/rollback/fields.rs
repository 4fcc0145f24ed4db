//! The second question: the Project's fields and options.

use std::collections::{BTreeMap, BTreeSet};

use super::ask::{Asker, asked, faulty, open};
use super::binding::Binding;
use super::wire;
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::connection::{Fault, Walk};
use crate::github::schema::{MAX_FIELDS, MAX_OPTIONS, MAX_OPTIONS_IN_TOTAL, MAX_SELECTED};
use crate::github::wire::Str;
use crate::github::{Exchange, RollbackRead};
use crate::observed::{FieldOption, ProjectField, ProviderRef, ProviderText};
use crate::scope::{Board, FieldKind, Selection};

/// The Project's fields by reference.
#[derive(Default)]
pub(super) struct Schema {
    fields: BTreeMap<ProviderRef, ProjectField>,
    options: usize,
}

/// Reads all pages of the fields.
///
/// # Errors
///
/// `YKP-SNAPSHOT-001` where they are not whole or not the Project's, or where
/// there is none: each Project has a title.
pub(super) async fn read<E: Exchange>(
    asker: &Asker<'_, E>,
    binding: &Binding,
    board: &Board,
) -> Result<Schema, Failure> {
    let project = &binding.identities.project;
    let mut pages = asker.pages(Stage::Fields);
    let mut walk: Option<Walk> = None;
    let mut schema = Schema::default();
    let mut after = None;
    loop {
        pages.take()?;
        let body = asker.send(RollbackRead::Fields { project: project.clone(), after }).await?;
        let answer: wire::Fields<'_> = open(&body, Stage::Fields)?;
        let node = asked(answer.node, Stage::Fields)?.ok_or(failure(Code::Snapshot001))?;
        if !binding.is_project(&wire::Project { id: node.id, number: node.number }, board) {
            return Err(failure(Code::Snapshot001));
        }
        let walk = walk.get_or_insert_with(|| Walk::new(&node.fields));
        walk.add(&node.fields).map_err(torn)?;
        for field in &node.fields.nodes {
            schema.add(field.as_ref().ok_or(failure(Code::Snapshot001))?)?;
        }
        after = walk.next().cloned();
        if after.is_none() {
            walk.finish().map_err(torn)?;
            break;
        }
    }
    if schema.fields.is_empty() { Err(failure(Code::Snapshot001)) } else { Ok(schema) }
}

impl Schema {
    /// The fields that the policy names and that can be planned on, by
    /// reference.
    ///
    /// # Errors
    ///
    /// `YKP-GH-READ-005` for more than 50, as over the other transport.
    pub(super) fn select(
        &self,
        selection: &Selection,
    ) -> Result<BTreeMap<&str, (&ProviderText, FieldKind)>, Failure> {
        let named =
            self.fields.values().filter(|field| selection.project_fields.contains(field.name.expose()));
        let selected: BTreeMap<_, _> =
            named.filter_map(|field| Some((field.reference.expose(), (&field.name, field.kind?)))).collect();
        if selected.len() > MAX_SELECTED { Err(failure(Code::GithubRead005)) } else { Ok(selected) }
    }

    /// All fields.
    pub(super) fn into_fields(self) -> Vec<ProjectField> {
        self.fields.into_values().collect()
    }

    /// Adds one field. A field that was there before means that the pages moved.
    fn add(&mut self, field: &wire::Field<'_>) -> Result<(), Failure> {
        if self.fields.len() == MAX_FIELDS {
            return Err(failure(Code::GithubRead005));
        }
        let reference = reference(&field.id)?;
        // GraphQL writes the data types of REST in capitals.
        let kind = FieldKind::parse(&field.data_type.as_str().to_ascii_lowercase());
        let options = match kind {
            Some(FieldKind::SingleSelect) => self.options(field)?,
            _ => Vec::new(),
        };
        let name = ProviderText::new(field.name.as_str());
        let field = ProjectField { reference: reference.clone(), name, kind, options };
        if self.fields.insert(reference, field).is_some() {
            return Err(failure(Code::Snapshot001));
        }
        Ok(())
    }

    /// The options of a single-select field.
    fn options(&mut self, field: &wire::Field<'_>) -> Result<Vec<FieldOption>, Failure> {
        let listed = field.options.value().ok_or(failure(Code::GithubRead008))?;
        self.options += listed.len();
        if listed.len() > MAX_OPTIONS || self.options > MAX_OPTIONS_IN_TOTAL {
            return Err(failure(Code::GithubRead005));
        }
        let mut references = BTreeSet::new();
        let mut options = Vec::with_capacity(listed.len());
        for option in listed {
            let reference = reference(&option.id)?;
            if !references.insert(reference.clone()) {
                return Err(failure(Code::Snapshot001));
            }
            options.push(FieldOption { reference, name: ProviderText::new(option.name.as_str()) });
        }
        Ok(options)
    }
}

fn reference(text: &Str<'_>) -> Result<ProviderRef, Failure> {
    ProviderRef::parse(text.as_str()).ok_or(failure(Code::GithubRead008))
}

fn torn(fault: Fault) -> Failure {
    faulty(fault, Stage::Fields)
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Fields)
}
