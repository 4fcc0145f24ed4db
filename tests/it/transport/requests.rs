//! Requests as they leave: line, headers, body.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use yukh::diagnostic::{Code, Stage};
use yukh::github::{Client, Cursor, Endpoint, Exchange as _, Operation, ProjectOwner, Timeouts};
use yukh::observed::Accounting;
use yukh::scope::{Budgets, OwnerKind, ProjectNumber, RepositoryName};

use super::{
    RECEIPT, TOKEN, ask, client, client_with, credential, detail, http, items, login, relationships,
    repository,
};
use crate::support::raw::RawServer;

/// The lines of a request's head but the first, each split at its colon.
fn headers(request: &str) -> Vec<(String, String)> {
    let (head, _) = request.split_once("\r\n\r\n").unwrap();
    let lines = head.lines().skip(1).map(|line| line.split_once(": ").unwrap());
    lines.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect()
}

#[tokio::test]
async fn trap_22_each_header_is_sent_exactly_once_with_one_version_for_rest_and_graphql() {
    let server = RawServer::answering(&http("200 OK", "", RECEIPT));
    let client = client(server.address());
    client.send(&repository()).await.unwrap();
    client.send(&relationships()).await.unwrap();
    let requests = server.requests();
    let host = server.address().strip_prefix("http://").unwrap();
    let agent = concat!("yukh/", env!("CARGO_PKG_VERSION"));
    let bearer = format!("Bearer {TOKEN}");
    let common = [
        ("accept", "application/vnd.github+json"),
        ("accept-encoding", "gzip"),
        ("x-github-api-version", "2026-03-10"),
        ("user-agent", agent),
        ("authorization", &bearer),
        ("host", host),
    ];
    let sorted = |pairs: &[(&str, &str)]| {
        let mut pairs: Vec<_> = pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        pairs.sort();
        pairs
    };
    let sent = |request: &str| {
        let mut sent = headers(request);
        sent.sort();
        sent
    };
    assert_eq!(sent(&requests[0]), sorted(&common));
    let length = requests[1].split_once("\r\n\r\n").unwrap().1.len().to_string();
    let of_a_body = [("content-type", "application/json"), ("content-length", length.as_str())];
    assert_eq!(sent(&requests[1]), sorted(&[common.as_slice(), of_a_body.as_slice()].concat()));
}

#[tokio::test]
async fn each_operation_is_one_line_on_the_wire() {
    let server = RawServer::answering(&http("200 OK", "", RECEIPT));
    let client = client(server.address());
    let number = ProjectNumber::parse_argument("7").unwrap();
    for kind in [OwnerKind::Organization, OwnerKind::User] {
        let owner = || ProjectOwner { kind, login: login() };
        client.send(&Operation::Project { owner: owner(), number }).await.unwrap();
        client.send(&Operation::Fields { owner: owner(), number, after: Cursor::parse("a=") }).await.unwrap();
        client.send(&items(kind)).await.unwrap();
    }
    client.send(&Operation::Owner { login: login() }).await.unwrap();
    client.send(&repository()).await.unwrap();
    let types = RepositoryName::parse("site").unwrap();
    client.send(&Operation::IssueTypes { owner: login(), repository: types }).await.unwrap();
    client.send(&relationships()).await.unwrap();
    let requests = server.requests();
    let lines: Vec<&str> = requests.iter().map(|request| request.lines().next().unwrap()).collect();
    assert_eq!(
        lines,
        [
            "GET /orgs/acme/projectsV2/7 HTTP/1.1",
            "GET /orgs/acme/projectsV2/7/fields?per_page=100&after=a%3D HTTP/1.1",
            "GET /orgs/acme/projectsV2/7/items?per_page=100&fields=101%2C102 HTTP/1.1",
            "GET /users/acme/projectsV2/7 HTTP/1.1",
            "GET /users/acme/projectsV2/7/fields?per_page=100&after=a%3D HTTP/1.1",
            "GET /users/acme/projectsV2/7/items?per_page=100&fields=101%2C102 HTTP/1.1",
            "GET /users/acme HTTP/1.1",
            "GET /repos/acme/site HTTP/1.1",
            "GET /repos/acme/site/issue-types HTTP/1.1",
            "POST /graphql HTTP/1.1",
        ]
    );
    let reads = [
        (Stage::Repository, 1),
        (Stage::Owner, 1),
        (Stage::Project, 2),
        (Stage::Fields, 2),
        (Stage::Items, 2),
        (Stage::IssueTypes, 1),
        (Stage::Relationships, 1),
    ];
    let spent = Accounting {
        requests: BTreeMap::from(reads),
        rest_requests: 9,
        graphql_requests: 1,
        pages: 5,
        bytes: 10 * RECEIPT.len() as u64,
        ..Accounting::default()
    };
    assert_eq!(client.accounting(), spent);
}

