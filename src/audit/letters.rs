//! Which letters are revealed, and which words lack one letter, against all letter sets that show the same outcome.
//!
//! Each such set is as likely as another. Of a unit of the sample, all sets of hidden letters are gone through: each is
//! one of the alphabet's first half and one of the other half, and which words either spoils is known beforehand.

use rayon::prelude::*;
use serde::Serialize;

use super::Standard;
use super::shown::Reader;
use super::statistics::{Largest, Statistic, Subject, both_tails};
use super::tally::Kept;
use crate::unit::LetterSet;

/// Sets that are tested side by side.
const BATCH: usize = u64::BITS as usize;
/// Bits of a set of letters.
const LETTERS: usize = 26;

/// Letters of a grid's words, and the complete words that it must have.
struct Grid {
    words: Vec<LetterSet>,
    /// For each letter, the words that have it, a bit each.
    with: [u32; LETTERS],
    least: u32,
    most: u32,
}

impl Grid {
    fn new(words: &[LetterSet], least: u32, most: u32) -> Self {
        let mut with = [0; LETTERS];
        for (index, word) in words.iter().enumerate() {
            for letter in word.letters() {
                with[usize::from(letter - b'A')] |= 1 << index;
            }
        }
        Self {
            words: words.into(),
            with,
            least,
            most,
        }
    }

    /// The words that have a letter of the set, and those that have two or more.
    fn spoilt(&self, mut set: u32) -> [u32; 2] {
        let (mut one, mut two) = (0, 0);
        while set != 0 {
            let with = self.with[set.trailing_zeros() as usize];
            two |= one & with;
            one |= with;
            set &= set - 1;
        }
        [one, two]
    }
}

/// Letter sets of one half of the alphabet, of one size, with what is asked of them.
#[derive(Default, Clone)]
struct Sized {
    sets: Vec<u32>,
    /// For each letter of the half, which sets have it.
    with: Vec<(usize, Vec<u64>)>,
}

/// All sets of hidden letters of a game, as pairs of halves.
pub(super) struct LetterSets {
    low: Vec<Sized>,
    high: Vec<Sized>,
    hidden: usize,
    alphabet: u32,
}

impl LetterSets {
    /// The sets of so many hidden letters of an alphabet.
    pub(super) fn new(alphabet: LetterSet, hidden: usize) -> Self {
        let letters: Vec<u32> = alphabet
            .letters()
            .map(|letter| LetterSet::of(&[letter]).0)
            .collect();
        let (low, high) = letters.split_at(letters.len() / 2);
        Self {
            low: by_size(low),
            high: by_size(high),
            hidden,
            alphabet: alphabet.0,
        }
    }

    /// Sizes of the first half's share.
    fn sizes(&self) -> impl Iterator<Item = (&Sized, usize)> {
        let share = |size: usize| Some((self.low.get(size)?, self.hidden - size));
        (0..=self.hidden)
            .filter_map(share)
            .filter(|(_, rest)| *rest < self.high.len())
    }
}

/// All sets of some letters, by their size.
fn by_size(letters: &[u32]) -> Vec<Sized> {
    let mut sizes = vec![Sized::default(); letters.len() + 1];
    for subset in 0_usize..1 << letters.len() {
        let is_in = |index: &usize| subset >> index & 1 == 1;
        let set = (0..letters.len()).filter(is_in);
        let set = set.fold(0, |set, index| set | letters[index]);
        sizes[subset.count_ones() as usize].sets.push(set);
    }
    for size in &mut sizes {
        let with = |&letter: &u32| {
            (
                letter.trailing_zeros() as usize,
                bits(&size.sets, |set| set & letter != 0),
            )
        };
        size.with = letters.iter().map(with).collect();
    }
    sizes
}

/// For which sets something holds, a bit each.
fn bits(sets: &[u32], holds: impl Fn(u32) -> bool) -> Vec<u64> {
    let word = |sets: &[u32]| {
        let sets = sets.iter().rev();
        sets.fold(0, |bits, &set| bits << 1 | u64::from(holds(set)))
    };
    sets.chunks(BATCH).map(word).collect()
}

