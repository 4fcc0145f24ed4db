//! Two transports, one plan: both readers over every recorded world, over fresh
//! ones, and over worlds of which one side was changed.

mod changes;
mod costs;
mod fresh;
mod mutations;
mod recorded;
mod statistics;

use yukh::desired::Policy;
use yukh::observed::Snapshot;
use yukh::run::{Completed, Order, Outcome, conclude};
use yukh::scope::IssueNumber;

/// How an issue ended: its plan's identity and canonical text, or its findings.
fn ending(snapshot: &Snapshot, policy: &Policy, issue: IssueNumber) -> String {
    match conclude(snapshot, order(policy, issue)) {
        Ok(Completed { outcome: Outcome::Planned(planned), notices, .. }) => {
            let plan = &planned.plan;
            format!("{} {} {:?} {notices:?}", plan.id(), plan.canonical(), plan.notices())
        }
        Ok(Completed { outcome, notices, .. }) => format!("{outcome:?} {notices:?}"),
        Err(failure) => format!("{failure:?}"),
    }
}

fn order(policy: &Policy, issue: IssueNumber) -> Order<'_> {
    Order { policy, issue, require_contract: false, include_checks: false }
}
