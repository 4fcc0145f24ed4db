//! The entries of one kind of group, and their single flight.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use super::Clock;
use super::entry::{Entry, Loaded, Origin, Page, Served};
use super::key::Key;
use crate::diagnostic::{Code, Failure};
use crate::observed::Coverage;

/// The most entries of one kind of group; the oldest make room.
const MAX_ENTRIES: usize = 32;

/// The entries of one kind of group by what they are about.
pub(in crate::github) struct Store<T> {
    slots: Mutex<BTreeMap<Key, Slot<T>>>,
}

/// One place: what is kept there, and who is reading it now.
struct Slot<T> {
    entry: Option<Arc<Entry<T>>>,
    flight: Weak<Flight<T>>,
}

/// One reading that all readers of a place share. Whoever holds the lock leads
/// and reads; the others wait for the lock and find what has landed. A leader
/// that is cancelled releases the lock without having landed anything, so the
/// next in the queue leads and sends requests of its own.
type Flight<T> = tokio::sync::Mutex<Option<Result<Served<T>, Failure>>>;

impl<T> Default for Store<T> {
    fn default() -> Self {
        Self { slots: Mutex::default() }
    }
}

impl<T> Store<T> {
    /// The group at a place: the fresh entry, or what `load` brings. It gets
    /// the pages that could be unchanged; none where all has to be read.
    ///
    /// # Errors
    ///
    /// The failure of the reading, to each of its readers.
    pub(super) async fn read(
        &self,
        key: &Key,
        clock: &dyn Clock,
        load: impl AsyncFnOnce(Vec<Page>) -> Result<Loaded<T>, Failure>,
    ) -> Result<Served<T>, Failure> {
        let flight = match self.board(key, clock.now()) {
            Boarding::Kept(served) => return Ok(served),
            Boarding::Flight(flight) => flight,
        };
        let mut landed = flight.lock().await;
        if let Some(result) = &*landed {
            return result.as_ref().map(Served::shared).map_err(Failure::clone);
        }
        let began = clock.now();
        let entry = self.entry(key, &flight).filter(|entry| entry.is_kept(began));
        let pages = entry.as_ref().map(|entry| entry.pages_to_confirm()).unwrap_or_default();
        let result = load(pages).await.and_then(|loaded| judge(loaded, entry.as_deref(), began));
        let (result, change) = match result {
            Ok((served, entry)) => (Ok(served), Change::To(entry.map(Arc::new))),
            Err(failure) if says_nothing(failure.code()) => (Err(failure), Change::Nothing),
            Err(failure) => (Err(failure), Change::To(None)),
        };
        self.land(key, &flight, change, clock.now());
        *landed = Some(result.as_ref().map(Served::shared).map_err(Failure::clone));
        result
    }

    /// Drops every entry that is named, and lets no reading that has begun be
    /// kept or joined.
    pub(super) fn forget(&self, is_named: impl Fn(&Key) -> bool) {
        self.slots().retain(|key, _| !is_named(key));
    }

    /// The fresh entry, else the flight to this place.
    fn board(&self, key: &Key, now: Duration) -> Boarding<T> {
        let mut slots = self.slots();
        let slot = slots.entry(key.clone()).or_insert(Slot { entry: None, flight: Weak::new() });
        if let Some(entry) = slot.entry.as_ref().filter(|entry| entry.is_fresh(now)) {
            return Boarding::Kept(entry.served(Origin::Kept));
        }
        let flight = slot.flight.upgrade().unwrap_or_default();
        slot.flight = Arc::downgrade(&flight);
        Boarding::Flight(flight)
    }

    /// The entry of the place, as long as the flight goes there.
    fn entry(&self, key: &Key, flight: &Arc<Flight<T>>) -> Option<Arc<Entry<T>>> {
        self.slots().get(key).filter(|slot| slot.is_reached_by(flight))?.entry.clone()
    }

    /// Ends a flight: whoever comes now finds the entry or begins another one.
    /// A place that was forgotten meanwhile stays forgotten. What is too old,
    /// another state of the same group and what is too much goes.
    fn land(&self, key: &Key, flight: &Arc<Flight<T>>, change: Change<T>, now: Duration) {
        let mut slots = self.slots();
        if let Some(slot) = slots.get_mut(key).filter(|slot| slot.is_reached_by(flight)) {
            slot.flight = Weak::new();
            if let Change::To(entry) = change {
                slot.entry = entry;
            }
        }
        let is_kept = |slot: &Slot<T>| slot.entry.as_ref().is_some_and(|entry| entry.is_kept(now));
        slots.retain(|other, slot| slot.is_awaited() || is_kept(slot) && !other.is_other_state_of(key));
        while slots.len() > MAX_ENTRIES {
            let idle = slots.iter().filter(|(_, slot)| !slot.is_awaited());
            let oldest = idle.min_by_key(|(_, slot)| slot.entry.as_ref().map(|entry| entry.acquired()));
            let Some(key) = oldest.map(|(key, _)| key.clone()) else { break };
            slots.remove(&key);
        }
    }

    fn slots(&self) -> MutexGuard<'_, BTreeMap<Key, Slot<T>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a reader finds at a place.
enum Boarding<T> {
    /// A fresh entry.
    Kept(Served<T>),
    /// A flight to lead or to wait for.
    Flight(Arc<Flight<T>>),
}

/// What a reading means for the entry.
enum Change<T> {
    /// It stays as it was.
    Nothing,
    /// It is replaced, or dropped.
    To(Option<Arc<Entry<T>>>),
}

impl<T> Slot<T> {
    fn is_reached_by(&self, flight: &Arc<Flight<T>>) -> bool {
        std::ptr::eq(self.flight.as_ptr(), Arc::as_ptr(flight))
    }

    fn is_awaited(&self) -> bool {
        self.flight.strong_count() > 0
    }
}

/// What the leader gets, and the entry to keep.
fn judge<T>(
    loaded: Loaded<T>,
    entry: Option<&Entry<T>>,
    began: Duration,
) -> Result<(Served<T>, Option<Entry<T>>), Failure> {
    match loaded {
        Loaded::Unchanged => {
            let entry = entry.ok_or_else(|| Failure::of(Code::Cache001))?.confirmed(began);
            Ok((entry.served(Origin::Own), Some(entry)))
        }
        Loaded::Read { data, pages, coverage } => {
            let data = Arc::new(data);
            let served = Served::new(Arc::clone(&data), &pages, Origin::Own);
            let entry = (coverage == Coverage::Complete).then(|| Entry::new(data, pages, began));
            Ok((served, entry))
        }
    }
}

/// Whether a failure leaves open what GitHub would have answered: the entry
/// can be asked about again. Any other failure ends it.
fn says_nothing(code: Code) -> bool {
    matches!(code, Code::Rate001 | Code::GithubRead004)
}
