//! Conditional requests as they leave, and what a 304 confirms.

use yukh::diagnostic::{Code, Detail, Stage};
use yukh::github::{Answer, Exchange as _, Reply, Tally, Validator};

use super::{TOKEN, client, detail, http, repository};
use crate::support::raw::{Act, RawServer};

const MOMENT: &str = "Sun, 01 Mar 2026 08:00:00 GMT";

fn tag(tag: &str) -> Validator {
    Validator::new(Some(tag), None).unwrap()
}

/// What the server answers to a request with this condition, and the request.
async fn ask_if(
    answer: &str,
    validator: &Validator,
) -> (Result<Option<Answer>, yukh::diagnostic::Failure>, String) {
    let server = RawServer::answering(answer);
    let client = client(server.address());
    let answer = client.ask(&repository(), Some(validator), &Tally::new()).await;
    let accounting = client.accounting();
    assert_eq!((accounting.rest_requests, accounting.conditional_requests), (1, 1));
    assert_eq!(server.requests().len(), 1);
    let answer = answer.map(|reply| match reply {
        Reply::Answer(answer) => Some(answer),
        Reply::Unchanged { .. } => None,
    });
    (answer, server.requests()[0].clone())
}

#[tokio::test]
async fn b73_a_tag_is_sent_back_byte_for_byte() {
    for given in ["\"abc\"", "W/\"abc\"", "W/\"a+/=,b\"", "\"\""] {
        let (answer, request) = ask_if(&http("304 Not Modified", "", ""), &tag(given)).await;
        assert!(answer.unwrap().is_none());
        let sent: Vec<&str> = request.lines().filter(|line| line.starts_with("if-")).collect();
        assert_eq!(sent, [format!("if-none-match: {given}")]);
        for header in ["accept", "authorization", "user-agent", "x-github-api-version"] {
            let of_it = request.lines().filter(|line| line.starts_with(&format!("{header}: "))).count();
            assert_eq!(of_it, 1, "{header}");
        }
        assert!(request.contains(TOKEN));
    }
}

#[tokio::test]
async fn b74_a_weak_tag_arrives_as_it_was_and_goes_back_as_it_was() {
    let headers = format!("etag: W/\"abc\"\r\nlast-modified: {MOMENT}\r\n");
    let server = RawServer::answering(&http("200 OK", &headers, "{}"));
    let answer = client(server.address()).send(&repository()).await.unwrap();
    assert_eq!(answer.validator, Some(tag("W/\"abc\"")));
    let confirmed = http("304 Not Modified", "etag: W/\"abc\"\r\n", "");
    let (again, request) = ask_if(&confirmed, &answer.validator.unwrap()).await;
    assert!(again.unwrap().is_none());
    assert!(request.contains("if-none-match: W/\"abc\"\r\n"), "{request}");
}

#[tokio::test]
async fn without_a_tag_the_time_of_change_is_sent_back() {
    let server = RawServer::answering(&http("200 OK", &format!("last-modified: {MOMENT}\r\n"), "{}"));
    let answer = client(server.address()).send(&repository()).await.unwrap();
    let (again, request) = ask_if(&http("304 Not Modified", "", ""), &answer.validator.unwrap()).await;
    assert!(again.unwrap().is_none());
    assert!(request.contains(&format!("if-modified-since: {MOMENT}\r\n")), "{request}");
    assert!(!request.contains("if-none-match"), "{request}");
}

#[tokio::test]
async fn the_link_of_a_confirmation_is_told() {
    for (header, expected) in [("link: <https://a.example>; rel=\"next\"\r\n", true), ("", false)] {
        let server = RawServer::answering(&http("304 Not Modified", header, ""));
        let condition = tag("\"a\"");
        let reply =
            client(server.address()).ask(&repository(), Some(&condition), &Tally::new()).await.unwrap();
        let Reply::Unchanged { link } = reply else { panic!("{reply:?}") };
        assert_eq!(link.as_deref(), expected.then_some("<https://a.example>; rel=\"next\""));
    }
}

#[tokio::test]
async fn a_changed_answer_comes_whole_with_its_own_validator() {
    let (answer, _) = ask_if(&http("200 OK", "etag: \"b\"\r\n", "{}"), &tag("\"a\"")).await;
    let answer = answer.unwrap().unwrap();
    assert_eq!((answer.body.as_slice(), answer.validator), (&b"{}"[..], Some(tag("\"b\""))));
}

#[tokio::test]
async fn trap_19_a_304_for_another_validator_or_for_none_is_refused() {
    for other in ["\"b\"", "W/\"b\"", "a"] {
        let answer = http("304 Not Modified", &format!("etag: {other}\r\n"), "");
        let failure = ask_if(&answer, &tag("\"a\"")).await.0.unwrap_err();
        assert_eq!(failure.code(), Code::Cache001, "{other}");
        assert_eq!(detail(&failure), Some(Detail::Stage(Stage::Repository)));
    }
    let server = RawServer::start(vec![Act::Answer(http("304 Not Modified", "etag: \"a\"\r\n", "").into())]);
    let client = client(server.address());
    let failure = client.send(&repository()).await.unwrap_err();
    assert_eq!(failure.code(), Code::Cache001);
    assert_eq!(client.accounting().conditional_requests, 0);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_conditional_request_that_fails_fails_as_any_other() {
    let cases = [("401 Unauthorized", Code::GithubRead002), ("500 Server Error", Code::GithubRead004)];
    for (status, code) in cases {
        let (answer, _) = ask_if(&http(status, "", "{}"), &tag("\"a\"")).await;
        assert_eq!(answer.unwrap_err().code(), code);
    }
}
