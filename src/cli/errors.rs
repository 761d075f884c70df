//! How a command ends: its exit code, and the one line that says what went wrong, where, and what to do next.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

use super::PlaceError;
use super::files::FileError;
use crate::audit::AuditError;
use crate::convert::ConvertError;
use crate::format::manifest::{Hex, ManifestError};
use crate::game::{BuiltIn, DefinitionError, counted, thousands};
use crate::generate::block::BlockError;
use crate::one_line::one_line;
use crate::prove::ProveError;
use crate::reason::reason;
use crate::seal::{AllowedSignersError, KeyError, SecretFileError, SeedError, shell_word};
use crate::verify::VerifyError;
use crate::words::{Language, WordListError};

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
    /// A name that is neither that of a game that is built in nor a file's.
    #[error("{}", unknown_game_line(name, *meant))]
    UnknownGame {
        /// The name.
        name: String,
        /// The game that may be meant.
        meant: Option<&'static str>,
    },
    /// A name that is neither that of words that are built in nor a file's.
    #[error("{}", unknown_words_line(name, *meant))]
    UnknownWords {
        /// The name.
        name: String,
        /// The words that may be meant.
        meant: Option<&'static str>,
    },
    /// A word list with a line that can't be used.
    #[error("{file}, {error}")]
    Words {
        /// The file.
        file: String,
        /// Its first bad line.
        error: WordListError,
    },
    /// A game whose alphabet lacks letters of the words that are built in.
    #[error(
        "the {language} words that are built in have the letter {letter}, and the game's alphabet is {alphabet}: \
         give a word list of its letters with --words"
    )]
    BuiltInWords {
        /// The words' language.
        language: &'static str,
        /// The first such letter.
        letter: char,
        /// The game's alphabet.
        alphabet: String,
    },
    /// Parquet parts were asked for that are not packed.
    #[error(
        "Parquet parts are always packed with zstd: leave out `--compression none`, or ask for `--format csv`"
    )]
    PlainParquet,
    /// A seed or key file that could not be read or written.
    #[error(transparent)]
    SecretFile(#[from] SecretFileError),
    /// A seed file was named that is not there.
    #[error(
        "missing seed {}: check its path, or make one for new blocks with `emission seed new --seed-file {}`",
        path.display(),
        shell_word(path)
    )]
    MissingSeed {
        /// Path of the file.
        path: PathBuf,
    },
    /// A key file was named that is not there.
    #[error(
        "missing key {}: check its path, or make one with `emission key new --key {}`",
        path.display(),
        shell_word(path)
    )]
    MissingKey {
        /// Path of the file.
        path: PathBuf,
    },
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
    /// A key with a passphrase, and nobody to ask.
    #[error(
        "{}: the key has a passphrase, and there is no terminal to ask for it ({}): \
         give it in a file with --passphrase-file",
        path.display(),
        reason(cause)
    )]
    NoTerminal {
        /// Path of the key file.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
    /// A block that can't be made.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// A manifest that can't be used.
    #[error("{}", manifest_line(path, error))]
    Manifest {
        /// Path of the file.
        path: PathBuf,
        /// What is wrong with it.
        error: ManifestError,
    },
    /// A block of another game than the one at hand.
    #[error(
        "{} is a block of another game: {} (its game_sha256 is {of_block}, and that of {game} is {at_hand})",
        folder.display(),
        BuiltIn::how_to_give(&of_block.0)
    )]
    OtherGame {
        /// The block's folder.
        folder: PathBuf,
        /// The hash of its game's definition.
        of_block: Hex,
        /// The name of the game at hand.
        game: String,
        /// The hash of its definition.
        at_hand: Hex,
    },
    /// A folder that is no block's.
    #[error("{} is no block's folder: give one, as {}", folder.display(), block.display())]
    AboveBlocks {
        /// The folder.
        folder: PathBuf,
        /// The first block in it or below.
        block: PathBuf,
    },
    /// A block of other words than those at hand.
    #[error("{} was made from another word list: give it with --words", folder.display())]
    OtherWords {
        /// The block's folder.
        folder: PathBuf,
    },
    /// A block of another block list than the one that is built in.
    #[error("{} was made with another block list: use the version of the tool that made it", folder.display())]
    OtherBlockList {
        /// The block's folder.
        folder: PathBuf,
    },
    /// A unit that its part does not hold where it should.
    #[error("unit {unit} can't be read from {}: run `emission verify` on its block", path.display())]
    UnreadableUnit {
        /// Path of the part.
        path: PathBuf,
        /// Number of the unit.
        unit: u32,
    },
    /// A block that does not hold together, where a proof was asked for.
    #[error(
        "{} gives no proof: {error}; nothing was written: see with `emission verify` what else is wrong with the block",
        folder.display()
    )]
    Prove {
        /// The block's folder.
        folder: PathBuf,
        /// What does not hold together.
        error: ProveError,
    },
    /// A block that changed while it was converted.
    #[error("{} was not converted: {error}; nothing was written: verify the block with `emission verify`", folder.display())]
    Convert {
        /// The block's folder.
        folder: PathBuf,
        /// What does not hold together.
        error: ConvertError,
    },
    /// There is no list of allowed signers.
    #[error(
        "missing allowed signers {}: get the list from a source that you trust, and name it with --allowed-signers",
        path.display()
    )]
    MissingSigners {
        /// Path of the file.
        path: PathBuf,
    },
    /// A list of allowed signers that can't be used.
    #[error("{}: {error}", path.display())]
    Signers {
        /// Path of the file.
        path: PathBuf,
        /// Its first bad line.
        error: AllowedSignersError,
    },
    /// A block that can't be verified to the end.
    #[error(transparent)]
    Verify(VerifyError),
    /// A block that can't be audited.
    #[error(transparent)]
    Audit(AuditError),
    /// A number that no unit has.
    #[error(
        "there is no unit {}: the block has units 1 to {}",
        thousands((*unit).into()),
        thousands((*units).into())
    )]
    NoSuchUnit {
        /// The number.
        unit: u32,
        /// Units of the block.
        units: u32,
    },
    /// More units than one page takes.
    #[error(
        "{} units are too many for one file: ask for {} at most",
        thousands((*units).into()),
        thousands((*most).into())
    )]
    TooManyUnits {
        /// Units that were asked for.
        units: u32,
        /// Units that a file may have.
        most: u32,
    },
    /// A prize that no unit of the game pays.
    #[error("no unit pays {prize}: the prizes are {prizes}")]
    NoSuchPrize {
        /// The amount, with its currency.
        prize: String,
        /// Those that there are.
        prizes: String,
    },
    /// Fewer units than are to be drawn.
    #[error(
        "the block has {}{whose}, fewer than the {} asked for: ask for fewer",
        counted(*found, "unit"),
        thousands((*wanted).into())
    )]
    TooFewUnits {
        /// Units that there are to draw among.
        found: u64,
        /// Of which prize, as ` of 5.00 EUR`; empty for all units.
        whose: String,
        /// Units that were asked for.
        wanted: u32,
    },
    /// The operating system gave no random bytes to draw units with.
    #[error(
        "the operating system gave no random bytes ({0}): try again, or name units with --units"
    )]
    Random(getrandom::Error),
    /// No threads to work with.
    #[error("the threads can't be started ({}): ask for fewer with --jobs", reason(.0))]
    Threads(rayon::ThreadPoolBuildError),
    /// Standard output could not be written.
    #[error("the output can't be written ({}): send it to a place that has room and is yours", reason(.0))]
    Output(io::Error),
    /// Bytes were asked for, and would go to a terminal.
    #[error(
        "standard output is a terminal, and these bytes are no text: send them to a program, as in \
         `emission rng-dump --purpose unit | dieharder -a -g 200`, or to a file"
    )]
    BytesOnTerminal,
    /// What was said of a file or a block that was made could not be written.
    #[error(
        "{} is {made}, but what is said of it can't be written ({}): send that to a place that has room and is yours",
        path.display(),
        reason(cause)
    )]
    Unreported {
        /// The file, or the last block's folder.
        path: PathBuf,
        /// What was done to it.
        made: &'static str,
        /// What the operating system said.
        cause: io::Error,
    },
    /// Signals can't be handled.
    #[error("Ctrl-C can't be watched for ({}): allow the process more open files and threads, with `ulimit`", reason(.0))]
    Signals(io::Error),
    /// Somebody pressed Ctrl-C.
    #[error("interrupted: nothing half done was kept; run the command again")]
    Interrupted,
    /// Somebody pressed Ctrl-C twice, and the work did not stop.
    #[error(
        "interrupted before the work could stop: run the command again; half a block, if one was being made, goes \
         when `emission generate` next makes a block of its emission"
    )]
    Abandoned,
    /// Somebody pressed Ctrl-C while a block was checked.
    #[error("interrupted: the block at hand was not checked to the end; run the command again")]
    CheckInterrupted,
}

