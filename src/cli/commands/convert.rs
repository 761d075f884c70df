//! `emission convert`: a block written anew as Parquet or as CSV, and signed.

use std::time::Instant;

use crate::cli::args::ConvertArgs;
use crate::cli::inputs::{Inputs, Rules};
use crate::cli::progress::{self, Progress, Steps};
use crate::cli::{Console, Error, Outcome, Place, block, interrupt, secrets, stored};
use crate::convert::{Conversion, ConvertError};
use crate::format::manifest::Manifest;
use crate::format::part::Packing;
use crate::format::writer::DiskFiles;
use crate::game::counted;
use crate::seal::{AllowedSigners, SigningKey};
use crate::unit::RowShape;
use crate::verify::{self, Request};

use super::verify::{signers, text};

/// Verifies the block, and writes it anew if nothing is wrong with it.
pub(in crate::cli) fn run(args: &ConvertArgs, console: &Console) -> Result<Outcome, Error> {
    let to = args.format.packing(args.compression)?;
    let inputs = Inputs::read(&args.rules, console)?;
    let rules = inputs.rules_of(stored::game_sha256(&args.dir).as_ref())?;
    let signers = signers(&args.allowed_signers, console)?;
    let threads = block::threads(&args.jobs, console)?;
    let claimed = stored::manifest(&args.dir, &rules.game)?;
    Place::check(&args.out, claimed.emission, claimed.block, args.overwrite)?;
    let key = secrets::key(&args.key, args.passphrase_file.as_deref())?;
    console.detail(format_args!("key: {}", key.fingerprint()));
    interrupt::watch()?;
    let run = Run {
        args,
        console,
        rules: &rules,
        key: &key,
    };
    threads.install(|| match run.verified(&signers)? {
        Some(manifest) => run.convert(&manifest, to),
        None => Ok(Outcome::Findings),
    })
}

/// What the block is read and written with.
struct Run<'a> {
    args: &'a ConvertArgs,
    console: &'a Console,
    rules: &'a Rules,
    key: &'a SigningKey,
}

impl Run<'_> {
    /// The manifest of the block, when it verifies; or else says what is wrong with it.
    fn verified(&self, signers: &AllowedSigners) -> Result<Option<Manifest>, Error> {
        let (start, game) = (Instant::now(), &self.rules.game);
        let request = Request {
            folder: &self.args.dir,
            game,
            words: &self.rules.words,
            blocked: self.rules.blocked,
            signers,
            identity: secrets::IDENTITY,
        };
        let report = verify::block(&request, &self.progress(0))?;
        if report.findings.is_empty() {
            return Ok(report.manifest);
        }
        let seconds = start.elapsed().as_secs_f64();
        let text = text(&report, seconds);
        self.console.print(&(text + "Nothing was written.\n"))?;
        Ok(None)
    }

    /// Writes and signs the block in its new place, and says so.
    fn convert(&self, manifest: &Manifest, to: Packing) -> Result<Outcome, Error> {
        let (emission, block) = (manifest.emission, manifest.block);
        let place = Place::reserve(&self.args.out, emission, block, self.args.overwrite)?;
        let folder = place.target().to_owned();
        let mut files = DiskFiles::new(place.working_folder());
        let steps = Steps::new(self.console, progress::block_in(&self.args.dir));
        let manifest = self.write(manifest, to, &mut files);
        let manifest =
            manifest.map_err(|error| Error::converting(&self.args.dir, &folder, error))?;
        let parts = counted(manifest.parts.len() as u64, "part");
        steps.done(format_args!("{parts} read and written anew"));
        block::seal(&place, &mut files, &manifest, self.key, &steps)?;
        block::check_interrupt()?;
        place.commit()?;
        let units = counted(manifest.units.into(), "unit");
        let said = format!("{}: {units} as {}, signed\n", folder.display(), to.name());
        let printed = self.console.print(&said);
        printed.map_err(|error| error.after_block(&folder))?;
        Ok(Outcome::Fine)
    }

    fn write(
        &self,
        manifest: &Manifest,
        to: Packing,
        files: &mut DiskFiles,
    ) -> Result<Manifest, ConvertError> {
        let conversion = Conversion {
            manifest,
            shape: &RowShape::of(&self.rules.game),
            from: manifest.packing(),
            to,
        };
        conversion.run(&self.args.dir, files, &self.progress(1))
    }

    /// The progress of the first step, verifying, or of the second.
    fn progress(&self, step: u32) -> Progress {
        let label = progress::of_several(&progress::block_in(&self.args.dir), step, 2);
        Progress::new(self.console, label, self.rules.game.units_per_block.into())
    }
}
