//! The proxy between this machine and GitHub (decision 71).

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{HeaderValue, Uri};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use percent_encoding::percent_decode_str;
use secrecy::zeroize::Zeroizing;

use super::Endpoint;

/// The port of an address that names none.
const DEFAULT_PORT: u16 = 80;

/// GitHub's port, which `Endpoint::GITHUB` leaves to its scheme.
const GITHUB_PORT: u16 = 443;

/// A proxy that opens tunnels (`CONNECT`). It sees the name of GitHub's API
/// and, where its address has them, its own credentials; the token and all
/// data go through the tunnel, encrypted.
#[derive(Clone)]
pub struct Proxy {
    address: Uri,
    authorization: Option<HeaderValue>,
}

impl Proxy {
    /// The proxy of an address `[http://][USER[:PASSWORD]@]HOST[:PORT]`, port
    /// 80 unless said otherwise, user and password percent-encoded. Nothing
    /// for any other text: another scheme, a path, a user that basic
    /// authentication can not carry. (The matcher of hyper-util takes such a
    /// text for no proxy at all, and would go around it.)
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let text = Zeroizing::new(text);
        // `Uri` drops a fragment without a word.
        let uri = (!text.contains('#')).then(|| text.parse::<Uri>().ok()).flatten()?;
        let bare = uri.scheme() == Some(&Scheme::HTTP) && uri.path() == "/" && uri.query().is_none();
        let authority = uri.authority().filter(|_| bare)?;
        let (user, place) = match authority.as_str().rsplit_once('@') {
            Some((user, place)) => (user, place),
            None => ("", authority.as_str()),
        };
        let authorization = if user.is_empty() { None } else { Some(basic(user)?) };
        let mut address = uri.clone().into_parts();
        address.authority = Some(with_port(place, authority.host())?);
        address.path_and_query = Some(PathAndQuery::from_static("/"));
        Some(Self { address: Uri::from_parts(address).ok()?, authorization })
    }

    /// Whether a list as in `NO_PROXY` says that GitHub's API is reached
    /// without a proxy. Its entries are separated by commas or spaces: `*`, or
    /// a name that stands for itself and everything below it, with or without
    /// a leading dot, in any case, with or without `:443`. Addresses can be
    /// entries too; they never mean a name.
    #[must_use]
    pub fn is_bypassed(list: &str) -> bool {
        let (_, github) = Endpoint::GITHUB.split_once("://").unwrap_or_default();
        Self::is_bypassed_for(list, github, GITHUB_PORT)
    }

    /// Whether such a list says it of a host and port. An address is only
    /// reached without a proxy where it stands there itself.
    #[must_use]
    pub fn is_bypassed_for(list: &str, host: &str, port: u16) -> bool {
        let host = host.to_ascii_lowercase();
        list.split([',', ' ', '\t']).any(|entry| {
            let (name, own) = match entry.split_once(':') {
                Some((name, port)) => (name, Some(port)),
                None => (entry, None),
            };
            let is_port = own.is_none_or(|own| own.parse() == Ok(port));
            is_port && (name == "*" || is_at_or_above(name, &host))
        })
    }

    /// Connections through the proxy.
    pub(crate) fn tunnel(&self, connector: HttpConnector) -> Tunnel<HttpConnector> {
        let tunnel = Tunnel::new(self.address.clone(), connector);
        match &self.authorization {
            Some(value) => tunnel.with_auth(value.clone()),
            None => tunnel,
        }
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Proxy(..)")
    }
}

/// The `Proxy-Authorization` of `USER[:PASSWORD]`, percent-encoded (RFC 7617).
fn basic(user_and_password: &str) -> Option<HeaderValue> {
    let (user, password) = user_and_password.split_once(':').unwrap_or((user_and_password, ""));
    let user = Zeroizing::new(percent_decode_str(user).collect::<Vec<u8>>());
    let password = Zeroizing::new(percent_decode_str(password).collect::<Vec<u8>>());
    let sendable = !user.contains(&b':') && !user.iter().chain(&*password).any(u8::is_ascii_control);
    let pair = Zeroizing::new([user.as_slice(), b":", &password].concat());
    let encoded = Zeroizing::new(format!("Basic {}", BASE64_STANDARD.encode(&*pair)));
    let mut value = HeaderValue::from_str(&encoded).ok().filter(|_| sendable)?;
    value.set_sensitive(true);
    Some(value)
}

/// `HOST:PORT` of `HOST[:PORT]`.
fn with_port(place: &str, host: &str) -> Option<Authority> {
    let port = match place.strip_prefix(host)? {
        "" => DEFAULT_PORT,
        port => port.strip_prefix(':')?.parse().ok().filter(|port| *port > 0)?,
    };
    if host.is_empty() { None } else { format!("{host}:{port}").parse().ok() }
}

