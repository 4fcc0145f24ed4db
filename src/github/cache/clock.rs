//! The only clock: it ages what is kept, and reaches no plan, no digest and no
//! output.

use std::time::{Duration, Instant};

/// Tells how much time has passed since a moment of its own choice; it never
/// goes back.
pub trait Clock: Send + Sync {
    /// The time passed.
    fn now(&self) -> Duration;
}

impl<F: Fn() -> Duration + Send + Sync> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// The machine's monotonic clock: setting the time of day does not move it.
pub(super) struct Monotonic(Instant);

impl Monotonic {
    #[expect(clippy::disallowed_methods, reason = "the one place where time is read, for ages alone")]
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Monotonic {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
