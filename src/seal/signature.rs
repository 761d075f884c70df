//! The signature of a block: OpenSSH's SSHSIG format (PROTOCOL.sshsig), as `ssh-keygen -Y sign`
//! makes and `ssh-keygen -Y verify` takes, with Ed25519 (RFC 8032) over SHA-512 of the message.
//!
//! Same key and same message give the same bytes: Ed25519 draws nothing.

use ssh_key::public::KeyData;
use ssh_key::{Algorithm, HashAlg, LineEnding, PublicKey, SshSig};
use thiserror::Error;

use super::allowed_signers::{AllowedSigners, Standing};
use super::key::SigningKey;
use crate::one_line::one_line;

/// What the signatures are for: a signature of the same key for anything else proves nothing here.
pub const NAMESPACE: &str = "emission-block";

/// Opens an armored signature.
const BEGIN_SIGNATURE: &str = "-----BEGIN SSH SIGNATURE-----";

/// Why a signature proves nothing.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum SignatureError {
    /// The text is something else.
    #[error("this is not an SSH signature: get the signature file again from its issuer")]
    OtherKind,
    /// The text starts like a signature, but does not read.
    #[error(
        "the signature is damaged ({}): get the signature file again from its issuer",
        one_line(.0)
    )]
    Damaged(ssh_key::Error),
    /// The text holds a signature, but is not the one text that `ssh-keygen -Y sign` writes for it.
    #[error(
        "the signature file is not as `ssh-keygen -Y sign` writes it: get it again from its \
         issuer, byte for byte"
    )]
    NotCanonical,
    /// The signature is for something else.
    #[error(
        "the signature is for {found:?}, not for {NAMESPACE:?}: have the block signed as a block, \
         with `emission generate` or `ssh-keygen -Y sign -n {NAMESPACE}`"
    )]
    Namespace {
        /// Namespace of the signature.
        found: String,
    },
    /// The signature is of another kind of key.
    #[error(
        "the signature is by a key of type {}, but blocks are signed with Ed25519: have the \
         block signed with a listed Ed25519 key",
        one_line(.0)
    )]
    NotEd25519(Algorithm),
    /// The key is not one of the identity's.
    #[error(
        "the signature is by {fingerprint}, a key that the allowed signers do not list for {identity:?}: ask the block's \
         maker by another way whether it is theirs; if so, add it to the list, and if not, reject the block"
    )]
    UnknownSigner {
        /// Fingerprint of the key that the signature names.
        fingerprint: String,
        /// Identity that should have signed.
        identity: String,
    },
    /// The key is one of the identity's, but not for blocks.
    #[error(
        "the signature is by {fingerprint}, a key listed for {identity:?} in the allowed signers, \
         but not for the namespace {NAMESPACE:?}: add it to the key's `namespaces` if that is \
         meant"
    )]
    NotForBlocks {
        /// Fingerprint of the key that the signature names.
        fingerprint: String,
        /// Identity that should have signed.
        identity: String,
    },
    /// The key is allowed, but the signature is not its signature of this message.
    #[error(
        "the signature by {fingerprint} is not for this content: the content or the signature was \
         changed; get both again from their issuer"
    )]
    Invalid {
        /// Fingerprint of the key that the signature names.
        fingerprint: String,
    },
}

impl SigningKey {
    /// Signs a message for [`NAMESPACE`]. Gives the armored text, byte for byte what `ssh-keygen -Y
    /// sign` writes with the same key.
    ///
    /// # Panics
    ///
    /// Never: an Ed25519 key signs any message.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> String {
        let signature = self.private_key().sign(NAMESPACE, HashAlg::Sha512, message);
        signature
            .and_then(|signature| signature.to_pem(LineEnding::LF))
            .expect("an Ed25519 key signs any message")
    }
}

