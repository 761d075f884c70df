//! One writer for each block: a file that is locked while its owner works, and that goes with the lock.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// A lock that its owner holds. The operating system frees it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Takes the lock; `None` when somebody else has it.
    pub(super) fn take(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let file = open(path)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
                // Its last owner may have removed the file since it was opened: then this is no lock at all.
                Ok(()) if !is_at(&file, path)? => {}
                Ok(()) => {
                    let path = path.to_owned();
                    return Ok(Some(Self { path, _file: file }));
                }
            }
        }
    }
}

impl Drop for Lock {
    /// Removes the file while it is still locked, so that nobody else's is removed.
    fn drop(&mut self) {
        // A file that is left behind locks nobody out.
        let _ = fs::remove_file(&self.path);
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// Whether the open file is the one that the path leads to.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let open = file.metadata()?;
    match fs::metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (open.dev(), open.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn only_one_owner_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = Lock::take(&path).unwrap();
        assert!(first.is_some());
        assert!(Lock::take(&path).unwrap().is_none());
        drop(first);
        assert!(!path.exists(), "the file goes with the lock");
        assert!(Lock::take(&path).unwrap().is_some());
    }

    #[test]
    fn a_file_that_a_killed_owner_left_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        fs::write(&path, "").unwrap();
        assert!(Lock::take(&path).unwrap().is_some());
    }

    /// util-linux's `flock` is a process of its own that holds the same kind of lock.
    #[test]
    fn another_process_is_respected_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let mut owner = Command::new("flock")
            .arg(&path)
            .args(["sh", "-c", "echo locked; exec cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("util-linux is installed");
        let mut line = [0; 7];
        io::Read::read_exact(owner.stdout.as_mut().unwrap(), &mut line).unwrap();
        assert!(Lock::take(&path).unwrap().is_none());
        owner.kill().unwrap();
        owner.wait().unwrap();
        drop(owner);
        assert!(wait_for(|| Lock::take(&path).unwrap().is_some()));
    }

    /// The killed process was the parent of one that may need an instant to end.
    fn wait_for(mut holds: impl FnMut() -> bool) -> bool {
        (0..500).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            holds()
        })
    }
}
