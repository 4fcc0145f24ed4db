//! Reading one snapshot, over either transport.

use std::collections::BTreeSet;

use super::plan_one::{TIME_LIMIT, within};
use crate::desired::{Desired, Policy};
use crate::diagnostic::Failure;
use crate::github::{Exchange, acquire};
use crate::observed::{ProviderText, Snapshot};
use crate::rollback;
use crate::scope::{IssueNumber, RunScope, Selection, Transport};

/// Reads one snapshot of the scope over the transport that its budgets are for.
///
/// # Errors
///
/// One code for a read that failed or took longer than [`TIME_LIMIT`]
/// (`YKP-GH-READ-004`).
pub async fn read(
    exchange: &impl Exchange,
    scope: &RunScope,
    selection: &Selection,
    policy: &Policy,
) -> Result<Snapshot, Failure> {
    let reading = async {
        match scope.budgets.transport() {
            Transport::RestV2 => acquire(exchange, scope, selection).await,
            Transport::GraphqlV1 => {
                let related = |issue, body: &ProviderText| related(policy, issue, body);
                rollback::acquire(exchange, scope, selection, related).await
            }
        }
    };
    let snapshot = within(TIME_LIMIT, reading).await?;
    let accounting = snapshot.accounting();
    tracing::info!(
        transport = scope.budgets.transport().as_str(),
        rest = accounting.rest_requests,
        graphql = accounting.graphql_requests,
        pages = accounting.pages,
        bytes = accounting.bytes,
        "snapshot complete"
    );
    Ok(snapshot)
}

/// The issues that the contract in a body relates to. One that is not valid
/// relates to nothing: there is no plan of it.
fn related(policy: &Policy, issue: IssueNumber, body: &ProviderText) -> BTreeSet<IssueNumber> {
    let desired = policy.read(body.expose(), issue).ok().and_then(|reading| reading.desired);
    desired.as_ref().map(Desired::endpoints).unwrap_or_default()
}
