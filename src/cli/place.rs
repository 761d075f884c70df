//! The place of a block on disk: it stands under its name only when it is whole.
//!
//! A block is written in a hidden folder beside its final name, `.block-0001.inprogress`, while `.block-0001.lock`
//! is locked, and put in place in one step. Whatever happens before that step leaves what stood there untouched,
//! and no trace but a hidden folder when the process is killed; the next run for a block of that emission removes it. A
//! block's owner alone may look into it.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::files::advice;
use super::lock::Lock;
use crate::format::{CHECKSUMS, MANIFEST, SIGNATURE, block_folder, emission_folder};
use crate::reason::reason;

/// What the name of a working folder ends with.
const WORKING: &str = ".inprogress";

/// Permissions of a block's folder.
const OWNER_ONLY: u32 = 0o700;

/// Times that a lock is asked for, and the time between two: another run may have it for the instant in which it removes
/// what a killed one has left.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(25);

/// A reserved place, and the folder to write its block in. Dropped before [`Place::commit`], it leaves no trace.
#[derive(Debug)]
pub struct Place {
    // Dropped in this order: the lock guards the working folder, and is in one of the new folders.
    working: WorkingFolder,
    _lock: Lock,
    new_folders: NewFolders,
    target: PathBuf,
    overwrite: bool,
}

/// Why a block has no place, or could not be put there.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// There is a block, or any other folder of that name.
    #[error(
        "{} is there already and was left as it is: choose another place with --out, or replace it with --overwrite",
        path.display()
    )]
    Exists {
        /// Path of the block's folder.
        path: PathBuf,
    },
    /// It would be in another block's folder.
    #[error("{} would stand in the folder of a block, where it is a finding: choose another place with --out", path.display())]
    InBlock {
        /// Path of the block's folder.
        path: PathBuf,
    },
    /// There is a folder of that name, and no block's.
    #[error(
        "{} holds {name}, which is no file of a block, and was left as it is: move it away, or choose another place with \
         --out",
        path.display()
    )]
    NotABlock {
        /// Path of the folder.
        path: PathBuf,
        /// The first name in it that no block has.
        name: String,
    },
    /// There is something of that name that is no folder.
    #[error("{} is not a folder and was left as it is: move it away, or choose another --out", path.display())]
    NotAFolder {
        /// Path where the block's folder should be.
        path: PathBuf,
    },
    /// Another process is at work on this block.
    #[error("{} is being made by another run: wait for its end, or choose another place with --out", path.display())]
    Busy {
        /// Path of the block's folder.
        path: PathBuf,
    },
    /// A folder or file could not be made, flushed or renamed.
    #[error("{} can't be written ({}): {}", path.display(), reason(cause), advice(cause.kind()))]
    Write {
        /// Path of the folder or file.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
    /// The file system can't exchange two folders in one step.
    #[error(
        "{} was left as it is, because its file system can't exchange two folders in one step: \
         move the old block away yourself, or choose another --out",
        path.display()
    )]
    NoExchange {
        /// Path of the block's folder.
        path: PathBuf,
    },
    /// The block is in place, and the one that it replaced could not be removed.
    #[error(
        "the block is in place, but the one that it replaced can't be removed from {} ({}): remove it yourself",
        path.display(),
        reason(cause)
    )]
    OldRemains {
        /// Path of the folder that holds the old block.
        path: PathBuf,
        /// What the operating system said.
        cause: io::Error,
    },
}

impl Place {
    /// Checks that a block may be put in its place below `out`, and makes nothing.
    ///
    /// # Errors
    /// [`PlaceError`]: there is a block and it is not to be overwritten, or the folders can't be looked into.
    pub fn check(out: &Path, emission: u32, block: u32, overwrite: bool) -> Result<(), PlaceError> {
        let folder = out.join(emission_folder(emission));
        check_free(&folder.join(block_folder(block)), overwrite)
    }

    /// Reserves the place of a block below `out`, and makes its working folder and those above it.
    ///
    /// What killed runs have left of this block, and of others of the emission, is removed.
    ///
    /// # Errors
    /// [`PlaceError`]: there is a block and it is not to be overwritten, another run is at work on it, or a folder
    /// can't be made.
    pub fn reserve(
        out: &Path,
        emission: u32,
        block: u32,
        overwrite: bool,
    ) -> Result<Self, PlaceError> {
        let folder = out.join(emission_folder(emission));
        let name = block_folder(block);
        let target = folder.join(&name);
        check_free(&target, overwrite)?;
        let new_folders = NewFolders::above(&target)?;
        let lock = take_lock(&lock_path(&folder, &name), &target)?;
        // Again: the run that had the lock until now may just have put its block there.
        check_free(&target, overwrite)?;
        let working = WorkingFolder::create(folder.join(format!(".{name}{WORKING}")))?;
        remove_leftovers(&folder);
        Ok(Self {
            working,
            _lock: lock,
            new_folders,
            target,
            overwrite,
        })
    }