impl AllowedSigners {
    /// Verifies an armored signature of a message for [`NAMESPACE`] by a key listed for an
    /// identity. Gives the key's fingerprint, `SHA256:` and unpadded base64.
    ///
    /// # Errors
    ///
    /// [`SignatureError`], in this order: the text, the namespace, the key's type, the list, the
    /// signature itself.
    pub fn verify(
        &self,
        identity: &str,
        message: &[u8],
        armored: &str,
    ) -> Result<String, SignatureError> {
        let signature = read(armored)?;
        check_purpose(&signature)?;
        let key = PublicKey::from(signature.public_key().clone());
        let fingerprint = key.fingerprint(HashAlg::Sha256).to_string();
        self.check_signer(identity, signature.public_key(), &fingerprint)?;
        check(&key, &signature, message, fingerprint)
    }

    fn check_signer(
        &self,
        identity: &str,
        key: &KeyData,
        fingerprint: &str,
    ) -> Result<(), SignatureError> {
        let fingerprint = fingerprint.to_owned();
        let identity = identity.to_owned();
        match self.standing(&identity, key, NAMESPACE) {
            Standing::Allowed => Ok(()),
            Standing::OtherNamespace => Err(SignatureError::NotForBlocks {
                fingerprint,
                identity,
            }),
            Standing::Unknown => Err(SignatureError::UnknownSigner {
                fingerprint,
                identity,
            }),
        }
    }
}

/// Verifies an armored signature of a message for [`NAMESPACE`] by the key that it names itself, whoever's that is. Gives
/// the key's fingerprint.
///
/// # Errors
///
/// [`SignatureError`], in this order: the text, the namespace, the key's type, the signature itself.
pub fn signed_by(message: &[u8], armored: &str) -> Result<String, SignatureError> {
    let signature = read(armored)?;
    check_purpose(&signature)?;
    let key = PublicKey::from(signature.public_key().clone());
    let fingerprint = key.fingerprint(HashAlg::Sha256).to_string();
    check(&key, &signature, message, fingerprint)
}

/// Checks the signature itself; gives the key's fingerprint.
fn check(
    key: &PublicKey,
    signature: &SshSig,
    message: &[u8],
    fingerprint: String,
) -> Result<String, SignatureError> {
    match key.verify(NAMESPACE, message, signature) {
        Ok(()) => Ok(fingerprint),
        Err(_) => Err(SignatureError::Invalid { fingerprint }),
    }
}

/// Reads the one text of a signature. The parser forgives much (inner lengths, line ends, another
/// version), and no signature covers those; a change of them is a change all the same.
fn read(armored: &str) -> Result<SshSig, SignatureError> {
    if !armored.starts_with(BEGIN_SIGNATURE) {
        return Err(SignatureError::OtherKind);
    }
    let signature = SshSig::from_pem(armored).map_err(SignatureError::Damaged)?;
    let canonical = signature.to_pem(LineEnding::LF);
    let is_version_1 = signature.version() == 1 && signature.reserved().is_empty();
    if is_version_1 && canonical.is_ok_and(|canonical| canonical == armored) {
        return Ok(signature);
    }
    Err(SignatureError::NotCanonical)
}

fn check_purpose(signature: &SshSig) -> Result<(), SignatureError> {
    if signature.namespace() != NAMESPACE {
        return Err(SignatureError::Namespace {
            found: signature.namespace().to_owned(),
        });
    }
    match signature.public_key().algorithm() {
        Algorithm::Ed25519 => Ok(()),
        other => Err(SignatureError::NotEd25519(other)),
    }
}

#[cfg(test)]
mod tests {
    use ssh_key::Signature;

    use super::super::allowed_signers::allowed_signers_line;
    use super::super::key::tests::known_key;
    use super::*;

    const MESSAGE: &[u8] = b"{\"format\":1}\n";

    /// SSHSIG of [`MESSAGE`] by the known key 1, as `ssh-keygen -Y sign` writes it.
    const GOLDEN: &str = "-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgiojj3XQJ8ZX9UtstPLpdcspnCb
8dlBIb83SIAbQPb1wAAAAOZW1pc3Npb24tYmxvY2sAAAAAAAAABnNoYTUxMgAAAFMAAAAL
c3NoLWVkMjU1MTkAAABAYS+yWqIj7od+W741m8uh7AHqd12bf8o5QIUq6oM24bStAqC3ph
p1vjRNVPHFqP6fBEKBXX85R5dGALn2II2YBA==
-----END SSH SIGNATURE-----
";

