//! What an answer says about GitHub's limits: its headers, and what a query
//! answers about its own price.

use http::header::RETRY_AFTER;
use http::{HeaderMap, HeaderName};
use jiff::Timestamp;

use super::wire::{self, Limits, Member, Receipt, Remaining, Shape, Str};
use crate::diagnostic::{Code, Failure, RateResource, Stage};

pub(super) const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
pub(super) const RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");
pub(super) const RESOURCE: HeaderName = HeaderName::from_static("x-ratelimit-resource");

/// The resets that are believed: from the first minute of 1970 to the end of
/// the year 9999, in Unix seconds.
const RESETS: std::ops::RangeInclusive<u64> = 60..=253_402_300_799;

/// How much of a primary limit is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// Requests or points.
    pub(super) remaining: u64,
    /// When the limit is reset, in Unix seconds, where that is said too.
    pub(super) reset: Option<u64>,
}

/// What the headers of an answer say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// The primary limit that `told` is about; `None` for one that no request
    /// of this program uses.
    pub(super) resource: Option<RateResource>,
    /// How much of it is left, where that is said in plain decimal digits.
    pub(super) told: Option<Told>,
    /// Whether they ask to wait, which is how a secondary limit is told.
    pub(super) wait: bool,
}

impl Said {
    /// Reads the headers of an answer to a request that counts against
    /// `primary`, which is what they are about unless they say otherwise.
    pub(super) fn of(headers: &HeaderMap, primary: RateResource) -> Self {
        let resource = match (headers.contains_key(&RESOURCE), only(headers, &RESOURCE)) {
            (false, _) => Some(primary),
            (true, Some(b"core")) => Some(RateResource::Rest),
            (true, Some(b"graphql")) => Some(RateResource::Graphql),
            (true, _) => None,
        };
        let reset = number(headers, &RESET).filter(|reset| RESETS.contains(reset));
        Self {
            resource,
            told: number(headers, &REMAINING).map(|remaining| Told { remaining, reset }),
            wait: headers.contains_key(RETRY_AFTER),
        }
    }
}

/// What a query answers about its own price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price {
    /// The points that it cost.
    pub(super) cost: u64,
    /// What is left.
    pub(super) told: Told,
}

/// What the body of a query's answer says about the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// The price.
    Priced(Price),
    /// The points are used up; there is no data.
    Limited,
    /// A secondary limit is reached; there is no data.
    Secondary,
    /// The query failed for another reason and tells no price.
    Failed,
}

/// Reads the body of a query's answer.
///
/// # Errors
///
/// `YKP-REST-001` where an answer without errors does not tell its price, or
/// tells it in another form: what is not known can not be settled.
pub(super) fn body(body: &[u8], stage: Stage) -> Result<Body, Failure> {
    let malformed = || Failure::read(Code::Rest001, stage);
    let receipt: Receipt<'_> = wire::decode(body, stage)?;
    let errors = match &receipt.errors {
        Member::Value(errors) => errors.as_slice(),
        Member::Absent | Member::Null => &[],
    };
    let text = |message: &Member<Shape<'_>>| message.value().and_then(Shape::text).map(names_secondary);
    if errors.iter().any(|error| text(&error.message) == Some(true)) {
        return Ok(Body::Secondary);
    }
    if errors.iter().any(|error| error.kind.value().is_some_and(is_limit)) {
        return Ok(Body::Limited);
    }
    let Some(limit) = receipt.data.value().and_then(|data| data.rate_limit.value()) else {
        return if errors.is_empty() { Err(malformed()) } else { Ok(Body::Failed) };
    };
    let reset = limit.reset_at.as_str().parse::<Timestamp>().map_err(|_| malformed())?.as_second();
    let reset = u64::try_from(reset).ok().filter(|reset| RESETS.contains(reset)).ok_or_else(malformed)?;
    let told = Told { remaining: limit.remaining, reset: Some(reset) };
    Ok(Body::Priced(Price { cost: limit.cost, told }))
}

