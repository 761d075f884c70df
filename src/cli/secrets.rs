//! Seeds and keys: made where none is, and said when made.

use std::path::{Path, PathBuf};

use super::{Console, Error, files};
use crate::seal::{
    AllowedSigners, KeyError, MasterSeed, SeedError, SigningKey, allowed_signers_line,
    write_secret_file,
};

/// Seed file of a command that names none, in the current folder.
pub(super) const DEFAULT_SEED: &str = "emission.seed";

/// Key file of a command that names none, in the current folder.
pub(super) const DEFAULT_KEY: &str = "emission.key";

/// List of the keys that may sign, in the current folder.
pub(super) const ALLOWED_SIGNERS: &str = "emission.allowed_signers";

/// Whom the list names as the owner of the keys, and the comment of new ones.
pub(super) const IDENTITY: &str = "emission";

/// Makes a seed file, and says so.
pub(super) fn new_seed(path: &Path, console: &Console) -> Result<MasterSeed, Error> {
    let seed = MasterSeed::generate().map_err(|error| seed_error(path, error))?;
    write_secret_file(path, &seed.to_file_text())?;
    console.note(format_args!(
        "made {}: every winner follows from this seed; show it to nobody, and keep a copy",
        path.display()
    ));
    Ok(seed)
}

/// Makes a key file, its public half, and the list of allowed signers if it is missing; and says so.
pub(super) fn new_key(path: &Path, console: &Console) -> Result<SigningKey, Error> {
    let key = SigningKey::generate(IDENTITY).map_err(|error| key_error(path, error))?;
    let public = public_path(path);
    files::write_new(&public, &key.public_openssh())?;
    if let Err(error) = write_secret_file(path, &key.to_openssh()) {
        // A public half alone is of no use, and would be in the way of the next try.
        let _ = std::fs::remove_file(&public);
        return Err(error.into());
    }
    console.note(format_args!(
        "made {}: this key signs blocks; show it to nobody, and keep a copy",
        path.display()
    ));
    console.note(format_args!(
        "made {}: its public half, {}",
        public.display(),
        key.fingerprint()
    ));
    list(&key, console)?;
    Ok(key)
}

/// Lists the key as an allowed signer if there is no list yet. A list that is there was somebody's decision: it is
/// left as it is, and what it lacks is said.
fn list(key: &SigningKey, console: &Console) -> Result<(), Error> {
    let line = allowed_signers_line(IDENTITY, key);
    match files::write_new(Path::new(ALLOWED_SIGNERS), &line) {
        Ok(()) => console.note(format_args!(
            "made {ALLOWED_SIGNERS}: accepts the blocks that this key signs"
        )),
        Err(files::FileError::Exists { .. }) => say_if_unlisted(key, &line, console)?,
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

fn say_if_unlisted(key: &SigningKey, line: &str, console: &Console) -> Result<(), Error> {
    let text = files::read_text(Path::new(ALLOWED_SIGNERS))?;
    let listed = AllowedSigners::parse(&text).is_ok_and(|signers| {
        let probe = b"is this key listed?";
        signers.verify(IDENTITY, probe, &key.sign(probe)).is_ok()
    });
    if !listed {
        console.note(format_args!(
            "{ALLOWED_SIGNERS} does not list the key, and was left as it is; to accept its blocks, add the line\n  {}",
            line.trim_end()
        ));
    }
    Ok(())
}

/// The file of the public half: the key's, with `.pub` behind its name.
fn public_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".pub");
    name.into()
}

fn seed_error(path: &Path, error: SeedError) -> Error {
    let path = path.to_owned();
    Error::Seed { path, error }
}

fn key_error(path: &Path, error: KeyError) -> Error {
    let path = path.to_owned();
    Error::Key { path, error }
}
