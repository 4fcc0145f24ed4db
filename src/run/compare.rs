//! Comparing two readers: the same issues, planned from a snapshot of each.

use super::plan_one::{Completed, Order, Outcome, conclude};
use super::reading::read;
use crate::desired::Policy;
use crate::diagnostic::{Code, Failure};
use crate::github::{Exchange, LedgerState};
use crate::observed::Snapshot;
use crate::report::{self, ComparedIssue, Pair, ReadingCost, Side};
use crate::scope::{IssueNumber, RunScope};

/// What is asked for beyond the scope.
#[derive(Clone, Copy, Debug)]
pub struct CompareOrder<'a> {
    /// The valid policy.
    pub policy: &'a Policy,
    /// Whether a body without contract is a failure of its issue (decision 10).
    pub require_contract: bool,
}

/// One of the two readers.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a, E> {
    /// The way that its requests take, for itself alone.
    pub exchange: &'a E,
    /// What is asked for; its budgets say over which transport.
    pub scope: &'a RunScope,
}

/// Reads the same issues with both readers, `v1` first in the result and last
/// in time, and compares what comes of them. Where the first read fails, the
/// other is not made, unless requests cost nothing: no credential takes part.
///
/// A read that fails is a pair without issues that says why.
///
/// # Errors
///
/// As [`compare`].
pub async fn compare_readers<E: Exchange>(
    v1: Reader<'_, E>,
    v2: Reader<'_, E>,
    order: CompareOrder<'_>,
) -> Result<Pair, Failure> {
    let selection = order.policy.selection();
    let second = read(v2.exchange, v2.scope, &selection, order.policy).await;
    let first = if second.is_ok() || v1.exchange.identity().is_none() {
        Some(read(v1.exchange, v1.scope, &selection, order.policy).await)
    } else {
        None
    };
    let costs = [first.is_some().then(|| cost(&v1.exchange.ledger())), Some(cost(&v2.exchange.ledger()))];
    let pair = match (first, second) {
        (Some(Ok(first)), Ok(second)) => Pair::read(compare([&first, &second], order)?),
        (first, second) => Pair::unread([first.and_then(Result::err), second.err()]),
    };
    Ok(pair.with_costs(costs))
}

/// What a reader sent and got.
fn cost(ledger: &LedgerState) -> ReadingCost {
    ReadingCost {
        rest_requests: u64::from(ledger.spent.rest_requests),
        graphql_requests: u64::from(ledger.spent.graphql_requests),
        graphql_points: ledger.points,
        pages: u64::from(ledger.spent.pages),
        response_bytes: ledger.spent.bytes,
    }
}

/// Plans each issue from both snapshots and compares what comes of it. The
/// snapshots are of the same issues, `v1` first.
///
/// An issue that both refuse with the same findings is equal; one whose
/// relationships a limit kept away on either side is deferred.
///
/// # Errors
///
/// `YKP-RUNTIME-009` for snapshots of different issues; `YKP-REPORT-001` for a
/// plan that holds a value that can not be shown.
pub fn compare(snapshots: [&Snapshot; 2], order: CompareOrder<'_>) -> Result<Vec<ComparedIssue>, Failure> {
    let [first, second] = snapshots;
    if first.scope().issues != second.scope().issues {
        return Err(Failure::of(Code::Runtime009));
    }
    let compared = |issue: IssueNumber| {
        let sides = [side(first, order, issue)?, side(second, order, issue)?];
        Ok(ComparedIssue::of(Some(issue), &sides))
    };
    first.scope().issues.iter().map(compared).collect()
}

/// What one reader's snapshot makes of an issue.
fn side(snapshot: &Snapshot, order: CompareOrder<'_>, issue: IssueNumber) -> Result<Side, Failure> {
    let CompareOrder { policy, require_contract } = order;
    let order = Order { policy, issue, require_contract, include_checks: false };
    let Completed { outcome, notices, .. } = match conclude(snapshot, order) {
        Ok(completed) => completed,
        Err(failure) => return Ok(Side::failed(&failure)),
    };
    Ok(match outcome {
        Outcome::Planned(planned) => Side::planned(&planned.plan, &planned.desired, &notices)?,
        Outcome::NoContract => Side::without_plan(report::Outcome::NoContract, &notices),
        Outcome::Absent => Side::without_plan(report::Outcome::Absent, &notices),
        Outcome::Archived => Side::without_plan(report::Outcome::Archived, &notices),
    })
}
