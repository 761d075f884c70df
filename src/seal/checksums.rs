//! `SHA256SUMS`: the checksum of each file of a folder, one a line, as `sha256sum -c` takes it (GNU
//! coreutils, "cksum output modes"): 64 lower-case hex digits, two spaces (or a space and `*`), the
//! name.

use std::collections::HashSet;

use thiserror::Error;

use super::hex::{self, HexError};
use super::merkle::Digest;

/// The checksum of one file of the folder.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Checksum {
    /// SHA-256 of the file's bytes.
    pub digest: Digest,
    /// Plain name of the file, in the same folder.
    pub name: String,
}

/// Why a list of checksums can't be written or read. Lines count from 1.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ChecksumsError {
    /// Nothing is listed; `sha256sum -c` refuses that too.
    #[error("SHA256SUMS lists no file: get the block again from its issuer")]
    Empty,
    /// The line is not digits, a separator and a name.
    #[error(
        "SHA256SUMS, line {line}: expected 64 hex digits, two spaces and a file name: get the \
         block again from its issuer"
    )]
    Line {
        /// Number of the line.
        line: usize,
    },
    /// The digits are not a SHA-256 checksum.
    #[error("SHA256SUMS, line {line}: {cause}: get the block again from its issuer")]
    Digest {
        /// Number of the line.
        line: usize,
        /// What is wrong with the digits.
        cause: HexError,
    },
    /// The name could lead out of the folder, or hide something.
    #[error(
        "SHA256SUMS, line {line}: {name:?} is not a plain file name: get the block again from its \
         issuer"
    )]
    Name {
        /// Number of the line.
        line: usize,
        /// The name as found.
        name: String,
    },
    /// Two lines are about the same file.
    #[error(
        "SHA256SUMS, line {line}: {name:?} is listed twice: get the block again from its issuer"
    )]
    Repeated {
        /// Number of the second line.
        line: usize,
        /// The name of both.
        name: String,
    },
    /// The last line does not end with a line feed.
    #[error(
        "SHA256SUMS, line {line}: no line feed at the end, so the file may be cut: get the block \
         again from its issuer"
    )]
    Cut {
        /// Number of the last line.
        line: usize,
    },
}

/// Writes checksums in the order given, one a line.
///
/// # Errors
///
/// [`ChecksumsError`], for a list that [`parse`] would refuse: empty, a name that is not plain, or
/// twice the same.
pub fn to_text(checksums: &[Checksum]) -> Result<String, ChecksumsError> {
    check_list(checksums)?;
    let mut text = String::new();
    for Checksum { digest, name } in checksums {
        hex::push(&mut text, digest);
        text.push_str("  ");
        text.push_str(name);
        text.push('\n');
    }
    Ok(text)
}

/// Reads a list of checksums, strictly: what [`to_text`] writes, or the same with `*` before the
/// names.
///
/// # Errors
///
/// [`ChecksumsError`], with the number of the first bad line.
pub fn parse(text: &str) -> Result<Vec<Checksum>, ChecksumsError> {
    let lines = text.split_inclusive('\n').enumerate();
    let checksums = lines
        .map(|(index, line)| parse_line(index + 1, line))
        .collect::<Result<Vec<_>, _>>()?;
    check_list(&checksums)?;
    Ok(checksums)
}

fn parse_line(line: usize, text: &str) -> Result<Checksum, ChecksumsError> {
    let text = text
        .strip_suffix('\n')
        .ok_or(ChecksumsError::Cut { line })?;
    let (digits, rest) = text.split_once(' ').ok_or(ChecksumsError::Line { line })?;
    let name = rest
        .strip_prefix([' ', '*'])
        .ok_or(ChecksumsError::Line { line })?;
    let digest = hex::decode(digits).map_err(|cause| ChecksumsError::Digest { line, cause })?;
    Ok(Checksum {
        digest,
        name: name.to_owned(),
    })
}

