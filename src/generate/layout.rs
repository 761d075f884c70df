//! Where words stand: layouts, grown from a key that depends on the game alone.
//!
//! Geometry first, letters second. A layout is grown by placing slots of drawn lengths, the longest first, each at
//! a place drawn uniformly among all legal ones. A place is legal when it crosses a slot, overlaps none of its own
//! direction, and makes no run of cells that is not a slot. Bit masks find these: a line of cells is an integer,
//! and the same few operations on all lines of a direction test every start of a length at once.

use crate::game::{GridRules, MAX_SIDE};

use super::GenerateError;
use super::rng::{Key, Stream};

/// A place for one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Slot {
    /// Row of the first cell, from 0.
    pub(super) row: u8,
    /// Column of the first cell, from 0.
    pub(super) column: u8,
    /// Letters.
    pub(super) length: u8,
    /// Whether the word reads downwards.
    pub(super) down: bool,
}

/// Slots of one grid.
pub(super) type Layout = Vec<Slot>;

/// Relative frequency of the lengths 2, 3, … 15, before those that a game forbids are left out: as long as a full
/// grid of 11 × 11 with 18 words can bear.
const LENGTH_WEIGHTS: [u32; MAX_SIDE - 1] = [2, 6, 16, 30, 26, 14, 6, 2, 2, 1, 1, 1, 1, 1];

/// Least mean length of a layout's words, in tenths of a letter.
const MIN_MEAN_TENTHS: usize = 52;

/// Words of three letters or fewer: one in so many at most, for they are the least interesting to find.
const WORDS_PER_SHORT_WORD: usize = 9;

/// Letters of a slot that those before it in the fill order may set, at most: few words have three given letters, and
/// one attempt in five gives such a slot.
const MAX_LETTERS_SET: u32 = 2;

/// Attempts after which lengths are drawn shorter, for games whose grids hold no words of the usual lengths. For
/// the others this is out of reach: one attempt in four succeeds.
const ATTEMPTS_PER_SHORTENING: u32 = 64;

/// Attempts after which a layout is given up.
const MAX_ATTEMPTS: u32 = 64 * ATTEMPTS_PER_SHORTENING;

/// Lines of a direction, those outside the grid empty: sixteen, as many as fill a vector register.
const LINES: usize = MAX_SIDE + 1;

/// Lines with an empty one on both sides, so that each has two neighbours.
type Lines = [u16; LINES + 2];

/// Grows the `index`-th layout of a game: its slots in the order in which they are filled.
///
/// # Errors
/// When no attempt places all the words.
pub(super) fn grow(rules: &GridRules, key: &Key, index: u32) -> Result<Layout, GenerateError> {
    let mut stream = Stream::new(key, u64::from(index));
    (0..MAX_ATTEMPTS)
        .find_map(|attempt| Attempt::new(rules, attempt).layout(&mut stream))
        .ok_or(GenerateError::NoLayout {
            words: rules.words,
            rows: rules.rows,
            columns: rules.columns,
            attempts: MAX_ATTEMPTS,
        })
}

/// One attempt at a layout, with what it demands.
struct Attempt<'a> {
    rules: &'a GridRules,
    /// Draws of which each length is the least.
    draws: usize,
    /// Most words of three letters or fewer.
    most_short: usize,
    /// Least letters of all words together.
    least_letters: usize,
    /// Most slots that cross one and come before it in the fill order.
    most_crossings: u32,
}

impl<'a> Attempt<'a> {
    fn new(rules: &'a GridRules, attempt: u32) -> Self {
        let words = usize::from(rules.words);
        let draws = 1 + (attempt / ATTEMPTS_PER_SHORTENING) as usize;
        let usual = draws == 1;
        Self {
            rules,
            draws,
            most_short: if usual {
                words / WORDS_PER_SHORT_WORD
            } else {
                words
            },
            least_letters: if usual {
                (words * MIN_MEAN_TENTHS).div_ceil(10)
            } else {
                0
            },
            most_crossings: if usual { MAX_LETTERS_SET } else { u32::MAX },
        }
    }

    fn layout(&self, stream: &mut Stream) -> Option<Layout> {
        let mut board = Board::new(self.rules);
        let mut layout = Layout::with_capacity(usize::from(self.rules.words));
        let mut short = 0;
        for length in self.lengths(stream) {
            let slot = self
                .nearest_lengths(length, short < self.most_short)
                .find_map(|length| board.place(length, stream))?;
            short += usize::from(is_short(slot.length));
            layout.push(slot);
        }
        let letters: usize = layout.iter().map(|slot| usize::from(slot.length)).sum();
        if letters < self.least_letters {
            return None;
        }
        let order = fill_order(&layout);
        (most_crossings_before(&order) <= self.most_crossings).then_some(order)
    }

