//! A unit, as plain values, and its canonical bytes. No randomness and no input or output here.
//!
//! The canonical bytes of a unit are its row in the block's CSV, without the line feed: what is hashed, signed and
//! proved is what anybody can read. `docs/block-format.md` specifies them.

use crate::game::{Game, MAX_CELLS, MAX_GRIDS, MAX_REVEALED};

/// Bytes of a unit's nonce.
pub const NONCE_BYTES: usize = 16;

/// A cell without a letter.
pub const GREY: u8 = b'.';

/// What a position of a block wins: 0 for nothing, n for the n-th of [`Game::ways`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Outcome(pub u8);

impl Outcome {
    /// A losing unit.
    pub const LOSING: Self = Self(0);
}

/// A set of letters: bit 0 is `A`, bit 25 is `Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct LetterSet(pub u32);

impl LetterSet {
    /// The letters of an upper-case ASCII text; other bytes are not letters.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let letters = text.iter().filter(|byte| byte.is_ascii_uppercase());
        Self(letters.fold(0, |set, letter| set | 1 << (letter - b'A')))
    }

    /// Whether all letters of `other` are in this set.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The letters, in alphabetical order.
    pub fn letters(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = (b'A'..=b'Z').nth(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(lowest)
        })
    }

    /// Number of letters.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no letter.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The cells of one grid, row by row: a capital, or [`GREY`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    cells: [u8; MAX_CELLS],
    len: u8,
}

impl Grid {
    /// A grid of `cells` grey cells, up to [`MAX_CELLS`].
    ///
    /// # Panics
    /// With more cells than that.
    #[must_use]
    pub fn grey(cells: usize) -> Self {
        assert!(cells <= MAX_CELLS, "a grid has at most {MAX_CELLS} cells");
        Self {
            cells: [GREY; MAX_CELLS],
            len: u8::try_from(cells).expect("at most 225 cells"),
        }
    }

    /// The cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells[..usize::from(self.len)]
    }

    /// The cells, to be written.
    pub fn cells_mut(&mut self) -> &mut [u8] {
        &mut self.cells[..usize::from(self.len)]
    }
}

impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.cells()))
    }
}

/// One unit: what the player sees, and what it pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Position in the block, from 1.
    pub number: u32,
    /// Prize, in cents; 0 for a losing unit.
    pub prize_cents: u64,
    letters: [u8; MAX_REVEALED],
    letter_count: u8,
    grids: [Grid; MAX_GRIDS],
    words: [u8; MAX_GRIDS],
    grid_count: u8,
    /// Random bytes that hide a unit's hash from whoever guesses its content.
    pub nonce: [u8; NONCE_BYTES],
}

impl Unit {
    /// An empty unit of a game's shape: grey grids, no letters, no prize.
    #[must_use]
    pub fn blank(game: &Game) -> Self {
        Self {
            number: 0,
            prize_cents: 0,
            letters: [b'?'; MAX_REVEALED],
            letter_count: game.revealed_letters,
            grids: [Grid::grey(game.grids.cells()); MAX_GRIDS],
            words: [0; MAX_GRIDS],
            grid_count: game.grids.count,
            nonce: [0; NONCE_BYTES],
        }
    }

    /// The letters under the question marks, in reveal order.
    #[must_use]
    pub fn letters(&self) -> &[u8] {
        &self.letters[..usize::from(self.letter_count)]
    }

    /// The letters, to be written.
    pub fn letters_mut(&mut self) -> &mut [u8] {
        &mut self.letters[..usize::from(self.letter_count)]
    }

    /// The grids.
    #[must_use]
    pub fn grids(&self) -> &[Grid] {
        &self.grids[..usize::from(self.grid_count)]
    }

    /// The grids, to be written.
    pub fn grids_mut(&mut self) -> &mut [Grid] {
        &mut self.grids[..usize::from(self.grid_count)]
    }

    /// Complete words of each grid.
    #[must_use]
    pub fn words(&self) -> &[u8] {
        &self.words[..usize::from(self.grid_count)]
    }

    /// Complete words of each grid, to be written.
    pub fn words_mut(&mut self) -> &mut [u8] {
        &mut self.words[..usize::from(self.grid_count)]
    }

    /// Appends the canonical bytes to `row`.
    pub fn write_canonical(&self, shape: &RowShape, row: &mut Vec<u8>) {
        write_number(row, u64::from(self.number), 1);
        row.push(b',');
        write_number(row, self.prize_cents, shape.prize_digits);
        row.push(b',');
        row.extend_from_slice(self.letters());
        for grid in self.grids() {
            row.push(b',');
            row.extend_from_slice(grid.cells());
        }
        for &words in self.words() {
            row.push(b',');
            write_number(row, u64::from(words), shape.word_digits);
        }
        row.push(b',');
        row.extend_from_slice(&hex(&self.nonce));
    }
}

/// Widths of a block's rows: the same for every unit, so that the length of a row tells nothing of its prize.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowShape {
    /// Digits of `prize_cents`, padded with zeros.
    pub prize_digits: usize,
    /// Characters of `letters`.
    pub letters: usize,
    /// Grids, and so columns `grid_…` and `words_…`.
    pub grids: usize,
    /// Characters of each grid.
    pub cells: usize,
    /// Digits of each `words_…`, padded with zeros.
    pub word_digits: usize,
}

impl RowShape {
    /// The widths that a game's definition gives.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self {
            prize_digits: game.prize_digits(),
            letters: usize::from(game.revealed_letters),
            grids: usize::from(game.grids.count),
            cells: game.grids.cells(),
            word_digits: game.word_digits(),
        }
    }

    /// Bytes of a row after its unit number, from the first comma on, without the line feed.
    #[must_use]
    pub fn bytes_after_number(&self) -> usize {
        let grids = self.grids * (1 + self.cells + 1 + self.word_digits);
        1 + self.prize_digits + 1 + self.letters + grids + 1 + 2 * NONCE_BYTES
    }

    /// Bytes of the longest row, with its line feed.
    #[must_use]
    pub fn longest_line(&self) -> usize {
        MAX_UNIT_DIGITS + self.bytes_after_number() + 1
    }
}

/// Digits of the highest unit number, that of [`MAX_UNITS`](crate::game::MAX_UNITS).
const MAX_UNIT_DIGITS: usize = crate::game::MAX_UNITS.ilog10() as usize + 1;

/// Appends a decimal number, padded with zeros to `width` digits.
pub(crate) fn write_number(row: &mut Vec<u8>, mut number: u64, width: usize) {
    let mut digits = [b'0'; MOST_DIGITS];
    let mut first = MOST_DIGITS;
    while number > 0 {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    row.extend_from_slice(&digits[first.min(MOST_DIGITS - width)..]);
}

/// Digits of the largest number of 64 bits.
const MOST_DIGITS: usize = u64::MAX.ilog10() as usize + 1;

/// The nonce as lower-case hexadecimal.
fn hex(nonce: &[u8; NONCE_BYTES]) -> [u8; 2 * NONCE_BYTES] {
    let mut digits = [0; 2 * NONCE_BYTES];
    for (pair, byte) in digits.as_chunks_mut().0.iter_mut().zip(nonce) {
        *pair = [hex_digit(byte >> 4), hex_digit(byte & 15)];
    }
    digits
}

fn hex_digit(value: u8) -> u8 {
    value + if value < 10 { b'0' } else { b'a' - 10 }
}

#[cfg(test)]
mod tests;
