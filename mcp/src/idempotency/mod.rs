//! Idempotency keys of this process (decision 18): a write with a key takes
//! place once in 24 hours.
//!
//! A key is held while its write is under way, so that a second call with it
//! waits for the first. What became of the write is kept; when that is not
//! known, the next call with the key has to find out before it writes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use serde_json::{Map, Value, json};
use tokio::sync::OwnedMutexGuard;

use crate::catalog::ToolName;
use crate::clock::Clock;
use crate::failure::Failure;

/// How long a key is kept, in seconds.
const LIFETIME: i64 = 24 * 60 * 60;

/// The most keys that are kept; beyond them the oldest go.
const MOST_KEYS: usize = 10_000;

/// What a write came to.
pub type Outcome = Result<Value, Failure>;

/// The keys that were used.
#[derive(Debug)]
pub struct Keys {
    entries: Mutex<BTreeMap<String, Arc<Entry>>>,
    clock: Clock,
}

#[derive(Debug)]
struct Entry {
    /// Of the arguments, so that another call is told from the same one.
    digest: String,
    started: Timestamp,
    stage: Arc<tokio::sync::Mutex<Stage>>,
}

/// How far the write of a key is.
#[derive(Debug)]
enum Stage {
    /// Nothing was sent.
    New,
    /// Something was sent, and what became of it is not known.
    Unknown,
    /// It came to this.
    Done(Outcome),
}

/// What a call with a key may do.
#[derive(Debug)]
pub enum Turn {
    /// Write.
    Write(Hold),
    /// Find out whether an earlier call wrote, since about that moment.
    Reconcile(Hold, Timestamp),
    /// Return what the first call came to.
    Replay(Outcome),
    /// The key belongs to a call with other arguments.
    OtherArguments,
}

/// The right to write with a key. A hold that is dropped without a word leaves
/// the outcome unknown once [`Hold::sending`] was called.
#[derive(Debug)]
pub struct Hold(OwnedMutexGuard<Stage>);

impl Hold {
    /// Something is about to be sent.
    pub fn sending(&mut self) {
        *self.0 = Stage::Unknown;
    }

    /// Nothing took effect: the key is as good as new.
    pub fn nothing_happened(&mut self) {
        *self.0 = Stage::New;
    }

    /// The write came to this.
    pub fn done(&mut self, outcome: Outcome) {
        *self.0 = Stage::Done(outcome);
    }
}

impl Keys {
    /// No keys yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { entries: Mutex::new(BTreeMap::new()), clock }
    }

    /// Waits for its turn with a key. `scope` is the repository or issue that
    /// the key belongs to; `arguments` are all of the call's, without the key.
    pub async fn turn(&self, tool: ToolName, scope: &str, key: &str, arguments: &Map<String, Value>) -> Turn {
        let name = json!([tool.as_str(), scope.to_lowercase(), key]);
        let name = yukh::scope::canonical::digest(&name);
        let digest = yukh::scope::canonical::digest(&json!(arguments));
        let entry = self.entry(name, digest.clone());
        if entry.digest != digest {
            return Turn::OtherArguments;
        }
        let stage = Arc::clone(&entry.stage).lock_owned().await;
        match &*stage {
            Stage::Done(outcome) => Turn::Replay(outcome.clone()),
            Stage::New => Turn::Write(Hold(stage)),
            Stage::Unknown => Turn::Reconcile(Hold(stage), entry.started),
        }
    }

    /// The entry of a key, new or as it was.
    fn entry(&self, name: String, digest: String) -> Arc<Entry> {
        let now = self.clock.now();
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let age = |entry: &Arc<Entry>| now.as_second().saturating_sub(entry.started.as_second());
        entries.retain(|_, entry| age(entry) < LIFETIME);
        if let Some(entry) = entries.get(&name) {
            return Arc::clone(entry);
        }
        if entries.len() >= MOST_KEYS {
            let oldest = entries.iter().min_by_key(|(_, entry)| entry.started).map(|(name, _)| name.clone());
            if let Some(oldest) = oldest {
                entries.remove(&oldest);
            }
        }
        let stage = Arc::new(tokio::sync::Mutex::new(Stage::New));
        let entry = Arc::new(Entry { digest, started: now, stage });
        entries.insert(name, Arc::clone(&entry));
        entry
    }
}

#[cfg(test)]
mod tests;
