//! Where HTTP listens, and who may come in.

use std::path::Path;

use yukh::github::{Document, Proxy};

use super::arguments::Arguments;
use super::environment::Environment;
use super::resolve::read;
use super::{StartError, source};
use crate::access::{Access, Digests, Issuer, KeySource, NoKeySource, Resource};
use crate::clock::Clock;
use crate::serve::{Bind, BindError};

const LISTEN: &str = "--listen";
const ALLOW_HOST: &str = "--allow-host";
const ALLOW_ORIGIN: &str = "--allow-origin";
const TOKEN_FILE: &str = "--http-token-file";
const ISSUER: &str = "--oauth-issuer";
const JWKS: &str = "--oauth-jwks";
const RESOURCE: &str = "--oauth-resource";

fn refused(name: &'static str, code: &'static str, reason: impl ToString) -> StartError {
    StartError::Access { name, code, reason: reason.to_string() }
}

/// Where to listen, and to whom.
///
/// # Errors
///
/// The first option that can not be used.
pub(super) fn bind(
    arguments: &Arguments,
    environment: &Environment,
    clock: &Clock,
) -> Result<Bind, StartError> {
    let access = access(arguments, environment, clock)?;
    let (hosts, origins) = (arguments.allow_host.clone(), arguments.allow_origin.clone());
    Bind::new(arguments.listen, hosts, origins, access).map_err(|error| {
        let name = match error {
            BindError::NoAccess | BindError::NoHost => LISTEN,
            BindError::TokensInClear => TOKEN_FILE,
            BindError::Host => ALLOW_HOST,
            BindError::Origin => ALLOW_ORIGIN,
        };
        refused(name, error.code(), error)
    })
}

fn access(arguments: &Arguments, environment: &Environment, clock: &Clock) -> Result<Access, StartError> {
    let Arguments { http_token_file, oauth_issuer, oauth_jwks, oauth_resource, .. } = arguments;
    let parts = [oauth_issuer, oauth_jwks, oauth_resource];
    match (http_token_file, parts.map(Option::as_deref)) {
        (None, [None, None, None]) => Ok(Access::open()),
        (Some(path), [None, None, None]) => tokens(path),
        (Some(_), _) => {
            let reason = "give either a file of tokens or the --oauth options, not both";
            Err(refused(TOKEN_FILE, "two_ways_of_access", reason))
        }
        (None, [Some(issuer), Some(jwks), Some(resource)]) => {
            let issuer = Issuer::parse(issuer).map_err(|error| refused(ISSUER, "bad_issuer", error))?;
            let resource =
                Resource::parse(resource).map_err(|error| refused(RESOURCE, "bad_resource", error))?;
            Ok(Access::issued(issuer, resource, &keys(jwks, environment)?, clock.clone()))
        }
        (None, _) => {
            let reason = "--oauth-issuer, --oauth-jwks and --oauth-resource are needed together";
            Err(refused(ISSUER, "oauth_not_whole", reason))
        }
    }
}

/// The keys of the issuer: of an address where there is a scheme, else of a
/// file.
fn keys(place: &str, environment: &Environment) -> Result<KeySource, StartError> {
    let found = match place.contains("://") {
        false => KeySource::file(Path::new(place)),
        true => {
            let (host, port) = Document::place(place).unwrap_or_default();
            let way = source::way(environment, |list| Proxy::is_bypassed_for(list, &host, port))?;
            KeySource::address(place, &way)
        }
    };
    found.map_err(|error| {
        let code = match error {
            NoKeySource::File => "bad_key_file",
            NoKeySource::Address => "bad_key_address",
            NoKeySource::Certificates => "no_certificates",
        };
        refused(JWKS, code, error)
    })
}

fn tokens(path: &Path) -> Result<Access, StartError> {
    let text =
        read(path).ok_or_else(|| refused(TOKEN_FILE, "unreadable_file", "the file can not be read"))?;
    let tokens = Digests::parse(&text).map_err(|error| refused(TOKEN_FILE, "bad_token_file", error))?;
    Ok(Access::tokens(tokens))
}
