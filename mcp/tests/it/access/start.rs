//! What is refused at the start: by option, with one sentence and one word.

use std::process::Command;

use super::oauth::{ISSUER, RESOURCE};

#[test]
fn access_that_is_not_whole_is_refused_in_one_sentence_with_one_code() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (short, token) = (file("short", "CANARY\n"), file("token", "CANARY-token-of-nobody\n"));
    let digest = file("digest", &format!("sha256:{}\n", "0a".repeat(32)));
    let (open, host) = (["--listen", "0.0.0.0:0"], ["--allow-host", "issues.example"]);
    let tokens = |path| ["--http-token-file", path];
    let oauth = |issuer, resource, jwks| {
        ["--oauth-issuer", issuer, "--oauth-resource", resource, "--oauth-jwks", jwks]
    };
    for (options, name, code) in [
        (&[&open[..]][..], "--listen", "open_without_access"),
        (&[&open, &host], "--listen", "open_without_access"),
        (&[&open, &tokens(&digest)], "--listen", "open_without_host"),
        (&[&open, &host, &tokens(&token)], "--http-token-file", "open_with_clear_tokens"),
        (&[&tokens("no-such-file")], "--http-token-file", "unreadable_file"),
        (&[&tokens(&short)], "--http-token-file", "bad_token_file"),
        (&[&["--allow-host", "http://CANARY"]], "--allow-host", "bad_host"),
        (&[&["--allow-origin", "CANARY"]], "--allow-origin", "bad_origin"),
        (&[&["--oauth-issuer", ISSUER]], "--oauth-issuer", "oauth_not_whole"),
        (&[&["--oauth-jwks", &digest, "--oauth-resource", RESOURCE]], "--oauth-issuer", "oauth_not_whole"),
        (&[&tokens(&digest), &["--oauth-issuer", ISSUER]], "--http-token-file", "two_ways_of_access"),
        (&[&oauth("CANARY", RESOURCE, &digest)], "--oauth-issuer", "bad_issuer"),
        (&[&oauth(ISSUER, "http://CANARY.example/mcp", &digest)], "--oauth-resource", "bad_resource"),
        (&[&oauth(ISSUER, RESOURCE, &digest)], "--oauth-jwks", "bad_key_file"),
        (&[&oauth(ISSUER, RESOURCE, "no-such-file")], "--oauth-jwks", "bad_key_file"),
        (&[&oauth(ISSUER, RESOURCE, "http://CANARY.example/keys")], "--oauth-jwks", "bad_key_address"),
        (&[&oauth(ISSUER, RESOURCE, "https://CANARY@login.example")], "--oauth-jwks", "bad_key_address"),
    ] {
        assert_start_fails(&options.concat(), name, code);
    }
}

fn assert_start_fails(options: &[&str], name: &str, code: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_github-issues-mcp"));
    let output = command.env_clear().arg("--demo").args(options).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{options:?}: {text}");
    let begins = text.starts_with(&format!("github-issues-mcp: {name}: "));
    assert!(begins && text.ends_with(&format!(" ({code})\n")), "{options:?}: {text}");
    assert!(text.lines().count() == 1 && !text.contains("CANARY"), "{options:?}: {text}");
}
