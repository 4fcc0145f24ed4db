//! What outlives the process, where there is a state folder: idempotency keys
//! and the key of cursors (decisions 17 and 18).

use std::path::Path;

use secrecy::zeroize::Zeroizing;

use super::{StartError, logging};
use crate::clock::Clock;
use crate::cursor::KEY_BYTES;
use crate::idempotency::Keys;
use crate::state::{Folder, Unusable};

/// The file with the key of cursors.
const CURSOR_KEY: &str = "cursor.key";

/// A folder that can be used, or none. A server without one starts all the
/// same and says so, as it does without a token.
pub(super) fn folder(path: Option<&Path>) -> Option<Folder> {
    let opened = path.map(|path| {
        let folder = Folder::open(path)?;
        folder.probe()?;
        Ok::<_, Unusable>(folder)
    });
    match opened {
        Some(Ok(folder)) => return Some(folder),
        Some(Err(error)) => logging::without_state(&error.to_string()),
        None => logging::without_state("none is named"),
    }
    None
}

/// The keys of a folder, else of this process.
pub(super) fn keys(folder: Option<&Folder>, principal: String, clock: Clock) -> Keys {
    match folder.map(|folder| Keys::of_folder(folder, principal.clone(), clock.clone())) {
        Some(Ok(keys)) => return keys,
        Some(Err(error)) => logging::without_state(&error.to_string()),
        None => {}
    }
    Keys::of_process(principal, clock)
}

/// The key of cursors of a folder, else of this process.
///
/// # Errors
///
/// Where the machine has no randomness.
pub(super) fn cursor_key(folder: Option<&Folder>) -> Result<Zeroizing<Vec<u8>>, StartError> {
    match folder.map(|folder| folder.secret(CURSOR_KEY, KEY_BYTES)) {
        Some(Ok(key)) => return Ok(key),
        Some(Err(_)) => logging::without_cursor_key(),
        None => {}
    }
    let mut key = Zeroizing::new(vec![0; KEY_BYTES]);
    getrandom::fill(&mut key).map_err(|_| StartError::Program("no randomness"))?;
    Ok(key)
}
