//! Seeds and keys, as their files hold them.

use emission::seal::{LoadedKey, MasterSeed, SigningKey, signed_by};

use super::{Reader, Verdict, assert_one_line, read_text};

/// Reads seeds and keys.
pub struct Secrets;

impl Reader for Secrets {
    const NAME: &'static str = "secrets";

    fn new() -> Self {
        Self
    }

    fn read(&self, bytes: &[u8]) -> Verdict {
        read_text(bytes, |text| {
            assert!(!is_key(text) || !is_seed(text), "a seed and a key");
            if is_seed(text) || is_key(&armored(text)) {
                Verdict::Accepted
            } else {
                Verdict::Refused
            }
        })
    }
}

/// The text of a key's file: the inputs leave out its first and last line, by which people and programs that look for
/// secrets know one.
fn armored(text: &str) -> String {
    const KIND: &str = "OPENSSH PRIVATE KEY";
    format!("-----BEGIN {KIND}-----\n{text}-----END {KIND}-----\n")
}

fn is_seed(text: &str) -> bool {
    match MasterSeed::parse(text) {
        Ok(seed) => {
            assert_eq!(*seed.to_file_text(), text);
            true
        }
        Err(error) => {
            assert_one_line(error);
            false
        }
    }
}

fn is_key(text: &str) -> bool {
    match SigningKey::from_openssh(text) {
        Ok(LoadedKey::Plain(key)) => {
            check(&key);
            true
        }
        // To try a passphrase takes as long as the file asks for.
        Ok(LoadedKey::Locked(key)) => {
            assert_one_line(key.fingerprint());
            true
        }
        Err(error) => {
            assert_one_line(error);
            false
        }
    }
}

/// A key that was read can be written and read again, and signs.
fn check(key: &SigningKey) {
    let fingerprint = key.fingerprint();
    let again = SigningKey::from_openssh(&key.to_openssh()).expect("what was written");
    assert!(matches!(again, LoadedKey::Plain(again) if again.fingerprint() == fingerprint));
    let public = key.public_openssh();
    assert_one_line(public.strip_suffix('\n').expect("a line"));
    assert_eq!(signed_by(b"text", &key.sign(b"text")), Ok(fingerprint));
}
