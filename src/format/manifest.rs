//! The manifest: what a block claims to be, in one small file that is signed.

use serde::{Deserialize, Serialize};

use super::FORMAT_VERSION;
use super::part::Packing;
use crate::game::Game;
use crate::one_line::one_line;
use crate::seal::hex;
use crate::seal::merkle::Digest;
use crate::words::{BlockList, WordList};

/// What a block claims to be. Its fields stand in the file in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the format.
    pub format_version: u32,
    /// Name of the tool that made the block.
    pub tool: String,
    /// Its version.
    pub tool_version: String,
    /// Name of the game.
    pub game: String,
    /// SHA-256 of the game's canonical definition.
    pub game_sha256: Hex,
    /// SHA-256 of the canonical word list.
    pub wordlist_sha256: Hex,
    /// SHA-256 of the canonical block list.
    pub blocklist_sha256: Hex,
    /// Number of the emission, from 1.
    pub emission: u32,
    /// Number of the block in its emission, from 1.
    pub block: u32,
    /// Units of the block.
    pub units: u32,
    /// Prizes and how many units pay each, in the definition's order.
    pub prize_table: Vec<PrizeLine>,
    /// Winning units.
    pub total_lots: u64,
    /// All that the block pays, in cents.
    pub total_prizes_cents: u64,
    /// Root of the tree over all units.
    pub merkle_root: Hex,
    /// What binds the seed: whoever knows it can derive this.
    pub seed_commitment: Hex,
    /// The part files, in the order of their units.
    pub parts: Vec<Part>,
}

/// One line of the prize table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrizeLine {
    /// Prize, in cents.
    pub prize_cents: u64,
    /// Units that pay it.
    pub lots: u32,
}

/// A game's prize table, as a manifest writes it.
#[must_use]
pub fn prize_table(game: &Game) -> Vec<PrizeLine> {
    let lines = game.tiers.iter().map(|tier| PrizeLine {
        prize_cents: tier.prize_cents,
        lots: tier.lots,
    });
    lines.collect()
}

/// One part file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// File name in the block folder.
    pub file: String,
    /// Number of its first unit.
    pub first_unit: u32,
    /// Units in it.
    pub units: u32,
    /// Bytes of the file.
    pub bytes: u64,
    /// SHA-256 of the file.
    pub sha256: Hex,
    /// Root of the tree over its units.
    pub merkle_root: Hex,
}

/// A SHA-256 value, or another of 32 bytes, as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hex(pub [u8; 32]);

/// A manifest that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
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
        "format_version is {0}, and this tool reads {FORMAT_VERSION}: use the tool's version that made the block"
    )]
    Version(u32),
    /// The same values in other bytes.
    #[error(
        "it is not in the canonical form: keys, spaces or line ends differ from what the format says"
    )]
    NotCanonical,
}

/// What a block was made from and came out as: all that a manifest says beyond the game and the lists.
pub struct Made {
    /// Number of the emission.
    pub emission: u32,
    /// Number of the block.
    pub block: u32,
    /// The seed's commitment.
    pub seed_commitment: [u8; 32],
    /// The part files.
    pub parts: Vec<Part>,
    /// Root of the tree over all units.
    pub merkle_root: Digest,
}

impl Manifest {
    /// How the parts are packed, by the name of the first: all are alike.
    #[must_use]
    pub fn packing(&self) -> Packing {
        let first = self.parts.first();
        let packing = first.and_then(|part| Packing::of_file_name(&part.file, 0));
        packing.unwrap_or_default()
    }

    /// The manifest of a block of `game`, made with these words and this block list.
    #[must_use]
    pub fn new(game: &Game, words: &WordList, blocked: &BlockList, made: Made) -> Self {
        Self {
            format_version: FORMAT_VERSION,
            tool: env!("CARGO_PKG_NAME").into(),
            tool_version: env!("CARGO_PKG_VERSION").into(),
            game: game.name.clone(),
            game_sha256: Hex(game.sha256()),
            wordlist_sha256: Hex(words.sha256()),
            blocklist_sha256: Hex(blocked.sha256()),
            emission: made.emission,
            block: made.block,
            units: game.units_per_block,
            prize_table: prize_table(game),
            total_lots: game.total_lots(),
            total_prizes_cents: game.total_prizes_cents(),
            merkle_root: Hex(made.merkle_root),
            seed_commitment: Hex(made.seed_commitment),
            parts: made.parts,
        }
    }

    /// The file's bytes: JSON with two spaces of indentation and a line feed at the end.
    ///
    /// # Panics
    /// Never: the type holds only strings, integers and lists.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data serialises") + "\n"
    }

    /// Reads the file, and accepts only the bytes that [`Manifest::to_json`] writes.
    ///
    /// # Errors
    /// What keeps it from being a manifest.
    pub fn parse(json: &str) -> Result<Self, ManifestError> {
        let manifest: Self = serde_json::from_str(json).map_err(|error| ManifestError::Syntax {
            line: error.line(),
            message: one_line(error),
        })?;
        if manifest.format_version != FORMAT_VERSION {
            return Err(ManifestError::Version(manifest.format_version));
        }
        if manifest.to_json() != json {
            return Err(ManifestError::NotCanonical);
        }
        Ok(manifest)
    }
}

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl std::fmt::Debug for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = hex::decode(&text).map_err(serde::de::Error::custom)?;
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests;
