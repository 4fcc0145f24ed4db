//! What is kept about a key. Neither an argument nor a credential is in it:
//! a digest of the arguments, and of the result what names it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How long a key is kept, in seconds.
pub(super) const LIFETIME: i64 = 24 * 60 * 60;

/// The form that this program writes and reads.
const VERSION: u32 = 1;

/// A key that was used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    version: u32,
    /// Of the arguments, so that another call is told from the same one.
    pub(super) request: String,
    /// When it was used first.
    pub(super) started: Timestamp,
    pub(super) stage: Stage,
}

/// How far the write of a key is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Something was sent, and what became of it is not known.
    Sent,
    /// It came to this.
    Done(Value),
}

impl Record {
    /// A key that is used now.
    pub(super) fn new(request: String, started: Timestamp) -> Self {
        Self { version: VERSION, request, started, stage: Stage::Sent }
    }

    /// The same key at another stage.
    pub(super) fn at(self, stage: Stage) -> Self {
        Self { stage, ..self }
    }

    /// The record of a file; `None` where it is none of this program's.
    pub(super) fn parse(content: &[u8]) -> Option<Self> {
        let record: Self = serde_json::from_slice(content).ok()?;
        (record.version == VERSION).then_some(record)
    }

    /// As it is written into a file.
    pub(super) fn content(&self) -> Vec<u8> {
        // Texts, numbers and values always serialise.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Whether the key is still kept.
    pub(super) fn is_kept(&self, now: Timestamp) -> bool {
        now.as_second().saturating_sub(self.started.as_second()) < LIFETIME
    }

    /// The page of what it made, where that is known.
    pub(super) fn url(&self) -> Option<&str> {
        match &self.stage {
            Stage::Sent => None,
            Stage::Done(result) => result.get("url")?.as_str(),
        }
    }
}
