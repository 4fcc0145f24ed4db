//! What is known of one primary limit, and what may still be asked of it.

use crate::github::rate::Told;

/// One primary limit: REST requests or GraphQL points.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    /// What has to remain after each request.
    reserve: u64,
    /// The cost of requests of which no answer told what they left: those under
    /// way, and those that ended without one, which may have reached GitHub.
    unsettled: u64,
    knowledge: Knowledge,
}

/// What is known of the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Knowledge {
    /// There is no limit: what answers is not GitHub.
    Unlimited,
    /// Nobody said anything and nothing was asked.
    Unknown,
    /// Nobody said anything, and the one request that may pass has passed.
    Asked,
    /// At most this much was left after the last answer.
    Told(Told),
}

impl Meter {
    /// A limit of which nothing is known yet.
    pub(super) fn limited(reserve: u64) -> Self {
        Self { reserve, unsettled: 0, knowledge: Knowledge::Unknown }
    }

    /// No limit.
    pub(super) fn unlimited() -> Self {
        Self { reserve: 0, unsettled: 0, knowledge: Knowledge::Unlimited }
    }

    /// Takes the cost of a request, unless the reserve would not remain after
    /// it.
    pub(super) fn take(&mut self, cost: u64) -> bool {
        let passes = self.affords(cost);
        if passes {
            self.unsettled = self.unsettled.saturating_add(cost);
            if self.knowledge == Knowledge::Unknown {
                self.knowledge = Knowledge::Asked;
            }
        }
        passes
    }

    /// Whether the reserve would remain after this cost.
    pub(super) fn affords(&self, cost: u64) -> bool {
        match self.knowledge {
            Knowledge::Unlimited | Knowledge::Unknown => true,
            Knowledge::Asked => false,
            Knowledge::Told(told) => {
                let taken = self.unsettled.saturating_add(cost);
                told.remaining.checked_sub(taken).is_some_and(|rest| rest >= self.reserve)
            }
        }
    }

    /// An answer told what is left, and gives back what was taken for its
    /// request. Within one window that only lowers what is known: answers can
    /// overtake one another. A later reset begins a new window.
    pub(super) fn settle(&mut self, cost: u64, told: Told) {
        self.unsettled = self.unsettled.saturating_sub(cost);
        match &mut self.knowledge {
            Knowledge::Unlimited => {}
            Knowledge::Unknown | Knowledge::Asked => self.knowledge = Knowledge::Told(told),
            Knowledge::Told(known) => {
                let is_new = known.reset.is_some() && told.reset > known.reset;
                let least = known.remaining.min(told.remaining);
                known.remaining = if is_new { told.remaining } else { least };
                known.reset = known.reset.max(told.reset);
            }
        }
    }

    /// Whether a request can be judged by what is known.
    pub(super) fn is_known(&self) -> bool {
        matches!(self.knowledge, Knowledge::Unlimited | Knowledge::Told(_))
    }

    /// What is left at least, where that is known: what was told, less what
    /// is not settled.
    pub(super) fn remaining(&self) -> Option<u64> {
        match self.knowledge {
            Knowledge::Told(told) => Some(told.remaining.saturating_sub(self.unsettled)),
            Knowledge::Unlimited | Knowledge::Unknown | Knowledge::Asked => None,
        }
    }

    /// When the limit is reset, in Unix seconds, where that was told.
    pub(super) fn reset(&self) -> Option<u64> {
        match self.knowledge {
            Knowledge::Told(told) => told.reset,
            Knowledge::Unlimited | Knowledge::Unknown | Knowledge::Asked => None,
        }
    }
}
