//! Reads grids as a player does, from their characters alone (règlement, article 4.5): a word is an unbroken row of
//! two letters or more, across or down, that ends at a grey cell or at the edge; it counts when all its letters are
//! revealed, and for itself alone.

use super::lines::for_columns;
use super::marks::{Marks, SIDE};
use crate::game::{GridRules, MAX_GRIDS};
use crate::unit::{GREY, LetterSet, Unit};

/// The letters from A to Z.
const EVERY_LETTER: LetterSet = LetterSet(0x03FF_FFFF);

/// How a cell counts in a row of marks: [`Marks`] of letters in the low half, of revealed cells in the high half.
const LETTER: u32 = 1;
const REVEALED: u32 = 1 << 16;
/// A cell that is neither grey nor a letter: no real one is revealed and has no letter.
const STRANGE: u32 = REVEALED;

/// Reads the units of a game, one after another.
pub struct Solver(Reader);

impl Solver {
    /// A solver for a game's grids, with every letter from A to Z.
    #[must_use]
    pub fn new(rules: &GridRules) -> Self {
        Self(Reader::new(rules, EVERY_LETTER))
    }

    /// Complete words of each grid of a unit; 0 for the grids that it does not have.
    ///
    /// # Panics
    /// When the unit has not the shape that the rules say.
    #[must_use]
    pub fn solve(&mut self, unit: &Unit) -> [u8; MAX_GRIDS] {
        self.0.reveal(LetterSet::of(unit.letters()));
        let mut words = [0; MAX_GRIDS];
        for (words, grid) in words.iter_mut().zip(unit.grids()) {
            *words = self.0.read(grid.cells()).complete_words();
        }
        words
    }
}

/// Where the letters stand among all characters.
const LETTERS: std::ops::RangeInclusive<usize> = b'A' as usize..=b'Z' as usize;

/// Reads grids.
pub(crate) struct Reader {
    /// How each character counts.
    seen: [u32; 256],
    columns: usize,
}

impl Reader {
    /// A reader who knows an alphabet, when nothing is revealed.
    pub(crate) fn new(rules: &GridRules, alphabet: LetterSet) -> Self {
        let mut seen = [STRANGE; 256];
        seen[usize::from(GREY)] = 0;
        for (letter, seen) in seen[LETTERS].iter_mut().enumerate() {
            if alphabet.0 >> letter & 1 == 1 {
                *seen = LETTER;
            }
        }
        Self {
            seen,
            columns: usize::from(rules.columns),
        }
    }

    /// Hides all letters, then reveals these.
    pub(super) fn reveal(&mut self, letters: LetterSet) {
        for (letter, seen) in self.seen[LETTERS].iter_mut().enumerate() {
            if *seen != STRANGE {
                let is_revealed = letters.0 >> letter & 1;
                *seen = LETTER | (is_revealed * REVEALED);
            }
        }
    }

    /// Reads a grid.
    pub(crate) fn read(&self, cells: &[u8]) -> Reading {
        let rows = for_columns!(self.columns, seen_in_rows(&self.seen, cells));
        let [letters, revealed] = Marks::pair(&rows);
        Reading {
            across: Seen { letters, revealed },
            down: Seen {
                letters: letters.transposed(),
                revealed: revealed.transposed(),
            },
        }
    }
}

/// How the cells of each row count, the first one lowest.
fn seen_in_rows<const COLUMNS: usize>(seen: &[u32; 256], cells: &[u8]) -> [u32; SIDE] {
    let mut rows = [0; SIDE];
    for (row, cells) in rows.iter_mut().zip(cells.as_chunks::<COLUMNS>().0) {
        let cells = cells.iter().rev();
        *row = cells.fold(0, |row, &cell| row << 1 | seen[usize::from(cell)]);
    }
    rows
}

/// What a player sees in a grid.
pub(crate) struct Reading {
    /// Row by row.
    pub(crate) across: Seen,
    /// Column by column.
    pub(crate) down: Seen,
}

/// The cells of a grid along its rows or along its columns.
pub(crate) struct Seen {
    /// Cells with a letter.
    pub(crate) letters: Marks,
    revealed: Marks,
}

impl Reading {
    /// Words with no hidden letter.
    pub(super) fn complete_words(&self) -> u8 {
        let words = [&self.across, &self.down].map(|seen| seen.letters.whole_runs(seen.revealed));
        u8::try_from(words[0] + words[1]).expect("15 lines hold 5 words each, both ways")
    }

    /// Cells whose character is neither that of a grey cell nor a letter. They count as grey.
    pub(super) fn strange(&self) -> Marks {
        self.across.revealed.without(self.across.letters)
    }

    /// Letters in no word.
    pub(super) fn alone(&self) -> Marks {
        self.across.letters.alone()
    }
}

#[cfg(test)]
mod tests;
