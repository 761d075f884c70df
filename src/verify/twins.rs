//! The search for two units that show the same.

use std::collections::HashMap;

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use super::findings::{Findings, Kind};
use super::unit::{Standard, fingerprint};
use crate::format::csv::Row;
use crate::seal::merkle::Digest;
use crate::unit::LetterSet;

/// The fingerprints that several units have. Equal ones are only a suspicion.
pub(super) struct Suspects {
    /// Sorted, each once.
    fingerprints: Vec<u64>,
    /// The first unit that shows each content.
    first: HashMap<Digest, u32>,
}

impl Suspects {
    /// Finds those that stand more than once in a list of all units' fingerprints, in whatever order.
    pub(super) fn among(mut fingerprints: Vec<u64>) -> Self {
        fingerprints.par_sort_unstable();
        let repeated = fingerprints
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0]);
        let mut repeated: Vec<u64> = repeated.collect();
        repeated.dedup();
        Self {
            fingerprints: repeated,
            first: HashMap::new(),
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.fingerprints.is_empty()
    }

    /// Looks at a unit again, in the order of units, and compares what it shows itself.
    pub(super) fn look(
        &mut self,
        standard: &Standard,
        unit: u32,
        row: &[u8],
        findings: &mut Findings,
    ) {
        let Some(row) = standard.split(row) else {
            return;
        };
        let letters = LetterSet::of(row.letters);
        if self
            .fingerprints
            .binary_search(&fingerprint(&row, letters))
            .is_err()
        {
            return;
        }
        let first = *self.first.entry(shown(&row, letters)).or_insert(unit);
        if first != unit {
            findings.add_unit(Kind::Twins, unit, || {
                format!("shows what unit {first} shows")
            });
        }
    }
}

/// SHA-256 of what a unit shows: few bytes to remember of each suspect, and nobody can make two alike.
fn shown(row: &Row, letters: LetterSet) -> Digest {
    let hash = Sha256::new().chain_update(letters.0.to_le_bytes());
    row.grids()
        .fold(hash, Sha256::chain_update)
        .finalize()
        .into()
}

#[cfg(test)]
mod tests;