impl Error {
    /// Why a block was not made that was to stand in a folder.
    pub(super) fn making(folder: &Path, error: BlockError) -> Self {
        match error {
            BlockError::Cancelled => Self::Interrupted,
            BlockError::Io(cause) => FileError::Write {
                path: folder.to_owned(),
                cause,
            }
            .into(),
            error => error.into(),
        }
    }

    /// Why a block was not converted that was to stand in a folder.
    pub(super) fn converting(from: &Path, folder: &Path, error: ConvertError) -> Self {
        match error {
            ConvertError::Cancelled => Self::Interrupted,
            ConvertError::Write(cause) => FileError::Write {
                path: folder.to_owned(),
                cause,
            }
            .into(),
            ConvertError::Read { path, cause } => FileError::Read { path, cause }.into(),
            error => Self::Convert {
                folder: from.to_owned(),
                error,
            },
        }
    }

    /// The same error, when a block was made before what is said of it could not be written.
    pub(super) fn after_block(self, folder: &Path) -> Self {
        self.after(folder, "made and signed")
    }

    /// The same error, when a file was.
    pub(super) fn after_file(self, path: &Path) -> Self {
        self.after(path, "written")
    }

    fn after(self, path: &Path, made: &'static str) -> Self {
        let path = path.to_owned();
        match self {
            Self::Output(cause) => Self::Unreported { path, made, cause },
            error => error,
        }
    }

