//! Seeds and keys: read from the files that people name, made where a default is missing, and said when made.

use std::io;
use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

use super::{Console, Error, files};
use crate::seal::{
    AllowedSigners, KeyError, LoadedKey, LockedKey, MasterSeed, SecretFileError, SeedError,
    SigningKey, allowed_signers_line, read_secret_file, read_secret_file_of_kind,
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

/// How often a passphrase is asked for.
const ATTEMPTS: usize = 3;

/// Where a command finds its seed and its key.
#[derive(Debug, Clone, Copy)]
pub(super) struct SecretFiles<'a> {
    /// The seed file that was named.
    pub(super) seed: Option<&'a Path>,
    /// The key file that was named.
    pub(super) key: Option<&'a Path>,
    /// The file with the key's passphrase, if one was named.
    pub(super) passphrase: Option<&'a Path>,
}

impl SecretFiles<'_> {
    /// Reads the files that were named, or the default ones; of these, makes those that are missing, and the list of
    /// allowed signers. What is there is read before anything is made, so that a run that can't go on makes nothing.
    pub(super) fn read_or_make(self, console: &Console) -> Result<(MasterSeed, SigningKey), Error> {
        let seed = self.seed_if_there(console)?;
        let key = self.key_if_there()?;
        if key.is_none() {
            check_no_public_half(Path::new(DEFAULT_KEY))?;
        }
        let seed = seed.map_or_else(|| new_seed(Path::new(DEFAULT_SEED), console), Ok)?;
        let Some(key) = key else {
            return Ok((seed, new_key(Path::new(DEFAULT_KEY), console)?));
        };
        console.detail(format_args!("key: {}", key.fingerprint()));
        list(&key, console)?;
        Ok((seed, key))
    }

    /// The seed; `None` when none was named and there is no default one.
    fn seed_if_there(self, console: &Console) -> Result<Option<MasterSeed>, Error> {
        match seed(self.seed.unwrap_or(Path::new(DEFAULT_SEED)), console) {
            Err(Error::MissingSeed { .. }) if self.seed.is_none() => Ok(None),
            result => result.map(Some),
        }
    }

    /// The key; `None` when none was named and there is no default one.
    fn key_if_there(self) -> Result<Option<SigningKey>, Error> {
        match key(self.key.unwrap_or(Path::new(DEFAULT_KEY)), self.passphrase) {
            Err(Error::MissingKey { .. }) if self.key.is_none() => Ok(None),
            result => result.map(Some),
        }
    }
}

/// Reads a seed file.
pub(super) fn seed(path: &Path, console: &Console) -> Result<MasterSeed, Error> {
    let check = |text: &str| MasterSeed::check_kind(text).map_err(|error| seed_error(path, error));
    let text = read_secret_file_of_kind(path, check).map_err(|error| match error {
        Error::SecretFile(SecretFileError::Missing { path }) => Error::MissingSeed { path },
        error => error,
    })?;
    let seed = MasterSeed::parse(&text).map_err(|error| seed_error(path, error))?;
    console.detail(format_args!("seed: {}", path.display()));
    Ok(seed)
}

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
    let public = check_no_public_half(path)?;
    // The key first: killed between the two, a run leaves what the next one can use.
    write_secret_file(path, &key.to_openssh())?;
    files::write_new(&public, &key.public_openssh())?;
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

/// Checks that a new key's public half has its place, and gives this.
fn check_no_public_half(path: &Path) -> Result<PathBuf, Error> {
    let public = public_path(path);
    files::check_is_free(&public)?;
    Ok(public)
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
    let text = files::read_text(Path::new(ALLOWED_SIGNERS), files::SIGNERS)?;
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

/// Reads a key file, and opens it with its passphrase if it has one.
pub(super) fn key(path: &Path, passphrase_file: Option<&Path>) -> Result<SigningKey, Error> {
    let check = |text: &str| SigningKey::check_kind(text).map_err(|error| key_error(path, error));
    let text = read_secret_file_of_kind(path, check).map_err(|error| match error {
        Error::SecretFile(SecretFileError::Missing { path }) => Error::MissingKey { path },
        error => error,
    })?;
    let loaded = SigningKey::from_openssh(&text).map_err(|error| key_error(path, error))?;
    match (loaded, passphrase_file) {
        (LoadedKey::Plain(key), _) => Ok(key),
        (LoadedKey::Locked(locked), None) => unlock_asking(&locked, path),
        (LoadedKey::Locked(locked), Some(file)) => {
            let key = locked.unlock(&passphrase_in(file)?);
            key.map_err(|error| key_error(path, error))
        }
    }
}

/// Asks for the passphrase on the terminal, and again when it is wrong.
fn unlock_asking(locked: &LockedKey, path: &Path) -> Result<SigningKey, Error> {
    let prompt = format!(
        "Passphrase of {} ({}): ",
        path.display(),
        locked.fingerprint()
    );
    let mut asked = ask(prompt.clone(), path)?;
    for _ in 1..ATTEMPTS {
        match locked.unlock(&asked) {
            Err(KeyError::Passphrase) => asked = ask(format!("That is not it. {prompt}"), path)?,
            result => return result.map_err(|error| key_error(path, error)),
        }
    }
    locked
        .unlock(&asked)
        .map_err(|error| key_error(path, error))
}

fn ask(prompt: String, path: &Path) -> Result<Zeroizing<String>, Error> {
    match rpassword::prompt_password(prompt) {
        Ok(passphrase) => Ok(Zeroizing::new(passphrase)),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(Error::Interrupted),
        Err(cause) => Err(Error::NoTerminal {
            path: path.to_owned(),
            cause,
        }),
    }
}

/// The passphrase in a file: its text, without the line feed that editors put at the end.
fn passphrase_in(file: &Path) -> Result<Zeroizing<String>, Error> {
    let text = read_secret_file(file)?;
    let passphrase = text.strip_suffix('\n').unwrap_or(&text);
    Ok(Zeroizing::new(passphrase.to_owned()))
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