/// How many sets show an outcome, and how many of those do what.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Counted {
    /// Sets that show it.
    pub(super) sets: u64,
    /// Those that hide each letter.
    pub(super) hide: [u64; LETTERS],
    /// Those that hide each two letters, the first before the second.
    pub(super) hide_both: Box<[[u64; LETTERS]; LETTERS]>,
    /// Those with each number of words that lack one letter, from 0.
    pub(super) near_misses: Vec<u64>,
}

/// The high halves of one size, with what they do to the unit's words.
struct Highs<'a> {
    sized: &'a Sized,
    /// For each grid and set, the words that it spoils, padded to whole batches.
    spoilt: Vec<Vec<u32>>,
    /// For each grid and set, the words of which it hides two letters or more.
    spoilt_twice: Vec<Vec<u32>>,
    /// How often each set was half of one that shows the outcome.
    shown: Vec<u32>,
}

impl<'a> Highs<'a> {
    fn new(sized: &'a Sized, grids: &[Grid]) -> Self {
        let padded = sized.sets.len().next_multiple_of(BATCH);
        // What is beyond the last set never counts: its bits are cleared.
        let of_grid = |grid: &Grid| {
            let sets = sized.sets.iter().map(|&set| grid.spoilt(set));
            let (mut one, mut two): (Vec<u32>, Vec<u32>) = sets.map(<(u32, u32)>::from).unzip();
            one.resize(padded, 0);
            two.resize(padded, 0);
            (one, two)
        };
        let (spoilt, spoilt_twice) = grids.iter().map(of_grid).unzip();
        Self {
            spoilt,
            spoilt_twice,
            shown: vec![0; padded],
            sized,
        }
    }

    /// Which of the sets of a batch show the outcome together with a low half that spoils these words of each grid.
    fn show(&mut self, batch: usize, low: &[[u32; 2]], grids: &[Grid]) -> u64 {
        let range = batch * BATCH..(batch + 1) * BATCH;
        let mut shown = [1_u32; BATCH];
        for ((grid, &[low, _]), spoilt) in grids.iter().zip(low).zip(&self.spoilt) {
            let mut complete = [0; BATCH];
            let spoilt = spoilt[range.clone()].as_array::<BATCH>().expect("a batch");
            complete_words(&mut complete, spoilt, low, grid.words.len());
            keep_shown(&mut shown, &mut complete, grid.least, grid.most);
        }
        let left = self.sized.sets.len() - batch * BATCH;
        for shown in shown.iter_mut().skip(left) {
            *shown = 0;
        }
        for (sum, shown) in self.shown[range].iter_mut().zip(shown) {
            *sum += shown;
        }
        pack(&shown)
    }

    /// Words that lack one letter, with a set and a low half that spoils these words of each grid.
    fn near_misses(&self, set: usize, low: &[[u32; 2]]) -> usize {
        let highs = self.spoilt.iter().zip(&self.spoilt_twice);
        let words = highs.zip(low).map(|((one, two), low)| {
            let by_one_half = one[set] ^ low[0];
            by_one_half & !(two[set] | low[1])
        });
        words.map(|words| words.count_ones() as usize).sum()
    }
}

/// For each set, the words that neither half spoils.
fn complete_words(complete: &mut [u32; BATCH], high: &[u32; BATCH], low: u32, words: usize) {
    let all = (1 << words) - 1;
    for (complete, high) in complete.iter_mut().zip(high) {
        *complete = all & !(high | low);
    }
}

/// Clears those with fewer bits than `least` or more than `most`: to clear the lowest bit takes one off.
fn keep_shown(shown: &mut [u32; BATCH], bits: &mut [u32; BATCH], least: u32, most: u32) {
    let clear_lowest = |bits: &mut [u32; BATCH]| {
        for bits in bits {
            *bits &= bits.wrapping_sub(1);
        }
    };
    if let Some(before) = least.checked_sub(1) {
        (0..before).for_each(|_| clear_lowest(bits));
        for (shown, bits) in shown.iter_mut().zip(bits.iter()) {
            *shown &= u32::from(*bits != 0);
        }
    }
    (least.saturating_sub(1)..most).for_each(|_| clear_lowest(bits));
    for (shown, bits) in shown.iter_mut().zip(bits.iter()) {
        *shown &= u32::from(*bits == 0);
    }
}

