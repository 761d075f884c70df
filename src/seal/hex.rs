//! Lower-case hexadecimal, strictly: one text for each value, so a changed letter case is a change.

use thiserror::Error;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Why a text is not the hexadecimal form of a value of the expected size. Never holds the text
/// itself: it may be a secret.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum HexError {
    /// The text has too few or too many characters.
    #[error("expected {expected} hex digits, found {found}")]
    Length {
        /// Digits expected: two a byte.
        expected: usize,
        /// Characters found.
        found: usize,
    },
    /// A character is not one of `0-9` and `a-f`.
    #[error("digit {position} is not one of 0-9 and a-f")]
    Digit {
        /// Place of the first such character, from 1.
        position: usize,
    },
}

/// Writes bytes as lower-case hex digits, two a byte.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    push(&mut text, bytes);
    text
}

/// Appends bytes to a text as lower-case hex digits. Never moves a text that has room for them, so
/// a secret leaves no copy behind.
pub(super) fn push(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 0xf)]));
    }
}

/// Reads exactly `2 * N` lower-case hex digits.
///
/// # Errors
///
/// [`HexError`], when the text is anything else.
pub fn decode<const N: usize>(text: &str) -> Result<[u8; N], HexError> {
    let mut bytes = [0; N];
    decode_into(text, &mut bytes)?;
    Ok(bytes)
}

/// Reads exactly two lower-case hex digits for each byte of `bytes`, in place. After an error,
/// `bytes` holds nothing of use.
///
/// # Errors
///
/// [`HexError`], when the text is anything else.
pub fn decode_into(text: &str, bytes: &mut [u8]) -> Result<(), HexError> {
    check_length(text, 2 * bytes.len())?;
    for (index, digit) in text.bytes().enumerate() {
        let value = digit_value(digit).ok_or(HexError::Digit {
            position: index + 1,
        })?;
        bytes[index / 2] = (bytes[index / 2] << 4) | value;
    }
    Ok(())
}

/// Counts characters, as a reader would. A text with characters of several bytes may pass: the
/// first of them is then found as a bad digit.
fn check_length(text: &str, expected: usize) -> Result<(), HexError> {
    let found = text.chars().count();
    if found == expected {
        return Ok(());
    }
    Err(HexError::Length { expected, found })
}

const fn digit_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        let text = encode(&bytes);
        assert!(text.starts_with("000102") && text.ends_with("fdfeff"));
        assert_eq!(decode::<256>(&text).unwrap().as_slice(), bytes);
    }

    #[test]
    fn no_bytes_is_no_text() {
        assert_eq!(encode(&[]), "");
        assert_eq!(decode::<0>("").unwrap(), [0; 0]);
    }

    #[test]
    fn a_wrong_length_is_counted_in_characters() {
        for (text, found) in [("", 0), ("abc", 3), ("abcde", 5), ("éé", 2)] {
            let error = decode::<2>(text).unwrap_err();
            assert_eq!(error, HexError::Length { expected: 4, found });
        }
        let error = decode::<2>("abc").unwrap_err();
        assert_eq!(error.to_string(), "expected 4 hex digits, found 3");
    }

    #[test]
    fn a_bad_digit_is_told_by_its_place() {
        for (text, position) in [
            ("Abcd", 1),
            ("abcg", 4),
            ("ab d", 3),
            ("abé0", 3),
            ("ab0é", 4),
        ] {
            let error = decode::<2>(text).unwrap_err();
            assert_eq!(error, HexError::Digit { position });
        }
        let error = decode::<2>("abcg").unwrap_err();
        assert_eq!(error.to_string(), "digit 4 is not one of 0-9 and a-f");
    }
}
