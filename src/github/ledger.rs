//! The ledger: every request reserves before it is sent and settles from what
//! is answered (specification, *Budgets and rate conservation*; decisions 67
//! and 68).
//!
//! A request that would cross a limit of the run or a reserve is refused with
//! `YKP-RATE-001`: nothing is sent, nobody waits. The finding tells the
//! resource and, where GitHub said one, the minute of its reset.
//!
//! **Counted is what was sent**: also what failed, ran out of time or was
//! dropped. A request of which no answer tells what it left stays reserved
//! until the end of the run: it may have reached GitHub. Points are estimated
//! before a query and reported after it; a query that reports nothing stays at
//! its estimate.
//!
//! **What is left** of a primary limit is known from what GitHub says: headers
//! of any answer, failed ones too, for the resource that they name; the bodies
//! of queries and probes. Within one window, which the reset tells, each answer
//! only lowers what is known; a later reset begins a new window. Scopes of one
//! audit share it ([`Ledger::further`]). A resource that no request of this
//! program counts against (`search`, new names) is nobody's here.
//!
//! **What is not known passes once.** The first request of a resource is how
//! GitHub is asked what is left; others wait for its answer. If that does not
//! say so, or none comes, nothing more of that resource passes: unknown is not
//! plenty.
//!
//! **A recording has no limits**, and [`Ledger::unmetered`] says so: its
//! requests are held to the run's own limits alone.
//!
//! **A secondary limit** has no figures. Once GitHub asks to wait or names one,
//! nothing more is sent.
//!
//! Bytes and pages bound size and not rate: `YKP-GH-READ-005`.

mod meter;
mod tally;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::HeaderMap;

use super::body::ANSWER_BYTES;
use super::rate::{self, Body, Price, Said, Told, minute};
use super::{Operation, status};
use crate::diagnostic::{Code, Failure, RateResource, Stage};
use crate::observed::Accounting;
use crate::scope::{Budgets, Limit};
use meter::Meter;
pub use tally::Tally;

/// The account of one run. Shared by all of its requests.
pub(super) struct Ledger {
    budgets: Budgets,
    spent: Mutex<Spent>,
    /// Common to the ledgers of all scopes of one audit.
    limits: Arc<Limits>,
}

/// GitHub's limits.
struct Limits {
    left: Mutex<Left>,
    /// Whose turn it is, while nobody knows what is left: the request that
    /// holds it asks, the others wait for its answer.
    rest_turn: Turn,
    graphql_turn: Turn,
}

type Turn = tokio::sync::Mutex<()>;
type TurnGuard<'a> = tokio::sync::MutexGuard<'a, ()>;

/// What the run spent of its own limits.
#[derive(Default)]
struct Spent {
    account: Accounting,
    points: u64,
}

/// What is left of GitHub's limits.
struct Left {
    rest: Meter,
    graphql: Meter,
    /// A secondary limit was reached.
    paused: bool,
}

/// What was taken for one request. Dropping it gives nothing back, but lets
/// the next one have its turn.
#[derive(Debug)]
pub(super) struct Reservation<'a> {
    /// For whom the request is sent.
    tally: &'a Tally,
    /// Held until an answer tells what is left, where nobody knew.
    turn: Option<TurnGuard<'a>>,
    resource: RateResource,
    stage: Stage,
    cost: u64,
    /// What of the cost is not settled.
    open: u64,
}

/// What a ledger holds: counts and figures, never a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerState {
    /// What was sent and got, for all readers together.
    pub spent: Accounting,
    /// GraphQL points: reported where an answer did, else estimated.
    pub points: u64,
    /// The REST requests of the account.
    pub rest: ResourceState,
    /// The GraphQL points of the account.
    pub graphql: ResourceState,
}

/// What is known of one primary limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceState {
    /// What is left at least; `None` where nobody said.
    pub remaining: Option<u64>,
    /// When it is reset: Unix seconds floored to the minute; `None` where
    /// nobody said.
    pub reset: Option<u64>,
}

impl Ledger {
    /// For a run that GitHub answers.
    pub(super) fn metered(budgets: Budgets) -> Self {
        let rest = Meter::limited(budgets.get(Limit::RestReserve));
        let graphql = Meter::limited(budgets.get(Limit::GraphqlReserve));
        Self::new(budgets, rest, graphql)
    }

    /// For a run that a recording answers.
    pub(super) fn unmetered(budgets: Budgets) -> Self {
        Self::new(budgets, Meter::unlimited(), Meter::unlimited())
    }

    fn new(budgets: Budgets, rest: Meter, graphql: Meter) -> Self {
        let left = Mutex::new(Left { rest, graphql, paused: false });
        let limits = Limits { left, rest_turn: Turn::default(), graphql_turn: Turn::default() };
        Self { budgets, spent: Mutex::default(), limits: Arc::new(limits) }
    }

