//! The characters of a grid, line by line, and the words that stand in its lines.

use std::fmt;

use super::marks::{Run, SIDE};
use crate::words::MAX_LENGTH;

const _: () = assert!(MAX_LENGTH < SIDE, "a word and a zero byte fit in a line");

/// The letters of a word, first letter lowest, with zero bytes behind the last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Word(pub(super) u128);

impl Word {
    /// A word of at most [`MAX_LENGTH`] letters.
    pub(super) fn new(text: &[u8]) -> Self {
        let mut bytes = [0; SIDE];
        bytes[..text.len()].copy_from_slice(text);
        Self(u128::from_le_bytes(bytes))
    }

    /// Its number of letters.
    pub(super) fn len(self) -> usize {
        SIDE - self.0.leading_zeros() as usize / 8
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.to_le_bytes();
        f.write_str(&String::from_utf8_lossy(&bytes[..self.len()]))
    }
}

/// The lines of a grid, one byte a cell, first cell lowest. What stands outside the grid is of no meaning.
#[derive(Clone, Copy)]
pub(super) struct Lines([u128; SIDE]);

impl Lines {
    /// The rows of a grid with this many columns.
    pub(super) fn rows(cells: &[u8], columns: usize) -> Self {
        let last = cells
            .last_chunk::<SIDE>()
            .map(|bytes| u128::from_le_bytes(*bytes));
        let mut lines = [0; SIDE];
        for (line, start) in lines.iter_mut().zip((0..cells.len()).step_by(columns)) {
            let rest = &cells[start..];
            *line = match (rest.first_chunk::<SIDE>(), last) {
                (Some(bytes), _) => u128::from_le_bytes(*bytes),
                (None, Some(last)) => last >> (8 * (SIDE - rest.len())),
                (None, None) => Word::new(rest).0,
            };
        }
        Self(lines)
    }

    /// The columns of the same grid.
    pub(super) fn transposed(&self) -> Self {
        let mut lines = self.0;
        for side in [8, 4, 2, 1] {
            exchange_quarters(&mut lines, side);
        }
        Self(lines)
    }

    /// The word in a run of letters.
    pub(super) fn word(&self, run: Run) -> Word {
        Word(self.0[run.line] >> (8 * run.start) & KEEP[run.length])
    }
}

/// Masks for the first bytes of a line.
const KEEP: [u128; SIDE] = {
    let mut keep = [0; SIDE];
    let mut bytes = 1;
    while bytes < SIDE {
        keep[bytes] = keep[bytes - 1] << 8 | 0xFF;
        bytes += 1;
    }
    keep
};

/// The low and the high half.
#[expect(
    clippy::cast_possible_truncation,
    reason = "each half keeps its own bits"
)]
pub(super) fn halves(line: u128) -> [u64; 2] {
    [line as u64, (line >> 64) as u64]
}

/// Exchanges the upper right quarter of this side with the lower left one, in each square of four.
#[inline]
fn exchange_quarters(lines: &mut [u128; SIDE], side: usize) {
    let shift = 8 * side;
    let left = u128::MAX / (1 << shift | 1);
    for upper in (0..SIDE).filter(|line| line & side == 0) {
        let lower = upper | side;
        let (above, below) = (lines[upper], lines[lower]);
        lines[upper] = above & left | (below & left) << shift;
        lines[lower] = above >> shift & left | below & !left;
    }
}

#[cfg(test)]
mod tests;
