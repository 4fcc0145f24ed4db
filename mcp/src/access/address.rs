//! Addresses that name something: this server, and who issues tokens for it.
//! They are compared letter by letter, so only one spelling is taken.

use std::fmt;

use axum::http::Uri;

/// The longest of them, in bytes.
const LONGEST: usize = 512;

/// The canonical URI of this server: what tokens have to be issued for (MCP,
/// *Canonical Server URI*; RFC 8707, section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Scheme and authority.
    origin: String,
    /// Empty, or segments that each begin with a slash.
    path: String,
}

/// The issuer of tokens (RFC 8414, section 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issuer(String);

/// An address that is none of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    /// No canonical URI.
    #[error(
        "an address in small letters as https://issues.example/mcp is expected, without query, fragment or \
         final slash; http:// only with a name of this machine"
    )]
    Resource,
    /// No issuer.
    #[error("an address as https://login.example is expected, without query and fragment")]
    Issuer,
}

impl Resource {
    /// The URI that a text is.
    ///
    /// # Errors
    ///
    /// For any other text.
    pub fn parse(text: &str) -> Result<Self, BadAddress> {
        let (scheme, authority, path) = parts(text).ok_or(BadAddress::Resource)?;
        let is_loopback = ["localhost", "127.0.0.1", "[::1]"].iter().any(|host| {
            authority.strip_prefix(host).is_some_and(|port| port.is_empty() || port.starts_with(':'))
        });
        let is_small = !authority.bytes().any(|byte| byte.is_ascii_uppercase());
        let is_plain = |segment: &str| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
            !matches!(segment, "" | "." | "..") && segment.bytes().all(plain)
        };
        let is_path =
            path.is_empty() || path.strip_prefix('/').is_some_and(|path| path.split('/').all(is_plain));
        let is_scheme = scheme == "https" || (scheme == "http" && is_loopback);
        if !(is_scheme && is_small && is_path) {
            return Err(BadAddress::Resource);
        }
        Ok(Self { origin: format!("{scheme}://{authority}"), path: path.to_owned() })
    }

    /// The path of its metadata (RFC 9728, section 3.1): the well-known place
    /// stands before the server's own path.
    #[must_use]
    pub fn metadata_path(&self) -> String {
        format!("{WELL_KNOWN}{}", self.path)
    }

    /// The address of its metadata.
    #[must_use]
    pub fn metadata_address(&self) -> String {
        format!("{}{}", self.origin, self.metadata_path())
    }
}

/// The place of metadata on a server with one resource.
pub const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

impl fmt::Display for Resource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.origin, self.path)
    }
}

impl Issuer {
    /// The issuer that a text names.
    ///
    /// # Errors
    ///
    /// For any other text.
    pub fn parse(text: &str) -> Result<Self, BadAddress> {
        match parts(text) {
            Some(("https", _, _)) => Ok(Self(text.to_owned())),
            _ => Err(BadAddress::Issuer),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Scheme, authority and path of an address that has nothing else.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let is_visible = |byte: u8| byte.is_ascii_graphic() && !b"?#@\"\\".contains(&byte);
    if text.len() > LONGEST || !text.bytes().all(is_visible) {
        return None;
    }
    let (scheme, rest) = text.split_once("://")?;
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let uri: Uri = text.parse().ok()?;
    let is_whole = uri.host().is_some_and(|host| !host.is_empty()) && !authority.ends_with(':');
    (is_whole && uri.authority().is_some_and(|own| own == authority)).then_some((scheme, authority, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canonical_uri_says_where_its_metadata_is() {
        for (text, metadata) in [
            ("https://issues.example/mcp", "https://issues.example/.well-known/oauth-protected-resource/mcp"),
            ("https://issues.example", "https://issues.example/.well-known/oauth-protected-resource"),
            (
                "https://a.example:8443/x/mcp",
                "https://a.example:8443/.well-known/oauth-protected-resource/x/mcp",
            ),
            ("http://127.0.0.1:8080/mcp", "http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp"),
            ("http://[::1]:80", "http://[::1]:80/.well-known/oauth-protected-resource"),
        ] {
            let resource = Resource::parse(text).unwrap();
            assert_eq!(
                (resource.to_string().as_str(), resource.metadata_address().as_str()),
                (text, metadata)
            );
        }
    }

    #[test]
    fn there_is_one_spelling() {
        for bad in [
            "",
            "issues.example/mcp",
            "https://",
            "https:///mcp",
            "https://issues.example/",
            "https://issues.example/mcp/",
            "https://issues.example//mcp",
            "https://issues.example/../mcp",
            "https://issues.example/mcp?a",
            "https://issues.example/mcp#a",
            "https://user@issues.example/mcp",
            "https://issues.example:/mcp",
            "https://Issues.example/mcp",
            "HTTPS://issues.example/mcp",
            "http://issues.example/mcp",
            "http://127.0.0.1.example/mcp",
            "http://localhostile/mcp",
            "ftp://issues.example/mcp",
            "https://issues.example/{mcp}",
            "https://issues.example/m\"cp",
            "https://issues.example/%6Dcp",
            " https://issues.example/mcp",
        ] {
            assert_eq!(Resource::parse(bad), Err(BadAddress::Resource), "{bad}");
        }
        for good in ["https://login.example", "https://login.example/", "https://login.example/realms/a"] {
            assert_eq!(Issuer::parse(good).unwrap().as_str(), good);
        }
        for bad in [
            "",
            "http://login.example",
            "login.example",
            "https://a?b",
            "https://a#b",
            "https://u@a",
            "https://\"a",
        ] {
            assert_eq!(Issuer::parse(bad), Err(BadAddress::Issuer), "{bad}");
        }
    }
}
