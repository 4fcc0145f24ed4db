//! Reading one snapshot for its account alone (issue evidence): nothing is
//! planned.

use super::reading::read;
use crate::desired::Policy;
use crate::diagnostic::{Diagnostic, Failure};
use crate::github::{Exchange, LedgerState, ResourceState};
use crate::observed::{Absence, Accounting, Completeness, IssueObservation, RelationshipsState, Snapshot};
use crate::report::{
    CompletenessWords, IssueCounts, ItemCounts, LedgerFigures, LimitFigures, RequestCounts, SnapshotAccount,
    SnapshotFigures,
};
use crate::scope::{Budgets, Limit, RunScope, Selection};

/// Reads one snapshot of the scope and gives its account.
///
/// # Errors
///
/// Those of [`read`].
/// Relationships that were deferred are no failure here: the account tells
/// them.
pub async fn read_snapshot(
    exchange: &impl Exchange,
    scope: &RunScope,
    selection: &Selection,
    policy: &Policy,
) -> Result<SnapshotAccount, Failure> {
    let snapshot = read(exchange, scope, selection, policy).await?;
    Ok(account(&snapshot, &exchange.ledger(), &scope.budgets))
}

fn account(snapshot: &Snapshot, ledger: &LedgerState, budgets: &Budgets) -> SnapshotAccount {
    let Accounting {
        requests,
        rest_requests,
        graphql_requests,
        conditional_requests,
        cache_hits,
        coalesced_requests,
        pages,
        bytes,
        items,
        drafts,
        unreadable,
    } = snapshot.accounting();
    let (issues, deferral) = issues(snapshot);
    let figures = SnapshotFigures {
        fingerprint: snapshot.fingerprint().to_owned(),
        completeness: completeness(snapshot.completeness()),
        issues,
        items: ItemCounts { total: items, drafts, unreadable },
        requests: RequestCounts {
            rest: rest_requests,
            graphql: graphql_requests,
            conditional: conditional_requests,
            coalesced: coalesced_requests,
            by_operation: requests.into_iter().collect(),
        },
        cache_hits,
        pages,
        response_bytes: bytes,
        ledger: limits(ledger, budgets),
    };
    SnapshotAccount::new(figures, deferral)
}

fn completeness(completeness: Completeness) -> CompletenessWords {
    CompletenessWords {
        schema: completeness.schema.as_str(),
        items: completeness.items.as_str(),
        relationships: completeness.relationships.as_str(),
        issue_types: completeness.issue_types.as_str(),
        checks: completeness.checks.as_str(),
    }
}

/// The issues as counts, and why relationships of some were deferred.
fn issues(snapshot: &Snapshot) -> (IssueCounts, Option<Diagnostic>) {
    let (mut counts, mut deferral) = (IssueCounts::default(), None);
    for (_, observation) in snapshot.issues() {
        counts.requested += 1;
        match observation {
            IssueObservation::Missing(Absence::Absent) => counts.absent += 1,
            IssueObservation::Missing(Absence::Archived) => counts.archived += 1,
            IssueObservation::Present(item) => {
                counts.present += 1;
                if let RelationshipsState::Deferred(diagnostic) = &item.parts().relationships {
                    counts.deferred += 1;
                    deferral.get_or_insert_with(|| diagnostic.clone());
                }
            }
        }
    }
    (counts, deferral)
}

fn limits(ledger: &LedgerState, budgets: &Budgets) -> LedgerFigures {
    let figures = |used, limit, reserve, state: ResourceState| LimitFigures {
        used,
        limit: budgets.get(limit),
        reserve: budgets.get(reserve),
        remaining_known: state.remaining.is_some(),
        reset: state.reset,
    };
    let spent = &ledger.spent;
    LedgerFigures {
        rest: figures(spent.rest_requests, Limit::RestRequests, Limit::RestReserve, ledger.rest),
        graphql: figures(
            spent.graphql_requests,
            Limit::GraphqlRequests,
            Limit::GraphqlReserve,
            ledger.graphql,
        ),
        graphql_points: ledger.points,
        graphql_points_limit: budgets.get(Limit::GraphqlPoints),
    }
}
