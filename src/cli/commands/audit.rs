//! `emission audit`: whether blocks are what chance gives, from their files alone.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::audit::{self, Audit, BlockAudit, Standard};
use crate::cli::args::AuditArgs;
use crate::cli::files::Target;
use crate::cli::inputs::{Inputs, Rules};
use crate::cli::progress::{self, Progress, Steps};
use crate::cli::{Console, Error, Outcome, block, interrupt, json, stored};
use crate::format::part::Packing;
use crate::game::counted;
use crate::show;

use super::verify::blocks;

/// Audits the blocks of the folders that were named, one after another, and then each two of them.
pub(in crate::cli) fn run(args: &AuditArgs, console: &Console) -> Result<Outcome, Error> {
    let inputs = Inputs::read(&args.rules, console)?;
    let threads = block::threads(&args.jobs, console)?;
    let folders = blocks(&args.dirs)?;
    // Blocks that are compared with each other are of one game: the first one's.
    let game = folders
        .first()
        .and_then(|folder| stored::game_sha256(folder));
    let rules = inputs.rules_of(game.as_ref())?;
    let blocks = folders
        .into_iter()
        .map(|folder| Block::open(folder, &rules));
    let blocks: Vec<Block> = blocks.collect::<Result<_, _>>()?;
    if let Some(target) = &args.json {
        target.check(false)?;
    }
    interrupt::watch()?;
    let start = Instant::now();
    let audit = threads.install(|| audit(&blocks, &rules, console))?;
    let seconds = start.elapsed().as_secs_f64();
    let report = || show::audit::report(&audit, seconds);
    match &args.json {
        None => console.print(&report())?,
        // As with the `--json` of other commands, JSON stands in the place of the report.
        Some(Target::StandardOutput) => console.print(&json(&audit))?,
        Some(file) => file.write(&json(&audit), &report(), console)?,
    }
    Ok(Outcome::of(audit.failures()))
}

/// A block to audit.
pub(super) struct Block {
    pub(super) folder: PathBuf,
    pub(super) packing: Packing,
}

impl Block {
    /// A block, which must be one of the game and the words at hand.
    fn open(folder: PathBuf, rules: &Rules) -> Result<Self, Error> {
        let manifest = stored::manifest(&folder, &rules.game)?;
        if manifest.wordlist_sha256.0 != rules.words.sha256() {
            return Err(Error::OtherWords { folder });
        }
        let packing = manifest.packing();
        Ok(Self { folder, packing })
    }
}

/// Audits blocks of these rules.
pub(super) fn audit(blocks: &[Block], rules: &Rules, console: &Console) -> Result<Audit, Error> {
    let standard = Standard::new(&rules.game, &rules.words, rules.blocked);
    let count = u32::try_from(blocks.len()).unwrap_or(u32::MAX);
    let block = |(index, block): (u32, &Block)| -> Result<BlockAudit, Error> {
        let Block { folder, packing } = block;
        let label = progress::of_several(&progress::block_in(folder), index, count);
        let progress = Progress::new(console, label, rules.game.units_per_block.into());
        let steps = Steps::new(console, folder.display().to_string());
        let audit = audit::block(&standard, folder, *packing, blocks.len(), &progress)?;
        steps.done(format_args!(
            "{} audited",
            counted(audit.facts.units, "unit")
        ));
        // JSON has no other way to say a path.
        Ok(audit.in_folder(Path::new(&*folder.to_string_lossy())))
    };
    let audits: Result<Vec<_>, _> = (0..).zip(blocks).map(block).collect();
    Ok(Audit::of(audits?))
}
