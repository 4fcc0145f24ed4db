//! Where the keys of an issuer are read from: a file, or an address over TLS.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use yukh::github::{Document, Timeouts, Way};

use super::key_set::KeySet;
use super::keys::Load;

/// The most bytes of the document.
const MOST_BYTES: usize = 256 << 10;

/// How long it may take to come.
const TIMEOUTS: Timeouts = Timeouts { connect: Duration::from_secs(3), request: Duration::from_secs(5) };

/// Who asks.
const AGENT: &str = concat!("github-issues-mcp/", env!("CARGO_PKG_VERSION"));

/// Where keys are read from.
pub struct KeySource(Load);

/// Why keys can not be read from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoKeySource {
    /// No file with keys.
    #[error("a file of at most 256 KiB is expected that holds a JSON Web Key Set with a key for signatures")]
    File,
    /// No address.
    #[error("an address as https://login.example/keys is expected, without user and fragment")]
    Address,
    /// There is no TLS.
    #[error("no certificate can be trusted")]
    Certificates,
}

impl KeySource {
    /// A file. It is read now and when newer keys are needed.
    ///
    /// # Errors
    ///
    /// Where there are no keys in it.
    pub fn file(path: &Path) -> Result<Self, NoKeySource> {
        let path = path.to_owned();
        read(&path).as_deref().and_then(KeySet::parse).ok_or(NoKeySource::File)?;
        Ok(Self(Arc::new(move || {
            let path: PathBuf = path.clone();
            Box::pin(async move { read(&path) })
        })))
    }

    /// An `https://` address, which is read when keys are needed.
    ///
    /// # Errors
    ///
    /// For any other text, and where no certificate can be trusted.
    pub fn address(address: &str, way: &Way) -> Result<Self, NoKeySource> {
        let document = Document::new(address, AGENT, way, TIMEOUTS).map_err(|_| NoKeySource::Certificates)?;
        let document = Arc::new(document.ok_or(NoKeySource::Address)?);
        Ok(Self(Arc::new(move || {
            let document = Arc::clone(&document);
            Box::pin(async move { document.read(MOST_BYTES).await })
        })))
    }

    pub(super) fn load(&self) -> Load {
        Arc::clone(&self.0)
    }
}

/// A file within bounds. A device or a pipe is none.
fn read(path: &Path) -> Option<Vec<u8>> {
    let file = path.is_file().then(|| std::fs::File::open(path).ok()).flatten()?;
    let mut content = Vec::new();
    file.take(u64::try_from(MOST_BYTES).ok()?.saturating_add(1)).read_to_end(&mut content).ok()?;
    (content.len() <= MOST_BYTES).then_some(content)
}
