//! `emission key`: keys that sign blocks.

use crate::cli::args::KeyNewArgs;
use crate::cli::{Console, Error, Outcome, secrets};

/// Makes a new key.
pub(in crate::cli) fn new(args: &KeyNewArgs, console: &Console) -> Result<Outcome, Error> {
    secrets::new_key(&args.key, console)?;
    Ok(Outcome::Fine)
}
