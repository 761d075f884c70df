//! One chunk of a part: the least that is unpacked and checked as one.

use std::borrow::Cow;

use super::VerifyError;
use super::findings::{Findings, Kind};
use super::part::{Gathered, Work};
use super::rows::Lines;
use super::tally::Tally;
use super::unit::{Checker, Standard};
use crate::format::part::{self, Compression};
use crate::format::{UNITS_PER_PART, csv};
use crate::game::counted;
use crate::seal::merkle::{self, Digest};

/// Bytes that a chunk may have beyond its longest right content, so that surplus rows are found as what they are.
const SLACK: usize = 1 << 16;

/// Digits of the highest unit number.
const MAX_UNIT_DIGITS: usize = 10;

/// First bytes of a zstd frame of data (RFC 8878, section 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Set in the byte behind them when the frame ends with a checksum of its content.
const ZSTD_CHECKSUM: u8 = 1 << 2;

/// A chunk: its place in the block, and its bytes in the file.
pub(super) struct Chunk<'a> {
    pub(super) first_unit: u32,
    pub(super) units: u32,
    pub(super) compression: Compression,
    pub(super) packed: &'a [u8],
}

/// What a chunk is.
pub(super) struct FoundChunk {
    pub(super) findings: Findings,
    pub(super) tally: Tally,
    /// Root of the tree over its rows, if they can be read.
    pub(super) root: Option<Digest>,
}

/// Bytes that no right content of a chunk exceeds, and some more.
pub(super) fn max_content(standard: &Standard, units: u32) -> usize {
    let row = MAX_UNIT_DIGITS + standard.shape.bytes_after_number() + 1;
    row * (units as usize + 1) + SLACK
}

impl Chunk<'_> {
    /// Checks the chunk's units.
    pub(super) fn check(&self, work: &Work) -> Result<FoundChunk, VerifyError> {
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
        work.watch.units(self.units.into());
        Ok(FoundChunk {
            findings: checker.findings,
            tally: checker.tally,
            root,
        })
    }

    /// Calls `look` with each row, as far as the chunk can be read, and with the unit whose place it has.
    pub(super) fn each_row(&self, standard: &Standard, look: impl FnMut(u32, &[u8])) {
        if let Ok(content) = self.unpack(standard) {
            let mut lines = Lines::new(&content);
            self.take_header(standard, &mut lines);
            self.each_line(standard, &mut lines, look);
        }
    }

    /// Checks the rows; gives the root of the tree over them.
    fn check_content(&self, work: &Work, content: &[u8], checker: &mut Checker) -> Digest {
        let mut lines = Lines::new(content);
        if !self.take_header(work.standard, &mut lines) {
            let detail = || "the first line is another".into();
            checker
                .findings
                .add_unit(Kind::PartHeader, self.first_unit, detail);
        }
        let mut leaves = Vec::with_capacity(self.units as usize);
        let mut fingerprints = Vec::with_capacity(self.units as usize);
        self.each_line(work.standard, &mut lines, |unit, row| {
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
            let detail = || {
                let rows = counted(rows as u64, "row");
                format!("{rows} from here on, must be {}", self.units)
            };
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

    fn each_line(&self, standard: &Standard, lines: &mut Lines, mut look: impl FnMut(u32, &[u8])) {
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
                "a zstd frame of {}, must be {most} at most",
                counted(len, "byte")
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
    let len = part::content_len(frame);
    len.ok_or_else(|| "a zstd frame without its content size".into())
}

impl Gathered {
    fn add(&mut self, fingerprints: &[u64], checker: &Checker) {
        self.fingerprints.extend_from_slice(fingerprints);
        let seen = checker.words_seen();
        self.words
            .iter_mut()
            .zip(seen)
            .for_each(|(all, seen)| *all |= seen);
    }
}
