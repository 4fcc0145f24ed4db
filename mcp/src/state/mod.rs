//! The state folder (decisions 17 and 18): what outlives the process, shared by
//! every process of the same user.
//!
//! A folder is used only where this user owns it and nobody else may write in
//! it. Below it everything is reached from the open directory, so that nothing
//! that is put in the place of its path later matters. Files are private,
//! bounded, and no way leads through a symbolic link.

mod file;
mod secret;

use std::fs::DirBuilder;
use std::os::fd::OwnedFd;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

pub use file::Locked;

/// The permissions of a folder that is made.
const FOLDER_MODE: u32 = 0o700;

/// The permissions to write of all but the owner.
const OTHERS_WRITE: Mode = Mode::WGRP.union(Mode::WOTH);

/// An open folder. Cheap to clone; all clones are one.
#[derive(Clone, Debug)]
pub struct Folder(Arc<OwnedFd>);

/// Why a folder is not used. The texts are ours and name no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It is not there and can not be made, or can not be opened.
    #[error("it can not be made or opened")]
    Closed,
    /// It is a symbolic link, or no folder.
    #[error("it is a symbolic link or no folder")]
    NoFolder,
    /// Another user owns it, or may write in it.
    #[error("another user owns it or may write in it")]
    Shared,
    /// Files in it can not be written, locked or renamed.
    #[error("files in it can not be written and locked")]
    Unwritable,
}

impl Folder {
    /// Opens a folder, and makes it and what leads to it where it is not there.
    ///
    /// # Errors
    ///
    /// Where it can not be used safely.
    pub fn open(path: &Path) -> Result<Self, Unusable> {
        // A link at its end is no folder to this builder, and is told below.
        let _ = DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path);
        Self::opened(rustix::fs::openat(CWD, path, folder_flags(), Mode::empty()))
    }

    /// A folder in this one, made where it is not there.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn below(&self, name: &str) -> Result<Self, Unusable> {
        match rustix::fs::mkdirat(&self.0, name, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(_) => return Err(Unusable::Unwritable),
        }
        Self::opened(rustix::fs::openat(&self.0, name, folder_flags(), Mode::empty()))
    }

    fn opened(opened: rustix::io::Result<OwnedFd>) -> Result<Self, Unusable> {
        let folder = opened.map_err(|error| match error {
            Errno::LOOP | Errno::NOTDIR => Unusable::NoFolder,
            _ => Unusable::Closed,
        })?;
        let metadata = rustix::fs::fstat(&folder).map_err(|_| Unusable::Closed)?;
        if !is_own(&metadata) {
            return Err(Unusable::Shared);
        }
        Ok(Self(Arc::new(folder)))
    }

    /// Whether files can be written, locked and renamed here.
    ///
    /// # Errors
    ///
    /// [`Unusable::Unwritable`].
    pub fn probe(&self) -> Result<(), Unusable> {
        let unwritable = |_| Unusable::Unwritable;
        let mut file = self.take("probe").map_err(unwritable)?;
        if let Some(file) = &mut file {
            file.replace(b"probe").map_err(unwritable)?;
            file.remove().map_err(unwritable)?;
        }
        // Where another process holds it, that one is doing the same.
        Ok(())
    }

    /// The names in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let Ok(entries) = rustix::fs::Dir::read_from(&self.0) else { return Vec::new() };
        let names = entries
            .filter_map(Result::ok)
            .filter_map(|entry| entry.file_name().to_str().ok().map(str::to_owned));
        names.filter(|name| !matches!(name.as_str(), "." | "..")).collect()
    }

    /// Removes files, and what else is no folder, that were last written
    /// before a moment, in Unix seconds, unless a process holds them.
    pub fn sweep(&self, before: i64) {
        for name in self.names() {
            let Ok(metadata) = rustix::fs::statat(&self.0, &name, AtFlags::SYMLINK_NOFOLLOW) else {
                continue;
            };
            if metadata.st_mtime >= before {
                continue;
            }
            match FileType::from_raw_mode(metadata.st_mode) {
                FileType::Directory => {}
                FileType::RegularFile => {
                    if let Ok(Some(mut file)) = self.take_existing(&name) {
                        // It will be tried again.
                        let _ = file.remove();
                    }
                }
                _ => {
                    let _ = rustix::fs::unlinkat(&self.0, &name, AtFlags::empty());
                }
            }
        }
    }
}

/// How folders are opened.
fn folder_flags() -> OFlags {
    OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC
}

/// Whether this user owns something and nobody else may write in it.
fn is_own(metadata: &Stat) -> bool {
    metadata.st_uid == rustix::process::geteuid().as_raw()
        && !Mode::from_raw_mode(metadata.st_mode).intersects(OTHERS_WRITE)
}

#[cfg(test)]
mod tests;
