//! `emission verify`: blocks proved right from their files alone.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::cli::args::VerifyArgs;
use crate::cli::files::{self, FileError};
use crate::cli::inputs::{Inputs, Rules};
use crate::cli::progress::{self, Progress, Steps};
use crate::cli::{Console, Error, Outcome, block as work, interrupt, json, secrets, stored};
use crate::game::{counted, money, thousands};
use crate::one_line::one_line;
use crate::seal::AllowedSigners;
use crate::show::tables;
use crate::verify::{self, Finding, Kind, Report, Request};

/// Verifies the blocks of the folders that were named, one after another.
pub(in crate::cli) fn run(args: &VerifyArgs, console: &Console) -> Result<Outcome, Error> {
    let inputs = Inputs::read(&args.rules, console)?;
    let rules = inputs.rules_of(None)?;
    let signers = signers(&args.allowed_signers, console)?;
    let threads = work::threads(&args.jobs, console)?;
    let blocks = blocks(&args.dirs)?;
    interrupt::watch()?;
    let run = Run {
        inputs: &inputs,
        rules: &rules,
        signers: &signers,
        json: args.json,
        console,
    };
    threads.install(|| run.blocks(&blocks))
}

/// What every block of the run is verified with.
struct Run<'a> {
    inputs: &'a Inputs<'a>,
    /// Those that were named, or those of the default game.
    rules: &'a Rules,
    signers: &'a AllowedSigners,
    json: bool,
    console: &'a Console,
}

impl Run<'_> {
    /// Verifies the blocks, and reports each as it is done, or all at the end as JSON.
    fn blocks(&self, folders: &[PathBuf]) -> Result<Outcome, Error> {
        let mut reports = Vec::new();
        let mut failed = None;
        let count = u32::try_from(folders.len()).unwrap_or(u32::MAX);
        for (folder, index) in folders.iter().zip(0..) {
            let start = Instant::now();
            let label = progress::of_several(&progress::block_in(folder), index, count);
            match self.block(folder, label) {
                Ok(report) => {
                    let time = start.elapsed().as_secs_f64();
                    self.print(&report, time)?;
                    reports.push(report);
                }
                Err(error @ Error::CheckInterrupted) => return Err(error),
                // The other blocks are checked all the same; the last error ends the run.
                Err(error) => {
                    if let Some(before) = failed.replace(error) {
                        self.console.note(format_args!("error: {before}"));
                    }
                }
            }
        }
        if self.json {
            self.console.print(&json(&reports))?;
        } else if folders.len() > 1 {
            self.console.print(&summary(&reports))?;
        }
        failed.map_or_else(|| Ok(outcome(&reports)), Err)
    }

    fn print(&self, report: &Report, seconds: f64) -> Result<(), Error> {
        if !self.json {
            self.console.print(&text(report, seconds))?;
        }
        Ok(())
    }

    /// A block is held against the game that it says it is of, where that is one that is built in.
    fn block(&self, folder: &Path, label: String) -> Result<Report, Error> {
        let game_sha256 = stored::game_sha256(folder);
        let own = self.inputs.other_rules_of(game_sha256.as_ref())?;
        let rules = own.as_ref().unwrap_or(self.rules);
        let progress = Progress::new(self.console, label, rules.game.units_per_block.into());
        block(folder, rules, self.signers, &progress, self.console)
    }
}

/// Verifies a block.
pub(super) fn block(
    folder: &Path,
    rules: &Rules,
    signers: &AllowedSigners,
    progress: &Progress,
    console: &Console,
) -> Result<Report, Error> {
    let request = Request {
        folder,
        game: &rules.game,
        words: &rules.words,
        blocked: rules.blocked,
        signers,
        identity: secrets::IDENTITY,
    };
    let steps = Steps::new(console, folder.display().to_string());
    let mut report = verify::block(&request, progress)?;
    steps.done(format_args!("{} read", counted(report.units, "unit")));
    // JSON has no other way to say a path.
    report.folder = folder.to_string_lossy().into_owned().into();
    Ok(report)
}