    /// Draws the lengths of all words, longest first: the long ones need the room.
    fn lengths(&self, stream: &mut Stream) -> Vec<u8> {
        let mut lengths: Vec<u8> = (0..self.rules.words)
            .map(|_| {
                let draws = (0..self.draws).map(|_| length(self.rules, stream));
                draws.min().expect("at least one draw")
            })
            .collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths
    }

    /// The length, then those one letter longer and shorter, two, and so on, as far as the rules allow.
    fn nearest_lengths(&self, length: u8, short_allowed: bool) -> impl Iterator<Item = u8> {
        let allowed = self.rules.min_length..=self.rules.max_length;
        let beside =
            (1..=byte(MAX_SIDE)).flat_map(move |by| [length + by, length.wrapping_sub(by)]);
        std::iter::once(length)
            .chain(beside)
            .filter(move |length| allowed.contains(length))
            .filter(move |&length| short_allowed || !is_short(length))
    }
}

/// Whether a word is one of those that a layout may have few of.
fn is_short(length: u8) -> bool {
    length <= 3
}

/// Draws one length by its weight.
fn length(rules: &GridRules, stream: &mut Stream) -> u8 {
    let weight = |length: u8| LENGTH_WEIGHTS[usize::from(length) - 2];
    let allowed = rules.min_length..=rules.max_length;
    let mut rest = stream.below(allowed.clone().map(weight).sum());
    for length in allowed {
        if rest < weight(length) {
            return length;
        }
        rest -= weight(length);
    }
    unreachable!("the draw is below the sum of the weights")
}

/// The cells taken so far, seen as rows (direction 0, across) and as columns (direction 1, down).
struct Board {
    /// Cells of any word, a line an integer, its first cell bit 0.
    taken: [Lines; 2],
    /// Cells of words of the line's own direction.
    own: [Lines; 2],
    /// Bits of the cells that each line has; none for lines outside the grid.
    inside: [[u16; LINES]; 2],
    empty: bool,
}

impl Board {
    fn new(rules: &GridRules) -> Self {
        let lines = |count: u8, cells: u8| {
            let mut lines = [0; LINES];
            lines[..usize::from(count)].fill((1 << cells) - 1);
            lines
        };
        Self {
            taken: [[0; LINES + 2]; 2],
            own: [[0; LINES + 2]; 2],
            inside: [
                lines(rules.rows, rules.columns),
                lines(rules.columns, rules.rows),
            ],
            empty: true,
        }
    }

    /// Places a word of this length at a legal place, drawn uniformly; `None` when there is none.
    fn place(&mut self, length: u8, stream: &mut Stream) -> Option<Slot> {
        let starts = [self.starts(0, length), self.starts(1, length)];
        let counts = starts.map(|lines| lines.map(u16::count_ones));
        let count = counts.as_flattened().iter().sum();
        if count == 0 {
            return None;
        }
        let (direction, line, start) = nth_bit(&starts, stream.below(count));
        self.take(direction, line, start, length);
        let (line, start) = (byte(line), byte(start));
        let down = direction == 1;
        let (row, column) = if down { (start, line) } else { (line, start) };
        Some(Slot {
            row,
            column,
            length,
            down,
        })
    }

    /// For every line of a direction, the cells where a word of this length may start.
    ///
    /// Every step is a loop over all lines, which the compiler turns into a few vector instructions.
    fn starts(&self, direction: usize, length: u8) -> [u16; LINES] {
        let (taken, own) = (&self.taken[direction], &self.own[direction]);
        let (above, cells, below) = (&taken[..LINES], &taken[1..=LINES], &taken[2..]);
        let inside = &self.inside[direction];
        let mut usable = [0; LINES];
        for line in 0..LINES {
            let beside = above[line] | below[line];
            usable[line] = !own[line + 1] & (cells[line] | !beside) & inside[line];
        }
        let mut fits = usable;
        let mut crosses: [u16; LINES] = std::array::from_fn(|line| cells[line]);
        // What holds of `looked_at` cells from a start holds of twice as many if it holds from the last of them too.
        let mut looked_at = 1;
        while looked_at < length {
            let by = looked_at.min(length - looked_at);
            for line in 0..LINES {
                fits[line] &= fits[line] >> by;
                crosses[line] |= crosses[line] >> by;
            }
            looked_at += by;
        }
        let anywhere = if self.empty { !0 } else { 0 };
        for line in 0..LINES {
            let touches = (cells[line] << 1) | cells[line].unbounded_shr(u32::from(length));
            fits[line] &= (crosses[line] | anywhere) & !touches;
        }
        fits
    }

