//! Makes the blocks of an instant-win crossword game, offline, and proves that they are right.
//!
//! One unit's data flows one way, and each step has a file:
//!
//! ```text
//! Seed ──derive──▶ BlockKeys                                              generate/rng
//! BlockKeys ──assign──▶ Outcome of every position (the exact prize table)  generate/order
//! BlockKeys + unit number ──▶ Stream                                      generate/rng
//! Stream ──layout, fill──▶ two Grids, which have never seen the outcome   generate/{layout, fill}
//! Stream + Grids + Outcome ──letters──▶ LetterSet, in reveal order        generate/{letters, reveal}
//! Grids + LetterSet + Outcome + nonce ──▶ Unit                            generate/unit
//! Unit ──canonical bytes──▶ leaf of the tree, row of the CSV              unit, seal/merkle, format/csv
//! rows ──chunks, parts──▶ files, CSV or Parquet                           generate/block, format/{part, parquet, writer}
//! parts + root + totals ──▶ Manifest ──sign──▶ sealed block               format/manifest, seal/signature
//! files ──pack anew──▶ parts + root ──sign──▶ sealed block                convert
//! files ──re-solve──▶ findings                                            verify/
//! files of one part ──path to the root──▶ Proof ──re-solve──▶ findings     prove, format/proof, verify/proof
//! files ──count, test──▶ statistics and verdicts                          audit/
//! findings + statistics ──▶ page to file                                  show/report
//! ```
//!
//! Only `cli` and `show` do terminal work, or read a clock, locale, host name or environment; they hear of long work
//! through [`watch`].
//! [`verify`] and [`audit`] import nothing from [`generate`].

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
compile_error!(
    "emission runs on Linux and macOS, whose locks, permissions and exchange of two folders it relies on: build it there"
);

pub mod audit;
pub mod cli;
pub mod convert;
pub mod format;
pub mod game;
pub mod generate;
mod one_line;
pub mod prove;
mod reason;
pub mod seal;
pub mod show;
pub mod unit;
pub mod verify;
pub mod watch;
pub mod words;

#[cfg(test)]
mod statistics;
