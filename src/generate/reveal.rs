//! The order of the letters under the question marks.

use crate::unit::LetterSet;
use crate::words::{BlockList, MIN_READABLE};

use super::rng::Stream;

/// Orders drawn before the game is given up: with the rules and lists that are built in, about one in a hundred says a
/// blocked word.
pub(super) const MAX_ORDERS: u32 = 1_000;

/// Letters of the widest alphabet.
const LETTERS: usize = 26;

/// What may not be read in a row of letters, in a form that clears almost any row at a glance.
pub(super) struct Unreadable {
    /// The blocked words and their reversals, sorted.
    spellings: Vec<Vec<u8>>,
    /// For each sequence of four letters, a bit: whether a spelling starts with it.
    starts: Vec<u64>,
}

impl Unreadable {
    /// The readable words of a block list, both ways.
    pub(super) fn new(blocked: &BlockList) -> Self {
        let forwards = blocked.readable().map(|word| word.as_bytes().to_vec());
        let backwards = blocked.readable().map(|word| word.bytes().rev().collect());
        let mut spellings: Vec<Vec<u8>> = forwards.chain(backwards).collect();
        spellings.sort();
        let mut starts = vec![0; LETTERS.pow(4).div_ceil(64)];
        for spelling in &spellings {
            let start = start_index(&spelling[..MIN_READABLE]);
            starts[start / 64] |= 1 << (start % 64);
        }
        Self { spellings, starts }
    }

    /// Whether a row of letters, read forwards or backwards, contains a word that it must not.
    fn is_in(&self, row: &[u8]) -> bool {
        (0..(row.len() + 1).saturating_sub(MIN_READABLE)).any(|at| self.starts_at(&row[at..]))
    }

    #[inline]
    fn starts_at(&self, row: &[u8]) -> bool {
        let start = start_index(&row[..MIN_READABLE]);
        self.starts[start / 64] >> (start % 64) & 1 == 1
            && self
                .spellings
                .iter()
                .any(|spelling| row.starts_with(spelling))
    }
}

fn start_index(letters: &[u8]) -> usize {
    let value = |letter: u8| usize::from(letter - b'A');
    letters
        .iter()
        .fold(0, |index, &letter| index * LETTERS + value(letter))
}

/// Draws the order of the letters, uniform among those that say no blocked word; `None` if there seems to be none.
///
/// `row` has as many bytes as `letters` has letters.
pub(super) fn order(
    letters: LetterSet,
    unreadable: &Unreadable,
    stream: &mut Stream,
    row: &mut [u8],
) -> Option<()> {
    (0..MAX_ORDERS).find_map(|_| {
        for (cell, letter) in row.iter_mut().zip(letters.letters()) {
            *cell = letter;
        }
        stream.shuffle(row);
        (!unreadable.is_in(row)).then_some(())
    })
}

#[cfg(test)]
mod tests;