    fn signers(line: &str) -> AllowedSigners {
        AllowedSigners::parse(line).unwrap()
    }

    fn known_signers() -> AllowedSigners {
        signers(&allowed_signers_line("emission", &known_key(1)))
    }

    fn refusal(signers: &AllowedSigners, armored: &str) -> SignatureError {
        signers.verify("emission", MESSAGE, armored).unwrap_err()
    }

    /// A signature of [`MESSAGE`] by the known key 1 for any namespace.
    fn signature_for(namespace: &str) -> String {
        let key = known_key(1);
        let signature = key.private_key().sign(namespace, HashAlg::Sha512, MESSAGE);
        signature.unwrap().to_pem(LineEnding::LF).unwrap()
    }

    #[test]
    fn a_signature_has_its_known_bytes() {
        assert_eq!(known_key(1).sign(MESSAGE), GOLDEN);
        assert_eq!(known_key(1).sign(MESSAGE), GOLDEN, "twice the same");
    }

    #[test]
    fn a_signature_is_verified_and_its_key_told() {
        let fingerprint = known_signers().verify("emission", MESSAGE, GOLDEN).unwrap();
        assert_eq!(fingerprint, known_key(1).fingerprint());
    }

    #[test]
    fn a_signature_is_checked_by_the_key_that_it_names() {
        let fingerprint = known_key(1).fingerprint();
        assert_eq!(signed_by(MESSAGE, GOLDEN), Ok(fingerprint.clone()));
        let invalid = SignatureError::Invalid { fingerprint };
        assert_eq!(signed_by(b"another", GOLDEN), Err(invalid));
        let purpose = signed_by(MESSAGE, &signature_for("file"));
        assert!(matches!(purpose, Err(SignatureError::Namespace { .. })));
        assert_eq!(signed_by(MESSAGE, ""), Err(SignatureError::OtherKind));
    }

    #[test]
    fn the_shorter_hash_of_ssh_keygen_is_verified_too() {
        let key = known_key(1);
        let signature = key
            .private_key()
            .sign(NAMESPACE, HashAlg::Sha256, MESSAGE)
            .unwrap();
        let armored = signature.to_pem(LineEnding::LF).unwrap();
        known_signers()
            .verify("emission", MESSAGE, &armored)
            .unwrap();
    }

    #[test]
    fn no_byte_of_a_signature_can_be_changed() {
        for place in 0..GOLDEN.len() {
            let mut changed = GOLDEN.as_bytes().to_vec();
            changed[place] ^= 1;
            refusal(&known_signers(), str::from_utf8(&changed).unwrap());
        }
    }

    /// The first two lines hold the version and the lengths of all parts, some of which the parser
    /// does not check.
    #[test]
    fn no_length_nor_version_in_a_signature_can_be_changed() {
        let lengths = BEGIN_SIGNATURE.len() + 1..BEGIN_SIGNATURE.len() + 142;
        for place in lengths.filter(|place| GOLDEN.as_bytes()[*place] != b'\n') {
            for digit in (b'0'..=b'z').filter(u8::is_ascii_alphanumeric) {
                let mut changed = GOLDEN.as_bytes().to_vec();
                changed[place] = digit;
                let changed = str::from_utf8(&changed).unwrap();
                let verified = known_signers().verify("emission", MESSAGE, changed);
                assert_eq!(verified.is_ok(), changed == GOLDEN, "{changed}");
            }
        }
    }

    /// OpenSSH ignores what the reserved field holds, and signs it as empty.
    #[test]
    fn a_signature_with_something_reserved_is_refused() {
        let reserved = "-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgiojj3XQJ8ZX9UtstPLpdcspnCb
8dlBIb83SIAbQPb1wAAAAOZW1pc3Npb24tYmxvY2sAAAABeAAAAAZzaGE1MTIAAABTAAAA
C3NzaC1lZDI1NTE5AAAAQGEvslqiI+6Hflu+NZvLoewB6nddm3/KOUCFKuqDNuG0rQKgt6
Yadb40TVTxxaj+nwRCgV1/OUeXRgC59iCNmAQ=
-----END SSH SIGNATURE-----
";
        assert_eq!(
            refusal(&known_signers(), reserved),
            SignatureError::NotCanonical
        );
    }

