//! Files that people name: read as text, written as new, each failure with its path and what to do.

use std::fmt::{self, Display, Formatter};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::lock::{self, Lock};
use super::place::{is_in_block, parent};
use super::{Console, Error};
use crate::format::{MAX_PART_BYTES, MAX_SEAL_BYTES};
use crate::game::thousands;
use crate::reason::reason;
use crate::seal::hex;

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system refused to open or read it.
    #[error("{} can't be read ({}): check its path and its permissions", path.display(), reason(cause))]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
    /// It is a folder or a device.
    #[error("{} is neither a file nor a pipe: give {what}", path.display())]
    NotAFile {
        /// Its path.
        path: PathBuf,
        /// What was asked for.
        what: &'static str,
    },
    /// It has more bytes than anything of its kind.
    #[error(
        "{} has more than {} bytes, which is too many: give {what}",
        path.display(),
        thousands(*most)
    )]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
        /// Bytes that it may have.
        most: u64,
        /// What was asked for.
        what: &'static str,
    },
    /// It is no text.
    #[error("{} is not UTF-8 text: give a text file", path.display())]
    NotText {
        /// Path of the file.
        path: PathBuf,
    },
    /// It is there already.
    #[error("{} is there already and was left as it is: give another name, or move it away", path.display())]
    Exists {
        /// Path of the file.
        path: PathBuf,
    },
    /// It would stand in a block's folder.
    #[error("{} would stand in the folder of a block, where one file more is a finding: choose another place", path.display())]
    InBlock {
        /// Path of the file.
        path: PathBuf,
    },
    /// It would be written to standard output, where other results go.
    #[error(
        "standard output can't take both the file and what --json prints: name a file, or leave out --json"
    )]
    TwoResults,
    /// It could not be written, or not in whole.
    #[error("{} can't be written ({}): {}", path.display(), reason(cause), advice(cause.kind()))]
    Write {
        /// Path of the file or folder.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
}

/// What to do about a write that failed.
pub(super) fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "free some room there, or choose another folder"
        }
        ErrorKind::FileTooLarge => {
            "raise the limit on the size of files (`ulimit -f`), or choose another file system"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "choose a folder where you may write"
        }
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
            "a file is in the place of a folder: move it away, or choose another folder"
        }
        ErrorKind::NotFound => "make its folder first, or choose another one",
        ErrorKind::InvalidFilename => "choose a shorter name",
        _ => "check the disk, or choose another folder",
    }
}

/// Refuses what is no regular file, which could be read without end.
pub(super) fn regular(path: &Path) -> Result<(), FileError> {
    let refused = |cause| FileError::Read {
        path: path.to_owned(),
        cause,
    };
    let about = fs::symlink_metadata(path).map_err(refused)?;
    if about.is_file() {
        return Ok(());
    }
    let cause = io::Error::other("it is no regular file");
    Err(refused(cause))
}

/// A kind of file that is read whole.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    what: &'static str,
    /// Bytes that none needs: what has more is something else.
    most: u64,
}

/// A game's definition: some kilobytes.
pub(super) const DEFINITION: Kind = Kind::new("a game's definition", 1 << 20);
/// A word list: some fifteen megabytes, when it has all the words that the generator can number.
pub(super) const WORDS: Kind = Kind::new("a word list", 64 << 20);
/// A list of allowed signers: a hundred bytes for each.
pub(super) const SIGNERS: Kind = Kind::new("a list of allowed signers", 1 << 20);
/// A manifest, as the verifier takes it.
pub(super) const MANIFEST: Kind = Kind::new("another block", MAX_SEAL_BYTES);
/// The signature of a manifest, as the verifier takes it.
pub(super) const SIGNATURE: Kind = Kind::new("another block", MAX_SEAL_BYTES);
/// A proof of a unit: a manifest and its signature as JSON strings, which a line feed makes some bytes longer, and a
/// few kilobytes.
pub(super) const PROOF: Kind = Kind::new("a proof of a unit", 4 * MAX_SEAL_BYTES);
/// A part of a block.
pub(super) const PART: Kind = Kind::new("another block", MAX_PART_BYTES);

impl Kind {
    const fn new(what: &'static str, most: u64) -> Self {
        Self { what, most }
    }
}

/// Reads a text file, or a pipe such as a shell makes for `<(…)`; a pipe is waited for, and read to its end.
pub(super) fn read_text(path: &Path, kind: Kind) -> Result<String, FileError> {
    let bytes = read(path, kind)?;
    String::from_utf8(bytes).map_err(|_| FileError::NotText {
        path: path.to_owned(),
    })
}

/// Reads a file or a pipe, as far as a file of its kind may go.
pub(super) fn read(path: &Path, kind: Kind) -> Result<Vec<u8>, FileError> {
    let Kind { what, most } = kind;
    let failed = |cause| FileError::Read {
        path: path.to_owned(),
        cause,
    };
    let about = fs::metadata(path).map_err(failed)?;
    if !about.is_file() && !about.file_type().is_fifo() {
        let path = path.to_owned();
        return Err(FileError::NotAFile { path, what });
    }
    let mut bytes = Vec::new();
    if about.len() <= most {
        let file = File::open(path).map_err(failed)?;
        let read = file.take(most + 1).read_to_end(&mut bytes);
        read.map_err(failed)?;
    }
    if about.len().max(bytes.len() as u64) > most {
        let path = path.to_owned();
        return Err(FileError::TooLarge { path, most, what });
    }
    Ok(bytes)
}

