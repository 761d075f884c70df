//! The command line of `emission`: parse, dispatch, exit code.

use std::process::ExitCode;

use clap::Parser as _;
use emission::cli;

fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    cli::exit_code(cli::run(arguments))
}
