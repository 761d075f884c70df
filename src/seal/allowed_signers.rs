//! The list of keys that may sign blocks, and for whom: OpenSSH's allowed signers file
//! (ssh-keygen(1), ALLOWED SIGNERS). Each line: principals, options (or none), key type, base64
//! key, and any comment.
//!
//! Stricter than `ssh-keygen` where it must be: what this program can't judge (certificates, dates)
//! is refused, never skipped, so that no line is trusted for less than it says.

use ssh_key::public::KeyData;
use ssh_key::{Algorithm, PublicKey};
use thiserror::Error;

use super::key::SigningKey;
use super::pattern;
use super::signature::NAMESPACE;
use crate::one_line::one_line;

/// What ends a field: the file knows no other blanks.
const BLANKS: [char; 2] = [' ', '\t'];

/// Who may sign, read from an allowed signers file.
#[derive(Clone, Debug)]
pub struct AllowedSigners {
    entries: Vec<Entry>,
}

/// One line of the file.
#[derive(Clone, Debug)]
struct Entry {
    /// Pattern list of the identities that the key signs for.
    principals: String,
    /// Pattern list of the namespaces that the key signs for; any, when there is none.
    namespaces: Option<String>,
    key: KeyData,
}

/// How a key stands in the list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Standing {
    Allowed,
    OtherNamespace,
    Unknown,
}

/// A line of the file that can't be judged.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("allowed signers, line {line}: {problem}")]
pub struct AllowedSignersError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: LineProblem,
}

/// What is wrong with a line of an allowed signers file.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum LineProblem {
    /// A field is missing.
    #[error("a field is missing: write principals, options if any, key type and base64 key")]
    Incomplete,
    /// A double quote is open at the end of the line, or in the middle of the principals.
    #[error("a double quote is out of place: put one at each end of what holds spaces or commas")]
    Quote,
    /// The key signs other keys' certificates.
    #[error("`cert-authority` is not supported: list each signer's own key instead")]
    CertAuthority,
    /// The key is valid for a time.
    #[error(
        "`{0}` is not supported, since verifying must not depend on the clock: remove the option, \
         or the line if the key is not valid any more"
    )]
    Validity(String),
    /// The option is given twice.
    #[error("`namespaces` is given twice: join both lists with a comma")]
    Repeated,
    /// The option has no value in double quotes.
    #[error("`namespaces` has no value in double quotes: write `namespaces=\"{NAMESPACE}\"`")]
    Unquoted,
    /// Neither an option nor a type of key.
    #[error(
        "{0:?} is neither a key type nor a known option (`namespaces` is one): correct or remove it"
    )]
    Unknown(String),
    /// The base64 text is not a key of the type given.
    #[error(
        "the key does not read ({}): copy it again from the signer's `.pub` file",
        one_line(.0)
    )]
    Key(ssh_key::Error),
}

impl AllowedSigners {
    /// Reads an allowed signers file.
    ///
    /// # Errors
    ///
    /// [`AllowedSignersError`], for the first line that can't be judged, whoever it is about.
    pub fn parse(text: &str) -> Result<Self, AllowedSignersError> {
        let mut entries = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_matches(BLANKS);
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = Entry::parse(line);
            entries.push(entry.map_err(|problem| AllowedSignersError {
                line: index + 1,
                problem,
            })?);
        }
        Ok(Self { entries })
    }

    /// How a key stands for an identity and a namespace: the best of all its lines.
    pub(super) fn standing(&self, identity: &str, key: &KeyData, namespace: &str) -> Standing {
        let mut lines = self
            .entries
            .iter()
            .filter(|entry| entry.names(identity, key))
            .peekable();
        if lines.peek().is_none() {
            Standing::Unknown
        } else if lines.any(|entry| entry.allows(namespace)) {
            Standing::Allowed
        } else {
            Standing::OtherNamespace
        }
    }
}

