//! Idempotency keys (decision 18): a write with a key takes place once in 24
//! hours.
//!
//! A key is held while its write is under way, so that a second call with it
//! waits for the first, in this process or in another one of the same state
//! folder. What became of the write is kept; when that is not known, the next
//! call with the key has to find out before it writes.

mod memory;
mod record;
mod shared;

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio::sync::OwnedMutexGuard;

use crate::caller::Caller;
use crate::catalog::{KeyScope, ToolName};
use crate::clock::Clock;
use crate::state::{Folder, Locked, Unusable};
use memory::{Memory, Slot};
use record::{Record, Stage};
use shared::{Shared, Taken};

/// The keys that were used.
#[derive(Debug)]
pub struct Keys {
    store: Store,
    /// As whom GitHub is asked, and where.
    principal: String,
    clock: Clock,
}

#[derive(Debug)]
enum Store {
    Memory(Memory),
    Shared(Shared),
}

/// What a call with a key may do.
#[derive(Debug)]
pub enum Turn<T> {
    /// Write.
    Write(Hold),
    /// Find out whether an earlier call wrote, since about that moment.
    Reconcile(Hold, Timestamp),
    /// Return what the first call came to.
    Replay(T),
}

/// Why a call with a key may do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTurn {
    /// The key belongs to a call with other arguments.
    OtherArguments,
    /// Another process makes the call and does not come to an end.
    Busy,
    /// What is kept about the key can not be read: the write may have taken
    /// place.
    Unreadable,
}

/// The key can not be recorded, so that nothing may be sent with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotRecorded;

/// The right to write with a key. A hold that is dropped without a word leaves
/// the outcome unknown once [`Hold::sending`] was called.
#[derive(Debug)]
pub struct Hold {
    place: Place,
    record: Record,
}

#[derive(Debug)]
enum Place {
    Memory(OwnedMutexGuard<Slot>),
    File(Locked),
}

impl Hold {
    /// Something is about to be sent. What follows may happen only once this
    /// is recorded.
    ///
    /// # Errors
    ///
    /// Where it can not be.
    pub async fn sending(self) -> Result<Self, NotRecorded> {
        let record = self.record.at(Stage::Sent);
        let (place, is_saved) = save(self.place, &record).await;
        if is_saved { Ok(Self { place, record }) } else { Err(NotRecorded) }
    }

    /// Nothing took effect: the key is as good as new.
    pub async fn nothing_happened(self) {
        match self.place {
            Place::Memory(mut slot) => *slot = None,
            Place::File(file) => shared::forget(file).await,
        }
    }

    /// The write came to this. Where it can not be recorded, the next call
    /// with the key finds it out.
    pub async fn done(self, result: Value) {
        let record = self.record.at(Stage::Done(result));
        if !save(self.place, &record).await.1 {
            tracing::warn!("the result of an idempotency key could not be recorded");
        }
    }
}

/// Keeps a record where it belongs. Returns the place, and whether it did.
async fn save(place: Place, record: &Record) -> (Place, bool) {
    match place {
        Place::Memory(mut slot) => {
            *slot = Some(record.clone());
            (Place::Memory(slot), true)
        }
        Place::File(file) => {
            let (file, saved) = shared::save(file, record).await;
            (Place::File(file), saved.is_ok())
        }
    }
}

impl Keys {
    /// Keys of this process. `principal` is a digest of the credential and of
    /// the server behind: the keys of another one are others.
    #[must_use]
    pub fn of_process(principal: String, clock: Clock) -> Self {
        Self { store: Store::Memory(Memory::default()), principal, clock }
    }

    /// Keys of all processes that have a state folder in common.
    ///
    /// # Errors
    ///
    /// Where records can not be kept in it.
    pub fn of_folder(state: &Folder, principal: String, clock: Clock) -> Result<Self, Unusable> {
        let store = Store::Shared(Shared::open(state, clock.now())?);
        Ok(Self { store, principal, clock })
    }

    /// How far the keys reach.
    #[must_use]
    pub fn scope(&self) -> KeyScope {
        match self.store {
            Store::Memory(_) => KeyScope::Process,
            Store::Shared(_) => KeyScope::StateFolder,
        }
    }

    /// Waits for its turn with a key. `scope` is the repository or issue that
    /// the key belongs to; `arguments` are all of the call's, without the key.
    /// The same word is another key for another caller.
    ///
    /// # Errors
    ///
    /// Where the call may neither write nor return what another one came to.
    pub async fn turn<T: DeserializeOwned>(
        &self,
        caller: &Caller,
        tool: ToolName,
        scope: &str,
        key: &str,
        arguments: &Map<String, Value>,
    ) -> Result<Turn<T>, NoTurn> {
        let name = json!([self.principal, caller.subject(), scope.to_lowercase(), tool.as_str(), key]);
        let name = yukh::scope::canonical::digest(&name);
        let request = yukh::scope::canonical::digest(&json!(arguments));
        let (place, record) = match &self.store {
            Store::Memory(memory) => {
                let slot = memory.take(&name, self.clock.now()).await;
                let record = slot.clone();
                (Place::Memory(slot), record)
            }
            Store::Shared(shared) => match shared.take(&name, self.clock.now()).await {
                Taken::Held(file, record) => (Place::File(file), record),
                Taken::Busy => return Err(NoTurn::Busy),
                Taken::Unreadable => return Err(NoTurn::Unreadable),
            },
        };
        let now = self.clock.now();
        let Some(record) = record.filter(|record| record.is_kept(now)) else {
            return Ok(Turn::Write(Hold { place, record: Record::new(request, now) }));
        };
        if record.request != request {
            return Err(NoTurn::OtherArguments);
        }
        match &record.stage {
            Stage::Sent => {
                let since = record.started;
                Ok(Turn::Reconcile(Hold { place, record }, since))
            }
            Stage::Done(result) => {
                let result = serde_json::from_value(result.clone());
                result.map(Turn::Replay).map_err(|_| NoTurn::Unreadable)
            }
        }
    }

    /// The pages of everything that was made with a key: what is looked for is
    /// none of them.
    pub async fn made(&self) -> BTreeSet<String> {
        let records = match &self.store {
            Store::Memory(memory) => memory.records(),
            Store::Shared(shared) => shared.records().await,
        };
        records.iter().filter_map(Record::url).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests;
