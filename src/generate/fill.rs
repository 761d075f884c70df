//! Words into layouts: a search that draws, checks ahead and jumps back, a bounded number of times.
#![expect(
    clippy::cast_possible_truncation,
    reason = "words of a unit are fewer than 256, words of a list fewer than 2^16"
)]

use crate::game::{GridRules, MAX_GRIDS, MAX_WORDS};
use crate::unit::{GREY, Grid};

use super::dictionary::{Dictionary, WordId};
use super::layout::Symmetry;
use super::plan::{Check, LETTERS, Order, SLOT};
use super::rng::Stream;

/// Words of a list that are looked at before the search jumps back. A constant of the format.
const WORDS_LOOKED_AT: u32 = 16;

/// Jumps back before a grid is started again, with another layout: where a few do not help, none will. A constant of
/// the format.
const JUMPS_A_GRID: u32 = 8;

/// The words of a unit's grids, in the order in which they were filled in, and a way to ask for one at once.
pub(super) struct Filled {
    words: [WordId; MAX_GRIDS * MAX_WORDS],
    count: usize,
    /// For a word that is filled in, its place in `words`; anything for the others.
    place: Vec<u8>,
}

impl Filled {
    pub(super) fn new(dictionary: &Dictionary) -> Self {
        Self {
            words: [0; _],
            count: 0,
            place: vec![0; dictionary.len()],
        }
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(super) fn words(&self) -> &[WordId] {
        &self.words[..self.count]
    }

    #[inline]
    fn contains(&self, word: WordId) -> bool {
        let place = usize::from(self.place[word as usize]);
        place < self.count && self.words[place] == word
    }

    #[inline]
    fn push(&mut self, word: WordId) {
        self.place[word as usize] = self.count as u8;
        self.words[self.count] = word;
        self.count += 1;
    }

    #[inline]
    fn truncate(&mut self, count: usize) {
        self.count = count;
    }
}

/// Letters of a grid being filled, slot by slot in the fill order. What stands in the slots that are not filled yet is
/// never read.
pub(super) type GridLetters = [u8; LETTERS];

/// One grid being filled.
struct Search<'a> {
    dictionary: &'a Dictionary,
    order: Order<'a>,
    /// Letters of the slots filled so far.
    letters: &'a mut GridLetters,
}

impl Search<'_> {
    /// A word for a slot that agrees with those before it and keeps all later slots possible; `None` when none of the
    /// words looked at does.
    ///
    /// The slot's list is entered at a drawn place and gone round in equal strides, so that one draw gives up to
    /// [`WORDS_LOOKED_AT`] words, far from each other where the list is long, and all of it where it is short.
    #[inline]
    fn word(&mut self, slot: usize, filled: &Filled, stream: &mut Stream) -> Option<WordId> {
        let step = &self.order.steps[slot];
        let list = self.dictionary.list(step.list(self.letters));
        let count = list.len() as u32;
        if count == 0 {
            return None;
        }
        let first = self.dictionary.first(step.length);
        let checks = self.order.checks(step);
        let stride = (count / WORDS_LOOKED_AT).max(1);
        let mut at = stream.below(count);
        for _ in 0..count.min(WORDS_LOOKED_AT) {
            let word = first + WordId::from(list[at as usize]);
            let letters = self.dictionary.letters(word);
            let fits = |check: &Check| check.allows(self.dictionary, self.letters, letters);
            if checks.iter().all(fits) && !filled.contains(word) {
                self.letters[slot * SLOT..][..SLOT].copy_from_slice(letters);
                return Some(word);
            }
            at += stride;
            if at >= count {
                at -= count;
            }
        }
        None
    }
}

/// Fills a layout with words that the unit does not have yet; `false` when it jumps back too often.
pub(super) fn fill(
    dictionary: &Dictionary,
    order: Order,
    letters: &mut GridLetters,
    filled: &mut Filled,
    stream: &mut Stream,
) -> bool {
    let start = filled.count;
    let mut search = Search {
        dictionary,
        order,
        letters,
    };
    let mut jumps = JUMPS_A_GRID;
    let mut slot = 0;
    while slot < order.steps.len() {
        if let Some(word) = search.word(slot, filled, stream) {
            filled.push(word);
            slot += 1;
            continue;
        }
        let crossed = usize::from(order.steps[slot].crossed);
        if crossed == slot || jumps == 0 {
            filled.truncate(start);
            return false;
        }
        jumps -= 1;
        slot = crossed;
        filled.truncate(start + slot);
    }
    true
}

/// Lines of cells, each cell a byte, the first one lowest. A square of them, so that it can be turned over.
type Lines = [u128; SLOT];

/// The same byte in every cell of a line.
const fn everywhere(byte: u8) -> u128 {
    u128::from_le_bytes([byte; SLOT])
}

/// Writes the words of a filled layout into a grid: whole words at a time, without a branch that can't be foreseen.
pub(super) fn write(
    rules: &GridRules,
    dictionary: &Dictionary,
    order: Order,
    symmetry: Symmetry,
    words: &[WordId],
    grid: &mut Grid,
) {
    let mut across_and_down = [[0; SLOT]; 2];
    for (step, &word) in order.steps.iter().zip(words) {
        let lines: &mut Lines = &mut across_and_down[usize::from(step.down != symmetry.transpose)];
        let word = code(dictionary.letters(word), step.length);
        lines[usize::from(step.line) % SLOT] |= word << (8 * step.start);
    }
    let [rows, mut columns] = across_and_down;
    turn_over(&mut columns);
    let side = usize::from(rules.columns);
    let mut cells = [GREY; SLOT * SLOT];
    for (row, (across, down)) in rows.iter().zip(columns).enumerate() {
        // A row is written with cells behind its end, which the next one overwrites.
        let row_cells = (across | down) ^ everywhere(GREY);
        cells[row * side..][..SLOT].copy_from_slice(&row_cells.to_le_bytes());
    }
    let all = grid.cells_mut();
    all.copy_from_slice(&cells[..all.len()]);
}

/// A word as a line from its first cell on: each letter without [`GREY`], so that a cell of no word is 0.
#[inline]
fn code(letters: &[u8; SLOT], length: u8) -> u128 {
    let letters = u128::from_le_bytes(*letters) + everywhere(b'A');
    let within = !(u128::MAX << (8 * length));
    (letters ^ everywhere(GREY)) & within
}

/// Exchanges lines and cells: blocks of 8 × 8 cells, then of 4 × 4, and so on (Warren, "Hacker's Delight", section 7-3).
fn turn_over(lines: &mut Lines) {
    const BLOCKS: [(usize, u128); 4] = [
        (8, first_of_two(8)),
        (4, first_of_two(4)),
        (2, first_of_two(2)),
        (1, first_of_two(1)),
    ];
    for (size, kept) in BLOCKS {
        for line in (0..SLOT).filter(|line| line & size == 0) {
            let (one, other) = (lines[line], lines[line + size]);
            let exchanged = ((one >> (8 * size)) ^ other) & kept;
            lines[line] = one ^ (exchanged << (8 * size));
            lines[line + size] = other ^ exchanged;
        }
    }
}

/// Of each two blocks of so many cells in a line, all bits of the first.
const fn first_of_two(size: usize) -> u128 {
    let mut bits = [0; SLOT];
    let mut cell = 0;
    while cell < SLOT {
        if cell & size == 0 {
            bits[cell] = 0xFF;
        }
        cell += 1;
    }
    u128::from_le_bytes(bits)
}

#[cfg(test)]
mod tests;