/// The line that lists a key for an identity and for [`NAMESPACE`] only, with its line feed.
///
/// # Panics
///
/// When the identity is not one plain name: ASCII letters, digits and `@.-_+` only.
#[must_use]
pub fn allowed_signers_line(identity: &str, key: &SigningKey) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "@.-_+".contains(c);
    assert!(
        !identity.is_empty() && identity.chars().all(is_plain),
        "identity {identity:?} is one plain name"
    );
    let public = key.private_key().public_key();
    let key = PublicKey::from(public.key_data().clone()).to_string();
    format!("{identity} namespaces=\"{NAMESPACE}\" {key}\n")
}

impl Entry {
    fn parse(line: &str) -> Result<Self, LineProblem> {
        let (principals, rest) = split_field(line)?;
        let principals = unquote_principals(principals)?;
        let (first, _) = split_field(rest)?;
        if is_key_type(first) {
            return Self::new(principals, None, rest);
        }
        let namespaces = parse_options(first)?;
        let (_, rest) = split_field(rest)?;
        Self::new(principals, namespaces, rest)
    }

    /// The entry of a key, its text being the rest of the line.
    fn new(principals: &str, namespaces: Option<&str>, key: &str) -> Result<Self, LineProblem> {
        Ok(Self {
            principals: principals.to_owned(),
            namespaces: namespaces.map(str::to_owned),
            key: parse_key(key)?,
        })
    }

    fn names(&self, identity: &str, key: &KeyData) -> bool {
        self.key == *key && pattern::matches_list(identity, &self.principals)
    }

    fn allows(&self, namespace: &str) -> bool {
        let list = self.namespaces.as_deref();
        list.is_none_or(|list| pattern::matches_list(namespace, list))
    }
}

/// Splits the first field from the rest of a line. Blanks in double quotes belong to the field.
fn split_field(line: &str) -> Result<(&str, &str), LineProblem> {
    if line.is_empty() {
        return Err(LineProblem::Incomplete);
    }
    match find_unquoted(line, &BLANKS)? {
        Some(end) => Ok((&line[..end], line[end..].trim_start_matches(BLANKS))),
        None => Ok((line, "")),
    }
}

/// Finds the first of some characters outside double quotes. OpenSSH lets a backslash take a quote's
/// meaning away; no name needs that, and here such a line is refused.
fn find_unquoted(text: &str, wanted: &[char]) -> Result<Option<usize>, LineProblem> {
    let mut quoted = false;
    for (place, c) in text.char_indices() {
        if c == '"' {
            quoted = !quoted;
        } else if !quoted && wanted.contains(&c) {
            return Ok(Some(place));
        }
    }
    if quoted {
        return Err(LineProblem::Quote);
    }
    Ok(None)
}

/// Principals may be quoted as a whole.
fn unquote_principals(field: &str) -> Result<&str, LineProblem> {
    if field.contains('"') {
        return unquote(field).ok_or(LineProblem::Quote);
    }
    Ok(field)
}

fn unquote(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains('"')).then_some(inside)
}

fn is_key_type(field: &str) -> bool {
    // Any other name with an `@` may be a key type too; none of them signs.
    !matches!(Algorithm::new(field), Err(_) | Ok(Algorithm::Other(_)))
}

/// Reads options, separated by commas, down to the only one that can be honoured: the namespaces.
fn parse_options(field: &str) -> Result<Option<&str>, LineProblem> {
    let mut namespaces = None;
    let mut rest = Some(field);
    while let Some(options) = rest {
        let end = find_unquoted(options, &[','])?;
        let option = &options[..end.unwrap_or(options.len())];
        if namespaces.replace(parse_option(option)?).is_some() {
            return Err(LineProblem::Repeated);
        }
        rest = end.map(|end| &options[end + 1..]);
    }
    Ok(namespaces)
}

/// Reads one option: the value of `namespaces`. Any other is a problem.
fn parse_option(option: &str) -> Result<&str, LineProblem> {
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    match name.to_ascii_lowercase().as_str() {
        "namespaces" => unquote(value).ok_or(LineProblem::Unquoted),
        "cert-authority" => Err(LineProblem::CertAuthority),
        name @ ("valid-after" | "valid-before") => Err(LineProblem::Validity(name.to_owned())),
        _ => Err(LineProblem::Unknown(name.to_owned())),
    }
}

