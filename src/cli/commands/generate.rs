//! `emission generate`: signed blocks from a seed.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::cli::args::GenerateArgs;
use crate::cli::block::{self, BlockMaker, Wanted};
use crate::cli::inputs::Rules;
use crate::cli::progress::{self, Progress, Steps};
use crate::cli::secrets::SecretFiles;
use crate::cli::{Console, Error, Outcome, Place, interrupt, json};
use crate::format::manifest::{Hex, Manifest, PrizeLine};
use crate::format::part::Packing;
use crate::format::writer::DiskFiles;
use crate::game::{counted, thousands};
use crate::generate::Usage;
use crate::seal::SigningKey;
use crate::show::figures::percent;
use crate::show::tables;

/// Makes the blocks that were asked for, one after another.
pub(in crate::cli) fn run(args: &GenerateArgs, console: &Console) -> Result<Outcome, Error> {
    let packing = args.format.packing(args.compression)?;
    let rules = Rules::read(&args.rules, console)?;
    let threads = block::threads(&args.jobs, console)?;
    // All that can be refused is refused before a secret is made.
    for block in args.block.numbers() {
        Place::check(&args.out, args.emission, block, args.overwrite)?;
    }
    let files = SecretFiles {
        seed: args.seed_file.as_deref(),
        key: args.key.as_deref(),
        passphrase: args.passphrase_file.as_deref(),
    };
    let (seed, key) = files.read_or_make(console)?;
    interrupt::watch()?;
    threads.install(|| {
        let maker = BlockMaker::new(&rules, &seed)?;
        let run = Run {
            args,
            packing,
            console,
            maker: &maker,
            key: &key,
        };
        run.blocks()
    })
}

/// What every block of the run needs.
struct Run<'a> {
    args: &'a GenerateArgs,
    packing: Packing,
    console: &'a Console,
    maker: &'a BlockMaker<'a>,
    key: &'a SigningKey,
}

impl Run<'_> {
    /// Makes the blocks, and reports each as it stands, or all at the end as JSON.
    fn blocks(&self) -> Result<Outcome, Error> {
        let mut reports = Vec::new();
        let made = self.args.block.numbers().try_for_each(|block| {
            let report = self.block(block)?;
            if !self.args.json {
                self.print(&report.text(), Some(&report))?;
            }
            reports.push(report);
            Ok(())
        });
        if self.args.json {
            self.print(&json(&reports), reports.last())?;
        }
        made.map(|()| Outcome::Fine)
    }

    /// Prints what is said of blocks; when that fails, the error says that the last one is made all the same.
    fn print(&self, text: &str, last: Option<&Report>) -> Result<(), Error> {
        let printed = self.console.print(text);
        printed.map_err(|error| match last {
            Some(report) => error.after_block(report.folder.as_ref()),
            None => error,
        })
    }

    fn block(&self, block: u32) -> Result<Report, Error> {
        let GenerateArgs {
            emission,
            overwrite,
            ..
        } = *self.args;
        let place = Place::reserve(&self.args.out, emission, block, overwrite)?;
        let folder = place.target().display().to_string();
        let start = Instant::now();
        let (manifest, usage) = self.write(&place, block)?;
        block::check_interrupt()?;
        place.commit()?;
        Ok(Report::new(folder, &manifest, &usage, start.elapsed()))
    }

    /// What the progress bar says of a block, and which of several it is.
    fn label(&self, block: u32) -> String {
        let numbers = self.args.block.numbers();
        let (first, last) = (*numbers.start(), *numbers.end());
        let label = progress::block(self.args.emission, block);
        progress::of_several(&label, block - first, last - first + 1)
    }

    /// Writes the block's files, the signature last.
    fn write(&self, place: &Place, block: u32) -> Result<(Manifest, Usage), Error> {
        let units = self.maker.units();
        let progress = Progress::new(self.console, self.label(block), units.into());
        let wanted = Wanted {
            emission: self.args.emission,
            block,
            packing: self.packing,
        };
        let mut files = DiskFiles::new(place.working_folder());
        let steps = Steps::new(self.console, progress::block(wanted.emission, block));
        let made = self.maker.make(wanted, &mut files, &progress);
        let (manifest, usage) = made.map_err(|error| Error::making(place.target(), error))?;
        let parts = counted(manifest.parts.len() as u64, "part");
        steps.done(format_args!("{parts} made and written"));
        block::seal(place, &mut files, &manifest, self.key, &steps)?;
        Ok((manifest, usage))
    }
}

/// What is said of a block that was made.
#[derive(Debug, Serialize)]
struct Report {
    folder: String,
    emission: u32,
    block: u32,
    units: u32,
    prize_table: Vec<PrizeLine>,
    total_lots: u64,
    total_prizes_cents: u64,
    merkle_root: Hex,
    words_in_use: usize,
    /// Grids that have the most used word.
    most_used_word_grids: u32,
    layouts_in_use: usize,
    /// Grids that have the most used layout.
    most_used_layout_grids: u32,
    grids: u64,
    units_redrawn: u64,
    seconds: f64,
    units_per_second: u64,
}

impl Report {
    fn new(folder: String, manifest: &Manifest, usage: &Usage, time: Duration) -> Self {
        let in_use = |uses: &[u32]| uses.iter().filter(|&&uses| uses > 0).count();
        let most = |uses: &[u32]| uses.iter().copied().max().unwrap_or(0);
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1);
        Self {
            folder,
            emission: manifest.emission,
            block: manifest.block,
            units: manifest.units,
            prize_table: manifest.prize_table.clone(),
            total_lots: manifest.total_lots,
            total_prizes_cents: manifest.total_prizes_cents,
            merkle_root: manifest.merkle_root,
            words_in_use: in_use(&usage.words),
            most_used_word_grids: most(&usage.words),
            layouts_in_use: in_use(&usage.layouts),
            most_used_layout_grids: most(&usage.layouts),
            grids: usage.layouts.iter().copied().map(u64::from).sum(),
            units_redrawn: usage.redrawn,
            seconds: time.as_secs_f64(),
            units_per_second: u64::from(manifest.units) * 1_000 / milliseconds,
        }
    }

    fn text(&self) -> String {
        let units = counted(self.units.into(), "unit");
        let heading = format!("{}: {units}, signed\n", self.folder);
        heading + &tables::lots_table(&self.prize_table) + &self.figures()
    }

    fn figures(&self) -> String {
        let words = format!(
            "{} in use; most used word: {} % of grids",
            thousands(self.words_in_use as u64),
            percent(self.most_used_word_grids.into(), self.grids)
        );
        // Of so many layouts, none has a share that shows.
        let layouts = format!(
            "{} in use; most used layout: {} of {} grids",
            thousands(self.layouts_in_use as u64),
            thousands(self.most_used_layout_grids.into()),
            thousands(self.grids)
        );
        let rate = thousands(self.units_per_second);
        tables::pairs([
            ("Words", words),
            ("Layouts", layouts),
            (
                "Drawn again",
                format!(
                    "{}, whose grids could not show their outcome",
                    counted(self.units_redrawn, "unit")
                ),
            ),
            (
                "Time",
                format!("{:.1} s, {rate} units a second", self.seconds),
            ),
            ("Root", self.merkle_root.to_string()),
        ])
    }
}
