//! A secret that all processes of the folder have in common.

use std::io;

use rustix::fs::Mode;
use secrecy::zeroize::Zeroizing;

use super::Folder;

/// How long another process may take to write the secret, in milliseconds.
const MOST_WAIT_MS: u64 = 2_000;

/// How often to look, in milliseconds.
const LOOK_MS: u64 = 10;

/// The permissions of all but the owner.
const OTHERS: Mode = Mode::RWXG.union(Mode::RWXO);

impl Folder {
    /// The secret of that name and length, made where there is none. Blocks
    /// for at most two seconds.
    ///
    /// # Errors
    ///
    /// Where it can not be read, made or locked, has another length, or others
    /// may read it.
    pub fn secret(&self, name: &str, length: usize) -> io::Result<Zeroizing<Vec<u8>>> {
        for _ in 0..MOST_WAIT_MS / LOOK_MS {
            let Some(mut file) = self.take(name)? else {
                std::thread::sleep(std::time::Duration::from_millis(LOOK_MS));
                continue;
            };
            let mut secret = Zeroizing::new(file.read()?);
            if secret.is_empty() {
                secret.resize(length, 0);
                getrandom::fill(&mut secret).map_err(|_| io::ErrorKind::Other)?;
                file.replace(&secret)?;
            }
            let is_private = !file.mode()?.intersects(OTHERS);
            return if is_private && secret.len() == length {
                Ok(secret)
            } else {
                Err(io::ErrorKind::InvalidData.into())
            };
        }
        Err(io::ErrorKind::TimedOut.into())
    }
}