fn pack(shown: &[u32; BATCH]) -> u64 {
    let shown = shown.iter().rev();
    shown.fold(0, |bits, &shown| bits << 1 | u64::from(shown))
}

/// Goes through all sets.
fn count(sets: &LetterSets, grids: &[Grid]) -> Counted {
    let mut counted = Counted::of_none(grids);
    let mut low_half = Low::default();
    for (low, rest) in sets.sizes() {
        let mut highs = Highs::new(&sets.high[rest], grids);
        for &low in &low.sets {
            low_half.set(low, grids);
            for batch in 0..highs.shown.len() / BATCH {
                let shown = highs.show(batch, &low_half.spoilt, grids);
                if shown != 0 {
                    counted.add(&low_half, batch, shown, &highs);
                }
            }
        }
        counted.add_highs(&highs);
    }
    counted
}

/// A low half, with what it does to the unit's words.
#[derive(Default)]
struct Low {
    letters: Vec<usize>,
    /// For each grid, the words that it spoils, and those of which it hides two letters or more.
    spoilt: Vec<[u32; 2]>,
}

impl Low {
    fn set(&mut self, set: u32, grids: &[Grid]) {
        self.letters.clear();
        self.letters.extend(letters_of(set));
        self.spoilt.clear();
        self.spoilt
            .extend(grids.iter().map(|grid| grid.spoilt(set)));
    }
}

impl Counted {
    fn of_none(grids: &[Grid]) -> Self {
        let words: usize = grids.iter().map(|grid| grid.words.len()).sum();
        Self {
            sets: 0,
            hide: [0; LETTERS],
            hide_both: Box::new([[0; LETTERS]; LETTERS]),
            near_misses: vec![0; words + 1],
        }
    }

    /// Adds the sets of a low half and of those of a batch that show the outcome.
    fn add(&mut self, low: &Low, batch: usize, shown: u64, highs: &Highs) {
        let sets = u64::from(shown.count_ones());
        self.sets += sets;
        self.add_letters(&low.letters, sets);
        for (letter, with) in &highs.sized.with {
            let with = u64::from((shown & with[batch]).count_ones());
            for &low in &low.letters {
                self.hide_both[low][*letter] += with;
            }
        }
        let mut rest = shown;
        while rest != 0 {
            let set = batch * BATCH + rest.trailing_zeros() as usize;
            self.near_misses[highs.near_misses(set, &low.spoilt)] += 1;
            rest &= rest - 1;
        }
    }

    /// Adds letters and pairs of letters of one half of so many sets.
    fn add_letters(&mut self, letters: &[usize], sets: u64) {
        for (index, &letter) in letters.iter().enumerate() {
            self.hide[letter] += sets;
            for &other in &letters[index + 1..] {
                self.hide_both[letter][other] += sets;
            }
        }
    }

    /// Adds letters and pairs of letters of the high halves.
    fn add_highs(&mut self, highs: &Highs) {
        for (&set, &shown) in highs.sized.sets.iter().zip(&highs.shown) {
            let letters: Vec<usize> = letters_of(set).collect();
            self.add_letters(&letters, shown.into());
        }
    }
}

/// The letters of a set, from 0.
fn letters_of(set: u32) -> impl Iterator<Item = usize> {
    let letters = LetterSet(set).letters();
    letters.map(|letter| usize::from(letter - b'A'))
}

/// What the letters of a unit are among all those that show its outcome.
struct Compared {
    wins: bool,
    hidden: u32,
    counted: Counted,
    near_misses: usize,
}

