//! What an audit gives: verdicts, statistics and facts of each block, and of each two.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::leak::{self, Leak};
use super::letters::{self, LettersFound};
use super::order::{self, Segment, Winners};
use super::statistics::{Largest, Statistic, Subject, both_tails, holm};
use super::tally::Tally;
use super::usage::{self, Facts};
use super::{Auc, Standard};
use crate::game::{counted, money, thousands};
use crate::one_line::one_line;

/// How often chance alone may fail a run's AUC, all its blocks together.
const MISTAKES: f64 = 0.01;

/// How a verdict stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// As it must be.
    Holds,
    /// Not as it must be.
    Fails,
    /// There is too little to tell.
    NotJudged,
}

/// Something that must hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Its name: `prizes`, `twins`, `leak` or `order`.
    pub name: &'static str,
    /// Whether it does.
    pub state: State,
    /// What was found.
    pub found: String,
}

/// The audit of one block.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BlockAudit {
    /// The block's folder, as it was given; empty for rows from elsewhere.
    pub folder: PathBuf,
    /// What must hold.
    pub verdicts: Vec<Verdict>,
    /// What informs.
    pub statistics: Vec<Statistic>,
    /// What a classifier can tell.
    pub leak: Leak,
    /// The letters of a sample.
    pub letters: LettersFound,
    /// Words, layouts, lengths and crossings.
    pub facts: Facts,
    /// Winners over equal segments of the block, in the order of its units; none where that would tell where they stand.
    pub segments: Vec<Segment>,
    #[serde(skip)]
    winners: Winners,
}

impl BlockAudit {
    /// Works all out from what was counted, one of so many blocks.
    pub(super) fn of(standard: &Standard, mut tally: Tally, blocks: usize) -> Self {
        tally.sort();
        let confidence = 1.0 - MISTAKES / blocks.max(1) as f64;
        let mut fingerprints = std::mem::take(&mut tally.fingerprints);
        let classes = tally.all_classes();
        let by_class = by_class(standard, &classes);
        let mut facts = usage::facts(standard, &tally, &by_class);
        let (leak, (rest, (letters, of_letters))) = rayon::join(
            || leak::leak(standard, &tally, confidence),
            || {
                let rest = || {
                    fingerprints.par_sort_unstable();
                    let mut statistics = order::statistics(standard, &classes);
                    statistics.extend(usage::statistics(standard, &tally, &by_class));
                    statistics
                };
                rayon::join(rest, || letters::letters(standard, &tally.enumerated))
            },
        );
        let mut statistics = rest;
        statistics.extend(of_letters);
        let pairs = fingerprints.windows(2);
        facts.twins = pairs.filter(|pair| pair[0] == pair[1]).count() as u64;
        let verdicts = vec![
            prizes(standard, &by_class),
            twins(facts.twins),
            leak_verdict(leak.grids.as_ref()),
        ];
        let mut audit = Self {
            folder: PathBuf::new(),
            verdicts,
            statistics,
            leak,
            letters,
            facts,
            segments: order::segments(&classes),
            winners: Winners::of(&classes),
        };
        holm(audit.statistics.iter_mut());
        audit
    }

    /// The same, with the folder that it is of.
    #[must_use]
    pub fn in_folder(self, folder: &Path) -> Self {
        let folder = folder.into();
        Self { folder, ..self }
    }

    /// The statistics that stand out.
    pub fn standing_out(&self) -> impl Iterator<Item = &Statistic> {
        self.statistics
            .iter()
            .filter(|statistic| statistic.stands_out())
    }
}

/// Units of each class.
fn by_class(standard: &Standard, classes: &[u8]) -> Vec<u64> {
    let mut counts = vec![0; standard.classes()];
    for &class in classes {
        counts[usize::from(class)] += 1;
    }
    counts
}

fn verdict(name: &'static str, holds: bool, found: String) -> Verdict {
    let state = if holds { State::Holds } else { State::Fails };
    Verdict { name, state, found }
}

