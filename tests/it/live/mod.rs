//! The real program on the way to GitHub: TLS, proxies and the limits of what
//! comes back. GitHub is played by a server behind a proxy on this machine.

mod image;
mod limits;
mod proxies;
mod tls;

use crate::support::program::{Outcome, Plan};
use crate::support::proxy::{Gate, Proxy};
use crate::support::server::Server;
use crate::support::tls::{Authority, GITHUB, Identity, serve};
use crate::support::world::World;

/// A world behind TLS behind a proxy, and an authority that can be trusted.
struct Path {
    server: Server,
    proxy: Proxy,
    directory: tempfile::TempDir,
}

impl Path {
    /// With a certificate that is in order.
    fn new() -> Self {
        Self::showing(|authority| authority.certify(GITHUB, (2020, 4000)))
    }

    /// With the certificate that is made here.
    fn showing(identity: impl FnOnce(&Authority) -> Identity) -> Self {
        let authority = Authority::new();
        let server = Server::of(World::organization());
        let proxy = Proxy::start(Gate::Open(serve(identity(&authority), &server.address())));
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("trusted.pem"), authority.pem()).unwrap();
        Self { server, proxy, directory }
    }

    /// The file that holds the authority's certificate.
    fn file(&self) -> String {
        self.directory.path().join("trusted.pem").to_str().unwrap().to_owned()
    }

    /// The directory of that file.
    fn directory(&self) -> &str {
        self.directory.path().to_str().unwrap()
    }

    /// A run through the proxy that trusts the file.
    fn plan(&self) -> Plan {
        Plan::on_github().variable("HTTPS_PROXY", &self.proxy.url()).variable("SSL_CERT_FILE", &self.file())
    }
}

/// The option or variable that a failed run names.
fn named(outcome: &Outcome) -> String {
    outcome.json()["diagnostics"][0]["option"].as_str().unwrap_or_default().to_owned()
}