impl Compared {
    fn new(
        standard: &Standard,
        sets: &LetterSets,
        reader: &mut Reader,
        (unit, row): &Kept,
    ) -> Self {
        let shown = reader.read(*unit, row).expect("it was read before");
        let (wins, letters) = (shown.wins(), shown.letters());
        let words: Vec<LetterSet> = reader.word_letters().collect();
        let hidden = sets.alphabet & !letters.0;
        let most_losing = u32::from(standard.game.most_losing_words());
        let grids = words.chunks(usize::from(standard.game.grids.words));
        let grid = |words: &[LetterSet]| {
            let complete = words.iter().filter(|word| letters.contains(**word)).count();
            let complete = u32::try_from(complete).expect("at most 24 words");
            let wins = complete > most_losing;
            if wins {
                Grid::new(words, complete, complete)
            } else {
                Grid::new(words, 0, most_losing)
            }
        };
        let grids: Vec<Grid> = grids.map(grid).collect();
        let lacks_one = |word: &&LetterSet| (word.0 & hidden).is_power_of_two();
        Self {
            wins,
            hidden,
            counted: count(sets, &grids),
            near_misses: words.iter().filter(lacks_one).count(),
        }
    }

    fn mean_near_misses(&self) -> f64 {
        let sets = (0..).zip(&self.counted.near_misses);
        let words: u64 = sets.map(|(words, sets)| words * sets).sum();
        words as f64 / self.counted.sets as f64
    }
}

/// The letters of a sample of units: facts.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LettersFound {
    /// Units whose letter sets were gone through.
    pub units: u64,
    /// The letters of the alphabet, in its order.
    pub revealed: Vec<LetterFound>,
    /// Words that lack one letter, in losing units and in winning ones.
    pub near_misses: [NearMisses; 2],
}

/// A letter among the revealed ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LetterFound {
    /// The letter.
    pub letter: char,
    /// Units that reveal it.
    pub found: u64,
    /// The same over all letter sets that show the units' outcomes.
    pub expected: f64,
    /// How far chance puts `found` from `expected`: a standard deviation.
    pub error: f64,
}

impl LetterFound {
    fn z(&self) -> f64 {
        (self.found as f64 - self.expected) / self.error
    }
}

/// Words that lack one letter.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct NearMisses {
    /// Units.
    pub units: u64,
    /// Such words of a unit, on average.
    pub found: f64,
    /// The same over all letter sets that show the same outcome.
    pub expected: f64,
    /// Units with each number of such words, from 0.
    pub found_units: Vec<u64>,
    /// The same over all letter sets that show the same outcome.
    pub expected_units: Vec<f64>,
}

/// Compares the letters of units with all that show their outcomes.
pub(super) fn letters(standard: &Standard, kept: &[Kept]) -> (LettersFound, Vec<Statistic>) {
    let alphabet = LetterSet::of(standard.game.alphabet.as_bytes());
    let sets = LetterSets::new(alphabet, standard.hidden());
    let compared: Vec<Compared> = kept
        .par_iter()
        .map_init(
            || Reader::new(standard),
            |reader, kept| Compared::new(standard, &sets, reader, kept),
        )
        .collect();
    let mut statistics = Vec::new();
    let revealed = revealed(&compared, alphabet);
    statistics.extend(one_letter(&revealed));
    statistics.extend(two_letters(&compared, alphabet));
    let near_misses = [false, true].map(|wins| {
        let units: Vec<&Compared> = compared.iter().filter(|unit| unit.wins == wins).collect();
        statistics.extend(near_misses_statistic(&units, wins));
        near_misses(&units)
    });
    let found = LettersFound {
        units: compared.len() as u64,
        revealed,
        near_misses,
    };
    (found, statistics)
}

/// How often something is so, how often it is expected, and the standard deviation of that, summed over units: whether
/// it is so in each, and the probability of it.
fn summed(units: impl Iterator<Item = (bool, f64)>) -> (u64, f64, f64) {
    let (found, expected, variance) = units.fold((0, 0.0, 0.0), |sums, (is_so, p)| {
        let (found, expected, variance) = sums;
        let found = found + u64::from(is_so);
        (found, expected + p, variance + p * (1.0 - p))
    });
    (found, expected, variance.sqrt())
}

