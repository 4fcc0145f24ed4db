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

#[cfg(test)]
mod tests {
    use secrecy::zeroize::Zeroizing;

    use super::*;
    use crate::diagnostic::{Code, Detail};

    const USABLE: &str = "http://proxy.example:3128";
    const UNUSABLE: &str = "socks5://proxy.example:1080";

    fn environment(loopback: Option<&str>, proxy: Option<&str>, no_proxy: Option<&str>) -> Environment {
        Environment {
            token: None,
            loopback: loopback.map(str::to_owned),
            proxy: proxy.map(|address| ("https_proxy", Zeroizing::new(address.to_owned()))),
            no_proxy: no_proxy.map(str::to_owned),
            certificate_file: None,
            certificate_directories: Vec::new(),
            log: None,
            colourless: true,
        }
    }

    /// Whether GitHub is reached through a proxy; nothing for a server on this
    /// machine.
    fn through_proxy(environment: &Environment) -> Result<Option<bool>, Failure> {
        let endpoint = endpoint(environment)?;
        assert_eq!(endpoint.is_loopback(), endpoint.origin() != Endpoint::GITHUB);
        Ok(endpoint.way().map(|way| way.proxy.is_some()))
    }

    #[test]
    fn a_proxy_is_used_unless_the_list_names_github() {
        for (proxy, no_proxy, through) in [
            (None, None, false),
            (Some(USABLE), None, true),
            (Some(USABLE), Some("localhost,example.com"), true),
            (Some(USABLE), Some("localhost,.github.com"), false),
            (Some(USABLE), Some("*"), false),
            // What is not used is not judged.
            (Some(UNUSABLE), Some("api.github.com:443"), false),
        ] {
            let environment = environment(None, proxy, no_proxy);
            assert_eq!(through_proxy(&environment), Ok(Some(through)), "{proxy:?} {no_proxy:?}");
        }
    }

    #[test]
    fn a_proxy_that_can_not_be_used_is_not_gone_around() {
        let refused = through_proxy(&environment(None, Some(UNUSABLE), Some("localhost"))).unwrap_err();
        assert_eq!(refused.code(), Code::Runtime003);
        let finding = refused.diagnostics().next().unwrap();
        assert_eq!(finding.detail(), Some(Detail::Input("https_proxy")));
    }

    #[test]
    fn a_server_on_this_machine_has_no_way() {
        for proxy in [None, Some(USABLE), Some(UNUSABLE)] {
            let mut environment = environment(Some("http://127.0.0.1:1"), proxy, None);
            environment.certificate_file = Some("no-such-file".into());
            assert_eq!(through_proxy(&environment), Ok(None));
        }
        let elsewhere = environment(Some("http://example.com:1"), Some(USABLE), None);
        assert_eq!(through_proxy(&elsewhere).unwrap_err().code(), Code::Runtime008);
    }
}
