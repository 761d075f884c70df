//! The letters under the question marks: uniform over all sets that show the outcome.
//!
//! Sets are drawn uniformly among all and the first that shows the outcome is taken; after a fixed number of tries
//! all sets are gone through instead, and one of those that do is drawn. Either way each such set is as likely as
//! another, and no near miss is ever engineered.

use std::ops::Range;

use crate::game::{Game, MAX_GRIDS, MAX_WORDS};
use crate::unit::LetterSet;

use super::rng::{Stream, scale};

/// Sets tried side by side. A constant of the format: a batch takes so many words of the stream.
const BATCH: usize = 8;

/// Batches before all sets are gone through. A constant of the format.
const MAX_BATCHES: usize = 8_192;

/// Complete words that each grid must have, as least and most.
pub(super) type Wanted = [(u32, u32); MAX_GRIDS];

/// Shares that the numbering of sets has room for: one for each number of letters of a half of 13, and those unused.
const SHARES: usize = 16;

/// All sets of hidden letters of a game, numbered, so that a uniform number is a uniform set.
///
/// Sets are not listed, for a random look into a list of 1,562,275 costs more than what it spares. Each is put
/// together from two short lists instead: those of its letters in the first half of the alphabet, and the others.
pub(super) struct LetterSets {
    alphabet: u32,
    /// Number of sets.
    len: u32,
    /// Number of the first set of each share; those unused have the highest number of all. Signed, as the processor compares
    /// many at once.
    first: [i32; SHARES],
    shares: [Share; SHARES],
    /// Sets of letters of one half, by their size and then as integers, rising: the first half's, then the other's.
    halves: Vec<u32>,
}

/// The sets with as many letters in the first half: each of its sets with each of the other half's.
#[derive(Debug, Clone, Default)]
struct Share {
    /// Where the sets of the first half stand.
    low: Range<u32>,
    /// Where those of the other half stand.
    high: Range<u32>,
    /// [`RECIPROCAL`] over the number of those of the other half, rounded up.
    reciprocal: u64,
}

/// A number times this over a divisor, rounded up, is the quotient in its upper bits: exact as long as number × divisor is
/// below it (Granlund and Montgomery, "Division by Invariant Integers using Multiplication", 1994). Sets are at most
/// 10,400,600, below 2^24, and those of one size in a half at most 1,716, below 2^11.
const RECIPROCAL: u64 = 1 << RECIPROCAL_BITS;
const RECIPROCAL_BITS: u32 = 40;

/// The letter sets of a unit's words, grid by grid.
pub(super) struct WordSets {
    sets: [u32; MAX_GRIDS * MAX_WORDS],
    words: usize,
    grids: usize,
}

impl WordSets {
    /// The sets of `grids` grids of `words` words each.
    pub(super) fn new(grids: u8, words: u8, sets: impl Iterator<Item = LetterSet>) -> Self {
        let mut new = Self {
            sets: [0; _],
            words: usize::from(words),
            grids: usize::from(grids),
        };
        for (slot, set) in new.sets.iter_mut().zip(sets) {
            *slot = set.0;
        }
        new
    }

    /// Complete words of each grid when these letters are revealed.
    pub(super) fn complete(&self, letters: LetterSet) -> impl Iterator<Item = u8> {
        let grids = self.sets.chunks_exact(self.words).take(self.grids);
        grids.map(move |words| {
            let complete = words
                .iter()
                .filter(|&&word| letters.contains(LetterSet(word)));
            u8::try_from(complete.count()).expect("a grid has at most 24 words")
        })
    }

    /// For each set of hidden letters, whether all grids have as many complete words as wanted.
    #[inline]
    fn show(&self, hidden: &[u32; BATCH], wanted: &Wanted) -> [bool; BATCH] {
        let mut shown = [true; BATCH];
        let grids = self.sets.chunks_exact(self.words).take(self.grids);
        for (words, (least, most)) in grids.zip(wanted) {
            let mut complete = [0; BATCH];
            for word in words {
                for (complete, hidden) in complete.iter_mut().zip(hidden) {
                    *complete += u32::from(word & hidden == 0);
                }
            }
            for (shown, complete) in shown.iter_mut().zip(complete) {
                *shown &= complete.wrapping_sub(*least) <= most - least;
            }
        }
        shown
    }
}

impl LetterSets {
    /// The sets of letters that a game may hide.
    pub(super) fn new(game: &Game) -> Self {
        let alphabet = LetterSet::of(game.alphabet.as_bytes());
        Self::of(
            alphabet.0,
            alphabet.len() - usize::from(game.revealed_letters),
        )
    }

