//! The checks of one unit, from its row.

use std::collections::BTreeSet;

use super::crossings;
use super::findings::{Findings, Kind, quoted};
use super::lines::{Sheet, Word, halves};
use super::marks::{Marks, Runs};
use super::readable::Unreadable;
use super::solve::{Reader, Reading};
use super::tally::{Outcomes, Tally};
use super::words::WordTable;
use crate::format::csv::{self, Row, count};
use crate::game::{Game, MAX_GRIDS, counted};
use crate::unit::{LetterSet, RowShape};
use crate::words::{BlockList, WordList};

/// Columns besides those of the grids: `unit`, `prize_cents`, `letters` and `nonce`.
const OTHER_COLUMNS: usize = 4;

/// What the units of a game are measured against, prepared once.
pub(super) struct Standard<'a> {
    pub(super) game: &'a Game,
    pub(super) shape: RowShape,
    alphabet: LetterSet,
    words: WordTable,
    blocked: &'a BlockList,
    unreadable: Unreadable,
    outcomes: Outcomes,
}

impl<'a> Standard<'a> {
    pub(super) fn new(game: &'a Game, words: &WordList, blocked: &'a BlockList) -> Self {
        Self {
            game,
            shape: RowShape::of(game),
            alphabet: LetterSet::of(game.alphabet.as_bytes()),
            words: WordTable::new(&game.grids, words, blocked),
            blocked,
            unreadable: Unreadable::new(blocked),
            outcomes: Outcomes::new(game),
        }
    }

    /// The fields of a row; `None` when they are not as many and as wide as the game makes them.
    pub(super) fn split<'r>(&self, row: &'r [u8]) -> Option<Row<'r>> {
        let commas = count(row, b',');
        let columns = 2 * self.shape.grids + OTHER_COLUMNS;
        Row::split(row, &self.shape).filter(|_| commas + 1 == columns)
    }

    /// Places of the word table.
    pub(super) fn word_places(&self) -> usize {
        self.words.places()
    }
}