#[tokio::test]
async fn b18_b84_the_next_page_is_asked_at_the_same_host_with_the_token() {
    let elsewhere = RawServer::answering(&http("200 OK", "", "[]"));
    let link =
        format!("link: <{}/orgs/acme/projectsV2/7/items?after=c2>; rel=\"next\"\r\n", elsewhere.address());
    let server = RawServer::answering(&http("200 OK", &link, "[]"));
    let client = client(server.address());
    let answer = client.send(&items(OwnerKind::Organization)).await.unwrap();
    assert!(answer.link.unwrap().contains("rel=\"next\""));
    let Operation::Items { owner, number, fields, repository, .. } = items(OwnerKind::Organization) else {
        panic!("items")
    };
    let after = Cursor::parse("c2");
    client.send(&Operation::Items { owner, number, fields, repository, after }).await.unwrap();
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    assert!(requests[1].contains(&format!("authorization: Bearer {TOKEN}")), "{}", requests[1]);
    assert_eq!(elsewhere.requests(), Vec::<String>::new());
}

#[tokio::test]
async fn trap_21_a_users_project_is_refused_to_permission_tokens_before_any_request() {
    let server = RawServer::answering(&http("200 OK", "", "[]"));
    for token in ["ghs_x", "ghu_x", "github_pat_x"] {
        let credential = yukh::github::Credential::parse(token.as_bytes(), None).unwrap();
        let endpoint = Endpoint::loopback(server.address()).unwrap();
        let client = Client::live(endpoint, &credential, Budgets::DEFAULT, Timeouts::DEFAULT).unwrap();
        let refused = client.send(&items(OwnerKind::User)).await.unwrap_err();
        assert_eq!(refused.code(), Code::Capability001, "{token}");
        assert_eq!(detail(&refused), Some(yukh::diagnostic::Detail::Stage(Stage::Items)));
        assert_eq!(client.accounting(), Accounting::default());
    }
    assert_eq!(server.requests(), Vec::<String>::new());
    assert!(client(server.address()).send(&items(OwnerKind::User)).await.is_ok());
}

#[tokio::test]
async fn a_run_that_uses_the_same_connection_twice_sends_two_requests() {
    let server = RawServer::answering(&http("200 OK", "", "{}"));
    let client = client_with(server.address(), Budgets::DEFAULT, Timeouts::DEFAULT);
    client.send(&repository()).await.unwrap();
    client.send(&repository()).await.unwrap();
    assert_eq!(server.requests().len(), 2);
}

/// Collects what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn neither_token_nor_names_are_in_a_log_or_an_error() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let mut shown = format!("{:?}", credential());
    for answer in [
        http("200 OK", "", "{}"),
        http("401 Unauthorized", "", &format!("{{\"message\":\"{TOKEN}\"}}")),
        http("403 Forbidden", &format!("x-canary: {TOKEN}\r\n"), &format!("{{\"message\":\"{TOKEN}\"}}")),
        http("500 Internal Server Error", "", TOKEN),
        format!("HTTP/1.1 {TOKEN}\r\n\r\n"),
        String::new(),
    ] {
        let server = RawServer::start(vec![crate::support::raw::Act::AnswerAndClose(answer.into_bytes())]);
        let outcome = ask(server.address()).await;
        shown.push_str(&format!("{outcome:?}"));
        if let Err(failure) = outcome {
            shown.push_str(&failure.to_string());
        }
    }
    shown.push_str(&String::from_utf8(log.0.lock().unwrap().clone()).unwrap());
    for private in ["canary", "CANARY", "acme", "site"] {
        assert!(!shown.contains(private), "{private} in {shown}");
    }
}
