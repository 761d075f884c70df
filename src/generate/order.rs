//! Which position wins what: the prize table, laid out and shuffled with the order key.
//!
//! The shuffle is uniform over all orders and parallel (Rao 1961, Sandelius 1962): every element goes to a bucket
//! drawn for it alone, every bucket is shuffled, and the buckets follow one another. Chunks and buckets have
//! streams of their own, so the result depends on the key and not on who computes what when.

use rayon::prelude::*;

use crate::game::Game;
use crate::unit::Outcome;

use super::rng::{Key, Stream};

/// Elements that draw their buckets from one stream. A constant of the format.
const CHUNK: usize = 1 << 16;

/// Buckets: a power of two, so that some bits of a byte name one without bias. A constant of the format.
const BUCKETS: usize = 64;

/// Number of the first bucket's stream; those of the chunks count from 0.
const FIRST_BUCKET_STREAM: u64 = 1 << 32;

/// The outcome of every position of a block: the exact prize table, in an order drawn uniformly.
#[must_use]
pub fn assign(game: &Game, key: &Key) -> Vec<Outcome> {
    shuffle(&prize_table(game), key)
}

/// The outcome of one position, from 0: what [`assign`] has there, in half its time.
///
/// # Panics
/// When a block has no such position.
#[must_use]
pub fn outcome_at(game: &Game, key: &Key, position: usize) -> Outcome {
    Scattered::new(&prize_table(game), key).at(position)
}

/// The outcomes of a block before they are shuffled.
fn prize_table(game: &Game) -> Vec<Outcome> {
    let mut outcomes = Vec::with_capacity(game.units_per_block as usize);
    for (outcome, paid) in (1..).map(Outcome).zip(game.ways()) {
        outcomes.extend(std::iter::repeat_n(outcome, paid.way.lots as usize));
    }
    outcomes.resize(game.units_per_block as usize, Outcome::LOSING);
    outcomes
}

/// Puts elements into a uniformly random order.
pub(super) fn shuffle<T: Copy + Send + Sync>(items: &[T], key: &Key) -> Vec<T> {
    let scattered = Scattered::new(items, key);
    let buckets = (0..BUCKETS).into_par_iter();
    let buckets: Vec<Vec<T>> = buckets.map(|bucket| scattered.shuffled(bucket)).collect();
    buckets.concat()
}

/// Elements in their buckets, each bucket still in the order of the elements.
struct Scattered<'a, T> {
    /// The buckets of each chunk.
    chunks: Vec<[Vec<T>; BUCKETS]>,
    key: &'a Key,
}

impl<'a, T: Copy + Send + Sync> Scattered<'a, T> {
    fn new(items: &[T], key: &'a Key) -> Self {
        let chunks = items.par_chunks(CHUNK).enumerate();
        let scatter = |(number, chunk)| scatter(chunk, &mut Stream::new(key, number as u64));
        Self {
            chunks: chunks.map(scatter).collect(),
            key,
        }
    }

    /// Parts of a bucket, chunk by chunk.
    fn bucket(&self, bucket: usize) -> impl Iterator<Item = &[T]> {
        self.chunks.iter().map(move |chunk| &*chunk[bucket])
    }

    /// A bucket in its final order.
    fn shuffled(&self, bucket: usize) -> Vec<T> {
        let mut items: Vec<T> = self.bucket(bucket).flatten().copied().collect();
        Stream::new(self.key, FIRST_BUCKET_STREAM + bucket as u64).shuffle(&mut items);
        items
    }

    /// The element that is shuffled to a place: all others of its bucket are shuffled too, but no other bucket.
    fn at(&self, mut place: usize) -> T {
        for bucket in 0..BUCKETS {
            let len: usize = self.bucket(bucket).map(<[T]>::len).sum();
            if place < len {
                return self.shuffled(bucket)[place];
            }
            place -= len;
        }
        panic!("no element has a place after the last one");
    }
}

/// Deals elements into buckets: each byte of the stream, in order, names the bucket of one element.
fn scatter<T: Copy>(items: &[T], stream: &mut Stream) -> [Vec<T>; BUCKETS] {
    let expected = items.len() / BUCKETS + items.len() / (8 * BUCKETS);
    let mut buckets = std::array::from_fn(|_| Vec::with_capacity(expected));
    for four in items.chunks(4) {
        for (&item, byte) in four.iter().zip(stream.word().to_le_bytes()) {
            buckets[usize::from(byte) % BUCKETS].push(item);
        }
    }
    buckets
}

#[cfg(test)]
mod tests;
