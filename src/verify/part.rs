//! One part file: its bytes, its chunks, and the units in them.

use std::borrow::Cow;
use std::sync::Mutex;

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};
use zstd::zstd_safe;

use super::findings::{Findings, Kind};
use super::rows::{Lines, lines_len};
use super::tally::Tally;
use super::unit::{Checker, Standard};
use super::{VerifyError, Watch};
use crate::format::part::{self, Compression};
use crate::format::{UNITS_PER_CHUNK, UNITS_PER_PART, csv};
use crate::seal::merkle::{self, Digest};

/// Bytes that a chunk may have beyond its longest right content, so that surplus rows are found as what they are.
const SLACK: usize = 1 << 16;

/// Digits of the highest unit number.
const MAX_UNIT_DIGITS: usize = 10;

/// First bytes of a zstd frame (RFC 8878, section 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Set in the byte behind them when the frame ends with a checksum of its content.
const ZSTD_CHECKSUM: u8 = 1 << 2;

/// A part as it must be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) index: u32,
    pub(super) first_unit: u32,
    pub(super) units: u32,
    pub(super) compression: Compression,
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

/// What all parts are checked with.
pub(super) struct Work<'a> {
    pub(super) standard: &'a Standard<'a>,
    pub(super) watch: &'a dyn Watch,
    pub(super) gathered: &'a Mutex<Gathered>,
}

/// A chunk of a part: its place, and its bytes in the file.
struct Chunk<'a> {
    first_unit: u32,
    units: u32,
    compression: Compression,
    packed: &'a [u8],
}

/// What a chunk is.
struct FoundChunk {
    findings: Findings,
    tally: Tally,
    root: Option<Digest>,
}

impl Plan {
    /// The parts of a block.
    pub(super) fn all(units: u32, compression: Compression) -> Vec<Self> {
        let plan = |index| {
            let (first_unit, units) = part::range(units, index);
            Self {
                index,
                first_unit,
                units,
                compression,
            }
        };
        (0..part::count(units)).map(plan).collect()
    }

    pub(super) fn file_name(&self) -> String {
        part::file_name(self.index, self.compression)
    }

    /// Bytes that no right part file exceeds.
    pub(super) fn max_bytes(&self, standard: &Standard) -> u64 {
        let chunk = zstd_safe::compress_bound(max_content(standard, UNITS_PER_CHUNK));
        u64::from(part::chunks(self.units)) * chunk as u64
    }

    /// The chunks of the part in a file's bytes. Ends early, with a finding, when there are not enough.
    fn chunks<'a>(&self, bytes: &'a [u8], findings: &mut Findings) -> Vec<Chunk<'a>> {
        let mut rest = bytes;
        let mut chunks = Vec::new();
        for index in 0..part::chunks(self.units) {
            let (first, units) = part::chunk_range(self.units, index);
            let first_unit = self.first_unit - 1 + first;
            let len = self.chunk_len(rest, units, index == 0);
            let Some((packed, after)) = len.and_then(|len| rest.split_at_checked(len)) else {
                findings.add_unit(Kind::PartFrame, first_unit, || {
                    "no whole zstd frame starts here".into()
                });
                return chunks;
            };
            rest = after;
            chunks.push(Chunk {
                first_unit,
                units,
                compression: self.compression,
                packed,
            });
        }
        if !rest.is_empty() {
            let after = format!(
                "{} has {} bytes behind its last chunk",
                self.file_name(),
                rest.len()
            );
            findings.add(self.surplus(), || after);
        }
        chunks
    }

    fn surplus(&self) -> Kind {
        match self.compression {
            Compression::None => Kind::PartRows,
            Compression::Zstd => Kind::PartFrame,
        }
    }

    fn chunk_len(&self, bytes: &[u8], units: u32, is_first: bool) -> Option<usize> {
        match self.compression {
            Compression::None => Some(lines_len(bytes, units as usize + usize::from(is_first))),
            Compression::Zstd => part::frame_len(bytes),
        }
    }
}

/// Checks the bytes of a part file.
pub(super) fn check(work: &Work, plan: &Plan, bytes: &[u8]) -> Result<Found, VerifyError> {
    let mut findings = Findings::default();
    let chunks = plan.chunks(bytes, &mut findings);
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
    let mut tally = Tally::default();
    let mut roots = Vec::new();
    for chunk in checked? {
        findings.append(chunk.findings);
        tally.add(&chunk.tally);
        roots.extend(chunk.root);
    }
    let is_whole = roots.len() == part::chunks(plan.units) as usize;
    let root = is_whole.then(|| merkle::root(&roots));
    Ok(Found {
        findings,
        tally,
        bytes: bytes.len() as u64,
        sha256,
        root,
    })
}

/// Calls `look` with every row of a part file that can be read, and with the unit whose place it has.
pub(super) fn each_row(
    standard: &Standard,
    plan: &Plan,
    bytes: &[u8],
    mut look: impl FnMut(u32, &[u8]),
) {
    for chunk in plan.chunks(bytes, &mut Findings::default()) {
        if let Ok(content) = chunk.unpack(standard) {
            let mut lines = Lines::new(&content);
            chunk.take_header(standard, &mut lines);
            chunk.each_row(standard, &mut lines, &mut look);
        }
    }
}

