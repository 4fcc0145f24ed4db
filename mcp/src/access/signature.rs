//! Signatures, checked by ring: the one crypto library of this program. The
//! reading of tokens is `jsonwebtoken`'s, which is built without any.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind, Result};
use jsonwebtoken::signature::{self, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind, EncodingKey};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, key| sign(key),
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes ring what checks signatures in this process.
pub(super) fn install() {
    // A second time it is there already.
    let _ = PROVIDER.install_default();
}

/// A key and what it is used for.
struct Check {
    algorithm: Algorithm,
    key: DecodingKey,
}

/// How ring checks an algorithm. What is not in this list is not checked:
/// nothing symmetric is, and nothing unsigned.
enum Way {
    Whole(&'static dyn VerificationAlgorithm),
    Rsa(&'static RsaParameters),
}

fn way(algorithm: Algorithm) -> Option<Way> {
    Some(match algorithm {
        Algorithm::ES256 => Way::Whole(&ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Way::Whole(&ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Way::Whole(&ED25519),
        Algorithm::RS256 => Way::Rsa(&RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Way::Rsa(&RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Way::Rsa(&RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Way::Rsa(&RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Way::Rsa(&RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Way::Rsa(&RSA_PSS_2048_8192_SHA512),
        _ => return None,
    })
}

impl Verifier<Vec<u8>> for Check {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), signature::Error> {
        let checked = match (way(self.algorithm), self.key.kind()) {
            (Some(Way::Whole(algorithm)), DecodingKeyKind::SecretOrDer(key)) => {
                UnparsedPublicKey::new(algorithm, key).verify(message, signature)
            }
            (Some(Way::Rsa(parameters)), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            _ => return Err(signature::Error::new()),
        };
        checked.map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for Check {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    if way(*algorithm).is_none() || key.family() != algorithm.family() {
        return Err(Error::from(ErrorKind::InvalidAlgorithm));
    }
    Ok(Box::new(Check { algorithm: *algorithm, key: key.clone() }))
}

/// This server signs nothing.
fn sign(_: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    Err(Error::from(ErrorKind::UnsupportedAlgorithm))
}

/// Whether tokens may be signed so.
pub(super) fn accepts(algorithm: Algorithm) -> bool {
    way(algorithm).is_some()
}
