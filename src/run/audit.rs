//! Auditing a backlog (contract part 8.4, decisions 95 to 97): one read of the
//! Project, then every issue in scopes of at most 100 that share it.
//!
//! Each scope is one run in the sense of the budgets; the shared read belongs
//! to the first one. Issues whose relationships take a batch are put together
//! first, so that there are as few batches as there can be.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::plan_one::{Completed, Order, Outcome, TIME_LIMIT, conclude, is_of_all, within};
use crate::desired::Policy;
use crate::diagnostic::Failure;
use crate::github::{Cache, Exchange, Further, Kept, Survey, acquire_with, probe, survey};
use crate::observed::{Accounting, Checks, Snapshot};
use crate::report::{self, AuditReport, AuditedIssue, Evidence};
use crate::scope::{Board, IssueList, IssueNumber, IssueSet, Selection};

/// What is audited, beyond the board.
#[derive(Clone, Copy, Debug)]
pub struct AuditOrder<'a> {
    /// The valid policy.
    pub policy: &'a Policy,
    /// The issues; `None` for every issue of the repository that the Project
    /// shows.
    pub issues: Option<&'a IssueList>,
    /// Whether a body without contract is an error (decision 10).
    pub require_contract: bool,
    /// Whether the checks of the repository's pull requests are observed.
    pub include_checks: bool,
}

impl<'a> AuditOrder<'a> {
    /// The same for one issue.
    fn of(&self, issue: IssueNumber) -> Order<'a> {
        let Self { policy, require_contract, include_checks, .. } = *self;
        Order { policy, issue, require_contract, include_checks }
    }
}

/// Is told how far an audit is.
pub trait Watcher {
    /// So many issues of so many are judged.
    fn judged(&self, issues: usize, of: usize);
}

/// Nobody watches.
impl Watcher for () {
    fn judged(&self, _: usize, _: usize) {}
}

/// An audit that ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Why.
    pub failure: Failure,
    /// What was sent all the same.
    pub evidence: Evidence,
}

impl From<Unfinished> for Failure {
    fn from(unfinished: Unfinished) -> Self {
        unfinished.failure
    }
}

/// Audits a backlog.
///
/// What is wrong with one issue stands in its entry and stops no other. An
/// issue whose relationships a budget or reserve does not allow to be read is
/// deferred.
///
/// # Errors
///
/// One code for a read that failed, was deferred as a whole or took longer than
/// [`TIME_LIMIT`]; `YKP-SCHEMA-*` where the Project does not fit a native
/// policy.
pub async fn audit<E: Further>(
    exchange: &E,
    board: &Board,
    order: AuditOrder<'_>,
    watcher: &impl Watcher,
) -> Result<AuditReport, Unfinished> {
    let selection = Selection { checks: order.include_checks, ..order.policy.selection() };
    let evidence = Mutex::default();
    let audit = Audit { exchange, board, order, selection, cache: Cache::new(), watcher, evidence };
    let audited = within(TIME_LIMIT, audit.run()).await;
    let evidence = audit.spent();
    match audited {
        Ok(judged) => {
            Ok(AuditReport::new(judged.issues, &judged.scope_id, evidence).with_checks(judged.checks))
        }
        Err(failure) => Err(Unfinished { failure, evidence }),
    }
}

/// One audit.
struct Audit<'a, E, W> {
    exchange: &'a E,
    board: &'a Board,
    order: AuditOrder<'a>,
    selection: Selection,
    /// Holds the shared read.
    cache: Cache,
    watcher: &'a W,
    /// What was come across, and what further scopes sent: all but what the
    /// exchange of the first one did.
    evidence: Mutex<Evidence>,
}

/// What came of an audit.
struct Judged {
    issues: Vec<AuditedIssue>,
    scope_id: String,
    checks: Option<Checks>,
}

/// The exchange of a further scope. What it sent is counted when it goes, be it
/// that the scope was read, failed or took too long.
struct Counted<'a, E: Exchange> {
    exchange: E,
    evidence: &'a Mutex<Evidence>,
}

impl<E: Exchange> Drop for Counted<'_, E> {
    fn drop(&mut self) {
        spend(&mut lock(self.evidence), self.exchange.accounting());
    }
}

