//! Proves that a unit belongs to its block: its row, and the path from there to the root that the block's signature
//! covers (`docs/block-format.md`, section 14).
//!
//! Of the block, only manifest, signature and the unit's own part are read. The manifest has the roots of all other
//! parts; whether they are the ones that its root was made from, the path itself tells, for there is no proof unless it
//! leads there. So a proof takes a fraction of a second, and damage to another part takes it from nobody.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::format::manifest::{Hex, Manifest, Part};
use crate::format::part::{self, Chunk, Form, Packing};
use crate::format::proof::Proof;
use crate::format::{FORMAT_VERSION, UNITS_PER_PART};
use crate::seal::merkle::{self, Digest};
use crate::seal::{SignatureError, signed_by};

/// Why a block gives no proof of a unit: it does not hold together. Each says in which file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    /// The signature is not one of the manifest.
    #[error("manifest.json.sig: {0}")]
    Signature(SignatureError),
    /// The manifest lists other parts than a block of its size has.
    #[error("manifest.json: its list of parts is not the one of a block of {units} units")]
    Parts {
        /// Units of the block.
        units: u32,
    },
    /// A part cannot be read, or not as its units.
    #[error("{file}: it can't be read as {}", packing.contents(*units))]
    Rows {
        /// The part.
        file: String,
        /// How it is packed.
        packing: Packing,
        /// Units that it must have.
        units: u32,
    },
    /// A row is not the one of its place.
    #[error("{file}: the row in the place of unit {unit} is not that unit's")]
    Row {
        /// The part.
        file: String,
        /// Number of the unit.
        unit: u32,
    },
    /// A part is another one than the manifest says.
    #[error("{file}: its rows have the Merkle root {found}, the manifest says {stated}")]
    PartRoot {
        /// The part.
        file: String,
        /// Root of the tree over its rows.
        found: Hex,
        /// Root as the manifest has it.
        stated: Hex,
    },
    /// The manifest contradicts itself.
    #[error("manifest.json: the Merkle roots of its parts do not lead to its merkle_root")]
    BlockRoot,
}

/// A block whose units are to be proved: its manifest, and the texts of manifest and signature.
#[derive(Debug)]
pub struct Block<'a> {
    manifest: &'a Manifest,
    json: &'a str,
    signature: &'a str,
}

/// Where a unit stands: the index of its part, from 0, and how that is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    unit: u32,
    part: u32,
    packing: Packing,
}

impl Place {
    /// How the part is packed.
    #[must_use]
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// Name of the part in the block's folder.
    #[must_use]
    pub fn file_name(&self) -> String {
        part::file_name(self.part, self.packing)
    }
}

impl<'a> Block<'a> {
    /// A block whose signature is right; whether its key may sign blocks is for the reader of a proof to say.
    ///
    /// # Errors
    /// [`ProveError::Signature`], and [`ProveError::Parts`] when other parts are listed than such a block has.
    pub fn new(
        manifest: &'a Manifest,
        json: &'a str,
        signature: &'a str,
    ) -> Result<Self, ProveError> {
        signed_by(json.as_bytes(), signature).map_err(ProveError::Signature)?;
        let block = Self {
            manifest,
            json,
            signature,
        };
        if !block.lists_its_parts() {
            let units = manifest.units;
            return Err(ProveError::Parts { units });
        }
        Ok(block)
    }

    fn lists_its_parts(&self) -> bool {
        let (units, parts) = (self.manifest.units, &self.manifest.parts);
        parts.len() == part::count(units) as usize
            && (0..).zip(parts).all(|(index, part)| {
                let range = (part.first_unit, part.units) == part::range(units, index);
                range && Packing::of_file_name(&part.file, index).is_some()
            })
    }

    /// Where a unit stands; `None` when the block has no such unit.
    #[must_use]
    pub fn place(&self, unit: u32) -> Option<Place> {
        let part = unit.checked_sub(1)? / UNITS_PER_PART;
        let listed = self.manifest.parts.get(part as usize)?;
        let packing = Packing::of_file_name(&listed.file, part)?;
        let place = Place {
            unit,
            part,
            packing,
        };
        (unit <= self.manifest.units).then_some(place)
    }

