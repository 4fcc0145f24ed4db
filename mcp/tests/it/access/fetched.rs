//! Keys that are fetched from the issuer over TLS, and what becomes of the
//! token.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rustls::crypto::ring;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::oauth::{Key, bearer, options};
use super::{ask, call, header, list};
use crate::support::github::{FakeGitHub, TOKEN};
use crate::support::http::Program;

/// An invented issuer on this machine that shows its keys over TLS.
struct Issuer {
    address: String,
    folder: TempDir,
    answer: Arc<Mutex<(String, String)>>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Issuer {
    fn new() -> Self {
        let certified = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("issuer.pem"), certified.cert.pem()).unwrap();
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(certified.signing_key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certified.cert.der().clone()], key)
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("https://{}/keys", listener.local_addr().unwrap());
        let (answer, requests) = (Arc::new(Mutex::new(Default::default())), Arc::new(Mutex::new(Vec::new())));
        let issuer = Self { address, folder, answer: Arc::clone(&answer), requests: Arc::clone(&requests) };
        issuer.answer("503 Service Unavailable", "");
        std::thread::spawn(move || {
            for stream in listener.incoming().filter_map(Result::ok) {
                let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
                let mut stream = StreamOwned::new(connection, stream);
                let mut head = Vec::new();
                let mut buffer = [0; 4096];
                while !head.ends_with(b"\r\n\r\n") {
                    match stream.read(&mut buffer) {
                        Ok(count) if count > 0 => head.extend_from_slice(&buffer[..count]),
                        _ => break,
                    }
                }
                if head.is_empty() {
                    continue;
                }
                requests.lock().unwrap().push(String::from_utf8(head).unwrap());
                let (status, body) = answer.lock().unwrap().clone();
                let length = body.len();
                let text = format!(
                    "HTTP/1.1 {status}\r\nConnection: close\r\nLocation: /elsewhere\r\nContent-Length: {length}\r\n\r\n{body}"
                );
                let _ = stream.write_all(text.as_bytes());
                stream.conn.send_close_notify();
                let _ = stream.flush();
            }
        });
        issuer
    }

    fn answer(&self, status: &str, body: &str) {
        *self.answer.lock().unwrap() = (status.to_owned(), body.to_owned());
    }

    fn show(&self, keys: &[&Key]) {
        let keys: Vec<Value> = keys.iter().map(|key| key.jwk()).collect();
        self.answer("200 OK", &json!({ "keys": keys }).to_string());
    }

    fn certificate(&self) -> PathBuf {
        self.folder.path().join("issuer.pem")
    }

    fn demo(&self) -> Program {
        let certificate = self.certificate();
        let variables = [("SSL_CERT_FILE", certificate.to_str().unwrap())];
        Program::start(&[&["--demo"], &options(&self.address)[..]].concat(), &variables)
    }

    fn requests(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

/// Longer than the shortest time between two readings.
fn wait() {
    std::thread::sleep(Duration::from_millis(6_100));
}

fn status(program: &Program, token: &str) -> u16 {
    ask(program, &list(), "/mcp", &[&bearer(token)]).status
}

#[test]
fn keys_are_fetched_over_tls_when_needed_and_again_for_an_unknown_one() {
    let (issuer, first, second) = (Issuer::new(), Key::p256("first"), Key::ed25519("second"));
    issuer.show(&[&first]);
    let program = issuer.demo();
    assert_eq!((status(&program, "opaque"), issuer.requests()), (401, 0), "nothing to check");
    for _ in 0..3 {
        assert_eq!((status(&program, &first.token(json!({}))), issuer.requests()), (200, 1));
    }
    issuer.show(&[&first, &second]);
    let new = second.token(json!({}));
    assert_eq!((status(&program, &new), issuer.requests()), (401, 1), "not again so soon");
    wait();
    assert_eq!((status(&program, &new), issuer.requests()), (200, 2));
    let head = issuer.requests.lock().unwrap()[0].to_ascii_lowercase();
    assert!(head.starts_with("get /keys http/1.1\r\n") && !head.contains("authorization"), "{head}");
    // The last good ones serve while the issuer is away.
    issuer.answer("500 Internal Server Error", "");
    wait();
    assert_eq!((status(&program, &Key::p256("third").token(json!({}))), issuer.requests()), (401, 3));
    assert_eq!((status(&program, &new), issuer.requests()), (200, 3));
}

#[test]
fn where_no_keys_can_be_had_nothing_is_told_of_the_token() {
    let (issuer, key) = (Issuer::new(), Key::p256("one"));
    let program = issuer.demo();
    let document = json!({ "keys": [key.jwk()] }).to_string();
    let long = format!("{document}{}", " ".repeat(256 << 10));
    for (answer, body) in
        [("503 Service Unavailable", &document), ("302 Found", &document), ("200 OK", &long)]
    {
        issuer.answer(answer, body);
        let answer = ask(&program, &list(), "/mcp", &[&bearer(&key.token(json!({})))]);
        assert_eq!((answer.status, header(&answer, "retry-after")), (503, Some("5")), "{answer:?}");
        assert_eq!(header(&answer, "www-authenticate"), None);
        let text = "The keys of the authorization server can not be had.";
        assert_eq!(answer.json(), json!({ "error": "temporarily_unavailable", "error_description": text }));
        wait();
    }
    assert_eq!(issuer.requests(), 3);
    issuer.show(&[&key]);
    assert_eq!(status(&program, &key.token(json!({}))), 200);
}

#[test]
fn a_certificate_that_is_not_trusted_gives_no_keys() {
    let (issuer, other, key) = (Issuer::new(), Issuer::new(), Key::p256("one"));
    issuer.show(&[&key]);
    let certificate = other.certificate();
    let variables = [("SSL_CERT_FILE", certificate.to_str().unwrap())];
    let program = Program::start(&[&["--demo"], &options(&issuer.address)[..]].concat(), &variables);
    assert_eq!((status(&program, &key.token(json!({}))), issuer.requests()), (503, 0));
}

#[test]
fn c26_an_inbound_token_is_in_no_log_and_in_no_folder_and_never_goes_to_github() {
    let (key, state, github) = (Key::p256("one"), tempfile::tempdir().unwrap(), FakeGitHub::new());
    let file = super::oauth::KeyFile::new(&[key.jwk()]);
    let variables = github.variables(state.path().to_str().unwrap());
    let program = Program::start(&[&["--log-format", "json"], &file.options()[..]].concat(), &variables);
    let claims = |name: &str| json!({ "sub": format!("CANARY-{name}") });
    let (one, other) = (key.token(claims("one")), key.token(claims("other")));
    let place = json!({"owner": "acme", "repo": "widgets"});
    let create = super::oauth::changed(place, json!({"title": "keyed", "idempotency_key": "k"}));
    let number = |token: &str| {
        let answer = ask(&program, &call("github_create_issue", create.clone()), "/mcp", &[&bearer(token)]);
        answer.json()["result"]["structuredContent"]["issue_number"].clone()
    };
    let first = number(&one);
    assert!(first.is_u64() && number(&other) != first);
    assert_eq!(number(&key.token(claims("one"))), first, "another token of the same subject");
    assert_eq!(github.titled("keyed"), 2);
    let refused = ["expired", "forged"].map(|name| {
        key.token(super::oauth::changed(
            claims(name),
            json!({"exp": if name == "expired" { 1 } else { 4_000_000_000_i64 }}),
        ))
    });
    assert_eq!(status(&program, &refused[0]), 401);
    assert_eq!(status(&program, &format!("{}AAAA", refused[1])), 401);
    let sent = github.authorizations();
    assert!(!sent.is_empty() && sent.iter().all(|value| *value == format!("Bearer {TOKEN}")), "{sent:?}");
    let log = program.log();
    assert!(log.contains("turned away"), "{log}");
    let kept = std::fs::read_dir(state.path().join("keys")).unwrap();
    let kept: Vec<String> = kept
        .map(|entry| String::from_utf8_lossy(&std::fs::read(entry.unwrap().path()).unwrap()).into_owned())
        .collect();
    assert!(kept.len() >= 2);
    for text in kept.iter().chain([&log]) {
        for part in
            one.split('.').chain(other.split('.')).chain(refused.iter().flat_map(|token| token.split('.')))
        {
            assert!(!text.contains(part), "{text}");
        }
        assert!(!text.contains("CANARY"), "{text}");
    }
}
