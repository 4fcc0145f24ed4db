//! The certificates that a connection to GitHub trusts (decision 71).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::RootCertStore;
use rustls_native_certs::{CertificateResult, load_certs_from_paths, load_native_certs};

use crate::diagnostic::{Code, Failure};

/// The certificates that a connection to GitHub trusts.
#[derive(Clone, Debug, Default)]
pub struct Roots(Option<Arc<RootCertStore>>);

impl Roots {
    /// Those of the machine where it has any, else the bundled ones. They are
    /// not looked for until a connection needs them.
    #[must_use]
    pub fn machine() -> Self {
        Self(None)
    }

    /// Those of a PEM file and of all PEM files in some directories, and no
    /// others; nothing where that is no certificate at all. A device or a pipe
    /// is no file: it could go on for ever.
    #[must_use]
    pub fn of(file: Option<&Path>, directories: &[PathBuf]) -> Option<Self> {
        let mut store = RootCertStore::empty();
        let file = file.filter(|path| path.is_file());
        // Read together, a file and a directory that hold the same are read once.
        let mut directories = directories.iter().map(PathBuf::as_path);
        store.add_parsable_certificates(load_certs_from_paths(file, directories.next()).certs);
        for directory in directories {
            store.add_parsable_certificates(load_certs_from_paths(None, Some(directory)).certs);
        }
        if store.is_empty() { None } else { Some(Self(Some(Arc::new(store)))) }
    }

    /// The certificates themselves, never none.
    ///
    /// # Errors
    ///
    /// `YKP-GH-READ-004` when the machine has a store that can not be used:
    /// the bundled roots could trust what its keeper does not.
    pub(crate) fn store(&self) -> Result<Arc<RootCertStore>, Failure> {
        match &self.0 {
            Some(store) => Ok(Arc::clone(store)),
            None => machine_or_bundled(load_native_certs()).map(Arc::new),
        }
    }
}

fn machine_or_bundled(machine: CertificateResult) -> Result<RootCertStore, Failure> {
    let mut store = RootCertStore::empty();
    if machine.certs.is_empty() && machine.errors.is_empty() {
        store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    } else {
        store.add_parsable_certificates(machine.certs);
    }
    if store.is_empty() { Err(Failure::of(Code::GithubRead004)) } else { Ok(store) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn pem() -> String {
        rcgen::generate_simple_self_signed(["certificate.example".to_owned()]).unwrap().cert.pem()
    }

    fn count(roots: Option<Roots>) -> Option<usize> {
        roots.map(|roots| roots.store().unwrap().len())
    }

    #[test]
    fn there_are_always_certificates_to_trust() {
        assert!(!Roots::machine().store().unwrap().is_empty());
    }

    #[test]
    fn the_bundled_certificates_stand_in_for_a_machine_without_any() {
        let bundled = machine_or_bundled(CertificateResult::default()).unwrap();
        assert_eq!(bundled.len(), webpki_roots::TLS_SERVER_ROOTS.len());
    }

    #[test]
    fn they_do_not_stand_in_for_a_store_that_can_not_be_used() {
        let missing = load_certs_from_paths(Some(Path::new("no-such-file")), None);
        assert!(missing.certs.is_empty());
        assert_eq!(machine_or_bundled(missing).unwrap_err().code(), Code::GithubRead004);
        let mut broken = CertificateResult::default();
        broken.certs.push(vec![1, 2, 3].into());
        assert_eq!(machine_or_bundled(broken).unwrap_err().code(), Code::GithubRead004);
    }

    #[test]
    fn files_and_directories_are_taken_together_and_have_to_hold_something() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for name in ["first", "second"] {
            fs::create_dir(path(name)).unwrap();
            fs::write(path(name).join("a.pem"), pem()).unwrap();
        }
        fs::create_dir(path("empty")).unwrap();
        fs::write(path("bundle.pem"), format!("A comment.\n{}{}", pem(), pem())).unwrap();
        fs::write(path("key.pem"), "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n").unwrap();
        fs::write(path("text.pem"), "nothing of the kind").unwrap();

        let (bundle, both) = (path("bundle.pem"), [path("first"), path("second")]);
        assert_eq!(count(Roots::of(Some(&bundle), &[])), Some(2));
        assert_eq!(count(Roots::of(None, &both)), Some(2));
        assert_eq!(count(Roots::of(Some(&bundle), &both)), Some(4));
        assert_eq!(count(Roots::of(Some(&bundle), &[path("missing")])), Some(2));
        assert_eq!(count(Roots::of(Some(Path::new("/dev/zero")), &[])), None);
        for file in ["missing.pem", "empty", "key.pem", "text.pem", ""] {
            assert_eq!(count(Roots::of(Some(&path(file)), &[])), None, "{file}");
        }
        assert_eq!(count(Roots::of(None, &[path("empty"), path("missing")])), None);
        assert_eq!(count(Roots::of(Some(Path::new("")), &[])), None);
    }
}
