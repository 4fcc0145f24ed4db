//! The v1 reader: four fixed GraphQL questions, one issue after the other, for
//! a rollback (contract part 6.1).
//!
//! It ends in the same [`Snapshot`] as the other transport, all or nothing: any
//! failure drops the candidate, a refused budget among them.

mod ask;
mod binding;
mod fields;
mod item;
mod relationships;
mod values;
mod wire;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Failure, Stage};
use crate::github::{Exchange, MAX_EDGES, require_project};
use crate::observed::{
    Absence, Accounting, Completeness, Coverage, IssueObservation, IssueType, Item, Parent, ProviderRef,
    ProviderText, Relationships, RelationshipsState, Snapshot, SnapshotParts,
};
use crate::scope::{Board, IssueNumber, OwnerKind, RunScope, Selection, Transport};
use ask::Asker;
use binding::{Found, Issue, Scopes};
use fields::Schema;
use item::{Draft, Wanted};

/// Reads one complete snapshot of at most
/// [`MAX_ROLLBACK_ISSUES`](Transport::MAX_ROLLBACK_ISSUES) issues.
///
/// `declared` says which issues the contract in the body of an issue relates
/// to. Each that was not seen on the way is asked for, to learn whether it is
/// an issue of the repository with an item in the Project (decision 42).
///
/// # Errors
///
/// `YKP-GH-READ-001` for more issues, and for a selection of checks; the code
/// of the exchange where a request is refused or fails, `YKP-RATE-001` among
/// them; `YKP-CAPABILITY-001` (decision 61); `YKP-GH-READ-003` where something
/// of the scope is missing or not visible; `YKP-GH-READ-005`, `-007` and `-008`
/// for limits, pages and forms; `YKP-REST-001` for errors beside data;
/// `YKP-SNAPSHOT-001` where the parts are not complete or do not belong
/// together. Each names the read it belongs to, and nothing else of it.
pub async fn acquire<E: Exchange>(
    exchange: &E,
    scope: &RunScope,
    selection: &Selection,
    declared: impl Fn(IssueNumber, &ProviderText) -> BTreeSet<IssueNumber>,
) -> Result<Snapshot, Failure> {
    if scope.issues.iter().len() > Transport::MAX_ROLLBACK_ISSUES || selection.checks {
        return Err(Failure::of(Code::GithubRead001));
    }
    if let Some(kind) = scope.project_owner_kind {
        require_project(scope.subject, kind)?;
    }
    let board = scope.board();
    let asker = Asker::new(exchange, &board.budgets);
    let mut reader = Reader {
        asker: &asker,
        board: &board,
        selection,
        scopes: Scopes::new(&asker, &board),
        schema: None,
        issues: BTreeMap::new(),
        has_item: BTreeMap::new(),
        wanted: BTreeSet::new(),
        edges: 0,
        counts: Accounting::default(),
    };
    for number in scope.issues.iter() {
        reader.issue(number, &declared).await?;
    }
    reader.declared().await?;
    reader.publish(scope)
}

/// The candidate.
struct Reader<'a, E> {
    asker: &'a Asker<'a, E>,
    board: &'a Board,
    selection: &'a Selection,
    scopes: Scopes<'a, E>,
    schema: Option<Schema>,
    issues: BTreeMap<IssueNumber, IssueObservation>,
    /// Whether a number is an issue with an item in the Project, live or
    /// archived.
    has_item: BTreeMap<IssueNumber, bool>,
    /// The numbers that contracts relate to and that are no neighbours.
    wanted: BTreeSet<IssueNumber>,
    /// The edges of all issues.
    edges: usize,
    /// The items that were seen.
    counts: Accounting,
}