    /// For one more run: nothing is spent of its own budgets, which are the same
    /// unless it has others, and what is left of GitHub's limits is the same.
    pub(super) fn further(&self, own: Option<Budgets>) -> Self {
        Self { budgets: own.unwrap_or(self.budgets), spent: Mutex::default(), limits: self.limits.clone() }
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.limits.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes and counts a request that is about to be sent. Where another one
    /// is asking what is left of its limit, it waits for that answer.
    ///
    /// # Errors
    ///
    /// `YKP-RATE-001` where it would cross a limit of the run or a reserve;
    /// `YKP-GH-READ-005` where no byte is left for its answer.
    pub(super) async fn reserve<'a>(
        &'a self,
        operation: &Operation,
        tally: &'a Tally,
    ) -> Result<Reservation<'a>, Failure> {
        let (resource, cost, stage) = (operation.resource(), operation.cost(), operation.stage());
        // What no answer can change is refused without waiting for one.
        self.allow(&self.spent(), &mut self.left(), resource, cost, stage)?;
        let turn = if self.is_known(resource) { None } else { Some(self.turn(resource).lock().await) };
        self.take(resource, cost, stage)?;
        tally.add(|spent| count(spent, resource, stage));
        // The answer that was waited for may have told what is left.
        let turn = turn.filter(|_| !self.is_known(resource));
        Ok(Reservation { tally, turn, resource, stage, cost, open: cost })
    }

    fn is_known(&self, resource: RateResource) -> bool {
        self.left().meter(resource).is_known()
    }

    fn turn(&self, resource: RateResource) -> &Turn {
        match resource {
            RateResource::Graphql => &self.limits.graphql_turn,
            RateResource::Rest | RateResource::Secondary => &self.limits.rest_turn,
        }
    }

    /// Ends the turn of a request, once what is left is known.
    fn pass_on(&self, request: &mut Reservation<'_>) {
        if self.is_known(request.resource) {
            request.turn = None;
        }
    }

    /// Whether this many REST requests more would cross no limit and no
    /// reserve, as far as is known, however large their answers are.
    pub(super) fn affords(&self, requests: u32) -> bool {
        let requests = u64::from(requests);
        let (sent, read) = {
            let account = &self.spent().account;
            let bytes = requests.saturating_mul(ANSWER_BYTES as u64);
            (u64::from(account.rest_requests).saturating_add(requests), account.bytes.saturating_add(bytes))
        };
        let is_within =
            sent <= self.budgets.get(Limit::RestRequests) && read <= self.budgets.get(Limit::ResponseBytes);
        let left = self.left();
        is_within && !left.paused && left.rest.affords(requests)
    }

    /// Settles a request from the head of its answer.
    pub(super) fn answered(&self, request: &mut Reservation<'_>, headers: &HeaderMap) {
        let said = Said::of(headers, request.resource);
        let mut left = self.left();
        left.paused |= said.wait;
        if let (Some(resource), Some(told)) = (said.resource, said.told) {
            left.meter(resource).settle(request.open_of(resource), told);
        }
        drop(left);
        self.pass_on(request);
    }

    /// Settles a query from the body of its answer.
    ///
    /// # Errors
    ///
    /// `YKP-RATE-001` where it says that the points are used up or names a
    /// secondary limit; `YKP-REST-001` where it should tell its price and does
    /// not.
    pub(super) fn priced(&self, query: &mut Reservation<'_>, body: &[u8]) -> Result<(), Failure> {
        let settled = match rate::body(body, query.stage)? {
            // Asked to wait and without data: the limit is what failed it.
            Body::Failed if self.left().paused => Err(status::rate(RateResource::Secondary, None)),
            Body::Failed => Ok(()),
            Body::Secondary => {
                self.pause();
                Err(status::rate(RateResource::Secondary, None))
            }
            Body::Priced(Price { cost, told }) => {
                self.left().graphql.settle(query.open_of(RateResource::Graphql), told);
                let mut spent = self.spent();
                spent.points = spent.points.saturating_sub(query.cost).saturating_add(cost);
                Ok(())
            }
            Body::Limited => {
                let mut left = self.left();
                left.graphql.settle(0, Told { remaining: 0, reset: None });
                Err(left.refusal(RateResource::Graphql))
            }
        };
        self.pass_on(query);
        settled
    }

    /// Learns what is left of both limits from the answer to a probe.
    ///
    /// # Errors
    ///
    /// `YKP-REST-001` where it does not tell both.
    pub(super) fn probed(&self, probe: &mut Reservation<'_>, body: &[u8]) -> Result<(), Failure> {
        let [rest, graphql] = rate::probed(body)?;
        let mut left = self.left();
        left.rest.settle(probe.open_of(RateResource::Rest), rest);
        left.graphql.settle(0, graphql);
        drop(left);
        self.pass_on(probe);
        Ok(())
    }

    /// A body named a secondary limit: nothing more is sent.
    pub(super) fn pause(&self) {
        self.left().paused = true;
    }

    /// Takes decoded bytes off the run's limit, unless it has fewer left.
    pub(super) fn charge(&self, tally: &Tally, bytes: usize) -> bool {
        let account = &mut self.spent().account;
        let total = account.bytes.saturating_add(bytes as u64);
        let fits = total <= self.budgets.get(Limit::ResponseBytes);
        if fits {
            account.bytes = total;
            tally.add(|spent| spent.bytes = spent.bytes.saturating_add(bytes as u64));
        }
        fits
    }

    /// Counts a page that was read.
    pub(super) fn count_page(&self, request: &Reservation<'_>) {
        self.count(request, |spent| spent.pages += 1);
    }

    /// Counts a sent request as conditional.
    pub(super) fn count_condition(&self, request: &Reservation<'_>) {
        self.count(request, |spent| spent.conditional_requests += 1);
    }

    /// Counts for all, and for whom the request was sent.
    fn count(&self, request: &Reservation<'_>, change: impl Fn(&mut Accounting)) {
        change(&mut self.spent().account);
        request.tally.add(change);
    }

    /// What the ledger holds.
    pub(super) fn state(&self) -> LedgerState {
        let of =
            |meter: &Meter| ResourceState { remaining: meter.remaining(), reset: meter.reset().map(minute) };
        let (spent, left) = (self.spent(), self.left());
        LedgerState {
            spent: spent.account.clone(),
            points: spent.points,
            rest: of(&left.rest),
            graphql: of(&left.graphql),
        }
    }

    /// Whether a secondary limit and the run's own limits allow a request.
    fn allow(
        &self,
        spent: &Spent,
        left: &mut Left,
        resource: RateResource,
        cost: u64,
        stage: Stage,
    ) -> Result<(), Failure> {
        if left.paused {
            return Err(status::rate(RateResource::Secondary, None));
        }
        if spent.account.bytes >= self.budgets.get(Limit::ResponseBytes) {
            return Err(Failure::read(Code::GithubRead005, stage));
        }
        let is_within = match resource {
            RateResource::Graphql => {
                let points = spent.points.saturating_add(cost);
                u64::from(spent.account.graphql_requests) < self.budgets.get(Limit::GraphqlRequests)
                    && points <= self.budgets.get(Limit::GraphqlPoints)
            }
            // Points that are overspent are no matter of requests that cost none.
            RateResource::Rest | RateResource::Secondary => {
                u64::from(spent.account.rest_requests) < self.budgets.get(Limit::RestRequests)
            }
        };
        if is_within { Ok(()) } else { Err(left.refusal(resource)) }
    }

    /// Takes and counts a request, or changes nothing.
    fn take(&self, resource: RateResource, cost: u64, stage: Stage) -> Result<(), Failure> {
        let (mut spent, mut left) = (self.spent(), self.left());
        self.allow(&spent, &mut left, resource, cost, stage)?;
        if !left.meter(resource).take(cost) {
            return Err(left.refusal(resource));
        }
        if resource == RateResource::Graphql {
            spent.points = spent.points.saturating_add(cost);
        }
        count(&mut spent.account, resource, stage);
        Ok(())
    }
}

impl<'a> Reservation<'a> {
    /// For whom the request is sent.
    pub(super) fn tally(&self) -> &'a Tally {
        self.tally
    }

    /// Closes the reservation, if it is of this resource, and says what was
    /// open.
    fn open_of(&mut self, resource: RateResource) -> u64 {
        if resource == self.resource { std::mem::take(&mut self.open) } else { 0 }
    }
}

impl Left {
    /// The meter of a primary limit; a secondary one is met by REST requests.
    fn meter(&mut self, resource: RateResource) -> &mut Meter {
        match resource {
            RateResource::Graphql => &mut self.graphql,
            RateResource::Rest | RateResource::Secondary => &mut self.rest,
        }
    }

    /// The failure of a request that is not sent.
    fn refusal(&mut self, resource: RateResource) -> Failure {
        status::rate(resource, self.meter(resource).reset())
    }
}

/// Counts a request that is sent.
fn count(spent: &mut Accounting, resource: RateResource, stage: Stage) {
    *spent.requests.entry(stage).or_default() += 1;
    match resource {
        RateResource::Graphql => spent.graphql_requests += 1,
        RateResource::Rest | RateResource::Secondary => spent.rest_requests += 1,
    }
}

#[cfg(test)]
mod tests;
