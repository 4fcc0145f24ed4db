//! Where requests go and by which way, out of the environment.

use super::environment::{CERTIFICATE_DIRECTORIES, CERTIFICATE_FILE, Environment};
use super::resolve::refused;
use crate::diagnostic::Failure;
use crate::github::{Endpoint, Proxy, Roots, Way};

/// The server on this machine that the override names, without proxy or
/// certificates; else GitHub.
///
/// # Errors
///
/// `YKP-RUNTIME-008` for the override; `YKP-RUNTIME-003` with the name of the
/// variable for a proxy that can not be used and for certificates that are
/// none. Going on without either could lead past what somebody relies on.
pub(super) fn endpoint(environment: &Environment) -> Result<Endpoint, Failure> {
    match &environment.loopback {
        Some(address) => Endpoint::loopback(address),
        None => Ok(Endpoint::github_by(Way { proxy: proxy(environment)?, roots: roots(environment)? })),
    }
}

fn proxy(environment: &Environment) -> Result<Option<Proxy>, Failure> {
    match &environment.proxy {
        Some((name, address)) if !environment.no_proxy.as_deref().is_some_and(Proxy::is_bypassed) => {
            Proxy::parse(address).map(Some).ok_or_else(|| refused(name))
        }
        _ => Ok(None),
    }
}

fn roots(environment: &Environment) -> Result<Roots, Failure> {
    let (file, directories) = (environment.certificate_file.as_deref(), &environment.certificate_directories);
    let name = match (file, directories.is_empty()) {
        (None, true) => return Ok(Roots::machine()),
        (None, false) => CERTIFICATE_DIRECTORIES.name,
        (Some(_), _) => CERTIFICATE_FILE.name,
    };
    Roots::of(file, directories).ok_or_else(|| refused(name))
}
