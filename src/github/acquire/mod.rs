//! The seven steps from a scope to a snapshot (specification, *Snapshot
//! acquisition*).
//!
//! All or nothing: a private candidate is collected and published once it is
//! whole; any failure drops it. Requests are made one after the other.

mod bind;
mod checks;
mod content;
mod edges;
mod fields;
mod items;
mod relations;
pub(crate) mod schema;
mod source;
mod survey;
mod values;

pub(crate) use content::{Hints, holds};
pub(crate) use edges::{Home, IssueEdges, MAX_EDGES};
pub use fields::project_fields;
pub(crate) use items::MAX_VALUES;
pub use survey::{Survey, probe, survey};

pub(crate) use values::normalised;

use std::sync::Arc;

use super::cache::{Cache, Group, Kept};
use super::{Exchange, Operation, require_checks, wire};
use crate::diagnostic::{Code, Failure, Stage};
use crate::observed::{
    Accounting, Completeness, Coverage, IssueType, ProviderRef, ProviderText, RelationshipsState, Snapshot,
    SnapshotParts,
};
use crate::scope::{Board, OwnerKind, RunScope, Selection};
use bind::Binding;
use source::{Source, Wanted};

/// What the cache holds.
pub(in crate::github) mod groups {
    pub(in crate::github) use super::bind::{Owner, Project, Repository};
    pub(in crate::github) use super::items::Items;
    pub(in crate::github) use super::relations::States;
    pub(in crate::github) use super::schema::Schema;

    /// The types that issues of the repository can have.
    pub(in crate::github) type IssueTypes = Vec<crate::observed::IssueType>;
}

/// The most issue types of one repository; GitHub allows an organization 25.
const MAX_ISSUE_TYPES: usize = 256;

/// Reads one complete snapshot.
///
/// # Errors
///
/// The code of the exchange where a request is refused or fails;
/// `YKP-CAPABILITY-001` where the class of the token can not read the Project
/// (decision 61), or the checks where they are asked for; `YKP-REST-001` for an answer that is not of the accepted
/// form; `YKP-SNAPSHOT-001` where the parts are not complete or do not belong
/// together; `YKP-GH-READ-005` and `-007` for limits and broken pages. Each
/// names the read it belongs to, and nothing else of it.
pub async fn acquire<E: Exchange>(
    exchange: &E,
    scope: &RunScope,
    selection: &Selection,
) -> Result<Snapshot, Failure> {
    collect(&Source::new(exchange, None, &scope.board()), scope, selection, &Kept::default()).await
}

/// Reads one complete snapshot as [`acquire`] does, and asks for nothing that
/// the cache still holds or that another reader asks for at the same time.
///
/// `kept` are issues beyond the scope that other scopes will ask for: scopes
/// that name the same issues in all share one read of the items. An issue of
/// `kept` that can not be read fails this snapshot too.
///
/// # Errors
///
/// As [`acquire`]; `YKP-CACHE-001` where GitHub confirms what was not asked
/// about; `YKP-SNAPSHOT-001` where a list changed behind a page that did not.
pub async fn acquire_with<E: Exchange>(
    exchange: &E,
    scope: &RunScope,
    selection: &Selection,
    cache: &Cache,
    kept: &Kept,
) -> Result<Snapshot, Failure> {
    let source = Source::new(exchange, Some(cache), &scope.board());
    let collected = collect(&source, scope, selection, kept).await;
    if let Err(failure) = &collected {
        source.doubt(failure.code());
    }
    collected
}

/// Steps 1 to 4: what scopes of one board that keep the same issues share.
struct Shared {
    binding: Binding,
    schema: Arc<groups::Schema>,
    items: Arc<groups::Items>,
}

