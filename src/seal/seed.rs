//! The master seed of an emission, and its file: one line, `emission-seed-1:` and 64 lower-case hex
//! digits.
//!
//! A seed locates every winner. It is never printed, not even a digit of it in an error.

use std::fmt;

use thiserror::Error;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::hex::{self, HexError};

/// Bytes of a seed.
const SEED_BYTES: usize = 32;

/// Starts a seed file of any version.
pub(super) const FILE_MAGIC: &str = "emission-seed-";

/// Starts a seed file of the version read and written here.
const FILE_PREFIX: &str = "emission-seed-1:";

/// Starts the line that opens a private key, of OpenSSH's format or another.
const PEM_BEGIN: &str = "-----BEGIN ";

/// 32 secret bytes from the operating system, from which every key of an emission is derived. Wiped
/// when dropped; on the heap, so that moving it leaves no copy.
pub struct MasterSeed(Box<[u8; SEED_BYTES]>);

/// Why there is no seed. Never holds anything of the file.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum SeedError {
    /// The file holds a private key.
    #[error("this is a private key, not a seed: give the file that `emission seed new` made")]
    PrivateKey,
    /// The file holds a seed of a version that does not exist yet.
    #[error("this seed is of a later version than this program reads: install a newer `emission`")]
    LaterVersion,
    /// The file holds something else.
    #[error(
        "this is not a seed: give the file that `emission seed new` made, one line of \
         `emission-seed-1:` and 64 hex digits"
    )]
    OtherKind,
    /// Too few or too many digits.
    #[error(
        "the seed has {found} digit{} where 64 belong: restore the file from its backup",
        if *found == 1 { "" } else { "s" }
    )]
    Length {
        /// Characters found between the prefix and the line feed.
        found: usize,
    },
    /// A character is not a lower-case hex digit.
    #[error(
        "digit {position} of the seed is not one of 0-9 and a-f: restore the file from its backup"
    )]
    Digit {
        /// Place of the first such digit, 1 to 64.
        position: usize,
    },
    /// The file is not one line that ends with a line feed.
    #[error(
        "the seed file is not exactly one line that ends with a line feed (LF): restore it from \
         its backup"
    )]
    NotOneLine,
    /// The operating system gave no random bytes.
    #[error("the operating system gave no random bytes ({0}): try again, or on another machine")]
    Random(getrandom::Error),
}

impl MasterSeed {
    /// Draws a new seed from the operating system.
    ///
    /// # Errors
    ///
    /// [`SeedError::Random`], when the operating system gives no random bytes.
    pub fn generate() -> Result<Self, SeedError> {
        let mut seed = Self::zero();
        getrandom::getrandom(seed.0.as_mut()).map_err(SeedError::Random)?;
        Ok(seed)
    }

    /// The seed of 32 known bytes, for tests and test vectors.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; SEED_BYTES]) -> Self {
        let mut seed = Self::zero();
        seed.0.copy_from_slice(bytes);
        seed
    }

    /// Checks that a text starts like a seed.
    ///
    /// # Errors
    ///
    /// [`SeedError`]: what the text is instead.
    pub fn check_kind(text: &str) -> Result<(), SeedError> {
        if text.starts_with(FILE_PREFIX) {
            Ok(())
        } else {
            Err(kind_error(text))
        }
    }

    /// Reads the text of a seed file.
    ///
    /// # Errors
    ///
    /// [`SeedError`], when the text is not exactly what [`MasterSeed::to_file_text`] writes.
    pub fn parse(text: &str) -> Result<Self, SeedError> {
        let line = text
            .strip_prefix(FILE_PREFIX)
            .ok_or_else(|| kind_error(text))?;
        let digits = line.strip_suffix('\n').unwrap_or(line);
        if digits.contains(['\n', '\r']) {
            return Err(SeedError::NotOneLine);
        }
        let mut seed = Self::zero();
        hex::decode_into(digits, seed.0.as_mut())?;
        // Only now: of a file cut anywhere, the count of digits says more.
        if digits.len() == line.len() {
            return Err(SeedError::NotOneLine);
        }
        Ok(seed)
    }

    /// The text of the seed's file: `emission-seed-1:`, 64 lower-case hex digits, a line feed.
    #[must_use]
    pub fn to_file_text(&self) -> Zeroizing<String> {
        // Room for all of it: a text that grows leaves copies behind.
        let length = FILE_PREFIX.len() + 2 * SEED_BYTES + 1;
        let mut text = Zeroizing::new(String::with_capacity(length));
        text.push_str(FILE_PREFIX);
        hex::push(&mut text, self.as_bytes());
        text.push('\n');
        text
    }

    /// The 32 secret bytes, to derive keys from.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; SEED_BYTES] {
        &self.0
    }

    fn zero() -> Self {
        Self(Box::new([0; SEED_BYTES]))
    }
}

