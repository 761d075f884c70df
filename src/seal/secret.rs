//! Files that hold a secret: read only if nobody else can, written so that nobody else ever could.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use thiserror::Error;
use zeroize::Zeroizing;

use super::shell_word;
use crate::reason::reason;

/// Most bytes of a secret file. A seed takes 81, a key under 1,000: what is larger is something
/// else.
pub const MAX_SECRET_BYTES: usize = 64 * 1024;

/// Permissions of a secret file, and those that nobody but its owner may have.
const OWNER_ONLY: u32 = 0o600;
const OTHERS: u32 = 0o077;

/// Why a secret file was not read or written.
#[derive(Debug, Error)]
pub enum SecretFileError {
    /// There is no such file.
    #[error(
        "secret file {} does not exist: check its path, or make a new one with `emission seed \
         new` or `emission key new`",
        path.display()
    )]
    Missing {
        /// Path of the file.
        path: PathBuf,
    },
    /// The path leads to a folder, a pipe, a device.
    #[error("{} is not a regular file: give the path of a seed or key file", path.display())]
    NotRegular {
        /// Path of the file.
        path: PathBuf,
    },
    /// Somebody else may read or write the file.
    #[error(
        "secret file {} is open to others (mode {mode:04o}): run `chmod 600 {}`",
        path.display(),
        shell_word(path)
    )]
    OpenToOthers {
        /// Path of the file.
        path: PathBuf,
        /// Its permission bits, as `chmod` takes them.
        mode: u32,
    },
    /// The file is larger than any secret.
    #[error(
        "secret file {} is larger than {MAX_SECRET_BYTES} bytes: give the path of a seed or key \
         file",
        path.display()
    )]
    TooLarge {
        /// Path of the file.
        path: PathBuf,
    },
    /// The file is not text.
    #[error(
        "secret file {} is not UTF-8 text: give the path of a seed or key file",
        path.display()
    )]
    NotText {
        /// Path of the file.
        path: PathBuf,
    },
    /// The operating system refused to open or read the file.
    #[error("secret file {} can't be read ({}): check its owner and its disk", path.display(), reason(cause))]
    Read {
        /// Path of the file.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
    /// There is a file of that name, and secrets are never overwritten.
    #[error(
        "{} is there already and was left as it is: give another name; should you move it away, keep it, for the blocks \
         made with it need it",
        path.display()
    )]
    Exists {
        /// Path of the file.
        path: PathBuf,
    },
    /// The file could not be made, or not in whole; then it was removed.
    #[error(
        "secret file {} can't be written ({}): check that its folder exists, is yours and has room",
        path.display(),
        reason(cause)
    )]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
}

/// Reads a seed or key file of at most [`MAX_SECRET_BYTES`] that only its owner can read or write.
///
/// # Errors
///
/// [`SecretFileError`], when the file is missing, not regular, open to others, too large, not UTF-8
/// text, or can't be read.
pub fn read_secret_file(path: &Path) -> Result<Zeroizing<String>, SecretFileError> {
    read_secret_file_of_kind(path, |_| Ok(()))
}

/// The same, for a text that `check_kind` accepts. It is asked before the permissions are judged: a file that is no
/// such secret at all may be open to others.
///
/// # Errors
///
/// As [`read_secret_file`], or what `check_kind` says.
pub fn read_secret_file_of_kind<E: From<SecretFileError>>(
    path: &Path,
    check_kind: impl FnOnce(&str) -> Result<(), E>,
) -> Result<Zeroizing<String>, E> {
    let file = open_regular(path)?;
    let metadata = file.metadata().map_err(|cause| reading(path, cause))?;
    let text = read_text(path, file)?;
    check_kind(&text)?;
    check_owner_only(path, &metadata)?;
    Ok(text)
}

fn read_text(path: &Path, file: File) -> Result<Zeroizing<String>, SecretFileError> {
    let bytes = read_limited(file).map_err(|cause| reading(path, cause))?;
    let path = || path.to_owned();
    if bytes.len() > MAX_SECRET_BYTES {
        return Err(SecretFileError::TooLarge { path: path() });
    }
    let text = str::from_utf8(&bytes).map_err(|_| SecretFileError::NotText { path: path() })?;
    Ok(Zeroizing::new(text.to_owned()))
}

