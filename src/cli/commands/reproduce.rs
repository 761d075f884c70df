//! `emission reproduce`: a block made again from its seed, and compared with its files.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::cli::args::ReproduceArgs;
use crate::cli::block::{self, BlockMaker, Wanted};
use crate::cli::files::{self, FileError};
use crate::cli::inputs::{Inputs, Rules};
use crate::cli::progress::{self, Progress, Steps};
use crate::cli::{Console, Error, Outcome, interrupt, json, secrets, stored};
use crate::format::manifest::{Hex, Manifest, Part};
use crate::format::writer::NoFiles;
use crate::game::counted;
use crate::generate::block::BlockError;
use crate::show::tables;

/// Makes the block again in memory, and says all that differs.
pub(in crate::cli) fn run(args: &ReproduceArgs, console: &Console) -> Result<Outcome, Error> {
    let inputs = Inputs::read(&args.rules, console)?;
    let rules = inputs.rules_of(stored::game_sha256(&args.dir).as_ref())?;
    let claimed = stored::manifest(&args.dir, &rules.game)?;
    check_lists(&args.dir, &claimed, &rules)?;
    let seed = secrets::seed(&args.seed_file, console)?;
    let threads = block::threads(&args.jobs, console)?;
    interrupt::watch()?;
    let start = Instant::now();
    let findings = threads.install(|| {
        let maker = BlockMaker::new(&rules, &seed)?;
        compare(&args.dir, &claimed, &maker, console)
    })?;
    let report = Report::new(&args.dir, &claimed, findings);
    let text = if args.json {
        json(&report)
    } else {
        report.text(start.elapsed().as_secs_f64())
    };
    console.print(&text)?;
    Ok(Outcome::of(report.findings.len()))
}

/// Checks that the block was made with these words: with others, nothing could agree.
fn check_lists(folder: &Path, claimed: &Manifest, rules: &Rules) -> Result<(), Error> {
    let folder = || folder.to_owned();
    if claimed.wordlist_sha256.0 != rules.words.sha256() {
        return Err(Error::OtherWords { folder: folder() });
    }
    if claimed.blocklist_sha256.0 != rules.blocked.sha256() {
        return Err(Error::OtherBlockList { folder: folder() });
    }
    Ok(())
}

/// All that differs between what the seed gives, what the manifest says, and what the files hold.
fn compare(
    folder: &Path,
    claimed: &Manifest,
    maker: &BlockMaker,
    console: &Console,
) -> Result<Vec<String>, Error> {
    let wanted = Wanted {
        emission: claimed.emission,
        block: claimed.block,
        packing: claimed.packing(),
    };
    if Hex(maker.commitment(wanted)) != claimed.seed_commitment {
        return Ok(vec![
            "seed_commitment: the block was made from another seed".into(),
        ]);
    }
    let progress = Progress::new(
        console,
        progress::block(claimed.emission, claimed.block),
        maker.units().into(),
    );
    let steps = Steps::new(console, progress::block(claimed.emission, claimed.block));
    let made = maker.make(wanted, &mut NoFiles, &progress);
    let (made, _) = made.map_err(|error| match error {
        BlockError::Cancelled => Error::CheckInterrupted,
        error => Error::making(folder, error),
    })?;
    steps.done("made in memory");
    let mut findings = differences(claimed, &made);
    findings.extend(differences_of_files(folder, &made.parts)?);
    steps.done("compared with its files");
    Ok(findings)
}

/// What the manifest says that the seed does not give. Who made the block, and with which version, may differ.
fn differences(claimed: &Manifest, made: &Manifest) -> Vec<String> {
    let whole = [
        ("units", claimed.units == made.units),
        ("prize_table", claimed.prize_table == made.prize_table),
        ("total_lots", claimed.total_lots == made.total_lots),
        (
            "total_prizes_cents",
            claimed.total_prizes_cents == made.total_prizes_cents,
        ),
        ("merkle_root", claimed.merkle_root == made.merkle_root),
        ("parts", claimed.parts.len() == made.parts.len()),
    ];
    let whole = differing(&whole).map(str::to_owned);
    let parts = claimed.parts.iter().zip(&made.parts);
    let parts = parts.flat_map(|(claimed, made)| part_differences(claimed, made));
    let keys = whole.chain(parts);
    keys.map(|key| format!("{key}: the manifest says something else than the seed gives"))
        .collect()
}