/// Bytes that no right content of a chunk exceeds, and some more.
fn max_content(standard: &Standard, units: u32) -> usize {
    let row = MAX_UNIT_DIGITS + standard.shape.bytes_after_number() + 1;
    row * (units as usize + 1) + SLACK
}

impl Chunk<'_> {
    fn check(&self, work: &Work) -> Result<FoundChunk, VerifyError> {
        if work.watch.cancelled() {
            return Err(VerifyError::Cancelled);
        }
        let mut checker = Checker::new(work.standard);
        let root = match self.unpack(work.standard) {
            Ok(content) => Some(self.check_content(work, &content, &mut checker)),
            Err(problem) => {
                checker
                    .findings
                    .add_unit(Kind::PartFrame, self.first_unit, || problem);
                None
            }
        };
        work.watch.units(u64::from(self.units));
        Ok(FoundChunk {
            findings: checker.findings,
            tally: checker.tally,
            root,
        })
    }

    /// Checks the rows; gives the root of the tree over them.
    fn check_content(&self, work: &Work, content: &[u8], checker: &mut Checker) -> Digest {
        let mut lines = Lines::new(content);
        if !self.take_header(work.standard, &mut lines) {
            checker
                .findings
                .add_unit(Kind::PartHeader, self.first_unit, || {
                    "the first line is another".into()
                });
        }
        let mut leaves = Vec::with_capacity(self.units as usize);
        let mut fingerprints = Vec::with_capacity(self.units as usize);
        self.each_row(work.standard, &mut lines, &mut |unit, row| {
            leaves.push(merkle::leaf_hash(row));
            fingerprints.extend(checker.check(unit, row));
        });
        let rows = leaves.len() + lines.count_rest();
        self.check_rows(rows, content, &mut checker.findings);
        work.gathered
            .lock()
            .expect("gathering does not panic")
            .add(&fingerprints, checker);
        merkle::root(&leaves)
    }

    fn check_rows(&self, rows: usize, content: &[u8], findings: &mut Findings) {
        if rows != self.units as usize {
            let detail = || format!("{rows} rows from here on, must be {}", self.units);
            findings.add_unit(Kind::PartRows, self.first_unit, detail);
        }
        if content.last().is_some_and(|&last| last != b'\n') {
            let detail = || "the last row does not end with a line feed".into();
            findings.add_unit(Kind::PartRows, self.first_unit, detail);
        }
    }

    /// Takes the header, if this chunk has one. Says whether it is right.
    fn take_header(&self, standard: &Standard, lines: &mut Lines) -> bool {
        let has_header = (self.first_unit - 1).is_multiple_of(UNITS_PER_PART);
        let header = csv::header(standard.shape.grids);
        !has_header || lines.take_header(header.as_bytes(), &standard.shape)
    }

    fn each_row(&self, standard: &Standard, lines: &mut Lines, look: &mut dyn FnMut(u32, &[u8])) {
        for unit in self.first_unit..self.first_unit + self.units {
            let digits = unit.ilog10() as usize + 1;
            let Some(row) = lines.next(digits + standard.shape.bytes_after_number()) else {
                return;
            };
            look(unit, row);
        }
    }

    /// The content; or what is wrong with the frame.
    fn unpack(&self, standard: &Standard) -> Result<Cow<'_, [u8]>, String> {
        if self.compression == Compression::None {
            return Ok(Cow::Borrowed(self.packed));
        }
        let len = content_len(self.packed)?;
        let most = max_content(standard, self.units);
        if len > most as u64 {
            return Err(format!(
                "a zstd frame of {len} bytes, must be {most} at most"
            ));
        }
        let content = part::unpack_frame(self.packed, most);
        content
            .map(Cow::Owned)
            .map_err(|error| format!("the zstd frame is damaged: {error}"))
    }
}

/// Bytes of a frame's content, as its header says.
fn content_len(frame: &[u8]) -> Result<u64, String> {
    let descriptor = frame.strip_prefix(&ZSTD_MAGIC).and_then(<[u8]>::first);
    let Some(descriptor) = descriptor else {
        return Err("not a zstd frame of data".into());
    };
    if descriptor & ZSTD_CHECKSUM == 0 {
        return Err("a zstd frame without a checksum of its content".into());
    }
    let len = zstd_safe::get_frame_content_size(frame).ok().flatten();
    len.ok_or_else(|| "a zstd frame without its content size".into())
}

impl Gathered {
    pub(super) fn new(standard: &Standard) -> Self {
        Self {
            fingerprints: Vec::with_capacity(standard.game.units_per_block as usize),
            words: vec![false; standard.word_places()],
        }
    }

    fn add(&mut self, fingerprints: &[u64], checker: &Checker) {
        self.fingerprints.extend_from_slice(fingerprints);
        let seen = checker.words_seen();
        self.words
            .iter_mut()
            .zip(seen)
            .for_each(|(all, seen)| *all |= seen);
    }
}

#[cfg(test)]
mod tests;