/// Writes a new seed or key file, flushed to its disk. Only its owner can read or write it, from its
/// first instant.
///
/// # Errors
///
/// [`SecretFileError::Exists`] when there is a file of that name: it is left as it is.
/// [`SecretFileError::Write`] when the file can't be made or not in whole: nothing is left.
pub fn write_secret_file(path: &Path, text: &str) -> Result<(), SecretFileError> {
    write_new(path, |file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    })
}

/// Checks the file before opening it too: opening a pipe waits for its writer, opening a device may
/// do anything. What counts is the check of the open file, which nobody can swap any more.
fn open_regular(path: &Path) -> Result<File, SecretFileError> {
    let failed = |cause| reading(path, cause);
    check_regular(path, &fs::metadata(path).map_err(failed)?)?;
    let file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    check_regular(path, &metadata)?;
    Ok(file)
}

fn check_regular(path: &Path, metadata: &Metadata) -> Result<(), SecretFileError> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(SecretFileError::NotRegular {
        path: path.to_owned(),
    })
}

fn check_owner_only(path: &Path, metadata: &Metadata) -> Result<(), SecretFileError> {
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & OTHERS == 0 {
        return Ok(());
    }
    Err(SecretFileError::OpenToOthers {
        path: path.to_owned(),
        mode,
    })
}

/// Reads the file, or one byte more than the limit. The buffer has room for that from the start:
/// one that grows leaves copies behind.
fn read_limited(file: File) -> io::Result<Zeroizing<Vec<u8>>> {
    let limit = MAX_SECRET_BYTES + 1;
    let mut bytes = Zeroizing::new(Vec::with_capacity(limit));
    file.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn reading(path: &Path, cause: io::Error) -> SecretFileError {
    let path = path.to_owned();
    match cause.kind() {
        io::ErrorKind::NotFound => SecretFileError::Missing { path },
        _ => SecretFileError::Read { path, cause },
    }
}

/// Creates the file and fills it, or removes it again.
fn write_new(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), SecretFileError> {
    let mut file = create_new(path).map_err(|cause| creating(path, cause))?;
    let written = write(&mut file).and_then(|()| sync_folder(path));
    written.map_err(|cause| {
        // The first failure is the one to tell.
        let _ = fs::remove_file(path);
        let path = path.to_owned();
        SecretFileError::Write { path, cause }
    })
}

fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(OWNER_ONLY)
        .open(path)
}

fn creating(path: &Path, cause: io::Error) -> SecretFileError {
    let path = path.to_owned();
    match cause.kind() {
        io::ErrorKind::AlreadyExists => SecretFileError::Exists { path },
        _ => SecretFileError::Write { path, cause },
    }
}

