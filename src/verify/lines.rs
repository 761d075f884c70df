//! The characters of a grid, line by line, and the words that stand in its lines.

use std::fmt;

use super::marks::{Run, SIDE};
use crate::game::MAX_SIDE;
use crate::words::MAX_LENGTH;

const _: () = assert!(MAX_LENGTH < SIDE, "a word and a zero byte fit in a line");

/// The letters of a word, first letter lowest, with zero bytes behind the last.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word(pub(super) u128);

impl Word {
    /// A word of at most [`MAX_LENGTH`] letters.
    pub(crate) fn new(text: &[u8]) -> Self {
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

/// Calls a function that has the number of columns as a constant, so that the compiler lays out a row's work cell by
/// cell. A game has 2 to 15 columns.
macro_rules! for_columns {
    ($columns:expr, $function:ident $arguments:tt) => {
        match $columns {
            2 => $function::<2> $arguments,
            3 => $function::<3> $arguments,
            4 => $function::<4> $arguments,
            5 => $function::<5> $arguments,
            6 => $function::<6> $arguments,
            7 => $function::<7> $arguments,
            8 => $function::<8> $arguments,
            9 => $function::<9> $arguments,
            10 => $function::<10> $arguments,
            11 => $function::<11> $arguments,
            12 => $function::<12> $arguments,
            13 => $function::<13> $arguments,
            14 => $function::<14> $arguments,
            15 => $function::<15> $arguments,
            other => panic!("{other} columns, a grid has 2 to 15"),
        }
    };
}
pub(super) use for_columns;

/// The lines of a grid, one byte a cell, line by line in the square. What stands outside the grid is of no meaning.
pub(crate) struct Lines([u8; SIDE * SIDE + SIDE]);

/// The rows of a grid, and its columns.
#[derive(Default)]
pub(crate) struct Sheet {
    pub(crate) rows: Lines,
    pub(crate) columns: Lines,
}

impl Sheet {
    /// Copies a grid with this many columns, in place of the one before.
    pub(crate) fn copy(&mut self, cells: &[u8], columns: usize) {
        for_columns!(columns, copy_rows_and_columns(self, cells));
    }
}

fn copy_rows_and_columns<const COLUMNS: usize>(sheet: &mut Sheet, cells: &[u8]) {
    for (line, row) in (0..MAX_SIDE).zip(cells.as_chunks::<COLUMNS>().0) {
        sheet.rows.0[line * SIDE..][..COLUMNS].copy_from_slice(row);
        for (column, &cell) in row.iter().enumerate() {
            sheet.columns.0[column * SIDE + line] = cell;
        }
    }
}

impl Default for Lines {
    fn default() -> Self {
        Self([0; SIDE * SIDE + SIDE])
    }
}

impl Lines {
    /// The word in a run of letters.
    pub(crate) fn word(&self, run: Run) -> Word {
        let from_here = self.0[run.place()..]
            .first_chunk()
            .expect("a line is behind the last one");
        Word(u128::from_le_bytes(*from_here) & KEEP[run.length() % SIDE])
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

#[cfg(test)]
mod tests;
