//! A block that was made: its manifest, and units of it, read from its files.
//!
//! Nothing is proved here, as `emission verify` does; but nothing is shown that would not be a unit, and no name that
//! stands in a file is used as a path.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::Error;
use super::files;
use crate::format::csv::{self, Row};
use crate::format::manifest::{Hex, Manifest};
use crate::format::part::{self, Chunk, Form, Packing};
use crate::format::{MANIFEST, UNITS_PER_CHUNK, UNITS_PER_PART};
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
pub(super) fn check_is_block(folder: &Path) -> Result<(), Error> {
    match verify::blocks_below(folder)?.into_iter().next() {
        Some(block) if block != folder => Err(Error::AboveBlocks {
            folder: folder.to_owned(),
            block,
        }),
        _ => Ok(()),
    }
}

/// Reads units of a block of this game, packed so, their numbers rising. Each part that has some is read once, and their
/// chunks alone are unpacked.
pub(super) fn units(
    folder: &Path,
    game: &Game,
    packing: Packing,
    numbers: &[u32],
) -> Result<Vec<Unit>, Error> {
    let mut units = Vec::with_capacity(numbers.len());
    for numbers in numbers.chunk_by(|a, b| part_of(*a) == part_of(*b)) {
        let part = Part::read(folder, game, packing, part_of(numbers[0]))?;
        part.pick(numbers, &mut units)?;
    }
    Ok(units)
}

/// Calls `look` with the number and the prize, in cents, of each unit of a block of this game, in order, until it breaks
/// off; reads no part behind that.
pub(super) fn each_prize(
    folder: &Path,
    game: &Game,
    packing: Packing,
    mut look: impl FnMut(u32, u64) -> ControlFlow<()>,
) -> Result<(), Error> {
    for index in 0..part::count(game.units_per_block) {
        let part = Part::read(folder, game, packing, index)?;
        if part.each_prize(&mut look)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// The part of a unit, from 0.
fn part_of(unit: u32) -> u32 {
    (unit - 1) / UNITS_PER_PART
}

/// A part of a block, read from its file.
struct Part<'a> {
    game: &'a Game,
    shape: RowShape,
    path: PathBuf,
    packing: Packing,
    bytes: Vec<u8>,
    first_unit: u32,
    units: u32,
}

impl<'a> Part<'a> {
    fn read(folder: &Path, game: &'a Game, packing: Packing, index: u32) -> Result<Self, Error> {
        let path = folder.join(part::file_name(index, packing));
        files::regular(&path)?;
        let (first_unit, units) = part::range(game.units_per_block, index);
        Ok(Self {
            game,
            shape: RowShape::of(game),
            packing,
            bytes: files::read(&path, files::PART)?,
            path,
            first_unit,
            units,
        })
    }

    /// Appends units of the part, their numbers rising.
    fn pick(&self, mut numbers: &[u32], units: &mut Vec<Unit>) -> Result<(), Error> {
        for (first_unit, chunk) in self.chunks() {
            let Some(&first) = numbers.first() else { break };
            let chunk = chunk.ok_or_else(|| self.unreadable(first))?;
            let count = numbers.partition_point(|&number| number < first_unit + chunk.units);
            let (here, later) = numbers.split_at(count);
            if !here.is_empty() {
                let rows = self.unpack(&chunk);
                let rows = rows.ok_or_else(|| self.unreadable(first))?;
                let (mut rows, mut next) = (self.rows(&rows), first_unit);
                for &number in here {
                    let row = rows.nth((number - next) as usize);
                    let unit = row.and_then(|row| self.unit(row, number));
                    units.push(unit.ok_or_else(|| self.unreadable(number))?);
                    next = number + 1;
                }
            }
            numbers = later;
        }
        Ok(())
    }

    /// Calls `look` with the number and the prize of each unit, until it breaks off.
    fn each_prize(
        &self,
        look: &mut impl FnMut(u32, u64) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        for (first_unit, chunk) in self.chunks() {
            let chunk = chunk.ok_or_else(|| self.unreadable(first_unit))?;
            let rows = self.unpack(&chunk);
            let rows = rows.ok_or_else(|| self.unreadable(first_unit))?;
            let mut rows = self.rows(&rows);
            for number in first_unit..first_unit + chunk.units {
                let row = rows.next().and_then(|row| self.row(row, number));
                let prize = row.and_then(|row| csv::number(row.prize_cents));
                let prize = prize.ok_or_else(|| self.unreadable(number))?;
                if look(number, prize).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn form(&self) -> Form<'_> {
        self.packing.form(&self.shape)
    }

    /// The chunks with their first units; none where no whole one stands.
    fn chunks(&self) -> impl Iterator<Item = (u32, Option<Chunk<'_>>)> {
        let first_units = (self.first_unit..).step_by(UNITS_PER_CHUNK as usize);
        let chunks = self.form().chunks(&self.bytes, self.units);
        first_units.zip(chunks.map(Result::ok))
    }

    fn unpack<'c>(&self, chunk: &Chunk<'c>) -> Option<Cow<'c, [u8]>> {
        self.form().unpack(chunk)
    }

    /// The rows of a chunk's content, the header among them passed over.
    fn rows<'c>(&self, content: &'c [u8]) -> impl Iterator<Item = &'c [u8]> {
        part::rows_of(content, &self.shape).split(|&byte| byte == b'\n')
    }

    /// The unit of a row, if it has this number.
    fn unit(&self, row: &[u8], number: u32) -> Option<Unit> {
        unit_of(&self.row(row, number)?, self.game)
    }

    /// The fields of a row, if it is the one of this unit.
    fn row<'r>(&self, row: &'r [u8], number: u32) -> Option<Row<'r>> {
        let row = Row::split(row, &self.shape)?;
        (csv::number(row.unit) == Some(number.into())).then_some(row)
    }

    fn unreadable(&self, unit: u32) -> Error {
        let path = self.path.clone();
        Error::UnreadableUnit { path, unit }
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