/// The lots of each prize must be those of the game.
fn prizes(standard: &Standard, by_class: &[u64]) -> Verdict {
    let tiers = standard.game.tiers.iter().zip(&by_class[1..]);
    let wrong = tiers
        .clone()
        .find(|(tier, found)| u64::from(tier.lots) != **found);
    let lots = counted(by_class[1..].iter().sum(), "lot");
    let found = match wrong {
        None => format!("{lots}, each prize as often as it must be won"),
        Some((tier, &found)) => {
            let (found, lots) = (counted(found, "lot"), thousands(tier.lots.into()));
            format!("{found} of {}, must be {lots}", money(tier.prize_cents))
        }
    };
    verdict("prizes", wrong.is_none(), found)
}

/// No two units may be alike.
fn twins(twins: u64) -> Verdict {
    let found = match twins {
        0 => "no two units show the same".into(),
        1 => "1 unit shows what an earlier one shows".into(),
        _ => format!("{} show what an earlier one shows", counted(twins, "unit")),
    };
    verdict("twins", twins == 0, found)
}

/// The grids must tell nothing.
fn leak_verdict(auc: Option<&Auc>) -> Verdict {
    let Some(auc) = auc else {
        return Verdict {
            name: "leak",
            state: State::NotJudged,
            found: "too few units win or lose to learn from".into(),
        };
    };
    let found = format!(
        "AUC {:.4} of the grids alone, {:.4} to {:.4} with {} %",
        auc.area,
        auc.low,
        auc.high,
        percent(auc.confidence)
    );
    verdict("leak", auc.holds_chance(), found)
}

/// A confidence with as many digits as it needs: `99`, `99.9`.
pub(crate) fn percent(confidence: f64) -> String {
    let digits = format!("{:.4}", confidence * 100.0);
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    digits.into()
}

/// The audit of all blocks of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Audit {
    /// Each block.
    pub blocks: Vec<BlockAudit>,
    /// What must hold of each two blocks.
    pub verdicts: Vec<Verdict>,
    /// What informs about each two.
    pub statistics: Vec<Statistic>,
}

impl Audit {
    /// Puts blocks of one game together: compares each two, and corrects all probabilities for all statistics.
    #[must_use]
    pub fn of(blocks: Vec<BlockAudit>) -> Self {
        let mut audit = Self {
            blocks,
            ..Self::default()
        };
        audit.compare();
        let of_blocks = audit
            .blocks
            .iter_mut()
            .flat_map(|block| &mut block.statistics);
        holm(of_blocks.chain(&mut audit.statistics));
        audit
    }

    fn compare(&mut self) {
        let name = |index: usize| one_line(self.blocks[index].folder.display());
        let count = self.blocks.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let (mut largest, mut compared) = (None::<Largest>, 0_u64);
        let mut same = None;
        for (a, b) in pairs {
            let (first, second) = (&self.blocks[a].winners, &self.blocks[b].winners);
            let z = first.coincidences(second);
            compared += 1;
            if first == second && same.is_none() {
                same = Some(format!("winners of {} stand as in {}", name(b), name(a)));
            }
            if z.is_finite() && largest.as_ref().is_none_or(|most| z.abs() > most.z.abs()) {
                let of_what = format!("{} and {}", name(a), name(b));
                let p = both_tails(z);
                largest = Some(Largest { z, p, of_what });
            }
        }
        let what = "winners at the same places of two blocks";
        let statistic =
            largest.map(|largest| Statistic::largest(Subject::Between, what, largest, compared));
        self.statistics.extend(statistic);
        if count > 1 {
            let holds = same.is_none();
            let found =
                same.unwrap_or_else(|| "winners stand in other places in each block".into());
            self.verdicts.push(verdict("order", holds, found));
        }
    }

    /// Verdicts that fail.
    #[must_use]
    pub fn failures(&self) -> usize {
        let of_blocks = self.blocks.iter().flat_map(|block| &block.verdicts);
        let fails = |verdict: &&Verdict| verdict.state == State::Fails;
        of_blocks.chain(&self.verdicts).filter(fails).count()
    }
}
