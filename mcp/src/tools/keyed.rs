//! Writes that have an idempotency key (decision 18): what `github_create_issue`
//! and `github_add_comment` have in common.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Asked, Made, Service, output};
use crate::failure::{Code, Details, Failure, Repair};
use crate::github::Refusal;
use crate::idempotency::{Hold, NoTurn, Turn};

/// How far clocks may differ when a write is looked for, in seconds.
const CLOCKS: i64 = 60;

/// How long to wait before a key is tried again, in milliseconds.
const WAIT_MS: u64 = 5_000;

impl Service {
    /// The turn of a call with a key. `look` says how to find out by hand
    /// whether the write took place.
    ///
    /// # Errors
    ///
    /// Where the key allows nothing.
    pub(super) async fn turn<T: DeserializeOwned>(
        &self,
        made: &Made<'_>,
        scope: &str,
        key: &str,
        look: impl FnOnce() -> Repair,
    ) -> Result<Turn<T>, Failure> {
        let turn = self.keys().turn(made.caller, made.tool, scope, key, &keyless(made.filled)).await;
        turn.map_err(|reason| match reason {
            NoTurn::OtherArguments => {
                refused_key("The key was used within 24 hours with other arguments; give a new one.")
            }
            NoTurn::Unreadable => refused_key(
                "What is kept about the key can not be read, so the write may have taken place: look for it, \
                 and give a new key if it did not.",
            )
            .with_repair(look()),
            NoTurn::Busy => {
                let message = "Another call with this key is still under way; this one changed nothing.";
                Failure::new(Code::UpstreamUnavailable, message)
                    .after(WAIT_MS)
                    .with_repair(Repair::same_key(made.tool, made.given))
            }
        })
    }

    /// What came of a write, after the hold of its key has heard of it. Where
    /// it may have been applied although no answer came, the key stays open and
    /// `repair` says how to find out.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn settle<W: Serialize>(
        &self,
        asked: &Asked<'_>,
        hold: Option<Hold>,
        sent: Result<W, Refusal>,
        repair: impl FnOnce() -> Repair,
    ) -> Result<W, Failure> {
        match sent {
            Ok(written) => {
                if let Some(hold) = hold {
                    hold.done(output::json(&written)?).await;
                }
                Ok(written)
            }
            Err(refusal) => {
                let is_open = matches!(refusal, Refusal::Unavailable { may_have_applied: true, .. });
                if let Some(hold) = hold.filter(|_| !is_open) {
                    hold.nothing_happened().await;
                }
                let failure = self.explain(asked, refusal).await;
                Err(if is_open { failure.with_repair(repair()) } else { failure })
            }
        }
    }
}

/// Says that something is about to be sent with a key.
///
/// # Errors
///
/// Where that can not be recorded: nothing may be sent then.
pub(super) async fn sending(hold: Option<Hold>) -> Result<Option<Hold>, Failure> {
    let Some(hold) = hold else { return Ok(None) };
    hold.sending().await.map(Some).map_err(|_| {
        let reason = "The state folder can not be written; without a key the call is made, unguarded against duplicates.";
        let message = "The idempotency key can not be recorded, so nothing was sent.";
        let details = Details::field("idempotency_key").because(reason);
        Failure::new(Code::UpstreamUnavailable, message).with_details(details).after(WAIT_MS)
    })
}

/// The failure of a search for a lost write that came to no end.
pub(super) fn inconclusive(look: Repair) -> Failure {
    let message =
        "Whether an earlier call with this key took effect can not be told: too much was written since.";
    Failure::new(Code::UpstreamUnavailable, message).after(WAIT_MS).with_repair(look)
}

/// The moment from which a lost write is looked for.
pub(super) fn earlier(since: Timestamp) -> Timestamp {
    since.saturating_sub(SignedDuration::from_secs(CLOCKS)).unwrap_or(since)
}

/// Whether a text that GitHub holds is the one that was sent: line ends and
/// white space around it do not count.
pub(super) fn is_same_text(held: &str, sent: &str) -> bool {
    let plain = |text: &str| yukh::scope::text::trim(&text.replace("\r\n", "\n")).to_owned();
    plain(held) == plain(sent)
}

/// The arguments without the key.
fn keyless(arguments: &Map<String, Value>) -> Map<String, Value> {
    let others = arguments.iter().filter(|(name, _)| name.as_str() != "idempotency_key");
    others.map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn refused_key(reason: &str) -> Failure {
    Failure::invalid(Details::field("idempotency_key").because(reason))
}