    /// The sets of `hidden` letters of an alphabet.
    fn of(alphabet: u32, hidden: usize) -> Self {
        let low = lowest(alphabet, alphabet.count_ones() / 2);
        let halves = [by_size(low), by_size(alphabet & !low)];
        let mut new = Self {
            alphabet,
            len: 0,
            first: [i32::MAX; _],
            shares: std::array::from_fn(|_| Share::default()),
            halves: halves.concat().concat(),
        };
        let place = |half: usize, size: usize| {
            let before = halves[..half].iter().flatten().chain(&halves[half][..size]);
            let start = length(before.map(Vec::len).sum());
            start..start + length(halves[half][size].len())
        };
        let sizes =
            (0..=hidden).filter(|&size| size < halves[0].len() && hidden - size < halves[1].len());
        for (share, size) in sizes.enumerate() {
            let (low, high) = (place(0, size), place(1, hidden - size));
            new.first[share] = new.len.cast_signed();
            new.len += length(low.len() * high.len());
            let reciprocal = RECIPROCAL.div_ceil(high.len() as u64);
            new.shares[share] = Share {
                low,
                high,
                reciprocal,
            };
        }
        new
    }

    /// The sets of numbers below `len`.
    #[inline]
    fn sets_of(&self, numbers: [u32; BATCH]) -> [u32; BATCH] {
        // The first share has the first number of all, so that what is counted is one more than the share.
        let mut reached = [0_usize; BATCH];
        for first in self.first {
            for (reached, number) in reached.iter_mut().zip(numbers) {
                *reached += usize::from(number.cast_signed() >= first);
            }
        }
        std::array::from_fn(|index| self.set(numbers[index], (reached[index] - 1) % SHARES))
    }

    /// The set of a number in a share.
    #[inline]
    fn set(&self, number: u32, share: usize) -> u32 {
        let rest = number - self.first[share].cast_unsigned();
        let Share {
            low,
            high,
            reciprocal,
        } = &self.shares[share];
        let quotient = ((u64::from(rest) * reciprocal) >> RECIPROCAL_BITS) as u32;
        let remainder = rest - quotient * (high.end - high.start);
        let low = self.halves[(low.start + quotient) as usize];
        low | self.halves[(high.start + remainder) as usize]
    }

    /// Draws the revealed letters; `None` when no set shows what is wanted.
    pub(super) fn draw(
        &self,
        words: &WordSets,
        wanted: &Wanted,
        stream: &mut Stream,
    ) -> Option<LetterSet> {
        let hidden = (0..MAX_BATCHES)
            .find_map(|_| self.try_batch(words, wanted, stream))
            .or_else(|| self.draw_among_all(words, wanted, stream))?;
        Some(LetterSet(self.alphabet & !hidden))
    }

    /// The first of a batch of uniform sets that shows what is wanted. Words of the stream that would be biased
    /// give no set.
    #[inline]
    fn try_batch(&self, words: &WordSets, wanted: &Wanted, stream: &mut Stream) -> Option<u32> {
        let numbers: [Option<u32>; BATCH] = std::array::from_fn(|_| scale(stream.word(), self.len));
        let sets = self.sets_of(numbers.map(|number| number.unwrap_or(0)));
        let shown = words.show(&sets, wanted);
        (0..BATCH)
            .find(|&index| shown[index] && numbers[index].is_some())
            .map(|index| sets[index])
    }

    #[cold]
    fn draw_among_all(
        &self,
        words: &WordSets,
        wanted: &Wanted,
        stream: &mut Stream,
    ) -> Option<u32> {
        let found = self.all(words, wanted);
        let bound = length(found.len());
        (bound > 0).then(|| found[stream.below(bound) as usize])
    }

    /// Every set of hidden letters that shows what is wanted, by its number.
    fn all(&self, words: &WordSets, wanted: &Wanted) -> Vec<u32> {
        let (mut found, mut sets) = (Vec::new(), self.sets());
        loop {
            let (mut batch, mut count) = ([0; BATCH], 0);
            for (to, set) in batch.iter_mut().zip(sets.by_ref()) {
                *to = set;
                count += 1;
            }
            if count == 0 {
                return found;
            }
            let shown = batch.iter().zip(words.show(&batch, wanted)).take(count);
            found.extend(shown.filter(|(_, shown)| *shown).map(|(set, _)| *set));
        }
    }

    /// All sets, in the order of their numbers.
    fn sets(&self) -> impl Iterator<Item = u32> {
        self.shares.iter().flat_map(|share| {
            let of = |range: &Range<u32>| &self.halves[range.start as usize..range.end as usize];
            let high = of(&share.high);
            of(&share.low)
                .iter()
                .flat_map(move |low| high.iter().map(move |high| low | high))
        })
    }
}

/// The lowest `count` members of a set.
fn lowest(set: u32, count: u32) -> u32 {
    let rest = (0..count).fold(set, |rest, _| rest & rest.wrapping_sub(1));
    set & !rest
}

/// All subsets of a set by their size, each size as rising integers.
fn by_size(set: u32) -> Vec<Vec<u32>> {
    let mut sizes = vec![Vec::new(); set.count_ones() as usize + 1];
    let mut subset = 0_u32;
    loop {
        sizes[subset.count_ones() as usize].push(subset);
        if subset == set {
            return sizes;
        }
        // The next subset: a carry runs through the bits outside the set as if they were all set.
        subset = ((subset | !set) + 1) & set;
    }
}

/// A length that fits: at most 10,400,600 sets.
fn length(length: usize) -> u32 {
    u32::try_from(length).expect("at most 10,400,600 sets")
}

#[cfg(test)]
mod tests;
