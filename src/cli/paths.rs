//! The policy file and the report file (contract part 7.2).
//!
//! A path is judged and opened in one step, below a handle of the working
//! directory that the kernel does not let it leave, so that nothing can be
//! exchanged between a check and an opening.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::action;
use crate::desired::POLICY_BYTES;
use crate::diagnostic::{Code, Failure};
use crate::report::{AUDIT_BYTES, COMPARED_BYTES};
use crate::scope::{BODY_BYTES, text};

/// The largest report about one issue, in bytes.
pub(super) const REPORT_LIMIT: usize = 1 << 20;

/// A path of the right form: relative, of plain names, at least one.
struct RelativePath<'a> {
    directories: Vec<&'a str>,
    name: &'a str,
}

impl<'a> RelativePath<'a> {
    /// The path, unless it is empty, absolute, has a segment `..` (a backslash
    /// separates too), a control character, or ends in no name.
    fn parse(path: &'a str) -> Option<Self> {
        let climbs = path.split(['/', '\\']).any(|segment| segment == "..");
        if path.is_empty() || path.starts_with('/') || climbs || text::has_control(path) {
            return None;
        }
        let mut segments: Vec<&str> = path.split('/').collect();
        let name = segments.pop().filter(|name| !name.is_empty() && *name != ".")?;
        segments.retain(|segment| !segment.is_empty() && *segment != ".");
        Some(Self { directories: segments, name })
    }

    /// A handle of the directory that holds the name, below `root`.
    fn directory(&self, root: &Path) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let working = rustix::fs::openat(CWD, root, flags, Mode::empty())?;
        if self.directories.is_empty() {
            return Ok(working);
        }
        match beneath(&working, &self.directories.join("/"), flags) {
            // An old kernel, or a container that does not let the call pass:
            // one directory after the other, without any symbolic link.
            Err(Errno::NOSYS | Errno::PERM | Errno::OPNOTSUPP) => step_by_step(working, &self.directories),
            opened => opened,
        }
    }
}

/// Opens below a directory; a symbolic link may not lead out of it.
#[cfg(target_os = "linux")]
fn beneath(directory: &OwnedFd, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    use rustix::fs::ResolveFlags;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
    // The kernel answers EAGAIN when something moved while it looked.
    let mut tries = 8;
    loop {
        match rustix::fs::openat2(directory, path, flags, Mode::empty(), resolve) {
            Err(Errno::AGAIN) if tries > 0 => tries -= 1,
            opened => return opened,
        }
    }
}

/// Systems without such a call take one directory after the other.
#[cfg(not(target_os = "linux"))]
fn beneath(_: &OwnedFd, _: &str, _: OFlags) -> Result<OwnedFd, Errno> {
    Err(Errno::NOSYS)
}

fn step_by_step(start: OwnedFd, directories: &[&str]) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    directories
        .iter()
        .try_fold(start, |directory, name| rustix::fs::openat(&directory, *name, flags, Mode::empty()))
}

/// The content of the policy file below the working directory.
///
/// # Errors
///
/// As [`read_policy_below`].
pub(super) fn read_policy(path: &str) -> Result<Vec<u8>, Failure> {
    read_policy_below(Path::new("."), path)
}

/// The content of the policy file below a directory.
///
/// # Errors
///
/// `YKP-RUNTIME-006` unless the path names a regular file, not a symbolic
/// link, below the directory, that can be read; `YKP-POLICY-003` when it is
/// larger than 64 KiB.
pub(super) fn read_policy_below(root: &Path, path: &str) -> Result<Vec<u8>, Failure> {
    let (_, content) = read(root, path, POLICY_BYTES).ok_or_else(|| Failure::of(Code::Runtime006))?;
    if content.len() > POLICY_BYTES { Err(Failure::of(Code::Policy003)) } else { Ok(content) }
}

/// Which file of this machine it is, by whatever path it is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FileIdentity {
    device: u64,
    number: u64,
}

/// The content of a report that is to be merged, and which file it is in;
/// `None` unless the path names a regular file as for [`read_policy`], of at
/// most [`AUDIT_BYTES`].
pub(super) fn read_report(path: &str) -> Option<(FileIdentity, Vec<u8>)> {
    read(Path::new("."), path, AUDIT_BYTES).filter(|(_, content)| content.len() <= AUDIT_BYTES)
}

/// The same of a result that is to be compared, of at most [`COMPARED_BYTES`].
pub(super) fn read_result(path: &str) -> Option<(FileIdentity, Vec<u8>)> {
    read(Path::new("."), path, COMPARED_BYTES).filter(|(_, content)| content.len() <= COMPARED_BYTES)
}

