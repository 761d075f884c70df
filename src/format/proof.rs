//! A proof: one unit and what binds it to a signed block, in one file that needs nothing else of the block.
//! `docs/block-format.md`, section 14, is the specification.

use serde::{Deserialize, Serialize};

use super::FORMAT_VERSION;
use super::manifest::Hex;
use crate::one_line::one_line;

/// What binds a unit to its block. Its fields stand in the file in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Version of the format.
    pub format_version: u32,
    /// Number of the unit in its block, from 1.
    pub unit: u32,
    /// Its canonical bytes: its row, without the line feed.
    pub row: String,
    /// Hashes from the leaf's sibling up (RFC 9162, section 2.1.3.1).
    pub inclusion_path: Vec<Hex>,
    /// The text of the block's `manifest.json`.
    pub manifest: String,
    /// The text of its `manifest.json.sig`.
    pub signature: String,
}

/// A proof that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// Not JSON of the right keys and types.
    #[error("line {line}: {message}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// Another version of the format.
    #[error(
        "format_version is {0}, and this tool reads {FORMAT_VERSION}: use the tool's version that made the proof"
    )]
    Version(u32),
    /// The same values in other bytes.
    #[error(
        "it is not in the canonical form: keys, spaces or line ends differ from what the format says"
    )]
    NotCanonical,
}

impl Proof {
    /// The file's bytes: JSON with two spaces of indentation and a line feed at the end.
    ///
    /// # Panics
    /// Never: the type holds only strings, integers and lists.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data serialises") + "\n"
    }

    /// Reads the file, and accepts only the bytes that [`Proof::to_json`] writes.
    ///
    /// # Errors
    /// What keeps it from being a proof.
    pub fn parse(json: &str) -> Result<Self, ProofError> {
        let proof: Self = serde_json::from_str(json).map_err(|error| ProofError::Syntax {
            line: error.line(),
            message: one_line(error),
        })?;
        if proof.format_version != FORMAT_VERSION {
            return Err(ProofError::Version(proof.format_version));
        }
        if proof.to_json() != json {
            return Err(ProofError::NotCanonical);
        }
        Ok(proof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: &str = "{
  \"format_version\": 1,
  \"unit\": 7,
  \"row\": \"7,0\",
  \"inclusion_path\": [
    \"0101010101010101010101010101010101010101010101010101010101010101\"
  ],
  \"manifest\": \"{\\n  \\\"game\\\": \\\"Été \\u001b\\\"\\n}\\n\",
  \"signature\": \"\"
}
";

    #[test]
    fn the_file_is_json_of_the_specified_form() {
        let proof = Proof {
            format_version: 1,
            unit: 7,
            row: "7,0".into(),
            inclusion_path: vec![Hex([1; 32])],
            manifest: "{\n  \"game\": \"Été \u{1b}\"\n}\n".into(),
            signature: String::new(),
        };
        assert_eq!(proof.to_json(), JSON);
        assert_eq!(Proof::parse(JSON), Ok(proof));
    }

    #[test]
    fn other_bytes_are_refused() {
        let refusal = |json: &str| Proof::parse(json).unwrap_err().to_string();
        let other = JSON.replace("\"format_version\": 1", "\"format_version\": 2");
        assert_eq!(
            refusal(&other),
            "format_version is 2, and this tool reads 1: use the tool's version that made the proof"
        );
        for (json, message) in [
            (
                JSON.replace("\"unit\"", "\"units\""),
                "line 3: unknown field `units`, expected one of `format_version`, `unit`, `row`, `inclusion_path`, \
                 `manifest`, `signature` at line 3 column 9",
            ),
            (
                JSON.replace("\"unit\"", "\"\\u001b[2J\\n\""),
                "line 3: unknown field `\u{fffd}[2J\u{fffd}`, expected one of `format_version`, `unit`, `row`, \
                 `inclusion_path`, `manifest`, `signature` at line 3 column 15",
            ),
            (
                JSON.replace("7,\n", "-7,\n"),
                "line 3: invalid value: integer `-7`, expected u32 at line 3 column 12",
            ),
            (
                JSON.replace("\"0101", "\"01"),
                "line 7: expected 64 hex digits, found 62 at line 7 column 3",
            ),
        ] {
            assert_eq!(refusal(&json), message);
        }
        for json in [
            JSON.replace("  \"unit\"", " \"unit\""),
            JSON.replace('É', "\\u00c9"),
            JSON.replace('\n', "\r\n"),
            JSON.trim_end().into(),
        ] {
            assert_eq!(
                refusal(&json),
                "it is not in the canonical form: keys, spaces or line ends differ from what the format says"
            );
        }
    }
}