/// Whether the class of an error says that the points are used up. GitHub has
/// written it in two ways.
fn is_limit(kind: &Str<'_>) -> bool {
    matches!(kind.as_str(), "RATE_LIMIT" | "RATE_LIMITED")
}

/// Whether the text of a refusal names a secondary limit.
pub(super) fn names_secondary(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["secondary rate limit", "secondary-rate-limit"].iter().any(|name| text.contains(name))
}

/// Reads the answer to a probe: what is left of REST requests and of GraphQL
/// points.
///
/// # Errors
///
/// `YKP-REST-001` where one of them is not told.
pub(super) fn probed(body: &[u8]) -> Result<[Told; 2], Failure> {
    let limits: Limits = wire::decode(body, Stage::RateLimit)?;
    let told = |limit: &Remaining| Told {
        remaining: limit.remaining,
        reset: Some(limit.reset).filter(|reset| RESETS.contains(reset)),
    };
    let graphql = limits.resources.graphql.value().map(told);
    let graphql = graphql.ok_or_else(|| Failure::read(Code::Rest001, Stage::RateLimit))?;
    Ok([told(&limits.resources.core), graphql])
}

/// A reset as it may be shown: floored to the minute (decision 67).
pub(super) fn minute(reset: u64) -> u64 {
    reset - reset % 60
}