    fn take(&mut self, direction: usize, line: usize, start: usize, length: u8) {
        let word = ((1 << length) - 1) << start;
        self.taken[direction][line + 1] |= word;
        self.own[direction][line + 1] |= word;
        for crossed in start..start + usize::from(length) {
            self.taken[1 - direction][crossed + 1] |= 1 << line;
        }
        self.empty = false;
    }
}

/// Direction, line and cell of the n-th set bit.
fn nth_bit(starts: &[[u16; LINES]; 2], mut n: u32) -> (usize, usize, usize) {
    for (direction, lines) in starts.iter().enumerate() {
        for (line, &bits) in lines.iter().enumerate() {
            if n < bits.count_ones() {
                let rest = (0..n).fold(bits, |bits, _| bits & (bits - 1));
                return (direction, line, rest.trailing_zeros() as usize);
            }
            n -= bits.count_ones();
        }
    }
    unreachable!("n is below the number of set bits")
}

fn byte(value: usize) -> u8 {
    u8::try_from(value).expect("a grid has at most 15 lines")
}

/// One of the eight ways to turn and mirror a square, as a layout seen in it.
///
/// The mirrorings come first, then the exchange of rows and columns: bits 0, 1 and 2 of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// Left and right are exchanged.
    pub(super) mirror_columns: bool,
    /// Top and bottom are exchanged.
    pub(super) mirror_rows: bool,
    /// Rows and columns are exchanged, after the mirrorings.
    pub(super) transpose: bool,
}

impl Symmetry {
    /// Symmetries of a grid: eight of a square, four of another rectangle.
    pub(super) fn count(rules: &GridRules) -> u32 {
        if rules.rows == rules.columns { 8 } else { 4 }
    }

    /// The symmetry of this number.
    pub(super) fn number(number: u32) -> Self {
        Self {
            mirror_columns: number & 1 != 0,
            mirror_rows: number & 2 != 0,
            transpose: number & 4 != 0,
        }
    }

    /// A slot as this symmetry shows it.
    pub(super) fn apply(self, rules: &GridRules, slot: Slot) -> Slot {
        let (height, width) = if slot.down {
            (slot.length, 1)
        } else {
            (1, slot.length)
        };
        let mirrored = |first: u8, cells: u8, side: u8, mirror: bool| {
            if mirror { side - first - cells } else { first }
        };
        let row = mirrored(slot.row, height, rules.rows, self.mirror_rows);
        let column = mirrored(slot.column, width, rules.columns, self.mirror_columns);
        let (row, column) = if self.transpose {
            (column, row)
        } else {
            (row, column)
        };
        Slot {
            row,
            column,
            length: slot.length,
            down: slot.down != self.transpose,
        }
    }
}

/// Puts slots into the order in which they are filled: each next one has the most letters set by those before it,
/// then is the shortest, then the first in the layout. The first of all is the one with the most crossings.
fn fill_order(layout: &Layout) -> Layout {
    let crossed = crossed(layout);
    let mut rest: Vec<usize> = (0..layout.len()).collect();
    let mut set_by: u32 = !0;
    let mut done = 0;
    let mut order = Layout::with_capacity(layout.len());
    while !rest.is_empty() {
        let score = |slot: usize| {
            let set = (crossed[slot] & set_by).count_ones();
            (set, MAX_SIDE - usize::from(layout[slot].length))
        };
        let mut best = 0;
        for index in 1..rest.len() {
            if score(rest[index]) > score(rest[best]) {
                best = index;
            }
        }
        let slot = rest.remove(best);
        order.push(layout[slot]);
        done |= 1 << slot;
        set_by = done;
    }
    order
}

/// For each slot, those that cross it, as bits.
fn crossed(slots: &[Slot]) -> Vec<u32> {
    let by = |&slot: &Slot| {
        let bit =
            |(index, &other): (usize, &Slot)| u32::from(crossing(slot, other).is_some()) << index;
        slots.iter().enumerate().map(bit).sum()
    };
    slots.iter().map(by).collect()
}

/// The most slots that cross one of these and come before it.
fn most_crossings_before(order: &[Slot]) -> u32 {
    let before = |(index, crossed): (usize, u32)| (crossed & ((1 << index) - 1)).count_ones();
    let all = crossed(order).into_iter().enumerate().map(before);
    all.max().unwrap_or(0)
}

/// Where two slots share a cell: the position in each, from 0.
pub(super) fn crossing(slot: Slot, other: Slot) -> Option<(u8, u8)> {
    if slot.down == other.down {
        return None;
    }
    let (across, down) = if slot.down {
        (other, slot)
    } else {
        (slot, other)
    };
    let in_across = down.column.checked_sub(across.column)?;
    let in_down = across.row.checked_sub(down.row)?;
    if in_across >= across.length || in_down >= down.length {
        return None;
    }
    Some(if slot.down {
        (in_down, in_across)
    } else {
        (in_across, in_down)
    })
}

#[cfg(test)]
mod tests;