/// The content of a file that makes an issue body; `None` unless the path names
/// a regular file as for [`read_policy`]. No further than one byte beyond what
/// a body may have.
pub(super) fn read_body(path: &str) -> Option<Vec<u8>> {
    read(Path::new("."), path, BODY_BYTES).map(|(_, content)| content)
}

/// A handle of a folder that is to be compared, below a directory as for
/// [`read_policy`], no symbolic link.
///
/// Unlike a file's, a folder's path may end in a slash, as a shell completes
/// it, and may be `.`: the directory itself.
pub(super) fn open_folder_below(root: &Path, path: &str) -> Option<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let trimmed = path.trim_end_matches('/');
    if matches!(path, "." | "./") {
        return rustix::fs::openat(CWD, root, flags, Mode::empty()).ok();
    }
    let path = RelativePath::parse(trimmed)?;
    let directory = path.directory(root).ok()?;
    rustix::fs::openat(&directory, path.name, flags | OFlags::NOFOLLOW, Mode::empty()).ok()
}

/// The content of a regular file, not a symbolic link, below a directory, and
/// no further than one byte beyond the limit.
fn read(root: &Path, path: &str, limit: usize) -> Option<(FileIdentity, Vec<u8>)> {
    let path = RelativePath::parse(path)?;
    let directory = path.directory(root).ok()?;
    // Opening does not wait, should the name be a pipe that nobody writes to.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = rustix::fs::openat(&directory, path.name, flags, Mode::empty()).ok()?;
    let metadata = rustix::fs::fstat(&file).ok()?;
    if FileType::from_raw_mode(metadata.st_mode) != FileType::RegularFile {
        return None;
    }
    let mut content = Vec::new();
    File::from(file).take(limit as u64 + 1).read_to_end(&mut content).ok()?;
    Some((FileIdentity { device: metadata.st_dev, number: metadata.st_ino }, content))
}

/// A report file that can be created: its directory is open, writable, and
/// has nothing of that name.
///
/// The file itself is created when the report is there, so that a run that
/// fails or is killed leaves nothing behind. Should the name be taken in the
/// meantime, nothing is overwritten: creation is exclusive.
pub(super) struct ReportFile {
    directory: OwnedFd,
    name: String,
}

impl ReportFile {
    /// Judges a path before any request.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-007` unless the path names nothing yet, in an existing
    /// directory below the working directory that can be written to.
    pub(super) fn prepare(path: &str) -> Result<Self, Failure> {
        let unusable = || Failure::of(Code::Runtime007);
        let path = RelativePath::parse(path).ok_or_else(unusable)?;
        let directory = path.directory(Path::new(".")).map_err(|_| unusable())?;
        let free = rustix::fs::statat(&directory, path.name, AtFlags::SYMLINK_NOFOLLOW);
        if free.err() != Some(Errno::NOENT) {
            return Err(unusable());
        }
        let access = rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK;
        rustix::fs::accessat(&directory, ".", access, AtFlags::empty()).map_err(|_| unusable())?;
        Ok(Self { directory, name: path.name.to_owned() })
    }

    /// Creates the file, for its owner alone, and writes the report.
    ///
    /// # Errors
    ///
    /// `YKP-REPORT-001` for a report of more than `limit` bytes; `YKP-RUNTIME-007` when
    /// the name is taken by now or writing fails, which leaves no file behind.
    pub(super) fn write(&self, report: &str, limit: usize) -> Result<(), Failure> {
        if report.len() > limit {
            return Err(Failure::of(Code::Report001));
        }
        action::create(&self.directory, &self.name, report).map_err(|_| Failure::of(Code::Runtime007))
    }
}

#[cfg(test)]
mod tests {
    use super::RelativePath;

    #[test]
    fn a_path_is_relative_and_made_of_plain_names() {
        for good in ["a", ".yukh/project.yaml", "./a/./b", "a//b", "a b", "...", "é"] {
            assert!(RelativePath::parse(good).is_some(), "{good}");
        }
        for bad in ["", "/a", "..", "../a", "a/../b", "a\\..\\b", "a/", "a/.", ".", "a\nb", "a\0", "a\u{7f}"]
        {
            assert!(RelativePath::parse(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn where_the_kernel_has_no_such_call_no_symbolic_link_is_followed() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("inside/deep")).unwrap();
        std::os::unix::fs::symlink("inside", root.path().join("link")).unwrap();
        let open = |names: &[&str]| {
            let start = std::fs::File::open(root.path()).unwrap();
            super::step_by_step(start.into(), names)
        };
        assert!(open(&["inside", "deep"]).is_ok());
        assert!(open(&["link", "deep"]).is_err());
        assert!(open(&["inside", "missing"]).is_err());
    }
}