impl Drop for MasterSeed {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for MasterSeed {}

impl fmt::Debug for MasterSeed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("MasterSeed(secret)")
    }
}

impl From<HexError> for SeedError {
    fn from(error: HexError) -> Self {
        match error {
            HexError::Length { found, .. } => Self::Length { found },
            HexError::Digit { position } => Self::Digit { position },
        }
    }
}

/// Says what a file is that does not start like a seed.
fn kind_error(text: &str) -> SeedError {
    if text.trim_start().starts_with(PEM_BEGIN) {
        SeedError::PrivateKey
    } else if text.starts_with(FILE_MAGIC) {
        SeedError::LaterVersion
    } else {
        SeedError::OtherKind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGITS: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    fn counting() -> MasterSeed {
        MasterSeed::from_bytes(&std::array::from_fn(|index| u8::try_from(index).unwrap()))
    }

    fn message(text: &str) -> String {
        MasterSeed::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_seed_file_is_one_line() {
        let text = counting().to_file_text();
        assert_eq!(*text, format!("emission-seed-1:{DIGITS}\n"));
        assert_eq!(text.capacity(), text.len(), "the text never grew");
        let seed = MasterSeed::parse(&text).unwrap();
        assert_eq!(seed.as_bytes(), counting().as_bytes());
    }

    #[test]
    fn new_seeds_differ() {
        let (one, other) = (
            MasterSeed::generate().unwrap(),
            MasterSeed::generate().unwrap(),
        );
        assert_ne!(one.as_bytes(), other.as_bytes());
        assert_ne!(one.as_bytes(), &[0; SEED_BYTES]);
    }

    #[test]
    fn debug_shows_nothing() {
        assert_eq!(format!("{:?}", counting()), "MasterSeed(secret)");
    }

    #[test]
    fn a_private_key_is_named() {
        for label in ["OPENSSH PRIVATE KEY", "RSA PRIVATE KEY", "PRIVATE KEY"] {
            assert_eq!(
                message(&format!("-----BEGIN {label}-----\nb3Blb\n")),
                "this is a private key, not a seed: give the file that `emission seed new` made"
            );
        }
    }

    #[test]
    fn a_later_version_is_named() {
        assert_eq!(
            message(&format!("emission-seed-2:{DIGITS}\n")),
            "this seed is of a later version than this program reads: install a newer `emission`"
        );
    }

    #[test]
    fn another_kind_is_refused() {
        for text in [
            "",
            "\n",
            &format!("{DIGITS}\n"),
            &format!(" emission-seed-1:{DIGITS}\n"),
        ] {
            assert_eq!(
                message(text),
                "this is not a seed: give the file that `emission seed new` made, one line of \
                 `emission-seed-1:` and 64 hex digits"
            );
        }
    }

    #[test]
    fn a_wrong_length_is_counted() {
        for (digits, found) in [("", 0), (&DIGITS[1..], 63), (&format!("{DIGITS}0"), 65)] {
            for end in ["\n", ""] {
                let text = format!("emission-seed-1:{digits}{end}");
                assert_eq!(
                    MasterSeed::parse(&text).unwrap_err(),
                    SeedError::Length { found }
                );
            }
        }
        for (digits, found) in [("0", "1 digit"), ("00", "2 digits")] {
            assert_eq!(
                message(&format!("emission-seed-1:{digits}\n")),
                format!("the seed has {found} where 64 belong: restore the file from its backup")
            );
        }
    }

    #[test]
    fn a_bad_digit_is_told_by_its_place_alone() {
        let text = format!("emission-seed-1:{}\n", DIGITS.replace("1d", "1D"));
        assert_eq!(
            message(&text),
            "digit 60 of the seed is not one of 0-9 and a-f: restore the file from its backup"
        );
    }

    #[test]
    fn exactly_one_line_is_read() {
        for end in ["", "\r\n", "\n\n", "\nmore\n"] {
            assert_eq!(
                message(&format!("emission-seed-1:{DIGITS}{end}")),
                "the seed file is not exactly one line that ends with a line feed (LF): restore \
                 it from its backup"
            );
        }
    }

    #[test]
    fn a_lack_of_random_bytes_is_said() {
        assert_eq!(
            SeedError::Random(getrandom::Error::UNSUPPORTED).to_string(),
            "the operating system gave no random bytes (getrandom: this target is not supported): \
             try again, or on another machine"
        );
    }
}