/// Flushes the folder that lists the file: without it, a crash may forget the name of a flushed
/// file.
fn sync_folder(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    match File::open(parent.unwrap_or(Path::new(".")))?.sync_all() {
        // A file system that can't flush folders: there is nothing more to do.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder, and a path in it.
    fn place(name: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        (folder, path)
    }

    fn reading_fails(path: &Path) -> String {
        read_secret_file(path).unwrap_err().to_string()
    }

    #[test]
    fn a_secret_comes_back() {
        let (_folder, path) = place("emission.seed");
        write_secret_file(&path, "secret\n").unwrap();
        assert_eq!(*read_secret_file(&path).unwrap(), "secret\n");
    }

    #[test]
    fn the_largest_secret_is_read_and_no_larger_one() {
        let (_folder, path) = place("large");
        write_secret_file(&path, &"s".repeat(MAX_SECRET_BYTES)).unwrap();
        assert_eq!(read_secret_file(&path).unwrap().len(), MAX_SECRET_BYTES);
        fs::write(&path, "s".repeat(MAX_SECRET_BYTES + 1)).unwrap();
        assert_eq!(
            reading_fails(&path),
            format!(
                "secret file {} is larger than 65536 bytes: give the path of a seed or key file",
                path.display()
            )
        );
    }

    #[test]
    fn a_missing_file_is_said_to_be_missing() {
        let (_folder, path) = place("emission.seed");
        assert_eq!(
            reading_fails(&path),
            format!(
                "secret file {} does not exist: check its path, or make a new one with `emission \
                 seed new` or `emission key new`",
                path.display()
            )
        );
    }

    #[test]
    fn a_folder_is_no_secret() {
        let (folder, _) = place("");
        assert_eq!(
            reading_fails(folder.path()),
            format!(
                "{} is not a regular file: give the path of a seed or key file",
                folder.path().display()
            )
        );
    }

    #[test]
    fn bytes_that_are_not_text_are_refused() {
        let (_folder, path) = place("emission.seed");
        write_secret_file(&path, "").unwrap();
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert_eq!(
            reading_fails(&path),
            format!(
                "secret file {} is not UTF-8 text: give the path of a seed or key file",
                path.display()
            )
        );
    }

    #[test]
    fn a_file_that_is_there_is_left_as_it_is() {
        let (_folder, path) = place("emission.seed");
        write_secret_file(&path, "first").unwrap();
        let error = write_secret_file(&path, "second").unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "{} is there already and was left as it is: give another name; should you move it away, keep it, \
                 for the blocks made with it need it",
                path.display()
            )
        );
        assert_eq!(*read_secret_file(&path).unwrap(), "first");
    }

    #[test]
    fn a_file_written_half_way_is_removed() {
        let (_folder, path) = place("emission.seed");
        let full = |file: &mut File| {
            file.write_all(b"half")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        };
        assert_eq!(
            write_new(&path, full).unwrap_err().to_string(),
            format!(
                "secret file {} can't be written (no storage space): check that its folder \
                 exists, is yours and has room",
                path.display()
            )
        );
        assert!(!path.exists());
    }

    #[test]
    fn a_missing_folder_is_an_error_of_writing() {
        let (_folder, path) = place("missing/emission.seed");
        let error = write_secret_file(&path, "secret").unwrap_err();
        assert!(matches!(error, SecretFileError::Write { .. }));
    }

    #[test]
    fn what_the_system_refuses_is_said() {
        let error = reading(
            Path::new("emission.seed"),
            io::ErrorKind::PermissionDenied.into(),
        );
        assert_eq!(
            error.to_string(),
            "secret file emission.seed can't be read (permission denied): check its owner and its \
             disk"
        );
    }

    mod permissions {
        use std::os::unix::fs::symlink;
        use std::process::Command;

        use super::*;

        fn set_mode(path: &Path, mode: u32) {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }

        #[test]
        fn a_new_secret_is_for_its_owner_only() {
            let (_folder, path) = place("emission.seed");
            let mode = |file: &File| file.metadata().unwrap().permissions().mode() & 0o7777;
            let mut from_the_start = 0;
            write_new(&path, |file| {
                from_the_start = mode(file);
                Ok(())
            })
            .unwrap();
            assert_eq!(from_the_start, 0o600);
        }

        #[test]
        fn a_file_open_to_others_is_refused_with_the_cure() {
            let (_folder, path) = place("emission.seed");
            write_secret_file(&path, "secret").unwrap();
            for mode in [0o644, 0o640, 0o620, 0o610, 0o604, 0o602, 0o601, 0o4644] {
                set_mode(&path, mode);
                assert_eq!(
                    reading_fails(&path),
                    format!(
                        "secret file {0} is open to others (mode {mode:04o}): run `chmod 600 {0}`",
                        path.display()
                    )
                );
            }
            for mode in [0o600, 0o400, 0o700] {
                set_mode(&path, mode);
                read_secret_file(&path).unwrap();
            }
        }

        #[test]
        fn the_cure_can_be_pasted() {
            let (folder, path) = place("my seed");
            write_secret_file(&path, "secret").unwrap();
            set_mode(&path, 0o644);
            let cure = format!("run `chmod 600 '{}'`", path.display());
            let message = reading_fails(&path);
            assert!(message.ends_with(&cure), "{message}");
            drop(folder);
        }

        #[test]
        fn a_link_is_judged_by_its_target() {
            let (folder, path) = place("emission.seed");
            let link = folder.path().join("link");
            symlink(&path, &link).unwrap();
            assert!(matches!(
                write_secret_file(&link, "secret").unwrap_err(),
                SecretFileError::Exists { .. }
            ));
            write_secret_file(&path, "secret").unwrap();
            read_secret_file(&link).unwrap();
            set_mode(&path, 0o644);
            assert!(matches!(
                read_secret_file(&link).unwrap_err(),
                SecretFileError::OpenToOthers { .. }
            ));
        }

        #[test]
        fn a_pipe_is_refused_without_waiting() {
            let (_folder, path) = place("pipe");
            let status = Command::new("mkfifo").arg(&path).status().unwrap();
            assert!(status.success());
            assert!(matches!(
                read_secret_file(&path).unwrap_err(),
                SecretFileError::NotRegular { .. }
            ));
        }
    }
}