/// Reads a key: its type, its base64 text, and a comment to ignore.
fn parse_key(text: &str) -> Result<KeyData, LineProblem> {
    let (key_type, rest) = split_blank(text);
    let (base64, _comment) = split_blank(rest);
    if base64.is_empty() {
        return Err(LineProblem::Incomplete);
    }
    let text = format!("{key_type} {base64}");
    let key = PublicKey::from_openssh(&text).map_err(LineProblem::Key)?;
    // The parser takes a length that is not that of what stands behind it. A text that differs from the key's own is a
    // damaged one, as it is to `ssh-keygen`.
    if key.to_openssh().is_ok_and(|canonical| canonical == text) {
        Ok(key.into())
    } else {
        Err(LineProblem::Key(ssh_key::Error::FormatEncoding))
    }
}

/// Splits at blanks, where quotes mean nothing.
fn split_blank(text: &str) -> (&str, &str) {
    let (field, rest) = text.split_once(BLANKS).unwrap_or((text, ""));
    (field, rest.trim_start_matches(BLANKS))
}

#[cfg(test)]
mod tests {
    use super::super::key::tests::known_key;
    use super::*;

    fn key_text(byte: u8) -> String {
        known_key(byte).public_openssh().trim_end().to_owned()
    }

    fn key_data(byte: u8) -> KeyData {
        known_key(byte)
            .private_key()
            .public_key()
            .key_data()
            .clone()
    }

    /// How the known key 1 stands for `emission` and blocks.
    fn standing(text: &str) -> Standing {
        let signers = AllowedSigners::parse(text).unwrap();
        signers.standing("emission", &key_data(1), NAMESPACE)
    }

    /// The problem of a line, of which KEY stands for the known key 1.
    fn problem(line: &str) -> LineProblem {
        let line = line.replace("KEY", &key_text(1));
        AllowedSigners::parse(&line).unwrap_err().problem
    }

    #[test]
    fn the_line_written_is_read() {
        let line = allowed_signers_line("emission", &known_key(1));
        assert_eq!(
            line,
            "emission namespaces=\"emission-block\" ssh-ed25519 \
             AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c\n"
        );
        assert_eq!(standing(&line), Standing::Allowed);
    }

    #[test]
    #[should_panic(expected = "is one plain name")]
    fn an_identity_that_is_a_pattern_is_not_written() {
        let _ = allowed_signers_line("*", &known_key(1));
    }

    #[test]
    fn all_forms_of_a_line_are_read() {
        let key = key_text(1);
        for line in [
            format!("emission {key}"),
            format!("emission\t{key} and more \"text"),
            format!("  \"emission\"   {key}\r"),
            format!("\"some body,emission\" {key}"),
            format!("other,emi* namespaces=\"emission-block\" {key}"),
            format!("emission NameSpaces=\"file,emission-*\" \t {key}"),
            format!("emission namespaces=\"a b,*\" {key}"),
            format!("# comment\n\n \t\n  # comment\nemission {key}\n"),
        ] {
            assert_eq!(standing(&line), Standing::Allowed, "{line}");
        }
    }

    #[test]
    fn a_key_stands_by_the_best_of_its_lines() {
        let (key, other) = (key_text(1), key_text(2));
        for (text, expected) in [
            (String::new(), Standing::Unknown),
            (format!("emission {other}"), Standing::Unknown),
            (format!("other,!emission {key}"), Standing::Unknown),
            (format!("!emission,* {key}"), Standing::Unknown),
            (
                format!("emission namespaces=\"\" {key}"),
                Standing::OtherNamespace,
            ),
            (
                format!("emission namespaces=\"file\" {key}"),
                Standing::OtherNamespace,
            ),
            (
                format!("emission namespaces=\"!emission-block,*\" {key}"),
                Standing::OtherNamespace,
            ),
            (
                format!("emission namespaces=\"file\" {key}\nemission {key}"),
                Standing::Allowed,
            ),
            (
                format!("emission {other}\nemission {key}"),
                Standing::Allowed,
            ),
        ] {
            assert_eq!(standing(&text), expected, "{text}");
        }
    }