    /// The folder to write the block's files in.
    #[must_use]
    pub fn working_folder(&self) -> &Path {
        &self.working.0
    }

    /// Where the block will stand.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Flushes the block to its disk and puts it in place in one step, instead of the old one if there is one.
    ///
    /// # Errors
    /// [`PlaceError`]. Whatever stood there before still does, but for [`PlaceError::OldRemains`] and when the folder
    /// above it cannot be flushed: then the new block is in place.
    pub fn commit(self) -> Result<(), PlaceError> {
        self.working.flush()?;
        if self.overwrite && exists(&self.target)? {
            self.exchange()?;
        } else {
            self.rename()?;
        }
        flush(parent(&self.target))?;
        self.new_folders.flush()
    }

    fn rename(&self) -> Result<(), PlaceError> {
        let target = &self.target;
        match renameat_with(CWD, &self.working.0, CWD, target, RenameFlags::NOREPLACE) {
            Ok(()) => Ok(()),
            Err(Errno::EXIST | Errno::NOTEMPTY) => Err(PlaceError::Exists {
                path: target.clone(),
            }),
            // A file system without that flag: the lock keeps all other runs away between these two steps.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                check_free(target, false)?;
                fs::rename(&self.working.0, target).map_err(writing(target))
            }
            Err(error) => Err(writing(target)(error.into())),
        }
    }

    /// Swaps the new block and the old one, then removes the old one.
    fn exchange(&self) -> Result<(), PlaceError> {
        let (working, target) = (&self.working.0, &self.target);
        match renameat_with(CWD, working, CWD, target, RenameFlags::EXCHANGE) {
            Ok(()) => {}
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                return Err(PlaceError::NoExchange {
                    path: target.clone(),
                });
            }
            Err(error) => return Err(writing(target)(error.into())),
        }
        flush(parent(target))?;
        remove_block(working).map_err(|cause| PlaceError::OldRemains {
            path: working.clone(),
            cause,
        })
    }
}

/// The folder that a block is written in: removed when dropped, unless it was renamed.
#[derive(Debug)]
struct WorkingFolder(PathBuf);

impl WorkingFolder {
    /// Makes the folder, instead of what a killed run has left.
    fn create(path: PathBuf) -> Result<Self, PlaceError> {
        match remove_block(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(writing(&path)(error)),
            _ => {}
        }
        // A block names its winners: nobody else may look into its folder, and so at nothing in it.
        let made = DirBuilder::new().mode(OWNER_ONLY).create(&path);
        made.map_err(writing(&path))?;
        Ok(Self(path))
    }

    /// Flushes every file in the folder, then the folder.
    fn flush(&self) -> Result<(), PlaceError> {
        for entry in fs::read_dir(&self.0).map_err(writing(&self.0))? {
            flush(&entry.map_err(writing(&self.0))?.path())?;
        }
        flush(&self.0)
    }
}

impl Drop for WorkingFolder {
    fn drop(&mut self) {
        // The error that led here is the one to tell; the next run for this block tries again.
        let _ = remove_block(&self.0);
    }
}

