//! Step 4: all item pages once, of which some issues are kept: those of the
//! scope, and those that another scope will ask for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Binding;
use super::content::{Draft, Subject, subject};
use super::schema::{Schema, SelectedField};
use super::source::{Source, Wanted};
use super::values::{self, Unfit};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::cache::{Group, Kept, Loaded, Page};
use crate::github::wire::{Content, Item as WireItem, Member};
use crate::github::{CommitSha, Exchange, Operation, wire};
use crate::observed::{
    Absence, Coverage, IssueObservation, Item, ObservedValue, ProviderText, RelationshipsState,
};
use crate::scope::{IssueNumber, IssueSet, ItemsFilter, Selection};

/// The most values of one item (contract part 6).
pub(crate) const MAX_VALUES: usize = 256;

/// What all item pages showed.
pub(in crate::github) struct Items {
    /// The kept issues with a live item.
    pub(super) live: BTreeMap<IssueNumber, Draft>,
    /// The kept issues with an archived item.
    pub(super) archived: BTreeSet<IssueNumber>,
    /// The kept numbers that are pull requests.
    pub(super) pull_requests: BTreeSet<IssueNumber>,
    /// Every pull request of the repository with a live item, with its head
    /// commit where that is known.
    pub(super) heads: BTreeMap<IssueNumber, Option<CommitSha>>,
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

/// Reads all pages of the items and keeps the content of these issues.
pub(super) async fn read<E: Exchange>(
    source: &Source<'_, E>,
    binding: &Binding,
    schema: &Schema,
    selection: &Selection,
    kept: &Kept,
) -> Result<Arc<Items>, Failure> {
    let board = &binding.board;
    let fields = schema.select(selection)?;
    let ids: Vec<u64> = fields.keys().copied().collect();
    let wanted = Wanted {
        group: Group::Items {
            fields: ids.clone(),
            filter: board.items,
            issue_fields: selection.issue_fields,
            word: selection.word,
            kept: kept.clone(),
        },
        kind: Some(binding.project_owner.kind),
        digest: binding.digest_with(&schema.digest()),
    };
    let operation = |after| Operation::Items {
        owner: binding.project_owner.clone(),
        number: board.project,
        fields: ids.clone(),
        repository: match board.items {
            ItemsFilter::All => None,
            ItemsFilter::Repository => Some((board.owner.clone(), board.repository.clone())),
        },
        after,
    };
    let load = async |known: Vec<Page>| {
        let mut reader = Reader::new(binding, fields, selection, kept);
        let read = source.pages(&known, binding, operation, |body| {
            wire::decode_each(body, Stage::Items, |item: WireItem<'_>| reader.add(&item))
        });
        Ok(match read.await? {
            None => Loaded::Unchanged,
            Some(pages) => Loaded::Read { data: reader.items, pages, coverage: Coverage::Complete },
        })
    };
    source.group(|cache| &cache.items, wanted, load).await
}

impl Items {
    /// Those of the issues that have a live item.
    pub(super) fn live(&self, issues: &IssueSet) -> BTreeMap<IssueNumber, &Draft> {
        issues.iter().filter_map(|number| Some((number, self.live.get(&number)?))).collect()
    }

    /// One observation for each of the issues.
    pub(super) fn observations(
        &self,
        issues: &IssueSet,
        mut relations: BTreeMap<IssueNumber, RelationshipsState>,
    ) -> BTreeMap<IssueNumber, IssueObservation> {
        let mut observe = |number| match (self.live.get(&number), relations.remove(&number)) {
            (Some(draft), Some(state)) => {
                Some(IssueObservation::Present(Box::new(Item::new(draft.clone().into_parts(state)))))
            }
            // An issue without its relationships is no observation.
            (Some(_), None) => None,
            (None, _) if self.archived.contains(&number) => {
                Some(IssueObservation::Missing(Absence::Archived))
            }
            (None, _) => Some(IssueObservation::Missing(Absence::Absent)),
        };
        issues.iter().filter_map(|number| Some((number, observe(number)?))).collect()
    }

    /// Keeps the head of a pull request. Where two items name different ones,
    /// the pull request moved meanwhile, and neither is known.
    fn keep_head(&mut self, number: IssueNumber, head: Option<CommitSha>) {
        let known = self.heads.entry(number).or_insert_with(|| head.clone());
        if *known != head {
            *known = None;
        }
    }

    /// Refuses issues of which one is a pull request (decision 33), or missing
    /// for an unclear reason: an item that could not be read may be its item
    /// (decision 31), and a filter may have left it out (decision 47).
    pub(super) fn suffice(&self, issues: &IssueSet, filter: ItemsFilter) -> Result<(), Failure> {
        if issues.iter().any(|number| self.pull_requests.contains(&number)) {
            return Err(Failure::pull_request());
        }
        let is_told = self.tells_absence(filter) || issues.iter().all(|number| self.has(number));
        if is_told { Ok(()) } else { Err(failure(Code::Snapshot001)) }
    }

    /// Whether the issue was kept and has an item, live or archived.
    pub(super) fn has(&self, number: IssueNumber) -> bool {
        self.live.contains_key(&number) || self.archived.contains(&number)
    }

    /// Whether an issue that was not shown is known to have no item.
    pub(super) fn tells_absence(&self, filter: ItemsFilter) -> bool {
        self.counts.unreadable == 0 && filter == ItemsFilter::All
    }
}

/// The items of the pages read so far.
struct Reader<'a> {
    binding: &'a Binding,
    selection: &'a Selection,
    kept: &'a Kept,
    fields: BTreeMap<u64, SelectedField>,
    ids: BTreeSet<u64>,
    items: Items,
}

impl<'a> Reader<'a> {
    fn new(
        binding: &'a Binding,
        fields: BTreeMap<u64, SelectedField>,
        selection: &'a Selection,
        kept: &'a Kept,
    ) -> Self {
        let items = Items {
            live: BTreeMap::new(),
            archived: BTreeSet::new(),
            pull_requests: BTreeSet::new(),
            heads: BTreeMap::new(),
            seen: BTreeSet::new(),
            counts: Counts::default(),
        };
        Self { binding, selection, kept, fields, ids: BTreeSet::new(), items }
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
        let is_kept = |number: &IssueNumber| self.kept.holds(*number);
        let counts = &mut self.items.counts;
        counts.items += 1;
        match subject(item, &self.binding.repository)? {
            Subject::Draft => counts.drafts += 1,
            Subject::Unreadable => counts.unreadable += 1,
            Subject::Elsewhere => {}
            Subject::PullRequest(number, head) => {
                if is_kept(&number) {
                    self.items.pull_requests.insert(number);
                }
                if !is_archived {
                    self.items.keep_head(number, head);
                }
            }
            Subject::Issue(number, content) => {
                self.items.seen.insert(number);
                match (is_kept(&number), is_archived) {
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

    /// Keeps a live item of an issue.
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
    /// is left out of the list is not set. `YKP-GH-READ-005` for a list of more
    /// than 256.
    fn values(&self, item: &WireItem<'_>) -> Result<BTreeMap<ProviderText, Option<ObservedValue>>, Failure> {
        let entries = match &item.fields {
            Member::Value(entries) => entries.as_slice(),
            Member::Null => return Err(failure(Code::Rest001)),
            Member::Absent if self.fields.is_empty() => &[],
            Member::Absent => return Err(failure(Code::Snapshot001)),
        };
        if entries.len() > MAX_VALUES {
            return Err(failure(Code::GithubRead005));
        }
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
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Items)
}
