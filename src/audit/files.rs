//! The rows of a block, from its parts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use super::tally::Tally;
use super::{AuditError, Standard};
use crate::format::part::{self, Compression};
use crate::format::{MAX_PART_BYTES, UNITS_PER_CHUNK, csv};
use crate::watch::Watch;

/// Counts all rows of a block, each thread a part at a time.
pub(super) fn tally<'a>(
    standard: &'a Standard<'a>,
    folder: &Path,
    watch: &dyn Watch,
) -> Result<Tally<'a>, AuditError> {
    let units = standard.game.units_per_block;
    let next = AtomicU32::new(0);
    let all = Mutex::new(None::<Tally>);
    let shares: Result<Vec<()>, AuditError> = rayon::broadcast(|_| {
        let mut tally = Tally::new(standard);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= part::count(units) {
                break;
            }
            let counted =
                Part::open(standard, folder, index).and_then(|p| p.count(&mut tally, watch));
            if counted.is_err() {
                next.store(part::count(units), Ordering::Relaxed);
            }
            counted?;
        }
        let mut all = all.lock().expect("adding does not panic");
        match &mut *all {
            Some(all) => all.add(tally),
            none => *none = Some(tally),
        }
        Ok(())
    })
    .into_iter()
    .collect();
    shares?;
    let all = all.into_inner().expect("adding does not panic");
    Ok(all.expect("there is a thread"))
}

/// The bytes of a regular file, no link, of no more bytes than any part has.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let about = fs::symlink_metadata(path)?;
    if !about.is_file() || about.len() > MAX_PART_BYTES {
        return Err(io::Error::other("it is no file of a part's size"));
    }
    fs::read(path)
}

/// A part file.
struct Part<'a> {
    standard: &'a Standard<'a>,
    path: PathBuf,
    bytes: Vec<u8>,
    compression: Compression,
    first_unit: u32,
    units: u32,
}

impl<'a> Part<'a> {
    /// Reads the file: the plain one if there is one.
    fn open(standard: &'a Standard<'a>, folder: &Path, index: u32) -> Result<Self, AuditError> {
        let path = |compression| folder.join(part::file_name(index, compression));
        let compression = if path(Compression::None).exists() {
            Compression::None
        } else {
            Compression::Zstd
        };
        let path = path(compression);
        let (first_unit, units) = part::range(standard.game.units_per_block, index);
        match read(&path) {
            Ok(bytes) => Ok(Self {
                standard,
                path,
                bytes,
                compression,
                first_unit,
                units,
            }),
            Err(cause) => Err(AuditError::Read { path, cause }),
        }
    }

    /// Counts its rows.
    fn count(&self, tally: &mut Tally, watch: &dyn Watch) -> Result<(), AuditError> {
        tally.start(self.first_unit);
        let mut rows = 0;
        match self.compression {
            Compression::None => rows += self.count_rows(&self.bytes, tally, watch)?,
            Compression::Zstd => {
                let mut rest = self.bytes.as_slice();
                while !rest.is_empty() {
                    let frame = part::frame_len(rest).and_then(|len| rest.split_at_checked(len));
                    let (frame, after) = frame.ok_or_else(|| self.damaged())?;
                    rest = after;
                    let content = part::unpack_frame(frame, self.most_content());
                    let content = content.map_err(|_| self.damaged())?;
                    rows += self.count_rows(&content, tally, watch)?;
                }
            }
        }
        if rows == self.units {
            Ok(())
        } else {
            Err(self.damaged())
        }
    }

    /// Counts rows of whole lines, the header among them passed over; says how many.
    fn count_rows(
        &self,
        content: &[u8],
        tally: &mut Tally,
        watch: &dyn Watch,
    ) -> Result<u32, AuditError> {
        let header = csv::header(self.standard.shape.grids) + "\n";
        let content = content.strip_prefix(header.as_bytes()).unwrap_or(content);
        let content = content.strip_suffix(b"\n").ok_or_else(|| self.damaged())?;
        let mut rows = 0;
        for row in content.split(|&byte| byte == b'\n') {
            tally.row(row)?;
            rows += 1;
            if rows % UNITS_PER_CHUNK == 0 && watch.cancelled() {
                return Err(AuditError::Cancelled);
            }
        }
        watch.units(rows.into());
        Ok(rows)
    }

    /// Bytes that no content of a chunk exceeds.
    fn most_content(&self) -> usize {
        let shape = &self.standard.shape;
        csv::header(shape.grids).len() + 1 + UNITS_PER_CHUNK as usize * shape.longest_line()
    }

    fn damaged(&self) -> AuditError {
        AuditError::Part {
            path: self.path.clone(),
        }
    }
}
