//! The progress bar of long work, for whoever looks at a terminal.

use std::fmt::Write;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::{Console, interrupt};
use crate::game::thousands;
use crate::watch::Watch;

/// What is done, units of all units, units a second, time left.
const TEMPLATE: &str =
    "{msg} {wide_bar} {human_pos}/{human_len} units, {rate} a second, {eta} left";

/// A progress bar on standard error; none where nobody sees it. Leaves no trace when dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A bar for work on so many units.
    pub(super) fn new(console: &Console, what: String, units: u64) -> Self {
        if !console.shows_progress() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template(TEMPLATE).expect("the template is a constant");
        let style = style.with_key("rate", |state: &ProgressState, text: &mut dyn Write| {
            let rate = format!("{:.0}", state.per_sec());
            let _ = text.write_str(&rate.parse().map_or(rate, thousands));
        });
        Self(ProgressBar::new(units).with_style(style).with_message(what))
    }
}

impl Watch for Progress {
    fn units(&self, more: u64) {
        self.0.inc(more);
    }

    fn cancelled(&self) -> bool {
        interrupt::requested()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
