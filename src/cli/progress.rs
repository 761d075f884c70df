//! The progress bar of long work, for whoever looks at a terminal.

use std::cell::Cell;
use std::fmt::{Display, Write};
use std::path::Path;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::{Console, interrupt};
use crate::game::thousands;
use crate::one_line::one_line;
use crate::watch::Watch;

/// What is done, units of all units, units a second, time left.
const TEMPLATE: &str =
    "{msg} {wide_bar} {human_pos}/{human_len} units, {rate} a second, {eta} left";

/// What a bar says of a block.
pub(super) fn block(emission: u32, block: u32) -> String {
    format!("emission {emission}, block {block}")
}

/// The same of the block of a folder, as far as the names of the folder and of the one above it tell.
pub(super) fn block_in(folder: &Path) -> String {
    let name = |path: &Path| Some(path.file_name()?.to_str()?.to_owned());
    let number = |name: &str, prefix| name.strip_prefix(prefix)?.parse().ok();
    let numbers = || {
        let emission = number(&name(folder.parent()?)?, "emission-")?;
        let number = number(&name(folder)?, "block-")?;
        Some(block(emission, number))
    };
    numbers().unwrap_or_else(|| one_line(folder.display()))
}

/// The label of one block of several, its index from 0.
pub(super) fn of_several(label: &str, index: u32, count: u32) -> String {
    if count == 1 {
        label.to_owned()
    } else {
        format!("{label} ({} of {count})", index + 1)
    }
}

/// The steps of long work, for those who want to see how long each took.
pub(super) struct Steps<'a> {
    console: &'a Console,
    what: String,
    last: Cell<Instant>,
}

impl<'a> Steps<'a> {
    /// Work that begins now.
    pub(super) fn new(console: &'a Console, what: String) -> Self {
        let last = Cell::new(Instant::now());
        Self {
            console,
            what,
            last,
        }
    }

    /// Says what was done since the last step.
    pub(super) fn done(&self, step: impl Display) {
        let now = Instant::now();
        let seconds = (now - self.last.replace(now)).as_secs_f64();
        let what = &self.what;
        self.console
            .detail(format_args!("{what}: {step}, {seconds:.2} s"));
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_named_the_same_whether_it_is_made_or_verified() {
        assert_eq!(block(2, 10), "emission 2, block 10");
        assert_eq!(
            block_in(Path::new("out/emission-0002/block-0010")),
            block(2, 10)
        );
        for other in ["copy", "out/block-0010", "out/emission-0002/block-x", "/"] {
            assert_eq!(block_in(Path::new(other)), other);
        }
    }

    #[test]
    fn one_of_several_blocks_says_which() {
        assert_eq!(of_several("copy", 2, 10), "copy (3 of 10)");
        assert_eq!(of_several("copy", 0, 1), "copy");
    }
}
