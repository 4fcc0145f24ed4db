use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use super::*;

fn place() -> (TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("a").join("b");
    (place, path)
}

fn folder() -> (TempDir, PathBuf, Folder) {
    let (place, path) = place();
    let folder = Folder::open(&path).unwrap();
    (place, path, folder)
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn write(folder: &Folder, name: &str, content: &[u8]) {
    folder.take(name).unwrap().unwrap().replace(content).unwrap();
}

#[test]
fn a_folder_is_made_for_its_owner_alone() {
    let (_place, path, folder) = folder();
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o700, 0o700));
    folder.below("keys").unwrap().probe().unwrap();
    write(&folder, "file", b"content");
    assert_eq!((mode(&path.join("keys")), mode(&path.join("file"))), (0o700, 0o600));
    assert_eq!(folder.names().len(), 2);
}

#[test]
fn a_folder_that_others_may_write_in_a_link_and_a_file_are_not_used() {
    let (_place, path) = place();
    fs::create_dir_all(&path).unwrap();
    set_mode(&path, 0o755);
    assert!(Folder::open(&path).is_ok(), "others may look");
    for bits in [0o770, 0o707] {
        set_mode(&path, bits);
        assert_eq!(Folder::open(&path).unwrap_err(), Unusable::Shared);
    }
    set_mode(&path, 0o700);
    let link = path.with_file_name("link");
    symlink(&path, &link).unwrap();
    assert_eq!(Folder::open(&link).unwrap_err(), Unusable::NoFolder);
    let file = path.join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(Folder::open(&file).unwrap_err(), Unusable::NoFolder);
    assert_eq!(Folder::open(&file.join("below")).unwrap_err(), Unusable::NoFolder);
    assert_eq!(Folder::open(&path).unwrap().below("file").unwrap_err(), Unusable::NoFolder);
}

#[test]
fn one_at_a_time_holds_a_file_and_the_next_one_sees_what_it_wrote() {
    let (_place, _path, folder) = folder();
    let mut first = folder.take("file").unwrap().unwrap();
    assert!(folder.take("file").unwrap().is_none());
    first.replace(b"one").unwrap();
    assert!(folder.take("file").unwrap().is_none(), "the new file is held too");
    assert_eq!(folder.read("file").unwrap(), b"one");
    first.replace(b"two").unwrap();
    drop(first);
    let mut second = folder.take("file").unwrap().unwrap();
    assert_eq!(second.read().unwrap(), b"two");
    second.remove().unwrap();
    let third = folder.take("file").unwrap().unwrap();
    assert!(third.read().unwrap().is_empty());
    drop(third);
    assert!(folder.names().is_empty(), "an empty file is not left behind");
}

#[test]
fn what_is_no_private_file_is_never_followed_nor_read() {
    let (_place, path, folder) = folder();
    let outside = path.with_file_name("outside");
    fs::write(&outside, "outside").unwrap();
    symlink(&outside, path.join("link")).unwrap();
    symlink(path.join("nowhere"), path.join("dangling")).unwrap();
    fs::create_dir(path.join("directory")).unwrap();
    fs::write(path.join("open"), "x").unwrap();
    set_mode(&path.join("open"), 0o622);
    assert!(Command::new("mkfifo").arg(path.join("pipe")).status().unwrap().success());
    for name in ["link", "dangling", "directory", "open", "pipe"] {
        assert!(folder.take(name).is_err() && folder.read(name).is_err(), "{name}");
    }
    assert!(!path.join("nowhere").exists());
    fs::write(path.join("long"), vec![b'x'; (64 << 10) + 1]).unwrap();
    assert!(folder.take("long").unwrap().unwrap().read().is_err() && folder.read("long").is_err());
    assert_eq!(fs::read(&outside).unwrap(), b"outside");
}

#[test]
fn what_is_old_is_swept_unless_it_is_held() {
    let (_place, path, folder) = folder();
    let old = |name: &str| {
        let file = fs::File::options().write(true).open(path.join(name)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1000)).unwrap();
    };
    for name in ["old", "held", "new"] {
        write(&folder, name, b"x");
    }
    let _held = folder.take("held").unwrap();
    old("old");
    old("held");
    fs::create_dir(path.join("directory")).unwrap();
    let now = jiff::Timestamp::now().as_second();
    folder.sweep(now - 500);
    let mut names = folder.names();
    names.sort();
    assert_eq!(names, ["directory", "held", "new"]);
    symlink("new", path.join("link")).unwrap();
    folder.sweep(now + 500);
    let mut names = folder.names();
    names.sort();
    assert_eq!(names, ["directory", "held"]);
}

#[test]
fn a_folder_that_can_not_be_written_is_said_to_be() {
    let (_place, path, folder) = folder();
    fs::remove_dir_all(&path).unwrap();
    assert_eq!(folder.probe().unwrap_err(), Unusable::Unwritable);
    assert_eq!(folder.below("keys").unwrap_err(), Unusable::Unwritable);
}

#[test]
fn a_secret_is_made_once_and_is_private() {
    let (_place, path, folder) = folder();
    let makers: Vec<_> = (0..8)
        .map(|_| {
            let folder = folder.clone();
            std::thread::spawn(move || folder.secret("cursor.key", 32).unwrap().to_vec())
        })
        .collect();
    let secrets: Vec<Vec<u8>> = makers.into_iter().map(|maker| maker.join().unwrap()).collect();
    assert!(secrets.iter().all(|secret| *secret == secrets[0] && secret.len() == 32));
    assert_eq!(mode(&path.join("cursor.key")), 0o600);
    assert!(folder.secret("cursor.key", 64).is_err(), "of another length");
    set_mode(&path.join("cursor.key"), 0o640);
    assert!(folder.secret("cursor.key", 32).is_err(), "others may read it");
}
