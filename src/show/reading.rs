//! What a player finds in a unit once all its letters are revealed: read from its grids, not from what it says of itself.

use super::runs::{Run, runs};
use crate::game::Game;
use crate::unit::{LetterSet, Unit};

/// What a player finds in one grid.
pub(super) struct Reading {
    /// All its words.
    pub(super) runs: Vec<Run>,
    /// The complete ones among them.
    pub(super) complete: Vec<Run>,
    /// Number of the complete ones.
    pub(super) words: u8,
    /// What the ladder pays for it, in cents.
    pub(super) gain_cents: Option<u64>,
}

/// What a player finds in each grid.
pub(super) fn readings(game: &Game, unit: &Unit) -> Vec<Reading> {
    let revealed = LetterSet::of(unit.letters());
    let grids = unit.grids().iter();
    grids
        .map(|grid| {
            Reading::new(
                game,
                runs(grid.cells(), game.grids.columns.into()),
                revealed,
            )
        })
        .collect()
}

impl Reading {
    fn new(game: &Game, runs: Vec<Run>, revealed: LetterSet) -> Self {
        let complete = runs.iter().filter(|run| run.is_complete(revealed));
        let complete: Vec<Run> = complete.cloned().collect();
        // A grid has at most 2 * 225 / 3 runs; what is more than the ladder counts pays nothing in any case.
        let words = u8::try_from(complete.len()).unwrap_or(u8::MAX);
        Self {
            runs,
            complete,
            words,
            gain_cents: game.gain_cents(words),
        }
    }
}

/// What all grids together pay, in cents.
pub(super) fn paid_cents(game: &Game, readings: &[Reading]) -> u64 {
    let words: Vec<u8> = readings.iter().map(|reading| reading.words).collect();
    game.prize_cents(&words)
}

/// Whether a unit says of itself what its grids show: complete words and prize.
#[must_use]
pub fn is_as_written(game: &Game, unit: &Unit) -> bool {
    agrees(game, unit, &readings(game, unit))
}

/// Whether a unit says of itself what was read in its grids.
pub(super) fn agrees(game: &Game, unit: &Unit, readings: &[Reading]) -> bool {
    let counts = readings.iter().map(|reading| reading.words);
    counts.eq(unit.words().iter().copied()) && paid_cents(game, readings) == unit.prize_cents
}
