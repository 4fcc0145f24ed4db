//! Where the files of a recording are: one flat directory, on disk or embedded.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::path::Path;

use hyper::body::Bytes;
use rustix::fs::{Mode, OFlags};

use super::RecordingError;

/// The files of one recording.
pub(super) enum Files {
    /// On disk, below an open directory.
    Directory(OwnedFd),
    /// Part of the program.
    Embedded(&'static include_dir::Dir<'static>),
}

impl Files {
    /// Opens a directory; what is later read is read below it, even if its
    /// name then stands for another one.
    pub(super) fn open(directory: &Path) -> Result<Self, RecordingError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened = rustix::fs::open(directory, flags, Mode::empty());
        opened.map(Self::Directory).map_err(|_| RecordingError::Unreadable)
    }

    /// A directory below this one, not a symbolic link.
    pub(super) fn directory(&self, name: &FileName) -> Result<Self, RecordingError> {
        match self {
            Self::Embedded(_) => Err(RecordingError::Unreadable),
            Self::Directory(directory) => {
                let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                let opened = rustix::fs::openat(directory, &name.0, flags, Mode::empty());
                opened.map(Self::Directory).map_err(|_| RecordingError::Unreadable)
            }
        }
    }

    /// The content of a regular file of at most `bound` bytes.
    pub(super) fn content(&self, name: &FileName, bound: u64) -> Result<Bytes, RecordingError> {
        match self {
            Self::Embedded(directory) => {
                // Embedded entries are named from the root of what is embedded.
                let path = directory.path().join(&name.0);
                let file = directory.get_file(path).ok_or(RecordingError::Unreadable)?;
                let content = Bytes::from_static(file.contents());
                if content.len() as u64 > bound { Err(RecordingError::TooLarge) } else { Ok(content) }
            }
            Self::Directory(directory) => {
                // Not blocking, so that opening a pipe returns and is refused.
                let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
                let opened = rustix::fs::openat(directory, &name.0, flags, Mode::empty());
                let file = File::from(opened.map_err(|_| RecordingError::Unreadable)?);
                read(&file, bound)
            }
        }
    }
}

/// The content of an open regular file of at most `bound` bytes.
fn read(file: &File, bound: u64) -> Result<Bytes, RecordingError> {
    let regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
    if !regular {
        return Err(RecordingError::Unreadable);
    }
    let mut content = Vec::new();
    let read = file.take(bound.saturating_add(1)).read_to_end(&mut content);
    read.map_err(|_| RecordingError::Unreadable)?;
    if content.len() as u64 > bound { Err(RecordingError::TooLarge) } else { Ok(content.into()) }
}

/// The name of a file or folder in the directory itself:
/// `[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileName(String);

impl FileName {
    /// The name, if it is one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
        let fits = (1..=100).contains(&text.len()) && text.bytes().all(allowed);
        (fits && !text.starts_with(['.', '-'])).then(|| Self(text.to_owned()))
    }

    /// The name of the list of exchanges.
    pub(super) fn index() -> Self {
        Self("exchanges.json".to_owned())
    }

    /// The name of what a world is about.
    pub(super) fn world() -> Self {
        Self("comparison.json".to_owned())
    }

    /// The name of a world's policy.
    pub(super) fn policy() -> Self {
        Self("policy.yaml".to_owned())
    }

    /// The name of what the v1 reader is answered.
    pub(super) fn v1() -> Self {
        Self("v1".to_owned())
    }

    /// The name of what the v2 reader is answered.
    pub(super) fn v2() -> Self {
        Self("v2".to_owned())
    }

    /// The name.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use include_dir::{Dir, DirEntry, File};

    use super::{FileName, Files};
    use crate::recording::RecordingError;

    static ENTRIES: [DirEntry<'static>; 1] = [DirEntry::File(File::new("demo/exchanges.json", b"{}"))];
    static EMBEDDED: Dir<'static> = Dir::new("demo", &ENTRIES);

    #[test]
    fn a_directory_below_the_embedded_root_is_read_by_its_own_names() {
        let files = Files::Embedded(&EMBEDDED);
        assert_eq!(files.content(&FileName::index(), 2).unwrap(), "{}");
        assert_eq!(files.content(&FileName::index(), 1), Err(RecordingError::TooLarge));
        let other = FileName::parse("other.json").unwrap();
        assert_eq!(files.content(&other, 2), Err(RecordingError::Unreadable));
    }
}