impl Shared {
    async fn read<E: Exchange>(
        source: &Source<'_, E>,
        board: &Board,
        selection: &Selection,
        kept: &Kept,
    ) -> Result<Self, Failure> {
        if selection.checks {
            require_checks(board.subject)?;
        }
        let binding = bind::bind(source, board).await?;
        let schema = schema::read(source, &binding).await?;
        let items = items::read(source, &binding, &schema, selection, kept).await?;
        Ok(Self { binding, schema, items })
    }
}

async fn collect<E: Exchange>(
    source: &Source<'_, E>,
    scope: &RunScope,
    selection: &Selection,
    kept: &Kept,
) -> Result<Snapshot, Failure> {
    let issues = &scope.issues;
    let Shared { binding, schema, items } =
        Shared::read(source, &scope.board(), selection, &kept.and(issues)).await?;
    items.suffice(issues, scope.items)?;
    let relations = relations::read(source, &binding, &items, issues).await?;
    let issue_types = issue_types(source, &binding, selection).await?;
    // Last of all: they get what the others leave.
    let checks = match selection.checks {
        true => Some(checks::read(source, &binding, &items.heads).await?),
        false => None,
    };

    let deferred = relations.values().any(|state| matches!(state, RelationshipsState::Deferred(_)));
    let parts = SnapshotParts {
        fields: schema.fields(),
        seen: items.seen.clone(),
        accounting: Accounting {
            items: items.counts.items,
            drafts: items.counts.drafts,
            unreadable: items.counts.unreadable,
            ..source.accounting()
        },
        issues: items.observations(issues, relations),
        completeness: Completeness {
            schema: Coverage::Complete,
            items: Coverage::Complete,
            relationships: if deferred { Coverage::Deferred } else { Coverage::Complete },
            issue_types: if issue_types.is_some() { Coverage::Complete } else { Coverage::NotRequested },
            checks: checks.as_ref().map_or(Coverage::NotRequested, checks::coverage),
        },
        checks,
        issue_types,
        bindings: binding.identities,
        scope: binding.board.with(issues.clone()),
    };
    Snapshot::publish(parts).ok_or_else(|| Failure::read(Code::Snapshot001, Stage::Items))
}

/// The repository's issue types, where the policy compares them and the owner
/// can have them: a user's repository has none, and GitHub is not asked.
async fn issue_types<E: Exchange>(
    source: &Source<'_, E>,
    binding: &Binding,
    selection: &Selection,
) -> Result<Option<Vec<IssueType>>, Failure> {
    let owned_by_organization = binding.identities.repository_owner_kind == OwnerKind::Organization;
    if !selection.issue_types || !owned_by_organization {
        return Ok(None);
    }
    let operation = Operation::IssueTypes {
        owner: binding.board.owner.clone(),
        repository: binding.board.repository.clone(),
    };
    let kind = Some(binding.project_owner.kind);
    let wanted = Wanted { group: Group::IssueTypes, kind, digest: binding.digest() };
    let types = source.one(|cache| &cache.issue_types, wanted, operation, offered_types).await?;
    Ok(Some(Arc::unwrap_or_clone(types)))
}

/// The types that an answer offers.
fn offered_types(body: &[u8]) -> Result<Vec<IssueType>, Failure> {
    let failure = |code| Failure::read(code, Stage::IssueTypes);
    let listed: Vec<wire::IssueType<'_>> = wire::decode(body, Stage::IssueTypes)?;
    if listed.len() > MAX_ISSUE_TYPES {
        return Err(failure(Code::GithubRead005));
    }
    let mut types: Vec<IssueType> = Vec::new();
    for entry in listed {
        let reference = ProviderRef::parse(entry.node_id.as_str()).ok_or(failure(Code::Rest001))?;
        if types.iter().any(|earlier| earlier.reference == reference) {
            return Err(failure(Code::Snapshot001));
        }
        // A disabled type can not be given to an issue.
        if entry.is_enabled.value() != Some(&false) {
            types.push(IssueType { reference, name: ProviderText::new(entry.name.as_str()) });
        }
    }
    Ok(types)
}
