//! The words of a game, in tables that answer "which words of this length have these letters here?" at once.
#![expect(
    clippy::cast_possible_truncation,
    reason = "positions are below 15, the game's check bounds the words of a length by 65,535, and rows of allowed \
              letters are 26 × (1 + 2² + 3² + … + 15²) at most, fewer than 2^16"
)]

use rayon::prelude::*;

use crate::game::{GridRules, MAX_SIDE};
use crate::unit::LetterSet;
use crate::words::WordList;

/// Letters of the widest alphabet.
const LETTERS: usize = 26;

/// A word's letters as 0 to 25, and zeros after them.
pub(super) type Letters = [u8; MAX_SIDE + 1];

/// Number of a word: its place in the list of all words of the game, by length and then alphabetically.
pub(super) type WordId = u32;

/// Number of a list of words.
pub(super) type ListId = u32;

/// Number of a row of allowed letters, one for each letter of another position.
pub(super) type RowId = u16;

/// The row whose letters are those that are given: each allows itself alone.
pub(super) const ITSELF: RowId = 0;

/// Words and tables of one game.
///
/// All lists of all lengths stand one after another, numbered so that a letter more is a number more: what the search
/// asks for is a sum. Within a length, words are named by 16-bit numbers: half the memory, so that all tables stay in
/// the cache.
pub(super) struct Dictionary {
    letters: Vec<Letters>,
    sets: Vec<LetterSet>,
    /// By length, from 0; those that the game does not use stay empty.
    lengths: [Places; MAX_SIDE + 1],
    /// List n is `items[ends[n]..ends[n + 1]]`.
    ends: Vec<u32>,
    items: Vec<u16>,
    /// Sets of letters, as bits, in rows of one for each letter that is given.
    allowed: Vec<u32>,
}

/// Where the words of one length and their tables start.
#[derive(Debug, Clone, Copy, Default)]
struct Places {
    /// Number of the first word.
    first: WordId,
    /// The list of all words; after it, for each position, those of its letters, then those of pairs.
    lists: u32,
    /// Rows of allowed letters.
    allowed: u32,
}

impl Dictionary {
    /// Tables for the words of a list whose lengths the game uses.
    pub(super) fn new(rules: &GridRules, list: &WordList) -> Self {
        let mut words: Vec<&str> = list
            .iter()
            .filter(|word| (rules.min_length..=rules.max_length).contains(&(word.len() as u8)))
            .collect();
        words.sort_by_key(|word| word.len());
        let mut dictionary = Self {
            letters: words.iter().map(|word| letters(word)).collect(),
            sets: words
                .iter()
                .map(|word| LetterSet::of(word.as_bytes()))
                .collect(),
            lengths: [Places::default(); _],
            ends: vec![0],
            items: Vec::new(),
            allowed: (0..LETTERS).map(|letter| 1 << letter).collect(),
        };
        let lengths = words.chunk_by(|one, next| one.len() == next.len());
        let counts: Vec<(usize, usize)> = lengths.map(|same| (same[0].len(), same.len())).collect();
        dictionary.add_all(&counts);
        dictionary
    }

