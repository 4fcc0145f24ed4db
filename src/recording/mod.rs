//! A transport that answers from files: the embedded demo, offline comparison,
//! tests. The whole client runs above it: requests, headers, bounds, pages and
//! wire types are those of a live run, only the socket is missing.
//!
//! # Format
//!
//! A recording is one flat directory: `exchanges.json` and the body files that
//! it names.
//!
//! ```json
//! {
//!   "format": 1,
//!   "exchanges": [
//!     {
//!       "request": { "path": "/repos/acme/site" },
//!       "response": { "body": "repository.json" }
//!     },
//!     {
//!       "request": {
//!         "path": "/orgs/acme/projectsV2/1/items",
//!         "query": { "per_page": "100", "fields": "101,102" }
//!       },
//!       "response": {
//!         "status": 200,
//!         "headers": { "link": "<https://api.github.com/organizations/1/projectsV2/1/items?after=c1>; rel=\"next\"" },
//!         "body": "items-1.json"
//!       }
//!     },
//!     {
//!       "request": {
//!         "graphql": "YukhRelationships",
//!         "variables": { "ids": ["I_1", "I_2"] }
//!       },
//!       "response": { "body": "relationships.json" }
//!     }
//!   ]
//! }
//! ```
//!
//! - A request with `path` is a `GET`; `query` holds its decoded parameters,
//!   default none. One with `graphql` is the fixed document of that operation
//!   name with exactly these `variables`; a variable that is null counts as
//!   left out. The order of members never matters, that of `ids` does. The
//!   same request twice is an error.
//! - `status` is 100 to 599, default 200. `headers` are added to the default
//!   `content-type: application/json; charset=utf-8` and can replace it. Links
//!   are those of `https://api.github.com`. `body` names a file, and `json` is
//!   the body itself; both are an error, without either the body is empty.
//! - A file name is `[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}`: no directory, no hidden
//!   file. Files are regular files, no links.
//! - At most 1,000 exchanges, 4 MiB of `exchanges.json`, 16 MiB for a body,
//!   64 MiB for all bodies.
//!
//! A request that the recording does not hold ends the run with
//! `YKP-SNAPSHOT-001`: what was recorded is not complete for this scope.

mod files;
mod form;
mod index;
mod service;
mod world;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::github::Client;
use crate::scope::{Budgets, SubjectClass};
use files::Files;
use index::{Answer, Key};

pub use world::{World, Worlds};

/// The recorded exchanges of one run.
#[derive(Clone)]
pub struct Recording {
    answers: Arc<BTreeMap<Key, Answer>>,
}

/// Why a recording can not be used. No text of a file is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// A file is missing, not a regular file, or can not be read.
    #[error("a file of the recording can not be read")]
    Unreadable,
    /// A file, the number of exchanges or the whole exceeds its bound.
    #[error("the recording is too large")]
    TooLarge,
    /// `exchanges.json`, `comparison.json` or the folder of a world does not
    /// have the documented form.
    #[error("the recording is not of the documented form")]
    Malformed,
    /// Its `format` is not the number 1.
    #[error("the recording is of another version")]
    Foreign,
    /// Two exchanges have the same request.
    #[error("the recording answers one request twice")]
    Repeated,
}

impl Recording {
    /// Reads a recording from a directory.
    ///
    /// # Errors
    ///
    /// See [`RecordingError`].
    pub fn read(directory: &Path) -> Result<Self, RecordingError> {
        Self::from_files(&Files::open(directory)?)
    }

    /// A recording that is part of the program.
    ///
    /// # Errors
    ///
    /// See [`RecordingError`].
    pub fn embedded(directory: &'static include_dir::Dir<'static>) -> Result<Self, RecordingError> {
        Self::from_files(&Files::Embedded(directory))
    }

    fn from_files(files: &Files) -> Result<Self, RecordingError> {
        let answers = index::read(files)?;
        Ok(Self { answers: Arc::new(answers) })
    }

    /// A client that this recording answers, as if tokens of `subject` had
    /// asked. To be called inside a tokio runtime with its timer.
    #[must_use]
    pub fn client(&self, subject: SubjectClass, budgets: Budgets) -> Client {
        Client::over(service::Replay::new(Arc::clone(&self.answers)), subject, budgets)
    }
}

impl std::fmt::Debug for Recording {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Recording").field("answers", &self.answers.len()).finish()
    }
}