    /// Proves a unit with the bytes of its part, and the form in which this is read.
    ///
    /// # Errors
    /// What does not hold together.
    pub fn prove(&self, place: Place, form: Form, part: &[u8]) -> Result<Proof, ProveError> {
        let contents = self.contents(place, form, part);
        let contents = contents.ok_or_else(|| self.not_rows(place))?;
        let rows = self.rows(place, &contents)?;
        let leaves: Vec<Digest> = rows.par_iter().map(|row| merkle::leaf_hash(row)).collect();
        let index = ((place.unit - 1) % UNITS_PER_PART) as usize;
        let within = merkle::inclusion_path(&leaves, index);
        let among = self.path_of_part(place, merkle::root(&leaves))?;
        Ok(Proof {
            format_version: FORMAT_VERSION,
            unit: place.unit,
            row: row_of(rows[index], place)?,
            inclusion_path: within.into_iter().chain(among).map(Hex).collect(),
            manifest: self.json.into(),
            signature: self.signature.into(),
        })
    }

    /// The content of a part's chunks; `None` when one is damaged, or something stands behind the last. The footer of a
    /// Parquet part is not looked at: no row is in it.
    fn contents<'c>(&self, place: Place, form: Form, part: &'c [u8]) -> Option<Vec<Cow<'c, [u8]>>> {
        let mut chunks = form.chunks(part, self.part(place).units);
        let whole: Vec<Chunk> = chunks.by_ref().collect::<Result<_, _>>().ok()?;
        let unpacked = whole.par_iter().map(|chunk| form.unpack(chunk));
        chunks.is_at_end().then(|| unpacked.collect())?
    }

    /// The rows of a part's chunks, header left out.
    fn rows<'c>(
        &self,
        place: Place,
        contents: &'c [Cow<[u8]>],
    ) -> Result<Vec<&'c [u8]>, ProveError> {
        let lines = contents.iter().map(|content| content.strip_suffix(b"\n"));
        let lines: Option<Vec<&[u8]>> = lines.collect();
        let lines = lines.into_iter().flatten();
        let rows = lines
            .flat_map(|lines| lines.split(|&byte| byte == b'\n'))
            .skip(1);
        let rows: Vec<&[u8]> = rows.collect();
        let units = self.part(place).units;
        if rows.len() == units as usize {
            Ok(rows)
        } else {
            Err(self.not_rows(place))
        }
    }

    fn not_rows(&self, place: Place) -> ProveError {
        ProveError::Rows {
            file: place.file_name(),
            packing: place.packing,
            units: self.part(place).units,
        }
    }

    /// What the manifest says of the unit's part.
    fn part(&self, place: Place) -> &Part {
        &self.manifest.parts[place.part as usize]
    }

    /// The path from a part's root to the block's, which it must lead to.
    fn path_of_part(&self, place: Place, root: Digest) -> Result<Vec<Digest>, ProveError> {
        let parts = &self.manifest.parts;
        let stated = self.part(place).merkle_root;
        if Hex(root) != stated {
            let (file, found) = (place.file_name(), Hex(root));
            return Err(ProveError::PartRoot {
                file,
                found,
                stated,
            });
        }
        let roots: Vec<Digest> = parts.iter().map(|part| part.merkle_root.0).collect();
        if merkle::root(&roots) != self.manifest.merkle_root.0 {
            return Err(ProveError::BlockRoot);
        }
        Ok(merkle::inclusion_path(&roots, place.part as usize))
    }
}

/// The row as text, if it begins as the unit's own does.
fn row_of(row: &[u8], place: Place) -> Result<String, ProveError> {
    let text = str::from_utf8(row).ok();
    let text = text.filter(|text| text.starts_with(&format!("{},", place.unit)));
    text.map(str::to_owned).ok_or_else(|| ProveError::Row {
        file: place.file_name(),
        unit: place.unit,
    })
}
