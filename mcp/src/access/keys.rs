//! The keys of an issuer as this server has them: read when they are needed,
//! kept for a while, read again when a token names one that is not among them.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use jsonwebtoken::Algorithm;

use super::key_set::{Key, KeySet, Pick};
use crate::clock::Clock;

/// How old keys may be before they are read again, in seconds.
const FRESH: i64 = 10 * 60;

/// How old they may be where they can not be read again, in seconds. A key
/// that its issuer took back is good for as long at most.
const KEPT: i64 = 60 * 60;

/// The shortest time between two readings, in seconds: whoever sends tokens of
/// made-up keys does not reach the issuer more often.
const INTERVAL: i64 = 5;

/// Reads the document, or says that it can not be had.
pub(super) type Load = Arc<dyn Fn() -> Loading + Send + Sync>;

/// A reading that is under way.
pub(super) type Loading = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>;

/// The keys.
pub(super) struct Keys {
    load: Load,
    clock: Clock,
    held: Mutex<Held>,
    /// Who holds it reads.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Held {
    keys: Option<(Arc<KeySet>, Timestamp)>,
    tried: Option<Timestamp>,
}

/// No key can be had.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoKeys;

impl Keys {
    pub(super) fn new(load: Load, clock: Clock) -> Self {
        Self { load, clock, held: Mutex::default(), turn: tokio::sync::Mutex::default() }
    }

    /// The key for a token of this header, where there is exactly one.
    ///
    /// # Errors
    ///
    /// Where the issuer's keys can not be had, so that nothing can be told.
    pub(super) async fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Result<Option<Key>, NoKeys> {
        let known = match self.known() {
            Some((keys, true)) => Some(keys),
            // Nobody waits for newer ones while these will do and somebody reads.
            Some((keys, false)) => match self.turn.try_lock() {
                Ok(turn) => self.renew(turn).await.or(Some(keys)),
                Err(_) => Some(keys),
            },
            None => None,
        };
        let keys = match known {
            Some(keys) => keys,
            None => self.renew(self.turn.lock().await).await.ok_or(NoKeys)?,
        };
        match keys.pick(id, algorithm) {
            Pick::One(key) => return Ok(Some(key.clone())),
            Pick::Several => return Ok(None),
            Pick::None => {}
        }
        let keys = self.renew(self.turn.lock().await).await.unwrap_or(keys);
        match keys.pick(id, algorithm) {
            Pick::One(key) => Ok(Some(key.clone())),
            Pick::None | Pick::Several => Ok(None),
        }
    }

    /// The keys that are held and may still be used, and whether they are
    /// fresh.
    fn known(&self) -> Option<(Arc<KeySet>, bool)> {
        let now = self.clock.now();
        let held = self.held();
        let (keys, read_at) = held.keys.as_ref()?;
        let age = age(*read_at, now);
        (0..KEPT).contains(&age).then(|| (Arc::clone(keys), age < FRESH))
    }

