//! Proves a block right from its files alone, with nothing of the code that made it.
//!
//! [`block()`] reads a block from the outside in. `folder` lists its files; `seals` reads manifest, signature and
//! checksums; `claims` holds the manifest against the game and against what is found. `part` cuts a part file into
//! chunks, `chunk` unpacks one, `rows` cuts it into rows, and `unit` checks a row. There, [`solve`] reads the grids as
//! marks on cells (`marks`), `crossings` sees whether their words hang together, `lines` takes the words out, `words`
//! looks them up, and `readable` looks at the revealed letters. `tally` counts what was won, `twins` looks for units
//! that show the same. `foreign` judges what can be judged of a block of other rules. All that is wrong comes together in
//! [`Findings`]. [`proof()`] checks one unit with its path to the block's root, instead of the block.
//!
//! Nothing that stands in a block is believed before it is checked, and none of it is ever used as a path.

mod block;
mod chunk;
mod claims;
mod crossings;
mod findings;
mod folder;
mod foreign;
pub(crate) mod lines;
pub(crate) mod marks;
mod part;
mod proof;
mod readable;
#[cfg(test)]
mod reference;
mod report;
mod rows;
mod seals;
pub mod solve;
mod tally;
mod twins;
pub(crate) mod unit;
pub(crate) mod words;

use std::io;
use std::path::{Path, PathBuf};

use crate::game::Game;
use crate::reason::reason;
use crate::seal::AllowedSigners;
use crate::words::{BlockList, WordList};

pub use block::block;
pub use findings::{Finding, Findings, Kind, SHOWN};
pub use folder::blocks_below;
pub use proof::{ProofReport, proof};
pub use report::{Report, TierFound, WayFound};

/// What a block is verified against.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The block's folder; of a proof, its file.
    pub folder: &'a Path,
    /// The game that it must be of.
    pub game: &'a Game,
    /// The words that its grids may have.
    pub words: &'a WordList,
    /// The words that they must not have.
    pub blocked: &'a BlockList,
    /// Who may sign it.
    pub signers: &'a AllowedSigners,
    /// Whose signature it must be.
    pub identity: &'a str,
}

/// Why a block could not be verified to the end. What is wrong with the block itself is no such error.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A folder is not there.
    #[error("there is no folder {}: check its path", folder.display())]
    NoFolder {
        /// Where it should be.
        folder: PathBuf,
    },
    /// A folder cannot be listed.
    #[error("cannot list {} ({}): check that it is a folder that you may read", folder.display(), reason(source))]
    List {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("cannot read {} ({}): check the disk and your rights", path.display(), reason(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no block.
    #[error(
        "no block in or below {}: give a block folder, as out/emission-0001/block-0001, or a folder above some",
        folder.display()
    )]
    NoBlock {
        /// The folder.
        folder: PathBuf,
    },
    /// The watcher asked to stop.
    #[error("stopped before the end: nothing is proved")]
    Cancelled,
}
