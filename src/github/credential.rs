//! The token: what it is, never what it says (decision 60).

use std::fmt;

use http::HeaderValue;
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

use super::Endpoint;
use crate::diagnostic::{Code, Failure};
use crate::scope::SubjectClass;

/// A token and its class. Without `Display` and without `Serialize`; `Debug`
/// shows the class alone, and the memory is overwritten when it is dropped.
pub struct Credential {
    token: SecretString,
    class: SubjectClass,
}

/// One credential at one server, as a digest that can be compared and not
/// printed. It tells what is kept for one token from what is kept for another,
/// and never leaves the process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity([u8; 32]);

impl fmt::Debug for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Identity(…)")
    }
}

impl Credential {
    /// The most bytes that a caller may hand over, line end included.
    pub const MAX_BYTES: usize = 8192;

    /// A token as it comes from standard input or the environment (contract
    /// part 7.2): at most 8,192 bytes; one trailing LF or CRLF is removed; the
    /// rest is not empty and visible ASCII throughout, since it becomes a
    /// header. Its class is the one that its prefix tells; a token without a
    /// known prefix needs a profile.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-004` when it is no token; `YKP-RUNTIME-005` when its class
    /// is not known or contradicts the profile.
    pub fn parse(bytes: &[u8], profile: Option<SubjectClass>) -> Result<Self, Failure> {
        let unusable = || Failure::of(Code::Runtime004);
        let line = Self::line(bytes).ok_or_else(unusable)?;
        let token = std::str::from_utf8(line).map_err(|_| unusable())?;
        let class = match (class_of(token), profile) {
            (Some(told), Some(profile)) if told != profile => return Err(Failure::of(Code::Runtime005)),
            (Some(class), _) | (None, Some(class)) => class,
            (None, None) => return Err(Failure::of(Code::Runtime005)),
        };
        Ok(Self { token: SecretString::from(token), class })
    }

    /// The token's own bytes, without their line end; `None` for what can be no
    /// token of any kind.
    pub(crate) fn line(bytes: &[u8]) -> Option<&[u8]> {
        let line = bytes.strip_suffix(b"\n").map_or(bytes, |line| line.strip_suffix(b"\r").unwrap_or(line));
        let fits = bytes.len() <= Self::MAX_BYTES && !line.is_empty();
        (fits && line.iter().all(u8::is_ascii_graphic)).then_some(line)
    }

    /// The class.
    #[must_use]
    pub fn class(&self) -> SubjectClass {
        self.class
    }

    /// The token's identity at a server.
    #[must_use]
    pub fn identity(&self, endpoint: &Endpoint) -> Identity {
        let digest = Sha256::new()
            .chain_update(endpoint.origin())
            .chain_update([0])
            .chain_update(self.token.expose_secret());
        Identity(digest.finalize().into())
    }

    /// The value of the `Authorization` header, marked sensitive: libraries
    /// print a placeholder in its place.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-004` if it can not be a header value.
    pub(crate) fn header(&self) -> Result<HeaderValue, Failure> {
        let text = SecretString::from(format!("Bearer {}", self.token.expose_secret()));
        let mut value =
            HeaderValue::from_str(text.expose_secret()).map_err(|_| Failure::of(Code::Runtime004))?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Credential").field("class", &self.class).finish_non_exhaustive()
    }
}

