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
use std::sync::{Mutex, PoisonError};

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
    state: Mutex<State>,
}

struct State {
    spent: Accounting,
    requests: BTreeMap<Stage, u32>,
    points: u64,
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
        let state = State {
            spent: Accounting::default(),
            requests: BTreeMap::new(),
            points: 0,
            rest,
            graphql,
            paused: false,
        };
        Self { budgets, state: Mutex::new(state) }
    }

    /// Reads and changes the state, at once.
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes and counts a request that is about to be sent.
    ///
    /// # Errors
    ///
    /// `YKP-RATE-001` where it would cross a limit of the run or a reserve;
    /// `YKP-GH-READ-005` where no byte is left for its answer.
    pub(super) fn reserve(&self, operation: &Operation) -> Result<Reservation, Failure> {
        let (resource, cost) = (operation.resource(), operation.cost());
        self.with(|state| state.take(resource, cost, operation.stage(), &self.budgets))?;
        Ok(Reservation { resource, cost, open: cost })
    }

    /// Settles a request from the head of its answer.
    pub(super) fn answered(&self, request: &mut Reservation, headers: &HeaderMap) {
        let said = Said::of(headers, request.resource);
        self.with(|state| {
            state.paused |= said.wait;
            if let (Some(resource), Some(told)) = (said.resource, said.told) {
                state.meter(resource).settle(request.open_of(resource), told);
            }
        });
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
                self.with(|state| {
                    state.graphql.settle(query.open_of(RateResource::Graphql), told);
                    state.points = state.points.saturating_sub(query.cost).saturating_add(cost);
                });
                Ok(())
            }
            Body::Limited => Err(self.with(|state| {
                state.graphql.settle(0, Told { remaining: 0, reset: None });
                state.refusal(RateResource::Graphql)
            })),
        }
    }

    /// A body named a secondary limit: nothing more is sent.
    pub(super) fn pause(&self) {
        self.with(|state| state.paused = true);
    }

    /// Takes decoded bytes off the run's limit, unless it has fewer left.
    pub(super) fn charge(&self, bytes: usize) -> bool {
        self.with(|state| {
            let total = state.spent.bytes.saturating_add(bytes as u64);
            let fits = total <= self.budgets.get(Limit::ResponseBytes);
            if fits {
                state.spent.bytes = total;
            }
            fits
        })
    }

    /// Counts a page that was read.
    pub(super) fn count_page(&self) {
        self.with(|state| state.spent.pages += 1);
    }

    /// Counts a sent request as conditional.
    pub(super) fn count_condition(&self) {
        self.with(|state| state.spent.conditional_requests += 1);
    }

    /// What was spent so far.
    pub(super) fn accounting(&self) -> Accounting {
        self.with(|state| state.spent)
    }

    /// What the ledger holds.
    pub(super) fn state(&self) -> LedgerState {
        let of =
            |meter: &Meter| ResourceState { remaining: meter.remaining(), reset: meter.reset().map(minute) };
        self.with(|state| LedgerState {
            requests: state.requests.clone(),
            points: state.points,
            rest: of(&state.rest),
            graphql: of(&state.graphql),
        })
    }
}

impl Reservation {
    /// Closes the reservation, if it is of this resource, and says what was
    /// open.
    fn open_of(&mut self, resource: RateResource) -> u64 {
        if resource == self.resource { std::mem::take(&mut self.open) } else { 0 }
    }
}

impl State {
    /// Takes and counts a request, or changes nothing.
    fn take(
        &mut self,
        resource: RateResource,
        cost: u64,
        stage: Stage,
        budgets: &Budgets,
    ) -> Result<(), Failure> {
        if self.paused {
            return Err(status::rate(RateResource::Secondary, None));
        }
        if self.spent.bytes >= budgets.get(Limit::ResponseBytes) {
            return Err(Failure::read(Code::GithubRead005, stage));
        }
        let (sent, most, points) = match resource {
            RateResource::Graphql => (&self.spent.graphql_requests, Limit::GraphqlRequests, cost),
            RateResource::Rest | RateResource::Secondary => {
                (&self.spent.rest_requests, Limit::RestRequests, 0)
            }
        };
        let points = self.points.saturating_add(points);
        let is_within = u64::from(*sent) < budgets.get(most) && points <= budgets.get(Limit::GraphqlPoints);
        if !is_within || !self.meter(resource).take(cost) {
            return Err(self.refusal(resource));
        }
        self.points = points;
        *self.requests.entry(stage).or_default() += 1;
        match resource {
            RateResource::Graphql => self.spent.graphql_requests += 1,
            RateResource::Rest | RateResource::Secondary => self.spent.rest_requests += 1,
        }
        Ok(())
    }

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
