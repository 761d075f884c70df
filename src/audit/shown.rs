//! What one unit shows, from its row.

use super::Standard;
use crate::format::csv::{self, Row};
use crate::game::MAX_GRIDS;
use crate::unit::LetterSet;
use crate::verify::lines::Sheet;
use crate::verify::marks::{Runs, SIDE};
use crate::verify::solve;
use crate::verify::unit::fingerprint;

/// A word where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// Its place in the table of words.
    pub(super) word: u32,
    pub(super) length: u8,
    /// Row and column of its first letter, from 0.
    pub(super) start: (u8, u8),
    pub(super) is_across: bool,
}

/// A grid without its letters.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Layout {
    /// A hash of which cells have letters.
    pub(super) hash: u64,
    pub(super) cells: u32,
    /// Cells that two words share.
    pub(super) crossings: u32,
}

/// What a unit shows.
#[derive(Debug)]
pub(super) struct Shown<'r> {
    pub(super) unit: u32,
    /// 0 loses, 1 is the first tier.
    pub(super) class: u8,
    /// Complete words of each grid.
    pub(super) complete: [u8; MAX_GRIDS],
    pub(super) row: Row<'r>,
    pub(super) row_length: usize,
    /// A hash of grids and letters.
    pub(super) fingerprint: u64,
}

impl Shown<'_> {
    pub(super) fn wins(&self) -> bool {
        self.class > 0
    }

    pub(super) fn letters(&self) -> LetterSet {
        LetterSet::of(self.row.letters)
    }
}

/// Reads units, one after another.
pub(super) struct Reader<'a> {
    standard: &'a Standard<'a>,
    marks: solve::Reader,
    across: Runs,
    down: Runs,
    sheet: Sheet,
    /// Words of the unit at hand, grid by grid.
    pub(super) words: Vec<Placed>,
    /// Its layouts.
    layouts: [Layout; MAX_GRIDS],
}

impl<'a> Reader<'a> {
    pub(super) fn new(standard: &'a Standard<'a>) -> Self {
        let alphabet = LetterSet::of(standard.game.alphabet.as_bytes());
        Self {
            standard,
            marks: solve::Reader::new(&standard.game.grids, alphabet),
            across: Runs::default(),
            down: Runs::default(),
            sheet: Sheet::default(),
            words: Vec::new(),
            layouts: [Layout::default(); MAX_GRIDS],
        }
    }

    /// The layouts of the unit at hand.
    pub(super) fn layouts(&self) -> &[Layout] {
        &self.layouts[..self.standard.shape.grids]
    }

    /// Letters of each word of the unit at hand.
    pub(super) fn word_letters(&self) -> impl Iterator<Item = LetterSet> {
        let letters = &self.standard.letters;
        self.words.iter().map(|word| letters[word.word as usize])
    }

    /// Reads a row; `None` if it is not this unit of the game with words of the list.
    pub(super) fn read<'r>(&mut self, unit: u32, row: &'r [u8]) -> Option<Shown<'r>> {
        let row_length = row.len();
        let row = Row::split(row, &self.standard.shape)?;
        if csv::number(row.unit) != Some(unit.into()) {
            return None;
        }
        let class = self.standard.class(csv::number(row.prize_cents)?)?;
        let letters = LetterSet::of(row.letters);
        if letters.len() < row.letters.len() {
            return None;
        }
        self.words.clear();
        for (grid, cells) in row.grids().enumerate() {
            self.layouts[grid] = self.grid(cells)?;
        }
        Some(Shown {
            unit,
            class,
            complete: self.complete(&row)?,
            row,
            row_length,
            fingerprint: fingerprint(&row, letters),
        })
    }

    /// Complete words of each grid, as they are written; `None` for more than a grid has.
    fn complete(&self, row: &Row) -> Option<[u8; MAX_GRIDS]> {
        let mut complete = [0; MAX_GRIDS];
        for (words, written) in complete.iter_mut().zip(row.words()) {
            *words = u8::try_from(csv::number(written)?).ok()?;
        }
        let is_fit = |&words: &u8| words <= self.standard.game.grids.words;
        complete.iter().all(is_fit).then_some(complete)
    }

    fn grid(&mut self, cells: &[u8]) -> Option<Layout> {
        let rules = &self.standard.game.grids;
        let reading = self.marks.read(cells);
        self.across.list(reading.across.letters);
        self.down.list(reading.down.letters);
        let runs = self.across.as_slice().len() + self.down.as_slice().len();
        if runs != usize::from(rules.words) {
            return None;
        }
        self.sheet.copy(cells, usize::from(rules.columns));
        let bits = reading.across.letters.bits();
        let cells = bits.iter().map(|bits| bits.count_ones()).sum();
        let before = self.words.len();
        self.keep(true)?;
        self.keep(false)?;
        let letters: u32 = self.words[before..]
            .iter()
            .map(|word| u32::from(word.length))
            .sum();
        Some(Layout {
            hash: hash(bits),
            cells,
            crossings: letters.checked_sub(cells)?,
        })
    }

    /// Keeps the words of a direction; `None` if one is not in the list.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a line has 16 places, and a list of words fewer than 2^32"
    )]
    fn keep(&mut self, is_across: bool) -> Option<()> {
        let (lines, runs) = if is_across {
            (&self.sheet.rows, &self.across)
        } else {
            (&self.sheet.columns, &self.down)
        };
        for &run in runs.as_slice() {
            let word = lines.word(run);
            let place = self.standard.table.place(word, run.length());
            if !self.standard.table.has(word, place) {
                return None;
            }
            let (line, first) = ((run.place() / SIDE) as u8, (run.place() % SIDE) as u8);
            self.words.push(Placed {
                word: place as u32,
                length: run.length() as u8,
                start: if is_across {
                    (line, first)
                } else {
                    (first, line)
                },
                is_across,
            });
        }
        Some(())
    }
}

/// A hash of a layout's cells.
fn hash(bits: [u64; 4]) -> u64 {
    bits.into_iter().fold(0, |hash, bits| mix(hash ^ bits))
}

/// Spreads all bits of a number over all bits (`splitmix64`, Steele, Lea and Flood 2014).
pub(super) fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