/// What stands for standard output in the place of a file.
const STANDARD_OUTPUT: &str = "-";

/// Whether a path stands for standard output.
pub(super) fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == STANDARD_OUTPUT
}

/// Where a command writes the one file that it makes.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// To a new file.
    File(PathBuf),
    /// To standard output.
    StandardOutput,
}

impl From<PathBuf> for Target {
    fn from(path: PathBuf) -> Self {
        if is_standard_output(&path) {
            Self::StandardOutput
        } else {
            Self::File(path)
        }
    }
}

impl Display for Target {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(formatter),
            Self::StandardOutput => formatter.write_str("standard output"),
        }
    }
}

impl Target {
    /// Checks, before the work and not only after it, that the file may be made, or that JSON does not go where it goes.
    pub(super) fn check(&self, json: bool) -> Result<(), FileError> {
        match self {
            Self::File(path) => check_outside_blocks(path).and_then(|()| check_is_free(path)),
            Self::StandardOutput if json => Err(FileError::TwoResults),
            Self::StandardOutput => Ok(()),
        }
    }

    /// Writes the text of the file, and says what is said of it: to standard output, or to standard error when the text
    /// goes there.
    pub(super) fn write(&self, text: &str, said: &str, console: &Console) -> Result<(), Error> {
        match self {
            Self::File(path) => {
                write_whole(path, text)?;
                console.print(said).map_err(|error| error.after_file(path))
            }
            Self::StandardOutput => {
                console.print_bytes(text.as_bytes())?;
                console.note(said.trim_end());
                Ok(())
            }
        }
    }
}

/// Checks that a file is not there, and may have its name.
pub(super) fn check_is_free(path: &Path) -> Result<(), FileError> {
    let path_owned = || path.to_owned();
    match path.symlink_metadata() {
        Ok(_) => Err(FileError::Exists { path: path_owned() }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(cause) => Err(FileError::Write {
            path: path_owned(),
            cause,
        }),
    }
}

/// Checks that nothing new is put into a block, which it would spoil.
fn check_outside_blocks(path: &Path) -> Result<(), FileError> {
    if is_in_block(path) {
        let path = path.to_owned();
        return Err(FileError::InBlock { path });
    }
    Ok(())
}

/// What the name of a file begins and ends with that is not yet whole; between the two are random digits.
const STAGED: (&str, &str) = (".emission-", ".inprogress");

/// Writes a new text file for its owner alone, whole under its name or not there: it is written beside it under a hidden
/// name of this run's own, flushed and renamed. What killed runs left there of such files is removed.
fn write_whole(path: &Path, text: &str) -> Result<(), FileError> {
    check_outside_blocks(path)?;
    let folder = parent(path);
    remove_leftovers(folder);
    let written = Staged::create(folder).and_then(|mut staged| {
        staged.file.write_all(text.as_bytes())?;
        staged.file.sync_all()?;
        rename_new(&staged.path, path)
    });
    written.map_err(|cause| {
        let path = path.to_owned();
        match cause.kind() {
            ErrorKind::AlreadyExists => FileError::Exists { path },
            _ => FileError::Write { path, cause },
        }
    })
}

/// A file that is being written: locked as long, and removed when dropped, unless it was renamed.
struct Staged {
    path: PathBuf,
    file: File,
}

impl Staged {
    fn create(folder: &Path) -> io::Result<Self> {
        loop {
            let mut digits = [0; 8];
            getrandom::getrandom(&mut digits)?;
            let path = folder.join([STAGED.0, &hex::encode(&digits), STAGED.1].concat());
            let mut options = OpenOptions::new();
            let file = options
                .write(true)
                .create_new(true)
                .mode(0o600)
                .open(&path)?;
            let staged = Self { path, file };
            // Where files can't be locked, nobody takes it for a leftover either.
            let is_taken = matches!(staged.file.try_lock(), Err(TryLockError::WouldBlock));
            // Another run may have taken it for one in the instant before it was locked.
            if !is_taken && lock::is_at(&staged.file, &staged.path)? {
                return Ok(staged);
            }
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // It is there when something failed, and that is the failure to tell.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes the files in a folder that were being written by runs that are no more.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_staged = name
            .to_str()
            .is_some_and(|name| name.starts_with(STAGED.0) && name.ends_with(STAGED.1));
        if is_staged && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            // With the lock goes the file. One that can't be removed is in nobody's way.
            drop(Lock::take(&entry.path()));
        }
    }
}

/// Gives a file another name, that nothing has yet, and flushes that to the disk.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    // Opened before, so that a folder that can't be fails while there is nothing yet.
    let folder = File::open(parent(to))?;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // File systems without such a step.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
            if to.symlink_metadata().is_ok() {
                return Err(ErrorKind::AlreadyExists.into());
            }
            fs::rename(from, to)?;
        }
        result => result?,
    }
    folder.sync_all()
}

/// Writes a new text file, flushed to its disk; or nothing, when there is one or when it can't be written in whole.
pub(super) fn write_new(path: &Path, text: &str) -> Result<(), FileError> {
    let path_owned = || path.to_owned();
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = file.map_err(|cause| match cause.kind() {
        ErrorKind::AlreadyExists => FileError::Exists { path: path_owned() },
        _ => FileError::Write {
            path: path_owned(),
            cause,
        },
    })?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all());
    written.map_err(|cause| {
        // The first failure is the one to tell.
        let _ = fs::remove_file(path);
        FileError::Write {
            path: path_owned(),
            cause,
        }
    })
}