    #[test]
    fn keys_of_other_types_may_be_listed() {
        let line = "me ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBHw\
                    f2HMM5TRXvo2SQJjsNkiDD5KqiiNjrGVv3UUh+mMT5RHxiRtOnlqvjhQtBq0VpmpCV/PwUdhOig4vk\
                    bqAcEc= me@here";
        assert_eq!(standing(line), Standing::Unknown);
    }

    #[test]
    fn the_line_of_an_error_is_told() {
        let text = format!("# comment\n\nemission {}\nemission\n", key_text(1));
        assert_eq!(
            AllowedSigners::parse(&text).unwrap_err().to_string(),
            "allowed signers, line 4: a field is missing: write principals, options if any, key \
             type and base64 key"
        );
    }

    #[test]
    fn a_missing_field_is_told() {
        for line in [
            "emission",
            "emission ssh-ed25519",
            "emission namespaces=\"file\"",
            "emission namespaces=\"file\" ssh-ed25519",
        ] {
            assert_eq!(problem(line), LineProblem::Incomplete, "{line}");
        }
    }

    #[test]
    fn a_quote_out_of_place_is_told() {
        for line in [
            "\"emission KEY",
            "emi\"ssion KEY",
            "emi\"ss\"ion KEY",
            "emission namespaces=\"file KEY",
            "emission namespaces=\"a\\\"b\" KEY",
        ] {
            assert_eq!(problem(line), LineProblem::Quote, "{line}");
        }
        assert_eq!(
            LineProblem::Quote.to_string(),
            "a double quote is out of place: put one at each end of what holds spaces or commas"
        );
    }

    #[test]
    fn a_certificate_authority_is_refused() {
        for option in [
            "cert-authority",
            "CERT-AUTHORITY",
            "namespaces=\"*\",cert-authority",
        ] {
            assert_eq!(
                problem(&format!("emission {option} KEY")).to_string(),
                "`cert-authority` is not supported: list each signer's own key instead"
            );
        }
    }

    #[test]
    fn dates_are_refused() {
        for option in ["valid-after", "valid-before"] {
            assert_eq!(
                problem(&format!("emission {option}=\"20300101Z\" KEY")).to_string(),
                format!(
                    "`{option}` is not supported, since verifying must not depend on the clock: \
                     remove the option, or the line if the key is not valid any more"
                )
            );
        }
    }

    #[test]
    fn namespaces_given_twice_are_refused() {
        assert_eq!(
            problem("emission namespaces=\"file\",namespaces=\"*\" KEY").to_string(),
            "`namespaces` is given twice: join both lists with a comma"
        );
    }

    #[test]
    fn namespaces_need_quotes() {
        for option in [
            "namespaces",
            "namespaces=",
            "namespaces=file",
            "namespaces=\"a\"b\"c\"",
            "namespaces=\"a\"b",
        ] {
            assert_eq!(
                problem(&format!("emission {option} KEY")).to_string(),
                "`namespaces` has no value in double quotes: write `namespaces=\"emission-block\"`"
            );
        }
    }

    #[test]
    fn what_is_unknown_is_named() {
        for (option, name) in [
            ("touch-required", "touch-required"),
            ("ssh-new", "ssh-new"),
            ("namespaces=\"*\",", ""),
            ("a=\"b\"", "a"),
        ] {
            let expected = LineProblem::Unknown(name.to_owned());
            assert_eq!(problem(&format!("emission {option} KEY")), expected);
        }
        assert_eq!(
            problem("emission no-pty KEY").to_string(),
            "\"no-pty\" is neither a key type nor a known option (`namespaces` is one): correct \
             or remove it"
        );
    }

    #[test]
    fn a_damaged_key_is_told() {
        for line in [
            "emission ssh-ed25519 AAAA",
            "emission ssh-rsa KEY",
            "emission ssh-ed25519 a~b",
            // The known key 1, said to have 216 bytes and not 32.
            "emission ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA2IqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c",
        ] {
            assert!(matches!(problem(line), LineProblem::Key(_)), "{line}");
        }
        assert_eq!(
            LineProblem::Key(ssh_key::Error::FormatEncoding).to_string(),
            "the key does not read (format encoding error): copy it again from the signer's \
             `.pub` file"
        );
    }
}
