//! Every way in which a token of an authorization server is turned away.

use serde_json::{Value, json};

use super::oauth::{ISSUER, Key, KeyFile, METADATA, RESOURCE, bearer, changed, claims, now};
use super::{ask, assert_refused, call, list, message};
use crate::support::http::{Answer, Program};

/// The challenge of a refusal, for a request that needs this scope.
fn challenge(error: &str, description: &str, scope: &str) -> String {
    let begin = match error {
        "missing_token" => String::new(),
        error => format!("error=\"{error}\", error_description=\"{description}\", "),
    };
    format!("Bearer {begin}scope=\"{scope}\", resource_metadata=\"{METADATA}\"")
}

fn listed(program: &Program, token: &str) -> Answer {
    ask(program, &list(), "/mcp", &[&bearer(token)])
}

fn assert_invalid(program: &Program, token: &str, description: &str, row: &str) {
    let challenge = challenge("invalid_token", description, "issues:read");
    assert_refused(&listed(program, token), 401, &challenge, "invalid_token", description, row);
}

#[test]
fn rule_1_auth_repair_every_claim_that_is_not_right_is_told_exactly() {
    let key = Key::ed25519("one");
    let file = KeyFile::new(&[key.jwk()]);
    let program = file.demo();
    let (issuer, resource) =
        ("The access token is of another issuer.", "The access token was issued for another resource.");
    let (expired, early) = ("The access token has expired.", "The access token is not valid yet.");
    let form = "The access token's signature or form is not valid.";
    let time = "The access token has a time that is none.";
    let subject = "The access token names no subject.";
    for (changes, description) in [
        (json!({"iss": "https://login.example/"}), issuer),
        (json!({"iss": "https://other.example"}), issuer),
        (json!({"iss": null}), form),
        (json!({"aud": "https://issues.example/mcp/"}), resource),
        (json!({"aud": "https://issues.example"}), resource),
        (json!({"aud": ["https://other.example/mcp"]}), resource),
        (json!({"aud": []}), resource),
        (json!({"aud": null}), form),
        (json!({"aud": {"a": RESOURCE}}), form),
        (json!({"exp": now() - 31}), expired),
        (json!({"exp": 0}), expired),
        (json!({"exp": null}), form),
        (json!({"exp": "2100-01-01"}), form),
        (json!({"exp": 1e300}), time),
        (json!({"nbf": now() + 90}), early),
        (json!({"iat": now() + 90}), early),
        (json!({"nbf": "soon"}), form),
        (json!({"sub": null}), form),
        (json!({"sub": ""}), subject),
        (json!({"scope": ["issues:read"]}), form),
        (json!({"cnf": {"jkt": "x"}}), "The access token is bound to a key and is no bearer token."),
    ] {
        assert_invalid(&program, &key.token(changes.clone()), description, &changes.to_string());
    }
    for changes in [
        json!({}),
        json!({"aud": ["https://other.example", RESOURCE]}),
        json!({"exp": now() - 20}),
        json!({"exp": now() as f64 + 60.5}),
        json!({"nbf": now() + 20, "iat": now() + 20}),
        json!({"nbf": null, "iat": null, "scope": null}),
    ] {
        assert_eq!(listed(&program, &key.token(changes.clone())).status, 200, "{changes}");
    }
    let log = program.log();
    assert!(log.contains("has expired") && !log.contains("eyJ") && !log.contains("somebody"), "{log}");
}

