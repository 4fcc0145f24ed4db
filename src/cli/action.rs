//! `yukh action`: the entry point of `action.yml`.

use super::compare::recorded_below;
use super::environment::{self, Environment};
use super::output::Screen;
use super::{block_on, logging, paths, route};
use crate::action::{self, Compared, Ending, Given, Input, Job, Task};
use crate::desired::Policy;
use crate::diagnostic::{Code, ExitClass, Failure};
use crate::github::{Client, Credential, Endpoint, Exchange as _, Timeouts};
use crate::report::{AuditReport, Comparison, Evidence};
use crate::run::{
    AuditOrder, Blame, CompareOrder, Order, Reader, Unfinished, Unplanned, audit, compare_readers, plan_one,
    sent, spent,
};
use crate::scope::{Board, Budgets, IssueList, IssueNumber, IssueSet, RunScope, Transport};

/// Runs one step of a workflow. What is printed at its end, and how the process
/// ends.
///
/// Everything that the step says stands on standard output, since the runner
/// reads its commands there. The one that hides the token comes before anything
/// else is printed, logs included.
pub(super) fn action(environment: &Environment, screen: Screen) -> (String, ExitClass) {
    let given = environment::given();
    if let Some(line) = given.mask() {
        screen.result(&line);
    }
    let delivered = match Job::begin(&given) {
        Ok(job) => job.deliver(ended(&job, &given, environment)),
        Err(ending) => action::deliver(&given, *ending),
    };
    (delivered.log, delivered.exit)
}

/// A run whose policy, token and way to GitHub are valid as well.
struct Ready {
    policy: Policy,
    credential: Credential,
    endpoint: Endpoint,
    board: Board,
}

/// Lets the job run to its end.
fn ended(job: &Job, given: &Given, environment: &Environment) -> Ending {
    let failed = |failure: Failure| job.failed(&failure, Blame::Run, Evidence::default());
    let ready = || Ready::of(job, given, environment);
    match job.task() {
        Task::Plan(issue, _) => ready().map_or_else(failed, |ready| plan(job, &ready, *issue)),
        Task::Audit(issues) => match ready().and_then(|ready| backlog(job, &ready, issues.as_ref())) {
            Ok(Ok(report)) => job.audited(&report),
            Ok(Err(Unfinished { failure, evidence })) => job.failed(&failure, Blame::Run, evidence),
            Err(failure) => failed(failure),
        },
        Task::Compare(Compared::Issues(issues)) => {
            let compared = ready().and_then(|ready| comparison(job, &ready, issues));
            compared.map_or_else(failed, |comparison| job.compared(&comparison))
        }
        // Neither a token nor a policy of the workspace takes part.
        Task::Compare(Compared::Recordings(folder)) => {
            let compared = logging::start(environment.log.as_deref())
                .and_then(|()| recorded_below(job.workspace(), folder, job.requires_contract()));
            compared.map_or_else(failed, |comparison| job.compared(&comparison))
        }
    }
}

impl Ready {
    /// Checks what is left, in this order: log, the way to GitHub or the
    /// loopback override, policy, token.
    fn of(job: &Job, given: &Given, environment: &Environment) -> Result<Self, Failure> {
        logging::start(environment.log.as_deref())?;
        let endpoint = route::endpoint(environment)?;
        let policy = Policy::parse(&paths::read_policy_below(job.workspace(), job.policy_path())?)?;
        if let Task::Plan(_, Some(dialect)) = job.task()
            && *dialect != policy.dialect()
        {
            return Err(Failure::input(Input::Mode.name()));
        }
        let token = given.token().ok_or_else(|| Failure::of(Code::Runtime004))?;
        let credential = Credential::parse(token, job.token_profile())?;
        let board = job.board(credential.class())?;
        Ok(Self { policy, credential, endpoint, board })
    }

    /// The exchange of the run. To be called inside a runtime.
    fn client(&self) -> Result<Client, Failure> {
        Client::live(self.endpoint.clone(), &self.credential, self.board.budgets, Timeouts::DEFAULT)
    }
}

/// Plans one issue.
fn plan(job: &Job, ready: &Ready, issue: IssueNumber) -> Ending {
    let order = Order {
        policy: &ready.policy,
        issue,
        require_contract: job.requires_contract(),
        include_checks: job.includes_checks(),
    };
    let scope = ready.board.with(IssueSet::from(issue));
    let run = block_on(async {
        let client = ready.client()?;
        let completed = plan_one(&client, &scope, order).await;
        let evidence = completed
            .as_ref()
            .map_or_else(|_| sent(client.accounting()), |done| spent(done.accounting.clone()));
        Ok((completed, evidence))
    });
    let (completed, evidence) = match run {
        Ok(run) => run,
        Err(failure) => return job.failed(&failure, Blame::Run, Evidence::default()),
    };
    match completed.and_then(|completed| Ok(completed.conclusion()?)) {
        Ok(conclusion) => job.planned(issue, &conclusion, evidence),
        Err(Unplanned { failure, blame }) => job.failed(&failure, blame, evidence),
    }
}

/// Compares what both readers plan.
fn comparison(job: &Job, ready: &Ready, issues: &IssueSet) -> Result<Comparison, Failure> {
    let order = CompareOrder { policy: &ready.policy, require_contract: job.requires_contract() };
    let budgets = Budgets::of(Transport::GraphqlV1);
    let second = ready.board.with(issues.clone());
    let first = RunScope { budgets, ..second.clone() };
    let pair = block_on(async {
        let v2 = ready.client()?;
        let v1 = v2.further_within(budgets);
        let v1 = Reader { exchange: &v1, scope: &first };
        compare_readers(v1, Reader { exchange: &v2, scope: &second }, order).await
    })?;
    Comparison::of_readers(vec![pair]).ok_or_else(|| Failure::of(Code::Runtime009))
}

/// Audits the backlog. Fails where no request could be made at all.
fn backlog(
    job: &Job,
    ready: &Ready,
    issues: Option<&IssueList>,
) -> Result<Result<AuditReport, Unfinished>, Failure> {
    let order = AuditOrder {
        policy: &ready.policy,
        issues,
        require_contract: job.requires_contract(),
        include_checks: job.includes_checks(),
    };
    block_on(async { Ok(audit(&ready.client()?, &ready.board, order, &()).await) })
}
