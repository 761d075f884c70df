//! The command line: what people type, what they are told, and the files that only a command makes.
//!
//! One command, one file in [`commands`]. A command writes what was asked for to standard output, all that goes
//! with it to standard error, and ends with an [`Outcome`] or an [`Error`].

mod args;
mod block;
pub mod commands;
mod console;
mod errors;
mod files;
mod inputs;
mod interrupt;
mod lock;
mod pick;
mod place;
mod progress;
mod secrets;
mod source;
mod stored;

pub use console::Console;
pub use errors::{Error, Outcome, exit_code};
pub use place::{Place, PlaceError};

use clap::Parser as _;

use args::{Arguments, Command, GameCommand, KeyCommand, SeedCommand};

/// Runs the command that was typed. Words that can't be understood end the program with their own message.
///
/// # Errors
/// What kept it from running, to be told by [`exit_code`].
pub fn run() -> Result<Outcome, Error> {
    interrupt::outlive_size_limit()?;
    match Arguments::try_parse() {
        Ok(arguments) => dispatch(arguments),
        Err(error) if error.use_stderr() => error.exit(),
        // Of `--help` and `--version`: clap would not mind that they can't be written.
        Err(text) => {
            Console::new(false, false).print(&text.render().ansi().to_string())?;
            Ok(Outcome::Fine)
        }
    }
}

fn dispatch(arguments: Arguments) -> Result<Outcome, Error> {
    let console = Console::new(arguments.quiet, arguments.verbose);
    match arguments.command {
        Command::Generate(args) => commands::generate::run(&args, &console),
        Command::Verify(args) => commands::verify::run(&args, &console),
        Command::Audit(args) => commands::audit::run(&args, &console),
        Command::Report(args) => commands::report::run(&args, &console),
        Command::Reproduce(args) => commands::reproduce::run(&args, &console),
        Command::Show(args) => commands::show::run(&args, &console),
        Command::Preview(args) => commands::preview::run(&args, &console),
        Command::Prove(args) => commands::prove::run(&args, &console),
        Command::CheckProof(args) => commands::check_proof::run(&args, &console),
        Command::Convert(args) => commands::convert::run(&args, &console),
        Command::Game(GameCommand::List(args)) => commands::game::list(&args, &console),
        Command::Game(GameCommand::Check(args)) => commands::game::check(&args, &console),
        Command::Game(GameCommand::Show(args)) => commands::game::show(&args, &console),
        Command::Key(KeyCommand::New(args)) => commands::key::new(&args, &console),
        Command::Seed(SeedCommand::New(args)) => commands::seed::new(&args, &console),
        Command::RngDump(args) => commands::rng_dump::run(&args, &console),
        Command::Completions(args) => commands::completions::run(&args, &console),
        Command::Man(args) => commands::man::run(&args, &console),
    }
}

/// A result for programs: JSON with two spaces of indentation.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("plain data serialises") + "\n"
}