fn lock(evidence: &Mutex<Evidence>) -> MutexGuard<'_, Evidence> {
    evidence.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<E: Further, W: Watcher> Audit<'_, E, W> {
    /// What was sent so far.
    fn spent(&self) -> Evidence {
        let mut evidence = *lock(&self.evidence);
        spend(&mut evidence, self.exchange.accounting());
        evidence
    }

    async fn run(&self) -> Result<Judged, Failure> {
        let named = self.order.issues.map(IssueList::numbers);
        let kept = named.map_or(Kept::All, |numbers| Kept::These(numbers.clone()));
        let is_long = |numbers: &BTreeSet<IssueNumber>| numbers.len() > IssueSet::MAX;
        let is_probed = named.is_some_and(is_long);
        if is_probed {
            probe(self.exchange).await?;
        }
        let survey = survey(self.exchange, self.board, &self.selection, &self.cache, &kept).await?;
        {
            let mut evidence = lock(&self.evidence);
            evidence.items = Some(survey.items());
            evidence.unreadable_items = Some(survey.unreadable_items());
        }
        let wanted = named.cloned().unwrap_or_else(|| survey.issues());
        let (bound, unbound): (BTreeSet<IssueNumber>, _) =
            wanted.iter().partition(|number| !survey.is_pull_request(**number));
        survey.require(&bound)?;
        if !is_probed && is_long(&bound) {
            probe(self.exchange).await?;
        }
        let mut issues: Vec<AuditedIssue> = unbound.into_iter().map(pull_request).collect();
        let (mut checks, mut is_first) = (None, true);
        let mut sets = scopes(&survey, &bound)?.into_iter().peekable();
        while let Some(set) = sets.next() {
            // Last of all: they get what the others leave.
            let selection = Selection {
                checks: self.selection.checks && sets.peek().is_none(),
                ..self.selection.clone()
            };
            let further =
                (!is_first).then(|| Counted { exchange: self.exchange.further(), evidence: &self.evidence });
            let exchange = further.as_ref().map_or(self.exchange, |further| &further.exchange);
            let scope = self.board.with(set);
            let snapshot = acquire_with(exchange, &scope, &selection, &self.cache, &kept).await?;
            for number in scope.issues.iter() {
                issues.push(audit_issue(&snapshot, self.order.of(number))?);
                self.watcher.judged(issues.len(), wanted.len());
            }
            checks = snapshot.checks().cloned();
            let mut evidence = lock(&self.evidence);
            evidence.scopes += 1;
            if !is_first {
                evidence.rest_cache_hits += u64::from(snapshot.accounting().cache_hits);
            }
            is_first = false;
        }
        Ok(Judged { issues, scope_id: survey.identity().to_owned(), checks })
    }
}

/// What came of one issue of a snapshot.
///
/// # Errors
///
/// `YKP-SCHEMA-*` in the native dialect, where it is the same for every issue;
/// a legacy policy needs the fields that an issue declares alone.
pub fn audit_issue(snapshot: &Snapshot, order: Order<'_>) -> Result<AuditedIssue, Failure> {
    let issue = order.issue;
    let Completed { outcome, notices, .. } = match conclude(snapshot, order) {
        Ok(completed) => completed,
        Err(failure) if is_of_all(order.policy, failure.code()) => return Err(failure),
        Err(failure) => return Ok(AuditedIssue::failed(issue, &failure)),
    };
    Ok(match outcome {
        Outcome::Planned(planned) => AuditedIssue::planned(issue, &planned.plan, &notices),
        Outcome::NoContract => AuditedIssue::without_plan(issue, report::Outcome::NoContract, notices),
        Outcome::Absent => AuditedIssue::without_plan(issue, report::Outcome::Absent, notices),
        Outcome::Archived => AuditedIssue::without_plan(issue, report::Outcome::Archived, notices),
    })
}

/// Sets of at most 100 issues: those that take a batch first, so that no batch
/// is smaller than it has to be.
fn scopes(survey: &Survey, issues: &BTreeSet<IssueNumber>) -> Result<Vec<IssueSet>, Failure> {
    let in_need = survey.in_need(issues)?;
    let (first, rest): (Vec<IssueNumber>, Vec<IssueNumber>) =
        issues.iter().partition(|number| in_need.contains(number));
    Ok(IssueSet::split(first.into_iter().chain(rest)))
}

/// A number that is a pull request's (decision 33).
fn pull_request(number: IssueNumber) -> AuditedIssue {
    AuditedIssue::failed(number, &Failure::pull_request())
}

/// What a run of one scope cost and came across.
#[must_use]
pub fn spent(account: Accounting) -> Evidence {
    Evidence {
        items: Some(u64::from(account.items)),
        unreadable_items: Some(u64::from(account.unreadable)),
        ..sent(account)
    }
}

/// What a run of one scope cost that ended without a snapshot: what it came
/// across is not known.
#[must_use]
pub fn sent(account: Accounting) -> Evidence {
    let mut evidence = Evidence { scopes: 1, ..Evidence::default() };
    spend(&mut evidence, account);
    evidence
}

/// Adds what an exchange sent.
fn spend(evidence: &mut Evidence, account: Accounting) {
    evidence.rest_requests += u64::from(account.rest_requests);
    evidence.graphql_requests += u64::from(account.graphql_requests);
    evidence.conditional_requests += u64::from(account.conditional_requests);
    evidence.coalesced_requests += u64::from(account.coalesced_requests);
    evidence.pages += u64::from(account.pages);
    evidence.response_bytes += account.bytes;
}
