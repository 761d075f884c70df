//! `emission audit`: whether blocks are what chance gives, from their files alone.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::audit::{self, Audit, BlockAudit, Standard};
use crate::cli::args::AuditArgs;
use crate::cli::files::Target;
use crate::cli::inputs::{Inputs, Rules};
use crate::cli::progress::{self, Progress, Steps};
use crate::cli::{Console, Error, Outcome, block, interrupt, json, stored};
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
    for folder in &folders {
        check_rules(folder, &rules)?;
    }
    if let Some(target) = &args.json {
        target.check(false)?;
    }
    interrupt::watch()?;
    let start = Instant::now();
    let audit = threads.install(|| audit(&folders, &rules, console))?;
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

/// Checks that a block is of the game and the words at hand.
fn check_rules(folder: &Path, rules: &Rules) -> Result<(), Error> {
    let manifest = stored::manifest(folder, &rules.game)?;
    if manifest.wordlist_sha256.0 != rules.words.sha256() {
        let folder = folder.to_owned();
        return Err(Error::OtherWords { folder });
    }
    Ok(())
}

/// Audits blocks of these rules.
pub(super) fn audit(folders: &[PathBuf], rules: &Rules, console: &Console) -> Result<Audit, Error> {
    let standard = Standard::new(&rules.game, &rules.words, rules.blocked);
    let count = u32::try_from(folders.len()).unwrap_or(u32::MAX);
    let block = |(index, folder): (u32, &PathBuf)| -> Result<BlockAudit, Error> {
        let label = progress::of_several(&progress::block_in(folder), index, count);
        let progress = Progress::new(console, label, rules.game.units_per_block.into());
        let steps = Steps::new(console, folder.display().to_string());
        let packing = stored::manifest(folder, &rules.game)?.packing();
        let audit = audit::block(&standard, folder, packing, folders.len(), &progress)?;
        steps.done(format_args!(
            "{} audited",
            counted(audit.facts.units, "unit")
        ));
        // JSON has no other way to say a path.
        Ok(audit.in_folder(Path::new(&*folder.to_string_lossy())))
    };
    let blocks: Result<Vec<_>, _> = (0..).zip(folders).map(block).collect();
    Ok(Audit::of(blocks?))
}