/// Checks the units of one chunk, one after another.
pub(super) struct Checker<'a> {
    standard: &'a Standard<'a>,
    /// What was found so far.
    pub(super) findings: Findings,
    /// What was counted so far.
    pub(super) tally: Tally,
    /// The unit at hand, and how many there were, it included.
    unit: u32,
    units: u16,
    /// For each place of the word table, the last unit with that word, counted like `units`; 0 for none.
    last_with: Vec<u16>,
    reader: Reader,
    /// Runs of the grid at hand, along its rows and along its columns, and its cells.
    across: Runs,
    down: Runs,
    sheet: Sheet,
    /// Words of the unit at hand, and where the table would have them.
    words: Vec<(Word, usize)>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(standard: &'a Standard<'a>) -> Self {
        Self {
            standard,
            findings: Findings::default(),
            tally: Tally::default(),
            unit: 0,
            units: 0,
            last_with: vec![0; standard.word_places()],
            reader: Reader::new(&standard.game.grids, standard.alphabet),
            across: Runs::default(),
            down: Runs::default(),
            sheet: Sheet::default(),
            words: Vec::new(),
        }
    }

    /// Checks the row at the place of a unit. Returns the fingerprint of what the unit shows, if it can be read.
    pub(super) fn check(&mut self, unit: u32, row: &[u8]) -> Option<u64> {
        self.unit = unit;
        self.units += 1;
        self.words.clear();
        let Some(row) = self.standard.split(row) else {
            self.find(Kind::RowForm, || quoted(row));
            return None;
        };
        self.number(row.unit);
        self.nonce(row.nonce);
        let letters = self.letters(row.letters);
        let words = self.grids(&row, letters);
        self.look_up();
        let words = &words[..self.standard.shape.grids];
        self.counts(&row, words);
        self.prize(row.prize_cents, words);
        Some(fingerprint(&row, letters))
    }

    /// Which places of the word table have a word that was seen.
    pub(super) fn words_seen(&self) -> impl Iterator<Item = bool> {
        self.last_with.iter().map(|&unit| unit > 0)
    }

    fn find(&mut self, kind: Kind, detail: impl FnOnce() -> String) {
        self.findings.add_unit(kind, self.unit, detail);
    }

    fn number(&mut self, digits: &[u8]) {
        let is_canonical = digits.first() != Some(&b'0');
        if csv::number(digits) != Some(u64::from(self.unit)) || !is_canonical {
            self.find(Kind::RowNumber, || {
                format!("its row says {}", quoted(digits))
            });
        }
    }

    fn nonce(&mut self, nonce: &[u8]) {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        // Without an early end, for many bytes at a time.
        let digits: u8 = nonce.iter().map(|&byte| u8::from(is_digit(byte))).sum();
        if usize::from(digits) < nonce.len() {
            self.find(Kind::RowNonce, || quoted(nonce));
        }
    }

    /// Checks the revealed letters, and gives them as a set.
    fn letters(&mut self, letters: &[u8]) -> LetterSet {
        let set = LetterSet::of(letters);
        if set.len() < letters.len() || !self.standard.alphabet.contains(set) {
            self.wrong_letters(letters);
        } else if let Some(word) = self.standard.unreadable.find(letters) {
            self.find(Kind::LettersReadable, || {
                format!("{} in {}", quoted(word), quoted(letters))
            });
        }
        set
    }

    #[cold]
    fn wrong_letters(&mut self, letters: &[u8]) {
        let is_known = |letter: &u8| self.standard.game.alphabet.as_bytes().contains(letter);
        let repeats = |(index, letter): (usize, &u8)| letters[..index].contains(letter);
        if !letters.iter().all(is_known) {
            self.find(Kind::LettersAlphabet, || quoted(letters));
        }
        if letters.iter().enumerate().any(repeats) {
            self.find(Kind::LettersRepeated, || quoted(letters));
        }
    }

    /// Checks the grids, and gives the complete words of each.
    fn grids(&mut self, row: &Row, letters: LetterSet) -> [u8; MAX_GRIDS] {
        self.reader.reveal(letters);
        let mut words = [0; MAX_GRIDS];
        for (index, (words, cells)) in words.iter_mut().zip(row.grids()).enumerate() {
            let reading = self.reader.read(cells);
            self.shape(index + 1, &reading);
            self.keep_words(cells);
            *words = reading.complete_words();
        }
        words
    }

    /// Checks the cells and runs of a grid, and lists the runs.
    fn shape(&mut self, grid: usize, reading: &Reading) {
        self.no_cells(Kind::Cells, grid, reading.strange());
        self.no_cells(Kind::CellAlone, grid, reading.alone());
        self.across.list(reading.across.letters);
        self.down.list(reading.down.letters);
        let (across, down) = (self.across.as_slice(), self.down.as_slice());
        let (found, right) = (across.len() + down.len(), self.standard.game.grids.words);
        if found != usize::from(right) {
            self.find(Kind::RunCount, || {
                let words = counted(found as u64, "word");
                format!("grid_{grid} has {words}, must have {right}")
            });
        } else if !crossings::connected(across, down) {
            self.find(Kind::Islands, || format!("grid_{grid}"));
        }
    }

    /// Keeps the words of a grid whose runs are listed, and finds the places where the table would have them.
    fn keep_words(&mut self, cells: &[u8]) {
        let table = &self.standard.words;
        self.sheet
            .copy(cells, self.standard.game.grids.columns.into());
        for (lines, runs) in [
            (&self.sheet.rows, &self.across),
            (&self.sheet.columns, &self.down),
        ] {
            self.words.extend(runs.as_slice().iter().map(|&run| {
                let word = lines.word(run);
                (word, table.place(word, run.length()))
            }));
        }
    }

    /// Checks that there are no such cells.
    fn no_cells(&mut self, kind: Kind, grid: usize, cells: Marks) {
        if let Some((row, column)) = cells.first() {
            self.find(kind, || {
                format!("grid_{grid}, row {}, column {}", row + 1, column + 1)
            });
        }
    }

    /// Looks up all words of the unit, now that their places are known: so none waits for another one's memory.
    fn look_up(&mut self) {
        let (table, last_with) = (&self.standard.words, &mut self.last_with);
        let is_wrong = self.words.iter().fold(false, |is_wrong, &(word, place)| {
            let is_known = table.has(word, place);
            let last = &mut last_with[place];
            let is_repeated = *last == self.units;
            *last = if is_known { self.units } else { *last };
            is_wrong || !is_known || is_repeated
        });
        if is_wrong {
            self.wrong_words();
        }
    }

    /// Looks at all words again, to say which are wrong.
    #[cold]
    fn wrong_words(&mut self) {
        let mut seen = BTreeSet::new();
        for (word, place) in std::mem::take(&mut self.words) {
            if !self.standard.words.has(word, place) {
                self.find(self.unknown(word), || word.to_string());
            }
            if !seen.insert(word.0) {
                self.find(Kind::WordRepeated, || word.to_string());
            }
        }
    }

    /// What is wrong with a word that is not in the table.
    fn unknown(&self, word: Word) -> Kind {
        let rules = &self.standard.game.grids;
        let lengths = usize::from(rules.min_length)..=usize::from(rules.max_length);
        if !lengths.contains(&word.len()) {
            Kind::RunLength
        } else if self.standard.blocked.contains(&word.to_string()) {
            Kind::WordBlocked
        } else {
            Kind::WordUnknown
        }
    }

    /// Compares the complete words as written with those that the grids show.
    fn counts(&mut self, row: &Row, words: &[u8]) {
        for (grid, (written, &words)) in row.words().zip(words).enumerate() {
            if csv::number(written) != Some(u64::from(words)) {
                self.find(Kind::WordCount, || {
                    format!(
                        "words_{} is {}, the grid shows {words}",
                        grid + 1,
                        quoted(written)
                    )
                });
            }
        }
    }

    /// Compares the prize as written with what the grids pay, and counts it.
    fn prize(&mut self, written: &[u8], words: &[u8]) {
        let prize_cents = self.standard.game.prize_cents(words);
        if csv::number(written) != Some(prize_cents) {
            self.find(Kind::Prize, || {
                format!(
                    "prize_cents is {}, its grids pay {prize_cents}",
                    quoted(written)
                )
            });
        }
        if let Some(outcome) = self.standard.outcomes.of(words) {
            self.tally.count(outcome);
        } else {
            self.tally.count_other(prize_cents);
            self.find(Kind::Outcome, || {
                format!("its grids show {words:?} complete words")
            });
        }
    }
}

/// Odd numbers with as many ones as zeros, for [`fingerprint`]: the golden ratio's and the square root of 2's bits.
const KEYS: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0x6A09_E667_F3BC_C909];

/// A hash of what a unit shows: its grids and its set of letters. It finds suspects, so it need only be fast.
pub(crate) fn fingerprint(row: &Row, letters: LetterSet) -> u64 {
    let mut key = KEYS[0];
    let mut sum = u64::from(letters.0).wrapping_mul(key);
    let mut add = |bytes: u128| {
        key = key.wrapping_add(KEYS[1]);
        let [low, high] = halves(bytes);
        let [low, high] = halves(u128::from(low ^ key) * u128::from(high ^ key.rotate_left(32)));
        sum = sum.wrapping_add(low ^ high);
    };
    for cells in row.grids() {
        let (blocks, rest) = cells.as_chunks::<16>();
        for block in blocks {
            add(u128::from_le_bytes(*block));
        }
        add(cells
            .last_chunk()
            .map_or_else(|| Word::new(rest).0, |last| u128::from_le_bytes(*last)));
    }
    sum
}

#[cfg(test)]
mod tests;
