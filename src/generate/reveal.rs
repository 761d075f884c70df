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
            let start = index(&spelling[..MIN_READABLE]);
            starts[start / 64] |= 1 << (start % 64);
        }
        Self { spellings, starts }
    }

    /// Whether a row of letters, read forwards or backwards, contains a word that it must not.
    fn is_in(&self, row: &[u8]) -> bool {
        let Some((first, rest)) = row.split_at_checked(MIN_READABLE - 1) else {
            return false;
        };
        let mut sequence = index(first);
        (0..).zip(rest).any(|(at, &letter)| {
            // The last three letters of the sequence before, and this one.
            sequence = sequence % LETTERS.pow(3) * LETTERS + value(letter);
            self.starts[sequence / 64] >> (sequence % 64) & 1 == 1 && self.starts_with(&row[at..])
        })
    }

    #[cold]
    fn starts_with(&self, row: &[u8]) -> bool {
        let mut spellings = self.spellings.iter();
        spellings.any(|spelling| row.starts_with(spelling))
    }
}

/// Number of a sequence of letters.
fn index(letters: &[u8]) -> usize {
    let letters = letters.iter();
    letters.fold(0, |index, &letter| index * LETTERS + value(letter))
}

fn value(letter: u8) -> usize {
    usize::from(letter - b'A')
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
