//! A block that was made: its manifest, and one unit of it, read from its files.
//!
//! Nothing is proved here, as `emission verify` does; but nothing is shown that would not be a unit, and no name that
//! stands in a file is used as a path.

use std::path::{Path, PathBuf};

use super::Error;
use super::files;
use crate::format::csv::{self, Row};
use crate::format::manifest::{Hex, Manifest};
use crate::format::part::{self, Compression};
use crate::format::{MANIFEST, UNITS_PER_CHUNK};
use crate::game::Game;
use crate::seal::hex;
use crate::unit::{GREY, RowShape, Unit};
use crate::verify;

/// Reads the manifest of a block, which must be one of this game.
pub(super) fn manifest(folder: &Path, game: &Game) -> Result<Manifest, Error> {
    let (manifest, _) = any_manifest(folder)?;
    if manifest.game_sha256.0 != game.sha256() {
        return Err(Error::OtherGame {
            folder: folder.to_owned(),
            of_block: manifest.game_sha256,
            game: game.name.clone(),
            at_hand: Hex(game.sha256()),
        });
    }
    Ok(manifest)
}

/// The hash that a block's manifest says of its game's definition, if it can be read: which rules to hold the block
/// against, which then say whether it is theirs.
pub(super) fn game_sha256(folder: &Path) -> Option<[u8; 32]> {
    let (manifest, _) = any_manifest(folder).ok()?;
    Some(manifest.game_sha256.0)
}

/// Reads the manifest of a block of any game, and gives its text too.
pub(super) fn any_manifest(folder: &Path) -> Result<(Manifest, String), Error> {
    let path = folder.join(MANIFEST);
    if !path.exists() {
        check_is_block(folder)?;
    }
    files::regular(&path)?;
    let json = files::read_text(&path, files::MANIFEST)?;
    let manifest = Manifest::parse(&json).map_err(|error| Error::Manifest { path, error })?;
    Ok((manifest, json))
}

/// Checks that a folder is a block's, and not one above blocks.
fn check_is_block(folder: &Path) -> Result<(), Error> {
    match verify::blocks_below(folder)?.into_iter().next() {
        Some(block) if block != folder => Err(Error::AboveBlocks {
            folder: folder.to_owned(),
            block,
        }),
        _ => Ok(()),
    }
}

/// Reads one unit of a block of this game.
pub(super) fn unit(folder: &Path, game: &Game, number: u32) -> Result<Unit, Error> {
    let place = UnitPlace::new(number);
    let (path, compression) = place.file(folder);
    files::regular(&path)?;
    let bytes = files::read(&path, files::PART)?;
    let unit = match compression {
        Compression::None => place.find(&bytes, place.chunk * UNITS_PER_CHUNK, game),
        Compression::Zstd => place
            .unpack(&bytes, game)
            .and_then(|chunk| place.find(&chunk, 0, game)),
    };
    unit.ok_or(Error::UnreadableUnit { path, unit: number })
}

/// Where a unit stands: part, chunk of the part, row of the chunk, all from 0.
struct UnitPlace {
    number: u32,
    part: u32,
    chunk: u32,
    row: u32,
}

impl UnitPlace {
    fn new(number: u32) -> Self {
        let before = number - 1;
        Self {
            number,
            part: before / crate::format::UNITS_PER_PART,
            chunk: before % crate::format::UNITS_PER_PART / UNITS_PER_CHUNK,
            row: before % UNITS_PER_CHUNK,
        }
    }

    /// The part's file: the plain one if there is one.
    fn file(&self, folder: &Path) -> (PathBuf, Compression) {
        let path = |compression| folder.join(part::file_name(self.part, compression));
        let plain = path(Compression::None);
        if plain.exists() {
            (plain, Compression::None)
        } else {
            (path(Compression::Zstd), Compression::Zstd)
        }
    }

    /// The unit's chunk, unpacked from its part.
    fn unpack(&self, mut part: &[u8], game: &Game) -> Option<Vec<u8>> {
        for _ in 0..self.chunk {
            part = part.get(part::frame_len(part)?..)?;
        }
        let frame = part.get(..part::frame_len(part)?)?;
        let shape = RowShape::of(game);
        let capacity =
            csv::header(shape.grids).len() + 1 + UNITS_PER_CHUNK as usize * shape.longest_line();
        part::unpack_frame(frame, capacity).ok()
    }

    /// The unit in the rows of its part, or of its chunk, when it comes after `rows_before` and its row in the chunk.
    fn find(&self, rows: &[u8], rows_before: u32, game: &Game) -> Option<Unit> {
        let header = csv::header(usize::from(game.grids.count)) + "\n";
        let rows = rows.strip_prefix(header.as_bytes()).unwrap_or(rows);
        let index = (rows_before + self.row) as usize;
        let row = rows.split(|&byte| byte == b'\n').nth(index)?;
        let row = Row::split(row, &RowShape::of(game))?;
        let is_it = csv::number(row.unit) == Some(self.number.into());
        is_it.then(|| unit_of(&row, game))?
    }
}

/// The unit of a row as a text, if it is one of this game.
pub(super) fn unit_of_text(row: &str, game: &Game) -> Option<Unit> {
    unit_of(&Row::split(row.as_bytes(), &RowShape::of(game))?, game)
}

/// The unit of a row, if it holds letters and numbers where a unit does.
fn unit_of(row: &Row, game: &Game) -> Option<Unit> {
    let mut unit = Unit::blank(game);
    unit.number = u32::try_from(csv::number(row.unit)?).ok()?;
    unit.prize_cents = csv::number(row.prize_cents)?;
    copy(row.letters, unit.letters_mut(), u8::is_ascii_uppercase)?;
    let is_cell = |cell: &u8| *cell == GREY || cell.is_ascii_uppercase();
    for (from, to) in row.grids().zip(unit.grids_mut()) {
        copy(from, to.cells_mut(), is_cell)?;
    }
    for (from, to) in row.words().zip(unit.words_mut()) {
        *to = u8::try_from(csv::number(from)?).ok()?;
    }
    unit.nonce = hex::decode(str::from_utf8(row.nonce).ok()?).ok()?;
    Some(unit)
}

fn copy(from: &[u8], to: &mut [u8], is_fit: impl Fn(&u8) -> bool) -> Option<()> {
    let fits = from.iter().all(is_fit) && from.len() == to.len();
    fits.then(|| to.copy_from_slice(from))
}
