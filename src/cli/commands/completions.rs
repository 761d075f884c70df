//! `emission completions`: what a shell needs to complete commands and options.

use clap::CommandFactory as _;

use crate::cli::args::{Arguments, CompletionsArgs};
use crate::cli::{Console, Error, Outcome};

/// Prints the completions of a shell.
pub(in crate::cli) fn run(args: &CompletionsArgs, console: &Console) -> Result<Outcome, Error> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut Arguments::command(),
        "emission",
        &mut script,
    );
    console.print_bytes(&script)?;
    Ok(Outcome::Fine)
}
