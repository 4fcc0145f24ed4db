//! One file that this process has locked. Other processes see its old content
//! or its new one, never a part.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use super::{Folder, is_own};

/// The permissions of files.
const FILE_MODE: Mode = Mode::RUSR.union(Mode::WUSR);

/// The most bytes of a file.
const MOST_BYTES: u64 = 64 << 10;

/// How often a file may be replaced by others while it is being locked.
const MOST_RACES: usize = 64;

/// A file, locked against other processes and against the rest of this one
/// until it is dropped. One that is still empty then is removed.
#[derive(Debug)]
pub struct Locked {
    folder: Arc<OwnedFd>,
    name: String,
    file: File,
    is_empty: bool,
}

impl Folder {
    /// Locks a file, which is empty where it was not there. Returns `None`
    /// where somebody else holds it. To be called where blocking is allowed.
    ///
    /// # Errors
    ///
    /// Where it can not be opened or locked, or is not a file that this user
    /// alone may write.
    pub fn take(&self, name: &str) -> io::Result<Option<Locked>> {
        self.take_opened(name, OFlags::CREATE)
    }

    /// As [`take`](Self::take), for a file that is there.
    pub(super) fn take_existing(&self, name: &str) -> io::Result<Option<Locked>> {
        self.take_opened(name, OFlags::empty())
    }

    fn take_opened(&self, name: &str, more: OFlags) -> io::Result<Option<Locked>> {
        let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | more;
        for _ in 0..MOST_RACES {
            let file = File::from(rustix::fs::openat(&self.0, name, flags, FILE_MODE)?);
            let metadata = rustix::fs::fstat(&file)?;
            check(&metadata)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Whoever held it may have put another one in its place.
            match rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(now) if (now.st_dev, now.st_ino) == (metadata.st_dev, metadata.st_ino) => {
                    // It may have been written before it was locked.
                    let is_empty = now.st_size == 0;
                    return Ok(Some(Locked {
                        folder: Arc::clone(&self.0),
                        name: name.to_owned(),
                        file,
                        is_empty,
                    }));
                }
                Ok(_) | Err(Errno::NOENT) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// The content of a file, as it is at this moment.
    ///
    /// # Errors
    ///
    /// As [`take`](Self::take); where it is longer than 64 KiB.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(rustix::fs::openat(&self.0, name, flags, Mode::empty())?);
        check(&rustix::fs::fstat(&file)?)?;
        content(&file)
    }
}

impl Locked {
    /// The content; to be read once.
    ///
    /// # Errors
    ///
    /// Where it can not be read or is longer than 64 KiB.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        content(&self.file)
    }

    /// The permissions.
    pub(super) fn mode(&self) -> io::Result<Mode> {
        Ok(Mode::from_raw_mode(rustix::fs::fstat(&self.file)?.st_mode))
    }

    /// Puts another content in the place of the one there is. When this
    /// returns, it outlives the machine.
    ///
    /// # Errors
    ///
    /// Where it can not be written; the old content stays.
    pub fn replace(&mut self, content: &[u8]) -> io::Result<()> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(|_| io::ErrorKind::Other)?;
        let beside = format!("{}.{:016x}", self.name, u64::from_be_bytes(random));
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(rustix::fs::openat(&self.folder, &beside, flags, FILE_MODE)?);
        let written = (|| {
            // Locked before it has the name that others look for.
            file.try_lock()?;
            file.write_all(content)?;
            file.sync_all()?;
            rustix::fs::renameat(&self.folder, &beside, &self.folder, &self.name)?;
            Ok(())
        })();
        if written.is_err() {
            let _ = rustix::fs::unlinkat(&self.folder, &beside, AtFlags::empty());
            return written;
        }
        self.file = file;
        self.is_empty = content.is_empty();
        rustix::fs::fsync(&self.folder)?;
        Ok(())
    }

    /// Removes the file; who waits for it makes a new one.
    ///
    /// # Errors
    ///
    /// Where it can not be removed.
    pub fn remove(&mut self) -> io::Result<()> {
        rustix::fs::unlinkat(&self.folder, &self.name, AtFlags::empty())?;
        self.is_empty = false;
        Ok(())
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        if self.is_empty {
            // What stays is swept.
            let _ = self.remove();
        }
    }
}

/// Whether something is a file that this user alone may write.
fn check(metadata: &Stat) -> io::Result<()> {
    let is_file = FileType::from_raw_mode(metadata.st_mode) == FileType::RegularFile;
    if is_file && is_own(metadata) { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

fn content(file: &File) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    file.take(MOST_BYTES.saturating_add(1)).read_to_end(&mut content)?;
    let is_short = u64::try_from(content.len()).is_ok_and(|length| length <= MOST_BYTES);
    if is_short { Ok(content) } else { Err(io::ErrorKind::FileTooLarge.into()) }
}
