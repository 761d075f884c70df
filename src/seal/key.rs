//! The key that signs blocks: an Ed25519 key in an OpenSSH private key file, as `ssh-keygen -t
//! ed25519` makes, with or without a passphrase.

use std::fmt;

use ssh_key::private::{Ed25519Keypair, KeypairData};
use ssh_key::{Algorithm, HashAlg, LineEnding, PrivateKey};
use thiserror::Error;
use zeroize::Zeroizing;

use super::seed;
use crate::one_line::one_line;

/// Opens an OpenSSH private key file.
const BEGIN_KEY: &str = "-----BEGIN OPENSSH PRIVATE KEY-----";

/// How the text of a public key starts, by the names of its types.
const PUBLIC_KEY_STARTS: [&str; 3] = ["ssh-", "ecdsa-", "sk-"];

/// An Ed25519 key, ready to sign. Wiped when dropped; `Debug` shows its fingerprint only.
pub struct SigningKey(PrivateKey);

/// An Ed25519 key that needs its passphrase. `Debug` shows its fingerprint only.
pub struct LockedKey(PrivateKey);

/// What a private key file holds.
#[derive(Debug)]
pub enum LoadedKey {
    /// A key ready to sign.
    Plain(SigningKey),
    /// A key to [unlock](LockedKey::unlock) first.
    Locked(LockedKey),
}

/// Why there is no key to sign with.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum KeyError {
    /// The file holds a master seed.
    #[error("this is a seed, not a key: give the file that `emission key new` made")]
    Seed,
    /// The file holds the public half only.
    #[error(
        "this is a public key: give its private half, the file of the same name without `.pub`"
    )]
    PublicKey,
    /// The file holds something else, perhaps a key in another format.
    #[error(
        "this is not an OpenSSH private key: make one with `emission key new` or `ssh-keygen -t \
         ed25519`"
    )]
    OtherKind,
    /// The file starts like a private key, but does not read. Why is not told: the words of the
    /// parser may quote the file.
    #[error(
        "the private key is damaged, or of a kind that this program does not know: restore the \
         file from its backup, or make a key with `emission key new`"
    )]
    Damaged,
    /// The key is of another type.
    #[error(
        "this is a key of type {}, but blocks are signed with Ed25519: make one with `emission \
         key new` or `ssh-keygen -t ed25519`",
        one_line(.0)
    )]
    NotEd25519(Algorithm),
    /// The passphrase does not open the key.
    #[error("this passphrase does not open the private key: try again, or use another key")]
    Passphrase,
    /// The comment would break the lines that it is written in.
    #[error(
        "the private key's comment has a control character: change it with `ssh-keygen -c -f KEY`"
    )]
    Comment,
    /// The operating system gave no random bytes.
    #[error("the operating system gave no random bytes ({0}): try again, or on another machine")]
    Random(getrandom::Error),
}

impl SigningKey {
    /// Draws a new key from the operating system. The comment, one line of any text, says whose it
    /// is.
    ///
    /// # Errors
    ///
    /// [`KeyError::Random`] when the operating system gives no random bytes, [`KeyError::Comment`]
    /// when the comment has a control character.
    pub fn generate(comment: &str) -> Result<Self, KeyError> {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::getrandom(secret.as_mut()).map_err(KeyError::Random)?;
        let pair = KeypairData::Ed25519(Ed25519Keypair::from_seed(&secret));
        Self::new(PrivateKey::new(pair, comment).map_err(|_| KeyError::Damaged)?)
    }

    /// Reads the text of an OpenSSH private key file.
    ///
    /// # Errors
    ///
    /// [`KeyError`], when the text is not a private key, damaged, or not of type Ed25519.
    pub fn from_openssh(text: &str) -> Result<LoadedKey, KeyError> {
        check_kind(text)?;
        let key = PrivateKey::from_openssh(text).map_err(|_| KeyError::Damaged)?;
        check_algorithm(&key)?;
        if key.is_encrypted() {
            return Ok(LoadedKey::Locked(LockedKey(key)));
        }
        Self::new(key).map(LoadedKey::Plain)
    }

    /// Checks that a text starts like an OpenSSH private key.
    ///
    /// # Errors
    ///
    /// [`KeyError`]: what the text is instead.
    pub fn check_kind(text: &str) -> Result<(), KeyError> {
        check_kind(text)
    }

