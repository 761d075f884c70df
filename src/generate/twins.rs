//! The search for two units that show the same.
//!
//! Units stand alone, so none can avoid another: a game whose grids are many makes no twins in practice, and a block
//! that has some is refused.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::unit::{LetterSet, Outcome, Unit};

use super::rng::BlockKeys;
use super::{GenerateError, Generator, Maker};

/// The first two units that show the same grids and letters, if there are any.
///
/// Equal fingerprints are only a suspicion: the units are made again and compared.
pub(super) fn search(
    generator: &Generator,
    keys: &BlockKeys,
    outcomes: &[Outcome],
    fingerprints: &[u64],
) -> Result<Option<(u32, u32)>, GenerateError> {
    let mut maker = Maker::new(generator, &keys.unit);
    for fingerprint in repeated(fingerprints) {
        let mut seen = BTreeMap::new();
        for (number, (&own, &outcome)) in (1..).zip(fingerprints.iter().zip(outcomes)) {
            if own != fingerprint {
                continue;
            }
            let shown = shown(maker.make(number, outcome)?);
            if let Some(first) = seen.insert(shown, number) {
                return Ok(Some((first, number)));
            }
        }
    }
    Ok(None)
}

/// The fingerprints that occur more than once.
fn repeated(fingerprints: &[u64]) -> Vec<u64> {
    let mut sorted = fingerprints.to_vec();
    sorted.par_sort_unstable();
    let pairs = sorted.windows(2).filter(|pair| pair[0] == pair[1]);
    let mut repeated: Vec<u64> = pairs.map(|pair| pair[0]).collect();
    repeated.dedup();
    repeated
}

/// What a player can tell units apart by.
fn shown(unit: &Unit) -> (LetterSet, Vec<Vec<u8>>) {
    let grids = unit.grids().iter().map(|grid| grid.cells().to_vec());
    (LetterSet::of(unit.letters()), grids.collect())
}

#[cfg(test)]
mod tests;
