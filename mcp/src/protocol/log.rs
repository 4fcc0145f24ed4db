//! One line for each call: which, how long, what came of it. Never an
//! argument, a body or a credential (decision 27).

use crate::clock::Clock;
use crate::failure::{Failure, RequestId};

/// A call that is under way.
pub(super) struct Entry<'a> {
    method: &'static str,
    /// A tool's own name, or nothing.
    tool: &'static str,
    request_id: &'a RequestId,
    clock: &'a Clock,
    began_ms: i64,
}

impl<'a> Entry<'a> {
    pub(super) fn begin(
        method: &'static str,
        tool: &'static str,
        request_id: &'a RequestId,
        clock: &'a Clock,
    ) -> Self {
        Self { method, tool, request_id, clock, began_ms: clock.now().as_millisecond() }
    }

    /// Writes the line.
    pub(super) fn end(self, failure: Option<&Failure>) {
        self.write(failure.map_or("ok", |failure| failure.code().as_str()));
    }

    /// Writes the line of a call that nobody waits for any more.
    pub(super) fn cancelled(self) {
        self.write("cancelled");
    }

    fn write(self, outcome: &'static str) {
        let Self { method, tool, request_id, clock, began_ms } = self;
        let took_ms = clock.now().as_millisecond().saturating_sub(began_ms);
        tracing::info!(request_id = request_id.as_str(), method, tool, outcome, took_ms, "call");
    }
}
