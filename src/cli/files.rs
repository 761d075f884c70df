//! Files that people name: read as text, written as new, each failure with its path and what to do.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The operating system refused to open or read it.
    #[error("{} can't be read ({cause}): check its path and its permissions", path.display())]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
    /// It is no text.
    #[error("{} is not UTF-8 text: give a text file", path.display())]
    NotText {
        /// Path of the file.
        path: PathBuf,
    },
    /// It is there already.
    #[error("{} is there already and was left as it is: move it away, or give another name", path.display())]
    Exists {
        /// Path of the file.
        path: PathBuf,
    },
    /// It could not be written, or not in whole.
    #[error("{} can't be written ({cause}): {}", path.display(), advice(cause.kind()))]
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
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some room there, or choose another folder"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "choose a folder where you may write"
        }
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => {
            "a file is in the place of a folder: move it away, or choose another folder"
        }
        ErrorKind::NotFound => "make its folder first, or choose another one",
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

/// Reads a text file.
pub(super) fn read_text(path: &Path) -> Result<String, FileError> {
    let failed = |cause| FileError::Read {
        path: path.to_owned(),
        cause,
    };
    let bytes = fs::read(path).map_err(failed)?;
    String::from_utf8(bytes).map_err(|_| FileError::NotText {
        path: path.to_owned(),
    })
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
