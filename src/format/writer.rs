//! A block on its way to the disk: chunks into parts, parts into a manifest, the manifest sealed.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

use sha2::{Digest as _, Sha256};

use super::manifest::{Hex, Manifest, Part};
use super::parquet::{self, RowGroup};
use super::part::{self, Packed, Packing};
use super::{CHECKSUMS, MANIFEST, SIGNATURE};
use crate::seal::SigningKey;
use crate::seal::checksums::{self, Checksum};
use crate::seal::merkle::{self, Digest};

/// Where the bytes of parts go.
pub trait Files: Send {
    /// Starts the file of this name.
    ///
    /// # Errors
    /// When it cannot be made.
    fn create(&mut self, name: &str) -> io::Result<()>;
    /// Adds bytes to it.
    ///
    /// # Errors
    /// When they cannot be written.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Ends it.
    ///
    /// # Errors
    /// When it cannot be flushed.
    fn close(&mut self) -> io::Result<()>;
}

/// No files: for a block that is made to be compared.
pub struct NoFiles;

impl Files for NoFiles {
    fn create(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn write(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Files of one folder, flushed to the disk while the next ones are written.
pub struct DiskFiles {
    folder: PathBuf,
    file: Option<File>,
    flushing: Vec<JoinHandle<io::Result<()>>>,
}

impl DiskFiles {
    /// Files in an existing folder.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.into(),
            file: None,
            flushing: Vec::new(),
        }
    }

    /// Waits until all files are on the disk.
    ///
    /// # Errors
    /// When one could not be flushed.
    ///
    /// # Panics
    /// When a flushing thread did.
    pub fn flush(&mut self) -> io::Result<()> {
        let flushed = self
            .flushing
            .drain(..)
            .map(|thread| thread.join().expect("flushing does not panic"));
        flushed.collect()
    }
}

impl Files for DiskFiles {
    fn create(&mut self, name: &str) -> io::Result<()> {
        self.file = Some(File::create_new(self.folder.join(name))?);
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file
            .as_mut()
            .expect("a file is started before it is written")
            .write_all(bytes)
    }

    fn close(&mut self) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            self.flushing
                .push(std::thread::spawn(move || file.sync_all()));
        }
        Ok(())
    }
}

/// Puts chunks together to parts.
pub struct PartWriter<'a> {
    files: &'a mut dyn Files,
    units: u32,
    packing: Packing,
    parts: Vec<Part>,
    /// The next chunk of the block.
    chunk: u32,
    hash: Sha256,
    bytes: u64,
    chunk_roots: Vec<Digest>,
    row_groups: Vec<RowGroup>,
}

impl<'a> PartWriter<'a> {
    /// A writer for the parts of a block with this many units.
    #[must_use]
    pub fn new(units: u32, packing: Packing, files: &'a mut dyn Files) -> Self {
        Self {
            files,
            units,
            packing,
            parts: Vec::new(),
            chunk: 0,
            hash: Sha256::new(),
            bytes: 0,
            chunk_roots: Vec::new(),
            row_groups: Vec::new(),
        }
    }

    /// How the units are written.
    #[must_use]
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// Takes the block's next chunk, and the root of the tree over its units.
    ///
    /// # Errors
    /// When its bytes cannot be kept.
    pub fn chunk(&mut self, packed: Packed, root: Digest) -> io::Result<()> {
        if part::starts_part(self.chunk) {
            self.files.create(&self.file_name())?;
            if self.packing == Packing::Parquet {
                self.write(parquet::MAGIC)?;
            }
        }
        self.write(&packed.bytes)?;
        self.row_groups.extend(packed.row_group);
        self.chunk_roots.push(root);
        self.chunk += 1;
        if part::starts_part(self.chunk) || self.chunk == part::chunks(self.units) {
            self.end_part()?;
        }
        Ok(())
    }

    /// The parts, in order, and the root of the tree over all units.
    #[must_use]
    pub fn finish(self) -> (Vec<Part>, Digest) {
        let roots: Vec<Digest> = self.parts.iter().map(|part| part.merkle_root.0).collect();
        let root = merkle::root(&roots);
        (self.parts, root)
    }

    /// Adds bytes to the part at hand.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.files.write(bytes)?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    fn end_part(&mut self) -> io::Result<()> {
        if self.packing == Packing::Parquet {
            let groups = std::mem::take(&mut self.row_groups);
            self.write(&parquet::footer(&groups))?;
        }
        self.files.close()?;
        let (first_unit, units) = part::range(self.units, self.index());
        self.parts.push(Part {
            file: self.file_name(),
            first_unit,
            units,
            bytes: std::mem::take(&mut self.bytes),
            sha256: Hex(self.hash.finalize_reset().into()),
            merkle_root: Hex(merkle::root(&std::mem::take(&mut self.chunk_roots))),
        });
        Ok(())
    }

    fn index(&self) -> u32 {
        u32::try_from(self.parts.len()).expect("a block has fewer parts than units")
    }

    fn file_name(&self) -> String {
        part::file_name(self.index(), self.packing)
    }
}

/// Writes the manifest, then the checksums, then the signature, each flushed before the next.
///
/// # Errors
/// When one cannot be written.
///
/// # Panics
/// Never: the names of parts are plain.
pub fn seal(folder: &Path, manifest: &Manifest, key: &SigningKey) -> io::Result<()> {
    let json = manifest.to_json();
    let line = |name: &str, digest| Checksum {
        digest,
        name: name.to_owned(),
    };
    let parts = manifest
        .parts
        .iter()
        .map(|part| line(&part.file, part.sha256.0));
    let own = line(MANIFEST, Sha256::digest(&json).into());
    let sums: Vec<Checksum> = parts.chain([own]).collect();
    let sums = checksums::to_text(&sums).expect("the names of parts are plain");
    // The names of the parts are on the disk before anything vouches for them.
    File::open(folder)?.sync_all()?;
    for (name, text) in [
        (MANIFEST, &json),
        (CHECKSUMS, &sums),
        (SIGNATURE, &key.sign(json.as_bytes())),
    ] {
        let path = folder.join(name);
        fs::write(&path, text)?;
        File::open(&path)?.sync_all()?;
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
