//! What an answer's head says, judged before its body is read (decisions 62
//! to 67).

use http::header::{CONTENT_TYPE, LINK};
use http::response::Parts;
use http::{HeaderMap, StatusCode};

use super::body::Coding;
use super::rate::{Said, Told, minute, names_secondary};
use crate::diagnostic::{Code, Detail, Diagnostic, Failure, Path, RateResource, Stage};

/// What to do with an answer whose head has arrived.
pub(crate) enum Verdict {
    /// The body is the answer.
    Read(Coding),
    /// The body says whether this is a limit or a denial.
    ReadReason(Coding),
    /// The answer is a failure, whatever its body says.
    Fail(Failure),
}

/// Judges the head of an answer.
pub(crate) fn judge(head: &Parts, stage: Stage, primary: RateResource) -> Verdict {
    let code = match head.status {
        StatusCode::OK => {
            return match Coding::of(&head.headers).filter(|_| is_json(&head.headers)) {
                Some(coding) => Verdict::Read(coding),
                None => Verdict::Fail(Failure::read(Code::Rest001, stage)),
            };
        }
        StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS => {
            // A coding that can not be undone leaves a body that names nothing.
            let coding = Coding::of(&head.headers).unwrap_or(Coding::Identity);
            return rate_by_headers(&head.headers, primary)
                .map_or(Verdict::ReadReason(coding), Verdict::Fail);
        }
        StatusCode::UNAUTHORIZED => Code::GithubRead002,
        StatusCode::NOT_FOUND | StatusCode::UNPROCESSABLE_ENTITY if is_of_commit(stage) => {
            Code::GithubRead011
        }
        StatusCode::NOT_FOUND => Code::GithubRead003,
        StatusCode::GONE => Code::GithubRead011,
        // One that confirms what was asked about is no failure and never comes here.
        StatusCode::NOT_MODIFIED => Code::Cache001,
        StatusCode::MOVED_PERMANENTLY
        | StatusCode::FOUND
        | StatusCode::TEMPORARY_REDIRECT
        | StatusCode::PERMANENT_REDIRECT => Code::Snapshot001,
        status if status.is_server_error() => Code::GithubRead004,
        _ => Code::Rest001,
    };
    Verdict::Fail(Failure::read(code, stage))
}

/// Whether the read is about a commit, which may be gone although the repository
/// is there: GitHub then answers 404 or 422.
fn is_of_commit(stage: Stage) -> bool {
    matches!(stage, Stage::CheckRuns | Stage::WorkflowRuns)
}

/// Judges a 403 or 429 whose headers name no limit by its body: a secondary
/// limit, or a denial. `body` may be cut off.
pub(crate) fn judge_reason(body: &[u8], stage: Stage) -> Failure {
    let named = names_secondary(&String::from_utf8_lossy(body));
    if named { rate(RateResource::Secondary, None) } else { Failure::read(Code::GithubRead003, stage) }
}

/// A failure that says which limit is reached and the minute of its reset, of
/// which the Unix second is given.
pub(crate) fn rate(resource: RateResource, reset: Option<u64>) -> Failure {
    let detail = Detail::Rate { resource, reset: reset.map(minute) };
    Diagnostic::new(Code::Rate001, Path::root()).with(detail).into()
}

/// The `Link` header; several are one list (RFC 9110).
///
/// # Errors
///
/// `YKP-REST-001` when it is not visible ASCII.
pub(crate) fn link(headers: &HeaderMap, stage: Stage) -> Result<Option<String>, Failure> {
    let values: Result<Vec<&str>, _> = headers.get_all(LINK).iter().map(|value| value.to_str()).collect();
    match values {
        Ok(values) if values.is_empty() => Ok(None),
        Ok(values) => Ok(Some(values.join(", "))),
        Err(_) => Err(Failure::read(Code::Rest001, stage)),
    }
}

/// Whether the body is said to be JSON: by the media type and not by its
/// parameters, and by each header of that name.
fn is_json(headers: &HeaderMap) -> bool {
    let mut kinds = headers.get_all(CONTENT_TYPE).iter().map(|value| value.to_str().unwrap_or_default());
    let is_json = |kind: &str| {
        let kind = kind.split(';').next().unwrap_or_default();
        kind.to_ascii_lowercase().contains("json")
    };
    kinds.next().is_some_and(is_json) && kinds.all(is_json)
}

