//! `emission rng-dump`: the bytes that a block is drawn from, for statistical tests.

use std::io::{self, ErrorKind, IsTerminal as _, Write as _};

use zeroize::Zeroizing;

use crate::cli::args::{PurposeArg, RngDumpArgs};
use crate::cli::inputs::Rules;
use crate::cli::{Console, Error, Outcome, block, secrets};
use crate::generate::rng::{BlockKeys, Key, Stream};

/// Words of a stream of the `unit` key that are dumped: 256 bytes, of the 272 or more that a unit of Maxi Mots Croisés draws:
/// 36 words to fill in, 8 sets of letters, 17 exchanges of letters, and 7 more for layouts, grids and nonce.
const UNIT_WORDS: usize = 64;

/// Words of a stream of the `order` key that are dumped: 65,536 bytes, all that a chunk of the shuffle draws.
const CHUNK_WORDS: usize = 16_384;

/// Words that are written at a time.
const BUFFER_WORDS: usize = 16_384;

/// Writes the streams of a block's key to standard output, until there are bytes enough or nobody reads them.
pub(in crate::cli) fn run(args: &RngDumpArgs, console: &Console) -> Result<Outcome, Error> {
    if io::stdout().is_terminal() {
        return Err(Error::BytesOnTerminal);
    }
    let rules = Rules::read(&args.rules, console)?;
    let seed = secrets::seed(&args.seed_file, console)?;
    let keys = block::keys(&rules, &seed, args.emission, args.block);
    let words = Words::new(&keys, args.purpose, args.stream);
    match write(words, args.bytes.unwrap_or(u64::MAX)) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Error::Output(error)),
        _ => Ok(Outcome::Fine),
    }
}

/// Writes so many bytes; [`u64::MAX`] of them have no end that anybody sees.
fn write(mut words: Words, bytes: u64) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    // What is left of it would tell what draws the winners.
    let mut buffer = Zeroizing::new(vec![[0; 4]; BUFFER_WORDS]);
    let mut left = bytes;
    while left > 0 {
        buffer.fill_with(|| words.next().to_le_bytes());
        let buffer = buffer.as_flattened();
        let len = usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
        stdout.write_all(&buffer[..len])?;
        left -= len as u64;
    }
    stdout.flush()
}

/// The words of one stream on and on, or the first ones of a stream, then of the next, and so on.
struct Words<'a> {
    key: &'a Key,
    number: u64,
    stream: Stream,
    /// Words to take of each stream; without it, of one stream there is no end.
    each: Option<usize>,
    taken: usize,
}

impl<'a> Words<'a> {
    /// The words of the stream of this number; without one, of those that a block draws from, in turn.
    fn new(keys: &'a BlockKeys, purpose: PurposeArg, stream: Option<u64>) -> Self {
        // The chunks of the shuffle count from 0, units from 1.
        let (key, first, each) = match purpose {
            PurposeArg::Order => (&keys.order, 0, CHUNK_WORDS),
            PurposeArg::Unit => (&keys.unit, 1, UNIT_WORDS),
        };
        let number = stream.unwrap_or(first);
        Self {
            key,
            number,
            stream: Stream::new(key, number),
            each: stream.is_none().then_some(each),
            taken: 0,
        }
    }

    fn next(&mut self) -> u32 {
        if self.each == Some(self.taken) {
            self.number += 1;
            self.stream = Stream::new(self.key, self.number);
            self.taken = 0;
        }
        self.taken += usize::from(self.each.is_some());
        self.stream.word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::MasterSeed;

    fn keys() -> BlockKeys {
        BlockKeys::derive(&MasterSeed::from_bytes(&[1; 32]), &[2; 32], &[3; 32], 1, 1)
    }

    fn words(key: &Key, stream: u64, count: usize) -> Vec<u32> {
        let mut stream = Stream::new(key, stream);
        (0..count).map(|_| stream.word()).collect()
    }

    #[test]
    fn the_streams_follow_one_another_as_a_block_draws_from_them() {
        let keys = keys();
        for (purpose, key, first, each) in [
            (PurposeArg::Unit, &keys.unit, 1, UNIT_WORDS),
            (PurposeArg::Order, &keys.order, 0, CHUNK_WORDS),
        ] {
            let mut dumped = Words::new(&keys, purpose, None);
            let dumped: Vec<u32> = (0..3 * each).map(|_| dumped.next()).collect();
            let streams = (first..first + 3).flat_map(|number| words(key, number, each));
            assert!(dumped == streams.collect::<Vec<_>>(), "{purpose:?}");
        }
    }

    #[test]
    fn one_stream_goes_on_beyond_what_a_unit_draws() {
        let keys = keys();
        let mut dumped = Words::new(&keys, PurposeArg::Unit, Some(u64::MAX));
        let dumped: Vec<u32> = (0..3 * UNIT_WORDS).map(|_| dumped.next()).collect();
        assert_eq!(dumped, words(&keys.unit, u64::MAX, 3 * UNIT_WORDS));
    }
}
