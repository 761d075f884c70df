//! One chunk of a part: the least that is unpacked and checked as one.

use std::borrow::Cow;

use super::VerifyError;
use super::findings::{Findings, Kind};
use super::part::{Gathered, Work};
use super::rows::Lines;
use super::tally::Tally;
use super::unit::{Checker, Standard};
use crate::format::parquet::{RowGroup, Table};
use crate::format::part::{self, Packing};
use crate::format::{UNITS_PER_PART, csv};
use crate::game::counted;
use crate::seal::merkle::{self, Digest};

/// Bytes that a chunk may have beyond its longest right content, so that surplus rows are found as what they are.
const SLACK: usize = 1 << 16;

/// Digits of the highest unit number.
const MAX_UNIT_DIGITS: usize = 10;

/// A chunk: its place in the block, and its bytes in the file.
pub(super) struct Chunk<'a> {
    pub(super) first_unit: u32,
    pub(super) units: u32,
    pub(super) packing: Packing,
    pub(super) packed: &'a [u8],
}

/// What a chunk is.
pub(super) struct FoundChunk {
    pub(super) findings: Findings,
    pub(super) tally: Tally,
    /// Root of the tree over its rows, if they can be read.
    pub(super) root: Option<Digest>,
    /// What the footer of a Parquet part must say of it, if it can be read.
    pub(super) row_group: Option<RowGroup>,
}

/// What a chunk holds.
struct Content<'a> {
    /// Its rows as CSV.
    text: Cow<'a, [u8]>,
    row_group: Option<RowGroup>,
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
        let (root, row_group) = match self.unpack(work.standard) {
            Ok(Content { text, row_group }) => {
                let root = self.check_content(work, &text, &mut checker);
                (Some(root), row_group)
            }
            Err(problem) => {
                checker
                    .findings
                    .add_unit(Kind::PartFrame, self.first_unit, || problem);
                (None, None)
            }
        };
        work.watch.units(self.units.into());
        Ok(FoundChunk {
            findings: checker.findings,
            tally: checker.tally,
            root,
            row_group,
        })
    }

    /// Calls `look` with each row, as far as the chunk can be read, and with the unit whose place it has.
    pub(super) fn each_row(&self, standard: &Standard, look: impl FnMut(u32, &[u8])) {
        if let Ok(content) = self.unpack(standard) {
            let mut lines = Lines::new(&content.text);
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
        let header = csv::header(standard.shape.grids);
        !self.starts_part() || lines.take_header(header.as_bytes(), &standard.shape)
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

    /// The content; or what is wrong with its bytes.
    fn unpack(&self, standard: &Standard) -> Result<Content<'_>, String> {
        let text = match self.packing {
            Packing::Csv => Cow::Borrowed(self.packed),
            Packing::CsvZstd => Cow::Owned(self.unpack_frame(standard)?),
            Packing::Parquet => return self.unpack_table(standard),
        };
        Ok(Content {
            text,
            row_group: None,
        })
    }

    fn unpack_frame(&self, standard: &Standard) -> Result<Vec<u8>, String> {
        let len = part::content_len(self.packed).map_err(|error| error.to_string())?;
        let most = max_content(standard, self.units);
        if len > most as u64 {
            return Err(format!(
                "a zstd frame of {}, must be {most} at most",
                counted(len, "byte")
            ));
        }
        part::unpack_frame(self.packed, most).map_err(|error| error.to_string())
    }

    fn unpack_table(&self, standard: &Standard) -> Result<Content<'_>, String> {
        let unpacked = Table::unpack(self.packed, &standard.shape);
        let (table, row_group) = unpacked.map_err(|error| error.to_string())?;
        let text = part::table_text(&table, &standard.shape, self.starts_part());
        Ok(Content {
            text: Cow::Owned(text),
            row_group: Some(row_group),
        })
    }

    fn starts_part(&self) -> bool {
        (self.first_unit - 1).is_multiple_of(UNITS_PER_PART)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::UNITS_PER_CHUNK;
    use crate::game::{Game, MAXI_MOTS_CROISES};
    use crate::words::{BLOCKED, FRENCH, WordList};

    /// A header is shorter than a row, and no row of a game has more bytes than one of its highest number.
    #[test]
    fn every_right_chunk_is_within_the_bound_and_few_bytes_are_beyond() {
        let game = Game::parse(MAXI_MOTS_CROISES).expect("the embedded game");
        let words = WordList::parse(FRENCH, &game.alphabet, &BLOCKED).expect("the embedded list");
        let standard = Standard::new(&game, &words, &BLOCKED);
        let longest_row = u32::MAX.to_string().len() + standard.shape.bytes_after_number() + 1;
        for units in [1, UNITS_PER_CHUNK] {
            let longest = (units as usize + 1) * longest_row;
            let beyond = longest..=longest + SLACK;
            assert!(beyond.contains(&max_content(&standard, units)), "{units}");
        }
    }
}