    #[test]
    fn a_text_that_is_no_signature_is_refused() {
        for text in ["", "hello", &format!("hello\n{GOLDEN}")] {
            assert_eq!(
                refusal(&known_signers(), text).to_string(),
                "this is not an SSH signature: get the signature file again from its issuer"
            );
        }
    }

    #[test]
    fn a_cut_signature_is_refused() {
        let error = refusal(&known_signers(), &GOLDEN[..GOLDEN.len() / 2]);
        assert!(matches!(error, SignatureError::Damaged(_)));
        assert_eq!(
            SignatureError::Damaged(ssh_key::Error::FormatEncoding).to_string(),
            "the signature is damaged (format encoding error): get the signature file again from \
             its issuer"
        );
    }

    #[test]
    fn another_text_of_the_same_signature_is_refused() {
        for text in [GOLDEN.replace('\n', "\r\n"), GOLDEN.trim_end().to_owned()] {
            assert_eq!(
                refusal(&known_signers(), &text).to_string(),
                "the signature file is not as `ssh-keygen -Y sign` writes it: get it again from \
                 its issuer, byte for byte"
            );
        }
    }

    #[test]
    fn a_signature_for_something_else_is_refused() {
        assert_eq!(
            refusal(&known_signers(), &signature_for("file")).to_string(),
            "the signature is for \"file\", not for \"emission-block\": have the block signed as \
             a block, with `emission generate` or `ssh-keygen -Y sign -n emission-block`"
        );
    }

    #[test]
    fn a_signature_of_another_type_of_key_is_refused() {
        let line = "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAICFo/\
                    k5LU8863u66YC9eUO2170QduohPURkQnbLa/dczAAAABHNzaDo=";
        let key = PublicKey::from_openssh(line).unwrap();
        let signature = Signature::new(Algorithm::SkEd25519, [0; 69]).unwrap();
        let signature = SshSig::new(key.into(), NAMESPACE, HashAlg::Sha512, signature).unwrap();
        assert_eq!(
            refusal(&known_signers(), &signature.to_pem(LineEnding::LF).unwrap()).to_string(),
            "the signature is by a key of type sk-ssh-ed25519@openssh.com, but blocks are signed \
             with Ed25519: have the block signed with a listed Ed25519 key"
        );
    }

    #[test]
    fn an_unknown_signer_is_refused_and_named() {
        let others = signers(&allowed_signers_line("emission", &known_key(2)));
        assert_eq!(
            refusal(&others, GOLDEN).to_string(),
            "the signature is by SHA256:fe85JkIjo8VPe+XqXJGH5Mau1EMFdK1OdKvJUFicyA8, a key that \
             the allowed signers do not list for \"emission\": ask the block's maker by another way \
             whether it is theirs; if so, add it to the list, and if not, reject the block"
        );
        let other_identity = signers(&allowed_signers_line("someone", &known_key(1)));
        assert!(matches!(
            refusal(&other_identity, GOLDEN),
            SignatureError::UnknownSigner { .. }
        ));
    }

    #[test]
    fn a_key_listed_for_another_purpose_is_refused() {
        let line = allowed_signers_line("emission", &known_key(1));
        let signers = signers(&line.replace(NAMESPACE, "file"));
        assert_eq!(
            refusal(&signers, GOLDEN).to_string(),
            "the signature is by SHA256:fe85JkIjo8VPe+XqXJGH5Mau1EMFdK1OdKvJUFicyA8, a key \
             listed for \"emission\" in the allowed signers, but not for the namespace \
             \"emission-block\": add it to the key's `namespaces` if that is meant"
        );
    }

    #[test]
    fn another_message_is_refused() {
        let error = known_signers()
            .verify("emission", b"other", GOLDEN)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "the signature by SHA256:fe85JkIjo8VPe+XqXJGH5Mau1EMFdK1OdKvJUFicyA8 is not for this \
             content: the content or the signature was changed; get both again from their issuer"
        );
    }
}
