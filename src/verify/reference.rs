//! Reads a grid slowly and obviously: with texts, lists and sets of cells. What is fast is compared with this.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::marks::Runs;
use super::solve::Reader;
use crate::game::{Combination, GridRules, MAX_SIDE};
use crate::unit::LetterSet;

/// A game of two grids with four words each.
pub(super) const GAME: &str = r#"
    name = "Small"
    currency = "EUR"
    units_per_block = 40
    unit_price_cents = 100
    alphabet = "ABCDEFGHIJLMNOPQRSTUVXYZ"
    revealed_letters = 9
    ladder = [{ words = 2, prize_cents = 100 }, { words = 3, prize_cents = 1_200 }]
    tiers = [
        { prize_cents = 1_300, lots = 1, ways = [{ words = [3, 2], lots = 1 }] },
        { prize_cents = 1_200, lots = 2, ways = [{ words = [3], lots = 2 }] },
        { prize_cents = 100, lots = 7, ways = [{ words = [2], lots = 7 }] },
    ]
    [grids]
    count = 2
    rows = 5
    columns = 5
    words = 4
    min_length = 3
    max_length = 5
    combination = "sum"
    [totals]
    lots = 10
    prizes_cents = 4_400
"#;

/// Words of such grids, some of which are blocked.
pub(super) const WORDS: &str =
    "ECRAN\nECRIN\nELANS\nEXILS\nLOT\nPARLE\nPORTE\nSEC\nSOL\nTABLE\nTAS\nTIGRE\nTIR\n";
pub(super) const BLOCKED: &str = "GROS\tvulgaire\nLOT\tinsulte\nPOSTE\tmarque\nVIDE\tmort\n";

/// Row and column.
type Place = (usize, usize);

/// A grid of any size.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub(super) cells: Vec<u8>,
    pub(super) columns: usize,
}

impl Grid {
    /// A grid from a text with a line for each row.
    pub(super) fn new(text: &str) -> Self {
        let rows: Vec<&str> = text.split_whitespace().collect();
        Self {
            cells: rows.concat().into_bytes(),
            columns: rows[0].len(),
        }
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The rules of a game with such grids.
    pub(super) fn rules(&self) -> GridRules {
        GridRules {
            count: 1,
            rows: u8::try_from(self.rows()).expect("few rows"),
            columns: u8::try_from(self.columns).expect("few columns"),
            words: 4,
            min_length: 2,
            max_length: 15,
            combination: Combination::Sum,
        }
    }

    /// A reader of such grids.
    pub(super) fn reader(&self, alphabet: &str, revealed: LetterSet) -> Reader {
        let mut reader = Reader::new(&self.rules(), LetterSet::of(alphabet.as_bytes()));
        reader.reveal(revealed);
        reader
    }

    /// Its runs as the verifier lists them, along the rows and along the columns.
    pub(super) fn listed_runs(&self) -> [Runs; 2] {
        let reader = self.reader("ABCDEFGHIJKLMNOPQRSTUVWXYZ", LetterSet::default());
        let reading = reader.read(&self.cells);
        [reading.across.letters, reading.down.letters].map(|letters| {
            let mut runs = Runs::default();
            runs.list(letters);
            runs
        })
    }

    /// Every line, the rows first, as its cells' places.
    fn lines(&self) -> Vec<Vec<Place>> {
        let (rows, columns) = (self.rows(), self.columns);
        let across = (0..rows).map(|row| (0..columns).map(|column| (row, column)).collect());
        let down = (0..columns).map(|column| (0..rows).map(|row| (row, column)).collect());
        across.chain(down).collect()
    }

    fn letter(&self, (row, column): Place) -> u8 {
        self.cells[row * self.columns + column]
    }

    fn is_letter(&self, place: Place) -> bool {
        self.letter(place).is_ascii_uppercase()
    }

    /// The words, those across first, as their cells' places.
    pub(super) fn runs(&self) -> Vec<Vec<Place>> {
        let mut runs = Vec::new();
        for line in self.lines() {
            let between_grey = line.split(|&place| !self.is_letter(place));
            runs.extend(
                between_grey
                    .filter(|run| run.len() > 1)
                    .map(<[Place]>::to_vec),
            );
        }
        runs
    }

    /// The words, those across first.
    pub(super) fn words(&self) -> Vec<String> {
        let word = |run: &Vec<Place>| {
            run.iter()
                .map(|&place| char::from(self.letter(place)))
                .collect()
        };
        self.runs().iter().map(word).collect()
    }

    /// Complete words, from texts split at the grey cells.
    pub(super) fn complete_words(&self, revealed: LetterSet) -> usize {
        let text = |line: &Vec<Place>| -> String {
            line.iter()
                .map(|&place| char::from(self.letter(place)))
                .collect()
        };
        let lines: Vec<String> = self.lines().iter().map(text).collect();
        let words = lines
            .iter()
            .flat_map(|line| line.split('.'))
            .filter(|word| word.len() >= 2);
        words
            .filter(|word| revealed.contains(LetterSet::of(word.as_bytes())))
            .count()
    }

    /// Cells with a letter that is in no word.
    pub(super) fn alone(&self) -> BTreeSet<Place> {
        let in_words: BTreeSet<Place> = self.runs().concat().into_iter().collect();
        let cells =
            (0..self.rows()).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        cells
            .filter(|&place| self.is_letter(place) && !in_words.contains(&place))
            .collect()
    }

    /// Whether all words are connected: joins words that share a cell until nothing changes.
    pub(super) fn connected(&self) -> bool {
        let mut groups: Vec<BTreeSet<Place>> = Vec::new();
        for run in self.runs() {
            let run: BTreeSet<Place> = run.into_iter().collect();
            let (touched, others): (Vec<_>, Vec<_>) = groups
                .into_iter()
                .partition(|group| !group.is_disjoint(&run));
            groups = others;
            groups.push(touched.into_iter().fold(run, |all, group| &all | &group));
        }
        groups.len() <= 1
    }
}

/// Grids of all sizes, from nearly grey to nearly full.
pub(super) fn grids() -> impl Strategy<Value = Grid> {
    (2..=MAX_SIDE, 2..=MAX_SIDE, 0.05..0.95).prop_flat_map(|(rows, columns, full)| {
        let cell = prop_oneof![
            1 => Just(b'.'),
            1 => b'A'..=b'Z',
        ];
        let cells = proptest::collection::vec((cell, 0.0..1.0), rows * columns);
        cells.prop_map(move |cells| {
            let letter = |(cell, at): (u8, f64)| if at < full { cell.max(b'A') } else { b'.' };
            Grid {
                cells: cells.into_iter().map(letter).collect(),
                columns,
            }
        })
    })
}

/// Letter sets of all sizes.
pub(super) fn letter_sets() -> impl Strategy<Value = LetterSet> {
    let any = 0..1_u32 << 26;
    prop_oneof![
        any.clone().prop_map(LetterSet),
        (any.clone(), any).prop_map(|(a, b)| LetterSet(a | b)),
        Just(LetterSet(u32::MAX >> 6)),
    ]
}
