//! Planning one issue (contract part 7.1): reads, item, contract, plan.

use std::time::Duration;

use super::reading::read;
use crate::desired::{Desired, Policy};
use crate::diagnostic::{Code, Failure, Notice, Path};
use crate::github::Exchange;
use crate::observed::{Absence, Accounting, Checks, IssueObservation, Item, ProviderText, Snapshot};
use crate::plan::{Plan, plan};
use crate::report::{Conclusion, Report};
use crate::scope::{IssueNumber, RunScope, Selection};

/// How long a run may take, from the first request to the plan (decision 69).
pub const TIME_LIMIT: Duration = Duration::from_secs(600);

/// What is asked for beyond the scope.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The valid policy.
    pub policy: &'a Policy,
    /// One of the scope's issues.
    pub issue: IssueNumber,
    /// Whether a body without contract is a failure (decision 10).
    pub require_contract: bool,
    /// Whether the checks of the repository's pull requests are observed.
    pub include_checks: bool,
}

/// How an issue ended that could be judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Completed {
    /// How.
    pub outcome: Outcome,
    /// Near misses in the body, and why there is no plan. A plan's own notices
    /// are inside it.
    pub notices: Vec<Notice>,
    /// The checks of the repository's pull requests, where they were asked
    /// for.
    pub checks: Option<Checks>,
    /// What the reading of the snapshot took.
    pub accounting: Accounting,
}

/// The ways in which it can end.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// There is a plan, executable or not.
    Planned(Box<Planned>),
    /// The body has no contract (decision 10).
    NoContract,
    /// The issue has no item in the Project (decision 30).
    Absent,
    /// The item is archived (decision 34).
    Archived,
}

/// A plan and the declaration it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    /// What the issue declares.
    pub desired: Desired,
}

/// Whose failure it is that an issue has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// The run's: its policy, its token, its budgets, GitHub.
    Run,
    /// The issue's: an audit would tell it of this issue and judge the others.
    Issue,
}

/// A run of one issue that ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplanned {
    /// Why.
    pub failure: Failure,
    /// Whose failure it is.
    pub blame: Blame,
}

impl From<Failure> for Unplanned {
    fn from(failure: Failure) -> Self {
        Self { failure, blame: Blame::Run }
    }
}

impl From<Unplanned> for Failure {
    fn from(unplanned: Unplanned) -> Self {
        unplanned.failure
    }
}

/// Whether a failure to plan an issue says the same of every issue: a native
/// policy compares all of its fields with the Project's, a legacy one those that
/// an issue declares.
pub(super) fn is_of_all(policy: &Policy, code: Code) -> bool {
    use Code::{Schema001, Schema002, Schema003, Schema004, Schema005};
    let is_about_schema = matches!(code, Schema001 | Schema002 | Schema003 | Schema004 | Schema005);
    is_about_schema && matches!(policy, Policy::Native(_))
}

/// Reads one snapshot of the scope and plans one of its issues.
///
/// # Errors
///
/// One code for a read that failed or took longer than [`TIME_LIMIT`]
/// (`YKP-GH-READ-004`); the findings of the contract; `YKP-SCHEMA-*` where the
/// Project does not fit the policy.
pub async fn plan_one(
    exchange: &impl Exchange,
    scope: &RunScope,
    order: Order<'_>,
) -> Result<Completed, Unplanned> {
    let selection = Selection { checks: order.include_checks, ..order.policy.selection() };
    let snapshot = read(exchange, scope, &selection, order.policy).await?;
    conclude(&snapshot, order).map_err(|failure| {
        let blame = if is_of_all(order.policy, failure.code()) { Blame::Run } else { Blame::Issue };
        Unplanned { failure, blame }
    })
}

/// What the reading gives, unless it takes longer than the limit.
pub(super) async fn within<T>(
    limit: Duration,
    reading: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    match tokio::time::timeout(limit, reading).await {
        Ok(read) => read,
        Err(_) => Err(Failure::of(Code::GithubRead004)),
    }
}

/// Plans one issue of a snapshot.
///
/// # Errors
///
/// As [`plan_one`], without reads. `YKP-RUNTIME-009` for an issue outside the
/// snapshot's scope.
pub fn conclude(snapshot: &Snapshot, order: Order<'_>) -> Result<Completed, Failure> {
    match snapshot.issue(order.issue) {
        None => Err(Failure::of(Code::Runtime009)),
        Some(IssueObservation::Missing(Absence::Absent)) => {
            Ok(Completed::without_plan(snapshot, Outcome::Absent, Code::Runtime002, Vec::new()))
        }
        Some(IssueObservation::Missing(Absence::Archived)) => {
            Ok(Completed::without_plan(snapshot, Outcome::Archived, Code::Runtime010, Vec::new()))
        }
        Some(IssueObservation::Present(item)) => judge(snapshot, item, order),
    }
}

fn judge(snapshot: &Snapshot, item: &Item, order: Order<'_>) -> Result<Completed, Failure> {
    // GitHub says null for a body that was never written: no contract there.
    let body = item.parts().body.as_ref().map_or("", ProviderText::expose);
    let reading = order.policy.read(body, order.issue)?;
    match reading.desired {
        None if order.require_contract => Err(Failure::of(Code::Runtime001)),
        None => Ok(Completed::without_plan(snapshot, Outcome::NoContract, Code::Runtime001, reading.notices)),
        Some(desired) => {
            let plan = plan(&desired, snapshot, order.issue)?;
            tracing::info!(
                executable = plan.is_executable(),
                operations = plan.operations().len(),
                "issue planned"
            );
            let planned = Box::new(Planned { plan, desired });
            let outcome = Outcome::Planned(planned);
            Ok(Completed::of(snapshot, outcome, reading.notices))
        }
    }
}

impl Completed {
    /// An issue without plan; the notice of the reason comes first.
    fn without_plan(snapshot: &Snapshot, outcome: Outcome, reason: Code, mut notices: Vec<Notice>) -> Self {
        notices.insert(0, Notice::new(reason, Path::root()));
        Self::of(snapshot, outcome, notices)
    }

    fn of(snapshot: &Snapshot, outcome: Outcome, notices: Vec<Notice>) -> Self {
        Self { outcome, notices, checks: snapshot.checks().cloned(), accounting: snapshot.accounting() }
    }

    /// What may be shown of it.
    ///
    /// # Errors
    ///
    /// `YKP-REPORT-001` for a plan that holds a value that can not be shown.
    pub fn conclusion(self) -> Result<Conclusion, Failure> {
        let conclusion = match self.outcome {
            Outcome::Planned(planned) => {
                Conclusion::planned(Report::new(&planned.plan, &planned.desired, &self.notices)?)
            }
            Outcome::NoContract => Conclusion::no_contract(self.notices),
            Outcome::Absent => Conclusion::absent(self.notices),
            Outcome::Archived => Conclusion::archived(self.notices),
        };
        Ok(conclusion.with_checks(self.checks))
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use super::*;

    #[tokio::test]
    async fn a_run_that_takes_too_long_ends() {
        let silent = within(Duration::from_millis(1), pending::<Result<(), Failure>>()).await;
        assert_eq!(silent.unwrap_err().code(), Code::GithubRead004);
        assert_eq!(within(TIME_LIMIT, ready(Ok(1))).await, Ok(1));
        let failed = within(TIME_LIMIT, ready(Err::<(), _>(Failure::of(Code::Rest001)))).await;
        assert_eq!(failed.unwrap_err().code(), Code::Rest001);
        assert_eq!(TIME_LIMIT.as_secs(), 10 * 60);
    }
}
