//! Part files: their names, how their chunks are packed, and how they are found and unpacked again.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::iter::FusedIterator;
use std::path::Path;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{self, CParameter, ParamSwitch};

use super::parquet::{self, RowGroup, Table};
use super::{MAX_PART_BYTES, UNITS_PER_CHUNK, UNITS_PER_PART, csv};
use crate::unit::RowShape;

/// zstd's lowest level, which looks for no repetitions: rows are mostly letters drawn at random, which have almost none.
/// What is left is to write frequent characters short, which a negative level does only when it is told to. Together
/// that takes a fifth of level 1's time, for 3 % more bytes.
const ZSTD_LEVEL: i32 = -131_072;

/// Bytes that no chunk of any game unpacks to.
const MAX_CHUNK_BYTES: u64 = MAX_PART_BYTES / (UNITS_PER_PART / UNITS_PER_CHUNK) as u64;

/// How the units of a part are written. It changes no unit and no root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Packing {
    /// CSV, plain.
    Csv,
    /// CSV, one zstd frame a chunk, each with its content size.
    #[default]
    CsvZstd,
    /// Parquet, one row group a chunk.
    Parquet,
}

impl Packing {
    /// Every packing, the default one last.
    pub const ALL: [Self; 3] = [Self::Csv, Self::Parquet, Self::CsvZstd];

    /// What to call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::CsvZstd => "CSV in zstd frames",
            Self::Parquet => "Parquet",
        }
    }

    /// What a whole part of so many units holds, in the terms of its form.
    #[must_use]
    pub fn contents(self, units: u32) -> String {
        match self {
            Self::Csv | Self::CsvZstd => format!("a header and the rows of {units} units"),
            Self::Parquet => {
                format!("row groups of {units} units, each with a page for every column")
            }
        }
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::CsvZstd => "csv.zst",
            Self::Parquet => "parquet",
        }
    }

    /// The packing that a part's file name stands for, if it is the name of the `index`-th part (from 0).
    #[must_use]
    pub fn of_file_name(name: &str, index: u32) -> Option<Self> {
        let is_it = |&packing: &Self| file_name(index, packing) == name;
        Self::ALL.into_iter().find(is_it)
    }

    /// How such parts are read, when the rows have these widths.
    #[must_use]
    pub fn form(self, shape: &RowShape) -> Form<'_> {
        match self {
            Self::Csv => Form::Csv,
            Self::CsvZstd => Form::CsvZstd,
            Self::Parquet => Form::Parquet(shape),
        }
    }
}

/// How a part is read: by its packing and, if it is Parquet, by the widths of its rows, which numbers do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form<'s> {
    /// CSV, plain.
    Csv,
    /// CSV in zstd frames.
    CsvZstd,
    /// Parquet with columns for rows of these widths.
    Parquet(&'s RowShape),
}

impl<'s> Form<'s> {
    /// The chunks of a part of so many units.
    #[must_use]
    pub fn chunks<'a>(self, part: &'a [u8], units: u32) -> Chunks<'a, 's> {
        Chunks {
            form: self,
            rest: part,
            units,
            next: 0,
        }
    }

    /// The content of a chunk: the CSV text of its rows, behind the header in a part's first; `None` when it is damaged.
    #[must_use]
    pub fn unpack<'a>(self, chunk: &Chunk<'a>) -> Option<Cow<'a, [u8]>> {
        match self {
            Self::Csv => Some(Cow::Borrowed(chunk.packed)),
            Self::CsvZstd => unpack_any_frame(chunk.packed).map(Cow::Owned),
            Self::Parquet(shape) => {
                let (table, _) = Table::unpack(chunk.packed, shape).ok()?;
                Some(Cow::Owned(table_text(&table, shape, chunk.index == 0)))
            }
        }
    }
}

/// The CSV text of a chunk's rows, behind the header in a part's first.
pub(crate) fn table_text(table: &Table, shape: &RowShape, is_first: bool) -> Vec<u8> {
    let mut text = start_of_text(shape, is_first, table.rows());
    table.write_rows(&mut text);
    text
}

/// Room for the CSV text of so many rows, with the header if they are a part's first.
pub(crate) fn start_of_text(shape: &RowShape, is_first: bool, rows: u32) -> Vec<u8> {
    let header = if is_first {
        csv::header(shape.grids) + "\n"
    } else {
        String::new()
    };
    let mut text = header.into_bytes();
    text.reserve_exact(rows as usize * shape.longest_line());
    text
}