/// The list of who may sign.
pub(super) fn signers(path: &Path, console: &Console) -> Result<AllowedSigners, Error> {
    let text = files::read_text(path, files::SIGNERS).map_err(|error| match error {
        FileError::Read { path, cause } if cause.kind() == ErrorKind::NotFound => {
            Error::MissingSigners { path }
        }
        error => error.into(),
    })?;
    let signers = AllowedSigners::parse(&text).map_err(|error| Error::Signers {
        path: path.to_owned(),
        error,
    })?;
    console.detail(format_args!("allowed signers: {}", path.display()));
    Ok(signers)
}

/// The blocks in and below the folders, each once.
pub(super) fn blocks(folders: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut blocks: Vec<PathBuf> = Vec::new();
    for folder in folders {
        for block in verify::blocks_below(folder)? {
            if !blocks.contains(&block) {
                blocks.push(block);
            }
        }
    }
    Ok(blocks)
}

fn outcome(reports: &[Report]) -> Outcome {
    let findings = reports.iter().any(|report| !report.findings.is_empty());
    Outcome::of(usize::from(findings))
}

/// What was found, the prize table, what the block is, and what to do if something was found.
pub(super) fn text(report: &Report, seconds: f64) -> String {
    let found = counted(report.findings.total(), "finding");
    let heading = format!("{}: {found}\n", one_line(report.folder.display()));
    let findings: String = report.findings.iter().map(finding_text).collect();
    let units = if report.has_units() {
        tables::found_table(&report.tiers) + &figures(report, seconds)
    } else {
        tables::pairs([
            ("Units", "not checked".to_owned()),
            ("Signer", signer_of(report)),
        ])
    };
    heading + &findings + &units + advice(report)
}

/// Which of several blocks have findings: those above may have gone by.
fn summary(reports: &[Report]) -> String {
    let wrong = reports.iter().filter(|report| !report.findings.is_empty());
    let wrong: Vec<String> = wrong
        .map(|report| one_line(report.folder.display()))
        .collect();
    let blocks = counted(reports.len() as u64, "block");
    match wrong.as_slice() {
        [] => format!("{blocks}: none has findings\n"),
        wrong => format!("{blocks}: findings in {}\n", wrong.join(", ")),
    }
}

/// What to do about a block with findings.
fn advice(report: &Report) -> &'static str {
    let mut kinds = report.findings.iter().map(|finding| finding.kind);
    if report.findings.is_empty() {
        ""
    } else if kinds.all(|kind| kind == Kind::SignerUnknown) {
        "All else holds: do not sell this block before its maker has told, by another way, that the key is theirs.\n"
    } else if report.has_units() {
        "Do not sell this block: ask its maker for a fresh copy, or, with its seed, see with `emission reproduce` what \
         differs.\n"
    } else {
        "Nothing is proved: verify the block with its own game and words.\n"
    }
}

/// One kind of finding: how many, the first units, and what the first of them say.
pub(super) fn finding_text(finding: &Finding) -> String {
    let mut text = format!(" {}: {}", finding.kind.name(), finding.kind.meaning());
    if finding.count > 1 {
        let _ = write!(text, ", {} times", thousands(finding.count));
    }
    if !finding.units.is_empty() {
        let units: Vec<String> = finding.units.iter().map(u32::to_string).collect();
        let _ = write!(text, ", first in unit {}", units.join(", "));
    }
    for detail in &finding.details {
        let _ = write!(text, "\n   {detail}");
    }
    text + "\n"
}

/// The key that signed the block, or that its signature names.
pub(super) fn signer(signer: Option<&str>, refused: Option<&str>) -> String {
    let refused = || refused.map(|key| format!("{key} (not allowed)"));
    let signer = signer.map(str::to_owned).or_else(refused);
    signer.unwrap_or_else(|| "unknown".into())
}

fn signer_of(report: &Report) -> String {
    signer(report.signer.as_deref(), report.refused_signer.as_deref())
}

fn figures(report: &Report, seconds: f64) -> String {
    let lots = counted(report.lots, "lot");
    let root = report.merkle_root.map(|root| root.to_string());
    let (prizes, currency) = (money(report.prizes_cents), &report.currency);
    tables::pairs([
        ("Game", report.game.clone()),
        ("Units", thousands(report.units)),
        ("Prizes", format!("{lots} for {prizes} {currency}")),
        (
            "Words",
            format!("{} in use", thousands(report.words_in_use as u64)),
        ),
        ("Signer", signer_of(report)),
        ("Root", root.unwrap_or_else(|| "unknown".into())),
        ("Time", format!("{seconds:.1} s")),
    ])
}