#[test]
fn a_token_that_is_not_signed_as_it_has_to_be_is_refused() {
    let (key, other) = (Key::ed25519("one"), Key::p256("two"));
    let secret = json!({"kty": "oct", "kid": "secret", "alg": "HS256", "k": "c2VjcmV0"});
    let unusable = [
        changed(Key::p384("enc").jwk(), json!({"use": "enc"})),
        json!({"kty": "new", "kid": "three"}),
        json!("no key"),
        secret,
    ];
    let file = KeyFile::new(&[&[key.jwk(), other.jwk()], &unusable[..]].concat());
    let program = file.demo();
    let not_one = "The access token is no JWT that is signed in an accepted way.";
    let kind = "The access token is of another type than at+jwt or JWT.";
    let unknown = "The access token is signed with a key that is not known.";
    let form = "The access token's signature or form is not valid.";
    let with = |changes: Value| key.sign(&changed(key.header(), changes).to_string(), &claims().to_string());
    let good = key.token(json!({}));
    let (head, _) = good.rsplit_once('.').unwrap();
    let [header, body]: [&str; 2] = head.split('.').collect::<Vec<_>>().try_into().unwrap();
    let twice = claims().to_string().replacen('{', "{\"iss\":\"https://other.example\",", 1);
    for (token, description, row) in [
        (with(json!({"alg": "none"})), not_one, "none"),
        (with(json!({"alg": "None"})), not_one, "None"),
        (with(json!({"alg": "HS256", "kid": "secret"})), not_one, "HS256"),
        (with(json!({"alg": "HS512"})), not_one, "HS512"),
        (with(json!({"alg": "ES256K"})), not_one, "ES256K"),
        (with(json!({"alg": null})), not_one, "no algorithm"),
        (with(json!({"alg": "ES256"})), unknown, "an algorithm of another key"),
        (with(json!({"alg": "RS256"})), unknown, "an algorithm of no key"),
        (with(json!({"kid": "two", "alg": "ES256"})), form, "the key of another"),
        (with(json!({"kid": "zero"})), unknown, "an unknown key"),
        (with(json!({"kid": "enc", "alg": "ES384"})), unknown, "a key for encryption"),
        (with(json!({"typ": null})), kind, "no type"),
        (with(json!({"typ": "id+jwt"})), kind, "another type"),
        (with(json!({"crit": ["exp"]})), form, "something critical"),
        (with(json!({"crit": []})), form, "nothing critical"),
        (with(json!({"b64": false, "crit": ["b64"]})), form, "a body that is not encoded"),
        (key.sign(&key.header().to_string(), &twice), form, "a claim that stands twice"),
        (key.sign(&key.header().to_string(), "[]"), form, "no claims"),
        (key.sign("{", "{}"), not_one, "no header"),
        (head.to_owned(), not_one, "no signature"),
        (format!("{head}."), form, "an empty signature"),
        (format!("{good}AAAA"), form, "a longer signature"),
        (format!("{good}."), not_one, "a fourth part"),
        (format!("{header}.{body}.{body}"), form, "another signature"),
        ("opaque-token".to_owned(), not_one, "no JWT"),
        (Key::ed25519("one").token(json!({})), form, "another key of that name"),
    ] {
        assert_invalid(&program, &token, description, row);
    }
    for good in [
        good,
        with(json!({"typ": "JWT"})),
        with(json!({"typ": "application/AT+JWT"})),
        other.token(json!({})),
    ] {
        assert_eq!(listed(&program, &good).status, 200, "{good}");
    }
    assert_eq!(listed(&program, &with(json!({"kid": null}))).status, 200, "one key of the algorithm");
}

#[test]
fn a_token_that_names_no_key_needs_the_one_that_fits() {
    let (key, other) = (Key::p384("one"), Key::p384("two"));
    let unnamed = key.sign(&changed(key.header(), json!({"kid": null})).to_string(), &claims().to_string());
    let (alone, both) = (KeyFile::new(&[key.jwk()]), KeyFile::new(&[key.jwk(), other.jwk()]));
    assert_eq!(listed(&alone.demo(), &unnamed).status, 200);
    assert_invalid(
        &both.demo(),
        &unnamed,
        "The access token is signed with a key that is not known.",
        "two keys",
    );
}

#[test]
fn every_algorithm_of_rsa_is_checked_and_no_short_key() {
    let stored: Value = serde_json::from_str(include_str!("rsa.json")).unwrap();
    let file = KeyFile::new(stored["keys"].as_array().unwrap());
    let program = file.demo();
    let accepted = stored["accepted"].as_object().unwrap();
    assert_eq!(accepted.len(), 6);
    for (name, token) in accepted {
        let token = token.as_str().unwrap();
        assert_eq!(listed(&program, token).status, 200, "{name}");
        let (head, _) = token.rsplit_once('.').unwrap();
        let forged = format!("{head}.{}", "A".repeat(342));
        assert_invalid(&program, &forged, "The access token's signature or form is not valid.", name);
    }
    let unknown = "The access token is signed with a key that is not known.";
    assert_invalid(&program, stored["too_short"].as_str().unwrap(), unknown, "1,024 bits");
}

