//! What must hold of each reader, whatever bytes it is given: beyond no panic, that what it takes is what was written,
//! and that what it refuses is told on one line.

#![allow(
    unreachable_pub,
    reason = "tests/corpus.rs of the main package includes it"
)]

#[path = "../../../tests/common/mod.rs"]
mod common;

mod definition;
mod parts;
mod proof;
mod row;
mod seals;
mod secrets;
mod words;

use std::fmt::Display;

use emission::verify::{Findings, SHOWN};

pub use definition::Definition;
pub use parts::{Csv, Parquet, Zstd};
pub use proof::Proof;
pub use seals::{Checksums, Manifest, Signature, Signers};
pub use secrets::Secrets;
pub use words::Words;

/// What a reader makes of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is one of the files that the reader is there for.
    Accepted,
    /// It is none.
    Refused,
}

/// A reader, and what it needs to read.
pub trait Reader: Sync {
    /// Name of the fuzz target, and of its folder in `tests/corpus`.
    const NAME: &'static str;

    /// A reader with nothing read.
    fn new() -> Self;

    /// Reads an input, and says what was made of it.
    ///
    /// # Panics
    /// When something does not hold that must, whatever the bytes are.
    fn read(&self, bytes: &[u8]) -> Verdict;
}

/// Reads an input as text; what is none is refused before any reader of texts sees it.
fn read_text(bytes: &[u8], read: impl FnOnce(&str) -> Verdict) -> Verdict {
    str::from_utf8(bytes).map_or(Verdict::Refused, read)
}

/// Asserts that a message fits on one line of a terminal, whatever the file holds that it quotes.
#[track_caller]
fn assert_one_line(message: impl Display) {
    let message = message.to_string();
    let is_line = !message.is_empty() && !message.contains(char::is_control);
    assert!(is_line, "{message:?}");
}

/// Most characters of a finding's detail: the 300 that are kept.
const MAX_DETAIL: usize = 300;

/// Asserts that findings are few enough to be shown, however many there are, and each on one line.
#[track_caller]
fn assert_bounded(findings: &Findings) {
    for finding in findings.iter() {
        let (units, details) = (finding.units.len(), finding.details.len());
        assert!(units <= SHOWN && (1..=SHOWN).contains(&details));
        assert!(finding.count >= details.max(units) as u64);
        for detail in &finding.details {
            assert_one_line(detail);
            assert!(detail.chars().count() <= MAX_DETAIL, "{detail}");
        }
    }
}
