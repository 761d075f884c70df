//! A whole block: chunks made by all threads in whatever order, and handed on in theirs.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use crate::format::UNITS_PER_CHUNK;
use crate::format::part::{self, Packed, Packer, Packing};
use crate::format::writer::PartWriter;
use crate::seal::merkle::{self, Digest};
use crate::unit::{Outcome, RowShape};
use crate::watch::Watch;

use super::rng::BlockKeys;
use super::{GenerateError, Generator, Maker, Usage, assign, twins};

/// Why a block was not made.
#[derive(Debug, thiserror::Error)]
pub enum BlockError {
    /// A unit cannot be made.
    #[error(transparent)]
    Generate(GenerateError),
    /// A chunk cannot be packed or kept.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Two units show the same.
    #[error(
        "units {first} and {second} show the same grids and letters: the game has too few grids for so many units"
    )]
    Twins {
        /// Number of the first.
        first: u32,
        /// Number of the second.
        second: u32,
    },
    /// The watcher asked to stop.
    #[error("stopped")]
    Cancelled,
}

impl From<GenerateError> for BlockError {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Cancelled => Self::Cancelled,
            error => Self::Generate(error),
        }
    }
}

/// Makes all units of a block and gives them to `parts`, chunk by chunk.
///
/// The bytes depend on the generator, the keys and the packing alone; the number of threads is the caller's.
///
/// # Errors
/// See [`BlockError`]. What `parts` has taken by then is no block.
pub fn make(
    generator: &Generator,
    keys: &BlockKeys,
    parts: &mut PartWriter,
    watch: &dyn Watch,
) -> Result<Usage, BlockError> {
    let (outcomes, grown) = rayon::join(
        || assign(generator.game(), &keys.order),
        || generator.grow_layouts_until(|| watch.cancelled()),
    );
    grown?;
    let work = Work {
        generator,
        keys,
        shape: RowShape::of(generator.game()),
        packing: parts.packing(),
        outcomes: &outcomes,
        watch,
        next: AtomicU32::new(0),
        handed_on: Mutex::new(HandedOn {
            parts,
            next: 0,
            waiting: BTreeMap::new(),
            ended: false,
        }),
        turn: Condvar::new(),
    };
    let shares: Result<Vec<Share>, BlockError> =
        rayon::broadcast(|_| work.share()).into_iter().collect();
    let (usage, fingerprints) = gather(shares?, outcomes.len());
    match twins::search(generator, keys, &outcomes, &fingerprints, watch)? {
        Some((first, second)) => Err(BlockError::Twins { first, second }),
        None => Ok(usage),
    }
}

/// What all threads work on.
struct Work<'a, 'f> {
    generator: &'a Generator,
    keys: &'a BlockKeys,
    shape: RowShape,
    packing: Packing,
    outcomes: &'a [Outcome],
    watch: &'a dyn Watch,
    /// The next chunk that nobody makes yet.
    next: AtomicU32,
    handed_on: Mutex<HandedOn<'a, 'f>>,
    /// Told whenever chunks have had their turn, or a thread has ended.
    turn: Condvar,
}

/// Chunks that may wait for their turn, for each thread: beyond that its maker waits too, so that memory stays flat.
const WAITING_PER_THREAD: usize = 4;

/// Chunks on their way to the parts.
struct HandedOn<'a, 'f> {
    parts: &'a mut PartWriter<'f>,
    /// The chunk whose turn it is.
    next: u32,
    /// Chunks made before their turn.
    waiting: BTreeMap<u32, Chunk>,
    /// Whether a thread has ended: with an error or a panic, its chunk will never come, so that none may wait for it;
    /// without, all chunks are taken, and none need wait.
    ended: bool,
}

/// A finished chunk, and the root of the tree over its units.
struct Chunk {
    packed: Packed,
    root: Digest,
}

/// What one thread has done.
#[derive(Default)]
struct Share {
    usage: Usage,
    /// The fingerprints of each chunk that it made.
    fingerprints: Vec<(u32, Vec<u64>)>,
}

impl Work<'_, '_> {
    /// Makes chunks until there are none left, or a thread has failed.
    fn share(&self) -> Result<Share, BlockError> {
        let _end = End(self);
        self.chunks()
    }