    /// The text of the key's file: OpenSSH's private key format, without a passphrase.
    ///
    /// # Panics
    ///
    /// Never: every Ed25519 key has such a text.
    #[must_use]
    pub fn to_openssh(&self) -> Zeroizing<String> {
        self.0
            .to_openssh(LineEnding::LF)
            .expect("an Ed25519 key can be written")
    }

    /// The text of the key's `.pub` file, one line: type, base64, comment.
    ///
    /// # Panics
    ///
    /// Never: every Ed25519 key has such a text.
    #[must_use]
    pub fn public_openssh(&self) -> String {
        let public = self.0.public_key();
        let mut text = public.to_openssh().expect("an Ed25519 key can be written");
        text.push('\n');
        text
    }

    /// The key's fingerprint as `ssh-keygen -l` prints it: `SHA256:` and unpadded base64.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.0)
    }

    /// The key itself, to sign with.
    pub(super) fn private_key(&self) -> &PrivateKey {
        &self.0
    }

    /// Checks what both kinds of files and new keys have to be.
    fn new(key: PrivateKey) -> Result<Self, KeyError> {
        check_algorithm(&key)?;
        if key.comment().contains(char::is_control) {
            return Err(KeyError::Comment);
        }
        Ok(Self(key))
    }
}

impl LockedKey {
    /// Opens the key.
    ///
    /// # Errors
    ///
    /// [`KeyError::Passphrase`] when the passphrase is not the key's; then another can be tried.
    /// [`KeyError::Damaged`] when it is, and what it opens is not a key.
    pub fn unlock(&self, passphrase: &str) -> Result<SigningKey, KeyError> {
        let key = self.0.decrypt(passphrase).map_err(|error| match error {
            ssh_key::Error::Crypto => KeyError::Passphrase,
            _ => KeyError::Damaged,
        })?;
        SigningKey::new(key)
    }

    /// The key's fingerprint as `ssh-keygen -l` prints it, to ask for the right passphrase.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        fingerprint(&self.0)
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SigningKey({})", self.fingerprint())
    }
}

impl fmt::Debug for LockedKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "LockedKey({})", self.fingerprint())
    }
}

fn fingerprint(key: &PrivateKey) -> String {
    key.fingerprint(HashAlg::Sha256).to_string()
}

fn check_algorithm(key: &PrivateKey) -> Result<(), KeyError> {
    match key.algorithm() {
        Algorithm::Ed25519 => Ok(()),
        other => Err(KeyError::NotEd25519(other)),
    }
}

