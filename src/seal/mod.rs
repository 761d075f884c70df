//! What makes a block trustworthy once it is written, and the secrets behind it.
//!
//! - [`merkle`]: one root over all units (RFC 9162), whoever computed the parts.
//! - [`checksums`]: `SHA256SUMS`, as `sha256sum -c` takes it.
//! - [`SigningKey`], [`AllowedSigners`]: the signature of the manifest (OpenSSH's SSHSIG, Ed25519),
//!   as `ssh-keygen -Y verify` takes it.
//! - [`MasterSeed`], [`read_secret_file`], [`write_secret_file`]: seeds and keys on disk, for their
//!   owner only.
//!
//! Every error is one line: what is wrong, where, and what to do next. It holds its cause in that
//! line, so none has a `source()` to print after it. Errors about a file's text leave its path to
//! whoever read it.

pub mod checksums;
pub mod hex;
pub mod merkle;

mod allowed_signers;
mod key;
mod pattern;
mod secret;
mod seed;
mod shell;
mod signature;

pub use allowed_signers::{AllowedSigners, AllowedSignersError, LineProblem, allowed_signers_line};
pub use key::{KeyError, LoadedKey, LockedKey, SigningKey};
pub use secret::{
    MAX_SECRET_BYTES, SecretFileError, read_secret_file, read_secret_file_of_kind,
    write_secret_file,
};
pub use seed::{MasterSeed, SeedError};
pub(crate) use shell::shell_word;
pub use signature::{NAMESPACE, SignatureError, signed_by};
