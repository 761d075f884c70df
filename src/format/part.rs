//! Part files: their names, and their bytes with and without compression.

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::{self, CParameter, ParamSwitch};

use super::{UNITS_PER_CHUNK, UNITS_PER_PART};

/// zstd's lowest level, which looks for no repetitions: rows are mostly letters drawn at random, which have almost none.
/// What is left is to write frequent characters short, which a negative level does only when it is told to. Together
/// that takes a fifth of level 1's time, for 3 % more bytes.
const ZSTD_LEVEL: i32 = -131_072;

/// How the bytes of a part are packed. It changes no unit and no root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compression {
    /// Plain CSV.
    None,
    /// One zstd frame a chunk, each with its content size.
    #[default]
    Zstd,
}

impl Compression {
    const fn suffix(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Zstd => ".zst",
        }
    }

    /// The compression that a part's file name stands for, if it is the name of the `index`-th part (from 0).
    #[must_use]
    pub fn of_file_name(name: &str, index: u32) -> Option<Self> {
        [Self::None, Self::Zstd]
            .into_iter()
            .find(|&compression| file_name(index, compression) == name)
    }
}

/// Name of the `index`-th part, from 0.
#[must_use]
pub fn file_name(index: u32, compression: Compression) -> String {
    format!("units-{:04}.csv{}", index + 1, compression.suffix())
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

/// Packs chunks; one for each thread, for it keeps its working memory.
pub struct Packer {
    zstd: Option<Compressor<'static>>,
}

impl Packer {
    /// A packer of one kind.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(compression: Compression) -> std::io::Result<Self> {
        let zstd = match compression {
            Compression::None => None,
            Compression::Zstd => Some(compressor()?),
        };
        Ok(Self { zstd })
    }

    /// The bytes of a chunk in the file: `rows` itself, or one zstd frame.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn pack(&mut self, rows: Vec<u8>) -> std::io::Result<Vec<u8>> {
        match &mut self.zstd {
            None => Ok(rows),
            Some(zstd) => zstd.compress(&rows),
        }
    }
}

fn compressor() -> std::io::Result<Compressor<'static>> {
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

/// Bytes of a zstd frame's content, as its header says; `None` when it does not say.
#[must_use]
pub fn content_len(frame: &[u8]) -> Option<u64> {
    zstd_safe::get_frame_content_size(frame).ok().flatten()
}

/// Unpacks one zstd frame of at most `capacity` bytes of content.
///
/// # Errors
/// When the frame is damaged, or holds more than that.
pub fn unpack_frame(frame: &[u8], capacity: usize) -> std::io::Result<Vec<u8>> {
    Decompressor::new()?.decompress(frame, capacity)
}

#[cfg(test)]
mod tests;
