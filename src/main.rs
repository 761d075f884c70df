//! The command line of `emission`: parse and dispatch, exit code.

use std::process::ExitCode;

use emission::cli;

fn main() -> ExitCode {
    cli::exit_code(cli::run())
}
