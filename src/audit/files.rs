//! The rows of a block, from its parts.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use super::tally::Tally;
use super::{AuditError, Standard};
use crate::format::part::{self, NoChunk, Packing};
use crate::watch::Watch;

/// Counts all rows of a block, each thread a part at a time.
pub(super) fn tally<'a>(
    standard: &'a Standard<'a>,
    folder: &Path,
    packing: Packing,
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
            let part = Part::open(standard, folder, packing, index);
            let counted = part.and_then(|part| part.count(&mut tally, watch));
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

/// A part file.
struct Part<'a> {
    standard: &'a Standard<'a>,
    path: PathBuf,
    bytes: Vec<u8>,
    packing: Packing,
    first_unit: u32,
    units: u32,
}

impl<'a> Part<'a> {
    /// Reads the file.
    fn open(
        standard: &'a Standard<'a>,
        folder: &Path,
        packing: Packing,
        index: u32,
    ) -> Result<Self, AuditError> {
        let path = folder.join(part::file_name(index, packing));
        let (first_unit, units) = part::range(standard.game.units_per_block, index);
        match part::read(&path) {
            Ok(bytes) => Ok(Self {
                standard,
                path,
                bytes,
                packing,
                first_unit,
                units,
            }),
            Err(cause) => Err(AuditError::Read { path, cause }),
        }
    }

    /// Counts its rows.
    fn count(&self, tally: &mut Tally, watch: &dyn Watch) -> Result<(), AuditError> {
        tally.start(self.first_unit);
        let form = self.packing.form(&self.standard.shape);
        let mut chunks = form.chunks(&self.bytes, self.units);
        let mut rows = 0;
        for chunk in chunks.by_ref() {
            let chunk = chunk.map_err(|NoChunk| self.damaged())?;
            let content = form.unpack(&chunk);
            let content = content.ok_or_else(|| self.damaged())?;
            rows += self.count_rows(&content, tally)?;
            watch.units(chunk.units.into());
            if watch.cancelled() {
                return Err(AuditError::Cancelled);
            }
        }
        if rows == self.units && chunks.is_at_end() {
            Ok(())
        } else {
            Err(self.damaged())
        }
    }

    /// Counts rows of whole lines, the header among them passed over; says how many.
    fn count_rows(&self, content: &[u8], tally: &mut Tally) -> Result<u32, AuditError> {
        let rows = part::rows_of(content, &self.standard.shape);
        let content = rows.strip_suffix(b"\n").ok_or_else(|| self.damaged())?;
        let mut rows = 0;
        for row in content.split(|&byte| byte == b'\n') {
            tally.row(row)?;
            rows += 1;
        }
        Ok(rows)
    }

    fn damaged(&self) -> AuditError {
        AuditError::Part {
            path: self.path.clone(),
        }
    }
}
