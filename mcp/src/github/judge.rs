//! What an answer means (decisions 20 and 21).

use jiff::Timestamp;

use super::limits::{Limits, UNTOLD_WAIT_MS};
use super::{Moved, Operation, Refusal, Reply, Unanswered};

/// How long to wait after a failure of GitHub's, in milliseconds.
const FAILURE_WAIT_MS: u64 = 5_000;

/// The most bytes of a refusal that are looked at.
const REASON_BYTES: usize = 64 << 10;

/// The answer, if it is one.
///
/// # Errors
///
/// What else it is.
pub(crate) fn judge(
    operation: &Operation,
    reply: Reply,
    limits: &Limits,
    now: Timestamp,
) -> Result<Reply, Refusal> {
    match reply.status {
        200..=299 => Ok(reply),
        401 => Err(Refusal::Unauthorized),
        403 | 429 => {
            let is_limit = reply.status == 429
                || reply.told.remaining == Some(0)
                || reply.told.retry_after.is_some()
                || names_a_limit(&reply.body);
            Err(if is_limit { limits.limited(reply.told, now) } else { Refusal::Forbidden })
        }
        404 => Err(Refusal::Missing),
        410 => Err(Refusal::Gone),
        301 | 302 | 307 | 308 => Err(Refusal::Moved(reply.location.as_deref().and_then(place))),
        400 | 422 => Err(Refusal::Unprocessable),
        // A failure of GitHub's may come after it has written.
        500..=599 => Err(unavailable(operation, reply.told.retry_after)),
        _ => Err(unavailable(operation, None)),
    }
}

/// What no answer means.
pub(crate) fn unanswered(operation: &Operation, reason: Unanswered) -> Refusal {
    match reason {
        Unanswered::NoCredential => Refusal::NoCredential,
        Unanswered::NotSent => Refusal::Unavailable { may_have_applied: false, after_ms: FAILURE_WAIT_MS },
        Unanswered::Lost => unavailable(operation, None),
    }
}

/// An answer that can not be read.
pub(crate) fn unreadable(operation: &Operation) -> Refusal {
    unavailable(operation, None)
}

fn unavailable(operation: &Operation, retry_after: Option<u64>) -> Refusal {
    let after_ms = retry_after.map_or(FAILURE_WAIT_MS, |seconds| seconds.saturating_mul(1000));
    Refusal::Unavailable {
        may_have_applied: !operation.is_read(),
        after_ms: after_ms.clamp(1, UNTOLD_WAIT_MS.saturating_mul(60)),
    }
}

/// Whether a refusal speaks of a secondary limit.
fn names_a_limit(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body.get(..REASON_BYTES).unwrap_or(body)).to_ascii_lowercase();
    ["secondary rate limit", "secondary-rate-limit", "abuse detection"].iter().any(|name| text.contains(name))
}

/// The place that a redirect names: `/repositories/{id}` and below, at
/// whatever host it says; only the numbers are used.
fn place(location: &str) -> Option<Moved> {
    let path = match location.strip_prefix("https://").or_else(|| location.strip_prefix("http://")) {
        Some(rest) => rest.get(rest.find('/')?..)?,
        None => location,
    };
    let path = path.split('?').next()?;
    let mut parts = path.strip_prefix("/repositories/")?.split('/');
    let repository = parts.next()?.parse().ok()?;
    let number = match (parts.next(), parts.next()) {
        (Some("issues"), Some(number)) => Some(number.parse().ok()?),
        _ => None,
    };
    Some(Moved { repository, number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::github::{Site, Told};
    use crate::issue::Repository;

    fn refusal(reply: Reply) -> Refusal {
        let site = Site::Named(Repository::new("acme", "widgets").unwrap());
        let now = Timestamp::from_second(1000).unwrap();
        judge(&Operation::Repository(site), reply, &Limits::default(), now).unwrap_err()
    }

    #[test]
    fn c16_a_403_is_a_limit_only_where_it_says_so() {
        let told =
            |remaining, retry_after| Told { is_own_bucket: true, remaining, reset: Some(1030), retry_after };
        let reply = |told, body: &str| Reply { status: 403, told, body: body.into(), ..Reply::default() };
        let denied = r#"{"message":"Resource not accessible by personal access token"}"#;
        assert_eq!(refusal(reply(told(Some(4000), None), denied)), Refusal::Forbidden);
        for limit in [
            reply(told(Some(0), None), denied),
            reply(told(Some(4000), Some(7)), denied),
            reply(told(None, None), r#"{"message":"You have exceeded a secondary rate limit"}"#),
        ] {
            assert!(matches!(refusal(limit), Refusal::Limited { .. }));
        }
    }

    #[test]
    fn a_redirect_is_two_numbers_or_nothing() {
        let moved = |location: &str| {
            refusal(Reply { status: 301, location: Some(location.to_owned()), ..Reply::default() })
        };
        let place = |repository, number| Refusal::Moved(Some(Moved { repository, number }));
        assert_eq!(moved("https://api.github.com/repositories/7/issues/9"), place(7, Some(9)));
        assert_eq!(
            moved("https://api.github.com/repositories/7/issues/9/comments?page=2"),
            place(7, Some(9))
        );
        assert_eq!(moved("/repositories/7"), place(7, None));
        for bad in [
            "https://evil.example",
            "https://evil.example/x",
            "/repositories/../user",
            "/repositories/7/issues/x",
            "",
        ] {
            assert_eq!(moved(bad), Refusal::Moved(None), "{bad}");
        }
    }
}
