//! The public keys of an issuer (RFC 7517).

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use serde::Deserialize;
use serde_json::Value;

/// The most keys that are looked at.
const MOST_KEYS: usize = 100;

/// What keys of a kind may check: the closed list of accepted algorithms.
const RSA: &[Algorithm] = &[
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
];
const P256: &[Algorithm] = &[Algorithm::ES256];
const P384: &[Algorithm] = &[Algorithm::ES384];
const ED25519: &[Algorithm] = &[Algorithm::EdDSA];

/// The keys that tokens are checked with, at least one.
#[derive(Clone)]
pub(super) struct KeySet(Vec<Key>);

/// A key.
#[derive(Clone)]
pub(super) struct Key {
    id: Option<String>,
    algorithms: Vec<Algorithm>,
    pub(super) decoding: DecodingKey,
}

/// What a token's header comes to.
pub(super) enum Pick<'a> {
    One(&'a Key),
    /// There is none of that name and for that algorithm.
    None,
    /// More than one would do, and it is not said which.
    Several,
}

#[derive(Deserialize)]
struct File {
    keys: Vec<Value>,
}

impl KeySet {
    /// The keys of a document. Those of other kinds and for other purposes are
    /// left out, as the RFC asks; nothing where none is left.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let File { keys } = serde_json::from_slice(text).ok()?;
        let keys: Vec<Key> = keys.into_iter().take(MOST_KEYS).filter_map(Key::of).collect();
        (!keys.is_empty()).then_some(Self(keys))
    }

    /// The key for a token of this header.
    pub(super) fn pick(&self, id: Option<&str>, algorithm: Algorithm) -> Pick<'_> {
        let fits = |key: &&Key| {
            key.algorithms.contains(&algorithm) && id.is_none_or(|id| key.id.as_deref() == Some(id))
        };
        let mut found = self.0.iter().filter(fits);
        match (found.next(), found.next()) {
            (Some(key), None) => Pick::One(key),
            (None, _) => Pick::None,
            (Some(_), Some(_)) => Pick::Several,
        }
    }
}

impl Key {
    fn of(entry: Value) -> Option<Self> {
        let jwk: Jwk = serde_json::from_value(entry).ok()?;
        let common = &jwk.common;
        let is_for_signatures =
            common.public_key_use.as_ref().is_none_or(|purpose| *purpose == PublicKeyUse::Signature)
                && common.key_operations.as_ref().is_none_or(|list| list.contains(&KeyOperations::Verify));
        let (algorithms, lengths) = match &jwk.algorithm {
            // From 2,048 to 8,192 bits.
            AlgorithmParameters::RSA(_) => (RSA, 256..=1024),
            AlgorithmParameters::EllipticCurve(key) => match key.curve {
                EllipticCurve::P256 => (P256, 65..=65),
                EllipticCurve::P384 => (P384, 97..=97),
                _ => return None,
            },
            AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => {
                (ED25519, 32..=32)
            }
            _ => return None,
        };
        let is_own = |algorithm: &Algorithm| {
            common.key_algorithm.is_none_or(|own| own == KeyAlgorithm::from(*algorithm))
        };
        let algorithms: Vec<Algorithm> = algorithms.iter().copied().filter(is_own).collect();
        let decoding = DecodingKey::from_jwk(&jwk).ok()?;
        let length = match decoding.kind() {
            DecodingKeyKind::SecretOrDer(bytes) => bytes.len(),
            DecodingKeyKind::RsaModulusExponent { n, .. } => n.len(),
        };
        let is_whole = is_for_signatures && !algorithms.is_empty() && lengths.contains(&length);
        is_whole.then_some(Self { id: jwk.common.key_id, algorithms, decoding })
    }
}
