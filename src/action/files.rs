//! Files that a run leaves behind: new ones for their owner alone, and those of
//! the runner, which are only added to.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, OFlags};

/// Creates a file that was not there, for its owner alone, and writes it.
///
/// # Errors
///
/// When the name is taken, by a dangling symbolic link too, or writing fails,
/// which leaves no file behind: half a report must not pass for one.
pub fn create(directory: &OwnedFd, name: &str, content: &str) -> io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut file = File::from(rustix::fs::openat(directory, name, flags, Mode::RUSR | Mode::WUSR)?);
    file.write_all(content.as_bytes()).and_then(|()| file.sync_data()).inspect_err(|_| {
        let _ = rustix::fs::unlinkat(directory, name, AtFlags::empty());
    })
}

/// A folder of one run, which no other run has.
pub(super) struct Folder {
    directory: OwnedFd,
    path: PathBuf,
}

impl Folder {
    /// Creates it below `parent`, for its owner alone.
    ///
    /// # Errors
    ///
    /// When the parent does not exist or can not be written to, or there is no
    /// randomness.
    pub(super) fn create(parent: &Path, name: &str) -> io::Result<Self> {
        let path = parent.join(format!("{name}-{}", random()?));
        rustix::fs::mkdir(&path, Mode::RWXU)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(Self { directory: rustix::fs::openat(CWD, &path, flags, Mode::empty())?, path })
    }

    /// Its path, as absolute as the parent's.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a file in it and gives its path.
    ///
    /// # Errors
    ///
    /// As [`create`].
    pub(super) fn add(&self, name: &str, content: &str) -> io::Result<PathBuf> {
        create(&self.directory, name, content)?;
        Ok(self.path.join(name))
    }
}

/// Adds lines to a file of the runner, which it reads when the step ends. What
/// another program left there without a line end gets one first: our first line
/// would become part of it. Nothing is added for no content.
///
/// # Errors
///
/// When the file can not be opened or written.
pub(super) fn append(path: &Path, content: &str) -> io::Result<()> {
    if content.is_empty() {
        return Ok(());
    }
    let mut file = OpenOptions::new().append(true).create(true).mode(0o600).open(path)?;
    let joint = if ends_a_line(path) { "" } else { "\n" };
    file.write_all(format!("{joint}{content}").as_bytes())
}

/// Whether the file is empty or ends with a line end. One that can not be looked
/// at may not: an empty line says nothing in any file of the runner.
fn ends_a_line(path: &Path) -> bool {
    let last = || {
        let mut file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(true);
        }
        let mut last = [0];
        file.seek(io::SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        Ok::<bool, io::Error>(last == *b"\n")
    };
    last().unwrap_or(false)
}

/// How many bytes a file of the runner holds; none where it is not there yet.
///
/// # Errors
///
/// When it can not be looked at.
pub(super) fn size(path: &Path) -> io::Result<usize> {
    match std::fs::metadata(path) {
        Ok(metadata) => Ok(usize::try_from(metadata.len()).unwrap_or(usize::MAX)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error),
    }
}

/// 32 hexadecimal digits that nobody can foresee. They name what must not
/// collide and reach nothing that is digested.
///
/// # Errors
///
/// When the system has no randomness.
pub(super) fn random() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::from)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn what_is_added_begins_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("output");
        for (left, whole) in [("", "a=1\n"), ("b=2\n", "b=2\na=1\n"), ("b=2", "b=2\na=1\n")] {
            std::fs::write(&path, left).unwrap();
            append(&path, "").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), left, "no content is no line");
            append(&path, "a=1\n").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        }
        let new = folder.path().join("new");
        append(&new, "a=1\n").unwrap();
        assert_eq!(std::fs::read_to_string(new).unwrap(), "a=1\n");
    }

    #[test]
    fn a_folder_and_its_files_are_new_and_their_owners_alone() {
        let parent = tempfile::tempdir().unwrap();
        let [first, second] = [(); 2].map(|()| Folder::create(parent.path(), "yukh").unwrap());
        assert_ne!(first.path(), second.path());
        assert_eq!(mode(first.path()), 0o700);
        let file = first.add("plan.json", "{}\n").unwrap();
        assert_eq!((mode(&file), std::fs::read_to_string(&file).unwrap().as_str()), (0o600, "{}\n"));
        assert_eq!(first.add("plan.json", "x").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        std::os::unix::fs::symlink("nowhere", first.path().join("summary.md")).unwrap();
        assert!(first.add("summary.md", "x").is_err());
        assert!(!first.path().join("nowhere").exists());
        assert!(Folder::create(&parent.path().join("missing"), "yukh").is_err());
    }

    #[test]
    fn a_file_of_the_runner_is_added_to() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("output");
        append(&path, "a=1\n").unwrap();
        append(&path, "b=2\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a=1\nb=2\n");
        assert!(append(parent.path(), "x").is_err());
    }

    #[test]
    fn randomness_does_not_repeat() {
        let (a, b) = (random().unwrap(), random().unwrap());
        assert!(a != b && a.len() == 32 && a.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
