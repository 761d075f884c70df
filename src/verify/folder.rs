//! Block folders: where they are, and what is in them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, FileType};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::VerifyError;
use super::findings::{Findings, Kind};
use crate::format::{MANIFEST, MAX_PART_BYTES, block_folder, emission_folder};
use crate::game::{counted, thousands};
use crate::seal::merkle::Digest;

/// What a name of a block folder stands for.
pub(super) enum Contents {
    /// No file that may be read.
    None,
    /// A file of too many bytes: so many.
    Large(u64),
    /// The bytes of a file.
    Bytes(Vec<u8>),
}

impl Contents {
    /// The bytes, if they may be read.
    pub(super) fn bytes(self) -> Option<Vec<u8>> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::None | Self::Large(_) => None,
        }
    }
}

/// A block folder and the names in it. Nothing outside is ever opened: only names that were listed as regular files
/// are, and never a link.
pub(super) struct Folder {
    path: PathBuf,
    files: BTreeMap<OsString, FileType>,
}

impl Folder {
    /// Lists a folder.
    pub(super) fn list(path: &Path) -> Result<Self, VerifyError> {
        let files = entries(path)?.collect::<Result<_, _>>()?;
        Ok(Self {
            path: path.into(),
            files,
        })
    }

    /// Whether there is anything of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.files.contains_key(OsStr::new(name))
    }

    /// Finds each file that is not one of these.
    pub(super) fn check_extra(&self, expected: &[String], findings: &mut Findings) {
        let is_extra =
            |name: &&OsString| !expected.iter().any(|expected| *name == expected.as_str());
        for name in self.files.keys().filter(is_extra) {
            findings.add(Kind::FileExtra, || format!("{}", name.display()));
        }
    }

    /// Reads a file of at most so many bytes. A finding says when it is missing, is no regular file, or is larger;
    /// `missing` and `large` are the kinds of those.
    pub(super) fn read(
        &self,
        name: &str,
        most: u64,
        [missing, large]: [Kind; 2],
        findings: &mut Findings,
    ) -> Result<Contents, VerifyError> {
        match self.files.get(OsStr::new(name)) {
            None => findings.add(missing, || name.into()),
            Some(kind) if !kind.is_file() => findings.add(Kind::FileKind, || name.into()),
            Some(_) => {
                let contents = self.read_file(name, most)?;
                if let Contents::Large(len) = contents {
                    findings.add(large, || too_large(name, len, most));
                }
                return Ok(contents);
            }
        }
        Ok(Contents::None)
    }

    /// The bytes of a file, or their number when there are too many.
    fn read_file(&self, name: &str, most: u64) -> Result<Contents, VerifyError> {
        self.open(name, |file, len| {
            if len > most {
                return Ok(Contents::Large(len));
            }
            let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or(0));
            file.take(most + 1).read_to_end(&mut bytes)?;
            let len = bytes.len() as u64;
            Ok(if len > most {
                Contents::Large(len)
            } else {
                Contents::Bytes(bytes)
            })
        })
    }

    /// The SHA-256 of a file too large to be read; `None` beyond any part of any game: a file that is all hole can be
    /// of any size.
    pub(super) fn sha256(&self, name: &str) -> Result<Option<Digest>, VerifyError> {
        self.open(name, |file, len| {
            let mut hash = Sha256::new();
            if len > MAX_PART_BYTES {
                return Ok(None);
            }
            io::copy(&mut file.take(MAX_PART_BYTES), &mut hash)?;
            Ok(Some(hash.finalize().into()))
        })
    }

    /// Opens a file that was listed as a regular one, and does something with it and its size.
    fn open<T>(
        &self,
        name: &str,
        read: impl FnOnce(File, u64) -> io::Result<T>,
    ) -> Result<T, VerifyError> {
        let path = self.path.join(name);
        let read = File::open(&path).and_then(|file| {
            let len = file.metadata()?.len();
            read(file, len)
        });
        read.map_err(|source| VerifyError::Read { path, source })
    }

    /// The numbers of emission and block in the folder's place, as far as its names have the standard form.
    pub(super) fn numbers(&self) -> (Option<u32>, Option<u32>) {
        let path = standing(&self.path);
        let emission = name_of(path.parent());
        let emission = emission.and_then(|name| number(name, emission_folder));
        (emission, block_number(&self.path))
    }
}

/// A path that has all its names: from the root on, the last one as it is given, though it be that of a link.
fn standing(path: &Path) -> PathBuf {
    let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.into());
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if parent.as_os_str().is_empty() => {
            whole(Path::new(".")).join(name)
        }
        (Some(parent), Some(name)) => whole(parent).join(name),
        _ => whole(path),
    }
}