    fn chunks(&self) -> Result<Share, BlockError> {
        let mut maker = Maker::new(self.generator, &self.keys.unit).watched(self.watch);
        let mut packer = Packer::new(self.packing.form(&self.shape))?;
        let mut fingerprints = Vec::new();
        while let Some(index) = self.take() {
            let (rows, root, prints) = self.rows(index, &mut maker)?;
            fingerprints.push((index, prints));
            self.hand_on(
                index,
                Chunk {
                    packed: packer.pack(rows)?,
                    root,
                },
            )?;
        }
        Ok(Share {
            usage: maker.usage,
            fingerprints,
        })
    }

    /// The next chunk to make, if there is one.
    fn take(&self) -> Option<u32> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < part::chunks(units(self.outcomes))).then_some(index)
    }

    /// The rows of a chunk, after the header in the first of a part, with the root of the tree over its units and
    /// their fingerprints.
    fn rows(
        &self,
        index: u32,
        maker: &mut Maker,
    ) -> Result<(Vec<u8>, Digest, Vec<u64>), BlockError> {
        let (first, count) = part::chunk_range(units(self.outcomes), index);
        let mut rows = part::start_of_text(&self.shape, part::starts_part(index), count);
        let mut leaves = Vec::with_capacity(count as usize);
        let mut fingerprints = Vec::with_capacity(count as usize);
        for number in first..first + count {
            let start = rows.len();
            let unit = maker.make(number, self.outcomes[number as usize - 1])?;
            unit.write_canonical(&self.shape, &mut rows);
            leaves.push(merkle::leaf_hash(&rows[start..]));
            rows.push(b'\n');
            fingerprints.push(maker.fingerprint());
        }
        self.watch.units(count.into());
        Ok((rows, merkle::root(&leaves), fingerprints))
    }

    /// Adds a chunk to its part, and those that waited for it; or lets it wait for its turn.
    fn hand_on(&self, index: u32, chunk: Chunk) -> Result<(), BlockError> {
        const HELD: &str = "no thread panics while it holds the parts";
        let most = WAITING_PER_THREAD * rayon::current_num_threads();
        let is_early = |handed_on: &mut HandedOn| {
            let is_turn = index == handed_on.next;
            !is_turn && handed_on.waiting.len() >= most && !handed_on.ended
        };
        let guard = self.handed_on.lock().expect(HELD);
        let mut guard = self.turn.wait_while(guard, is_early).expect(HELD);
        let HandedOn {
            parts,
            next,
            waiting,
            ..
        } = &mut *guard;
        waiting.insert(index, chunk);
        while let Some(chunk) = waiting.remove(next) {
            parts.chunk(chunk.packed, chunk.root)?;
            *next += 1;
        }
        self.turn.notify_all();
        Ok(())
    }
}

/// The end of a thread's work, however it comes: no more chunks are taken, and whoever waits goes on.
struct End<'w, 'a, 'f>(&'w Work<'a, 'f>);

impl Drop for End<'_, '_, '_> {
    fn drop(&mut self) {
        let Work {
            outcomes,
            next,
            handed_on,
            turn,
            ..
        } = self.0;
        next.store(part::chunks(units(outcomes)), Ordering::Relaxed);
        // Under the lock, so that no thread has just looked and is about to wait.
        let mut handed_on = handed_on.lock().unwrap_or_else(PoisonError::into_inner);
        handed_on.ended = true;
        turn.notify_all();
    }
}

/// Puts the shares of all threads together: what was used, and the fingerprint of every unit.
fn gather(shares: Vec<Share>, units: usize) -> (Usage, Vec<u64>) {
    let mut usage = Usage::default();
    let mut fingerprints = vec![0; units];
    for share in shares {
        usage.add(&share.usage);
        for (chunk, prints) in share.fingerprints {
            let first = (chunk * UNITS_PER_CHUNK) as usize;
            fingerprints[first..first + prints.len()].copy_from_slice(&prints);
        }
    }
    (usage, fingerprints)
}

fn units(outcomes: &[Outcome]) -> u32 {
    u32::try_from(outcomes.len()).expect("a block has at most 100,000,000 units")
}

#[cfg(test)]
mod tests;
