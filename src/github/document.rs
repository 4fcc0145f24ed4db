//! A public document of another server for another program of this workspace
//! (feature `fixed-requests`): over the same TLS, certificates and proxy as
//! everything else, without a credential, bounded, one request at a time. The
//! operator names the address when the program starts; no caller can.

use std::fmt;

use http::header::{ACCEPT, HeaderValue, USER_AGENT};
use http::{Request, StatusCode, Uri};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use octocrab::OctoBody;
use tower::ServiceExt as _;

use super::body::Coding;
use super::{Timeouts, Way, body, live};
use crate::diagnostic::Failure;

/// A JSON document at an `https://` address.
#[derive(Clone)]
pub struct Document {
    address: Uri,
    agent: &'static str,
    timeouts: Timeouts,
    connections: Connections,
}

#[derive(Clone)]
enum Connections {
    Direct(HttpsConnector<HttpConnector>),
    Proxied(HttpsConnector<Tunnel<HttpConnector>>),
}

impl Document {
    /// The host and port of an address, where it is one that can be read:
    /// `https://HOST[:PORT]/PATH`, without a user or a fragment.
    #[must_use]
    pub fn place(address: &str) -> Option<(String, u16)> {
        let uri: Uri = address.parse().ok().filter(|_| !address.contains('#'))?;
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
        let is_https = uri.scheme_str() == Some("https") && !authority.host().is_empty();
        is_https.then(|| (authority.host().to_owned(), authority.port_u16().unwrap_or(443)))
    }

    /// The document at an address, asked for by `agent`.
    ///
    /// # Errors
    ///
    /// `YKP-GH-READ-004` when no certificate can be trusted.
    pub fn new(
        address: &str,
        agent: &'static str,
        way: &Way,
        timeouts: Timeouts,
    ) -> Result<Option<Self>, Failure> {
        let Some(uri) = Self::place(address).and_then(|_| address.parse::<Uri>().ok()) else {
            return Ok(None);
        };
        let connections = match &way.proxy {
            None => Connections::Direct(live::encrypted(live::plain(), &way.roots)?),
            Some(proxy) => Connections::Proxied(live::encrypted(proxy.tunnel(live::plain()), &way.roots)?),
        };
        Ok(Some(Self { address: uri, agent, timeouts, connections }))
    }

    /// Reads the document, at most `most` bytes of it. Nothing where it does
    /// not come whole, in time, and with status 200; a redirect is not
    /// followed.
    pub async fn read(&self, most: usize) -> Option<Vec<u8>> {
        tokio::time::timeout(self.timeouts.request, self.exchange(most)).await.ok().flatten()
    }

    async fn exchange(&self, most: usize) -> Option<Vec<u8>> {
        let request = Request::get(self.address.clone())
            .header(ACCEPT, HeaderValue::from_static("application/json"))
            .header(USER_AGENT, HeaderValue::from_static(self.agent))
            .body(OctoBody::empty())
            .ok()?;
        let connect = self.timeouts.connect;
        let response = match &self.connections {
            Connections::Direct(direct) => live::sender(direct.clone(), connect).oneshot(request).await,
            Connections::Proxied(tunnel) => live::sender(tunnel.clone(), connect).oneshot(request).await,
        };
        let (head, body) = response.ok()?.into_parts();
        let coding = Coding::of(&head.headers).filter(|_| head.status == StatusCode::OK)?;
        let mut left = most;
        let charge = |bytes: usize| match left.checked_sub(bytes) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        };
        body::whole(body, coding, charge).await.ok()
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Document(…)")
    }
}