fn largest(name: &str, of: impl Iterator<Item = (f64, String)>) -> Option<Statistic> {
    let of: Vec<(f64, String)> = of.filter(|(z, _)| z.is_finite()).collect();
    let count = of.len() as u64;
    let (z, of_what) = of
        .into_iter()
        .max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))?;
    let largest = Largest {
        z,
        p: both_tails(z),
        of_what,
    };
    Some(Statistic::largest(Subject::Letters, name, largest, count))
}

/// How often each letter of the alphabet is revealed.
fn revealed(units: &[Compared], alphabet: LetterSet) -> Vec<LetterFound> {
    let found = |letter: u8| {
        let index = usize::from(letter - b'A');
        let (found, expected, error) = summed(units.iter().map(|unit| {
            let hide = unit.counted.hide[index] as f64 / unit.counted.sets as f64;
            (unit.hidden >> index & 1 == 0, 1.0 - hide)
        }));
        LetterFound {
            letter: letter.into(),
            found,
            expected,
            error,
        }
    };
    alphabet.letters().map(found).collect()
}

fn one_letter(revealed: &[LetterFound]) -> Option<Statistic> {
    let letters = revealed
        .iter()
        .map(|found| (found.z(), found.letter.to_string()));
    largest("a letter revealed", letters)
}

fn two_letters(units: &[Compared], alphabet: LetterSet) -> Option<Statistic> {
    let pairs = alphabet.letters().flat_map(|first| {
        let others = alphabet.letters().filter(move |second| first < *second);
        others.map(move |second| (first, second))
    });
    let pairs = pairs.map(|(first, second)| {
        let [a, b] = [first, second].map(|letter| usize::from(letter - b'A'));
        let both = units.iter().map(|unit| {
            let Counted {
                sets,
                hide,
                hide_both,
                ..
            } = &unit.counted;
            let (hide_a, hide_b) = (hide[a] as f64, hide[b] as f64);
            let either = (hide_a + hide_b - hide_both[a][b] as f64) / *sets as f64;
            let is_so = unit.hidden >> a & 1 == 0 && unit.hidden >> b & 1 == 0;
            (is_so, 1.0 - either)
        });
        let name = [first, second].map(char::from).iter().collect();
        let (found, expected, error) = summed(both);
        ((found as f64 - expected) / error, name)
    });
    largest("two letters revealed", pairs)
}

/// What units have beyond what is expected of each: independent values of mean 0.
fn near_misses_statistic(units: &[&Compared], wins: bool) -> Option<Statistic> {
    let off = units
        .iter()
        .map(|unit| unit.near_misses as f64 - unit.mean_near_misses());
    let squares: f64 = off.clone().map(|off| off * off).sum();
    let which = if wins { "winning" } else { "losing" };
    let name = format!("words that lack a letter, {which} units");
    Statistic::z(Subject::NearMisses, name, off.sum::<f64>() / squares.sqrt())
}

fn near_misses(units: &[&Compared]) -> NearMisses {
    let count = units.len().max(1) as f64;
    let found: usize = units.iter().map(|unit| unit.near_misses).sum();
    let expected: f64 = units.iter().map(|unit| unit.mean_near_misses()).sum();
    let most = units.iter().map(|unit| unit.counted.near_misses.len());
    let most = most.max().unwrap_or(0);
    let (mut found_units, mut expected_units) = (vec![0; most], vec![0.0; most]);
    for unit in units {
        found_units[unit.near_misses] += 1;
        for (sum, &sets) in expected_units.iter_mut().zip(&unit.counted.near_misses) {
            *sum += sets as f64 / unit.counted.sets as f64;
        }
    }
    NearMisses {
        units: units.len() as u64,
        found: found as f64 / count,
        expected: expected / count,
        found_units,
        expected_units,
    }
}

#[cfg(test)]
mod tests;
