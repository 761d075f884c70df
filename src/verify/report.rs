//! What verifying a block gives.

use std::path::PathBuf;

use serde::Serialize;

use super::findings::Findings;
use crate::format::manifest::{Hex, Manifest};

/// What a block is, and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The block's folder, as it was given.
    pub folder: PathBuf,
    /// Name of the game whose rules it was held against.
    pub game: String,
    /// ISO 4217 code of that game's currency.
    pub currency: String,
    /// Its manifest, if it can be read.
    pub manifest: Option<Manifest>,
    /// Fingerprint of the allowed key that signed the manifest.
    pub signer: Option<String>,
    /// Fingerprint of the key that the signature names, when it is not allowed to sign blocks.
    pub refused_signer: Option<String>,
    /// Root of the tree over all units, computed from them, if all parts can be read.
    pub merkle_root: Option<Hex>,
    /// Units that were read.
    pub units: u64,
    /// Winning units among them.
    pub lots: u64,
    /// All that they pay, in cents.
    pub prizes_cents: u64,
    /// The prize table, with the lots that were found; empty when the block is of another game or word list, so that
    /// its units were not checked.
    pub tiers: Vec<TierFound>,
    /// The ways that prizes are shown in, with the lots that were found.
    pub ways: Vec<WayFound>,
    /// Different words of the word list in the grids.
    pub words_in_use: usize,
    /// What is wrong.
    pub findings: Findings,
}

impl Report {
    /// Whether the units were checked: those of another game or word list are not.
    #[must_use]
    pub fn has_units(&self) -> bool {
        !self.tiers.is_empty()
    }
}

/// A line of the prize table and what was found of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TierFound {
    /// Prize, in cents.
    pub prize_cents: u64,
    /// Units that must pay it.
    pub lots: u32,
    /// Units that pay it.
    pub found: u64,
}

/// A way to show a prize and what was found of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WayFound {
    /// Prize, in cents.
    pub prize_cents: u64,
    /// Complete words of the winning grids, highest first.
    pub words: Vec<u8>,
    /// Units that must show it.
    pub lots: u32,
    /// Units that show it.
    pub found: u64,
}
