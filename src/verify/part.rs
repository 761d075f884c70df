//! One part file: its bytes, and its chunks.

use std::sync::Mutex;

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use zstd::zstd_safe;

use super::VerifyError;
use super::chunk::{Chunk, FoundChunk, max_content};
use super::findings::{Findings, Kind};
use super::tally::Tally;
use super::unit::Standard;
use crate::format::UNITS_PER_CHUNK;
use crate::format::parquet::{self, RowGroup};
use crate::format::part::{self, Packing};
use crate::game::counted;
use crate::seal::merkle::{self, Digest};
use crate::watch::Watch;

/// A part as it must be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) index: u32,
    pub(super) first_unit: u32,
    pub(super) units: u32,
    pub(super) packing: Packing,
}

/// What all parts are checked with.
pub(super) struct Work<'a> {
    pub(super) standard: &'a Standard<'a>,
    pub(super) watch: &'a dyn Watch,
    pub(super) gathered: &'a Mutex<Gathered>,
}

/// What the units of a block are gathered in, in whatever order they are checked.
pub(super) struct Gathered {
    /// The fingerprint of each unit that can be read.
    pub(super) fingerprints: Vec<u64>,
    /// For each place of the word table, whether a unit has its word.
    pub(super) words: Vec<bool>,
}

/// What a part file is.
pub(super) struct Found {
    pub(super) findings: Findings,
    pub(super) tally: Tally,
    pub(super) bytes: u64,
    pub(super) sha256: Digest,
    /// Root of the tree over its rows, if they can be read.
    pub(super) root: Option<Digest>,
}

impl Found {
    /// A part file of which no unit was read, for it has more bytes than any right one: they are bound all the same.
    pub(super) fn unread(bytes: u64, sha256: Digest) -> Self {
        Self {
            findings: Findings::default(),
            tally: Tally::default(),
            bytes,
            sha256,
            root: None,
        }
    }
}

/// Checks the bytes of a part file.
pub(super) fn check(work: &Work, plan: &Plan, bytes: &[u8]) -> Result<Found, VerifyError> {
    let mut findings = Findings::default();
    let (chunks, rest) = plan.chunks(work.standard, bytes, &mut findings);
    let lost = plan.units - chunks.iter().map(|chunk| chunk.units).sum::<u32>();
    work.watch.units(lost.into());
    let (sha256, checked) = rayon::join(
        || Sha256::digest(bytes).into(),
        || {
            chunks
                .par_iter()
                .map(|chunk| chunk.check(work))
                .collect::<Result<Vec<_>, _>>()
        },
    );
    let checked = checked?;
    plan.check_footer(&checked, rest, &mut findings);
    Ok(plan.found(bytes, sha256, checked, findings))
}

/// Calls `look` with each row of a part file, as far as it can be read, and with the unit whose place it has.
pub(super) fn each_row(
    standard: &Standard,
    plan: &Plan,
    bytes: &[u8],
    mut look: impl FnMut(u32, &[u8]),
) {
    let (chunks, _) = plan.chunks(standard, bytes, &mut Findings::default());
    for chunk in chunks {
        chunk.each_row(standard, &mut look);
    }
}

impl Plan {
    /// The parts of a block.
    pub(super) fn all(units: u32, packing: Packing) -> Vec<Self> {
        let plan = |index| {
            let (first_unit, units) = part::range(units, index);
            Self {
                index,
                first_unit,
                units,
                packing,
            }
        };
        (0..part::count(units)).map(plan).collect()
    }

    pub(super) fn file_name(&self) -> String {
        part::file_name(self.index, self.packing)
    }

    /// Bytes that no right part file exceeds.
    pub(super) fn max_bytes(&self, standard: &Standard) -> u64 {
        let chunk = zstd_safe::compress_bound(max_content(standard, UNITS_PER_CHUNK));
        u64::from(part::chunks(self.units)) * chunk as u64
    }

    /// The chunks of the part in a file's bytes, and what stands behind them. Ends early, with a finding, when there are
    /// not enough.
    fn chunks<'a>(
        &self,
        standard: &Standard,
        bytes: &'a [u8],
        findings: &mut Findings,
    ) -> (Vec<Chunk<'a>>, &'a [u8]) {
        let mut rest = self.packing.form(&standard.shape).chunks(bytes, self.units);
        let mut chunks = Vec::new();
        for (index, chunk) in (0..).zip(rest.by_ref()) {
            let first_unit = self.first_unit + index * UNITS_PER_CHUNK;
            let Ok(chunk) = chunk else {
                let detail = || format!("no whole {} here", self.starts());
                findings.add_unit(Kind::PartFrame, first_unit, detail);
                return (chunks, rest.rest());
            };
            chunks.push(Chunk {
                first_unit,
                units: chunk.units,
                packing: self.packing,
                packed: chunk.packed,
            });
        }
        if !rest.is_at_end() {
            let detail = || {
                format!(
                    "{} has {} behind its last chunk",
                    self.file_name(),
                    counted(rest.rest().len() as u64, "byte")
                )
            };
            findings.add(self.surplus(), detail);
        }
        (chunks, rest.rest())
    }

    /// What each chunk starts with.
    fn starts(&self) -> &'static str {
        match self.packing {
            Packing::Csv | Packing::CsvZstd => "zstd frame starts",
            Packing::Parquet => "pages of all columns start",
        }
    }

    /// Checks what stands behind the chunks of a Parquet part, if all of them can be read.
    fn check_footer(&self, chunks: &[FoundChunk], rest: &[u8], findings: &mut Findings) {
        let groups = chunks.iter().map(|chunk| chunk.row_group.clone());
        let groups: Option<Vec<RowGroup>> = groups.collect();
        let is_whole = chunks.len() == part::chunks(self.units) as usize;
        if let Some(groups) = groups.filter(|_| is_whole)
            && rest != parquet::footer(&groups)
        {
            let detail = || {
                let bytes = counted(rest.len() as u64, "byte");
                format!("{} has {bytes} behind its last row group", self.file_name())
            };
            findings.add_unit(Kind::PartFooter, self.first_unit, detail);
        }
    }

    /// What bytes behind the last chunk are.
    fn surplus(&self) -> Kind {
        match self.packing {
            Packing::Csv => Kind::PartRows,
            Packing::CsvZstd | Packing::Parquet => Kind::PartFrame,
        }
    }

    /// Puts together what the chunks are.
    fn found(
        &self,
        bytes: &[u8],
        sha256: Digest,
        chunks: Vec<FoundChunk>,
        mut findings: Findings,
    ) -> Found {
        let mut tally = Tally::default();
        let mut roots = Vec::new();
        for chunk in chunks {
            findings.append(chunk.findings);
            tally.add(&chunk.tally);
            roots.extend(chunk.root);
        }
        let is_whole = roots.len() == part::chunks(self.units) as usize;
        let root = is_whole.then(|| merkle::root(&roots));
        Found {
            findings,
            tally,
            bytes: bytes.len() as u64,
            sha256,
            root,
        }
    }
}

impl Gathered {
    pub(super) fn new(standard: &Standard) -> Self {
        Self {
            fingerprints: Vec::with_capacity(standard.game.units_per_block as usize),
            words: vec![false; standard.word_places()],
        }
    }
}
