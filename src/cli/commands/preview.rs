//! `emission preview`: units to be played in a browser, as one HTML file.

use std::path::PathBuf;

use crate::cli::args::PreviewArgs;
use crate::cli::source::Source;
use crate::cli::{Console, Error, Outcome, files, pick};
use crate::game::counted;
use crate::show::{self, preview::Preview};
use crate::unit::Unit;

/// Writes the page of the units that were asked for, whole or not at all, and says so.
pub(in crate::cli) fn run(args: &PreviewArgs, console: &Console) -> Result<Outcome, Error> {
    let source = Source::open(&args.source, console)?;
    let numbers = pick::numbers(&args.pick, &source)?;
    let mut units = source.units(&numbers)?;
    // In the order of the prizes that were asked for, and of their numbers where none was.
    let prizes = &args.pick.prize;
    units.sort_by_key(|unit| prizes.iter().position(|&prize| prize == unit.prize_cents));
    let out = args.out.clone().unwrap_or_else(|| file_name(&units));
    let (block, emission) = (source.block, source.emission);
    let preview = Preview {
        game: &source.game,
        emission,
        block,
        units: &units,
        language: args.lang.into(),
    };
    files::write_whole(&out, &preview.page())?;
    let (file, what) = (out.display(), what(&units));
    // A block's unit may say of itself what its grids do not show.
    let is_wrong = |unit: &&Unit| !show::is_as_written(&source.game, unit);
    let wrong: Vec<&Unit> = units.iter().filter(is_wrong).collect();
    let said = format!("{file}: {what} of block {block}, emission {emission}\n");
    let findings: String = wrong.iter().map(|unit| finding(unit)).collect();
    console.print(&(said + &findings))?;
    Ok(Outcome::of(wrong.len()))
}

fn finding(unit: &Unit) -> String {
    let number = unit.number;
    format!(
        "unit {number}: its grids do not show what the block says of it, which its page says at the end\n"
    )
}

/// The file of a command that names none.
fn file_name(units: &[Unit]) -> PathBuf {
    match units {
        [unit] => format!("unit-{}.html", unit.number).into(),
        _ => "preview.html".into(),
    }
}

fn what(units: &[Unit]) -> String {
    match units {
        [unit] => format!("unit {}", unit.number),
        units => counted(units.len() as u64, "unit"),
    }
}
