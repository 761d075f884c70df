//! The words of a game, in tables that answer "which words of this length have these letters here?" at once.
#![expect(
    clippy::cast_possible_truncation,
    reason = "positions are below 15, and the game's check bounds the words of a length by 65,535"
)]

use crate::game::{GridRules, MAX_SIDE};
use crate::unit::LetterSet;
use crate::words::WordList;

/// Letters of the widest alphabet.
const LETTERS: usize = 26;

/// A word's letters as 0 to 25, and zeros after them.
pub(super) type Letters = [u8; MAX_SIDE + 1];

/// Number of a word: its place in the list of all words of the game, by length and then alphabetically.
pub(super) type WordId = u32;

/// The words of one length, and where each letter stands in them.
///
/// Within a length, words are named by 16-bit numbers: half the memory, so that all tables stay in the cache.
struct SameLength {
    /// Number of the first word of this length.
    first: WordId,
    /// All words.
    all: Vec<u16>,
    /// Words with letter l at position p, listed under `p * 26 + l`.
    by_one: Lists,
    /// For each position, the letters that some word has there.
    letters_at: Vec<u32>,
    /// For letter l at position p, and for each position q: the letters that some word has at q besides, under
    /// `(p * 26 + l) * length + q`.
    letters_beside: Vec<u32>,
    /// Words with letters l, m at positions p < q, listed under `((q (q - 1) / 2 + p) * 26 + l) * 26 + m`.
    by_two: Lists,
}

/// Many lists in two vectors.
struct Lists {
    /// List n is `items[ends[n]..ends[n + 1]]`.
    ends: Vec<u32>,
    items: Vec<u16>,
}

/// Words and tables of one game.
pub(super) struct Dictionary {
    letters: Vec<Letters>,
    sets: Vec<LetterSet>,
    /// By length, from 0; empty for the lengths that the game does not use.
    lengths: Vec<SameLength>,
}

/// A letter that a slot has at a position.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fixed {
    pub(super) position: u8,
    pub(super) letter: u8,
}

impl Dictionary {
    /// Tables for the words of a list whose lengths the game uses.
    pub(super) fn new(rules: &GridRules, list: &WordList) -> Self {
        let mut words: Vec<&str> = list
            .iter()
            .filter(|word| (rules.min_length..=rules.max_length).contains(&(word.len() as u8)))
            .collect();
        words.sort_by_key(|word| word.len());
        let letters: Vec<Letters> = words.iter().map(|word| letters(word)).collect();
        let mut first = 0;
        let lengths = (0..=usize::from(rules.max_length)).map(|length| {
            let count = words.iter().filter(|word| word.len() == length).count();
            let same = SameLength::new(first, length, &letters[first..first + count]);
            first += count;
            same
        });
        Self {
            lengths: lengths.collect(),
            sets: words
                .iter()
                .map(|word| LetterSet::of(word.as_bytes()))
                .collect(),
            letters,
        }
    }

    /// Number of words.
    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    /// The letters of a word, as 0 to 25.
    #[inline]
    pub(super) fn letters(&self, word: WordId) -> &Letters {
        &self.letters[word as usize]
    }

    /// The set of a word's letters.
    #[inline]
    pub(super) fn set(&self, word: WordId) -> LetterSet {
        self.sets[word as usize]
    }

    /// All words of a length: their numbers within the length, to be added to [`Dictionary::first`]. So for the
    /// lists below.
    #[inline]
    pub(super) fn all(&self, length: u8) -> &[u16] {
        &self.lengths[usize::from(length)].all
    }

    /// Words of a length that have a letter.
    #[inline]
    pub(super) fn with_one(&self, length: u8, fixed: Fixed) -> &[u16] {
        self.lengths[usize::from(length)]
            .by_one
            .list(one_index(fixed))
    }

    /// Words of a length that have two letters.
    #[inline]
    pub(super) fn with_two(&self, length: u8, one: Fixed, two: Fixed) -> &[u16] {
        self.lengths[usize::from(length)]
            .by_two
            .list(two_index(one, two))
    }

    /// The letters, as bits, that words of a length have at a position.
    #[inline]
    pub(super) fn letters_at(&self, length: u8, position: u8) -> u32 {
        self.lengths[usize::from(length)].letters_at[usize::from(position)]
    }

    /// The letters, as bits, that words of a length with a fixed letter have at another position.
    #[inline]
    pub(super) fn letters_beside(&self, length: u8, fixed: Fixed, position: u8) -> u32 {
        let index = one_index(fixed) * usize::from(length) + usize::from(position);
        self.lengths[usize::from(length)].letters_beside[index]
    }

    /// Number of the first word of a length.
    #[inline]
    pub(super) fn first(&self, length: u8) -> WordId {
        self.lengths[usize::from(length)].first
    }
}

impl SameLength {
    fn new(first: usize, length: usize, words: &[Letters]) -> Self {
        let fixed = |word: &Letters, position: usize| Fixed {
            position: position as u8,
            letter: word[position],
        };
        let by_one = Lists::new(length * LETTERS, words, |word, found| {
            for p in 0..length {
                found(one_index(fixed(word, p)));
            }
        });
        let pairs = length * length.saturating_sub(1) / 2;
        let by_two = Lists::new(pairs * LETTERS * LETTERS, words, |word, found| {
            for q in 1..length {
                for p in 0..q {
                    found(two_index(fixed(word, p), fixed(word, q)));
                }
            }
        });
        let mut letters_at = vec![0; length];
        let mut letters_beside = vec![0; length * LETTERS * length];
        for word in words {
            for q in 0..length {
                letters_at[q] |= 1 << word[q];
                for p in 0..length {
                    letters_beside[one_index(fixed(word, p)) * length + q] |= 1 << word[q];
                }
            }
        }
        Self {
            letters_at,
            letters_beside,
            first: first as WordId,
            all: (0..words.len() as u16).collect(),
            by_one,
            by_two,
        }
    }
}

impl Lists {
    /// Lists under which each word is named by `lists_of`, by counting sort.
    fn new(
        lists: usize,
        words: &[Letters],
        lists_of: impl Fn(&Letters, &mut dyn FnMut(usize)),
    ) -> Self {
        let mut ends = vec![0_u32; lists + 1];
        for word in words {
            lists_of(word, &mut |list| ends[list + 1] += 1);
        }
        for list in 0..lists {
            ends[list + 1] += ends[list];
        }
        let mut next = ends.clone();
        let mut items = vec![0; ends[lists] as usize];
        for (index, word) in words.iter().enumerate() {
            lists_of(word, &mut |list| {
                items[next[list] as usize] = index as u16;
                next[list] += 1;
            });
        }
        Self { ends, items }
    }

    #[inline]
    fn list(&self, index: usize) -> &[u16] {
        &self.items[self.ends[index] as usize..self.ends[index + 1] as usize]
    }
}

#[inline]
fn one_index(fixed: Fixed) -> usize {
    usize::from(fixed.position) * LETTERS + usize::from(fixed.letter)
}

#[inline]
fn two_index(one: Fixed, two: Fixed) -> usize {
    let (p, q) = if one.position < two.position {
        (one, two)
    } else {
        (two, one)
    };
    let (low, high) = (usize::from(p.position), usize::from(q.position));
    let pair = high * (high - 1) / 2 + low;
    (pair * LETTERS + usize::from(p.letter)) * LETTERS + usize::from(q.letter)
}

fn letters(word: &str) -> Letters {
    let mut letters = Letters::default();
    for (index, letter) in word.bytes().enumerate() {
        letters[index] = letter - b'A';
    }
    letters
}
