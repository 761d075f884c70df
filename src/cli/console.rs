//! Where words go: results to standard output, notes about them to standard error.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};

use anstream::{AutoStream, ColorChoice};

use super::Error;
use crate::one_line::one_line;
use crate::show::Look;

/// Columns of a table or a unit where no terminal tells its own.
const DEFAULT_COLUMNS: usize = 80;

/// What a command talks through.
#[derive(Debug)]
pub struct Console {
    quiet: bool,
    verbose: bool,
}

impl Console {
    /// The console of one run; a quiet one gives results and errors only, a verbose one details too.
    #[must_use]
    pub fn new(quiet: bool, verbose: bool) -> Self {
        Self { quiet, verbose }
    }

    /// Writes a result to standard output, its colours only where they show.
    ///
    /// # Errors
    /// When it can't be written. That its reader has read enough (`| head`) is no error.
    pub fn print(&self, text: &str) -> Result<(), Error> {
        self.print_to(&mut AutoStream::auto(io::stdout()), text.as_bytes())
    }

    /// Writes a result to standard output, byte for byte.
    ///
    /// # Errors
    /// As [`Console::print`].
    pub fn print_bytes(&self, bytes: &[u8]) -> Result<(), Error> {
        self.print_to(&mut io::stdout(), bytes)
    }

    #[expect(clippy::unused_self, reason = "a console is what one prints to")]
    fn print_to(&self, stdout: &mut impl Write, bytes: &[u8]) -> Result<(), Error> {
        match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error)),
            _ => Ok(()),
        }
    }

    /// Writes about what was done to standard error.
    pub fn note(&self, text: impl Display) {
        if !self.quiet {
            for line in text.to_string().lines() {
                // Nobody may be there to read it; the work goes on.
                let _ = writeln!(anstream::stderr(), "{}", one_line(line));
            }
        }
    }

    /// Writes a line that only those ask for who want to see each step.
    pub fn detail(&self, text: impl Display) {
        if self.verbose {
            self.note(text);
        }
    }

    /// Whether somebody sees a progress bar.
    #[must_use]
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// How standard output shows what is printed.
    #[must_use]
    pub fn look(&self) -> Look {
        Look {
            color: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            columns: columns().unwrap_or(DEFAULT_COLUMNS),
        }
    }
}

/// Columns of the terminal that standard output goes to.
fn columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|&columns| columns > 0)
}