impl<E: Exchange> Reader<'_, E> {
    /// Reads a requested issue.
    async fn issue(
        &mut self,
        number: IssueNumber,
        declared: &impl Fn(IssueNumber, &ProviderText) -> BTreeSet<IssueNumber>,
    ) -> Result<(), Failure> {
        let found = match self.scopes.find(number).await? {
            Found::Nothing => None,
            // Decision 33.
            Found::PullRequest => return Err(Failure::read(Code::Snapshot001, Stage::Scope)),
            Found::Issue(issue) => Some(issue),
        };
        let has_item = found.as_ref().is_some_and(|issue| issue.has_item());
        self.has_item.insert(number, has_item);
        if let Some(issue) = &found {
            self.counts.items += issue.items;
            self.counts.unreadable += issue.unreadable;
        }
        let observation = match found {
            Some(issue) => match &issue.live {
                Some(item) => self.present(number, &issue, item, declared).await?,
                None if issue.is_archived => IssueObservation::Missing(Absence::Archived),
                // Any item that can not be seen may be the one (decision 31).
                None if issue.unreadable > 0 => return Err(Failure::read(Code::Snapshot001, Stage::Scope)),
                None => IssueObservation::Missing(Absence::Absent),
            },
            None => IssueObservation::Missing(Absence::Absent),
        };
        self.issues.insert(number, observation);
        Ok(())
    }

    /// Reads an issue with a live item.
    async fn present(
        &mut self,
        number: IssueNumber,
        issue: &Issue,
        item: &ProviderRef,
        declared: &impl Fn(IssueNumber, &ProviderText) -> BTreeSet<IssueNumber>,
    ) -> Result<IssueObservation, Failure> {
        let binding = self.scopes.binding().ok_or(Failure::read(Code::Snapshot001, Stage::Scope))?;
        let schema = match self.schema.take() {
            Some(schema) => schema,
            None => fields::read(self.asker, binding, self.board).await?,
        };
        let schema = self.schema.insert(schema);
        let wanted = Wanted { number, issue: &issue.reference, item };
        let draft: Draft =
            item::read(self.asker, binding, self.board, schema, self.selection, wanted).await?;
        let read = relationships::read(self.asker, binding, number, &issue.reference).await?;
        self.edges += read.edges;
        if self.edges > MAX_EDGES {
            return Err(Failure::read(Code::GithubRead005, Stage::Relationships));
        }
        if let Some(body) = draft.body() {
            let mut endpoints = declared(number, body);
            for neighbour in neighbours(&read.relationships) {
                endpoints.remove(&neighbour);
            }
            self.wanted.extend(endpoints);
        }
        let state = RelationshipsState::Complete(read.relationships);
        Ok(IssueObservation::Present(Box::new(Item::new(draft.into_parts(state)))))
    }

    /// Asks for the numbers that contracts relate to and that are not known.
    async fn declared(&mut self) -> Result<(), Failure> {
        for number in std::mem::take(&mut self.wanted) {
            if self.has_item.contains_key(&number) {
                continue;
            }
            let has_item = match self.scopes.find(number).await? {
                // Decision 44.
                Found::Nothing | Found::PullRequest => false,
                Found::Issue(issue) => issue.has_item(),
            };
            self.has_item.insert(number, has_item);
        }
        Ok(())
    }

    /// The snapshot.
    fn publish(self, scope: &RunScope) -> Result<Snapshot, Failure> {
        let failure = || Failure::read(Code::Snapshot001, Stage::Scope);
        let binding = self.scopes.binding().ok_or_else(failure)?;
        let issue_types = self.issue_types(binding)?;
        let parts = SnapshotParts {
            scope: binding.canonical(self.board).with(scope.issues.clone()),
            bindings: binding.identities.clone(),
            fields: self.schema.map_or_else(Vec::new, Schema::into_fields),
            issues: self.issues,
            seen: self.has_item.into_iter().filter_map(|(number, has)| has.then_some(number)).collect(),
            completeness: Completeness {
                schema: Coverage::Complete,
                items: Coverage::Complete,
                relationships: Coverage::Complete,
                issue_types: if issue_types.is_some() { Coverage::Complete } else { Coverage::NotRequested },
                checks: Coverage::NotRequested,
            },
            issue_types,
            checks: None,
            accounting: Accounting {
                items: self.counts.items,
                unreadable: self.counts.unreadable,
                ..self.asker.accounting()
            },
        };
        Snapshot::publish(parts).ok_or_else(failure)
    }

    /// The repository's issue types, where the policy compares them and the
    /// owner can have them.
    fn issue_types(&self, binding: &binding::Binding) -> Result<Option<Vec<IssueType>>, Failure> {
        let owned_by_organization = binding.identities.repository_owner_kind == OwnerKind::Organization;
        if !self.selection.issue_types || !owned_by_organization {
            return Ok(None);
        }
        let types = self.scopes.issue_types();
        types.map(|types| Some(types.to_vec())).ok_or(Failure::read(Code::GithubRead011, Stage::IssueTypes))
    }
}

/// The issues of the repository that relationships lead to.
fn neighbours(relationships: &Relationships) -> BTreeSet<IssueNumber> {
    let mut numbers = &relationships.blocked_by.local | &relationships.blocking.local;
    if let Parent::Local(parent) = relationships.parent {
        numbers.insert(parent);
    }
    numbers.extend(relationships.sub_issues.as_known().into_iter().flat_map(|edges| &edges.local));
    numbers
}
