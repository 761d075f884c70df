//! The verifier's own look-up of words.

use super::lines::{Word, halves};
use super::marks::SIDE;
use crate::game::GridRules;
use crate::words::{BlockList, WordList};

/// Words that share a displacement, on average: with more, the search for displacements takes long.
const WORDS_PER_BUCKET: usize = 4;

/// Places for eight words, at least: with fewer, the search takes long.
const PLACES_FOR_EIGHT: usize = 9;

/// Odd numbers with as many ones as zeros: the golden ratio's and the square root of 2's bits.
const SPREAD: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0x6A09_E667_F3BC_C909];

/// The words that a grid may have: of the game's lengths, in the word list and not in the block list.
///
/// Words of one length stand together: grids have far more short words than the list has, and those then stay in
/// the processor's nearest cache.
pub(crate) struct WordTable {
    places: Vec<Word>,
    by_length: [Table; SIDE],
}

/// Where the words of one length stand: a perfect hash table by displacement (Belazzougui, Botelho, Dietzfelbinger,
/// "Hash, displace, and compress", 2009). A word's bucket gives a number that sends all words of the bucket to places
/// of their own; so a look-up compares with one word only, and takes no turn that depends on the word.
#[derive(Default)]
struct Table {
    /// For each bucket, a power of two of them, what to change in its words' places.
    displacements: Vec<usize>,
    first_place: usize,
    /// Bits to drop of a 64-bit hash so that it becomes one of the places, a power of two.
    shift: u32,
    /// Changes all hashes, should no displacement be found for some bucket.
    seed: u64,
}

/// A place without a word.
const FREE: Word = Word(0);

impl WordTable {
    pub(crate) fn new(rules: &GridRules, words: &WordList, blocked: &BlockList) -> Self {
        let lengths = usize::from(rules.min_length)..=usize::from(rules.max_length);
        let mut of_length: [Vec<Word>; SIDE] = Default::default();
        for word in words
            .iter()
            .filter(|word| lengths.contains(&word.len()) && !blocked.contains(word))
        {
            of_length[word.len()].push(Word::new(word.as_bytes()));
        }
        let mut table = Self {
            places: Vec::new(),
            by_length: Default::default(),
        };
        for (by_length, words) in table.by_length.iter_mut().zip(of_length) {
            let filled = (0..).find_map(|seed| Table::new(&words, table.places.len(), seed));
            let (of_length, places) = filled.expect("one of 2^64 seeds suits so few words");
            *by_length = of_length;
            table.places.extend(places);
        }
        table
    }

    /// Places of the table, free ones included.
    pub(crate) fn places(&self) -> usize {
        self.places.len()
    }

    /// The only place where a word of this length can be.
    pub(crate) fn place(&self, word: Word, length: usize) -> usize {
        let table = &self.by_length[length];
        let hash = table.hash(word);
        table.first_place + (table.undisplaced(hash) ^ table.displacements[table.bucket(hash)])
    }

    /// Whether the word is at its place.
    pub(crate) fn has(&self, word: Word, place: usize) -> bool {
        self.places[place] == word
    }
}

impl Table {
    /// A table with these words, and its places; `None` when some bucket has no displacement with this seed.
    fn new(words: &[Word], first_place: usize, seed: u64) -> Option<(Self, Vec<Word>)> {
        let places = (words.len() * PLACES_FOR_EIGHT / 8)
            .next_power_of_two()
            .max(2);
        let buckets = (words.len() / WORDS_PER_BUCKET).next_power_of_two();
        let shift = 64 - places.trailing_zeros();
        let mut table = Self {
            displacements: vec![0; buckets],
            first_place,
            shift,
            seed: SPREAD[0].wrapping_mul(seed + 1),
        };
        let mut places = vec![FREE; places];
        table.fill(words, &mut places)?;
        Some((table, places))
    }

    fn fill(&mut self, words: &[Word], places: &mut [Word]) -> Option<()> {
        let mut buckets = vec![Vec::new(); self.displacements.len()];
        for &word in words {
            buckets[self.bucket(self.hash(word))].push(word);
        }
        let mut order: Vec<usize> = (0..buckets.len()).collect();
        order.sort_by_key(|&bucket| std::cmp::Reverse(buckets[bucket].len()));
        for bucket in order {
            let mut numbers = 0..places.len();
            self.displacements[bucket] =
                numbers.find(|&number| self.put(&buckets[bucket], number, places))?;
        }
        Some(())
    }

    /// Puts the words of a bucket where a displacement sends them, if all those places are free.
    fn put(&self, words: &[Word], displacement: usize, places: &mut [Word]) -> bool {
        for (done, &word) in words.iter().enumerate() {
            let place = self.undisplaced(self.hash(word)) ^ displacement;
            if places[place] != FREE {
                for &word in &words[..done] {
                    places[self.undisplaced(self.hash(word)) ^ displacement] = FREE;
                }
                return false;
            }
            places[place] = word;
        }
        true
    }

    /// One multiplication to 128 bits mixes all letters into all bits of both halves.
    fn hash(&self, word: Word) -> u64 {
        let [low, high] = halves(word.0);
        let product = u128::from(low ^ self.seed) * u128::from(high ^ SPREAD[1]);
        let [low, high] = halves(product);
        low ^ high
    }

    /// A bucket, from the low bits.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "only the low bits are kept"
    )]
    fn bucket(&self, hash: u64) -> usize {
        hash as usize & (self.displacements.len() - 1)
    }

    /// A place, from the high bits, before it is displaced.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "no more bits are left than a place has"
    )]
    fn undisplaced(&self, hash: u64) -> usize {
        (hash >> self.shift) as usize
    }
}

#[cfg(test)]
mod tests;
