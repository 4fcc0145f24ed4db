//! Keys in the state folder: one file for each, locked while its write is
//! under way, so that all processes of the folder keep them together.

use std::io;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

use jiff::Timestamp;

use super::record::{LIFETIME, Record};
use crate::state::{Folder, Locked, Unusable};

/// The folder of the keys, in the state folder.
const NAME: &str = "keys";

/// How long to wait for another process that holds a key: longer than one of
/// its requests to GitHub may take.
const MOST_WAIT: Duration = Duration::from_secs(90);

/// How often to look whether a key is free.
const LOOK: Duration = Duration::from_millis(20);

/// How often old records are removed, in seconds.
const SWEEP: i64 = 60 * 60;

/// The keys.
#[derive(Debug)]
pub(super) struct Shared {
    folder: Folder,
    swept: Mutex<Timestamp>,
}

/// A key's file that this process holds, and what is in it.
#[derive(Debug)]
pub(super) enum Taken {
    /// Nothing, or a record.
    Held(Locked, Option<Record>),
    /// Another call held it all the time.
    Busy,
    /// It is no record, or can not be read or made.
    Unreadable,
}

impl Shared {
    /// The keys of a state folder. What is too old is removed.
    ///
    /// # Errors
    ///
    /// Where records can not be kept in it.
    pub(super) fn open(state: &Folder, now: Timestamp) -> Result<Self, Unusable> {
        let folder = state.below(NAME)?;
        folder.probe()?;
        let shared = Self { folder, swept: Mutex::new(now) };
        shared.folder.sweep(oldest(now));
        Ok(shared)
    }

    /// Waits for the turn with a key.
    pub(super) async fn take(&self, name: &str, now: Timestamp) -> Taken {
        self.sweep(now).await;
        let look = async {
            loop {
                let (folder, name) = (self.folder.clone(), name.to_owned());
                match on_disk(move || take(&folder, &name)).await {
                    Taken::Busy => tokio::time::sleep(LOOK).await,
                    taken => return taken,
                }
            }
        };
        tokio::time::timeout(MOST_WAIT, look).await.unwrap_or(Taken::Busy)
    }

    /// The records of all keys.
    pub(super) async fn records(&self) -> Vec<Record> {
        let folder = self.folder.clone();
        let read = move || {
            let contents = folder.names().into_iter().filter_map(|name| folder.read(&name).ok());
            contents.filter_map(|content| Record::parse(&content)).collect()
        };
        on_disk(read).await
    }

    /// Removes what is too old, once an hour.
    async fn sweep(&self, now: Timestamp) {
        {
            let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
            if now.as_second().saturating_sub(swept.as_second()) < SWEEP {
                return;
            }
            *swept = now;
        }
        let folder = self.folder.clone();
        on_disk(move || folder.sweep(oldest(now))).await;
    }
}

/// Files that were written before this moment hold nothing that is kept.
fn oldest(now: Timestamp) -> i64 {
    now.as_second().saturating_sub(LIFETIME)
}

fn take(folder: &Folder, name: &str) -> Taken {
    let file = match folder.take(name) {
        Ok(Some(file)) => file,
        Ok(None) => return Taken::Busy,
        Err(_) => return Taken::Unreadable,
    };
    match file.read() {
        Ok(content) if content.is_empty() => Taken::Held(file, None),
        Ok(content) => {
            Record::parse(&content).map_or(Taken::Unreadable, |record| Taken::Held(file, Some(record)))
        }
        Err(_) => Taken::Unreadable,
    }
}

/// Writes the record of a key that is held.
///
/// # Errors
///
/// Where it can not be written; what was there stays.
pub(super) async fn save(mut file: Locked, record: &Record) -> (Locked, io::Result<()>) {
    let content = record.content();
    on_disk(move || {
        let saved = file.replace(&content);
        (file, saved)
    })
    .await
}

/// Removes the record of a key that is held.
pub(super) async fn forget(mut file: Locked) {
    on_disk(move || {
        // A record that stays is one of a write that has to be looked for.
        let _ = file.remove();
    })
    .await;
}

/// Works with the disk where that holds up nobody else.
async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
