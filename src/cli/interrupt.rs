//! Ctrl-C: the first one asks the work to stop, the second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Error;

/// Exit code of a run that was interrupted: 128 and the number of the signal, as shells count.
pub(super) const EXIT_CODE: u8 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Watches for Ctrl-C, and for the signals that ask a program to end, until the program ends.
///
/// To be called once, after all that may wait for somebody at the terminal: there, Ctrl-C must end at once.
pub(super) fn watch() -> Result<(), Error> {
    let handler = || {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    };
    ctrlc::set_handler(handler).map_err(Error::Handler)
}

/// Whether the work is asked to stop.
pub(super) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
