//! Step 4: all item pages once, of which the requested issues are kept.

use std::collections::{BTreeMap, BTreeSet};

use super::Binding;
use super::content::{Draft, Subject, subject};
use super::schema::{Schema, SelectedField};
use super::values::{self, Unfit};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::pages::{Pages, Place};
use crate::github::wire::{Content, Item as WireItem, Member};
use crate::github::{Exchange, Operation, wire};
use crate::observed::{Absence, IssueObservation, Item, ObservedValue, ProviderText, RelationshipsState};
use crate::scope::{IssueNumber, ItemsFilter, RunScope, Selection};

/// What all item pages showed.
pub(super) struct Items {
    /// The requested issues with a live item.
    pub(super) live: BTreeMap<IssueNumber, Draft>,
    /// The requested issues with an archived item.
    archived: BTreeSet<IssueNumber>,
    /// Every issue of the repository (decision 42).
    pub(super) seen: BTreeSet<IssueNumber>,
    /// How many items there were.
    pub(super) counts: Counts,
}

/// How many items there were.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    /// Of any kind.
    pub(super) items: u32,
    /// Drafts.
    pub(super) drafts: u32,
    /// Items that the credential can not read.
    pub(super) unreadable: u32,
}

/// Reads all pages of the items.
pub(super) async fn read<E: Exchange>(
    exchange: &E,
    binding: &Binding,
    schema: &Schema,
    selection: &Selection,
) -> Result<Items, Failure> {
    let scope = &binding.scope;
    let mut reader = Reader::new(binding, schema.select(selection)?, selection);
    let mut pages = Pages::new(Stage::Items, &scope.budgets);
    let mut after = None;
    loop {
        let operation = Operation::Items {
            owner: binding.project_owner.clone(),
            number: scope.project,
            fields: reader.fields.keys().copied().collect(),
            repository: match scope.items {
                ItemsFilter::All => None,
                ItemsFilter::Repository => Some((scope.owner.clone(), scope.repository.clone())),
            },
            after,
        };
        let answer = exchange.send(&operation).await?;
        for item in wire::decode::<Vec<WireItem<'_>>>(&answer.body, Stage::Items)? {
            reader.add(&item)?;
        }
        let place =
            Place { origin: exchange.origin(), operation: &operation, owner_id: binding.project_owner_id };
        after = pages.after(answer.link.as_deref(), &place)?;
        if after.is_none() {
            break;
        }
    }
    reader.finish()
}

impl Items {
    /// One observation for each issue of the scope.
    pub(super) fn into_observations(
        mut self,
        scope: &RunScope,
        mut relations: BTreeMap<IssueNumber, RelationshipsState>,
    ) -> BTreeMap<IssueNumber, IssueObservation> {
        let mut observe = |number| match (self.live.remove(&number), relations.remove(&number)) {
            (Some(draft), Some(state)) => {
                Some(IssueObservation::Present(Box::new(Item::new(draft.into_parts(state)))))
            }
            // An issue without its relationships is no observation.
            (Some(_), None) => None,
            (None, _) if self.archived.contains(&number) => {
                Some(IssueObservation::Missing(Absence::Archived))
            }
            (None, _) => Some(IssueObservation::Missing(Absence::Absent)),
        };
        scope.issues.iter().filter_map(|number| Some((number, observe(number)?))).collect()
    }
}

/// The items of the pages read so far.
struct Reader<'a> {
    binding: &'a Binding,
    selection: &'a Selection,
    fields: BTreeMap<u64, SelectedField>,
    ids: BTreeSet<u64>,
    items: Items,
}

impl<'a> Reader<'a> {
    fn new(binding: &'a Binding, fields: BTreeMap<u64, SelectedField>, selection: &'a Selection) -> Self {
        let items = Items {
            live: BTreeMap::new(),
            archived: BTreeSet::new(),
            seen: BTreeSet::new(),
            counts: Counts::default(),
        };
        Self { binding, selection, fields, ids: BTreeSet::new(), items }
    }

    /// Adds one item. An item that was there before means that the pages moved
    /// (decision 35), an item of another Project that the answer is not ours.
    fn add(&mut self, item: &WireItem<'_>) -> Result<(), Failure> {
        let is_ours = item.project_url.value().is_none_or(|url| self.binding.may_be_project(url.as_str()));
        if !is_ours || !self.ids.insert(item.id) {
            return Err(failure(Code::Snapshot001));
        }
        let is_archived = match item.archived_at {
            Member::Absent => return Err(failure(Code::Rest001)),
            Member::Null => false,
            Member::Value(_) => true,
        };
        let requested = |number| self.binding.scope.issues.contains(number);
        let counts = &mut self.items.counts;
        counts.items += 1;
        match subject(item, &self.binding.repository)? {
            Subject::Draft => counts.drafts += 1,
            Subject::Unreadable => counts.unreadable += 1,
            Subject::Elsewhere => {}
            Subject::PullRequest(number) if requested(number) => return Err(failure(Code::Snapshot001)),
            Subject::PullRequest(_) => {}
            Subject::Issue(number, content) => {
                self.items.seen.insert(number);
                match (requested(number), is_archived) {
                    (false, _) => {}
                    (true, true) => {
                        self.items.archived.insert(number);
                    }
                    (true, false) => self.keep(number, item, content)?,
                }
            }
        }
        Ok(())
    }

    /// Keeps a live item of a requested issue.
    fn keep(
        &mut self,
        number: IssueNumber,
        item: &WireItem<'_>,
        content: &Content<'_>,
    ) -> Result<(), Failure> {
        let values = self.values(item)?;
        let draft = Draft::read(item, content, values, &self.binding.repository, self.selection)?;
        if self.items.live.insert(number, draft).is_some() {
            return Err(failure(Code::Snapshot001));
        }
        Ok(())
    }

    /// The values of the requested fields. A list that is left out although
    /// fields were asked for is unknown, never a list of nulls; a field that
    /// is left out of the list is not set.
    fn values(&self, item: &WireItem<'_>) -> Result<BTreeMap<ProviderText, Option<ObservedValue>>, Failure> {
        let entries = match &item.fields {
            Member::Value(entries) => entries.as_slice(),
            Member::Null => return Err(failure(Code::Rest001)),
            Member::Absent if self.fields.is_empty() => &[],
            Member::Absent => return Err(failure(Code::Snapshot001)),
        };
        let mut values: BTreeMap<u64, Option<ObservedValue>> = BTreeMap::new();
        for entry in entries {
            let Some(field) = self.fields.get(&entry.id) else { continue };
            let value = values::of_field(entry, field.kind).map_err(|Unfit| failure(Code::Rest001))?;
            if values.insert(entry.id, value).is_some() {
                return Err(failure(Code::Rest001));
            }
        }
        let value = |id| values.get(id).cloned().flatten();
        Ok(self.fields.iter().map(|(id, field)| (field.name.clone(), value(id))).collect())
    }

    /// All items, if no requested issue is missing for an unclear reason: an
    /// item that could not be read may be its item (decision 31), and a filter
    /// may have left it out (decision 47).
    fn finish(self) -> Result<Items, Failure> {
        let found = |number| self.items.live.contains_key(&number) || self.items.archived.contains(&number);
        let is_complete = self.binding.scope.issues.iter().all(found);
        let is_certain = self.items.counts.unreadable == 0 && self.binding.scope.items == ItemsFilter::All;
        if is_complete || is_certain { Ok(self.items) } else { Err(failure(Code::Snapshot001)) }
    }
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Items)
}
