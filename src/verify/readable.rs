//! Blocked words that the revealed letters spell, forwards or backwards.

use crate::words::{BlockList, MIN_READABLE};

/// Letters from A to Z.
const LETTERS: usize = 26;
const _: () = assert!(
    MIN_READABLE == 4,
    "the search is for words of four letters or more"
);

/// For two letters, by [`pair`], the letters that may follow, each a bit.
type Next = [u32; LETTERS * LETTERS];

/// The blocked words that a row of different letters can spell.
pub(super) struct Unreadable {
    /// Letters that follow the first two of a word.
    third: Next,
    /// Letters that follow the second and third of a word.
    fourth: Next,
    /// The words as they would be read from left to right, sorted.
    words: Vec<Vec<u8>>,
}

impl Unreadable {
    pub(super) fn new(blocked: &BlockList) -> Self {
        let both_ways = |word: &str| [word.bytes().collect(), word.bytes().rev().collect()];
        let mut words: Vec<Vec<u8>> = blocked.readable().flat_map(both_ways).collect();
        words.sort_unstable();
        let (mut third, mut fourth) = ([0; LETTERS * LETTERS], [0; LETTERS * LETTERS]);
        for word in &words {
            third[pair(word[0], word[1])] |= bit(word[2]);
            fourth[pair(word[1], word[2])] |= bit(word[3]);
        }
        Self {
            third,
            fourth,
            words,
        }
    }

    /// A blocked word in a row of capitals, as it stands there from left to right.
    pub(super) fn find(&self, letters: &[u8]) -> Option<&[u8]> {
        let mut starts = letters.array_windows().enumerate();
        starts.find_map(|(start, four)| {
            self.may_start(*four)
                .then(|| self.word_at(&letters[start..]))?
        })
    }

    /// Whether a word may start with these letters. Few that do not get past this.
    fn may_start(&self, [a, b, c, d]: [u8; MIN_READABLE]) -> bool {
        self.third[pair(a, b)] & bit(c) != 0 && self.fourth[pair(b, c)] & bit(d) != 0
    }

    fn word_at(&self, letters: &[u8]) -> Option<&[u8]> {
        let four = &letters[..MIN_READABLE];
        let first = self
            .words
            .partition_point(|word| &word[..MIN_READABLE] < four);
        let mut words = self.words[first..]
            .iter()
            .take_while(|word| word.starts_with(four));
        words
            .find(|word| letters.starts_with(word))
            .map(Vec::as_slice)
    }
}

fn pair(first: u8, second: u8) -> usize {
    usize::from(first - b'A') * LETTERS + usize::from(second - b'A')
}

fn bit(letter: u8) -> u32 {
    1 << (letter - b'A')
}

#[cfg(test)]
mod tests;