/// Removes a block's folder, the signature before all else: what a crash leaves of it is not signed.
fn remove_block(folder: &Path) -> std::io::Result<()> {
    if !fs::symlink_metadata(folder)?.is_dir() {
        // A link, say: what it leads to is somebody else's.
        return fs::remove_file(folder);
    }
    match fs::remove_file(folder.join(SIGNATURE)) {
        Ok(()) => File::open(folder)?.sync_all()?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    fs::remove_dir_all(folder)
}

/// Folders made on the way to a block: removed when dropped, as far as they are still empty.
#[derive(Debug)]
struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    /// Makes the folders above a path that are missing, from the top.
    fn above(path: &Path) -> Result<Self, PlaceError> {
        let above = path.ancestors().skip(1);
        let mut missing: Vec<_> = above.take_while(|folder| !is_folder(folder)).collect();
        let mut new = Self(Vec::new());
        while let Some(folder) = missing.pop() {
            match fs::create_dir(folder) {
                Ok(()) => new.0.push(folder.to_owned()),
                // Another run was faster.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && is_folder(folder) => {}
                Err(error) => return Err(writing(folder)(error)),
            }
        }
        Ok(new)
    }

    /// Flushes the folders that list the new ones.
    fn flush(&self) -> Result<(), PlaceError> {
        self.0.iter().try_for_each(|folder| flush(parent(folder)))
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        while let Some(folder) = self.0.pop() {
            // A folder with something in it stays: its block, or another run's.
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Removes the working folders below an emission's folder that nobody works in: what killed runs have left.
fn remove_leftovers(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(block) = block_of_working(&name) else {
            continue;
        };
        if let Ok(Some(_lock)) = Lock::take(&lock_path(folder, block)) {
            // Of another block than this run's: what can't be removed is told to the run for that block.
            let _ = remove_block(&entry.path());
        }
    }
}

/// The name of the block that a working folder of this name is for.
fn block_of_working(name: &OsStr) -> Option<&str> {
    let block = name.to_str()?.strip_prefix('.')?.strip_suffix(WORKING)?;
    let number = block.rsplit_once('-')?.1.parse().ok()?;
    (block_folder(number) == block).then_some(block)
}

fn lock_path(folder: &Path, block: &str) -> PathBuf {
    folder.join(format!(".{block}.lock"))
}

fn take_lock(path: &Path, target: &Path) -> Result<Lock, PlaceError> {
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            thread::sleep(PAUSE);
        }
        match Lock::take(path) {
            Ok(Some(lock)) => return Ok(lock),
            Ok(None) => {}
            // The run that had the lock was given up, and took the folder with it.
            Err(error) if attempt > 0 && error.kind() == ErrorKind::NotFound => break,
            Err(error) => return Err(writing(path)(error)),
        }
    }
    Err(PlaceError::Busy {
        path: target.to_owned(),
    })
}

/// Checks that a block may be put in place.
fn check_free(target: &Path, overwrite: bool) -> Result<(), PlaceError> {
    let path = || target.to_owned();
    if is_in_block(target) {
        return Err(PlaceError::InBlock { path: path() });
    }
    match fs::symlink_metadata(target) {
        Ok(found) if !found.is_dir() => Err(PlaceError::NotAFolder { path: path() }),
        Ok(_) if !overwrite => Err(PlaceError::Exists { path: path() }),
        // To replace it is to remove what it holds.
        Ok(_) => match foreign(target)? {
            Some(name) => Err(PlaceError::NotABlock { path: path(), name }),
            None => Ok(()),
        },
        // What is in the way above it is found when the folders above it are made.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(())
        }
        Err(error) => Err(writing(target)(error)),
    }
}

/// Whether a folder above a path is a sealed block's.
pub(super) fn is_in_block(path: &Path) -> bool {
    let is_block = |folder: &Path| {
        [MANIFEST, SIGNATURE]
            .iter()
            .all(|name| folder.join(name).is_file())
    };
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute.ancestors().skip(1).any(is_block)
}

/// The first name in a folder that no block has.
fn foreign(folder: &Path) -> Result<Option<String>, PlaceError> {
    let seals = [MANIFEST, SIGNATURE, CHECKSUMS];
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(writing(folder))? {
        let name = entry.map_err(writing(folder))?.file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    names.sort();
    let is_own = |name: &str| seals.contains(&name) || name.starts_with("units-");
    Ok(names.into_iter().find(|name| !is_own(name)))
}

fn exists(path: &Path) -> Result<bool, PlaceError> {
    path.try_exists().map_err(writing(path))
}

/// The folder that lists a path; what is left of a relative path without one is the current folder.
pub(super) fn parent(path: &Path) -> &Path {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Whether there is a folder; the current one needs no name.
fn is_folder(path: &Path) -> bool {
    path.as_os_str().is_empty() || path.is_dir()
}

/// Flushes a file or a folder to its disk.
fn flush(path: &Path) -> Result<(), PlaceError> {
    match File::open(path).and_then(|file| file.sync_all()) {
        // A file system that can't flush folders: there is nothing more to do.
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        result => result.map_err(writing(path)),
    }
}

fn writing(path: &Path) -> impl FnOnce(io::Error) -> PlaceError {
    let path = path.to_owned();
    |cause| PlaceError::Write { path, cause }
}

#[cfg(test)]
mod tests;
