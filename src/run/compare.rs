//! Comparing two readers: the same issues, planned from a snapshot of each.

use super::plan_one::{Completed, Order, Outcome, conclude};
use crate::desired::Policy;
use crate::diagnostic::{Code, Failure};
use crate::observed::Snapshot;
use crate::report::{self, ComparedIssue, Side};
use crate::scope::IssueNumber;

/// What is asked for beyond the scope.
#[derive(Clone, Copy, Debug)]
pub struct CompareOrder<'a> {
    /// The valid policy.
    pub policy: &'a Policy,
    /// Whether a body without contract is a failure of its issue (decision 10).
    pub require_contract: bool,
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