/// Says what a file is that is no OpenSSH private key.
fn check_kind(text: &str) -> Result<(), KeyError> {
    if text.starts_with(BEGIN_KEY) {
        Ok(())
    } else if text.starts_with(seed::FILE_MAGIC) {
        Err(KeyError::Seed)
    } else if PUBLIC_KEY_STARTS
        .iter()
        .any(|start| text.starts_with(start))
    {
        Err(KeyError::PublicKey)
    } else {
        Err(KeyError::OtherKind)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use ssh_key::{Cipher, EcdsaCurve, Kdf};

    use super::*;

    /// A key known to everybody, for tests.
    pub(in super::super) fn known_key(byte: u8) -> SigningKey {
        let pair = KeypairData::Ed25519(Ed25519Keypair::from_seed(&[byte; 32]));
        SigningKey::new(PrivateKey::new(pair, "test").unwrap()).unwrap()
    }

    /// The file of the known key, with a passphrase.
    fn locked(passphrase: &str) -> Zeroizing<String> {
        let salt = vec![0; 16];
        let kdf = Kdf::Bcrypt { salt, rounds: 1 };
        let key = known_key(1).0;
        let key = key
            .encrypt_with(Cipher::Aes256Ctr, kdf, 0, passphrase)
            .unwrap();
        key.to_openssh(LineEnding::LF).unwrap()
    }

    fn load_locked(text: &str) -> LockedKey {
        match SigningKey::from_openssh(text).unwrap() {
            LoadedKey::Locked(key) => key,
            LoadedKey::Plain(key) => panic!("{key:?} needs no passphrase"),
        }
    }

    fn message(text: &str) -> String {
        SigningKey::from_openssh(text).unwrap_err().to_string()
    }

    #[test]
    fn a_key_comes_back() {
        let key = SigningKey::generate("me@here").unwrap();
        let text = key.to_openssh();
        let LoadedKey::Plain(again) = SigningKey::from_openssh(&text).unwrap() else {
            panic!("a key without a passphrase");
        };
        assert_eq!(again.to_openssh(), text);
        assert_eq!(again.public_openssh(), key.public_openssh());
        assert!(key.public_openssh().ends_with(" me@here\n"));
    }

    #[test]
    fn new_keys_differ() {
        let [one, other] = [(); 2].map(|()| SigningKey::generate("").unwrap().fingerprint());
        assert_ne!(one, other);
    }

    #[test]
    fn a_known_key_has_its_known_texts() {
        let key = known_key(1);
        assert_eq!(
            key.fingerprint(),
            "SHA256:fe85JkIjo8VPe+XqXJGH5Mau1EMFdK1OdKvJUFicyA8"
        );
        assert_eq!(
            key.public_openssh(),
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c \
             test\n"
        );
    }

    #[test]
    fn a_passphrase_opens_the_key() {
        let key = load_locked(&locked("open sesame"));
        assert_eq!(key.fingerprint(), known_key(1).fingerprint());
        let opened = key.unlock("open sesame").unwrap();
        assert_eq!(opened.public_openssh(), known_key(1).public_openssh());
    }

    #[test]
    fn another_passphrase_does_not() {
        let key = load_locked(&locked("open sesame"));
        for passphrase in ["", "open", "open sesame\n"] {
            assert_eq!(
                key.unlock(passphrase).unwrap_err().to_string(),
                "this passphrase does not open the private key: try again, or use another key"
            );
        }
    }

    #[test]
    fn debug_shows_the_fingerprint_only() {
        let fingerprint = known_key(1).fingerprint();
        let plain = LoadedKey::Plain(known_key(1));
        assert_eq!(
            format!("{plain:?}"),
            format!("Plain(SigningKey({fingerprint}))")
        );
        let locked = LoadedKey::Locked(load_locked(&locked("open sesame")));
        assert_eq!(
            format!("{locked:?}"),
            format!("Locked(LockedKey({fingerprint}))")
        );
    }

    #[test]
    fn a_seed_is_named() {
        assert_eq!(
            message("emission-seed-1:0123\n"),
            "this is a seed, not a key: give the file that `emission key new` made"
        );
    }

    #[test]
    fn a_public_key_is_named() {
        for text in [
            &known_key(1).public_openssh(),
            "ecdsa-sha2-nistp256 AA",
            "sk-ssh-ed25519@openssh.com AA",
        ] {
            assert_eq!(
                message(text),
                "this is a public key: give its private half, the file of the same name without \
                 `.pub`"
            );
        }
    }

    #[test]
    fn another_kind_is_refused() {
        for text in [
            "",
            "hello",
            "-----BEGIN PRIVATE KEY-----\nMC4CAQ==\n-----END PRIVATE KEY-----\n",
        ] {
            assert_eq!(
                message(text),
                "this is not an OpenSSH private key: make one with `emission key new` or \
                 `ssh-keygen -t ed25519`"
            );
        }
    }

    #[test]
    fn a_damaged_key_is_refused() {
        let text = known_key(1).to_openssh();
        assert_eq!(
            message(&text[..text.len() / 2]),
            "the private key is damaged, or of a kind that this program does not know: restore the \
             file from its backup, or make a key with `emission key new`"
        );
    }

    #[test]
    fn a_key_of_another_type_is_named() {
        let curve = EcdsaCurve::NistP256;
        assert_eq!(
            KeyError::NotEd25519(Algorithm::Ecdsa { curve }).to_string(),
            "this is a key of type ecdsa-sha2-nistp256, but blocks are signed with Ed25519: make \
             one with `emission key new` or `ssh-keygen -t ed25519`"
        );
    }

    #[test]
    fn a_comment_stays_on_its_line() {
        assert_eq!(
            SigningKey::generate("me\nssh-rsa").unwrap_err().to_string(),
            "the private key's comment has a control character: change it with `ssh-keygen -c -f \
             KEY`"
        );
    }

    #[test]
    fn a_lack_of_random_bytes_is_said() {
        assert_eq!(
            KeyError::Random(getrandom::Error::UNSUPPORTED).to_string(),
            "the operating system gave no random bytes (getrandom: this target is not supported): \
             try again, or on another machine"
        );
    }
}
