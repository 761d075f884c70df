//! `emission convert`: a block written anew as Parquet or as CSV, and signed.

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use crate::cli::args::{CompressionArg, ConvertArgs, FormatArg};
use crate::cli::inputs::{Inputs, Rules};
use crate::cli::progress::{self, Progress, Steps};
use crate::cli::{Console, Error, Outcome, Place, block, interrupt, json, secrets, stored};
use crate::convert::{Conversion, ConvertError};
use crate::format::manifest::{Hex, Manifest};
use crate::format::part::Packing;
use crate::format::writer::DiskFiles;
use crate::game::counted;
use crate::seal::{AllowedSigners, SigningKey};
use crate::unit::RowShape;
use crate::verify::{Findings, Report};

use super::verify::{self, signers, text};

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
    threads.install(|| run.verify_and_convert(&signers, to))
}

/// What the block is read and written with.
struct Run<'a> {
    args: &'a ConvertArgs,
    console: &'a Console,
    rules: &'a Rules,
    key: &'a SigningKey,
}

impl Run<'_> {
    fn verify_and_convert(&self, signers: &AllowedSigners, to: Packing) -> Result<Outcome, Error> {
        let (folder, start) = (&self.args.dir, Instant::now());
        let report = verify::block(folder, self.rules, signers, &self.progress(0), self.console)?;
        match &report.manifest {
            Some(manifest) if report.findings.is_empty() => self.convert(manifest, to),
            _ => self.refuse(&report, start.elapsed().as_secs_f64()),
        }
    }

    /// Says what is wrong with the block.
    fn refuse(&self, report: &Report, seconds: f64) -> Result<Outcome, Error> {
        let said = if self.args.json {
            json(&Said::new(self.args, None, &report.findings))
        } else {
            text(report, seconds) + "Nothing was written.\n"
        };
        self.console.print(&said)?;
        Ok(Outcome::Findings)
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
        let made = Made::new(&folder, &manifest, self);
        let said = if self.args.json {
            json(&Said::new(self.args, Some(made), &Findings::default()))
        } else {
            let units = counted(manifest.units.into(), "unit");
            format!("{}: {units} as {}, signed\n", made.folder, to.name())
        };
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

/// What `--json` prints.
#[derive(Serialize)]
struct Said<'a> {
    from: String,
    /// Nothing is made of a block with findings.
    made: Option<Made>,
    findings: &'a Findings,
}

/// The new block.
#[derive(Serialize)]
struct Made {
    folder: String,
    emission: u32,
    block: u32,
    units: u32,
    format: FormatArg,
    compression: CompressionArg,
    parts: usize,
    merkle_root: Hex,
    signer: String,
}

impl<'a> Said<'a> {
    fn new(args: &ConvertArgs, made: Option<Made>, findings: &'a Findings) -> Self {
        let from = args.dir.display().to_string();
        Self {
            from,
            made,
            findings,
        }
    }
}

impl Made {
    fn new(folder: &Path, manifest: &Manifest, run: &Run) -> Self {
        Self {
            folder: folder.display().to_string(),
            emission: manifest.emission,
            block: manifest.block,
            units: manifest.units,
            format: run.args.format,
            compression: run.args.compression,
            parts: manifest.parts.len(),
            merkle_root: manifest.merkle_root,
            signer: run.key.fingerprint(),
        }
    }
}
