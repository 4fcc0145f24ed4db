//! A server that speaks TLS, and the certificates that it can show.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Who the program believes to talk to.
pub(crate) const GITHUB: &str = "api.github.com";

/// An authority that nobody ever trusted, CANARY in its name.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

/// What a server shows.
pub(crate) struct Identity {
    certificate: CertificateDer<'static>,
    key: PrivateKeyDer<'static>,
}

impl Authority {
    /// A new one.
    pub(crate) fn new() -> Self {
        let mut parameters = parameters("CANARY Authority", None, (2020, 4000));
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        parameters.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        Self(
            CertifiedIssuer::self_signed(parameters, KeyPair::generate().expect("a key"))
                .expect("a certificate"),
        )
    }

    /// Its own certificate.
    pub(crate) fn pem(&self) -> String {
        self.0.pem()
    }

    /// A certificate for a host, valid from the first day of a year to that of
    /// another.
    pub(crate) fn certify(&self, host: &str, years: (i32, i32)) -> Identity {
        let key = KeyPair::generate().expect("a key");
        let certificate = parameters("CANARY Server", Some(host), years).signed_by(&key, &self.0);
        Identity::of(&certificate.expect("a certificate"), &key)
    }
}

impl Identity {
    /// A certificate that vouches for itself.
    pub(crate) fn self_signed(host: &str) -> Self {
        let key = KeyPair::generate().expect("a key");
        let certificate = parameters("CANARY Server", Some(host), (2020, 4000)).self_signed(&key);
        Self::of(&certificate.expect("a certificate"), &key)
    }

    fn of(certificate: &rcgen::Certificate, key: &KeyPair) -> Self {
        let key = PrivateKeyDer::try_from(key.serialize_der()).expect("a key");
        Self { certificate: certificate.der().clone(), key }
    }
}

fn parameters(name: &str, host: Option<&str>, (from, until): (i32, i32)) -> CertificateParams {
    let hosts: Vec<String> = host.into_iter().map(str::to_owned).collect();
    let mut parameters = CertificateParams::new(hosts).expect("a host");
    parameters.distinguished_name.push(DnType::CommonName, name);
    parameters.not_before = date_time_ymd(from, 1, 1);
    parameters.not_after = date_time_ymd(until, 1, 1);
    parameters
}

/// Starts a server that takes TLS off and passes on what is inside to a server
/// at `http://ADDRESS`. Its thread ends with the test's process.
pub(crate) fn serve(identity: Identity, behind: &str) -> SocketAddr {
    let behind: SocketAddr = behind.strip_prefix("http://").expect("http").parse().expect("an address");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the versions of ring")
        .with_no_client_auth()
        .with_single_cert(vec![identity.certificate], identity.key)
        .expect("a key for the certificate");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        runtime.block_on(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // A client that does not trust the certificate hangs up.
                    let Ok(mut inside) = acceptor.accept(stream).await else { return };
                    let mut server = TcpStream::connect(behind).await.expect("the server behind");
                    let _ = copy_bidirectional(&mut inside, &mut server).await;
                });
            }
        });
    });
    address
}
