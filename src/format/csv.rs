//! Rows of a part: the header, a unit from its canonical bytes, and where lines end.

use std::fmt::Write as _;

use crate::unit::RowShape;

/// The header line of every part, without its line feed.
#[must_use]
pub fn header(grids: usize) -> String {
    let mut header = String::from("unit,prize_cents,letters");
    for column in ["grid", "words"] {
        for grid in 1..=grids {
            let _ = write!(header, ",{column}_{grid}");
        }
    }
    header + ",nonce"
}

/// The fields of a row, of the widths that the game gives; their content is not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// Column `unit`.
    pub unit: &'a [u8],
    /// Column `prize_cents`.
    pub prize_cents: &'a [u8],
    /// Column `letters`.
    pub letters: &'a [u8],
    /// Columns `grid_…`, with the commas between them.
    grids: &'a [u8],
    /// Columns `words_…`, with the commas between them.
    words: &'a [u8],
    /// Column `nonce`.
    pub nonce: &'a [u8],
    cells: usize,
    word_digits: usize,
}

impl<'a> Row<'a> {
    /// Splits a row, given without its line feed; `None` when a comma is not where the widths put it.
    #[must_use]
    pub fn split(row: &'a [u8], shape: &RowShape) -> Option<Self> {
        let number = row.len().checked_sub(shape.bytes_after_number())?;
        let (unit, mut rest) = row.split_at(number);
        let mut field = |width: usize| {
            let (comma, after) = rest.split_first()?;
            let (field, after) = after.split_at_checked(width)?;
            rest = after;
            (*comma == b',').then_some(field)
        };
        let (cells, word_digits) = (shape.cells, shape.word_digits);
        let prize_cents = field(shape.prize_digits)?;
        let letters = field(shape.letters)?;
        let grids = field(shape.grids * (cells + 1) - 1)?;
        let words = field(shape.grids * (word_digits + 1) - 1)?;
        let nonce = field(2 * crate::unit::NONCE_BYTES)?;
        let row = Self {
            unit,
            prize_cents,
            letters,
            grids,
            words,
            nonce,
            cells,
            word_digits,
        };
        row.commas_between().then_some(row)
    }

    fn commas_between(&self) -> bool {
        let every = |list: &[u8], width: usize| {
            list.iter()
                .skip(width)
                .step_by(width + 1)
                .all(|&byte| byte == b',')
        };
        every(self.grids, self.cells) && every(self.words, self.word_digits)
    }

    /// All fields, in the order of the columns.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'a [u8]> {
        let first = [self.unit, self.prize_cents, self.letters].into_iter();
        let each_grid = self.grids().chain(self.words());
        first.chain(each_grid).chain([self.nonce])
    }

    /// The cells of every grid.
    #[must_use]
    pub fn grids(&self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        let cells = self.cells;
        self.grids.chunks(cells + 1).map(move |grid| &grid[..cells])
    }

    /// The word count of every grid, as digits.
    #[must_use]
    pub fn words(&self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        let digits = self.word_digits;
        self.words
            .chunks(digits + 1)
            .map(move |words| &words[..digits])
    }
}

/// Reads a decimal number of any width; `None` unless it is digits alone and fits 64 bits.
#[must_use]
pub fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |number, &digit| {
        let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

/// Length of the first `lines` lines, with their line feeds; of the whole text when it has no more.
pub(crate) fn lines_len(text: &[u8], lines: usize) -> usize {
    const STEP: usize = 4096;
    let (mut len, mut left) = (0, lines);
    for step in text.chunks(STEP) {
        let ends = count(step, b'\n');
        if ends >= left {
            let mut ends = step.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
            let last = left.checked_sub(1).and_then(|last| ends.nth(last));
            return len + last.map_or(0, |(index, _)| index + 1);
        }
        left -= ends;
        len += step.len();
    }
    len
}

/// How often a byte stands in a text: counted in bytes, so that the compiler does it for many at a time.
pub(crate) fn count(text: &[u8], wanted: u8) -> usize {
    const STEP: usize = 128;
    let in_step = |step: &[u8]| {
        step.iter()
            .map(|&byte| u8::from(byte == wanted))
            .sum::<u8>()
    };
    text.chunks(STEP)
        .map(|step| usize::from(in_step(step)))
        .sum()
}

#[cfg(test)]
mod tests;
