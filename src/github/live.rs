//! The live connection: HTTP/1.1 over rustls, or plain to this machine. It
//! sends each request once; nothing here retries, follows or waits.

use std::sync::Arc;
use std::time::Duration;

use http::{Request, Response, Uri};
use hyper::body::Incoming;
use hyper::rt::{Read, Write};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::{Connection, HttpConnector};
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::TokioExecutor;
use octocrab::OctoBody;
use rustls::ClientConfig;
use tower::{Service, ServiceExt as _};

use super::Roots;
use crate::diagnostic::{Code, Failure};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Sends requests over connections of `connector`, each of which has to stand
/// within `connect`: name, socket and handshake together.
pub(crate) fn sender<C>(
    connector: C,
    connect: Duration,
) -> impl Service<Request<OctoBody>, Response = Response<Incoming>, Error = Error, Future: Send> + Send + 'static
where
    C: Service<Uri> + Clone + Send + Sync + 'static,
    C::Response: Read + Write + Connection + Unpin + Send + 'static,
    C::Future: Send + 'static,
    BoxError: From<C::Error>,
{
    let bounded = connector.map_future(move |connecting| {
        Box::pin(async move { Ok::<_, BoxError>(tokio::time::timeout(connect, connecting).await??) })
    });
    // The client would send a request again when a reused connection turns
    // out to be closed; one request is one request (decision 70).
    Client::builder(TokioExecutor::new()).retry_canceled_requests(false).build(bounded)
}

/// Connections that are not encrypted by themselves.
pub(crate) fn plain() -> HttpConnector {
    let mut connector = HttpConnector::new();
    // TLS is a layer above, and asks for an address with its own scheme.
    connector.enforce_http(false);
    connector
}

/// Connections to GitHub over those of `connector`, and never without TLS.
///
/// # Errors
///
/// `YKP-GH-READ-004` when no certificate can be trusted.
pub(crate) fn encrypted<C>(connector: C, roots: &Roots) -> Result<HttpsConnector<C>, Failure> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|_| Failure::of(Code::GithubRead004))?
        .with_root_certificates(roots.store()?)
        .with_no_client_auth();
    let builder = HttpsConnectorBuilder::new().with_tls_config(config).https_only().enable_http1();
    Ok(builder.wrap_connector(connector))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http::{Request, Uri};
    use hyper_util::rt::TokioIo;
    use octocrab::OctoBody;
    use tokio::net::TcpStream;
    use tower::{Service as _, service_fn};

    use super::{BoxError, Roots, encrypted, plain, sender};

    #[tokio::test]
    async fn an_encrypted_connection_is_never_plain() {
        let mut sender = sender(encrypted(plain(), &Roots::machine()).unwrap(), Duration::from_secs(10));
        let request = Request::builder().uri("http://127.0.0.1:1/").body(OctoBody::empty()).unwrap();
        let refused = sender.call(request).await.unwrap_err();
        let cause = std::error::Error::source(&refused).map(ToString::to_string);
        assert!(cause.is_some_and(|cause| cause.contains("scheme")), "{refused:?}");
    }

    #[tokio::test]
    async fn trap_30_a_connection_has_to_stand_in_time() {
        let never = service_fn(|_: Uri| std::future::pending::<Result<TokioIo<TcpStream>, BoxError>>());
        let mut sender = sender(never, Duration::from_millis(20));
        let request = Request::builder().uri("http://127.0.0.1:1/").body(OctoBody::empty()).unwrap();
        assert!(sender.call(request).await.unwrap_err().is_connect());
    }
}
