//! How a command ends: its exit code, and the one line that says what went wrong, where, and what to do next.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

use super::PlaceError;
use super::files::FileError;
use crate::game::DefinitionError;
use crate::seal::{KeyError, SecretFileError, SeedError};
use crate::words::WordListError;

/// How `error:` stands out where colours show: as clap writes it.
const LABEL: Style = AnsiColor::Red.on_default().bold();

/// How a command ended that could do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Fine,
    /// A check found something, and said what.
    Findings,
}

impl Outcome {
    /// The outcome of a check with this many findings.
    #[must_use]
    pub fn of(findings: usize) -> Self {
        if findings == 0 {
            Self::Fine
        } else {
            Self::Findings
        }
    }
}

/// Why a command could not do its work. Each is one line, a [definition](Error::Definition)'s one a finding.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file that could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A block's folder that could not be made or put in place.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// A definition with findings.
    #[error("{}", definition_lines(file, error))]
    Definition {
        /// The file, or the name of the definition that is built in.
        file: String,
        /// All that is wrong with it.
        error: DefinitionError,
    },
    /// A word list with a line that can't be used.
    #[error("{file}, {error}")]
    Words {
        /// The file.
        file: String,
        /// Its first bad line.
        error: WordListError,
    },
    /// A seed or key file that could not be read or written.
    #[error(transparent)]
    SecretFile(#[from] SecretFileError),
    /// A seed file that holds no seed.
    #[error("{}: {error}", path.display())]
    Seed {
        /// Path of the file.
        path: PathBuf,
        /// What is wrong with it.
        error: SeedError,
    },
    /// A key file that holds no key to sign with.
    #[error("{}: {error}", path.display())]
    Key {
        /// Path of the file.
        path: PathBuf,
        /// What is wrong with it.
        error: KeyError,
    },
    /// Standard output could not be written.
    #[error("the output can't be written ({0}): send it to a place that has room and is yours")]
    Output(io::Error),
}

impl Error {
    /// Writes the error to standard error, each of its lines as an error of its own.
    fn report(&self) {
        let mut stderr = anstream::stderr().lock();
        for line in self.to_string().lines() {
            // Nobody may be there to read it; the exit code still tells.
            let _ = writeln!(stderr, "{LABEL}error:{LABEL:#} {line}");
        }
    }
}

/// The exit code of a run: 0 when all is well, 1 when a check found something, 2 when the command could not run. An
/// error is told first.
#[must_use]
pub fn exit_code(result: Result<Outcome, Error>) -> ExitCode {
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Err(error) => {
            error.report();
            ExitCode::from(2)
        }
    }
}

fn definition_lines(file: &str, error: &DefinitionError) -> String {
    let lines = error
        .findings
        .iter()
        .map(|finding| located(file, finding.line, finding));
    lines.collect::<Vec<_>>().join("\n")
}

/// A finding behind its file: `game.toml, line 7: …`, or `game.toml: …` when it is about no single line.
pub(super) fn located(file: &str, line: usize, finding: impl Display) -> String {
    let separator = if line > 0 { ", " } else { ": " };
    format!("{file}{separator}{finding}")
}