#[test]
fn each_request_needs_its_scope_and_is_told_which() {
    let key = Key::p256("one");
    let file = KeyFile::new(&[key.jwk()]);
    let program = file.demo();
    let tokens = ["", "issues:read", "issues:write"].map(|scope| key.token(json!({"scope": scope})));
    let place = json!({"owner": "acme", "repo": "widgets", "issue_number": 1});
    let (uri, template) = ("github://capabilities", "github://repos/{owner}/{repo}/issues/{issue_number}");
    let complete =
        json!({"ref": {"type": "ref/resource", "uri": template}, "argument": {"name": "owner", "value": ""}});
    let read = ["github_find_issues", "github_get_capabilities", "github_get_issue", "github_list_comments"];
    let write = ["github_add_comment", "github_create_issue", "github_set_issue_lock", "github_update_issue"];
    let mut rows = vec![
        (list(), None),
        (message("server/discover", "", json!({})), None),
        (message("resources/list", "", json!({})), None),
        (message("resources/templates/list", "", json!({})), None),
        (message("resources/read", uri, json!({ "uri": uri })), Some("issues:read")),
        (message("completion/complete", "", complete), Some("issues:read")),
    ];
    rows.extend(read.map(|tool| (call(tool, place.clone()), Some("issues:read"))));
    rows.extend(write.map(|tool| (call(tool, place.clone()), Some("issues:write"))));
    assert_eq!(rows.len(), 14);
    for (request, scope) in rows {
        let row = request.1.clone();
        let unasked = ask(&program, &request, "/mcp", &[]);
        let wanted = challenge("missing_token", "", scope.unwrap_or("issues:read"));
        assert_refused(&unasked, 401, &wanted, "missing_token", "A bearer token is needed.", &row);
        for (token, held) in tokens.iter().zip(["", "issues:read", "issues:write"]) {
            let answer = ask(&program, &request, "/mcp", &[&bearer(token)]);
            match scope {
                Some(scope) if scope != held => {
                    let text = format!("The access token lacks the scope {scope}.");
                    let wanted = challenge("insufficient_scope", &text, scope);
                    assert_refused(&answer, 403, &wanted, "insufficient_scope", &text, &row);
                }
                _ => assert_eq!(answer.status, 200, "{held}: {row}"),
            }
        }
    }
}

#[test]
fn a_body_that_can_be_read_in_two_ways_does_no_more_than_its_scope() {
    let key = Key::p256("one");
    let file = KeyFile::new(&[key.jwk()]);
    let program = file.demo();
    let reads = bearer(&key.token(json!({"scope": "issues:read"})));
    let arguments = json!({"owner": "acme", "repo": "widgets", "title": "CANARY"});
    let (_, body) = call("github_create_issue", arguments);
    let name = "\"name\":\"github_create_issue\"";
    let other = "\"name\":\"github_find_issues\"";
    assert!(body.contains(name), "{body}");
    for twice in [format!("{name},{other}"), format!("{other},{name}")] {
        let body = body.replace(name, &twice);
        for tool in ["github_create_issue", "github_find_issues"] {
            let lines = [
                "MCP-Protocol-Version: 2026-07-28",
                "Mcp-Method: tools/call",
                &format!("Mcp-Name: {tool}"),
                &reads,
            ];
            drop(program.post(&lines, &body));
        }
    }
    let find = call("github_find_issues", json!({"owner": "acme", "repo": "widgets", "query": "CANARY"}));
    let found = ask(&program, &find, "/mcp", &[&reads]).json();
    assert_eq!(found["result"]["structuredContent"]["issues"], json!([]), "{found}");
}

#[test]
fn the_list_form_of_scopes_counts_where_there_is_no_other() {
    let key = Key::p256("one");
    let file = KeyFile::new(&[key.jwk()]);
    let program = file.demo();
    let read = call("github_get_capabilities", json!({}));
    for (changes, status) in [
        (json!({"scope": null, "scp": ["issues:read"]}), 200),
        (json!({"scope": null, "scp": "openid issues:read"}), 200),
        (json!({"scope": "openid", "scp": ["issues:read"]}), 403),
        (json!({"scope": null, "scp": ["issues:write"]}), 403),
        (json!({"scope": null}), 403),
    ] {
        let answer = ask(&program, &read, "/mcp", &[&bearer(&key.token(changes.clone()))]);
        assert_eq!(answer.status, status, "{changes}");
    }
}

#[test]
fn the_metadata_is_exact_and_at_both_places() {
    let key = Key::p256("one");
    let file = KeyFile::new(&[key.jwk()]);
    let program = file.demo();
    let expected = json!({
        "resource": RESOURCE, "authorization_servers": [ISSUER], "scopes_supported": ["issues:read", "issues:write"],
        "bearer_methods_supported": ["header"], "resource_name": "github-issues-mcp",
    });
    for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"] {
        let answer = program.send("GET", path, &[], "");
        assert_eq!((answer.status, answer.json()), (200, expected.clone()), "{path}");
        assert!(answer.head.contains("content-type: application/json"), "{path}");
    }
    assert_eq!(program.send("GET", "/.well-known/oauth-protected-resource/other", &[], "").status, 404);
    assert_eq!(Program::demo(&[]).send("GET", "/.well-known/oauth-protected-resource", &[], "").status, 404);
    for line in ["Host: evil.example", "Origin: http://evil.example"] {
        let answer = ask(&program, &list(), "/mcp", &[line, &bearer(&key.token(json!({})))]);
        assert_eq!(answer.status, 403, "{line}");
        assert!(!answer.head.contains("www-authenticate"), "{answer:?}");
    }
}
