//! What a classifier is shown of a unit, as numbers.

use super::Standard;
use super::shown::{Layout, Reader, Shown, mix};
use super::tally::{Learned, Tally};
use crate::unit::LetterSet;

const LETTERS: usize = 26;
/// Words of up to 15 letters.
const LENGTHS: usize = 16;
/// Words by how many different letters they have: 3 or fewer, 4, 5, 6 or more.
const DIFFERENT: usize = 4;
/// Buckets that words are hashed into, and layouts.
const WORD_BUCKETS: usize = 64;
const LAYOUT_BUCKETS: usize = 32;
/// Periods that winners could stand in.
const PERIODS: [usize; 3] = [5, 7, 8];

/// Uses in the learning half that count as much as no knowledge at all.
const PRIOR: f64 = 50.0;

/// What words and layouts told of winning in the learning half: the logarithm of their odds against all.
pub(super) struct Odds<'a> {
    standard: &'a Standard<'a>,
    words: Vec<f64>,
    layouts: Vec<f64>,
    tally: &'a Tally<'a>,
}

impl<'a> Odds<'a> {
    pub(super) fn learn(standard: &'a Standard<'a>, tally: &'a Tally<'a>) -> Self {
        Self {
            standard,
            words: log_odds(&tally.learned_words),
            layouts: log_odds(&tally.learned_layouts),
            tally,
        }
    }

    fn layout(&self, layout: &Layout) -> f64 {
        let index = self.tally.layouts.get(&layout.hash);
        index.map_or(0.0, |&index| self.layouts[index as usize])
    }
}

/// Logarithms of the odds, drawn towards those of all the more the fewer uses there are.
fn log_odds(learned: &[Learned]) -> Vec<f64> {
    let sum = |side: usize| {
        learned
            .iter()
            .map(|uses| f64::from(uses[side]))
            .sum::<f64>()
    };
    let (others, winners) = (sum(0), sum(1));
    let share = winners / (winners + others).max(1.0);
    if share <= 0.0 || share >= 1.0 {
        return vec![0.0; learned.len()];
    }
    let odds = |&[others, winners]: &Learned| {
        let winners = f64::from(winners) + PRIOR * share;
        let others = f64::from(others) + PRIOR * (1.0 - share);
        (winners / others * (1.0 - share) / share).ln()
    };
    learned.iter().map(odds).collect()
}

/// What the grids, the number and the row's length show of the unit at hand, its letters and prize left out.
pub(super) fn of_grids(odds: &Odds, reader: &Reader, shown: &Shown) -> Vec<f64> {
    let mut features = Vec::new();
    of_letters(odds.standard, reader, shown, &mut features);
    of_words(odds, reader, &mut features);
    of_layouts(odds, reader, &mut features);
    of_number(odds.standard, shown, &mut features);
    features
}

/// How often each letter stands in the grids; how many different ones; how many rare ones.
fn of_letters(standard: &Standard, reader: &Reader, shown: &Shown, features: &mut Vec<f64>) {
    let mut counts = [0.0; LETTERS];
    for cells in shown.row.grids() {
        for cell in cells.iter().filter(|cell| cell.is_ascii_uppercase()) {
            counts[usize::from(cell - b'A')] += 1.0;
        }
    }
    features.extend(counts);
    let sets: Vec<LetterSet> = shown.row.grids().map(LetterSet::of).collect();
    let different = sets.iter().map(|set| set.len() as f64);
    let all = sets.iter().fold(0, |all, set| all | set.0);
    let common = sets.iter().fold(u32::MAX, |common, set| common & set.0);
    features.extend([
        f64::from(all.count_ones()),
        f64::from(common.count_ones()),
        different.clone().fold(f64::INFINITY, f64::min),
        different.fold(0.0, f64::max),
        f64::from((all & standard.rare.0).count_ones()),
    ]);
    let without_rare = reader
        .word_letters()
        .filter(|letters| letters.0 & standard.rare.0 == 0);
    features.push(without_rare.count() as f64);
}

/// Lengths, different letters, starts, which words (hashed), and what they told in the learning half.
fn of_words(odds: &Odds, reader: &Reader, features: &mut Vec<f64>) {
    let mut lengths = [0.0; LENGTHS];
    let mut different = [0.0; DIFFERENT];
    let mut buckets = [0.0; WORD_BUCKETS];
    let (mut across, mut rows, mut columns, mut told) = (0.0, 0.0, 0.0, 0.0);
    for (word, letters) in reader.words.iter().zip(reader.word_letters()) {
        lengths[usize::from(word.length)] += 1.0;
        different[letters.len().clamp(3, 2 + DIFFERENT) - 3] += 1.0;
        buckets[bucket(word.word.into(), WORD_BUCKETS)] += 1.0;
        across += f64::from(u8::from(word.is_across));
        rows += f64::from(word.start.0);
        columns += f64::from(word.start.1);
        told += odds.words[word.word as usize];
    }
    features.extend(lengths);
    features.extend(different);
    features.extend(buckets);
    features.extend([across, rows, columns, told]);
}

/// Letters and crossings, which layouts (hashed), and what they told in the learning half.
fn of_layouts(odds: &Odds, reader: &Reader, features: &mut Vec<f64>) {
    let mut buckets = [0.0; LAYOUT_BUCKETS];
    let (mut cells, mut crossings, mut told) = (0.0, 0.0, 0.0);
    let mut most_crossings: f64 = 0.0;
    for layout in reader.layouts() {
        buckets[bucket(layout.hash, LAYOUT_BUCKETS)] += 1.0;
        cells += f64::from(layout.cells);
        crossings += f64::from(layout.crossings);
        most_crossings = most_crossings.max(layout.crossings.into());
        told += odds.layout(layout);
    }
    features.extend(buckets);
    features.extend([cells, crossings, most_crossings, told]);
}

/// Where the unit stands in the block and in short periods, and how long its row is.
fn of_number(standard: &Standard, shown: &Shown, features: &mut Vec<f64>) {
    let place = f64::from(shown.unit) / f64::from(standard.game.units_per_block) - 0.5;
    features.extend([place, place.abs(), shown.row_length as f64]);
    for period in PERIODS {
        let phase = shown.unit as usize % period;
        features.extend((0..period).map(|at| f64::from(u8::from(at == phase))));
    }
}

/// What is known of the unit at hand once its first letters are revealed.
pub(super) fn of_revealed(
    standard: &Standard,
    reader: &Reader,
    shown: &Shown,
    letters: usize,
) -> Vec<f64> {
    let revealed = &shown.row.letters[..letters];
    let revealed = LetterSet::of(revealed);
    let mut features: Vec<f64> = (0..LETTERS)
        .map(|letter| f64::from(revealed.0 >> letter & 1))
        .collect();
    // Of each grid, words that lack no letter, one, two, three.
    let mut lacking = [[0.0_f64; 4]; crate::game::MAX_GRIDS];
    let words = usize::from(standard.game.grids.words);
    for (index, word) in reader.word_letters().enumerate() {
        let lacks = LetterSet(word.0 & !revealed.0).len();
        if let Some(count) = lacking[index / words].get_mut(lacks) {
            *count += 1.0;
        }
    }
    for lacks in 0..4 {
        let counts = lacking.iter().map(|grid| grid[lacks]);
        features.push(counts.clone().sum());
        features.push(counts.fold(0.0, f64::max));
    }
    features
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a rest is below the number of buckets"
)]
fn bucket(hash: u64, buckets: usize) -> usize {
    (mix(hash) % buckets as u64) as usize
}
