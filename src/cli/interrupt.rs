//! Ctrl-C, and the other signals that ask a program to end: the first one asks the work to stop, and a second one ends
//! the program if the work does not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::Error;

/// Exit code of a run that was interrupted: 128 and the number of Ctrl-C's signal, as shells count.
pub(super) const EXIT_CODE: u8 = 130;

/// How long the work has to stop after a second signal. It needs a fraction, in which it removes what is half done, so
/// that an impatient second Ctrl-C leaves no more behind than a single one.
const GRACE: Duration = Duration::from_secs(2);

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Watches for Ctrl-C (SIGINT), SIGTERM and SIGHUP until the program ends.
///
/// To be called once, after all that may wait for somebody at the terminal: there, Ctrl-C must end at once.
pub(super) fn watch() -> Result<(), Error> {
    let handler = || {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            thread::sleep(GRACE);
            // Still here: the work is stuck.
            Error::Abandoned.report();
            std::process::exit(EXIT_CODE.into());
        }
    };
    ctrlc::set_handler(handler).map_err(Error::Handler)
}

/// Whether the work is asked to stop.
pub(super) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
