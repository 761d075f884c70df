//! Marks on the cells of a grid: what can be read from many cells at a time.

use crate::game::MAX_SIDE;

/// Side of the square that every grid is read in. A grid has at most [`MAX_SIDE`] rows and columns, so the square's
/// last row and column are always empty: they end each run.
pub(crate) const SIDE: usize = MAX_SIDE + 1;

/// Rows that share a 64-bit word.
const ROWS_PER_WORD: usize = u64::BITS as usize / SIDE;
const WORDS: usize = SIDE / ROWS_PER_WORD;

/// Bits of a word beyond its first or last lane.
const REST: usize = u64::BITS as usize - SIDE;

/// An unbroken row of two or more cells in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Run {
    /// Place of its first cell in the square, row by row.
    place: u8,
    /// Number of its cells.
    length: u8,
}

impl Run {
    /// Place of its first cell in the square, row by row.
    pub(crate) fn place(self) -> usize {
        self.place.into()
    }

    /// The line that it stands in.
    pub(super) fn line(self) -> usize {
        self.place() / SIDE
    }

    /// Place of its first cell in the line.
    pub(super) fn start(self) -> usize {
        self.place() % SIDE
    }

    /// The place behind its last cell in the line.
    pub(super) fn end(self) -> usize {
        self.start() + self.length()
    }

    /// Number of its cells.
    pub(crate) fn length(self) -> usize {
        self.length.into()
    }
}

/// The runs in the lines of a grid, in their order: at most five in each of 15 lines.
#[derive(Debug, Clone)]
pub(crate) struct Runs {
    runs: [Run; MAX_RUNS],
    count: usize,
}

const MAX_RUNS: usize = MAX_SIDE * MAX_SIDE.div_ceil(3);

impl Default for Runs {
    fn default() -> Self {
        Self {
            runs: [Run::default(); MAX_RUNS],
            count: 0,
        }
    }
}

impl Runs {
    /// Lists the runs of two or more cells along the rows, instead of what was listed before.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are 256 places, and 16 in a row"
    )]
    pub(crate) fn list(&mut self, cells: Marks) {
        self.count = 0;
        for (index, cells) in (0..).zip(cells.0) {
            let mut starts = run_starts(cells);
            while starts != 0 {
                let start = starts.trailing_zeros();
                let length = (cells >> start).trailing_ones() as u8;
                self.runs[self.count] = Run {
                    place: (index * u64::BITS + start) as u8,
                    length,
                };
                self.count += 1;
                starts &= starts - 1;
            }
        }
    }

    pub(crate) fn as_slice(&self) -> &[Run] {
        &self.runs[..self.count]
    }
}

/// A set of cells: bit `column` of lane `row`, 16-bit lanes, four in a word.
///
/// The last bit of each lane is clear. So a shift along the rows does not reach a cell of the next lane, and an
/// addition carries no further than the lane that it started in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks([u64; WORDS]);

impl Marks {
    /// The cells of two marks, given row by row: the first in the low half of each, the second in the high half. The
    /// highest bit of each half must be clear.
    pub(super) fn pair(rows: &[u32; SIDE]) -> [Self; 2] {
        const LOW: u32 = 0xFFFF;
        let word =
            |lanes: [u32; ROWS_PER_WORD / 2]| u64::from(lanes[0]) | u64::from(lanes[1]) << 32;
        let (mut first, mut second) = (Self::default(), Self::default());
        for (index, [a, b, c, d]) in rows.as_chunks().0.iter().enumerate() {
            first.0[index] = word([a & LOW | b << 16, c & LOW | d << 16]);
            second.0[index] = word([a >> 16 | b & !LOW, c >> 16 | d & !LOW]);
        }
        [first, second]
    }

    /// The cells that have one mark and not the other.
    pub(super) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The cells as bits, four rows in a number: equal for equal layouts alone.
    pub(crate) fn bits(self) -> [u64; WORDS] {
        self.0
    }

    /// Row and column of the first cell, row by row.
    pub(super) fn first(self) -> Option<(usize, usize)> {
        let index = self.0.iter().position(|&word| word != 0)?;
        let place = self.0[index].trailing_zeros() as usize;
        Some((index * ROWS_PER_WORD + place / SIDE, place % SIDE))
    }

    /// The same cells with rows and columns exchanged: each bit of the row's number changes places with that bit of
    /// the column's.
    pub(super) fn transposed(self) -> Self {
        let [mut a, mut b, mut c, mut d] = self.0;
        (a, c) = exchange_between(a, c, 8, 0x00FF_00FF_00FF_00FF);
        (b, d) = exchange_between(b, d, 8, 0x00FF_00FF_00FF_00FF);
        (a, b) = exchange_between(a, b, 4, 0x0F0F_0F0F_0F0F_0F0F);
        (c, d) = exchange_between(c, d, 4, 0x0F0F_0F0F_0F0F_0F0F);
        let [a, b, c, d] =
            [a, b, c, d].map(|word| exchange_within(word, 30, 0x0000_0000_CCCC_CCCC));
        Self([a, b, c, d].map(|word| exchange_within(word, 15, 0x0000_AAAA_0000_AAAA)))
    }

    /// The cells that have no neighbour.
    pub(super) fn alone(self) -> Self {
        let [a, b, c, d] = self.0;
        let above = [
            a << SIDE,
            b << SIDE | a >> REST,
            c << SIDE | b >> REST,
            d << SIDE | c >> REST,
        ];
        let below = [
            a >> SIDE | b << REST,
            b >> SIDE | c << REST,
            c >> SIDE | d << REST,
            d >> SIDE,
        ];
        Self(std::array::from_fn(|word| {
            let cells = self.0[word];
            cells & !(cells << 1 | cells >> 1 | above[word] | below[word])
        }))
    }

    /// Number of runs along the rows whose cells are all in `also` too.
    pub(super) fn whole_runs(self, also: Self) -> u32 {
        let words = self.0.into_iter().zip(also.0);
        words
            .map(|(cells, also)| whole_runs(cells, cells & also))
            .sum()
    }
}

fn run_starts(cells: u64) -> u64 {
    cells & !(cells << 1) & (cells >> 1)
}

/// Adding 1 at the start of a run of `also` carries to the place behind its last cell. That place is not among the
/// `cells` just when their run ends there too.
fn whole_runs(cells: u64, also: u64) -> u32 {
    let carried = also + (also & run_starts(cells));
    (carried & !cells).count_ones()
}

fn exchange_between(low: u64, high: u64, shift: u32, mask: u64) -> (u64, u64) {
    let differ = (low >> shift ^ high) & mask;
    (low ^ differ << shift, high ^ differ)
}

fn exchange_within(word: u64, shift: u32, mask: u64) -> u64 {
    let differ = (word >> shift ^ word) & mask;
    word ^ differ ^ differ << shift
}

#[cfg(test)]
mod tests;
