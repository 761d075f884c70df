//! What a statistician asks of a block: whether its order is chance, and whether grids or letters tell what they must
//! not. From the rows alone, with nothing of the code that made them.
//!
//! [`block`] reads a block's files, [`rows`] takes its rows from anywhere; [`Audit`] puts blocks together. `files`
//! unpacks the parts; `shown` reads a row, with the verifier's marks and words; `tally` counts, in one pass, and keeps
//! the rows of a sample. From these, `order` looks at where winners stand, `usage` at words and layouts, `leak` at what
//! a classifier can tell from `features` (its `auc`), and `letters` at the revealed letters. `statistics` has the tests,
//! and `report` what comes out. `docs/audit.md` explains every figure.
//!
//! An audit believes what `emission verify` checks: a block that cannot be read so is an error, not a finding.
#![allow(
    clippy::cast_precision_loss,
    reason = "counts of a block are far below 2^52"
)]

mod auc;
mod features;
mod files;
mod leak;
mod letters;
mod order;
mod report;
mod shown;
mod standard;
mod statistics;
mod tally;
mod usage;

use std::io;
use std::path::{Path, PathBuf};

use crate::format::part::Packing;
use crate::game::thousands;
use crate::reason::reason;
use crate::watch::Watch;

pub use auc::Auc;
pub use leak::{Leak, Revealed};
pub use letters::{LetterFound, LettersFound, NearMisses};
pub use order::Segment;
pub(crate) use report::percent as confidence_percent;
pub use report::{Audit, BlockAudit, State, Verdict};
pub use standard::Standard;
pub use statistics::{Kind, STANDS_OUT, Statistic, Subject};
pub use usage::{Facts, GridPair};

use tally::Tally;

/// Why a block could not be audited. Of what is wrong with a block that can be read, the audit tells.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// A part cannot be read.
    #[error("cannot read {} ({}): check the disk, your rights, and the block with `emission verify`", path.display(), reason(cause))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A part is not whole frames and lines of as many units as it must have.
    #[error("{} is no whole part of such a block: run `emission verify` on it", path.display())]
    Part {
        /// The file.
        path: PathBuf,
    },
    /// A row is not the unit that it must be.
    #[error("unit {unit} is none of this game and word list: run `emission verify` on its block")]
    Unit {
        /// The unit whose place the row has.
        unit: u32,
    },
    /// There are fewer rows than units.
    #[error("{} rows are no block of {} units: give all rows of one block", thousands(*rows as u64), thousands((*units).into()))]
    Rows {
        /// Rows.
        rows: usize,
        /// Units that the game's blocks have.
        units: u32,
    },
    /// The watcher asked to stop.
    #[error("stopped before the end: nothing is known")]
    Cancelled,
}

/// Audits a block from its files, packed as its manifest says, on the threads of the caller's rayon pool. `blocks` says how
/// many blocks are audited together: the interval of the AUC is the wider the more there are.
///
/// # Errors
/// When a part cannot be read, or is none of such a block; or when the watcher asked to stop.
pub fn block(
    standard: &Standard,
    folder: &Path,
    packing: Packing,
    blocks: usize,
    watch: &dyn Watch,
) -> Result<BlockAudit, AuditError> {
    let tally = files::tally(standard, folder, packing, watch)?;
    if watch.cancelled() {
        return Err(AuditError::Cancelled);
    }
    Ok(BlockAudit::of(standard, tally, blocks).in_folder(folder))
}

/// Audits a block from its rows, in the order of units and without line feeds.
///
/// # Errors
/// The first row that is not the unit of its place, and too few rows or too many.
pub fn rows<R: AsRef<[u8]>>(
    standard: &Standard,
    rows: impl IntoIterator<Item = R>,
) -> Result<BlockAudit, AuditError> {
    let mut tally = Tally::new(standard);
    tally.start(1);
    let mut count = 0;
    for row in rows {
        tally.row(row.as_ref())?;
        count += 1;
    }
    let units = standard.game.units_per_block;
    if count != units as usize {
        return Err(AuditError::Rows { rows: count, units });
    }
    Ok(BlockAudit::of(standard, tally, 1))
}