/// The limit that the headers name: the primary one when nothing remains, else
/// a secondary one when they say how long to wait. The reset belongs to the
/// primary limit alone; a secondary one has none that could be told without a
/// clock.
fn rate_by_headers(headers: &HeaderMap, primary: RateResource) -> Option<Failure> {
    let said = Said::of(headers, primary);
    if let Some(Told { remaining: 0, reset }) = said.told {
        return Some(rate(said.resource.unwrap_or(primary), reset));
    }
    said.wait.then(|| rate(RateResource::Secondary, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(status: u16, headers: &[(&str, &str)]) -> Parts {
        let mut response = http::Response::builder().status(status);
        for (name, value) in headers {
            response = response.header(*name, *value);
        }
        response.body(()).unwrap().into_parts().0
    }

    fn failure(status: u16, headers: &[(&str, &str)]) -> Failure {
        match judge(&head(status, headers), Stage::Items, RateResource::Rest) {
            Verdict::Fail(failure) => failure,
            Verdict::Read(_) => panic!("{status} was accepted"),
            Verdict::ReadReason(_) => judge_reason(b"{}", Stage::Items),
        }
    }

    fn detail(failure: &Failure) -> Option<Detail> {
        failure.diagnostics().next().and_then(Diagnostic::detail)
    }

    #[test]
    fn every_status_has_one_code() {
        let expected = [
            (&[401][..], Code::GithubRead002),
            (&[403, 404, 429], Code::GithubRead003),
            (&[500, 501, 502, 503, 504, 599], Code::GithubRead004),
            (&[410], Code::GithubRead011),
            (&[304], Code::Cache001),
            (&[301, 302, 307, 308], Code::Snapshot001),
            (&[201, 202, 204, 206, 300, 303, 400, 405, 406, 409, 415, 418, 422, 451], Code::Rest001),
        ];
        for (statuses, code) in expected {
            for status in statuses {
                let failure = failure(*status, &[("content-type", "application/json")]);
                assert_eq!(failure.code(), code, "{status}");
                assert_eq!(detail(&failure), Some(Detail::Stage(Stage::Items)), "{status}");
            }
        }
    }

    #[test]
    fn a_commit_that_is_gone_is_no_repository_that_is_hidden() {
        let code = |status, stage| match judge(&head(status, &[]), stage, RateResource::Rest) {
            Verdict::Fail(failure) => Some(failure.code()),
            Verdict::Read(_) | Verdict::ReadReason(_) => None,
        };
        for status in [404, 410, 422] {
            for stage in [Stage::CheckRuns, Stage::WorkflowRuns] {
                assert_eq!(code(status, stage), Some(Code::GithubRead011), "{status}");
            }
        }
        assert_eq!(code(404, Stage::Repository), Some(Code::GithubRead003));
        assert_eq!(code(422, Stage::Items), Some(Code::Rest001));
    }

    #[test]
    fn an_answer_is_json_in_one_accepted_coding() {
        let coding =
            |headers: &[(&str, &str)]| match judge(&head(200, headers), Stage::Items, RateResource::Rest) {
                Verdict::Read(coding) => Some(coding),
                _ => None,
            };
        let json = ("content-type", "application/json; charset=utf-8");
        let coded = |name| [json, ("content-encoding", name)];
        assert_eq!(coding(&[json]), Some(Coding::Identity));
        assert_eq!(coding(&[("content-type", "application/vnd.github+JSON")]), Some(Coding::Identity));
        assert_eq!(coding(&coded("identity")), Some(Coding::Identity));
        assert_eq!(coding(&coded("gzip")), Some(Coding::Gzip));
        assert_eq!(coding(&coded("GZip")), Some(Coding::Gzip));
        assert_eq!(coding(&[]), None);
        let html = ("content-type", "text/html");
        for other in [&[html][..], &[("content-type", "text/html; x=json")], &[json, html], &[html, json]] {
            assert_eq!(coding(other), None, "{other:?}");
        }
        assert_eq!(coding(&[json, json]), Some(Coding::Identity));
        for other in ["br", "deflate", "zstd", "x-gzip", "gzip, gzip", "gzip,identity", "", "gzip;q=1"] {
            assert_eq!(coding(&coded(other)), None, "{other}");
        }
        let gzip = ("content-encoding", "gzip");
        assert_eq!(coding(&[json, gzip, gzip]), None);
        assert_eq!(coding(&[json, gzip, ("content-encoding", "identity")]), None);
    }

    #[test]
    fn headers_tell_a_limit_before_the_body_does() {
        let rate = |resource, reset| Some(Detail::Rate { resource, reset });
        let none = ("x-ratelimit-remaining", "0");
        let some = ("x-ratelimit-remaining", "4900");
        let reset = ("x-ratelimit-reset", "1796083199");
        let wait = ("retry-after", "60");
        let cases: [(&[(&str, &str)], _); 9] = [
            (&[none], rate(RateResource::Rest, None)),
            (&[none, reset], rate(RateResource::Rest, Some(1_796_083_140))),
            (&[none, reset, ("x-ratelimit-resource", "core")], rate(RateResource::Rest, Some(1_796_083_140))),
            (&[none, ("x-ratelimit-resource", "graphql")], rate(RateResource::Graphql, None)),
            (&[none, wait, reset], rate(RateResource::Rest, Some(1_796_083_140))),
            (&[some, wait, reset], rate(RateResource::Secondary, None)),
            (&[none, ("x-ratelimit-reset", "soon")], rate(RateResource::Rest, None)),
            (&[none, ("x-ratelimit-reset", "99999999999999999999")], rate(RateResource::Rest, None)),
            (&[some, reset], Some(Detail::Stage(Stage::Items))),
        ];
        for status in [403, 429] {
            for (headers, expected) in cases {
                assert_eq!(detail(&failure(status, headers)), expected, "{status} {headers:?}");
            }
        }
    }

    #[test]
    fn a_body_names_a_secondary_limit_or_none() {
        let code = |body: &[u8]| judge_reason(body, Stage::Items).code();
        assert_eq!(code(b"{\"message\":\"You have exceeded a Secondary Rate Limit.\"}"), Code::Rate001);
        assert_eq!(
            code(b"{\"documentation_url\":\"https://docs/#about-secondary-rate-limits\"}"),
            Code::Rate001
        );
        assert_eq!(code(b"{\"message\":\"Resource not accessible by integration\"}"), Code::GithubRead003);
        assert_eq!(code(b"\xff\xfe"), Code::GithubRead003);
    }

    #[test]
    fn several_link_headers_are_one_list() {
        let both = head(200, &[("link", "<a>; rel=\"prev\""), ("link", "<b>; rel=\"next\"")]);
        let joined = link(&both.headers, Stage::Items).unwrap();
        assert_eq!(joined.as_deref(), Some("<a>; rel=\"prev\", <b>; rel=\"next\""));
        assert_eq!(link(&head(200, &[]).headers, Stage::Items).unwrap(), None);
        let foreign = head(200, &[("link", "<é>; rel=\"next\"")]);
        assert_eq!(link(&foreign.headers, Stage::Items).unwrap_err().code(), Code::Rest001);
    }
}
