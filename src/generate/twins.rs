//! The search for two units that show the same.
//!
//! Units stand alone, so none can avoid another: a game whose grids are many makes no twins in practice, and a block
//! that has some is refused.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::unit::{LetterSet, Outcome, Unit};
use crate::watch::Watch;

use super::rng::BlockKeys;
use super::{GenerateError, Generator, Maker};

/// Two units that show the same grids and letters, if there are any.
///
/// Equal fingerprints are only a suspicion: the units are made again and compared.
pub(super) fn search(
    generator: &Generator,
    keys: &BlockKeys,
    outcomes: &[Outcome],
    fingerprints: &[u64],
    watch: &dyn Watch,
) -> Result<Option<(u32, u32)>, GenerateError> {
    let mut maker = Maker::new(generator, &keys.unit).watched(watch);
    for suspects in suspects(fingerprints).chunk_by(|one, next| one.0 == next.0) {
        let mut seen = BTreeMap::new();
        for &(_, number) in suspects {
            let shown = shown(maker.make(number, outcomes[number as usize - 1])?);
            if let Some(first) = seen.insert(shown, number) {
                return Ok(Some((first, number)));
            }
        }
    }
    Ok(None)
}

/// The units whose fingerprints occur more than once: with these, by them, and then by their numbers.
fn suspects(fingerprints: &[u64]) -> Vec<(u64, u32)> {
    let repeated = repeated(fingerprints);
    let is_repeated = |&(fingerprint, _): &(u64, u32)| repeated.binary_search(&fingerprint).is_ok();
    let units = fingerprints.iter().copied().zip(1..);
    let mut suspects: Vec<_> = units.filter(is_repeated).collect();
    suspects.sort_unstable();
    suspects
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
