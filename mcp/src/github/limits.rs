//! GitHub's limits as its answers tell them (decision 21): one account a
//! bucket, and a pause after a secondary limit. Nobody waits in here: a call
//! that would be refused is refused without a request.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use super::{Bucket, Refusal, Told};

/// How long to wait after a limit that names no time, in milliseconds.
pub(crate) const UNTOLD_WAIT_MS: u64 = 60_000;

/// The longest wait that is believed: a day.
const LONGEST_WAIT_MS: u64 = 24 * 60 * 60 * 1000;

/// What is known.
#[derive(Debug, Default)]
pub(crate) struct Limits(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    buckets: BTreeMap<Bucket, Empty>,
    /// Nothing is sent before, in Unix milliseconds.
    paused_until: Option<i64>,
}

/// A bucket with nothing left.
#[derive(Clone, Copy, Debug)]
struct Empty {
    /// When it fills again, in Unix seconds.
    reset: u64,
}

impl Limits {
    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether a request may be sent.
    ///
    /// # Errors
    ///
    /// [`Refusal::Limited`] while its limit is known to be used up.
    pub(crate) fn admit(&self, bucket: Bucket, now: Timestamp) -> Result<(), Refusal> {
        self.with(|state| {
            let pause = state.paused_until.map(|until| until.saturating_sub(now.as_millisecond()));
            if let Some(wait) = pause.and_then(|wait| u64::try_from(wait).ok()).filter(|wait| *wait > 0) {
                return Err(Refusal::Limited { after_ms: wait, remaining: None });
            }
            let empty = state.buckets.get(&bucket).map(|empty| until(empty.reset, now));
            match empty.filter(|wait| *wait > 0) {
                Some(after_ms) => Err(Refusal::Limited { after_ms, remaining: Some(0) }),
                None => Ok(()),
            }
        })
    }

    /// Takes in what the head of an answer says.
    pub(crate) fn learn(&self, bucket: Bucket, told: Told) {
        if let (true, Some(remaining)) = (told.is_own_bucket, told.remaining) {
            self.with(|state| match (remaining, told.reset) {
                (0, Some(reset)) => drop(state.buckets.insert(bucket, Empty { reset })),
                _ => drop(state.buckets.remove(&bucket)),
            });
        }
    }

    /// What a limited answer means. A secondary limit pauses everything.
    pub(crate) fn limited(&self, told: Told, now: Timestamp) -> Refusal {
        let primary = told.remaining == Some(0);
        let after_ms = told
            .retry_after
            .map(|seconds| seconds.saturating_mul(1000))
            .or_else(|| told.reset.filter(|_| primary).map(|reset| until(reset, now)))
            .unwrap_or(UNTOLD_WAIT_MS)
            .clamp(1, LONGEST_WAIT_MS);
        if !primary {
            let wait = i64::try_from(after_ms).unwrap_or(i64::MAX);
            let until = now.as_millisecond().saturating_add(wait);
            self.with(|state| state.paused_until = Some(state.paused_until.unwrap_or(until).max(until)));
        }
        Refusal::Limited { after_ms, remaining: told.remaining }
    }
}

/// The milliseconds from now to a Unix second, at most a day.
fn until(reset: u64, now: Timestamp) -> u64 {
    let reset = i64::try_from(reset).unwrap_or(i64::MAX).saturating_mul(1000);
    u64::try_from(reset.saturating_sub(now.as_millisecond())).unwrap_or(0).min(LONGEST_WAIT_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn told(remaining: Option<u64>, reset: Option<u64>, retry_after: Option<u64>) -> Told {
        Told { is_own_bucket: true, remaining, reset, retry_after }
    }

    #[test]
    fn c15_nothing_is_sent_while_a_bucket_is_known_to_be_empty() {
        let limits = Limits::default();
        limits.learn(Bucket::Search, told(Some(0), Some(1030), None));
        let refused = Err(Refusal::Limited { after_ms: 30_000, remaining: Some(0) });
        assert_eq!(limits.admit(Bucket::Search, at(1000)), refused);
        assert_eq!(limits.admit(Bucket::Core, at(1000)), Ok(()));
        assert_eq!(limits.admit(Bucket::Search, at(1030)), Ok(()));
    }

    #[test]
    fn what_another_limit_says_is_not_taken_for_this_one() {
        let limits = Limits::default();
        limits.learn(Bucket::Core, Told { is_own_bucket: false, ..told(Some(0), Some(2000), None) });
        assert_eq!(limits.admit(Bucket::Core, at(1000)), Ok(()));
    }

    #[test]
    fn c17_a_secondary_limit_without_a_time_pauses_for_a_minute() {
        let limits = Limits::default();
        let refusal = limits.limited(told(Some(4000), Some(5000), None), at(1000));
        assert_eq!(refusal, Refusal::Limited { after_ms: 60_000, remaining: Some(4000) });
        let refused = Err(Refusal::Limited { after_ms: 10_000, remaining: None });
        assert_eq!(limits.admit(Bucket::Search, at(1050)), refused);
        assert_eq!(limits.admit(Bucket::Search, at(1060)), Ok(()));
    }

    #[test]
    fn retry_after_comes_before_the_reset() {
        let limits = Limits::default();
        let after = |told| match limits.limited(told, at(1000)) {
            Refusal::Limited { after_ms, .. } => after_ms,
            other => panic!("{other:?}"),
        };
        assert_eq!(after(told(Some(0), Some(1100), Some(7))), 7_000);
        assert_eq!(after(told(Some(0), Some(1100), None)), 100_000);
        assert_eq!(after(told(Some(0), Some(900), None)), 1);
        assert_eq!(after(told(Some(0), Some(u64::MAX), None)), LONGEST_WAIT_MS);
    }
}