    /// Adds the tables of all lengths, each with the number of its words.
    fn add_all(&mut self, counts: &[(usize, usize)]) {
        let mut first = 0;
        let words = counts.iter().map(|&(length, count)| {
            first += count;
            (length, &self.letters[first - count..first])
        });
        let words: Vec<(usize, &[Letters])> = words.collect();
        let tables: Vec<Tables> = words
            .into_par_iter()
            .map(|(length, words)| Tables::new(length, words))
            .collect();
        let mut first = 0;
        for (&(length, count), tables) in counts.iter().zip(tables) {
            self.lengths[length] = Places {
                first: first as WordId,
                lists: self.ends.len() as u32 - 1,
                allowed: self.allowed.len() as u32,
            };
            let start = self.items.len() as u32;
            self.ends
                .extend(tables.ends[1..].iter().map(|end| start + end));
            self.items.extend(tables.items);
            self.allowed.extend(tables.allowed);
            first += count;
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

    /// Number of the first word of a length.
    #[inline]
    pub(super) fn first(&self, length: u8) -> WordId {
        self.lengths[usize::from(length) % self.lengths.len()].first
    }

    /// The list of all words of a length.
    pub(super) fn all(&self, length: u8) -> ListId {
        self.lengths[usize::from(length)].lists
    }

    /// The list of the words of a length with an A at a position; those of the other letters follow it.
    pub(super) fn with_one(&self, length: u8, position: u8) -> ListId {
        self.all(length) + 1 + u32::from(position) * LETTERS as u32
    }

    /// The list of the words of a length with an A at both of two positions, p < q; those with the other letters at q
    /// follow it, and after these, 26 further on, those with a B at p, and so on.
    pub(super) fn with_two(&self, length: u8, p: u8, q: u8) -> ListId {
        let pair = pair(p.into(), q.into()) * LETTERS * LETTERS;
        self.with_one(length, length) + pair as u32
    }

    /// The words of a list: their numbers within their length, rising, to be added to [`Dictionary::first`].
    #[inline]
    pub(super) fn list(&self, list: ListId) -> &[u16] {
        let (from, to) = (self.ends[list as usize], self.ends[list as usize + 1]);
        &self.items[from as usize..to as usize]
    }

    /// For each letter at position p, the letters that some word of this length has at position q besides.
    pub(super) fn beside(&self, length: u8, p: u8, q: u8) -> RowId {
        let row = usize::from(p) * usize::from(length) + usize::from(q);
        (self.lengths[usize::from(length)].allowed as usize + row * LETTERS) as RowId
    }

    /// The letters of a row, as bits, that stand under a letter.
    #[inline]
    pub(super) fn allowed(&self, row: RowId, letter: u8) -> u32 {
        self.allowed[usize::from(row) + usize::from(letter)]
    }
}

/// The tables of the words of one length, before they stand among those of the others.
struct Tables {
    /// Where each list ends, after a 0.
    ends: Vec<u32>,
    items: Vec<u16>,
    allowed: Vec<u32>,
}

impl Tables {
    /// Lists by counting sort.
    fn new(length: usize, words: &[Letters]) -> Self {
        let lists = 1 + length * LETTERS + pairs(length) * LETTERS * LETTERS;
        let mut ends = vec![0_u32; lists + 1];
        for list in words.iter().flat_map(|word| lists_of(length, word)) {
            ends[list + 1] += 1;
        }
        for list in 0..lists {
            ends[list + 1] += ends[list];
        }
        let mut next = ends.clone();
        let mut items = vec![0; ends[lists] as usize];
        for (index, word) in words.iter().enumerate() {
            for list in lists_of(length, word) {
                items[next[list] as usize] = index as u16;
                next[list] += 1;
            }
        }
        Self {
            ends,
            items,
            allowed: letters_beside(length, words),
        }
    }
}

/// The lists of a word among those of its length.
#[inline]
fn lists_of(length: usize, word: &Letters) -> impl Iterator<Item = usize> {
    let letter = |position: usize| usize::from(word[position]);
    let all = std::iter::once(0);
    let ones = (0..length).map(move |q| 1 + q * LETTERS + letter(q));
    let twos = (1..length).flat_map(move |q| {
        (0..q).map(move |p| {
            let pair = pair(p, q) * LETTERS * LETTERS;
            1 + length * LETTERS + pair + letter(p) * LETTERS + letter(q)
        })
    });
    all.chain(ones).chain(twos)
}

/// For letter l at position p, and for each position q: the letters that some word has at q besides, under
/// `(p * length + q) * 26 + l`.
fn letters_beside(length: usize, words: &[Letters]) -> Vec<u32> {
    let mut beside = vec![0; length * length * LETTERS];
    for word in words {
        for p in 0..length {
            for q in 0..length {
                beside[(p * length + q) * LETTERS + usize::from(word[p])] |= 1 << word[q];
            }
        }
    }
    beside
}

/// Pairs of positions in a word.
const fn pairs(length: usize) -> usize {
    length * length.saturating_sub(1) / 2
}

/// Number of the pair of positions p < q.
const fn pair(p: usize, q: usize) -> usize {
    pairs(q) + p
}

fn letters(word: &str) -> Letters {
    let mut letters = Letters::default();
    for (index, letter) in word.bytes().enumerate() {
        letters[index] = letter - b'A';
    }
    letters
}