    fn exit_code(&self) -> u8 {
        match self {
            Self::Interrupted | Self::CheckInterrupted | Self::Abandoned => {
                super::interrupt::EXIT_CODE
            }
            Self::Convert { .. } => 1,
            _ => 2,
        }
    }

    /// Writes the error to standard error, each of its lines as an error of its own.
    pub(super) fn report(&self) {
        let mut stderr = anstream::stderr().lock();
        for line in self.to_string().lines() {
            // Nobody may be there to read it; the exit code still tells.
            let _ = writeln!(stderr, "{LABEL}error:{LABEL:#} {}", one_line(line));
        }
    }
}

impl From<VerifyError> for Error {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Cancelled => Self::CheckInterrupted,
            error => Self::Verify(error),
        }
    }
}

impl From<AuditError> for Error {
    fn from(error: AuditError) -> Self {
        match error {
            AuditError::Cancelled => Self::CheckInterrupted,
            error => Self::Audit(error),
        }
    }
}

/// The exit code of a run: 0 when all is well, 1 when a check found something, 2 when the command could not run,
/// 130 when it was interrupted. An error is told first.
#[must_use]
pub fn exit_code(result: Result<Outcome, Error>) -> ExitCode {
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Err(error) => {
            error.report();
            ExitCode::from(error.exit_code())
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

fn unknown_game_line(name: &str, meant: Option<&str>) -> String {
    let meant = did_you_mean(meant);
    format!(
        "no game {name} is built in, and there is no file of this name: {meant}`emission game list` shows the games; a \
         definition of yours is given by its path"
    )
}

fn unknown_words_line(name: &str, meant: Option<&str>) -> String {
    let meant = did_you_mean(meant);
    let codes = Language::ALL.map(Language::code).join(" and ");
    format!(
        "no words {name} are built in, and there is no file of this name: {meant}{codes} are built in; a list of yours is \
         given by its path"
    )
}

fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |name| format!("did you mean {name}? "))
}

fn manifest_line(path: &Path, error: &ManifestError) -> String {
    let line = match error {
        ManifestError::Syntax { line, .. } => *line,
        ManifestError::Version(_) | ManifestError::NotCanonical => 0,
    };
    located(&path.display().to_string(), line, error)
}

/// A finding behind its file: `game.toml, line 7: …`, or `game.toml: …` when it is about no single line.
pub(super) fn located(file: &str, line: usize, finding: impl Display) -> String {
    let separator = if line > 0 { ", " } else { ": " };
    format!("{file}{separator}{finding}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Making a block and checking one leave different things undone.
    #[test]
    fn an_interrupted_run_says_what_was_not_done() {
        let made = Error::making(Path::new("out"), BlockError::Cancelled);
        let checked = Error::from(VerifyError::Cancelled);
        assert_eq!((made.exit_code(), checked.exit_code()), (130, 130));
        assert_eq!(
            made.to_string(),
            "interrupted: nothing half done was kept; run the command again"
        );
        assert_eq!(
            checked.to_string(),
            "interrupted: the block at hand was not checked to the end; run the command again"
        );
    }
}