    /// Reads the keys, unless that was tried just now; returns those that may
    /// be used then.
    async fn renew(&self, turn: tokio::sync::MutexGuard<'_, ()>) -> Option<Arc<KeySet>> {
        let now = self.clock.now();
        let is_due = {
            let mut held = self.held();
            let is_due = held.tried.is_none_or(|tried| !(0..INTERVAL).contains(&age(tried, now)));
            if is_due {
                held.tried = Some(now);
            }
            is_due
        };
        if is_due {
            match (self.load)().await.as_deref().and_then(KeySet::parse) {
                Some(keys) => self.held().keys = Some((Arc::new(keys), now)),
                None => tracing::warn!("the keys of the authorization server can not be read"),
            }
        }
        drop(turn);
        self.known().map(|(keys, _)| keys)
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn age(since: Timestamp, now: Timestamp) -> i64 {
    now.as_second().saturating_sub(since.as_second())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

    use super::*;

    /// Ed25519 keys of these names; no such keys exist.
    fn document(names: &[&str]) -> Vec<u8> {
        let key = |name: &&str| serde_json::json!({ "kty": "OKP", "crv": "Ed25519", "kid": name, "x": "A".repeat(43) });
        serde_json::json!({ "keys": names.iter().map(key).collect::<Vec<_>>() }).to_string().into_bytes()
    }

    struct Bench {
        keys: Keys,
        second: Arc<AtomicI64>,
        readings: Arc<AtomicUsize>,
        answer: Arc<Mutex<Option<Vec<u8>>>>,
    }

    impl Bench {
        fn new(answer: Option<Vec<u8>>) -> Self {
            let second = Arc::new(AtomicI64::new(1_000_000));
            let (readings, answer) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(answer)));
            let (count, document, now) = (readings.clone(), answer.clone(), second.clone());
            let load: Load = Arc::new(move || {
                count.fetch_add(1, Ordering::Relaxed);
                let answer = document.lock().unwrap().clone();
                Box::pin(std::future::ready(answer))
            });
            let clock = Clock::of(move || Timestamp::from_second(now.load(Ordering::Relaxed)).unwrap());
            Self { keys: Keys::new(load, clock), second, readings, answer }
        }

        fn later(&self, seconds: i64) {
            self.second.fetch_add(seconds, Ordering::Relaxed);
        }

        fn serve(&self, answer: Option<Vec<u8>>) {
            *self.answer.lock().unwrap() = answer;
        }

        /// Whether a key is found, and how often the document was read so far.
        async fn find(&self, id: Option<&str>) -> (Result<bool, NoKeys>, usize) {
            let found = self.keys.find(id, Algorithm::EdDSA).await.map(|key| key.is_some());
            (found, self.readings.load(Ordering::Relaxed))
        }
    }

    #[tokio::test]
    async fn keys_are_read_once_and_again_when_they_are_old() {
        let bench = Bench::new(Some(document(&["a"])));
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 1));
        bench.later(FRESH - 1);
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 1));
        bench.later(1);
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 2));
        bench.later(-FRESH);
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 3), "a clock that was put back");
    }

    #[tokio::test]
    async fn an_unknown_key_makes_them_be_read_again_but_not_at_once() {
        let bench = Bench::new(Some(document(&["a"])));
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 1));
        bench.serve(Some(document(&["b"])));
        assert_eq!(bench.find(Some("b")).await, (Ok(false), 1));
        bench.later(INTERVAL);
        assert_eq!(bench.find(Some("b")).await, (Ok(true), 2));
        assert_eq!(bench.find(Some("a")).await, (Ok(false), 2), "taken back");
        for _ in 0..9 {
            assert_eq!(bench.find(Some("made up")).await, (Ok(false), 2));
        }
    }

    #[tokio::test]
    async fn the_last_good_ones_are_kept_but_not_for_ever() {
        let bench = Bench::new(Some(document(&["a"])));
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 1));
        bench.serve(None);
        bench.later(FRESH);
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 2));
        bench.serve(Some(b"{\"keys\":[]}".to_vec()));
        bench.later(KEPT - FRESH - 1);
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 3));
        bench.later(INTERVAL);
        assert_eq!(bench.find(Some("a")).await, (Err(NoKeys), 4));
        assert_eq!(bench.find(Some("a")).await, (Err(NoKeys), 4));
        bench.serve(Some(document(&["a"])));
        bench.later(INTERVAL);
        assert_eq!(bench.find(Some("a")).await, (Ok(true), 5));
    }

    #[tokio::test]
    async fn a_token_without_a_key_id_needs_the_one_key_that_there_is() {
        let bench = Bench::new(Some(document(&["a"])));
        assert_eq!(bench.find(None).await, (Ok(true), 1));
        bench.serve(Some(document(&["a", "b"])));
        bench.later(FRESH);
        assert_eq!(bench.find(None).await, (Ok(false), 2));
        assert_eq!(bench.find(Some("b")).await, (Ok(true), 2));
    }
}
