//! A whole block: folder, seals, parts, and what they add up to.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::findings::{Findings, Kind};
use super::folder::{Contents, Folder};
use super::part::{self, Found, Gathered, Plan, Work};
use super::report::{Report, TierFound, WayFound};
use super::seals::{self, FileSum, ManifestFile};
use super::tally::Tally;
use super::twins::Suspects;
use super::unit::Standard;
use super::{Request, VerifyError, claims, foreign};
use crate::format::manifest::Hex;
use crate::format::part::Packing;
use crate::format::{CHECKSUMS, MANIFEST, SIGNATURE};
use crate::game::{Game, counted, money, thousands};
use crate::seal::merkle;
use crate::unit::Outcome;
use crate::watch::Watch;

/// Verifies a block from its files alone, on the threads of the caller's rayon pool.
///
/// It goes on to the end whatever is wrong, and lists it in the report.
///
/// # Errors
/// When it could not run to the end: a folder or a file could not be read, or the watcher asked to stop.
///
/// # Panics
/// Never, whatever the bytes of the block are.
pub fn block(request: &Request, watch: &dyn Watch) -> Result<Report, VerifyError> {
    let folder = Folder::list(request.folder)?;
    let standard = Standard::new(request.game, request.words, request.blocked);
    let plans = Plan::all(request.game.units_per_block, packing(&folder, request.game));
    let run = Run {
        request,
        folder: &folder,
        standard: &standard,
        watch,
        plans: &plans,
    };
    run.report()
}

/// How the parts are packed: as most of the files that are there.
fn packing(folder: &Folder, game: &Game) -> Packing {
    let present = |packing: &Packing| {
        let plans = Plan::all(game.units_per_block, *packing);
        plans
            .iter()
            .filter(|plan| folder.has(&plan.file_name()))
            .count()
    };
    Packing::ALL
        .into_iter()
        .max_by_key(present)
        .unwrap_or_default()
}

/// The files that a block folder must hold.
fn file_names(plans: &[Plan]) -> Vec<String> {
    let seals = [MANIFEST, SIGNATURE, CHECKSUMS].map(str::to_owned);
    plans.iter().map(Plan::file_name).chain(seals).collect()
}

/// The files that the list of checksums must be about.
fn file_sums(plans: &[Plan], parts: &[Option<Found>], manifest: &ManifestFile) -> Vec<FileSum> {
    let sum = |(plan, found): (&Plan, &Option<Found>)| {
        (plan.file_name(), found.as_ref().map(|found| found.sha256))
    };
    let manifest = (MANIFEST.to_owned(), manifest.sha256);
    plans.iter().zip(parts).map(sum).chain([manifest]).collect()
}

/// Root of the tree over all units, if all can be read.
fn root(parts: &[Option<Found>]) -> Option<merkle::Digest> {
    let roots: Option<Vec<_>> = parts.iter().map(|found| found.as_ref()?.root).collect();
    roots.map(|roots| merkle::root(&roots))
}

/// What all parts are.
struct All {
    parts: Vec<Option<Found>>,
    tally: Tally,
    gathered: Gathered,
}

impl All {
    /// Adds the next part.
    fn add(&mut self, (about_file, mut found): (Findings, Option<Found>), findings: &mut Findings) {
        findings.append(about_file);
        if let Some(found) = &mut found {
            findings.append(std::mem::take(&mut found.findings));
            self.tally.add(&found.tally);
        }
        self.parts.push(found);
    }
}

/// The work on one block.
struct Run<'a> {
    request: &'a Request<'a>,
    folder: &'a Folder,
    standard: &'a Standard<'a>,
    watch: &'a dyn Watch,
    plans: &'a [Plan],
}

/// A part that was checked, or that is not there; with the findings about its file.
type Checked = Result<(Findings, Option<Found>), VerifyError>;

