//! Signals: Ctrl-C and others that ask a program to end, of which the first one asks the work to stop, and a second one
//! ends the program if the work does not; and the limit on the size of files, which ends no work.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

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
    start().map_err(Error::Signals)
}

fn start() -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let follow = move || {
        for _ in signals.forever() {
            if REQUESTED.swap(true, Ordering::Relaxed) {
                thread::sleep(GRACE);
                // Still here: the work is stuck.
                Error::Abandoned.report();
                std::process::exit(EXIT_CODE.into());
            }
        }
    };
    thread::Builder::new().spawn(follow).map(drop)
}

/// Lets a write beyond the limit on the size of files (`ulimit -f`) fail as one to a full disk does: its signal, SIGXFSZ,
/// would end the program before it can remove what is half written. Who handles the signal gets the error.
pub(super) fn outlive_size_limit() -> Result<(), Error> {
    static REACHED: AtomicBool = AtomicBool::new(false);
    let handled = flag::register(SIGXFSZ, &REACHED);
    handled.map(drop).map_err(Error::Signals)
}

/// Whether the work is asked to stop.
pub(super) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