/// The rows in the content of a chunk, the header passed over where there is one.
pub(crate) fn rows_of<'a>(content: &'a [u8], shape: &RowShape) -> &'a [u8] {
    let header = csv::header(shape.grids) + "\n";
    content.strip_prefix(header.as_bytes()).unwrap_or(content)
}

/// Name of the `index`-th part, from 0.
#[must_use]
pub fn file_name(index: u32, packing: Packing) -> String {
    format!("units-{:04}.{}", index + 1, packing.extension())
}

/// Reads a part: a regular file, no link, of no more bytes than any part has.
///
/// # Errors
/// When it is none, or cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let about = fs::symlink_metadata(path)?;
    if !about.is_file() || about.len() > MAX_PART_BYTES {
        return Err(io::Error::other("it is no file of a part's size"));
    }
    fs::read(path)
}

/// Parts of a block.
#[must_use]
pub fn count(units: u32) -> u32 {
    units.div_ceil(UNITS_PER_PART)
}

/// First unit and number of units of the `index`-th part, from 0.
#[must_use]
pub fn range(units: u32, index: u32) -> (u32, u32) {
    span(units, index, UNITS_PER_PART)
}

/// Chunks of a block or of a part with this many units.
#[must_use]
pub fn chunks(units: u32) -> u32 {
    units.div_ceil(UNITS_PER_CHUNK)
}

/// First unit and number of units of a block's `index`-th chunk, from 0.
#[must_use]
pub fn chunk_range(units: u32, index: u32) -> (u32, u32) {
    span(units, index, UNITS_PER_CHUNK)
}

/// Whether a block's `index`-th chunk, from 0, is the first of a part.
#[must_use]
pub fn starts_part(index: u32) -> bool {
    index.is_multiple_of(UNITS_PER_PART / UNITS_PER_CHUNK)
}

fn span(units: u32, index: u32, size: u32) -> (u32, u32) {
    let before = index * size;
    (before + 1, size.min(units - before))
}

/// A chunk as it stands in its part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// Its index in the part, from 0.
    pub index: u32,
    /// Units that it must have.
    pub units: u32,
    /// Its bytes in the file.
    pub packed: &'a [u8],
}

/// Where a chunk must stand, there is no whole one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoChunk;

/// The chunks of a part, one after another as they are asked for: as many as its units have, and none behind the first
/// that is not whole.
#[derive(Debug, Clone)]
pub struct Chunks<'a, 's> {
    form: Form<'s>,
    rest: &'a [u8],
    units: u32,
    next: u32,
}

impl<'a> Chunks<'a, '_> {
    /// What stands behind the chunks that were taken.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether nothing stands behind the chunks that were taken, but for the footer of a Parquet part: what this says is
    /// for the verifier to judge.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty() || matches!(self.form, Form::Parquet(_))
    }

    /// Bytes of the chunk at the start of what is left.
    fn len(&self, units: u32) -> Option<usize> {
        let header = u32::from(self.next == 0);
        match self.form {
            Form::Csv => Some(csv::lines_len(self.rest, (header + units) as usize)),
            Form::CsvZstd => frame_len(self.rest),
            Form::Parquet(shape) => parquet::chunk_len(self.rest, shape),
        }
    }

    /// Takes what a Parquet file starts with; `None` when it does not.
    fn start(&mut self) -> Option<()> {
        if let (0, Form::Parquet(_)) = (self.next, self.form) {
            self.rest = self.rest.strip_prefix(parquet::MAGIC)?;
        }
        Some(())
    }

    fn take(&mut self, units: u32) -> Option<&'a [u8]> {
        self.start()?;
        let (packed, rest) = self.rest.split_at_checked(self.len(units)?)?;
        self.rest = rest;
        Some(packed)
    }
}

impl<'a> Iterator for Chunks<'a, '_> {
    type Item = Result<Chunk<'a>, NoChunk>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = self.next;
        if index >= chunks(self.units) {
            return None;
        }
        let (_, units) = chunk_range(self.units, index);
        let Some(packed) = self.take(units) else {
            self.next = u32::MAX;
            return Some(Err(NoChunk));
        };
        self.next = index + 1;
        Some(Ok(Chunk {
            index,
            units,
            packed,
        }))
    }
}

impl FusedIterator for Chunks<'_, '_> {}

