//! The letters under the question marks: uniform over all sets that show the outcome.
//!
//! Sets are drawn uniformly among all and the first that shows the outcome is taken; after a fixed number of tries
//! all sets are gone through instead, and one of those that do is drawn. Either way each such set is as likely as
//! another, and no near miss is ever engineered.

use crate::game::{Game, MAX_GRIDS, MAX_WORDS};
use crate::unit::LetterSet;

use super::rng::{Stream, scale};

/// Sets tried side by side. A constant of the format: a batch takes so many words of the stream.
const BATCH: usize = 8;

/// Batches before all sets are gone through. A constant of the format.
const MAX_BATCHES: usize = 8_192;

/// Complete words that each grid must have, as least and most.
pub(super) type Wanted = [(u32, u32); MAX_GRIDS];

/// All sets of hidden letters of a game.
pub(super) struct LetterSets {
    /// The sets of hidden letters as integers, rising.
    hidden: Vec<u32>,
    alphabet: u32,
}

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
    /// Every set of letters that a game may hide: a hundredth of a second for 1,562,275 of them.
    pub(super) fn new(game: &Game) -> Self {
        let alphabet = LetterSet::of(game.alphabet.as_bytes());
        let hidden = alphabet.len() - usize::from(game.revealed_letters);
        Self {
            hidden: subsets(alphabet.0, hidden),
            alphabet: alphabet.0,
        }
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
        let ranks: [Option<u32>; BATCH] = std::array::from_fn(|_| scale(stream.word(), self.len()));
        let sets = ranks.map(|rank| self.hidden[rank.unwrap_or(0) as usize]);
        let shown = words.show(&sets, wanted);
        (0..BATCH)
            .find(|&index| shown[index] && ranks[index].is_some())
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
        let bound = u32::try_from(found.len()).expect("at most 10,400,600 sets");
        (bound > 0).then(|| found[stream.below(bound) as usize])
    }

    /// Every set of hidden letters that shows what is wanted, in rising order.
    fn all(&self, words: &WordSets, wanted: &Wanted) -> Vec<u32> {
        let mut found = Vec::new();
        for sets in self.hidden.chunks(BATCH) {
            let mut batch = [0; BATCH];
            batch[..sets.len()].copy_from_slice(sets);
            let shown = words.show(&batch, wanted);
            found.extend(
                sets.iter()
                    .zip(shown)
                    .filter(|(_, shown)| *shown)
                    .map(|(set, _)| *set),
            );
        }
        found
    }

    fn len(&self) -> u32 {
        u32::try_from(self.hidden.len()).expect("at most 10,400,600 sets")
    }
}

/// All subsets of `letters` with `count` members, as rising integers.
fn subsets(letters: u32, count: usize) -> Vec<u32> {
    let mut subsets = Vec::new();
    let members: Vec<u32> = (0..26)
        .map(|bit| 1 << bit)
        .filter(|bit| letters & bit != 0)
        .collect();
    // Which members are in: an integer of as many bits, from the lowest with `count` of them set.
    let mut chosen: u32 = (1 << count) - 1;
    while chosen < 1 << members.len() {
        subsets.push(spread(chosen, &members));
        // The next integer with as many bits set (Gosper; HAKMEM, item 175).
        let lowest = chosen & chosen.wrapping_neg();
        let ripple = chosen + lowest;
        chosen = (((chosen ^ ripple) >> 2) / lowest) | ripple;
    }
    subsets
}

/// The sum of the members whose bits are set.
fn spread(chosen: u32, members: &[u32]) -> u32 {
    if members.len() == 26 {
        return chosen;
    }
    let set = |index: &usize| chosen >> index & 1 == 1;
    (0..members.len())
        .filter(set)
        .map(|index| members[index])
        .sum()
}

#[cfg(test)]
mod tests;
