//! `emission seed`: seeds that blocks follow from.

use crate::cli::args::SeedNewArgs;
use crate::cli::{Console, Error, Outcome, secrets};

/// Makes a new seed.
pub(in crate::cli) fn new(args: &SeedNewArgs, console: &Console) -> Result<Outcome, Error> {
    secrets::new_seed(&args.seed_file, console)?;
    Ok(Outcome::Fine)
}