/// A chunk as it is to stand in its part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// Its bytes in the file.
    pub bytes: Vec<u8>,
    /// What the footer of a Parquet part says of it.
    pub row_group: Option<RowGroup>,
}

/// Packs chunks; one for each thread, for it keeps its working memory.
pub struct Packer<'s> {
    form: Form<'s>,
    zstd: Compressor<'static>,
}

impl<'s> Packer<'s> {
    /// A packer of one kind.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(form: Form<'s>) -> io::Result<Self> {
        let zstd = compressor()?;
        Ok(Self { form, zstd })
    }

    /// Packs a chunk's content: the CSV text of its rows, behind the header in a part's first.
    ///
    /// # Errors
    /// When there is no memory for it; and, for Parquet, when a row is none of such widths, or has a number that the
    /// columns would not give back as it is written.
    pub fn pack(&mut self, content: Vec<u8>) -> io::Result<Packed> {
        let bytes = match self.form {
            Form::Csv => content,
            Form::CsvZstd => self.zstd.compress(&content)?,
            Form::Parquet(shape) => return self.pack_table(&content, shape),
        };
        Ok(Packed {
            bytes,
            row_group: None,
        })
    }

    fn pack_table(&mut self, content: &[u8], shape: &RowShape) -> io::Result<Packed> {
        let table =
            Table::of_rows(rows_of(content, shape), shape).ok_or(io::ErrorKind::InvalidData)?;
        let (bytes, row_group) = table.pack(|content| self.zstd.compress(content))?;
        Ok(Packed {
            bytes,
            row_group: Some(row_group),
        })
    }
}

fn compressor() -> io::Result<Compressor<'static>> {
    let mut zstd = Compressor::new(ZSTD_LEVEL)?;
    zstd.set_parameter(CParameter::ChecksumFlag(true))?;
    zstd.set_parameter(CParameter::LiteralCompressionMode(ParamSwitch::Enable))?;
    Ok(zstd)
}

/// Length of the zstd frame at the start of `bytes`; `None` when there is no whole frame.
#[must_use]
pub fn frame_len(bytes: &[u8]) -> Option<usize> {
    zstd_safe::find_frame_compressed_size(bytes)
        .ok()
        .filter(|&len| len > 0)
}

/// First bytes of a zstd frame of data (RFC 8878, section 3.1.1).
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// Set in the byte behind them when the frame ends with a checksum of its content.
const ZSTD_CHECKSUM: u8 = 1 << 2;

/// Why a zstd frame is none that holds a chunk or a page.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// It is a skippable one, or none at all.
    #[error("not a zstd frame of data")]
    NotData,
    /// Damage to it could not be seen.
    #[error("a zstd frame without a checksum of its content")]
    NoChecksum,
    /// It does not say how much it holds.
    #[error("a zstd frame without its content size")]
    NoContentSize,
    /// It can't be unpacked.
    #[error("the zstd frame is damaged: {0}")]
    Damaged(#[from] io::Error),
}

/// Bytes of a zstd frame's content, as its header says.
///
/// # Errors
/// When it is no frame that may stand in a part.
pub fn content_len(frame: &[u8]) -> Result<u64, FrameError> {
    let descriptor = frame.strip_prefix(&ZSTD_MAGIC).and_then(<[u8]>::first);
    let descriptor = descriptor.ok_or(FrameError::NotData)?;
    if descriptor & ZSTD_CHECKSUM == 0 {
        return Err(FrameError::NoChecksum);
    }
    let len = zstd_safe::get_frame_content_size(frame).ok().flatten();
    len.ok_or(FrameError::NoContentSize)
}

/// Unpacks one zstd frame of no more content than a chunk of any game has; `None` when it is none.
fn unpack_any_frame(frame: &[u8]) -> Option<Vec<u8>> {
    let len = content_len(frame).ok();
    let len = len.filter(|&len| len <= MAX_CHUNK_BYTES)?;
    unpack_frame(frame, usize::try_from(len).ok()?).ok()
}

/// Unpacks one zstd frame of at most `capacity` bytes of content.
///
/// # Errors
/// When the frame is damaged, or holds more than that.
pub fn unpack_frame(frame: &[u8], capacity: usize) -> Result<Vec<u8>, FrameError> {
    Ok(Decompressor::new()?.decompress(frame, capacity)?)
}

#[cfg(test)]
mod tests;
