//! A unit for programs: what its player sees and finds. `docs/json.md` has the fields.

use serde::Serialize;

use super::reading::{Reading, agrees, paid_cents, readings};
use super::runs::{Direction, Run};
use crate::game::Game;
use crate::unit::{Grid, Unit};

/// A unit of a block.
#[derive(Debug, Serialize)]
pub struct ShownUnit<'a> {
    game: &'a str,
    emission: u32,
    block: u32,
    unit: u32,
    /// The revealed letters, in reveal order.
    letters: String,
    grids: Vec<ShownGrid>,
    /// What the grids pay, in cents.
    prize_cents: u64,
    /// The prize that the unit says of itself.
    stated_prize_cents: u64,
    /// Whether the unit says of itself what its grids show: prize and complete words.
    as_stated: bool,
}

#[derive(Debug, Serialize)]
struct ShownGrid {
    /// Cells, row by row: capitals, and `.` for a grey cell.
    rows: Vec<String>,
    words: Vec<ShownWord>,
    complete_words: u8,
    stated_complete_words: u8,
    /// What the ladder pays for the complete words, in cents; 0 for too few.
    gain_cents: u64,
}

#[derive(Debug, Serialize)]
struct ShownWord {
    word: String,
    direction: Direction,
    /// Row and column of its first cell, from 1.
    row: usize,
    column: usize,
    complete: bool,
}

impl<'a> ShownUnit<'a> {
    /// A unit of this block.
    #[must_use]
    pub fn new(game: &'a Game, emission: u32, block: u32, unit: &Unit) -> Self {
        let readings = readings(game, unit);
        let columns = game.grids.columns.into();
        let grids = unit.grids().iter().zip(unit.words()).zip(&readings);
        Self {
            game: &game.name,
            emission,
            block,
            unit: unit.number,
            letters: text(unit.letters()),
            grids: grids
                .map(|((grid, &stated), reading)| ShownGrid::new(grid, stated, reading, columns))
                .collect(),
            prize_cents: paid_cents(game, &readings),
            stated_prize_cents: unit.prize_cents,
            as_stated: agrees(game, unit, &readings),
        }
    }
}

impl ShownGrid {
    fn new(grid: &Grid, stated: u8, reading: &Reading, columns: usize) -> Self {
        let complete = |run: &Run| reading.complete.contains(run);
        let words = reading.runs.iter();
        Self {
            rows: grid.cells().chunks(columns).map(text).collect(),
            words: words
                .map(|run| ShownWord::new(run, complete(run), columns))
                .collect(),
            complete_words: reading.words,
            stated_complete_words: stated,
            gain_cents: reading.gain_cents.unwrap_or(0),
        }
    }
}

impl ShownWord {
    fn new(run: &Run, complete: bool, columns: usize) -> Self {
        let first = run.cells[0];
        Self {
            word: run.word.clone(),
            direction: run.direction,
            row: first / columns + 1,
            column: first % columns + 1,
            complete,
        }
    }
}

fn text(letters: &[u8]) -> String {
    letters.iter().copied().map(char::from).collect()
}
