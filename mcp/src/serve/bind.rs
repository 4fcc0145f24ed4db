//! Where to listen, and to whom (decision 25). What is not safe to serve can
//! not be built.

use std::net::SocketAddr;

use axum::http::uri::Authority;

use crate::access::Access;

/// Hosts of this machine.
const LOOPBACK_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// Pages of this machine.
const LOOPBACK_ORIGINS: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/// Where to listen, and to whom.
#[derive(Clone)]
pub struct Bind {
    address: SocketAddr,
    hosts: Vec<String>,
    origins: Vec<String>,
    access: Access,
}

/// Why nothing is listened on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindError {
    /// Others can reach the address, and anyone would be let in.
    #[error("an address that others can reach needs --http-token-file with digests, or the --oauth options")]
    NoAccess,
    /// Others can reach the address, and it is not said by which names.
    #[error("an address that others can reach needs --allow-host with the name that it is reached by")]
    NoHost,
    /// Others can reach the address, and tokens lie in a file as they are.
    #[error(
        "for an address that others can reach, give the digests of the tokens: sha256: and what sha256sum prints"
    )]
    TokensInClear,
    /// No value of `Host`.
    #[error("a name or address is expected, with or without a port, and nothing around it")]
    Host,
    /// No value of `Origin`.
    #[error("http:// or https://, a name or address, and a port or :* are expected, and nothing after it")]
    Origin,
}

impl BindError {
    /// The word for it, which stays the same.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoAccess => "open_without_access",
            Self::NoHost => "open_without_host",
            Self::TokensInClear => "open_with_clear_tokens",
            Self::Host => "bad_host",
            Self::Origin => "bad_origin",
        }
    }
}

impl Bind {
    /// Listens on an address and answers to further values of `Host` and
    /// `Origin`. An address of this machine alone answers to this machine's
    /// own names as well.
    ///
    /// # Errors
    ///
    /// Where others can reach the address and that is not provided for, or a
    /// value is none.
    pub fn new(
        address: SocketAddr,
        hosts: Vec<String>,
        origins: Vec<String>,
        access: Access,
    ) -> Result<Self, BindError> {
        if !hosts.iter().all(|host| is_host(host)) {
            return Err(BindError::Host);
        }
        if !origins.iter().all(|origin| is_origin(origin)) {
            return Err(BindError::Origin);
        }
        let own = |list: &[&str]| list.iter().map(|entry| (*entry).to_owned()).collect::<Vec<_>>();
        if address.ip().is_loopback() {
            let hosts = [own(&LOOPBACK_HOSTS), hosts].concat();
            let origins = [own(&LOOPBACK_ORIGINS), origins].concat();
            return Ok(Self { address, hosts, origins, access });
        }
        match (access.is_open(), hosts.is_empty(), access.holds_tokens()) {
            (true, _, _) => Err(BindError::NoAccess),
            (false, true, _) => Err(BindError::NoHost),
            (false, false, true) => Err(BindError::TokensInClear),
            (false, false, false) => Ok(Self { address, hosts, origins, access }),
        }
    }

    /// The address.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// All values that `Host` may have.
    pub(super) fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// All values that `Origin` may have.
    pub(super) fn origins(&self) -> &[String] {
        &self.origins
    }

    /// Who may come in.
    pub(super) const fn access(&self) -> &Access {
        &self.access
    }
}

fn is_host(text: &str) -> bool {
    let is_plain = |authority: Authority| {
        !authority.host().is_empty() && !text.contains(['@', '*']) && !text.ends_with(':')
    };
    text.parse::<Authority>().is_ok_and(is_plain)
}

fn is_origin(text: &str) -> bool {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    rest.is_some_and(|rest| is_host(rest.strip_suffix(":*").unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Digests;

    fn bind(address: &str, host: Option<&str>, access: Access) -> Result<Bind, BindError> {
        Bind::new(address.parse().unwrap(), host.map(str::to_owned).into_iter().collect(), Vec::new(), access)
    }

    fn tokens() -> Access {
        Access::tokens(Digests::parse(b"an-invented-token-of-nobody").unwrap())
    }

    fn digests() -> Access {
        Access::tokens(Digests::parse(format!("sha256:{}", "0a".repeat(32)).as_bytes()).unwrap())
    }

    #[test]
    fn an_address_of_this_machine_needs_nothing() {
        for address in ["127.0.0.1:0", "127.9.9.9:1", "[::1]:8080"] {
            for access in [Access::open(), tokens(), digests()] {
                let bind = bind(address, None, access).unwrap_or_else(|error| panic!("{address}: {error}"));
                assert!(bind.hosts().contains(&"localhost".to_owned()));
            }
        }
    }

    #[test]
    fn another_address_needs_access_and_hosts_and_answers_to_those_alone() {
        let host = Some("issues.example");
        for address in ["0.0.0.0:0", "192.0.2.1:80", "[::]:8080", "[::ffff:127.0.0.1]:80"] {
            for (host, access, error) in [
                (None, Access::open(), BindError::NoAccess),
                (host, Access::open(), BindError::NoAccess),
                (None, digests(), BindError::NoHost),
                (host, tokens(), BindError::TokensInClear),
            ] {
                assert_eq!(bind(address, host, access).err(), Some(error), "{address}");
            }
            let bind = bind(address, host, digests()).unwrap_or_else(|error| panic!("{address}: {error}"));
            assert_eq!((bind.hosts(), bind.origins()), (&["issues.example".to_owned()][..], &[][..]));
        }
    }

    #[test]
    fn a_value_of_host_or_origin_is_one() {
        for host in ["issues.example", "issues.example:8443", "192.0.2.1", "[::1]:80"] {
            assert!(is_host(host) && is_origin(&format!("https://{host}")), "{host}");
            assert!(is_origin("http://issues.example:*"));
        }
        for bad in ["", "*", "*.example", "a b", "a/b", "user@a", "a:", "http://a", "a?b", "a:*"] {
            assert!(!is_host(bad), "{bad}");
        }
        for bad in [
            "",
            "null",
            "*",
            "issues.example",
            "ftp://a",
            "https://",
            "https://a/",
            "https://*",
            "https://:*",
        ] {
            assert!(!is_origin(bad), "{bad}");
        }
    }
}
