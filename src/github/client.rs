//! The client: every request passes [`Client::send`], is admitted, sent once,
//! and its answer judged and read within bounds.

use std::fmt;
use std::time::Duration;

use http::{Request, Response, StatusCode};
use http_body::Body;
use hyper::body::Bytes;
use octocrab::{OctoBody, Octocrab};
use tower::Service;

use super::ledger::{Ledger, LedgerState, Reservation};
use super::status::{self, Verdict};
use super::{
    Answer, Credential, Endpoint, Exchange, Further, Identity, Operation, Reply, Tally, Validator, body,
    capability, headers, layered,
};
use crate::diagnostic::{Code, Failure, Stage};
use crate::scope::{Budgets, SubjectClass};

/// How long a request may take (decision 69).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Until a connection stands, through proxy and handshake, default 10 s.
    pub connect: Duration,
    /// Until the answer is whole, default 60 s.
    pub request: Duration,
}

impl Timeouts {
    /// The defaults.
    pub const DEFAULT: Self = Self { connect: Duration::from_secs(10), request: Duration::from_secs(60) };
}

impl Default for Timeouts {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Why a transport without a socket has no answer: nothing holds the request.
#[derive(Debug, thiserror::Error)]
#[error("the request is not recorded")]
pub(crate) struct NotRecorded;

/// Sends the operations of one run. Nothing of a request or an answer is
/// logged here.
pub struct Client {
    octocrab: Octocrab,
    endpoint: Endpoint,
    subject: SubjectClass,
    identity: Option<Identity>,
    ledger: Ledger,
    timeouts: Timeouts,
}

impl Client {
    /// A client that talks to GitHub, or to a server on this machine. To be
    /// called inside a tokio runtime with its timer and network.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-004` for a token that can not be sent, `YKP-GH-READ-004`
    /// when no certificate can be trusted.
    pub fn live(
        endpoint: Endpoint,
        credential: &Credential,
        budgets: Budgets,
        timeouts: Timeouts,
    ) -> Result<Self, Failure> {
        let authorization = Some(credential.header()?);
        let identity = Some(credential.identity(&endpoint));
        let ledger = Ledger::metered(budgets);
        let octocrab = layered::live(&endpoint, timeouts.connect, stamp(authorization))?;
        Ok(Self { identity, ..Self::new(octocrab, endpoint, credential.class(), ledger, timeouts) })
    }

    /// The client of one more run with budgets of its own: the same way and the
    /// same identity, and what GitHub said is left in common with this one.
    #[must_use]
    pub fn further_within(&self, budgets: Budgets) -> Self {
        self.beside(Some(budgets))
    }

    fn beside(&self, own: Option<Budgets>) -> Self {
        Self {
            octocrab: self.octocrab.clone(),
            endpoint: self.endpoint.clone(),
            subject: self.subject,
            identity: self.identity,
            ledger: self.ledger.further(own),
            timeouts: self.timeouts,
        }
    }

    /// A client above a service that answers without a socket. No token takes
    /// part; `subject` says for which class the answers are.
    pub(crate) fn over<S, B>(service: S, subject: SubjectClass, budgets: Budgets) -> Self
    where
        S: Service<Request<OctoBody>, Response = Response<B>, Future: Send> + Send + 'static,
        S::Error: Into<layered::BoxError>,
        B: Body<Data = Bytes> + Send + Sync + 'static,
        B::Error: Into<layered::BoxError>,
    {
        let ledger = Ledger::unmetered(budgets);
        Self::new(
            layered::above(service, stamp(None)),
            Endpoint::github(),
            subject,
            ledger,
            Timeouts::DEFAULT,
        )
    }

    fn new(
        octocrab: Octocrab,
        endpoint: Endpoint,
        subject: SubjectClass,
        ledger: Ledger,
        timeouts: Timeouts,
    ) -> Self {
        Self { octocrab, endpoint, subject, identity: None, ledger, timeouts }
    }

