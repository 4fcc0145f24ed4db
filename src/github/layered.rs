//! Octocrab as it is used here: above one service at the bottom, below one
//! layer that writes the headers, and nothing of its own between.

use std::time::Duration;

use http::{Request, Response};
use http_body::Body;
use hyper::body::Bytes;
use octocrab::{AuthState, OctoBody, Octocrab, OctocrabBuilder};
use tower::Service;
use tower::util::MapRequestLayer;

use super::{Endpoint, Way, live};
use crate::diagnostic::Failure;

pub(super) type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Over connections to an endpoint, each of which has to stand within
/// `connect`.
///
/// # Errors
///
/// `YKP-GH-READ-004` when no certificate can be trusted.
pub(super) fn live<F>(endpoint: &Endpoint, connect: Duration, stamp: F) -> Result<Octocrab, Failure>
where
    F: FnMut(Request<OctoBody>) -> Request<OctoBody> + Clone + Send + Sync + 'static,
{
    Ok(match endpoint.way() {
        None => above(live::sender(live::plain(), connect), stamp),
        Some(Way { proxy: None, roots }) => {
            above(live::sender(live::encrypted(live::plain(), roots)?, connect), stamp)
        }
        Some(Way { proxy: Some(proxy), roots }) => {
            let tunnel = proxy.tunnel(live::plain());
            above(live::sender(live::encrypted(tunnel, roots)?, connect), stamp)
        }
    })
}

/// Above one service, with the headers of `stamp` and none of octocrab's.
pub(super) fn above<S, B, F>(service: S, stamp: F) -> Octocrab
where
    S: Service<Request<OctoBody>, Response = Response<B>, Future: Send> + Send + 'static,
    S::Error: Into<BoxError>,
    B: Body<Data = Bytes> + Send + Sync + 'static,
    B::Error: Into<BoxError>,
    F: FnMut(Request<OctoBody>) -> Request<OctoBody> + Clone + Send + Sync + 'static,
{
    let stamp = MapRequestLayer::new(stamp);
    let Ok(octocrab) = OctocrabBuilder::new_empty()
        .with_service(service)
        .with_layer(&stamp)
        .with_auth(AuthState::None)
        .build();
    octocrab
}