impl Run<'_> {
    fn report(&self) -> Result<Report, VerifyError> {
        let mut file = seals::manifest(self.request, self.folder)?;
        if foreign::is(self.request, &file) {
            return foreign::report(self.request, self.folder, file, self.watch);
        }
        let mut findings = std::mem::take(&mut file.findings);
        self.folder
            .check_extra(&file_names(self.plans), &mut findings);
        let mut all = self.parts(&mut findings)?;
        let root = root(&all.parts);
        self.claims(&file, &all.parts, root, &mut findings)?;
        self.twins(
            std::mem::take(&mut all.gathered.fingerprints),
            &mut findings,
        )?;
        let report = added_up(self.request.game, &all);
        // Of units that can't be read, a finding tells already; that the table lacks them says nothing more.
        if root.is_some() {
            check_table(&report, &mut findings);
        }
        Ok(Report {
            folder: self.request.folder.into(),
            manifest: file.manifest,
            signer: file.signer,
            refused_signer: file.refused_signer,
            merkle_root: root.map(Hex),
            findings,
            ..report
        })
    }

    /// Holds what manifest and checksums say against what was found.
    fn claims(
        &self,
        file: &ManifestFile,
        parts: &[Option<Found>],
        root: Option<merkle::Digest>,
        findings: &mut Findings,
    ) -> Result<(), VerifyError> {
        if let Some(manifest) = &file.manifest {
            claims::check_manifest(self.request, manifest, self.folder.numbers(), findings);
            claims::check_parts(manifest, self.plans, parts, findings);
            claims::check_root(manifest, root, findings);
        }
        seals::checksums(self.folder, &file_sums(self.plans, parts, file), findings)
    }

    /// Checks all parts, two at a time: while one ends, the other one keeps all threads busy. Each uses all of them.
    fn parts(&self, findings: &mut Findings) -> Result<All, VerifyError> {
        let gathered = Mutex::new(Gathered::new(self.standard));
        let work = Work {
            standard: self.standard,
            watch: self.watch,
            gathered: &gathered,
        };
        let next = AtomicUsize::new(0);
        let checked = Mutex::new(BTreeMap::new());
        let runner = || {
            while let Some(plan) = self.plans.get(next.fetch_add(1, Ordering::Relaxed)) {
                let part = self.part(&work, plan);
                if part.is_err() {
                    next.store(self.plans.len(), Ordering::Relaxed);
                }
                checked
                    .lock()
                    .expect("no runner panics")
                    .insert(plan.index, part);
            }
        };
        rayon::join(runner, runner);
        let checked: BTreeMap<u32, Checked> = checked.into_inner().expect("no runner panics");
        let gathered = gathered.into_inner().expect("no runner panics");
        let mut all = All {
            parts: Vec::new(),
            tally: Tally::default(),
            gathered,
        };
        for part in checked.into_values() {
            all.add(part?, findings);
        }
        Ok(all)
    }

    fn part(&self, work: &Work, plan: &Plan) -> Checked {
        let mut findings = Findings::default();
        let contents = self.read(plan, &mut findings)?;
        if let Contents::Bytes(bytes) = contents {
            let found = part::check(work, plan, &bytes)?;
            return Ok((findings, Some(found)));
        }
        self.watch.units(plan.units.into());
        let found = match contents {
            Contents::Large(bytes) => {
                let sha256 = self.folder.sha256(&plan.file_name())?;
                sha256.map(|sha256| Found::unread(bytes, sha256))
            }
            _ => None,
        };
        Ok((findings, found))
    }

    fn read(&self, plan: &Plan, findings: &mut Findings) -> Result<Contents, VerifyError> {
        let kinds = [Kind::PartMissing, Kind::PartSize];
        self.folder.read(
            &plan.file_name(),
            plan.max_bytes(self.standard),
            kinds,
            findings,
        )
    }

    /// Looks for units that show the same. Only when two fingerprints are equal are the parts read again.
    fn twins(&self, fingerprints: Vec<u64>, findings: &mut Findings) -> Result<(), VerifyError> {
        let mut suspects = Suspects::among(fingerprints);
        if suspects.is_empty() {
            return Ok(());
        }
        for plan in self.plans {
            if self.watch.cancelled() {
                return Err(VerifyError::Cancelled);
            }
            if let Some(bytes) = self.read(plan, &mut Findings::default())?.bytes() {
                let look = |unit, row: &[u8]| suspects.look(self.standard, unit, row, findings);
                part::each_row(self.standard, plan, &bytes, look);
            }
        }
        Ok(())
    }
}

/// What the units add up to: a report that has nothing else yet.
fn added_up(game: &Game, all: &All) -> Report {
    let by_prize = all.tally.by_prize(game);
    let found = |prize_cents| by_prize.get(&prize_cents).copied().unwrap_or(0);
    let tiers = game.tiers.iter().map(|tier| TierFound {
        prize_cents: tier.prize_cents,
        lots: tier.lots,
        found: found(tier.prize_cents),
    });
    let ways = game.ways().zip(1..).map(|(paid, outcome)| WayFound {
        prize_cents: paid.prize_cents,
        words: paid.way.words.clone(),
        lots: paid.way.lots,
        found: all.tally.of(Outcome(outcome)),
    });
    Report {
        game: game.name.clone(),
        currency: game.currency.clone(),
        units: all.tally.units(),
        lots: by_prize.values().sum(),
        prizes_cents: by_prize
            .iter()
            .map(|(prize, units)| prize.saturating_mul(*units))
            .fold(0, u64::saturating_add),
        tiers: tiers.collect(),
        ways: ways.collect(),
        words_in_use: all.gathered.words.iter().filter(|&&seen| seen).count(),
        ..Report::default()
    }
}

/// Compares the units' prizes and ways with the game's.
fn check_table(report: &Report, findings: &mut Findings) {
    for tier in report
        .tiers
        .iter()
        .filter(|tier| tier.found != u64::from(tier.lots))
    {
        findings.add(Kind::PrizeTable, || {
            let (found, lots) = (counted(tier.found, "unit"), thousands(tier.lots.into()));
            format!(
                "{} is paid by {found}, must be {lots}",
                money(tier.prize_cents)
            )
        });
    }
    for way in report
        .ways
        .iter()
        .filter(|way| way.found != u64::from(way.lots))
    {
        findings.add(Kind::Ways, || {
            let (found, lots) = (counted(way.found, "unit"), thousands(way.lots.into()));
            format!(
                "{:?} complete words are shown by {found}, must be {lots}",
                way.words
            )
        });
    }
}