/// The class that GitHub's own prefix tells.
fn class_of(token: &str) -> Option<SubjectClass> {
    let by_prefix = [
        ("ghs_", SubjectClass::InstallationToken),
        ("ghu_", SubjectClass::UserToServerToken),
        ("github_pat_", SubjectClass::FineGrainedUserToken),
        ("ghp_", SubjectClass::ClassicUserToken),
        ("gho_", SubjectClass::OauthToken),
    ];
    let known = by_prefix.into_iter().find(|(prefix, _)| token.starts_with(prefix)).map(|(_, class)| class);
    let old_form = token.len() == 40 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    known.or(old_form.then_some(SubjectClass::ClassicUserToken))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_tells_the_class() {
        let hexadecimal = "0123456789abcdefABCD0123456789abcdefABCD";
        for (token, class) in [
            ("ghs_x", SubjectClass::InstallationToken),
            ("ghu_x", SubjectClass::UserToServerToken),
            ("github_pat_x", SubjectClass::FineGrainedUserToken),
            ("ghp_x", SubjectClass::ClassicUserToken),
            ("gho_x", SubjectClass::OauthToken),
            (hexadecimal, SubjectClass::ClassicUserToken),
        ] {
            assert_eq!(Credential::parse(token.as_bytes(), None).unwrap().class(), class);
            assert_eq!(Credential::parse(token.as_bytes(), Some(class)).unwrap().class(), class);
        }
    }

    #[test]
    fn an_unknown_prefix_needs_a_profile_and_a_contradiction_is_refused() {
        let code = |token: &str, profile| Credential::parse(token.as_bytes(), profile).unwrap_err().code();
        for unknown in ["ghx_x", "GHS_x", "x", &"a".repeat(39), &"a".repeat(41), &"g".repeat(40)] {
            assert_eq!(code(unknown, None), Code::Runtime005, "{unknown}");
            let told = Credential::parse(unknown.as_bytes(), Some(SubjectClass::OauthToken)).unwrap();
            assert_eq!(told.class(), SubjectClass::OauthToken);
        }
        assert_eq!(code("ghs_x", Some(SubjectClass::ClassicUserToken)), Code::Runtime005);
    }

    #[test]
    fn one_line_end_is_removed_and_nothing_else() {
        let header = |bytes: &[u8]| {
            Credential::parse(bytes, None)
                .map(|credential| credential.header().unwrap())
                .map_err(|f| f.code())
        };
        for good in [&b"ghs_x"[..], b"ghs_x\n", b"ghs_x\r\n"] {
            assert_eq!(header(good).unwrap(), "Bearer ghs_x");
        }
        for bad in [
            &b""[..],
            b"\n",
            b"\r\n",
            b"ghs_x\n\n",
            b"ghs_x\r",
            b" ghs_x",
            b"ghs_x ",
            b"ghs_\tx",
            b"ghs_\0x",
            b"ghs_\x7f",
            b"ghs_\xc3\xa9",
            b"ghs_\xff",
            b"ghs_x\r\nX-Other: 1",
        ] {
            assert_eq!(header(bad).unwrap_err(), Code::Runtime004, "{bad:?}");
        }
    }

    #[test]
    fn a_token_is_bounded() {
        let token = |length: usize| format!("ghs_{}", "x".repeat(length - 4)).into_bytes();
        assert!(Credential::parse(&token(8192), None).is_ok());
        assert_eq!(Credential::parse(&token(8193), None).unwrap_err().code(), Code::Runtime004);
    }

    #[test]
    fn another_token_or_another_server_is_another_identity() {
        let identity = |token: &[u8], address| {
            let endpoint = Endpoint::loopback(address).unwrap();
            Credential::parse(token, None).unwrap().identity(&endpoint)
        };
        let (here, there) = ("http://127.0.0.1:1", "http://127.0.0.1:2");
        assert_eq!(identity(b"ghs_a", here), identity(b"ghs_a\n", here));
        assert_ne!(identity(b"ghs_a", here), identity(b"ghs_b", here));
        assert_ne!(identity(b"ghs_a", here), identity(b"ghs_a", there));
        assert_eq!(format!("{:?}", identity(b"ghs_a", here)), "Identity(…)");
    }

    #[test]
    fn the_token_can_not_be_debugged_into_the_open() {
        let credential = Credential::parse(b"ghs_canary", None).unwrap();
        let shown = format!("{credential:?} {:?}", credential.header().unwrap());
        assert!(!shown.contains("canary"), "{shown}");
        assert!(shown.contains("InstallationToken") && shown.contains("Sensitive"), "{shown}");
    }
}