/// The same rules before writing and after reading.
fn check_list(checksums: &[Checksum]) -> Result<(), ChecksumsError> {
    if checksums.is_empty() {
        return Err(ChecksumsError::Empty);
    }
    let mut seen = HashSet::new();
    for (index, Checksum { name, .. }) in checksums.iter().enumerate() {
        let (line, name) = (index + 1, name.as_str());
        if !is_plain(name) {
            let name = name.to_owned();
            return Err(ChecksumsError::Name { line, name });
        }
        if !seen.insert(name) {
            let name = name.to_owned();
            return Err(ChecksumsError::Repeated { line, name });
        }
    }
    Ok(())
}

/// Whether a name stays in its folder and is written by `sha256sum` as it is (it escapes
/// backslashes).
fn is_plain(name: &str) -> bool {
    let is_forbidden = |c: char| matches!(c, '/' | '\\') || c.is_control();
    !matches!(name, "" | "." | "..") && !name.contains(is_forbidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn checksum(name: &str) -> Checksum {
        Checksum {
            digest: hex::decode(NOTHING).unwrap(),
            name: name.to_owned(),
        }
    }

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_list_is_written_in_its_order_and_comes_back() {
        let list = [checksum("units-0002.csv.zst"), checksum("été 1.csv")];
        let text = to_text(&list).unwrap();
        assert_eq!(
            text,
            format!("{NOTHING}  units-0002.csv.zst\n{NOTHING}  été 1.csv\n")
        );
        assert_eq!(parse(&text).unwrap(), list);
    }

    #[test]
    fn the_star_of_binary_mode_is_read() {
        let list = parse(&format!("{NOTHING} *manifest.json\n")).unwrap();
        assert_eq!(list, [checksum("manifest.json")]);
    }

    #[test]
    fn an_empty_list_is_refused() {
        let expected = "SHA256SUMS lists no file: get the block again from its issuer";
        assert_eq!(message(""), expected);
        assert_eq!(to_text(&[]).unwrap_err(), ChecksumsError::Empty);
    }

    #[test]
    fn a_line_of_another_shape_is_refused() {
        for line in [
            "",
            "manifest.json",
            &format!("{NOTHING}\tmanifest.json"),
            &format!("{NOTHING} m"),
        ] {
            assert_eq!(
                message(&format!("{NOTHING}  a\n{line}\n")),
                "SHA256SUMS, line 2: expected 64 hex digits, two spaces and a file name: get the \
                 block again from its issuer"
            );
        }
    }

    #[test]
    fn bad_digits_are_refused() {
        assert_eq!(
            message(&format!("{}  a\n", &NOTHING[1..])),
            "SHA256SUMS, line 1: expected 64 hex digits, found 63: get the block again from its \
             issuer"
        );
        assert_eq!(
            message(&format!("{}  a\n", NOTHING.to_uppercase())),
            "SHA256SUMS, line 1: digit 1 is not one of 0-9 and a-f: get the block again from its \
             issuer"
        );
    }

    #[test]
    fn a_name_that_is_not_plain_is_refused() {
        for name in [
            "",
            ".",
            "..",
            "../a",
            "/etc/passwd",
            "a/b",
            "a\\b",
            "a\r",
            "a\u{1b}[2J",
        ] {
            let error = parse(&format!("{NOTHING}  {name}\n")).unwrap_err();
            let expected = ChecksumsError::Name {
                line: 1,
                name: name.to_owned(),
            };
            assert_eq!(error, expected);
            assert_eq!(to_text(&[checksum(name)]).unwrap_err(), expected);
        }
        assert_eq!(
            message(&format!("{NOTHING}  ../a\n")),
            "SHA256SUMS, line 1: \"../a\" is not a plain file name: get the block again from its \
             issuer"
        );
    }

    #[test]
    fn a_name_listed_twice_is_refused() {
        assert_eq!(
            message(&format!("{NOTHING}  a\n{NOTHING}  b\n{NOTHING} *a\n")),
            "SHA256SUMS, line 3: \"a\" is listed twice: get the block again from its issuer"
        );
    }

    #[test]
    fn a_cut_file_is_refused() {
        assert_eq!(
            message(&format!("{NOTHING}  a\n{NOTHING}  b")),
            "SHA256SUMS, line 2: no line feed at the end, so the file may be cut: get the block \
             again from its issuer"
        );
    }
}
