//! One block, from its seed: what `generate` writes and `reproduce` compares.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::args::JobsArgs;
use super::inputs::Rules;
use super::{Console, Error, interrupt};

use crate::format::manifest::{Made, Manifest};
use crate::format::part::Compression;
use crate::format::writer::{Files, PartWriter};
use crate::generate::block::{self, BlockError};
use crate::generate::rng::BlockKeys;
use crate::generate::{Generator, Usage};
use crate::seal::MasterSeed;
use crate::seal::merkle::Digest;
use crate::watch::Watch;

/// What all blocks of a command have in common.
pub(super) struct BlockMaker<'a> {
    rules: &'a Rules,
    seed: &'a MasterSeed,
    generator: Generator,
}

/// Which block, and how to pack it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Number of its emission.
    pub(super) emission: u32,
    /// Its number.
    pub(super) block: u32,
    /// How its parts are packed.
    pub(super) compression: Compression,
}

impl<'a> BlockMaker<'a> {
    /// Prepares a game's blocks.
    pub(super) fn new(rules: &'a Rules, seed: &'a MasterSeed) -> Result<Self, Error> {
        let generator = Generator::new(&rules.game, &rules.words, rules.blocked);
        Ok(Self {
            rules,
            seed,
            generator: generator.map_err(BlockError::from)?,
        })
    }

    /// Units of each block.
    pub(super) fn units(&self) -> u32 {
        self.rules.game.units_per_block
    }

    /// Makes a block, its parts in `files`, and gives its manifest.
    pub(super) fn make(
        &self,
        wanted: Wanted,
        files: &mut dyn Files,
        watch: &dyn Watch,
    ) -> Result<(Manifest, Usage), BlockError> {
        let keys = self.keys(wanted.emission, wanted.block);
        let mut parts = PartWriter::new(self.units(), wanted.compression, files);
        let usage = block::make(&self.generator, &keys, &mut parts, watch)?;
        let (parts, merkle_root) = parts.finish();
        let made = Made {
            emission: wanted.emission,
            block: wanted.block,
            seed_commitment: keys.commitment,
            parts,
            merkle_root,
        };
        let Rules {
            game,
            words,
            blocked,
        } = self.rules;
        Ok((Manifest::new(game, words, blocked, made), usage))
    }

    /// What the manifest of a block says to bind the seed.
    pub(super) fn commitment(&self, wanted: Wanted) -> Digest {
        self.keys(wanted.emission, wanted.block).commitment
    }

    fn keys(&self, emission: u32, block: u32) -> BlockKeys {
        keys(self.rules, self.seed, emission, block)
    }
}

/// The keys of a block.
pub(super) fn keys(rules: &Rules, seed: &MasterSeed, emission: u32, block: u32) -> BlockKeys {
    BlockKeys::derive(
        seed,
        &rules.game.sha256(),
        &rules.words.sha256(),
        emission,
        block,
    )
}

/// The threads to work with.
pub(super) fn threads(args: &JobsArgs, console: &Console) -> Result<ThreadPool, Error> {
    let jobs = args.jobs.map_or(0, |jobs| jobs as usize);
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(Error::Threads)?;
    console.detail(format_args!("threads: {}", pool.current_num_threads()));
    Ok(pool)
}

/// Stops if Ctrl-C was pressed.
pub(super) fn check_interrupt() -> Result<(), Error> {
    if interrupt::requested() {
        return Err(Error::Interrupted);
    }
    Ok(())
}
