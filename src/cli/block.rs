//! One block, from its seed: what `generate` writes and `reproduce` compares.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::args::JobsArgs;
use super::files::FileError;
use super::inputs::Rules;
use super::progress::Steps;
use super::{Console, Error, Place, interrupt};

use crate::format::manifest::{Made, Manifest};
use crate::format::part::Packing;
use crate::format::writer::{self, DiskFiles, Files, PartWriter};
use crate::generate::block::{self, BlockError};
use crate::generate::rng::BlockKeys;
use crate::generate::{Generator, Usage};
use crate::seal::merkle::Digest;
use crate::seal::{MasterSeed, SigningKey};
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
    pub(super) packing: Packing,
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
        let mut parts = PartWriter::new(self.units(), wanted.packing, files);
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

/// Waits until the parts of a block are on the disk, then seals it, in its working folder.
pub(super) fn seal(
    place: &Place,
    parts: &mut DiskFiles,
    manifest: &Manifest,
    key: &SigningKey,
    steps: &Steps,
) -> Result<(), Error> {
    let failed = |cause| FileError::Write {
        path: place.target().to_owned(),
        cause,
    };
    parts.flush().map_err(failed)?;
    steps.done("flushed to the disk");
    check_interrupt()?;
    writer::seal(place.working_folder(), manifest, key).map_err(failed)?;
    steps.done("manifest and checksums written and signed");
    Ok(())
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
