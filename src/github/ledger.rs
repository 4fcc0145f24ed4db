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
//! of any answer, failed ones too, for the resource that they name; the body of
//! a query for GraphQL. Within one window, which the reset tells, each answer
//! only lowers what is known; a later reset begins a new window. A resource
//! that no request of this program counts against (`search`, new names) is
//! nobody's here.
//!
//! **What is not known passes once.** The first request of a resource is how
//! GitHub is asked what is left. If its answer does not say so, or none comes,
//! nothing more of that resource passes: unknown is not plenty.
//!
//! **A recording has no limits**, and [`Ledger::unmetered`] says so: its
//! requests are held to the run's own limits alone.
//!
//! **A secondary limit** has no figures. Once GitHub asks to wait or names one,
//! nothing more is sent.
//!
//! Bytes and pages bound size and not rate: `YKP-GH-READ-005`.

mod meter;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::HeaderMap;

use super::rate::{self, Body, Price, Said, Told, minute};
use super::{Operation, status};
use crate::diagnostic::{Code, Failure, RateResource, Stage};
use crate::observed::Accounting;
use crate::scope::{Budgets, Limit};
use meter::Meter;

/// The account of one run. Shared by all of its requests.
pub(super) struct Ledger {
    budgets: Budgets,
    spent: Mutex<Spent>,
    /// Common to the ledgers of all scopes of one audit.
    left: Arc<Mutex<Left>>,
}

/// What the run spent of its own limits.
#[derive(Default)]
struct Spent {
    account: Accounting,
    requests: BTreeMap<Stage, u32>,
    points: u64,
}

/// What is left of GitHub's limits.
struct Left {
    rest: Meter,
    graphql: Meter,
    /// A secondary limit was reached.
    paused: bool,
}

/// What was taken for one request. Dropping it gives nothing back.
#[derive(Debug)]
pub(super) struct Reservation {
    resource: RateResource,
    cost: u64,
    /// What of the cost is not settled.
    open: u64,
}

/// What a ledger holds: counts and figures, never a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerState {
    /// Requests sent, by read; a read that was not made is left out.
    pub requests: BTreeMap<Stage, u32>,
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
        let left = Left { rest, graphql, paused: false };
        Self { budgets, spent: Mutex::default(), left: Arc::new(Mutex::new(left)) }
    }

    /// For one more scope: nothing is spent of its own limits, and what is left
    /// of GitHub's is the same.
    pub(super) fn further(&self) -> Self {
        Self { budgets: self.budgets, spent: Mutex::default(), left: Arc::clone(&self.left) }
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes and counts a request that is about to be sent.
    ///
    /// # Errors
    ///
    /// `YKP-RATE-001` where it would cross a limit of the run or a reserve;
    /// `YKP-GH-READ-005` where no byte is left for its answer.
    pub(super) fn reserve(&self, operation: &Operation) -> Result<Reservation, Failure> {
        let (resource, cost) = (operation.resource(), operation.cost());
        self.take(resource, cost, operation.stage())?;
        Ok(Reservation { resource, cost, open: cost })
    }

    /// Settles a request from the head of its answer.
    pub(super) fn answered(&self, request: &mut Reservation, headers: &HeaderMap) {
        let said = Said::of(headers, request.resource);
        let mut left = self.left();
        left.paused |= said.wait;
        if let (Some(resource), Some(told)) = (said.resource, said.told) {
            left.meter(resource).settle(request.open_of(resource), told);
        }
    }

    /// Settles a query from the body of its answer.
    ///
    /// # Errors
    ///
    /// `YKP-RATE-001` where it says that the points are used up;
    /// `YKP-REST-001` where it should tell its price and does not.
    pub(super) fn priced(&self, query: &mut Reservation, body: &[u8]) -> Result<(), Failure> {
        match rate::body(body)? {
            Body::Failed => Ok(()),
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
        }
    }

    /// Learns what is left of both limits from the answer to a probe.
    ///
    /// # Errors
    ///
    /// `YKP-REST-001` where it does not tell both.
    pub(super) fn probed(&self, probe: &mut Reservation, body: &[u8]) -> Result<(), Failure> {
        let [rest, graphql] = rate::probed(body)?;
        let mut left = self.left();
        left.rest.settle(probe.open_of(RateResource::Rest), rest);
        left.graphql.settle(0, graphql);
        Ok(())
    }

    /// A body named a secondary limit: nothing more is sent.
    pub(super) fn pause(&self) {
        self.left().paused = true;
    }

    /// Takes decoded bytes off the run's limit, unless it has fewer left.
    pub(super) fn charge(&self, bytes: usize) -> bool {
        let account = &mut self.spent().account;
        let total = account.bytes.saturating_add(bytes as u64);
        let fits = total <= self.budgets.get(Limit::ResponseBytes);
        if fits {
            account.bytes = total;
        }
        fits
    }

    /// Counts a page that was read.
    pub(super) fn count_page(&self) {
        self.spent().account.pages += 1;
    }

    /// Counts a sent request as conditional.
    pub(super) fn count_condition(&self) {
        self.spent().account.conditional_requests += 1;
    }

    /// What was spent so far.
    pub(super) fn accounting(&self) -> Accounting {
        self.spent().account
    }

    /// What the ledger holds.
    pub(super) fn state(&self) -> LedgerState {
        let of =
            |meter: &Meter| ResourceState { remaining: meter.remaining(), reset: meter.reset().map(minute) };
        let (spent, left) = (self.spent(), self.left());
        LedgerState {
            requests: spent.requests.clone(),
            points: spent.points,
            rest: of(&left.rest),
            graphql: of(&left.graphql),
        }
    }

    /// Takes and counts a request, or changes nothing.
    fn take(&self, resource: RateResource, cost: u64, stage: Stage) -> Result<(), Failure> {
        let (mut spent, mut left) = (self.spent(), self.left());
        if left.paused {
            return Err(status::rate(RateResource::Secondary, None));
        }
        if spent.account.bytes >= self.budgets.get(Limit::ResponseBytes) {
            return Err(Failure::read(Code::GithubRead005, stage));
        }
        let (sent, most, points) = match resource {
            RateResource::Graphql => (spent.account.graphql_requests, Limit::GraphqlRequests, cost),
            RateResource::Rest | RateResource::Secondary => {
                (spent.account.rest_requests, Limit::RestRequests, 0)
            }
        };
        let points = spent.points.saturating_add(points);
        let is_within =
            u64::from(sent) < self.budgets.get(most) && points <= self.budgets.get(Limit::GraphqlPoints);
        if !is_within || !left.meter(resource).take(cost) {
            return Err(left.refusal(resource));
        }
        spent.points = points;
        *spent.requests.entry(stage).or_default() += 1;
        match resource {
            RateResource::Graphql => spent.account.graphql_requests += 1,
            RateResource::Rest | RateResource::Secondary => spent.account.rest_requests += 1,
        }
        Ok(())
    }
}

impl Reservation {
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

#[cfg(test)]
mod tests;
