//! Tokens of an authorization server (MCP, *Authorization*), with keys and an
//! issuer that were made up for the occasion.

use std::path::PathBuf;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm,
    Ed25519KeyPair, KeyPair as _,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::http::Program;

pub(super) const ISSUER: &str = "https://login.example";
pub(super) const RESOURCE: &str = "https://issues.example/mcp";

/// Where the metadata of [`RESOURCE`] is.
pub(super) const METADATA: &str = "https://issues.example/.well-known/oauth-protected-resource/mcp";

/// A key of the issuer.
pub(super) struct Key {
    id: &'static str,
    pair: Pair,
}

enum Pair {
    Ed25519(Ed25519KeyPair),
    Ecdsa(EcdsaKeyPair, &'static str, &'static str),
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

impl Key {
    pub(super) fn ed25519(id: &'static str) -> Self {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Self { id, pair: Pair::Ed25519(Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap()) }
    }

    pub(super) fn p256(id: &'static str) -> Self {
        Self::ecdsa(id, &ECDSA_P256_SHA256_FIXED_SIGNING, "ES256", "P-256")
    }

    pub(super) fn p384(id: &'static str) -> Self {
        Self::ecdsa(id, &ECDSA_P384_SHA384_FIXED_SIGNING, "ES384", "P-384")
    }

    fn ecdsa(
        id: &'static str,
        kind: &'static EcdsaSigningAlgorithm,
        name: &'static str,
        curve: &'static str,
    ) -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(kind, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(kind, document.as_ref(), &random).unwrap();
        Self { id, pair: Pair::Ecdsa(pair, name, curve) }
    }

    /// Its public half.
    pub(super) fn jwk(&self) -> Value {
        match &self.pair {
            Pair::Ed25519(pair) => {
                json!({ "kty": "OKP", "crv": "Ed25519", "kid": self.id, "x": encode(pair.public_key()) })
            }
            Pair::Ecdsa(pair, _, curve) => {
                let point = &pair.public_key().as_ref()[1..];
                let (x, y) = point.split_at(point.len() / 2);
                json!({ "kty": "EC", "crv": curve, "kid": self.id, "use": "sig", "x": encode(x), "y": encode(y) })
            }
        }
    }

    /// The header of its tokens.
    pub(super) fn header(&self) -> Value {
        let name = match &self.pair {
            Pair::Ed25519(_) => "EdDSA",
            Pair::Ecdsa(_, name, _) => name,
        };
        json!({ "alg": name, "typ": "at+jwt", "kid": self.id })
    }

    /// A token with this header and these claims, each as JSON.
    pub(super) fn sign(&self, header: &str, claims: &str) -> String {
        let message = format!("{}.{}", encode(header), encode(claims));
        let signature = match &self.pair {
            Pair::Ed25519(pair) => encode(pair.sign(message.as_bytes())),
            Pair::Ecdsa(pair, ..) => encode(pair.sign(&SystemRandom::new(), message.as_bytes()).unwrap()),
        };
        format!("{message}.{signature}")
    }

    /// A good token with some claims changed; null takes one away.
    pub(super) fn token(&self, changes: Value) -> String {
        self.sign(&self.header().to_string(), &changed(claims(), changes).to_string())
    }
}

pub(super) fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// Claims with which everything may be done.
pub(super) fn claims() -> Value {
    json!({
        "iss": ISSUER, "sub": "somebody", "aud": RESOURCE, "exp": now() + 300, "iat": now(), "nbf": now(),
        "scope": "openid issues:read issues:write",
    })
}

/// An object with some members changed; null takes one away.
pub(super) fn changed(mut whole: Value, changes: Value) -> Value {
    let members = whole.as_object_mut().unwrap();
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => drop(members.remove(name)),
            value => drop(members.insert(name.clone(), value.clone())),
        }
    }
    whole
}

pub(super) fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}

/// A file with the keys of an issuer.
pub(super) struct KeyFile {
    _folder: TempDir,
    path: PathBuf,
}

impl KeyFile {
    pub(super) fn new(keys: &[Value]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = Self { path: folder.path().join("keys.json"), _folder: folder };
        file.write(keys);
        file
    }

    pub(super) fn write(&self, keys: &[Value]) {
        std::fs::write(&self.path, json!({ "keys": keys }).to_string()).unwrap();
    }

    pub(super) fn options(&self) -> [&str; 6] {
        options(self.path.to_str().unwrap())
    }

    /// The demo for tokens that these keys sign.
    pub(super) fn demo(&self) -> Program {
        Program::demo(&self.options())
    }
}

/// The options for keys that are in a place.
pub(super) fn options(keys: &str) -> [&str; 6] {
    ["--oauth-issuer", ISSUER, "--oauth-resource", RESOURCE, "--oauth-jwks", keys]
}