    /// Reserves for a request that is about to be sent, or refuses it.
    ///
    /// # Errors
    ///
    /// `YKP-CAPABILITY-001`; those of the ledger.
    async fn admit<'a>(
        &'a self,
        operation: &Operation,
        tally: &'a Tally,
    ) -> Result<Reservation<'a>, Failure> {
        capability::require(self.subject, operation)?;
        self.ledger.reserve(operation, tally).await
    }

    /// The request of an operation. Its headers are the layer's.
    fn request(&self, operation: &Operation) -> Result<Request<OctoBody>, Failure> {
        let impossible = || Failure::of(Code::Runtime009);
        let body = operation.body().map_err(|_| impossible())?;
        Request::builder()
            .method(operation.method())
            .uri(format!("{}{}", self.endpoint.origin(), operation.target()))
            .body(body.map_or_else(OctoBody::empty, OctoBody::from))
            .map_err(|_| impossible())
    }

    /// Sends a request and reads its answer.
    async fn exchange(
        &self,
        request: Request<OctoBody>,
        operation: &Operation,
        validator: Option<&Validator>,
        mut reservation: Reservation<'_>,
    ) -> Result<Reply, Failure> {
        let stage = operation.stage();
        let tally = reservation.tally();
        let response = self.octocrab.execute(request).await.map_err(|error| unanswered(&error, stage))?;
        let (head, body) = response.into_parts();
        self.ledger.answered(&mut reservation, &head.headers);
        let is_confirmed = |validator: &Validator| validator.is_confirmed_by(&head.headers);
        if head.status == StatusCode::NOT_MODIFIED && validator.is_some_and(is_confirmed) {
            return Ok(Reply::Unchanged { link: status::link(&head.headers, stage)? });
        }
        match status::judge(&head, stage, operation.resource()) {
            Verdict::Fail(failure) => Err(failure),
            Verdict::ReadReason(coding) => {
                let reason = body::beginning(body, coding, |bytes| self.ledger.charge(tally, bytes)).await;
                let failure = status::judge_reason(&reason, stage);
                if failure.code() == Code::Rate001 {
                    self.ledger.pause();
                }
                Err(failure)
            }
            Verdict::Read(coding) => {
                let link = status::link(&head.headers, stage)?;
                let body = body::whole(body, coding, |bytes| self.ledger.charge(tally, bytes)).await;
                let body = body.map_err(|code| Failure::read(code, stage))?;
                match operation {
                    Operation::Relationships { .. } | Operation::Rollback(_) => {
                        self.ledger.priced(&mut reservation, &body)?;
                    }
                    Operation::RateLimit => self.ledger.probed(&mut reservation, &body)?,
                    _ => {}
                }
                if operation.is_paged() {
                    self.ledger.count_page(&reservation);
                }
                Ok(Reply::Answer(Answer { body, link, validator: Validator::of(&head.headers) }))
            }
        }
    }
}

impl Exchange for Client {
    async fn ask(
        &self,
        operation: &Operation,
        validator: Option<&Validator>,
        tally: &Tally,
    ) -> Result<Reply, Failure> {
        let mut request = self.request(operation)?;
        if let Some(validator) = validator {
            request.extensions_mut().insert(validator.clone());
        }
        let reservation = self.admit(operation, tally).await?;
        if validator.is_some() {
            self.ledger.count_condition(&reservation);
        }
        let exchange = self.exchange(request, operation, validator, reservation);
        tokio::time::timeout(self.timeouts.request, exchange)
            .await
            .unwrap_or_else(|_| Err(Failure::read(Code::GithubRead004, operation.stage())))
    }

    fn affords(&self, requests: u32) -> bool {
        self.ledger.affords(requests)
    }

    fn identity(&self) -> Option<Identity> {
        self.identity
    }

    fn ledger(&self) -> LedgerState {
        self.ledger.state()
    }

    fn origin(&self) -> &str {
        self.endpoint.origin()
    }
}

impl Further for Client {
    fn further(&self) -> Self {
        self.beside(None)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Client")
            .field("endpoint", &self.endpoint)
            .field("subject", &self.subject)
            .finish_non_exhaustive()
    }
}

/// Gives a request the headers of this program and none of its own.
fn stamp(
    authorization: Option<http::HeaderValue>,
) -> impl FnMut(Request<OctoBody>) -> Request<OctoBody> + Clone + Send + Sync + 'static {
    move |mut request| {
        headers::replace(&mut request, authorization.as_ref());
        request
    }
}

/// Why no answer came: the recording lacks it, or the way to GitHub failed.
/// The error's own text is not kept.
fn unanswered(error: &octocrab::Error, stage: Stage) -> Failure {
    let causes =
        std::iter::successors(Some(error as &(dyn std::error::Error + 'static)), |error| error.source());
    let recorded = causes.into_iter().any(|cause| cause.is::<NotRecorded>());
    Failure::read(if recorded { Code::Snapshot001 } else { Code::GithubRead004 }, stage)
}
