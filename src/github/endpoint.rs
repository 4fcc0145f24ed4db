//! Where requests go (decision 72).

use super::{Proxy, Roots};
use crate::diagnostic::{Code, Failure};

/// How connections to GitHub are made.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Through which proxy, if any.
    pub proxy: Option<Proxy>,
    /// Which certificates are trusted.
    pub roots: Roots,
}

/// Where requests go: GitHub's API, or a server on this machine for tests and
/// demonstrations. There is no third place.
#[derive(Clone, Debug)]
pub struct Endpoint {
    origin: String,
    /// To GitHub; a server on this machine needs none, and no proxy or
    /// certificate ever comes between.
    way: Option<Way>,
}

impl Endpoint {
    /// Scheme and host of GitHub's API.
    pub const GITHUB: &'static str = "https://api.github.com";

    /// GitHub's API, directly.
    #[must_use]
    pub fn github() -> Self {
        Self::github_by(Way::default())
    }

    /// GitHub's API.
    #[must_use]
    pub fn github_by(way: Way) -> Self {
        Self { origin: Self::GITHUB.to_owned(), way: Some(way) }
    }

    /// A server on this machine: exactly `http://127.0.0.1:PORT` or
    /// `http://[::1]:PORT`, the port in plain digits from 1 to 65535. No name,
    /// no path, no credentials, no other address.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-008` for any other text.
    pub fn loopback(text: &str) -> Result<Self, Failure> {
        let port = ["http://127.0.0.1:", "http://[::1]:"].iter().find_map(|prefix| text.strip_prefix(prefix));
        let plain = |port: &&str| {
            port.len() <= 5 && !port.starts_with('0') && port.bytes().all(|byte| byte.is_ascii_digit())
        };
        match port.filter(plain).and_then(|port| port.parse::<u16>().ok()) {
            Some(_) => Ok(Self { origin: text.to_owned(), way: None }),
            None => Err(Failure::of(Code::Runtime008)),
        }
    }

    /// Scheme, host and port, without a path.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether requests stay on this machine, and so go without TLS.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.way.is_none()
    }

    /// The way to GitHub; none to a server on this machine.
    pub(crate) fn way(&self) -> Option<&Way> {
        self.way.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::Endpoint;
    use crate::diagnostic::Code;

    #[test]
    fn a_literal_loopback_address_is_accepted() {
        for good in ["http://127.0.0.1:1", "http://127.0.0.1:65535", "http://[::1]:8080"] {
            let endpoint = Endpoint::loopback(good).unwrap();
            assert_eq!(endpoint.origin(), good);
            assert!(endpoint.is_loopback());
        }
        assert_eq!(Endpoint::github().origin(), "https://api.github.com");
        assert!(!Endpoint::github().is_loopback());
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "",
            "http://127.0.0.1",
            "http://127.0.0.1:",
            "http://127.0.0.1:0",
            "http://127.0.0.1:080",
            "http://127.0.0.1:+80",
            "http://127.0.0.1:65536",
            "http://127.0.0.1:99999999999999999999",
            "http://127.0.0.1:80/",
            "http://127.0.0.1:80/api",
            "http://127.0.0.1:80?a",
            "http://127.0.0.1:80#a",
            "http://127.0.0.1:80\n",
            " http://127.0.0.1:80",
            "http://127.0.0.1:80@example.com",
            "http://user@127.0.0.1:80",
            "http://127.0.0.2:80",
            "http://127.1:80",
            "http://2130706433:80",
            "http://0.0.0.0:80",
            "http://localhost:80",
            "http://[::]:80",
            "http://[::ffff:127.0.0.1]:80",
            "http://::1:80",
            "HTTP://127.0.0.1:80",
            "https://127.0.0.1:80",
            "https://api.github.com",
            "127.0.0.1:80",
        ] {
            let refused = Endpoint::loopback(bad).unwrap_err();
            assert_eq!(refused.code(), Code::Runtime008, "{bad:?}");
        }
    }
}