/// The number of a block in the name of its folder; in the name that a link of another one leads to.
fn block_number(folder: &Path) -> Option<u32> {
    let number_in = |path: &Path| number(name_of(Some(path))?, block_folder);
    number_in(&standing(folder)).or_else(|| number_in(&fs::canonicalize(folder).ok()?))
}

fn name_of(path: Option<&Path>) -> Option<&str> {
    path?.file_name()?.to_str()
}

fn too_large(name: &str, len: u64, most: u64) -> String {
    let unhashed = if len > MAX_PART_BYTES {
        "; its checksum was not looked at"
    } else {
        ""
    };
    let (bytes, most) = (counted(len, "byte"), thousands(most));
    format!("{name} has {bytes}, must have {most} at most{unhashed}")
}

/// The number whose name this is.
fn number(name: &str, name_of: fn(u32) -> String) -> Option<u32> {
    let (_, digits) = name.rsplit_once('-')?;
    let number = digits.parse().ok()?;
    (name_of(number) == name).then_some(number)
}

/// The block folders that verifying a folder is about, sorted: itself, or all that are somewhere below it.
///
/// A block folder has the name of one, or a manifest. Links are followed, so that no block is passed over unseen; but
/// each folder above blocks is looked into once, under its own name if it has one below. Hidden folders are passed over:
/// blocks stand there while they are made.
///
/// # Errors
/// When a folder cannot be listed, when a link leads nowhere, or when there is no block.
pub fn blocks_below(folder: &Path) -> Result<Vec<PathBuf>, VerifyError> {
    if is_block(folder)? {
        return Ok(vec![folder.into()]);
    }
    let mut search = Search {
        folders: vec![folder.into()],
        ..Search::default()
    };
    while let Some(folder) = search.next() {
        search.look_into(&folder)?;
    }
    if search.blocks.is_empty() {
        return Err(VerifyError::NoBlock {
            folder: folder.into(),
        });
    }
    search.blocks.sort();
    Ok(search.blocks)
}

/// The search for blocks.
#[derive(Default)]
struct Search {
    blocks: Vec<PathBuf>,
    /// Folders to look into.
    folders: Vec<PathBuf>,
    /// Links to folders, to follow when all folders are looked into.
    links: BTreeSet<PathBuf>,
    /// Folders looked into, by the paths that they have without links.
    seen: BTreeSet<PathBuf>,
}

impl Search {
    fn next(&mut self) -> Option<PathBuf> {
        self.folders.pop().or_else(|| self.links.pop_first())
    }

    fn look_into(&mut self, folder: &Path) -> Result<(), VerifyError> {
        let path = fs::canonicalize(folder).map_err(listing(folder))?;
        if !self.seen.insert(path) {
            return Ok(());
        }
        for entry in entries(folder)? {
            let (name, kind) = entry?;
            if !name.as_encoded_bytes().starts_with(b".") {
                self.add(folder.join(&name), kind)?;
            }
        }
        Ok(())
    }

    /// Takes in what a folder holds.
    fn add(&mut self, path: PathBuf, kind: FileType) -> Result<(), VerifyError> {
        let is_link = kind.is_symlink();
        let is_folder = if is_link {
            fs::metadata(&path).map_err(listing(&path))?.is_dir()
        } else {
            kind.is_dir()
        };
        if is_folder && is_block(&path)? {
            self.blocks.push(path);
        } else if is_link && is_folder {
            self.links.insert(path);
        } else if is_folder {
            self.folders.push(path);
        }
        Ok(())
    }
}

fn is_block(folder: &Path) -> Result<bool, VerifyError> {
    if block_number(folder).is_some() {
        return Ok(true);
    }
    let mut entries = entries(folder)?;
    entries.try_fold(false, |found, entry| Ok(found || entry?.0 == MANIFEST))
}

fn listing(folder: &Path) -> impl Fn(io::Error) -> VerifyError {
    let folder = folder.to_owned();
    move |source| {
        let folder = folder.clone();
        match source.kind() {
            io::ErrorKind::NotFound => VerifyError::NoFolder { folder },
            _ => VerifyError::List { folder, source },
        }
    }
}

/// Names and kinds of what is in a folder.
fn entries(
    folder: &Path,
) -> Result<impl Iterator<Item = Result<(OsString, FileType), VerifyError>>, VerifyError> {
    let error = listing(folder);
    let entries = fs::read_dir(folder).map_err(&error)?;
    Ok(entries.map(move |entry| {
        let entry = entry.map_err(&error)?;
        let kind = entry.file_type().map_err(&error)?;
        Ok((entry.file_name(), kind))
    }))
}