/// Whether a name, apart from dots around it, is a host or a domain that it
/// lies in.
fn is_at_or_above(name: &str, host: &str) -> bool {
    let name = name.strip_prefix('.').unwrap_or(name);
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let rest = host.strip_suffix(name.as_str());
    // The end of an address is no domain.
    let is_address = host.starts_with('[') || host.parse::<std::net::Ipv4Addr>().is_ok();
    let rest = rest.filter(|rest| !is_address || rest.is_empty());
    !name.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Option<(String, Option<String>)> {
        let proxy = Proxy::parse(text)?;
        let authorization = proxy.authorization.map(|value| value.to_str().unwrap().to_owned());
        Some((proxy.address.to_string(), authorization))
    }

    #[test]
    fn an_address_has_a_host_and_may_have_a_port() {
        for (text, address) in [
            ("http://proxy.example:3128", "http://proxy.example:3128/"),
            ("http://proxy.example:3128/", "http://proxy.example:3128/"),
            ("http://proxy.example", "http://proxy.example:80/"),
            ("HTTP://proxy.example", "http://proxy.example:80/"),
            ("proxy.example:3128", "http://proxy.example:3128/"),
            ("proxy", "http://proxy:80/"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ("http://[::1]:8080", "http://[::1]:8080/"),
            ("http://[::1]", "http://[::1]:80/"),
            ("http://@proxy:1", "http://proxy:1/"),
        ] {
            assert_eq!(parts(text), Some((address.to_owned(), None)), "{text}");
        }
    }

    #[test]
    fn credentials_are_decoded_and_never_stay_in_the_address() {
        // RFC 7617, section 2: Aladdin, open sesame.
        for (text, encoded) in [
            ("http://Aladdin:open%20sesame@proxy:1", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
            ("Aladdin:open%20sesame@proxy:1", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
            ("http://Aladdin@proxy:1", "Basic QWxhZGRpbjo="),
            ("http://:secret@proxy:1", "Basic OnNlY3JldA=="),
            ("http://a:b%3Ac%40d@proxy:1", "Basic YTpiOmNAZA=="),
        ] {
            assert_eq!(parts(text), Some(("http://proxy:1/".to_owned(), Some(encoded.to_owned()))), "{text}");
        }
        let proxy = Proxy::parse("http://canary:canary@canary:1").unwrap();
        let tunnel = proxy.tunnel(HttpConnector::new());
        assert_eq!(format!("{proxy:?}"), "Proxy(..)");
        assert!(!format!("{tunnel:?}").contains("Y2FuYXJ5"), "{tunnel:?}");
    }

    #[test]
    fn any_other_text_is_no_address() {
        for text in [
            "",
            "http://",
            "http:///",
            "/proxy",
            ":3128",
            "http://:3128",
            "https://proxy:3128",
            "socks5://proxy:1080",
            "socks5h://proxy:1080",
            "ftp://proxy",
            "http://proxy:",
            "http://proxy:0",
            "http://proxy:65536",
            "http://proxy:port",
            "http://proxy:-1",
            "http://proxy/path",
            "http://proxy?query",
            "http://proxy#fragment",
            "http://pro xy",
            " http://proxy",
            "http://proxy\n",
            "http://user:pass@",
            "http://us%3Aer:pass@proxy",
            "http://user%0d%0a:pass@proxy",
            "http://user:pass%00@proxy",
            "http://prox\u{e4}",
            "http://\u{fffd}",
        ] {
            assert_eq!(parts(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_list_names_hosts_that_are_reached_without_a_proxy() {
        for list in [
            "*",
            "api.github.com",
            "API.GitHub.com",
            ".api.github.com",
            "github.com",
            ".github.com",
            "com",
            "api.github.com.",
            "api.github.com:443",
            ".github.com:443",
            "*:443",
            "localhost,127.0.0.1,github.com",
            "localhost, github.com",
            "localhost github.com",
        ] {
            assert!(Proxy::is_bypassed(list), "{list}");
        }
        assert!(Proxy::is_bypassed_for("127.0.0.1", "127.0.0.1", 8443));
        assert!(Proxy::is_bypassed_for("example", "Login.Example", 443));
        assert!(!Proxy::is_bypassed_for("0.1,.1", "127.0.0.1", 443));
        assert!(!Proxy::is_bypassed_for("login.example:443", "login.example", 8443));
        for list in [
            "",
            ",",
            ".",
            " ",
            ":443",
            "hub.com",
            "thub.com",
            "pi.github.com",
            "xapi.github.com",
            "a.api.github.com",
            "github.com.example",
            "*.github.com",
            "api.github.com:80",
            "api.github.com:",
            "api.github.com:443:443",
            "https://api.github.com",
            "127.0.0.1",
            "10.0.0.0/8",
            "::1",
            "[::1]:443",
            "localhost,example.com",
        ] {
            assert!(!Proxy::is_bypassed(list), "{list}");
        }
    }
}