/// What a header says. One that is there twice and says two things says
/// nothing: which of them is true is not known.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter().map(http::HeaderValue::as_bytes);
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// A header of plain decimal digits.
pub(super) fn number(headers: &HeaderMap, name: &HeaderName) -> Option<u64> {
    let text = std::str::from_utf8(only(headers, name)?).ok()?;
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn said(headers: &[(&'static str, &'static str)]) -> Said {
        let pairs = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        Said::of(&pairs.collect(), RateResource::Rest)
    }

    #[test]
    fn trap_15_the_headers_say_which_limit_they_are_about() {
        let of = |resource| said(&[("x-ratelimit-resource", resource)]).resource;
        assert_eq!(of("core"), Some(RateResource::Rest));
        assert_eq!(of("graphql"), Some(RateResource::Graphql));
        for foreign in ["search", "code_search", "Core", "", "core "] {
            assert_eq!(of(foreign), None, "{foreign:?}");
        }
        assert_eq!(said(&[]).resource, Some(RateResource::Rest));
    }

    #[test]
    fn a_header_that_says_two_things_says_nothing() {
        let remaining =
            |first, second| said(&[("x-ratelimit-remaining", first), ("x-ratelimit-remaining", second)]).told;
        assert_eq!(remaining("7", "7"), Some(Told { remaining: 7, reset: None }));
        assert_eq!((remaining("4900", "0"), remaining("0", "4900")), (None, None));
        let resource = |first, second| {
            said(&[("x-ratelimit-resource", first), ("x-ratelimit-resource", second)]).resource
        };
        assert_eq!(resource("core", "core"), Some(RateResource::Rest));
        assert_eq!((resource("core", "search"), resource("core", "graphql")), (None, None));
        let resets = [("x-ratelimit-reset", "1900000059"), ("x-ratelimit-reset", "1900003659")];
        let told = said(&[("x-ratelimit-remaining", "7"), resets[0], resets[1]]).told;
        assert_eq!(told, Some(Told { remaining: 7, reset: None }));
    }

    #[test]
    fn what_is_not_a_plain_number_is_not_said() {
        let remaining = |text| said(&[("x-ratelimit-remaining", text)]).told;
        assert_eq!(remaining("0"), Some(Told { remaining: 0, reset: None }));
        for bad in ["", "-1", "+5", "5.0", "1e3", "many", "99999999999999999999"] {
            assert_eq!(remaining(bad), None, "{bad:?}");
        }
        let reset = |text| said(&[("x-ratelimit-remaining", "7"), ("x-ratelimit-reset", text)]).told;
        assert_eq!(reset("1900000059"), Some(Told { remaining: 7, reset: Some(1_900_000_059) }));
        for bad in ["", "0", "59", "soon", "253402300800"] {
            assert_eq!(reset(bad), Some(Told { remaining: 7, reset: None }), "{bad:?}");
        }
        assert_eq!(said(&[("x-ratelimit-reset", "1900000059")]).told, None, "a reset alone says nothing");
        assert!(said(&[("retry-after", "60")]).wait && !said(&[]).wait);
    }

    #[test]
    fn a_query_tells_its_price() {
        let told = r#"{"data":{"nodes":[],"rateLimit":{"cost":3,"remaining":4997,"resetAt":"2030-03-17T17:47:10Z"}}}"#;
        let price = Price { cost: 3, told: Told { remaining: 4997, reset: Some(1_900_000_030) } };
        assert_eq!(body(told.as_bytes(), Stage::Relationships), Ok(Body::Priced(price)));
        assert_eq!(minute(1_900_000_030), 1_899_999_960 + 60);
        let beside_errors = told.replace("{\"data\"", "{\"errors\":[{\"type\":\"NOT_FOUND\"}],\"data\"");
        assert_eq!(body(beside_errors.as_bytes(), Stage::Relationships), Ok(Body::Priced(price)));
    }

    #[test]
    fn an_answer_that_does_not_tell_its_price_is_not_of_the_accepted_form() {
        let limit = |limit: &str| format!("{{\"data\":{{\"nodes\":[],\"rateLimit\":{limit}}}}}");
        let whole = r#"{"cost":3,"remaining":9,"resetAt":"2030-03-17T17:47:10Z"}"#;
        assert!(body(limit(whole).as_bytes(), Stage::Relationships).is_ok());
        for bad in [
            "{}".to_owned(),
            r#"{"data":null}"#.to_owned(),
            r#"{"data":{"nodes":[]}}"#.to_owned(),
            limit("null"),
            limit("{}"),
            limit("[]"),
            limit(&whole.replace("\"cost\":3,", "")),
            limit(&whole.replace("3,", "-3,")),
            limit(&whole.replace("3,", "3.5,")),
            limit(&whole.replace("3,", "\"3\",")),
            limit(&whole.replace("9,", "null,")),
            limit(&whole.replace("2030-03-17T17:47:10Z", "soon")),
            limit(&whole.replace("2030-03-17T17:47:10Z", "2030-03-17T17:47:10")),
            limit(&whole.replace("2030", "1969")),
            limit(&whole.replace("\"2030-03-17T17:47:10Z\"", "1900000000")),
        ] {
            let refused = body(bad.as_bytes(), Stage::Relationships).unwrap_err();
            assert_eq!(refused, Failure::read(Code::Rest001, Stage::Relationships), "{bad}");
        }
    }

    #[test]
    fn a_query_that_failed_may_leave_its_price_untold() {
        let errors = |kind: &str| format!(r#"{{"data":null,"errors":[{{}},{{"type":"{kind}"}}]}}"#);
        for limited in ["RATE_LIMITED", "RATE_LIMIT"] {
            assert_eq!(body(errors(limited).as_bytes(), Stage::Relationships), Ok(Body::Limited));
        }
        let as_seen = r#"{"errors":[{"type":"RATE_LIMIT","code":"graphql_rate_limit","message":"API rate limit already exceeded"}]}"#;
        assert_eq!(body(as_seen.as_bytes(), Stage::Relationships), Ok(Body::Limited));
        assert_eq!(body(errors("NOT_FOUND").as_bytes(), Stage::Relationships), Ok(Body::Failed));
        let message = |message: &str| format!(r#"{{"errors":[{{"message":{message}}}]}}"#);
        let secondary = message("\"You have exceeded a secondary rate limit. Please wait.\"");
        assert_eq!(body(secondary.as_bytes(), Stage::Relationships), Ok(Body::Secondary));
        for other in ["\"Something went wrong\"", "null", "7", "{}"] {
            assert_eq!(body(message(other).as_bytes(), Stage::Relationships), Ok(Body::Failed), "{other}");
        }
    }
}