/// The keys of one part's entry that differ, behind the part's name.
fn part_differences(claimed: &Part, made: &Part) -> Vec<String> {
    let keys = [
        ("file", claimed.file == made.file),
        ("first_unit", claimed.first_unit == made.first_unit),
        ("units", claimed.units == made.units),
        ("bytes", claimed.bytes == made.bytes),
        ("sha256", claimed.sha256 == made.sha256),
        ("merkle_root", claimed.merkle_root == made.merkle_root),
    ];
    differing(&keys)
        .map(|key| format!("{}: {key}", made.file))
        .collect()
}

fn differing<'a>(keys: &[(&'a str, bool)]) -> impl Iterator<Item = &'a str> {
    keys.iter()
        .filter(|(_, agrees)| !agrees)
        .map(|(key, _)| *key)
}

/// What the part files hold that the seed does not give.
fn differences_of_files(folder: &Path, parts: &[Part]) -> Result<Vec<String>, Error> {
    let files = parts.par_iter();
    let findings = files.map(|part| difference_of_file(folder, part));
    let findings: Vec<Option<String>> = findings.collect::<Result<_, Error>>()?;
    Ok(findings.into_iter().flatten().collect())
}

/// Compares a part file's checksum with the one of the part that was made.
fn difference_of_file(folder: &Path, part: &Part) -> Result<Option<String>, Error> {
    let path = folder.join(&part.file);
    if path.exists() {
        files::regular(&path)?;
    }
    match holds(&path, part) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Ok(Some(format!("{}: the file is missing", part.file)))
        }
        Err(cause) => Err(FileError::Read { path, cause }.into()),
        Ok(true) => Ok(None),
        Ok(false) => Ok(Some(format!(
            "{}: the file has other bytes than the seed gives",
            part.file
        ))),
    }
}

/// Whether a file holds the bytes of a part. One of another size is not read: it may be all hole, and huge.
fn holds(path: &Path, part: &Part) -> io::Result<bool> {
    let mut file = File::open(path)?;
    if file.metadata()?.len() != part.bytes {
        return Ok(false);
    }
    let mut hash = Sha256::new();
    io::copy(&mut file, &mut hash)?;
    Ok(Hex(hash.finalize().into()) == part.sha256)
}

/// What is said of the comparison.
#[derive(Serialize)]
struct Report {
    folder: String,
    emission: u32,
    block: u32,
    units: u32,
    parts: usize,
    merkle_root: Hex,
    findings: Vec<String>,
}

impl Report {
    fn new(folder: &Path, claimed: &Manifest, findings: Vec<String>) -> Self {
        Self {
            folder: folder.display().to_string(),
            emission: claimed.emission,
            block: claimed.block,
            units: claimed.units,
            parts: claimed.parts.len(),
            merkle_root: claimed.merkle_root,
            findings,
        }
    }

    fn text(&self, seconds: f64) -> String {
        let found = counted(self.findings.len() as u64, "finding");
        let heading = format!("{}: {found}\n", self.folder);
        let findings = self.findings.iter().map(|finding| format!(" {finding}\n"));
        let details: String = if self.findings.is_empty() {
            self.figures(seconds)
        } else {
            findings.collect()
        };
        heading + &details
    }

    fn figures(&self, seconds: f64) -> String {
        let units = counted(self.units.into(), "unit");
        tables::pairs([
            ("Made again", format!("{units} in {seconds:.1} s")),
            (
                "Agree",
                format!(
                    "root, and checksums of {}",
                    counted(self.parts as u64, "part")
                ),
            ),
            ("Root", self.merkle_root.to_string()),
        ])
    }
}
