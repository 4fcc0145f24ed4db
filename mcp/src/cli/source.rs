//! Which GitHub is asked, by which way, and with which token.

use std::path::Path;
use std::sync::Arc;

use secrecy::zeroize::Zeroizing;
use serde_json::json;
use yukh::github::{Credential, Endpoint, Proxy, Roots, Way};
use yukh::scope::SubjectClass;

use super::StartError;
use super::environment::{self, Environment};
use super::resolve::read;
use crate::github::{Live, Unconfigured, Upstream};

/// What answers requests.
pub(super) struct Source {
    pub(super) upstream: Arc<dyn Upstream>,
    /// Whether the token is an installation's.
    pub(super) is_installation: bool,
    /// As whom it is asked, and where: a digest.
    pub(super) principal: String,
}

fn refused(name: &'static str, reason: &str) -> StartError {
    StartError::Option { name, reason: reason.to_owned() }
}

/// GitHub. Without a token the server starts all the same and says to each
/// call that it has none. To be called inside a tokio runtime.
///
/// # Errors
///
/// The first option or variable that can not be used.
pub(super) fn github(token_file: Option<&Path>, environment: &Environment) -> Result<Source, StartError> {
    let endpoint = endpoint(environment)?;
    let (name, token) = match token_file {
        Some(path) => {
            let name = "--github-token-file";
            let token = read(path).ok_or_else(|| refused(name, "the file can not be read"))?;
            (name, Some(Zeroizing::new(token)))
        }
        None => (environment::TOKEN, environment.token.clone()),
    };
    let Some(token) = token else {
        let principal = yukh::scope::canonical::digest(&json!([endpoint.origin()]));
        return Ok(Source { upstream: Arc::new(Unconfigured), is_installation: false, principal });
    };
    // A token without a known prefix is taken for a user's.
    let credential = Credential::parse(&token, None)
        .or_else(|_| Credential::parse(&token, Some(SubjectClass::OauthToken)))
        .map_err(|_| refused(name, "it is no token: one line of visible ASCII is expected"))?;
    let fault = |_| refused(name, "it can not be sent, or no certificate can be trusted");
    let upstream = Live::new(&endpoint, &credential).map_err(fault)?;
    Ok(Source {
        upstream: Arc::new(upstream),
        is_installation: credential.class() == SubjectClass::InstallationToken,
        principal: yukh::scope::canonical::digest(&json!([endpoint.origin(), token.as_slice()])),
    })
}

/// The server on this machine that the override names, without proxy or
/// certificates; else GitHub.
fn endpoint(environment: &Environment) -> Result<Endpoint, StartError> {
    if let Some(address) = &environment.loopback {
        let reason = "http://127.0.0.1:PORT or http://[::1]:PORT is expected";
        return Endpoint::loopback(address).map_err(|_| refused(environment::LOOPBACK, reason));
    }
    Ok(Endpoint::github_by(way(environment, Proxy::is_bypassed)?))
}

/// How connections to another machine are made; `is_bypassed` says whether a
/// list of exceptions from the proxy holds where they go.
///
/// # Errors
///
/// The first variable that can not be used.
pub(super) fn way(environment: &Environment, is_bypassed: impl Fn(&str) -> bool) -> Result<Way, StartError> {
    let is_bypassed = environment.no_proxy.as_deref().is_some_and(is_bypassed);
    let proxy = match &environment.proxy {
        Some((name, address)) if !is_bypassed => {
            let reason = "a proxy as http://[USER:PASSWORD@]HOST[:PORT] is expected";
            Some(Proxy::parse(address).ok_or_else(|| refused(name, reason))?)
        }
        _ => None,
    };
    Ok(Way { proxy, roots: roots(environment)? })
}

fn roots(environment: &Environment) -> Result<Roots, StartError> {
    let (file, directories) = (environment.certificate_file.as_deref(), &environment.certificate_directories);
    let name = match (file, directories.is_empty()) {
        (None, true) => return Ok(Roots::machine()),
        (None, false) => environment::CERTIFICATE_DIRECTORIES,
        (Some(_), _) => environment::CERTIFICATE_FILE,
    };
    Roots::of(file, directories).ok_or_else(|| refused(name, "no certificate can be read from it"))
}
