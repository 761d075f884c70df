//! Writes a block's parts anew, packed in another way: the same units, and so the same root.
//!
//! No seed is needed, and nothing of the generator. Whoever converts a block proves it right first, with
//! [`verify`](crate::verify); what is read here must be the very files that its manifest speaks of, and what is written
//! must have its root again.

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::format::manifest::{Hex, Manifest, Part};
use crate::format::part::{self, Chunk, Form, NoChunk, Packed, Packer, Packing};
use crate::format::writer::{Files, PartWriter};
use crate::reason::reason;
use crate::seal::merkle::{self, Digest};
use crate::unit::RowShape;
use crate::watch::Watch;

/// Why a block was not converted.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// A part cannot be read.
    #[error("{} can't be read ({})", path.display(), reason(cause))]
    Read {
        /// The part.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A part is not the one that the manifest speaks of.
    #[error("{file} is not the file that the manifest lists")]
    OtherFile {
        /// The part.
        file: String,
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
    /// The units have another root than the manifest says.
    #[error("the units have the Merkle root {found}, the manifest says {stated}")]
    Root {
        /// Root of the tree over all units.
        found: Hex,
        /// Root as the manifest has it.
        stated: Hex,
    },
    /// A chunk cannot be packed or kept.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The watcher asked to stop.
    #[error("stopped")]
    Cancelled,
}

/// A block that is written anew.
#[derive(Debug, Clone, Copy)]
pub struct Conversion<'a> {
    /// Its manifest.
    pub manifest: &'a Manifest,
    /// Widths of its rows.
    pub shape: &'a RowShape,
    /// How its parts are packed.
    pub from: Packing,
    /// How they are to be packed.
    pub to: Packing,
}

/// A chunk that is packed anew, and the root of the tree over its units.
type Anew = (Packed, Digest);

impl Conversion<'_> {
    /// Writes the parts of the block's folder into `files`, on the threads of the caller's rayon pool. Gives the new
    /// block's manifest: the old one but for names, sizes and checksums of parts.
    ///
    /// # Errors
    /// See [`ConvertError`]. What `files` has taken by then is no block.
    pub fn run(
        &self,
        folder: &Path,
        files: &mut dyn Files,
        watch: &dyn Watch,
    ) -> Result<Manifest, ConvertError> {
        let mut writer = PartWriter::new(self.manifest.units, self.to, files);
        for (index, part) in (0..).zip(&self.manifest.parts) {
            let path = folder.join(part::file_name(index, self.from));
            let bytes = part::read(&path).map_err(|cause| ConvertError::Read { path, cause })?;
            for (packed, root) in self.part(part, &bytes, watch)? {
                writer.chunk(packed, root)?;
            }
        }
        let (parts, root) = writer.finish();
        let (found, stated) = (Hex(root), self.manifest.merkle_root);
        if found != stated {
            return Err(ConvertError::Root { found, stated });
        }
        Ok(Manifest {
            parts,
            ..self.manifest.clone()
        })
    }

    /// Packs the chunks of a part anew.
    fn part(
        &self,
        part: &Part,
        bytes: &[u8],
        watch: &dyn Watch,
    ) -> Result<Vec<Anew>, ConvertError> {
        let file = || part.file.clone();
        if Hex(Sha256::digest(bytes).into()) != part.sha256 {
            return Err(ConvertError::OtherFile { file: file() });
        }
        let not_rows = || ConvertError::Rows {
            file: file(),
            packing: self.from,
            units: part.units,
        };
        let form = self.from.form(self.shape);
        let chunks: Result<Vec<Chunk>, NoChunk> = form.chunks(bytes, part.units).collect();
        let chunks = chunks.map_err(|NoChunk| not_rows())?;
        let packer = || Packer::new(self.to.form(self.shape));
        let anew = chunks.par_iter().map_init(packer, |packer, chunk| {
            if watch.cancelled() {
                return Err(ConvertError::Cancelled);
            }
            let packer = packer
                .as_mut()
                .map_err(|error| io::Error::from(error.kind()))?;
            let (content, root) = content(form, chunk).ok_or_else(not_rows)?;
            watch.units(chunk.units.into());
            Ok((packer.pack(content)?, root))
        });
        anew.collect()
    }
}

/// The content of a chunk, and the root of the tree over its rows, if they are as many as its units.
fn content(form: Form, chunk: &Chunk) -> Option<(Vec<u8>, Digest)> {
    let content = form.unpack(chunk)?.into_owned();
    let lines = content.strip_suffix(b"\n")?.split(|&byte| byte == b'\n');
    let rows = lines.skip(usize::from(chunk.index == 0));
    let leaves: Vec<Digest> = rows.map(merkle::leaf_hash).collect();
    let is_whole = leaves.len() == chunk.units as usize;
    is_whole.then(|| (content, merkle::root(&leaves)))
}
