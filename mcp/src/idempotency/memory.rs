//! Keys of this process alone.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use tokio::sync::OwnedMutexGuard;

use super::record::Record;

/// The most keys that are kept. GitHub takes fewer writes than that from one
/// token within a day, so that no key goes before its time.
const MOST_KEYS: usize = 16_384;

/// The record of a key; none where nothing was sent.
pub(super) type Slot = Option<Record>;

/// The keys.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<BTreeMap<String, Arc<tokio::sync::Mutex<Slot>>>>);

impl Memory {
    /// Waits for the turn with a key.
    pub(super) async fn take(&self, name: &str, now: Timestamp) -> OwnedMutexGuard<Slot> {
        let slot = self.with(|kept| {
            kept.retain(|_, slot| is_used(slot, now));
            if kept.len() >= MOST_KEYS && !kept.contains_key(name) {
                let started = |slot: &tokio::sync::Mutex<Slot>| Some(slot.try_lock().ok()?.as_ref()?.started);
                let ended = kept.iter().filter_map(|(name, slot)| Some((started(slot)?, name)));
                if let Some(oldest) = ended.min().map(|(_, name)| name.clone()) {
                    kept.remove(&oldest);
                }
            }
            Arc::clone(kept.entry(name.to_owned()).or_default())
        });
        slot.lock_owned().await
    }

    /// The records, except those of writes under way.
    pub(super) fn records(&self) -> Vec<Record> {
        self.with(|kept| kept.values().filter_map(|slot| slot.try_lock().ok()?.clone()).collect())
    }

    fn with<T>(&self, change: impl FnOnce(&mut BTreeMap<String, Arc<tokio::sync::Mutex<Slot>>>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Whether somebody waits for a key, or its record is still kept.
fn is_used(slot: &Arc<tokio::sync::Mutex<Slot>>, now: Timestamp) -> bool {
    let is_kept = |slot: &Slot| slot.as_ref().is_some_and(|record| record.is_kept(now));
    Arc::strong_count(slot) > 1 || slot.try_lock().map_or(true, |slot| is_kept(&slot))
}
